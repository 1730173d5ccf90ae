"""Somebody who plays in the browser: looks at what the page shows and clicks it, and does nothing else."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.views.table.hand_cards import HAND_MENU_LABEL
from tests.browser import Browser, BrowserError, PartGoneError

LOOK_SCRIPT = """(() => {
  const seen = window.seen = [];
  const words = e => (e.innerText || e.ariaLabel || '').trim().replace(/\\s+/g, ' ');
  const found = (root, selector) => [...root.querySelectorAll(selector)].filter(e => e.checkVisibility());
  const parts = root => found(root, '.words, .button:not(:disabled), .select:not(:disabled)').map(e => ({
    number: seen.push(e) - 1,
    kind: e.matches('.words') ? 'words' : e.matches('.select') ? 'menu' : 'button',
    words: words(e),
    beside: e.closest('.section') ? words(e.closest('.section').querySelector('.words')) : '',
  }));
  const last = selector => [...document.querySelectorAll(selector)].at(-1);
  const shared = [...document.querySelectorAll('.message:not(.ephemeral)')];
  const table = shared.filter(m => m.querySelector('.h2')).at(-1);
  const own = last('.message.ephemeral');
  const deals = shared.filter(m => m.innerText.includes('Offers in this fight')).at(-1);
  return {
    busy: Boolean(document.querySelector('[aria-busy=true], .message .thinking')),
    table: table ? parts(table) : [],
    own: own ? parts(own) : [],
    deals: deals ? parts(deals) : [],
    failed: last('.failed, .toast')?.innerText ?? '',
    dialog: Boolean(document.querySelector('dialog[open]')),
  };
})()"""

ADVANCING_LABELS = (
    "Claim the kill",
    "Draw the Treasures",
    "I’m ready",
    "Kick down the door",
    "Loot the room",
    "Pass",
    "Let it happen",
    "Take it",
    "Roll to get away",
    "End my turn",
    "Give cards away",
    "Discard the surplus",
)
"""Buttons of the table that lead on, the liked ones first."""

WORTH_PLAYING_ICONS = ("🎒", "🎓", "🧝", "🤝", "🐎", "⬆️")
"""Signs of cards that are played before the door is kicked down."""


LOOK_INTERVAL_S = 0.15
"""Seconds between two looks while others play; a look makes the browser lay out the whole page."""

MAX_MISSES = 10
"""How often in a row what somebody wants to press may be gone."""

HASTE_S = 0.3
"""Seconds before somebody looks at their hand again: nobody presses faster than that for long."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """Something on the screen: words, a button or a menu. ``beside`` is what stands next to a button."""

    number: int
    kind: str
    words: str
    beside: str


@dataclass(slots=True)
class PageScreen:
    """What the page shows: the table's message, the last private one, and what is offered in a fight."""

    table: list[PagePart]
    own: list[PagePart]
    deals: list[PagePart]
    failed: str
    dialog: bool
    busy: bool

    @property
    def told(self) -> str:
        """Return what the table's message says, without its news."""
        return "\n".join(part.words for part in self.table if part.kind == "words")

    @property
    def waiting(self) -> str:
        """Return the line that says for whom the table waits."""
        return next((p.words for p in reversed(self.table) if p.words.startswith("👉")), "")

    def button(self, words: str) -> PagePart | None:
        """Find a button of the table's message by its label, whatever sign stands before it."""
        return next((p for p in self.table if p.kind == "button" and words in p.words), None)


@dataclass
class BrowserPlayer:
    """Plays one seat. ``moment`` is told what is going on, for pictures."""

    browser: Browser
    name: str
    on_moment: Callable[[str], Awaitable[None]]
    patience: int = 200
    """How often they look, every ``LOOK_INTERVAL_S``, before they think that nothing happens any more."""
    pressed: list[str] = field(default_factory=list[str])
    _fight: str = ""
    _turn: str = ""
    _tried: set[str] = field(default_factory=set[str])

    async def look(self) -> PageScreen:
        """See what is on the screen now."""
        raw: dict[str, Any] = await self.browser.run(LOOK_SCRIPT)
        table, own, deals = ([PagePart(**part) for part in raw[key]] for key in ("table", "own", "deals"))
        return PageScreen(table, own, deals, raw["failed"], raw["dialog"], raw["busy"])

    async def press(self, part: PagePart) -> PageScreen:
        """Click something and wait until the page has dealt with it."""
        await self.browser.press(f"window.seen[{part.number}]")
        self.pressed.append(f"{part.words} {part.beside}".strip())
        return await self._settled()

    async def press_button(self, words: str) -> None:
        """Press a button of the table's message, and once more if the message changes just then."""
        while True:
            button = (await self.look()).button(words)
            assert button is not None, words
            try:
                await self.press(button)
            except PartGoneError:
                continue
            return

    async def _advance_game(self, screen: PageScreen, button: PagePart) -> None:
        """Press a button of the table and do what it asks; then see what becomes of the table."""
        before = screen.table
        await self._answer(await self.press(button))
        for _ in range(40):
            now = await self.look()
            if [part.words for part in now.table] != [part.words for part in before]:
                return
            await asyncio.sleep(0.05)

    async def _settled(self) -> PageScreen:
        """Wait until nothing is being answered any more, or a dialog wants something."""
        for _ in range(2000):
            screen = await self.look()
            if screen.dialog or not screen.busy:
                return screen
            await asyncio.sleep(0.02)
        raise BrowserError("the page waits for an answer that does not come")

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play until the table says who won, or something else is reached."""
        idle = misses = 0
        while "won!" not in (screen := await self.look()).told and not until():
            try:
                acted, misses = await self.act(screen), 0
            except PartGoneError as error:
                acted, misses = True, misses + 1  # somebody else was quicker
                if misses > MAX_MISSES:
                    raise BrowserError(f"nobody is quicker that often: {error}") from None
            idle = 0 if acted else idle + 1
            assert idle < self.patience, f"nothing happens any more: {screen.told}"
            assert len(self.pressed) < 2000, "the game does not end"
            if not acted:
                await asyncio.sleep(LOOK_INTERVAL_S)

    async def act(self, screen: PageScreen) -> bool:
        """Do something if the table waits for it; return True if there was something to do."""
        if screen.dialog:
            await self._answer(screen)
            return True
        if self.name not in screen.waiting:
            return False
        if screen.button("Give up and run") or screen.button("Claim the kill"):
            return await self._in_combat(screen)
        if screen.button("Kick down the door") or screen.button("I’m ready"):
            turn = screen.table[0].words
            if turn != self._turn:
                self._turn = turn
                self._tried.clear()
                await self._lay_out()
                return True
        for words in ADVANCING_LABELS:
            if button := screen.button(words):
                await self._advance_game(screen, button)
                return True
        await self._answer(await self._hand(screen))
        await asyncio.sleep(HASTE_S)
        return True

    async def _in_combat(self, screen: PageScreen) -> bool:
        if claim := screen.button("Claim the kill"):
            await self.on_moment("ahead")
            await self._advance_game(screen, claim)
            return True
        fight = screen.table[0].words
        ask = screen.button("Ask for help")
        if fight != self._fight and ask:
            self._fight = fight
            await self.on_moment("combat")
            await self._answer(await self.press(ask))
            await self._bargains()
            return True
        if run := screen.button("Give up and run"):
            await self._advance_game(screen, run)
        return True

    async def _bargains(self) -> None:
        """Give the others time to think; take what they want instead, if somebody does."""
        for _ in range(30):
            screen = await self.look()
            if screen.button("Claim the kill") or self.name not in screen.waiting:
                return
            await asyncio.sleep(0.05)
        own = await self._hand(screen)
        await self.on_moment("bargains")
        for part in own.own:
            if part.kind == "button" and "Accept" in part.words:
                await self._answer(await self.press(part))
                return

    async def _hand(self, screen: PageScreen) -> PageScreen:
        """Open the own hand with its button."""
        button = screen.button("My hand")
        assert button is not None, screen.told
        return await self.press(button)

    async def _lay_out(self) -> None:
        """Open the hand and play the cards that help, one after another."""
        screen = await self._hand(await self.look())
        await self.on_moment("hand")
        for _ in range(12):
            part = next((p for p in screen.own if self._helps(p)), None)
            if part is None:
                return
            self._tried.add(part.words)
            screen = await self._answer(await self.press(part))
            if screen.own and not any(HAND_MENU_LABEL in p.words for p in screen.own):
                screen = await self._hand(await self.look())

    def _helps(self, part: PagePart) -> bool:
        return (
            part.kind == "button"
            and part.words.startswith(WORTH_PLAYING_ICONS)
            and part.words not in self._tried
        )

    async def _answer(self, screen: PageScreen) -> PageScreen:
        """Fill in forms and choose what is asked for, until nothing is."""
        for _ in range(12):
            if screen.dialog:
                screen = await self._dialog()
                continue
            part = self._asked(screen.own)
            if part is None:
                return screen
            screen = await self.press(part)
        return screen

    def _asked(self, own: list[PagePart]) -> PagePart | None:
        """Find what answers a question: after a ❗, or on a screen that asks for one more thing."""
        labels = [part.words for part in own if part.kind == "button"]
        asks = next((n for n, part in enumerate(own) if part.words.startswith("❗")), None)
        if asks is None:
            # All terms of a bargain on one screen: what most people want is set already.
            if send := next((p for p in own if p.kind == "button" and p.words.endswith("Send")), None):
                return send
            if "Back" not in labels or any("Refresh" in label for label in labels):
                return None
            asks = 0
        choices = [part for part in own[asks:] if part.kind != "words" and part.words != "Back"]
        return next((part for part in choices if self.name in part.words), next(iter(choices), None))

    async def _dialog(self) -> PageScreen:
        """Fill in the open dialog with the first that it offers, and send it off."""
        await self.on_moment("dialog")
        b = self.browser
        if await b.run("Boolean(document.querySelector('dialog.viewer[open]'))"):
            # The page moved on under the pointer, so the click has enlarged a picture.
            await b.press("document.querySelector('dialog.viewer[open] .viewer-close')")
        elif await b.run("Boolean(document.querySelector('dialog.sheet[open]'))"):
            await self._pick()
        else:
            await self._fill()
        for _ in range(200):
            screen = await self._settled()
            if not screen.dialog:
                return screen
            await asyncio.sleep(0.03)
        raise BrowserError("the dialog stays open")

    async def _pick(self) -> None:
        """Choose as many of a list as it wants at least."""
        b = self.browser
        hint = await b.text("dialog[open] .hint")
        least = int(found[1]) if (found := re.search(r"of (\d+)", hint)) else 1
        for number in range(max(least, 1)):
            await b.press(f"document.querySelectorAll('dialog[open] .option')[{number}]")
        if hint:
            await b.click("dialog[open] .button", words="Done")

    async def _fill(self) -> None:
        """Choose with the keyboard what a form still needs, offer all treasures, and submit it."""
        b = self.browser
        needed = "[...document.querySelectorAll('dialog[open] select')].filter(e => !e.value)"
        offer = json.dumps("How many Treasures")
        for label in (offer,):
            find = (
                "[...document.querySelectorAll('dialog[open] select')]"
                f".find(e => e.labels[0]?.innerText.includes({label}))"
            )
            if await b.run(f"Boolean({find})"):
                await b.run(f"{find}.focus()")
                await b.key("End")
        required = f"{needed}.filter(e => e.labels[0]?.querySelector('.needed'))"
        while await b.run(f"{required}.length"):
            await b.run(f"{required}[0].focus()")
            await b.key("ArrowDown")
        await b.click("dialog[open] .button", words="Submit")
