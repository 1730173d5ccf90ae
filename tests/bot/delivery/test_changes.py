"""Which screens are renewed when: real boards at a real table, with a Discord of dictionaries."""

import asyncio
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from bot.delivery.live_replies import LiveScreen
from bot.delivery.surface_keys import SurfaceKey, hand_key, table_key, watch_key
from bot.delivery.wire import ChannelUnreachableError, ReplyHandle
from bot.store.api import StoreError
from bot.store.rows import UserRow
from bot.tables.actor import Actor
from bot.tables.intents import MoveTo, Pause, Request, Resume, Suspend
from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base.layout import Screen, Text
from bot.views.base.reading import Reading
from cards.kernel.moves import Refusal
from tests.bot.delivery.delivered_table import USERS, DeliveredTable
from tests.bot.delivery.fakes import run_ready
from tests.bot.sandbox.waiting import eventually
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO


async def test_a_private_answer_follows_at_once_if_something_has_happened_before_it_was_shown(
    evening: DeliveredTable,
) -> None:
    key = watch_key(evening.harness.table, 500)
    drawn = await evening.screens.render_watch(key.table, key.user, 1_900_000_000)
    assert drawn is not None
    older = Screen((Text("what was there before"),))
    for edits, version in enumerate((drawn.version, drawn.version - 1)):
        live = LiveScreen(key, version, 1_900_000_000, "Guest")
        await evening.screens.reply_shown(ReplyHandle(70, 600 + edits, 4, "token"), live, older)
        await evening.written()
        assert evening.wire.calls.count("edit_reply") == edits


async def test_what_the_clock_does_for_somebody_is_no_hurry_on_their_hand(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who passes by themselves has pressed nothing, and nothing on their hand is over."""
    user, _ = await evening.active()
    change = await evening.harness.act(user, "kick")
    marked = AsyncMock()
    monkeypatch.setattr(evening.delivery.changes, "mark_table", marked)
    for interaction_id in (change.interaction_id, 0):
        await evening.delivery.changes.table_changed(replace(change, interaction_id=interaction_id))
        await evening.written()
    assert [call.args[2] for call in marked.await_args_list] == [user, 0]


async def test_the_host_hears_of_another_reason_for_a_suspension(evening: DeliveredTable) -> None:
    """A bot that was removed may first see only that the channel is closed to it."""
    harness = evening.harness
    for reason in ("access", "removed"):
        await harness.service.send(harness.table, Request(0, 0, Suspend(reason)))
        for _ in range(3):
            evening.clock.now += 60.0
            await evening.written()
        (told,) = [text for text in evening.wire.texts(ANN) if "Nothing is lost" in text]
        assert ("removed" in told) is (reason == "removed")


async def test_a_hand_that_is_there_is_renewed_though_no_new_message_gets_through(
    evening: DeliveredTable,
) -> None:
    """A bot that was removed may still edit: the host's hand tells what the refused message cannot."""
    harness, wire = evening.harness, evening.wire
    wire.shut = {ANN}
    await harness.service.send(harness.table, Request(0, 0, Suspend("access")))
    evening.clock.now += 60.0
    await evening.written()
    assert (await harness.store.user(ANN)).dm_closed_until > evening.clock.now
    await harness.service.send(harness.table, Request(0, 0, Suspend("removed")))
    evening.clock.now += 60.0
    await evening.written()
    (hand,) = wire.texts(ANN)
    assert "removed from the server" in hand


async def test_direct_messages_that_discord_refuses_are_asked_for_once_and_not_at_every_change(
    evening: DeliveredTable,
) -> None:
    """Each refusal counts against the bot, and the hand is behind the table's button."""
    harness, wire = evening.harness, evening.wire
    wire.shut, wire.refusal = {ANN}, ChannelUnreachableError("permission")
    wire.messages.clear()
    for _ in range(3):
        await evening.again()
    assert wire.refused == [ANN]
    assert (await harness.store.user(ANN)).dm_closed_until > evening.clock.now
    assert len(wire.texts(CHANNEL)) == 1


async def test_a_wish_and_closed_direct_messages_that_are_noted_at_once_are_both_kept(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness, save, saving, gate = (
        evening.harness,
        evening.harness.store.save_user,
        asyncio.Event(),
        asyncio.Event(),
    )

    async def save_late(row: UserRow) -> None:
        saving.set()
        await gate.wait()
        await save(row)

    monkeypatch.setattr(harness.store, "save_user", save_late)
    evening.wire.shut = {ANN}
    evening.wire.messages.clear()
    evening.screens.redraw([harness.table])
    await saving.wait()
    wish = asyncio.create_task(evening.screens.set_reading(ANN, Reading(text_only=True)))
    await run_ready()
    gate.set()
    await wish
    row = await harness.store.user(ANN)
    assert row.text_only
    assert row.dm_closed_until > evening.clock.now


async def test_direct_messages_are_tried_again_where_the_bot_is_invited_again(
    evening: DeliveredTable,
) -> None:
    """That they were refused told nothing but that there was no server in common."""
    harness, wire = evening.harness, evening.wire
    wire.shut = {ANN}
    wire.messages.clear()
    evening.screens.redraw([harness.table])
    evening.clock.now += 60.0
    await evening.written()
    assert wire.texts(ANN) == []
    wire.shut = set()
    view = await harness.view_for(None)
    await evening.screens.retry_dms(seat.user for seat in view.table.seats)
    evening.screens.redraw([harness.table])
    evening.clock.now += 60.0
    await evening.written()
    assert len(wire.texts(ANN)) == 1


async def test_clocks_stand_still_until_the_table_can_be_shown_again(evening: DeliveredTable) -> None:
    """That a hand gets through says nothing about the channel; where the table is, all hands are."""
    first, _ = await evening.active()
    evening.wire.down = {CHANNEL, *USERS}
    await evening.harness.act(first, "kick")
    await evening.again()
    assert len(evening.outages.reasons) >= 4
    evening.wire.down = {CHANNEL}
    await evening.again()
    assert len(evening.outages.reasons) == 1
    evening.wire.down = {CLEO}
    await evening.again()
    for press, wish in enumerate((Pause(), Resume()), 77):
        await evening.harness.service.send(evening.harness.table, Request(press, ANN, wish))
        await evening.again()
    assert evening.outages.reasons == set()


async def test_messages_deleted_unheard_come_back_although_nothing_has_changed(
    evening: DeliveredTable,
) -> None:
    """A new session tells nothing of what happened before it. Only mentions, which would notify, do not."""
    shown = {channel for channel, _ in evening.wire.messages}
    assert len(shown) > 1
    evening.wire.messages.clear()
    evening.screens.redraw([evening.harness.table])
    evening.clock.now += 60.0
    await evening.written()
    assert {channel for channel, _ in evening.wire.messages} == shown


async def test_an_answer_lost_on_the_way_is_no_error_though_the_database_is_gone(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def gone(key: SurfaceKey) -> None:
        raise StoreError("connection was closed")

    monkeypatch.setattr(evening.delivery.scheduler, "invalidate", gone)
    await evening.screens.answer_failed(hand_key(evening.harness.table, ANN))
    assert "connection was closed" in caplog.text


async def test_a_table_that_cannot_be_read_holds_up_no_other_and_is_drawn_later(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is gone for a moment, once for the messages of one table and once for another table."""
    monkeypatch.setattr("bot.delivery.background_tasks.RETRY_DELAY_S", 0.05)
    view, distrust = evening.harness.service.view_for, evening.delivery.scheduler.invalidate_table
    missing, unread = evening.harness.table + 1, evening.harness.table + 2
    looked: list[int] = []

    async def seen(table: int, user: int | None) -> TableView | Refusal:
        if table == missing:
            looked.append(table)
            return Refusal("not_saved")
        return await view(evening.harness.table, user)

    async def distrusted(table: int) -> None:
        looked.append(table)
        if table == unread and looked.count(unread) == 1:
            raise StoreError("connection was closed")
        await distrust(table)

    monkeypatch.setattr(evening.harness.service, "view_for", seen)
    monkeypatch.setattr(evening.delivery.scheduler, "invalidate_table", distrusted)
    evening.screens.redraw([missing, unread, evening.harness.table])
    await eventually(lambda: len(looked) >= 5)
    assert looked[:5] == [missing, unread, evening.harness.table, missing, unread]


async def test_who_shows_a_table_for_others_is_told_if_it_cannot_be_read(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is tried again: which hands there are, and whether the game is over, is not known here."""

    async def unreadable(table: int, user: int | None) -> TableView | Refusal:
        return Refusal("not_saved")

    monkeypatch.setattr(evening.harness.service, "view_for", unreadable)
    with pytest.raises(StoreError):
        await evening.delivery.changes.show(evening.harness.table)


async def test_a_channel_that_cannot_be_looked_at_holds_up_no_other_and_is_tried_again(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is gone for a moment just when the permissions of several channels change."""
    monkeypatch.setattr("bot.delivery.background_tasks.RETRY_DELAY_S", 0.05)
    in_channel = evening.harness.service.table_in_channel
    unread, broken = CHANNEL + 1, CHANNEL + 2
    looked: list[int] = []

    async def looked_at(channel: int) -> Table | None:
        looked.append(channel)
        if channel == unread and looked.count(unread) == 1:
            raise StoreError("connection was closed")
        if channel == broken:
            raise ValueError("of our own making")
        return await in_channel(channel)

    monkeypatch.setattr(evening.harness.service, "table_in_channel", looked_at)
    for channel in (unread, broken, CHANNEL):
        evening.screens.note_reachable(channel, sure=True)
    await eventually(lambda: len(looked) >= 4)
    assert looked == [unread, broken, CHANNEL, unread]
    evening.screens.note_reachable(CHANNEL, sure=True)
    await eventually(lambda: looked[4:] == [CHANNEL])


async def test_who_stops_while_tables_are_drawn_again_leaves_the_rest_to_the_next_start(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    async def closed(table: int, user: int | None) -> TableView | Refusal:
        looked.append(table)
        await evening.screens.close()
        raise StoreError("the store is closed")

    monkeypatch.setattr(evening.harness.service, "view_for", closed)
    evening.screens.redraw([7, 8, 9])
    await eventually(lambda: 7 in looked)
    await run_ready()
    assert not {8, 9} & set(looked)


async def test_many_channels_that_can_be_used_again_leave_the_event_loop_to_others(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them may be in memory, so that nothing in between has to wait."""
    looked: list[int] = []

    async def looked_at(channel: int) -> Table | None:
        looked.append(channel)
        return None

    monkeypatch.setattr(evening.harness.service, "table_in_channel", looked_at)
    for channel in range(500, 600):
        evening.screens.note_reachable(channel, sure=True)
    for _ in range(20):
        await asyncio.sleep(0)
    assert 0 < len(looked) <= 20
    await eventually(lambda: looked == list(range(500, 600)))


async def test_a_move_is_shown_on_the_table_and_to_those_who_have_to_decide(evening: DeliveredTable) -> None:
    """The others' hands are left alone: nothing that is theirs has changed, and it is not their turn."""
    first, others = await evening.active()
    await evening.harness.act(first, "kick")
    written = await evening.written()
    pending = await evening.harness.pending()
    awaited = {USERS[seat] for seat in pending.awaited}
    assert CHANNEL in written
    assert awaited <= written | {first}
    assert not set(others) - awaited & written


async def test_a_door_kicked_in_by_who_plays_from_a_hand_is_on_the_table_at_once(
    evening: DeliveredTable,
) -> None:
    """All for whom the table waits look at their hands, but a moment waits for nobody."""
    for user in USERS:
        evening.screens.note_press(user, in_hand=True)
    first, _ = await evening.active()
    await evening.harness.act(first, "kick")
    assert CHANNEL in await evening.written()


async def test_whoever_plays_on_the_table_has_no_hand_renewed_beside_it(evening: DeliveredTable) -> None:
    for user in USERS:
        evening.screens.note_press(user, in_hand=False)
    first, _ = await evening.active()
    await evening.harness.act(first, "kick")
    assert await evening.written() == {CHANNEL}


async def test_a_pause_is_shown_on_all_screens_at_once(evening: DeliveredTable) -> None:
    """Whatever anybody looks at."""
    for user in USERS:
        evening.screens.note_press(user, in_hand=False)
    await evening.harness.done(ANN, Pause())
    assert CHANNEL in await evening.written()


async def test_who_is_forgotten_leaves_screens_that_were_drawn_just_before(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between leaving and being erased every screen is drawn with the name on it; in the end none has it."""
    drawn: list[str] = []
    erase = Actor.erase_user

    async def late(self: Actor, user: int) -> None:
        await evening.written()
        drawn.extend(evening.wire.texts(CHANNEL))
        await erase(self, user)

    monkeypatch.setattr(Actor, "erase_user", late)
    assert await evening.harness.service.forget_user(BEN)
    await evening.written()
    assert any("Ben" in text for text in drawn)
    for place in (CHANNEL, ANN, CLEO):
        assert not any("Ben" in text for text in evening.wire.texts(place))
    assert any("Somebody" in text for text in evening.wire.texts(CHANNEL))


async def test_a_table_that_moves_leaves_a_sign_where_it_was(evening: DeliveredTable) -> None:
    """It points to the new channel and has no buttons; moved on from there, the next sign points further."""
    host = (await evening.harness.view_for(None)).table.host
    await evening.harness.done(host, MoveTo(CHANNEL + 1))
    await evening.written()
    (sign,) = evening.wire.texts(CHANNEL)
    assert f"goes on in <#{CHANNEL + 1}>" in sign
    assert f"has brought the table here from <#{CHANNEL}>" in "".join(evening.wire.texts(CHANNEL + 1))
    await evening.harness.done(host, MoveTo(CHANNEL + 2))
    await evening.written()
    assert any(f"<#{CHANNEL + 2}>" in text for text in evening.wire.texts(CHANNEL + 1))
    assert evening.wire.texts(CHANNEL) == [sign]


async def test_where_no_sign_can_stand_the_old_message_goes(evening: DeliveredTable) -> None:
    host = (await evening.harness.view_for(None)).table.host
    evening.wire.closed = {CHANNEL}
    await evening.harness.done(host, MoveTo(CHANNEL + 1))
    await evening.written()
    assert evening.wire.texts(CHANNEL) == []


async def test_words_that_the_host_has_chosen_for_all_say_so(evening: DeliveredTable) -> None:
    host = (await evening.harness.view_for(None)).table.host
    assert not any("as the host has chosen" in text for text in evening.wire.texts(CHANNEL))
    await evening.screens.set_reading(host, Reading(text_only=True))
    await evening.screens.invalidate(table_key(evening.harness.table))
    await evening.written()
    assert any("In words for all, as the host has chosen" in text for text in evening.wire.texts(CHANNEL))
