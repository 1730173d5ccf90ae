"""What becomes of messages: deleted, closed, left behind, buried, seen again after a restart."""

from dataclasses import replace

import pytest

from tests.bot.sandbox.waiting import eventually
from tests.e2e.in_process_bot import CHANNEL_NAME, QUICK_TIMING, InProcessBot, answer_text, delivered


async def test_hands_come_as_direct_messages_and_stay_up_to_date(club: InProcessBot) -> None:
    """The move made in the direct message is accepted there, and the message shows the new hand."""
    await club.game()
    first = club.awaited()
    await club.until(lambda: "Kick down the door" in first.dms()[-1].text, first)
    answer = await first.click(first.dms()[-1], label="Kick down the door")
    assert answer.kind == "update"
    await club.until(lambda: "kicks the door in" in club.table().text)
    assert len(first.dms()) == 1
    assert all("Kick down" not in button.label for button in first.dms()[0].buttons)


async def test_what_is_ones_own_can_be_asked_for_in_direct_messages(club: InProcessBot) -> None:
    """Hand, games and figures; whoever closed their direct messages before gets the hand all the same."""
    club.ben.set_dms(False)
    await club.game()
    await eventually(lambda: any(request.code == 50007 for request in club.box.requests))
    club.ben.set_dms(True)
    games = answer_text(await club.ben.command("dm", "kickdoor my games"))
    assert "1 game" in games
    assert CHANNEL_NAME in games
    assert "Here you are" in answer_text(await club.ben.command("dm", "kickdoor hand"))
    await club.until(lambda: "✋" in club.ben.dms()[-1].text, club.ben)
    assert "Text size" in answer_text(await club.ben.command("dm", "kickdoor pictures", {"show": False}))
    for command in ("stats", "rules"):
        assert "channel of a server" not in answer_text(await club.ben.command("dm", f"kickdoor {command}"))
    assert "channel of a server" in answer_text(await club.ben.command("dm", "kickdoor start"))


async def test_who_must_act_is_mentioned_once(club: InProcessBot) -> None:
    """The table's message calls the one for whom everybody waits, and nobody else; there is no other."""
    await club.game()
    first = club.awaited()
    sign = f"👉 <@{first.id}>"
    await club.until(lambda: sign in club.table().text, first)
    mentioned = [e for e in first.diary.entries if e["type"] == "message" and e["mention"]]
    assert sum(sign in str(e["message"]["components"]) for e in mentioned) == 1
    for other in club.others(first):
        pinged = [e for e in other.diary.entries if e["type"] == "message" and e["mention"]]
        assert all(sign not in str(e["message"]["components"]) for e in pinged)


async def test_with_closed_direct_messages_the_hand_is_behind_the_button(club: InProcessBot) -> None:
    """The game starts all the same; the person is told once."""
    club.ben.set_dms(False)
    await club.game()
    hint = "Your DMs are closed"
    await club.until(lambda: "kick down the door" in club.table().text)
    await eventually(lambda: any(request.code == 50007 for request in club.box.requests))
    await delivered()
    hands = [answer_text(await club.ben.click(club.table(), label="My hand")) for _ in range(3)]
    assert all("✋" in hand for hand in hands)
    assert sum(hint in hand for hand in hands) == 1
    assert club.ben.dms() == []


async def test_a_deleted_table_comes_back_with_the_next_move(club: InProcessBot) -> None:
    await club.game()
    first = club.awaited()
    await club.until(lambda: "Kick down" in first.dms()[-1].text, first)
    club.box.purge(club.box.channel(CHANNEL_NAME))
    await first.click(first.dms()[-1], label="Kick down the door")
    await club.until(lambda: "kicks the door in" in club.table().text)
    assert len(club.tables()) == 1


async def test_status_brings_deleted_messages_back(club: InProcessBot) -> None:
    await club.game()
    club.box.purge(club.box.channel(CHANNEL_NAME))
    assert "step" in answer_text(await club.ben.command(CHANNEL_NAME, "kickdoor status"))
    await club.until(lambda: "kick down the door" in club.table().text)


async def test_after_a_restart_everything_works_again(club: InProcessBot) -> None:
    """Old buttons are answered by the new process, and what was deleted meanwhile is posted again."""
    await club.game()
    await club.until(lambda: len(club.awaited().dms()) == 1)
    first = club.awaited()
    await club.stop()
    club.box.purge(club.box.channel(CHANNEL_NAME))
    await club.start()
    await club.until(lambda: "kick down the door" in club.table().text)
    assert len(club.tables()) == 1
    assert (await first.click(first.dms()[-1], label="Kick down the door")).ok
    await club.until(lambda: "kicks the door in" in club.table().text)
    assert len(first.dms()) == 1


async def test_the_table_can_be_posted_again_below(club: InProcessBot) -> None:
    """There is one table message after it, and it is the last one of the channel."""
    await club.game()
    old = club.table()
    await club.ben.say(CHANNEL_NAME, "Where is the game?")
    assert (await club.ben.command(CHANNEL_NAME, "kickdoor table")).ok
    await club.until(lambda: club.table().id != old.id and len(club.tables()) == 2)
    assert club.tables()[-1].id == club.table().id


async def test_a_removed_channel_suspends_the_game_and_it_can_be_moved(club: InProcessBot) -> None:
    """Nothing is lost: the host moves the table elsewhere, and the game goes on there."""
    await club.game()
    club.box.world.delete_channel(club.box.channel(CHANNEL_NAME))
    await club.until(lambda: any("Its channel is gone" in m.text for m in club.ann.dms()))
    answer = await club.ann.command(
        "tavern", "kickdoor-table move", {"channel": club.box.channel("tavern").id}
    )
    assert "Moved to" in answer_text(answer)
    await club.until(lambda: any("kick down" in m.text for m in club.ann.messages("tavern")))


async def test_a_buried_table_comes_up_again_with_the_next_move(
    club: InProcessBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People talk; when the game goes on the table is below what they said, and there is only one."""
    monkeypatch.setattr("bot.delivery.writer.BURIED_CHECK_INTERVAL_S", 0.0)
    await club.game()
    first = club.awaited()
    await club.until(lambda: "Kick down" in first.dms()[-1].text, first)
    old = club.table().id
    for number in range(12):
        await club.ben.say(CHANNEL_NAME, f"By the way, number {number}")
    await first.click(first.dms()[-1], label="Kick down the door")
    await club.until(lambda: club.table().id != old and "kicks the door in" in club.table().text)
    await club.until(lambda: len([m for m in club.tables() if m.from_bot]) == 1)


async def test_a_press_on_the_table_is_answered_there_without_a_further_edit(club: InProcessBot) -> None:
    """The click's own answer costs nothing against Discord's limits; nothing is left to be delivered."""
    await club.stop()
    await club.start(replace(QUICK_TIMING, batch_delay_s=1.5))
    await club.game()
    first = club.awaited()
    await club.until(lambda: "Kick down" in first.dms()[-1].text, first)
    await delivered()
    table = club.table()
    edits = f"/messages/{table.id}"
    before = sum(r.method == "PATCH" and r.path.endswith(edits) for r in club.box.requests)
    assert (await first.click(table, label="Kick down the door")).ok
    await club.until(lambda: "kicks the door in" in club.table().text)
    await delivered()
    after = sum(r.method == "PATCH" and r.path.endswith(edits) for r in club.box.requests)
    assert after == before
