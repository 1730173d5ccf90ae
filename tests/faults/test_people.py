"""What people do to us: they close their direct messages, leave, or are banned in the middle of a deal."""

import pytest

from bot.views.screens import ELSEWHERE_TEXT
from tests.e2e.in_process_bot import answer_text, delivered
from tests.faults.fault_case import FaultCase
from tests.faults.harness import Harness, eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

HINT_TEXT = "Your DMs are closed"


async def test_who_takes_no_direct_messages_plays_all_the_same(trial: FaultCase) -> None:
    """Fault: direct messages closed at the deal; one hint, and the hand is behind the button."""
    other = trial.harness.new_table()
    other.ben.set_dms(False)
    await other.game()
    judge = FaultCase(trial.harness, other)
    await eventually(lambda: any(r.code == 50007 for r in trial.box.requests))
    await delivered()
    hands = [answer_text(await other.ben.click(other.board(), label="My hand")) for _ in range(3)]
    assert all("✋" in hand for hand in hands)
    assert sum(HINT_TEXT in hand for hand in hands) == 1
    assert other.ben.dms() == []
    await judge.check_invariants(notices=1)
    await trial.check_invariants(notices=0)


async def test_direct_messages_closed_in_the_middle_of_a_game_hold_nobody_up(trial: FaultCase) -> None:
    """Fault: direct messages closed in a game; the fighter goes on by button."""
    table = trial.table
    fighter = table.awaited()
    trial.box.faults.refuse(f"PATCH /channels/{fighter.dms()[-1].channel_id}/*", 50007, count=None)
    fighter.set_dms(False)
    before = trial.oracle.invalid()
    await trial.fight()
    hand = await fighter.click(table.board(), label="My hand")
    assert "✋" in answer_text(hand)
    assert (await fighter.click(table.board(), label="Give up and run")).ok
    await trial.check_invariants(notices=0, besides={f"hand.{fighter.id}"})
    assert trial.oracle.invalid() - before <= 2


async def test_the_seat_of_somebody_who_left_the_server_is_kept(trial: FaultCase) -> None:
    """Fault: a player leaves the server; others play on, the seat and its hand are kept."""
    table = trial.table
    gone = table.others(table.awaited())[0]
    trial.box.world.remove_member(table.guild, gone.id)
    table.without(gone)
    await trial.fight()
    hand = f"hand.{gone.id}"
    await trial.check_invariants(notices=0, besides={hand})
    trial.box.world.add_member(table.guild, gone.id)
    assert "✋" in answer_text(await gone.click(table.board(gone), label="My hand"))
    await trial.check_invariants(notices=0, besides={hand})


async def test_nobody_waits_for_ever_for_somebody_who_was_banned(trial: FaultCase) -> None:
    """Fault: the player to move is banned; the others decide, then the caretaker plays."""
    table = trial.table
    gone = table.awaited()
    trial.box.world.remove_member(table.guild, gone.id)
    table.without(gone)
    before = await trial.steps()
    here = table.players.people[0]
    await trial.harness.pass_time(31 * 60)
    await table.until(lambda: "Go on without waiting" in table.board(here).text, here)
    for person in table.players.people:
        assert (await person.click(table.board(here), label="Yes")).ok
        if await trial.steps() > before + 2:
            break
    await table.until(lambda: "Go on without waiting" not in table.board(here).text, here)
    await trial.check_invariants(notices=1, besides={f"hand.{gone.id}"})


async def test_a_bargain_with_somebody_who_was_banned_is_settled(trial: FaultCase) -> None:
    """Fault: a helper is banned; the bargain is settled by the rules, once."""
    table = trial.table
    fighter = await trial.fight()
    helper = table.others(fighter)[0]
    await trial.ask_for_help(fighter, [helper])
    outcome = await helper.click(await trial.hand(helper), label="Accept")
    trial.oracle.note_accepted(outcome)
    trial.box.world.remove_member(table.guild, helper.id)
    table.without(helper)
    await table.until(lambda: f"{helper.name}" in table.board().text.split("💰")[0])
    assert (await fighter.click(table.board(), label="Give up and run")).ok
    for _ in range(12):
        # Those who are there do nothing either: the clock alone has to lead out of the fight.
        await trial.harness.pass_time(35 * 60)
        if " vs. " not in table.board().text:
            break
    assert " vs. " not in table.board().text
    log = (await trial.oracle.durable()).log
    assert sum(row.interaction_id == outcome.interaction_id for row in log) == 1
    await trial.check_invariants(notices=1, besides={f"hand.{helper.id}"})


async def test_when_the_host_leaves_game_and_server_the_next_person_hosts(trial: FaultCase) -> None:
    """Fault: the host leaves game and server; the next person hosts."""
    table = trial.table
    question = (await table.ann.command(table.channel, "kickdoor leave")).message
    assert question is not None
    left = await table.ann.click(question, label="Leave for good")
    assert "slip out" in answer_text(left)
    trial.box.world.remove_member(table.guild, table.ann.id)
    table.without(table.ann)
    trial.oracle.watch_only(table.players.people)
    disk = await trial.oracle.disk()
    assert disk.table.host == table.ben.id
    await trial.check_invariants(notices=0)


async def test_direct_messages_say_where_they_belong(stage: Harness) -> None:
    """Fault: one person plays two games; the first line of each message says which one, and names no card."""
    table, other = stage.new_table(), stage.new_table()
    twice = table.ann
    stage.box.world.add_member(other.guild, twice.id)
    await table.game()
    await other.lobby("wild_west")
    assert (await twice.command(other.channel, "kickdoor join")).ok
    assert (await other.ann.click(other.board(), label="Start")).ok
    await other.until(lambda: len(twice.dms()) == 2, twice)
    first, second = (letter.text.splitlines()[0] for letter in twice.dms())
    for line, here, game in ((first, table, "Classic"), (second, other, "Wild West")):
        place = f"[{here.guild.name} › #{here.channel.name}](https://discord.com/channels/{here.guild.id}/"
        assert place in line
        assert line.endswith(f"{here.channel.id}) · {game}")
    assert first[0] != second[0], "the same color"
    late = table.awaited()
    await stage.pass_time(table.left() / 2 + 5.0)
    await table.until(lambda: any("time is up" in letter.text for letter in late.dms()), late)
    stage.box.world.delete_channel(table.channel)
    await table.until(lambda: any("suspended" in letter.text for letter in twice.dms()), twice)
    lines = {letter.text.splitlines()[0] for letter in (*late.dms(), *twice.dms())}
    assert lines == {first, second}


@pytest.mark.parametrize("name", ["\u3164\u200b", "\u2800 \ufe0f", "\u0301\u0301\u0336"])
async def test_an_invisible_name_gives_way_to_the_user_name(stage: Harness, name: str) -> None:
    """Fault: a display name of blank, zero-width or combining signs alone; the user name stands for it."""
    table = stage.new_table()
    table.zoe.user.global_name = name
    await table.lobby()
    assert "seat" in answer_text(await table.zoe.command(table.channel, "kickdoor join"))
    await table.until(lambda: f"**{table.zoe.user.username}**" in table.board().text)


async def test_who_has_left_every_server_can_still_be_forgotten(stage: Harness) -> None:
    """Fault: somebody has left the server; `/kickdoor forget me` works in the direct message."""
    table = stage.new_table()
    await table.game()
    gone = table.others(table.awaited())[0]
    stage.box.world.remove_member(table.guild, gone.id)
    table.without(gone)
    told = await gone.command("dm", "kickdoor forget me", {"sure": True})
    assert "deleted everywhere" in answer_text(told)
    await table.until(lambda: gone.name not in table.board().text)


async def test_who_dismisses_the_copy_of_a_hand_has_the_hand_again(trial: FaultCase) -> None:
    """Fault: somebody dismisses the copy of a hand from which they play; the next move renews the hand."""
    table = trial.table
    owner = table.others(table.awaited())[0]
    copy = await trial.hand(owner)
    fighter = await trial.fight()
    trial.harness.advance_loop(30.5)  # nobody looks at that hand: it waits for quiet
    await table.until(lambda: ELSEWHERE_TEXT in owner.dms()[-1].text, owner)
    await trial.oracle.converged()
    owner.dismiss(copy)
    wrong = await trial.oracle.wrong_screens()
    assert any(line.startswith(f"hand.{owner.id} ") for line in wrong), "the oracle believes in the copy"
    assert (await fighter.click(table.board(), label="Give up and run")).ok
    trial.harness.advance_loop(25.0)
    await table.until(lambda: ELSEWHERE_TEXT not in owner.dms()[-1].text, owner)
    await trial.check_invariants(notices=1)
