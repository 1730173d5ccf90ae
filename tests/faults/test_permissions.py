"""Each permission taken away at each moment: the table is shown, or people are told; no clock runs unseen."""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import product
from random import Random

import pytest

from bot.sandbox.people.seen import NotSeenError
from bot.sandbox.world.model import Channel, ChannelType
from tests.e2e.in_process_bot import answer_text
from tests.e2e.scripted_players import NoAnswerError
from tests.faults.fault_case import FaultCase
from tests.faults.harness import PATIENCE_S, FaultTable, Harness

pytestmark = pytest.mark.asyncio(loop_scope="module")

NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "connect": "Connect",
    "embed_links": "",
    "attach_files": "",
    "read_message_history": "",
}
"""Each permission, and what people know it by where no table can be shown without."""


async def first_cards(table: FaultTable) -> None:
    await table.dealt("live")


async def calm_turn(table: FaultTable) -> None:
    await table.game("live")


async def fight(table: FaultTable) -> None:
    await table.game("live")
    assert (await table.kick()).ok
    await table.until(lambda: "ask for help, or run" in table.board().text)


async def offers(table: FaultTable) -> None:
    await fight(table)
    case = FaultCase(table.harness, table)
    fighter = table.awaited()
    await case.ask_for_help(fighter, table.others(fighter))


async def ended(table: FaultTable) -> None:
    await table.game("live")
    question = (await table.ann.command(table.place, "kickdoor-table end")).message
    assert question is not None
    assert (await table.ann.click(question, label="End the game")).ok
    await table.until(lambda: "asks to end this game" in table.board().text)
    assert (await table.ben.click(table.board(), label="Yes")).ok
    await table.until(lambda: _can_be_played_again(table))


def _can_be_played_again(table: FaultTable) -> bool:
    return any("Play again" in button.label for board in table.boards() for button in board.buttons)


MOMENTS: dict[str, Callable[[FaultTable], Awaitable[None]]] = {
    "lobby": FaultTable.lobby,
    "first cards": first_cards,
    "calm turn": calm_turn,
    "fight": fight,
    "offers": offers,
    "ended": ended,
}

PLACES = {"text": ChannelType.TEXT, "private thread": None, "voice": ChannelType.VOICE}


def _place(table: FaultTable, kind: str) -> Channel:
    world, found = table.box.world, PLACES[kind]
    if found is not None:
        return world.add_channel(table.guild, kind, kind=found)
    thread = world.add_thread(table.other_channel, "dungeon", table.ann.id, private=True)
    assert thread.thread is not None
    thread.thread.members.update({world.bot.id, *(person.id for person in [*table.people, table.zoe])})
    world.update_channel(thread)
    return thread


CASES = list(product(PLACES, MOMENTS, NAMES))
SOME = [CASES[number] for number in range(3, len(CASES), 13)]
"""Cases of each place, moment and permission."""


async def something_happens(table: FaultTable, moment: str) -> str:
    """Let somebody press what changes the table, and return what they are told."""
    if moment == "lobby":
        return answer_text(await table.zoe.click(table.board(), label="Join"))
    if moment == "ended":
        board = next(b for b in table.boards() if any("Play again" in button.label for button in b.buttons))
        button = next(button for button in board.buttons if "Play again" in button.label)
        return answer_text(await table.ben.forge_click(board, button.custom_id))
    with suppress(NoAnswerError, NotSeenError):
        await table.players.act(await table.players.status(), Random(moment))
    return ""


@pytest.mark.parametrize(
    ("place", "moment", "permission"),
    [
        *SOME,
        *(pytest.param(*case, marks=pytest.mark.soak) for case in CASES if case not in SOME),
    ],
)
async def test_a_permission_is_taken_away(stage: Harness, place: str, moment: str, permission: str) -> None:
    """Fault: each permission, at each moment, in each place; shown, or told why, and no clock runs unseen."""
    table = stage.new_table()
    table.channel = _place(table, place)
    table.move_to(table.channel)
    await MOMENTS[moment](table)
    trial = FaultCase(stage, table)
    await trial.oracle.converged()
    parent = trial.box.world.channels[table.place.parent_id or table.place.id]
    trial.box.deny(parent, permission)
    await trial.heard()
    said = await something_happens(table, moment)

    def is_told() -> bool:
        letters = "\n".join([said, *(letter.text for letter in table.ann.dms())])
        return bool(NAMES[permission]) and NAMES[permission] in letters

    end = time.monotonic() + PATIENCE_S
    while (wrong := await trial.oracle.wrong_screens()) and not is_told():
        assert time.monotonic() < end, (said, wrong)
    if wrong:
        before = await trial.steps()
        await stage.pass_time(3600.0)
        assert await trial.steps() == before, "a clock has decided what nobody could see"
    trial.box.allow(parent, permission, None)
    await trial.heard()
    if moment == "lobby":  # what was drawn in words stays so until something happens
        await table.zoe.click(table.board(), label="Leave")
    elif moment != "ended":
        await table.ben.command(table.place, "kickdoor resume")
        await table.until(lambda: "suspended" not in table.board().text)
        await trial.check_alive()
    await trial.oracle.converged()
    stage.ignore_complaints("Discord refuses")
    assert stage.complaints() == []
    stage.logged.clear()
