"""Presses at bad moments: late, double, stale, foreign, on what is no longer there."""

import asyncio
import time
from copy import deepcopy
from pathlib import Path

import pytest

from bot.sandbox.messages.interactions import ANSWER_DEADLINE_S
from bot.views.base.custom_ids import ButtonAction, CustomId
from tests.e2e.in_process_bot import answer_text
from tests.faults.fault_case import FaultCase
from tests.faults.harness import eventually, open_harness

pytestmark = pytest.mark.asyncio(loop_scope="module")

KICK_LABEL = "Kick down the door"

LOST_ANSWERS = {
    "500, broken JSON": (500, b'{"id": '),
    "502, bad UTF-8": (502, b'"\xff\xfe"'),
    "no message": (400, b'{"message": null, "code": 0}'),
    "a code of letters": (400, b'{"message": "x", "code": "abc"}'),
    "odd errors": (400, b'{"message": "x", "code": 1, "errors": [1]}'),
    "10062": (404, b'{"message": "Unknown interaction", "code": 10062}'),
    "an empty 200": (200, b""),
}


async def test_an_answer_that_comes_too_late_changes_nothing_about_the_move(trial: FaultCase) -> None:
    """Fault: an answer after three seconds (10062); the move stands and the table shows it."""
    table, before = trial.table, await trial.steps()
    held = trial.box.faults.hold("POST /interactions/*")
    pressing = asyncio.create_task(table.kick())
    await eventually(lambda: held.hits > 0)  # on nobody's screen
    trial.box.clock.advance(ANSWER_DEADLINE_S + 1)
    assert (await pressing).status == "failed"
    held.release()
    await table.until(lambda: "kicks the door in" in table.board().text)
    assert await trial.steps() == before + 1
    await trial.check_invariants(notices=0)
    assert any(request.code == 10062 for request in trial.box.requests)


@pytest.mark.parametrize("place", ["table", "hand"])
@pytest.mark.parametrize("answer", LOST_ANSWERS)
async def test_whatever_becomes_of_an_answer_the_screens_are_renewed(
    trial: FaultCase, answer: str, place: str
) -> None:
    """Fault: answer and apology get an unreadable reply, or none; the move counts, all screens show it."""
    table, before = trial.table, await trial.steps()
    person = await table.awaited_in_private()
    pressed = table.board() if place == "table" else person.dms()[-1]
    status, raw = LOST_ANSWERS[answer]
    lost = trial.box.faults.respond("* /interactions/*", status, raw=raw, count=None)
    pressing = asyncio.create_task(person.click(pressed, label=KICK_LABEL))
    await table.until(lambda: "kicks the door in" in table.board().text)
    await table.until(lambda: KICK_LABEL not in person.dms()[-1].text, person)
    trial.box.faults.remove(lost)
    trial.box.clock.advance(ANSWER_DEADLINE_S + 1)
    assert (await pressing).status == "failed"
    assert await trial.steps() == before + 1
    await trial.check_invariants(notices=0)


async def test_a_double_press_counts_once(trial: FaultCase) -> None:
    """Fault: a double press; one counts, the other is told."""
    table = trial.table
    person, board, before = table.awaited(), table.board(), await trial.steps()
    both = await asyncio.gather(*(person.click(board, label=KICK_LABEL) for _ in range(2)))
    assert all(outcome.ok for outcome in both)
    assert sum("moment has passed" in answer_text(outcome) for outcome in both) == 1
    assert await trial.steps() == before + 1
    await trial.check_invariants(notices=0)


async def test_those_who_want_the_last_seat_are_served_in_turn(trial: FaultCase) -> None:
    """Fault: six people join for one seat; one sits down, the others are told."""
    other = trial.harness.new_table()
    await other.lobby()
    crowd = [
        other.box.person(f"Guest {other.guild.id} {number}", guilds=[other.guild]) for number in range(8)
    ]
    for guest in crowd[:2]:
        assert (await guest.click(other.board(guest), label="Join")).ok
    board = other.board(crowd[2])
    outcomes = await asyncio.gather(*(guest.click(board, label="Join") for guest in crowd[2:]))
    told = [answer_text(outcome) for outcome in outcomes]
    assert sum("seats are taken" in text for text in told) == 5, told
    await other.until(lambda: other.board().text.count("Guest") == 3)
    # The game next door has noticed nothing.
    await trial.check_invariants(notices=0)


async def test_two_who_accept_one_bargain_together_are_served_one_after_the_other(trial: FaultCase) -> None:
    """Fault: two accept one bargain at once; one helps, the other is told."""
    fighter = await trial.fight()
    table = trial.table
    others = table.others(fighter)
    await trial.ask_for_help(fighter, others)
    hands = [await trial.hand(person) for person in others]
    before = await trial.steps()
    outcomes = await asyncio.gather(
        *(person.click(hand, label="Accept") for person, hand in zip(others, hands, strict=True))
    )
    log = (await trial.oracle.durable()).log[before:]
    assert len(log) == 1, "one of them helps"
    late = next(outcome for outcome in outcomes if outcome.interaction_id != log[0].interaction_id)
    assert not any(button.label.startswith("Accept") for button in table.board().buttons)
    assert answer_text(late), "the other is told"
    await trial.check_invariants(notices=0)


async def test_a_button_of_an_earlier_moment_is_refused_with_what_can_be_done_now(trial: FaultCase) -> None:
    """Fault: an old button; refused kindly, with the present choices."""
    table = trial.table
    person = table.awaited()
    old = next(button for button in table.board().buttons if button.label == KICK_LABEL)
    assert (await person.click(table.board(), label=KICK_LABEL)).ok
    for _ in range(2):
        await trial.check_alive()
    before = await trial.steps()
    answer = await person.forge_click(table.board(), old.custom_id)
    assert "moment has passed" in answer_text(answer) or "not your turn" in answer_text(answer)
    assert answer.message is not None
    assert answer.message.ephemeral
    assert "✋" in answer_text(answer)
    assert await trial.steps() == before
    await trial.check_invariants(notices=0)


async def test_a_button_whose_meaning_changed_under_the_thumb_does_nothing(trial: FaultCase) -> None:
    """Fault: a press just after the table moved on; it does nothing."""
    table = trial.table
    person, board = table.awaited(), table.board()
    held = trial.box.faults.hold("PATCH /channels/*")
    assert (await person.click(table.board(person), label=KICK_LABEL)).ok
    before = await trial.steps()
    old = next(button for button in board.buttons if button.label == KICK_LABEL)
    answer = await person.forge_click(board, old.custom_id)
    assert "moment has passed" in answer_text(answer)
    assert await trial.steps() == before
    trial.box.faults.remove(held)
    await trial.check_invariants(notices=0)


async def test_a_foreign_press_is_refused_in_private(trial: FaultCase) -> None:
    """Fault: somebody else's button; refused in private."""
    table, before = trial.table, await trial.steps()
    for person in (table.zoe, table.others(table.awaited())[0]):
        for label in (KICK_LABEL, "My hand"):
            answer = await person.click(table.board(person), label=label)
            assert answer.message is not None
            assert answer.message.ephemeral
            if person is table.zoe:
                assert "watching" in answer_text(answer)
    assert await trial.steps() == before
    await trial.check_invariants(notices=0)


async def test_a_foreign_table_is_out_of_reach_from_a_direct_message(trial: FaultCase) -> None:
    """Fault: a forged press on another server's table from a direct message; no seat, no hand, no screen."""
    lobby, stranger = trial.harness.new_table(), trial.table.ann
    await lobby.lobby()
    letter = stranger.dms()[-1]
    for action, rest in (
        (ButtonAction.LOBBY, "join"),
        (ButtonAction.LOBBY, "settings"),
        (ButtonAction.SCREEN, "hand"),
        (ButtonAction.SCREEN, "watch"),
        (ButtonAction.HELP, ""),
    ):
        forged = str(CustomId(lobby.number, 0, action, rest))
        assert "no game here" in answer_text(await stranger.forge_click(letter, forged)), rest
    assert stranger.name not in lobby.board().text
    own = str(CustomId(trial.table.number, 0, ButtonAction.SCREEN, "story"))
    assert "no game here" not in answer_text(await stranger.forge_click(letter, own))
    await trial.check_invariants(notices=0)


async def test_terms_that_were_left_open_are_refused_and_cost_nothing(trial: FaultCase) -> None:
    """Fault: terms sent twenty minutes late; refused, nothing is spent."""
    fighter = await trial.fight()
    terms = await trial.terms_of_help(fighter, trial.table.others(fighter))
    trial.box.clock.advance(20 * 60)
    assert (await fighter.click(trial.table.board(), label="Give up and run")).ok
    for other in trial.table.others(fighter):
        assert (await other.click(trial.table.board(other), label="Pass")).ok
    before = await trial.steps()
    answer = await fighter.click(terms, label="Send")
    assert "moment has passed" in answer_text(answer) or "can’t do that now" in answer_text(answer), (
        answer_text(answer)
    )
    assert await trial.steps() == before
    await trial.check_invariants(notices=0)


async def test_a_hand_opened_long_ago_still_works(trial: FaultCase) -> None:
    """Fault: a card from a hand opened 16 minutes ago; it is played."""
    table = trial.table
    person = table.awaited()
    hand = (await person.click(table.board(), label="My hand")).message
    assert hand is not None
    trial.box.clock.advance(16 * 60)
    before = await trial.steps()
    outcome = trial.oracle.note_accepted(await person.click(hand, label=KICK_LABEL))
    assert "✋" in answer_text(outcome)
    assert await trial.steps() == before + 1
    # The bot's own clock has not moved: what follows the game may try the old token once.
    tried = [request for request in trial.box.requests if request.code == 50027]
    assert sum(f"/messages/{hand.id}" in request.path for request in tried) <= 1
    await trial.check_invariants(notices=0)


async def test_a_command_of_an_earlier_release_gets_a_kind_answer(trial: FaultCase) -> None:
    """Fault: a command of an earlier release; a kind answer."""
    table, commands = trial.table, trial.box.world.commands
    known, hosts = (
        next(command for command in commands.values() if command.body["name"] == name)
        for name in ("kickdoor", "kickdoor-table")
    )
    before, before_hosts = deepcopy(known.body), deepcopy(hosts.body)
    subcommand = next(part for part in known.body["options"] if part["name"] == "status")
    try:
        subcommand["name"] = "standings"
        standings = await table.ben.command(table.channel, "kickdoor standings")
        subcommand["name"] = "speed"
        moved = await table.ben.command(table.channel, "kickdoor speed")
        mover = next(part for part in hosts.body["options"] if part["name"] == "move")
        mover["options"] = []
        move = await table.ben.command(table.channel, "kickdoor-table move")
        known.body["name"] = "kickgate"
        whole = await table.ben.command(table.channel, "kickgate pause")
    finally:
        known.body, hosts.body = before, before_hosts
    assert "/kickdoor-table speed" in answer_text(moved)
    assert "/kickdoor pause" in answer_text(whole)
    for outcome in (standings, move):
        assert "earlier version" in answer_text(outcome), outcome
    await trial.check_invariants(notices=0)


async def test_a_person_a_server_and_a_script_have_limits_that_are_said(tmp_path: Path) -> None:
    """Fault: too many lobbies, tables or presses; refused with words, others notice nothing."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        await stage.stop()
        await stage.start(
            KICKDOOR_TABLES_PER_SERVER="3", KICKDOOR_LOBBIES_PER_PERSON="2", KICKDOOR_REQUESTS_PER_MINUTE="60"
        )
        crowd = stage.new_table()
        rooms = [stage.box.world.add_channel(crowd.guild, f"room-{number}") for number in range(4)]
        for room in rooms[:2]:
            assert "Your table is open" in answer_text(await crowd.ann.command(room, "kickdoor new"))
        assert "2 open lobbies" in answer_text(await crowd.ann.command(rooms[2], "kickdoor new"))
        assert "Your table is open" in answer_text(await crowd.ben.command(rooms[2], "kickdoor new"))
        assert "already has 3 games" in answer_text(await crowd.cleo.command(rooms[3], "kickdoor new"))
        assert (await crowd.ben.command(rooms[2], "kickdoor-table end")).ok
        assert "Your table is open" in answer_text(await crowd.cleo.command(rooms[3], "kickdoor new"))
        answered, begun = 0, time.monotonic()
        while "Easy!" not in answer_text(await crowd.zoe.command(rooms[0], "kickdoor status")):
            answered += 1
            assert answered <= 60 + time.monotonic() - begun  # the slower they ask, the more they may
        assert answered >= 60
        assert "Easy!" not in answer_text(await crowd.ben.command(rooms[0], "kickdoor status"))
        await trial.check_invariants(notices=1)
