"""The bot's own emoji: uploaded once, renewed with their drawings, and never what a game depends on."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.sandbox.people.seen import SeenMessage
from bot.views.base import emoji
from tests.e2e.in_process_bot import InProcessBot
from tests.sandbox.box import Sandbox

UPLOAD = "POST /applications/*/emojis"


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[InProcessBot]:
    """A bot that keeps its emoji, not started yet."""
    async with Sandbox() as box:
        opened = InProcessBot(box, tmp_path)
        yield opened
        await opened.stop()
        assert box.violations == []


@pytest.fixture(autouse=True)
def _none_left() -> Iterator[None]:
    yield
    emoji.use({})


async def settled(club: InProcessBot) -> dict[str, int]:
    """Start the bot, wait until it has done with its emoji, and return what Discord has."""
    await club.start()
    while tasks := [task for task in asyncio.all_tasks() if task.get_name() == "emoji"]:
        await asyncio.wait(tasks, timeout=60)
    return {name: number for number, (name, _) in club.box.world.emoji.items()}


async def signs_in_hand(club: InProcessBot) -> set[str]:
    """Open Ann's hand, and return the names of the emoji in its menu."""
    hand = (await club.ann.click(club.table(), label="My hand")).message
    assert hand is not None
    return signs_in(hand)


def signs_in(hand: SeenMessage) -> set[str]:
    """Return the names of the emoji in the menu of a hand, without their digests."""
    options = [option for menu in hand.selects for option in menu.options if "emoji" in option]
    assert options
    return {option["emoji"]["name"].rpartition("_")[0] or "a plain sign" for option in options}


async def test_pictures_are_uploaded_once_and_a_changed_one_is_replaced(
    club: InProcessBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.box.world.emoji[5] = ("party_parrot", b"somebody's own")
    first = await settled(club)
    assert len(first) == len(emoji.LOOKS) + 1
    await club.stop()
    assert await settled(club) == first, "a restart uploads nothing"
    await club.stop()
    monkeypatch.setitem(emoji.LOOKS, "monster", "ogre, red")
    monkeypatch.delitem(emoji.LOOKS, "race")
    third = await settled(club)
    gone, new = first.keys() - third.keys(), third.keys() - first.keys()
    assert sorted(name.split("_")[1] for name in gone) == ["monster", "race"]
    assert [name.split("_")[1] for name in new] == ["monster"]
    assert third["party_parrot"] == 5


async def test_suits_and_slots_are_told_apart_in_a_hand(club: InProcessBot) -> None:
    await settled(club)
    await club.lobby("panic")
    assert (await club.ann.click(club.table(), label="Start")).ok
    await club.until(lambda: bool(club.table().find(label="My hand")))
    assert any(name.startswith(("kd_red_", "kd_green_", "kd_blue_")) for name in await signs_in_hand(club))


@pytest.mark.parametrize("status", [403, 429, 503])
async def test_without_uploads_signs_stay_plain_until_the_next_start(
    club: InProcessBot, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "bot.app.emoji")
    club.box.faults.respond(UPLOAD, status, count=None)
    assert await settled(club) == {}
    assert len([record for record in caplog.records if record.name == "bot.app.emoji"]) == 1
    await club.dealt()
    assert await signs_in_hand(club) == {"a plain sign"}
    club.box.faults.clear()
    await club.stop()
    await settled(club)
    assert "kd_item" in await signs_in_hand(club)


async def test_screens_do_without_what_somebody_has_deleted(club: InProcessBot) -> None:
    await settled(club)
    await club.dealt()
    club.box.world.emoji.clear()
    assert await signs_in_hand(club) == {"a plain sign"}
    assert club.box.violations
    club.box.log.violations.clear()


async def test_a_hand_in_direct_messages_is_drawn_again_without_them(club: InProcessBot) -> None:
    await settled(club)
    await club.dealt()
    await club.until(lambda: "kd_item" in signs_in(club.ann.dms()[-1]))
    club.box.world.emoji.clear()
    for person in club.others(club.ann):
        assert (await person.click(club.table(), label="I’m ready")).ok
    await club.until(lambda: signs_in(club.ann.dms()[-1]) == {"a plain sign"})
    club.box.log.violations.clear()
