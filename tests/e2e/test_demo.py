"""`kickdoor demo` as a new user meets it: in a real browser, from the lobby to the end of the game."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.browser import CHROMIUM, Browser
from tests.e2e.bot_process import ROOT
from tests.e2e.browser_player import BrowserPlayer
from tests.e2e.demo_page import (
    SEAT_COUNT_SCRIPT,
    SETTLED_SCRIPT,
    TO_TABLE_END_SCRIPT,
    running_demo,
    start_game,
    wait_for_lobby,
    wait_for_seats,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

SCREENSHOT_FOLDER = ROOT / "build" / "screenshots"
"""Where pictures of the key moments are kept, for people to look at; git ignores the folder."""

SIZES = {"phone": (390, 844), "desktop": (1280, 800)}

SEED = 12
"""A game that is not too long."""

UNNAMED_CONTROLS_SCRIPT = """[...document.querySelectorAll(
    'button, a, input, textarea, select, img, dialog, nav')]
  .filter(e => e.checkVisibility() && !e.closest('[aria-hidden=true]'))
  .filter(e => !(e.ariaLabel || e.textContent.trim() || e.alt || e.title || e.labels?.length
                 || e.getAttribute('aria-labelledby')))
  .map(e => e.outerHTML.slice(0, 120))"""

ABOUT_THE_TABLE = ("first-cards", "combat", "ahead", "end")

OVERFLOW_SCRIPT = (
    "document.querySelector('#scroller').scrollWidth > document.querySelector('#scroller').clientWidth"
)


def photographer(browser: Browser, folder: Path) -> Callable[[str], Awaitable[None]]:
    """Return what keeps the first picture of each moment at every size, in the dark and in the light."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = set[str]()

    async def take(moment: str) -> None:
        if moment in taken:
            return
        taken.add(moment)
        for dark, (size, (width, height)) in zip((False, True), reversed(SIZES.items()), strict=True):
            await browser.resize(width, height, dark=dark)
            await browser.run(SETTLED_SCRIPT)
            if moment in ABOUT_THE_TABLE:
                await browser.run(TO_TABLE_END_SCRIPT)
            (folder / f"{moment}-{size}.png").write_bytes(await browser.shot())
            assert not await browser.run(OVERFLOW_SCRIPT), f"{moment}: wider than the {size}"
            assert await browser.run(UNNAMED_CONTROLS_SCRIPT) == [], f"{moment}: nothing to read out"

    return take


async def tab_to(browser: Browser, words: str) -> None:
    """Move the focus with the keyboard until it is on what bears these words."""
    for _ in range(60):
        await browser.key("Tab")
        if words in await browser.run("document.activeElement.closest('button')?.innerText ?? ''"):
            return
    raise AssertionError(f"the keyboard does not get to {words}")


async def test_a_whole_game_is_played_by_clicking_what_is_seen() -> None:
    """Ada adds three computers by keyboard, starts, plays until somebody wins, and opens the next game.

    Nothing goes wrong in the bot's log or in the browser's, and no request leaves the machine.
    """
    async with running_demo(SEED) as url, Browser() as browser:
        take = photographer(browser, SCREENSHOT_FOLDER)
        await browser.resize(*SIZES["phone"])
        await browser.goto(url)
        await wait_for_lobby(browser)
        await take("lobby")
        await browser.click(".message .button", words="Rules")
        last = "[...document.querySelectorAll('.message')].at(-1)"
        await browser.wait(f"{last}.innerText.includes('How to play')")
        await take("rules")
        await tab_to(browser, "Add computer")
        for number in range(3):
            await browser.key("Enter")
            await wait_for_seats(browser, number + 2)
        await start_game(browser)
        await take("first-cards")
        ada = BrowserPlayer(browser, "Ada", take)
        await ada.play()
        screen = await ada.look()
        assert re.search(r"🏆 .*\w won!", screen.told), screen.told
        assert screen.button("Dice") is not None
        await take("end")
        # Receipts go away by themselves, a few seconds after they were read.
        await browser.wait("document.querySelectorAll('.message.ephemeral').length <= 2", within=30)
        await ada.press_button("Play again")
        await browser.wait(f"{SEAT_COUNT_SCRIPT} === 4 && document.querySelector('.message .style-3')")
        assert browser.requested
        assert browser.elsewhere(url) == set()
        assert browser.errors == []
