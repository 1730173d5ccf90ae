"""Every interaction is answered once and in time, whatever happens on our side."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bot.sandbox.messages.interactions import ANSWER_DEADLINE_S
from bot.sandbox.world.model import ChannelType
from bot.tables.service import TableService
from cogs.click_handler import ClickHandler
from cogs.commands.play_handler import PlayHandler
from cogs.responder import DEFER_AFTER_S, Responder
from tests.e2e.in_process_bot import CHANNEL_NAME, InProcessBot, answer_text

Work = Callable[..., Coroutine[Any, Any, Any]]


def held_back(work: Work, until: Callable[[], bool]) -> Work:
    """Return the same work, done only after something has come about."""

    async def later(*args: Any, **kwargs: Any) -> Any:
        while not until():  # noqa: ASYNC110  # nothing else tells it
            await asyncio.sleep(0.02)
        return await work(*args, **kwargs)

    return later


async def slow_game(club: InProcessBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal a game; from then on everything waits until Discord has had some answer."""
    assert DEFER_AFTER_S < ANSWER_DEADLINE_S - 1
    monkeypatch.setattr("cogs.responder.DEFER_AFTER_S", DEFER_AFTER_S)
    await club.dealt()
    interactions = club.box.world.interactions

    def answered() -> bool:
        return all(interaction.callback is not None for interaction in interactions.values())

    monkeypatch.setattr(ClickHandler, "answer", held_back(ClickHandler.answer, answered))
    monkeypatch.setattr(PlayHandler, "status", held_back(PlayHandler.status, answered))


async def test_a_slow_command_is_answered_all_the_same(
    club: InProcessBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await slow_game(club, monkeypatch)
    outcome = await club.ann.command(CHANNEL_NAME, "kickdoor status")
    assert outcome.ok, outcome
    await club.until(lambda: any("step" in m.text for m in club.ann.messages(CHANNEL_NAME) if m.ephemeral))


async def test_a_slow_press_on_the_table_is_answered_in_private(
    club: InProcessBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand comes late, but it comes; Discord shows no failure meanwhile."""
    await slow_game(club, monkeypatch)
    outcome = await club.ben.click(club.table(), label="My hand")
    assert outcome.ok, outcome
    await club.until(
        lambda: any("✋" in m.text for m in club.ben.messages(CHANNEL_NAME) if m.ephemeral), club.ben
    )


async def test_a_slow_move_counts_and_the_table_shows_it(
    club: InProcessBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await slow_game(club, monkeypatch)
    assert (await club.ann.click(club.table(), label="I’m ready")).ok
    await club.until(lambda: "**Ann**" not in club.table().text.split("👉")[1])


async def test_a_press_that_cannot_be_undone_by_being_late(
    club: InProcessBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where no answer arrives at all the move is made, and made once."""
    await club.dealt()
    original = TableService.send
    interactions = club.box.world.interactions

    async def stuck(self: TableService, table: int, request: Any) -> Any:
        result = await original(self, table, request)
        while not any(interaction.failed for interaction in interactions.values()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        return result

    monkeypatch.setattr(TableService, "send", stuck)
    monkeypatch.setattr("bot.sandbox.messages.interactions.ANSWER_DEADLINE_S", ANSWER_DEADLINE_S)
    before = len(await club.log())
    outcome = await club.ann.click(club.table(), label="I’m ready")
    assert outcome.status == "failed"
    await club.until(lambda: "**Ann**" not in club.table().text.split("👉")[1])
    assert len(await club.log()) == before + 1
    club.box.log.violations.clear()


async def test_a_mistake_of_ours_is_an_apology_and_a_line_in_the_log(
    club: InProcessBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await club.dealt()
    before = await club.log()

    async def broken(self: ClickHandler, click: Any) -> Any:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(ClickHandler, "answer", broken)
    with caplog.at_level(logging.ERROR):
        answer = answer_text(await club.ann.click(club.table(), label="My hand"))
    assert "Something went wrong on my side" in answer
    assert "a mistake" not in answer
    assert "failed" in caplog.text
    assert await club.log() == before


async def test_the_game_moves_to_a_thread_that_the_bot_has_forgotten(club: InProcessBot) -> None:
    """The library keeps no archived threads, and none that the bot has not joined."""
    thread = club.box.world.add_thread(club.box.channel("tavern"), "cellar", club.ann.id)
    club.box.world.set_thread_state(thread, archived=True)
    await club.game()
    answer = await club.ann.command(CHANNEL_NAME, "kickdoor-table move", {"channel": thread.id})
    assert "Moved to" in answer_text(answer)
    await club.until(lambda: any("kick down" in m.text for m in club.ann.messages(thread)))


async def test_whoever_has_left_the_server_does_not_become_the_host(club: InProcessBot) -> None:
    await club.game()
    (guild,) = club.box.world.guilds.values()
    club.box.world.remove_member(guild, club.ben.id)
    answer = await club.ann.command(CHANNEL_NAME, "kickdoor-table host", {"person": club.ben.id})
    assert "no longer on this server" in answer_text(answer)
    assert "new host" in answer_text(
        await club.ann.command(CHANNEL_NAME, "kickdoor-table host", {"person": club.cleo.id})
    )


async def test_a_command_that_cannot_be_taken_is_answered(
    club: InProcessBot, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord's client offers text channels only, but what it sends is not for us to trust."""
    await club.game()
    club.box.channel("tavern").type = ChannelType.CATEGORY
    answer = answer_text(
        await club.ann.command(
            CHANNEL_NAME, "kickdoor-table move", {"channel": club.box.channel("tavern").id}
        )
    )
    assert "No luck" in answer
    assert "kickdoor-table move" in caplog.text


@pytest.mark.parametrize("first", ["nothing", "answered", "deferred"])
async def test_a_command_that_breaks_outside_the_orders_is_an_apology(
    club: InProcessBot, first: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(self: Responder, work: Coroutine[Any, Any, Any]) -> None:
        work.close()
        interaction = self._interaction
        if first == "answered":
            await interaction.response.send_message("Half of it.", ephemeral=True)
        elif first == "deferred":
            await interaction.response.defer(ephemeral=True, thinking=True)
        raise RuntimeError("a mistake")

    monkeypatch.setattr(Responder, "run", broken)
    assert (await club.zoe.command(CHANNEL_NAME, "kickdoor status")).ok
    await club.until(
        lambda: any("Something went wrong on my side" in m.text for m in club.zoe.messages(CHANNEL_NAME)),
        club.zoe,
    )
    assert not any("Something went wrong" in message.text for message in club.ann.messages(CHANNEL_NAME))
    assert "kickdoor status" in caplog.text
