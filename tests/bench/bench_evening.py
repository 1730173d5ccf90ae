"""An evening on a phone: from the page to the first decided fight, and taps for each turn of one's own.

Chromium shows the demo's page at 390 x 844. Somebody who has never seen it adds computers, starts, looks at
their hand, lays out what helps and plays turn after turn, one tap every ``--pace`` seconds. Computers take
the time that they always take. Goals: 45 s and 8 taps to the first decided fight, 5 taps a turn in the
median. A hand that is open and follows the game is not opened once more.
"""

import asyncio
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bot.views.table.hand_cards import HAND_MENU_LABEL
from tests.browser import CHROMIUM, Browser, BrowserError  # the path has to be set first
from tests.e2e.browser_player import BrowserPlayer, PageScreen
from tests.e2e.demo_page import TABLE_SCRIPT, running_demo, start_game, wait_for_lobby, wait_for_seats

PHONE = (390, 844)
NAME = "Ada"
LOOK_INTERVAL_S = 0.1
FOLLOW_LOOKS = 30
"""How long somebody waits for an open hand to follow the game before they open it once more."""
HELP_LOOKS = 60
PATIENCE_LOOKS = 2400
TITLE_SCRIPT = f"({TABLE_SCRIPT})?.querySelector('.h2')?.innerText ?? ''"


@dataclass(frozen=True, slots=True)
class Tap:
    """Something that was pressed, and what the table's title was just then."""

    at: float
    words: str
    title: str


@dataclass
class TappingBrowser(Browser):
    """A browser whose user needs a moment for every tap. It notes them all."""

    pace_s: float
    taps: list[Tap] = field(default_factory=list[Tap])

    def __post_init__(self) -> None:
        super().__init__()

    async def press(self, find: str) -> None:
        """Press something and note it; then look for a moment what has become of it."""
        if not await self.run(f"({find})?.isConnected"):
            raise BrowserError(f"went away before it was pressed: {find}")
        words = str(await self.run(f"(({find})?.innerText ?? '').trim().replace(/\\s+/g, ' ')"))
        title, at = str(await self.run(TITLE_SCRIPT)), time.monotonic()
        await super().press(find)
        self.taps.append(Tap(at, words[:40], title))
        await asyncio.sleep(self.pace_s)


class Newcomer(BrowserPlayer):
    """Somebody who reads the buttons, and presses the one that says all that they want."""

    async def _lay_out(self) -> None:
        """Look at the hand, and open it first where it does not show the turn; play what helps from it."""
        screen = await self._open_hand()
        for _ in range(12):
            best = next((p for p in screen.own if p.kind == "button" and " the best" in p.words), None)
            part = best or next((p for p in screen.own if self._helps(p)), None)
            if part is None or part.words in self._tried:
                return
            self._tried.add(part.words)
            screen = await self._answer(await self.press(part))
            if not any(HAND_MENU_LABEL in p.words for p in screen.own):
                screen = await self._hand(await self.look())

    async def _open_hand(self) -> PageScreen:
        """Return the open hand once it has followed to the present moment; open it where none does."""
        for _ in range(FOLLOW_LOOKS):
            screen = await self.look()
            if any("Kick down the door" in p.words or "I’m ready" in p.words for p in screen.own):
                return screen
            if not any(HAND_MENU_LABEL in p.words for p in screen.own):
                break
            await asyncio.sleep(LOOK_INTERVAL_S)
        return await self._hand(await self.look())

    async def _in_combat(self, screen: PageScreen) -> bool:
        """Claim, or ask everybody once and take what somebody wants for it, or run."""
        ask, fight = screen.button("Ask all"), screen.table[0].words
        if not screen.button("Claim the kill") and ask is not None and fight != self._fight:
            self._fight = fight
            await self.press(ask)
            await self._wait_for_help()
            return True
        return await super()._in_combat(screen)

    async def _wait_for_help(self) -> None:
        for _ in range(HELP_LOOKS):
            screen = await self.look()
            if screen.button("Claim the kill") or self.name not in screen.waiting:
                return
            accept = next((p for p in screen.deals if p.kind == "button" and "Accept" in p.words), None)
            if accept is not None:
                await self._advance_game(screen, accept)
                return
            await asyncio.sleep(LOOK_INTERVAL_S)


@dataclass
class Evening:
    """What somebody sees of the table's title, moment by moment, and what they tap meanwhile."""

    browser: TappingBrowser
    began: float = 0.0
    titles: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])

    async def watch(self) -> None:
        """Note every title that the table's message has."""
        while True:
            title = str(await self.browser.run(TITLE_SCRIPT))
            if title and (not self.titles or self.titles[-1][1] != title):
                self.titles.append((time.monotonic(), title))
            await asyncio.sleep(LOOK_INTERVAL_S)

    def first_decided(self) -> float | None:
        """Return when the first fight was over."""
        fought = False
        for at, title in self.titles:
            if title.startswith("⚔"):
                fought = True
            elif fought:
                return at
        return None

    def turns(self) -> list[list[Tap]]:
        """List the taps of each finished turn of one's own."""
        marks = [(at, title) for at, title in self.titles if "Turn " in title]
        spans: list[tuple[float, float]] = []
        start: float | None = None
        for at, title in marks:
            own = title.rstrip().endswith(f": {NAME}")
            if own and start is None:
                start = at
            elif not own and start is not None:
                spans.append((start, at))
                start = None
        return [[tap for tap in self.browser.taps if self._belongs(tap, low, high)] for low, high in spans]

    def _belongs(self, tap: Tap, low: float, high: float) -> bool:
        """Return True for a tap of a turn, also if its title was on the screen before it was noted."""
        early = low - 10 * LOOK_INTERVAL_S <= tap.at < low and tap.title.rstrip().endswith(f": {NAME}")
        return early or low <= tap.at < high


async def play(seed: int, options: Namespace) -> Evening:
    """Play the beginning of one game."""
    async with running_demo(seed, think=None) as url, TappingBrowser(options.pace) as browser:
        await browser.resize(*PHONE)
        await browser.goto(url)
        evening = Evening(browser, time.monotonic())
        watching = asyncio.create_task(evening.watch())
        await wait_for_lobby(browser)
        for number in range(options.computers):
            await browser.click(".message .button", words="Add computer")
            await wait_for_seats(browser, number + 2)
        await start_game(browser)
        player = Newcomer(browser, NAME, _no_picture, PATIENCE_LOOKS)
        with suppress(TimeoutError):
            async with asyncio.timeout(options.seconds):
                await player.play(lambda: len(evening.turns()) >= options.turns)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        return evening


async def _no_picture(_: str) -> None:
    """Take no picture of what is going on."""


def report(seed: int, evening: Evening, *, verbose: bool) -> None:
    """Print what one game came to."""
    at = evening.first_decided()
    taps = [len(turn) for turn in evening.turns()]
    first = "none"
    if at is not None:
        first = f"{at - evening.began:.0f} s, {sum(t.at <= at for t in evening.browser.taps)} taps"
    print(f"seed {seed}: first fight decided after {first}; own turns: {taps}", flush=True)
    if verbose:
        for tap in evening.browser.taps:
            print(f"  {tap.at - evening.began:6.1f} s  {tap.words}   [{tap.title}]")


async def run(options: Namespace) -> None:
    """Play a game for each seed and print the medians."""
    evenings: list[Evening] = []
    for seed in options.seeds:
        evenings.append(await play(seed, options))
        report(seed, evenings[-1], verbose=options.verbose)
    firsts = [(e, at) for e in evenings if (at := e.first_decided()) is not None]
    if firsts:
        seconds = median(at - e.began for e, at in firsts)
        taps = median(sum(tap.at <= at for tap in e.browser.taps) for e, at in firsts)
        print(f"\nfirst decided fight, median: {seconds:.0f} s (goal: 45), {taps:g} taps (goal: 8)")
    turns = [len(turn) for evening in evenings for turn in evening.turns()]
    if turns:
        print(f"own turn, median of {len(turns)}: {median(turns):g} taps (goal: 5)")
    print(f"load of the machine {os.getloadavg()[0]:.1f}, {options.pace:g} s before each tap")


def main() -> None:
    """Read the options and measure."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="*", default=[12, 3, 7, 21, 5])
    parser.add_argument("--computers", type=int, default=0, help="added one by one before the start")
    parser.add_argument("--pace", type=float, default=1.5, help="seconds that somebody needs for a tap")
    parser.add_argument("--turns", type=int, default=5, help="own turns of each game")
    parser.add_argument("--seconds", type=float, default=420.0, help="at most, for each game")
    parser.add_argument("--verbose", action="store_true", help="list all taps")
    options = parser.parse_args()
    if CHROMIUM is None:
        print("Chromium is not installed")
        return
    asyncio.run(run(options))


if __name__ == "__main__":
    main()
