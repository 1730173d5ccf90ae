"""Before the march nobody presses anything: who can do nothing passes, who holds a card is waited for."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sandbox.people.person import Person
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, open_in_process_bot

NOBODY_SEED, BEN_SEED = "3", "8"
"""Games before whose first march nobody, or only Ben, holds a card that changes it."""
CALL = "ny last card before the march? – everybody"


@pytest.fixture
async def panic(tmp_path: Path) -> AsyncIterator[InProcessBot]:
    async with open_in_process_bot(tmp_path) as opened:
        await opened.stop()
        yield opened
        assert opened.box.violations == []


def people(club: InProcessBot) -> list[Person]:
    return [club.ann, club.ben, club.cleo, club.zoe]


async def before_march(club: InProcessBot, seed: str) -> None:
    """Let four people sit down, and the first of them end their turn without a fight."""
    await club.start(KICKDOOR_TEST_SEED=seed)
    club.players = people(club)
    wish = {"game": "panic", "speed": "live"}
    assert (await club.ann.command(CHANNEL_NAME, "kickdoor new", wish)).ok
    await club.until(lambda: bool(club.table()))
    for person in people(club)[1:]:
        assert (await person.command(CHANNEL_NAME, "kickdoor join", {})).ok
    await club.until(lambda: "**Zoe**" in club.table().text)
    assert (await club.ann.click(club.table(), label="Start")).ok
    for label in ("Keep all", "Done"):
        await club.until(lambda label=label: any(label in b.label for b in club.table().buttons))  # type: ignore[misc]
        found = next(button.label for button in club.table().buttons if label in button.label)
        assert (await club.awaited().click(club.table(), label=found)).ok


async def passes(club: InProcessBot) -> tuple[int, int]:
    """Return how often somebody has passed by themselves, and how often time ran out."""
    kinds = [row.kind for row in await club.log()]
    return kinds.count("pass_unasked"), kinds.count("time_up")


async def passed_unasked(club: InProcessBot, times: int) -> None:
    """Wait until somebody has passed by themselves that often. Nobody sees it: it is looked up in the log."""
    async with asyncio.timeout(60):
        while (await passes(club))[0] < times:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def test_the_march_follows_by_itself_if_nobody_can_answer(panic: InProcessBot) -> None:
    await before_march(panic, NOBODY_SEED)
    await panic.until(lambda: CALL in panic.table().text)
    await passed_unasked(panic, 4)
    await panic.until(lambda: CALL not in panic.table().text)
    assert (await passes(panic))[1] == 0


async def test_the_march_waits_for_who_holds_a_card(panic: InProcessBot) -> None:
    await before_march(panic, BEN_SEED)
    await panic.until(lambda: CALL in panic.table().text)
    await passed_unasked(panic, 3)
    assert CALL in panic.table().text, "nobody is told for whom"
    assert (await panic.ben.click(panic.table(), label="March on")).ok
    await panic.until(lambda: CALL not in panic.table().text)
    assert (await passes(panic))[1] == 0
