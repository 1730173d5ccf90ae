"""Takes the pictures of the README: a fight on a phone, in the demo. ``make pictures`` runs it.

Computer players differ from run to run, so the fight may be another one: look at what was taken, and see
whether the README still describes it to those who cannot see it.
"""

import asyncio
import io
import sys
from pathlib import Path

from PIL import Image

from tests.browser import CHROMIUM, Browser
from tests.e2e.bot_process import ROOT
from tests.e2e.browser_player import BrowserPlayer
from tests.e2e.demo_page import (
    SETTLED_SCRIPT,
    TO_TABLE_END_SCRIPT,
    TO_TABLE_START_SCRIPT,
    running_demo,
    start_game,
    wait_for_lobby,
    wait_for_seats,
)

FOLDER = ROOT / "docs" / "images"
PHONE = (430, 932)
SEED = 12
COLORS = 256
"""Enough for flat screens, and a third of the size."""

WITHOUT_TOASTS_SCRIPT = "document.querySelectorAll('.toast').forEach(e => e.remove())"
"""Takes away what the page says about a press that came too late."""

FIGHT, HELPED = "fight", "fight-won"


class FightPhotographer:
    """Keeps a picture of the first fight that needs help, and one of the same fight with a helper."""

    def __init__(self, browser: Browser, player: BrowserPlayer) -> None:
        self._browser = browser
        self._player = player
        self.taken: dict[str, bytes] = {}

    async def on_moment(self, moment: str) -> None:
        """Take a picture if this is one of the two moments."""
        title = (await self._player.look()).table[0].words
        if moment == "combat":
            self.taken = {FIGHT: await self._shot(TO_TABLE_START_SCRIPT)}
        elif moment == "ahead" and f"{self._player.name} and " in title and FIGHT in self.taken:
            self.taken[HELPED] = await self._shot(TO_TABLE_END_SCRIPT)

    async def _shot(self, scroll: str) -> bytes:
        await self._browser.run(WITHOUT_TOASTS_SCRIPT)
        await self._browser.run(scroll)
        await self._browser.run(SETTLED_SCRIPT)
        return await self._browser.shot()


def save(shot: bytes, path: Path) -> None:
    """Save a picture with few colors, which a README loads fast."""
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    few = picture.quantize(COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KB")  # noqa: T201


async def take_pictures() -> None:
    """Play in the demo until both pictures are taken."""
    async with running_demo(SEED) as url, Browser() as browser:
        await browser.resize(*PHONE)
        await browser.goto(url)
        await wait_for_lobby(browser)
        for count in (2, 3, 4):
            await browser.click(".message .button", words="Add computer")
            await wait_for_seats(browser, count)
        await start_game(browser)
        ada = BrowserPlayer(browser, "Ada", lambda moment: photographer.on_moment(moment))
        photographer = FightPhotographer(browser, ada)
        await ada.play(until=lambda: HELPED in photographer.taken)
    if HELPED not in photographer.taken:
        sys.exit("the game ended before anybody helped; try another SEED")
    for name, shot in photographer.taken.items():
        save(shot, FOLDER / f"{name}.png")


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit("make pictures needs Chromium")
    asyncio.run(take_pictures())
