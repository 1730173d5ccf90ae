"""The newest version of each surface gets to Discord, whatever Discord does."""

import asyncio
import logging

import pytest

from bot.delivery.channels import INVALID_SPAN_S, MAX_INVALID_CALLS
from bot.delivery.drawing import (
    AT_ONCE,
    GONE,
    POST_AGAIN,
    SOON,
    Drawing,
    Position,
    RedrawPolicy,
)
from bot.delivery.surface_keys import SurfaceKey
from bot.delivery.wire import (
    CannotShowError,
    ChannelUnreachableError,
    DeliveryError,
    DmClosedError,
    MessageGoneError,
    MessageTooOldError,
    RetryLaterError,
)
from bot.delivery.writer import MAX_FAILED_EDITS, nonce
from bot.store.api import StoreError
from bot.store.rows import SurfaceRow
from bot.views.base.layout import Screen
from tests.bot.delivery.fakes import (
    CHANNEL,
    DM,
    HAND_KEY,
    TABLE_KEY,
    FakeDelivery,
    FakeScreens,
    FakeSurfaceStore,
    StillClock,
    run_ready,
)


async def test_a_surface_is_posted_once_and_then_edited() -> None:
    delivery = await FakeDelivery.showing()
    await delivery.show(TABLE_KEY, "two", 2)
    assert delivery.wire.texts() == ["two"]
    assert delivery.wire.calls.count("send") == 1


async def test_nothing_is_sent_where_nothing_changed() -> None:
    delivery = await FakeDelivery.showing()
    await delivery.scheduler.wait_idle()
    before = list(delivery.wire.calls)
    await delivery.show(TABLE_KEY, "one", 2)
    assert delivery.wire.calls == before


class FailingSurfaceStore(FakeSurfaceStore):
    """A store whose first reading and first writing fail, as with a locked database."""

    def __init__(self) -> None:
        super().__init__()
        self.troubles: dict[str, Exception] = {"load": OSError("locked"), "save": StoreError("locked")}

    async def surfaces(self, table: int) -> list[SurfaceRow]:
        if "load" in self.troubles:
            raise self.troubles.pop("load")
        return await super().surfaces(table)

    async def save_surfaces(self, rows: list[SurfaceRow]) -> None:
        if "save" in self.troubles:
            raise self.troubles.pop("save")
        await super().save_surfaces(rows)


async def test_what_could_not_be_read_or_noted_is_read_and_noted_the_next_time() -> None:
    """The nonce finds the message that was posted before its id could be kept."""
    delivery = FakeDelivery(FailingSurfaceStore())
    with pytest.raises(OSError, match="locked"):
        await delivery.show(TABLE_KEY, "one", 1)
    await delivery.show(TABLE_KEY, "one", 1)
    assert delivery.wire.texts() == ["one"]
    assert (TABLE_KEY.table, TABLE_KEY.name) in delivery.surface_store.rows


class SlowSurfaceStore(FakeSurfaceStore):
    """A store that is read only when its gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    async def surfaces(self, table: int) -> list[SurfaceRow]:
        await self.gate.wait()
        return await super().surfaces(table)


async def test_a_table_is_read_for_all_that_wait_though_the_first_of_them_is_cancelled() -> None:
    """A connection that ends takes its tasks with it; the table goes on."""
    delivery = FakeDelivery(store := SlowSurfaceStore())
    first = asyncio.create_task(delivery.scheduler.invalidate_table(1))
    await run_ready()
    second = asyncio.create_task(delivery.surfaces.of_table(1))
    await run_ready()
    first.cancel()
    await run_ready()
    store.gate.set()
    assert await second == {}
    assert first.cancelled()
    await delivery.show(TABLE_KEY, "one", 1)
    assert delivery.wire.texts() == ["one"]


class FullSurfaceStore(FakeSurfaceStore):
    """A store that takes nothing while the disk is ``full``."""

    full = False

    async def save_surfaces(self, rows: list[SurfaceRow]) -> None:
        if self.full:
            raise StoreError("database or disk is full")
        await super().save_surfaces(rows)


def _fill_when_posting(delivery: FakeDelivery, store: FullSurfaceStore) -> None:
    """Let the disk become full while the next message is on its way."""
    send = delivery.wire.send

    async def send_and_fill(channel: int, screen: Screen, nonce: str) -> int:
        store.full = True
        delivery.wire.send = send  # type: ignore[method-assign]
        return await send(channel, screen, nonce)

    delivery.wire.send = send_and_fill  # type: ignore[method-assign]


@pytest.mark.parametrize("taken", [False, True], ids=["kept", "taken"])
@pytest.mark.parametrize("policy", [RedrawPolicy(), POST_AGAIN], ids=["old", "post-again"])
async def test_a_message_whose_row_cannot_be_stored_is_posted_once(
    policy: RedrawPolicy, *, taken: bool
) -> None:
    """The old message stays until then."""
    store, clock = FullSurfaceStore(), StillClock()
    delivery = await FakeDelivery.showing(store, clock=clock)
    clock.now += 4000
    _fill_when_posting(delivery, store)
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    await delivery.begin(TABLE_KEY, policy)
    for _ in range(10):
        clock.now += 20
        await delivery.begin(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
    assert delivery.wire.texts() == ["one", "two"]
    store.full, store.is_ours = False, not taken
    clock.now += 60
    await delivery.redraw(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
    assert delivery.wire.texts() == (["one"] if taken else ["two"])


async def test_a_call_whose_row_cannot_be_stored_is_posted_once() -> None:
    store, clock = FullSurfaceStore(), StillClock()
    delivery = FakeDelivery(store, clock=clock)
    _fill_when_posting(delivery, store)
    delivery.renderer.paint(TABLE_KEY, "Ann!", 1, post_once=True)
    await delivery.begin(TABLE_KEY)
    store.full = False
    clock.now += 60
    await delivery.redraw(TABLE_KEY)
    assert delivery.wire.texts() == ["Ann!"]
    assert [row.message for row in store.rows.values()] == [m for _, m in delivery.wire.messages]


@pytest.mark.parametrize("reason", [MessageGoneError(), MessageTooOldError(), DmClosedError()])
async def test_a_message_that_cannot_be_edited_is_posted_again(reason: Exception) -> None:
    delivery = await FakeDelivery.showing()
    delivery.wire.fail["edit"] = [reason]  # type: ignore[list-item]
    await delivery.show(TABLE_KEY, "two", 2)
    assert delivery.wire.texts() == ["two"]
    assert delivery.wire.calls.count("send") == 2


async def test_nonces_that_find_what_is_deleted_are_not_gone_through_one_by_one() -> None:
    """Each message would lead to the next one that took its place, a second later each."""
    first = await FakeDelivery.showing()
    for _ in range(5):
        await first.redraw(TABLE_KEY, POST_AGAIN)
    first.surface_store.rows.clear()
    first.wire.messages.clear()
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
    second.wire.calls.clear()
    await second.show(TABLE_KEY, "two", 2)
    assert second.wire.texts() == ["two"]
    assert second.wire.calls.count("send") == 2


async def test_a_start_where_edits_are_refused_posts_anew_once_or_twice() -> None:
    """What its first nonce may have found says nothing of the message after it."""
    first = await FakeDelivery.showing(clock=StillClock())
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
    second.wire.fail["edit"] = [MessageTooOldError(1000.0)]
    second.wire.calls.clear()
    second.renderer.draws_left = 40
    await second.begin(TABLE_KEY)
    second.renderer.paint(TABLE_KEY, "two", 2)
    for _ in range(10):
        second.clock.now += 2.0
        await second.begin(TABLE_KEY)
    assert second.wire.texts() == ["two"]
    assert second.wire.calls.count("send") <= 3


async def test_no_message_is_left_that_discord_has_called_unknown_by_mistake() -> None:
    """Twice in a row, so that the channel counts as one in which everything is deleted."""
    delivery = await FakeDelivery.showing()
    delivery.wire.fail["edit"] = [MessageGoneError(), MessageGoneError()]
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    for _ in range(10):  # its pauses end with each look at the clock
        await delivery.scheduler.mark_known(TABLE_KEY.table, AT_ONCE)
        await delivery.begin(TABLE_KEY, AT_ONCE)
    assert delivery.wire.fail["edit"] == []
    assert delivery.wire.texts() == ["two"]
    assert len(delivery.surface_store.rows) == 1


async def test_a_message_older_than_an_hour_is_posted_again() -> None:
    """Discord limits edits of old messages sharply; the old one goes away."""
    delivery = await FakeDelivery.showing()
    delivery.clock.now += 4000
    await delivery.show(TABLE_KEY, "two", 2)
    assert delivery.wire.texts() == ["two"]
    assert delivery.wire.calls.count("send") == 2


@pytest.mark.parametrize("below", [0, 50])
async def test_what_is_to_stay_where_it_is_is_edited_however_old_or_buried(below: int) -> None:
    delivery = await FakeDelivery.showing()
    delivery.clock.now += 4000
    delivery.wire.below = below
    delivery.renderer.paint(TABLE_KEY, "one, renamed", 1)
    await delivery.redraw(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
    assert delivery.wire.texts() == ["one, renamed"]
    assert delivery.wire.calls.count("send") == 1


async def test_what_is_to_stay_where_it_is_stays_there_when_it_is_tried_again() -> None:
    delivery = await FakeDelivery.showing()
    delivery.clock.now += 4000
    delivery.wire.fail["edit"] = [RetryLaterError("503")]
    before = len(delivery.wire.calls)
    delivery.renderer.paint(TABLE_KEY, "one, renamed", 1)
    await delivery.redraw(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
    assert delivery.wire.texts() == ["one, renamed"]
    assert delivery.wire.calls[before:] == ["edit", "edit"]


async def test_what_people_should_see_does_not_stay_where_it_is() -> None:
    """A mark that is no still one counts, whichever of them came first."""
    for order in ((True, False), (False, True)):
        delivery = await FakeDelivery.showing()
        delivery.clock.now += 4000
        delivery.renderer.paint(TABLE_KEY, "two", 2)
        for unmoved in order:
            position = Position.UNMOVED if unmoved else Position.IN_SIGHT
            await delivery.scheduler.mark(TABLE_KEY, RedrawPolicy(position=position))
        await delivery.scheduler.wait_idle()
        assert delivery.wire.texts() == ["two"]
        assert delivery.wire.calls.count("send") == 2


async def test_a_buried_message_is_posted_again() -> None:
    """When people have written a lot below it, the next change brings it back into sight."""
    delivery = await FakeDelivery.showing()
    delivery.wire.below = 9
    await delivery.show(TABLE_KEY, "two", 2)
    assert delivery.wire.calls.count("send") == 1
    delivery.wire.below = 10
    delivery.clock.now += 100
    await delivery.show(TABLE_KEY, "three", 3)
    assert delivery.wire.texts() == ["three"]
    assert delivery.wire.calls.count("send") == 2


async def test_when_nobody_can_say_how_deep_a_message_lies_it_stays_where_it_is() -> None:
    delivery = await FakeDelivery.showing()
    delivery.wire.fail["newer"] = [RetryLaterError("503")]
    await delivery.show(TABLE_KEY, "two", 2)
    assert delivery.wire.texts() == ["two"]
    assert delivery.wire.calls.count("send") == 1


async def test_where_we_may_not_look_we_do_not_write_either() -> None:
    """One refusal tells it; a second one would only be counted against us."""
    delivery = await FakeDelivery.showing(clock=StillClock())
    delivery.wire.fail["newer"] = [ChannelUnreachableError("access")]
    edits = delivery.wire.calls.count("edit")
    delivery.clock.now += 600
    await delivery.show_refused(TABLE_KEY, "two", 2)
    assert delivery.wire.calls.count("edit") == edits
    assert delivery.failures.unreachable_channels == [(CHANNEL, "access")]
    await delivery.scheduler.close()


async def test_posting_again_on_request_leaves_one_message() -> None:
    delivery = await FakeDelivery.showing()
    await delivery.redraw(TABLE_KEY, POST_AGAIN)
    assert delivery.wire.texts() == ["one"]
    assert delivery.wire.calls.count("send") == 2


@pytest.mark.parametrize("failures", [1, 3])
async def test_an_old_message_that_cannot_be_deleted_is_tried_again_and_nothing_else(
    failures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table was posted again already; nobody's clock stands still for what is only in the way."""
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    delivery = await FakeDelivery.showing()
    await delivery.scheduler.wait_idle()
    delivery.wire.calls.clear()
    told: list[str] = []

    async def stalled(key: SurfaceKey) -> None:
        told.append(key.name)

    delivery.failures.delivery_stalled = stalled  # type: ignore[method-assign]
    delivery.wire.fail["delete"] = [RetryLaterError("HTTP 503", down=True) for _ in range(failures)]
    await delivery.redraw(TABLE_KEY, POST_AGAIN)
    assert delivery.wire.texts() == ["one"]
    assert delivery.wire.calls == ["send"] + ["delete"] * (failures + 1)
    assert told == []


async def test_a_replaced_message_that_discord_does_not_delete_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.delivery.surface_delivery.UNDELETED_RETRY_S", 0.1)
    delivery = await FakeDelivery.showing()
    delivery.wire.fail["delete"] = [CannotShowError("refused")]
    await delivery.redraw(TABLE_KEY, POST_AGAIN)
    assert delivery.wire.texts() == ["one"]
    assert delivery.wire.calls.count("send") == 2


async def test_a_replaced_message_is_gone_with_its_channel() -> None:
    delivery = await FakeDelivery.showing()
    delivery.wire.fail["delete"] = [ChannelUnreachableError("gone")]
    await delivery.redraw(TABLE_KEY, POST_AGAIN)
    assert set(delivery.surface_store.rows) == {(1, "table")}


async def test_a_message_is_brought_up_to_date_though_an_old_one_cannot_be_deleted() -> None:
    delivery = await FakeDelivery.showing(clock=StillClock())
    delivery.wire.fail["delete"] = [RetryLaterError("HTTP 503", down=True)]
    await delivery.begin(TABLE_KEY, POST_AGAIN)
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    await delivery.begin(TABLE_KEY)
    assert delivery.wire.texts() == ["one", "two"]
    await delivery.scheduler.close()
    assert delivery.wire.texts() == ["two"]


async def test_an_answer_that_is_lost_after_the_message_was_made_makes_no_second_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The nonce finds the first one, which is then brought up to date."""
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    delivery = FakeDelivery()
    delivery.wire.lose_answer = True
    await delivery.show(TABLE_KEY, "one", 1)
    assert delivery.wire.texts() == ["one"]
    assert delivery.wire.calls.count("send") == 2
    assert "edit" in delivery.wire.calls


async def test_a_crash_between_posting_and_noting_makes_no_second_message() -> None:
    """The next life uses the same nonce, and corrects what the message shows."""
    first = await FakeDelivery.showing()
    first.surface_store.rows.clear()
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire)
    await second.show(TABLE_KEY, "two", 2)
    assert second.wire.texts() == ["two"]


REASONS_FOR_ANOTHER = ["takes no edits", "edits fail", "asked for"]


async def _begin_another(delivery: FakeDelivery, why: str) -> None:
    """Have the next version of a table posted as another message."""
    policy = POST_AGAIN if why == "asked for" else SOON
    if why == "takes no edits":
        delivery.wire.fail["edit"] = [MessageTooOldError(0.0)]
    if why == "edits fail":
        delivery.wire.fail["edit"] = [RetryLaterError("HTTP 503") for _ in range(MAX_FAILED_EDITS)]
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    await delivery.scheduler.mark(TABLE_KEY, policy)


@pytest.mark.parametrize("why", REASONS_FOR_ANOTHER)
async def test_a_crash_between_posting_another_message_and_noting_it_leaves_one(why: str) -> None:
    """The next life knows that one was on its way, finds it, and deletes the old one."""
    first = await FakeDelivery.showing()
    first.wire.crash = "after"
    await _begin_another(first, why)
    await first.scheduler.wait_idle()
    assert first.wire.texts() == ["one", "two"]
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire)
    await second.show(TABLE_KEY, "three", 3)
    assert second.wire.texts() == ["three"]


@pytest.mark.parametrize("why", REASONS_FOR_ANOTHER)
async def test_a_lost_answer_to_another_message_leaves_one(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    delivery = await FakeDelivery.showing()
    delivery.wire.lose_answer = True
    await _begin_another(delivery, why)
    await delivery.scheduler.wait_idle()
    assert delivery.wire.texts() == ["two"]


async def test_a_crash_before_the_replaced_message_is_deleted_leaves_one() -> None:
    first = await FakeDelivery.showing()

    async def crash(channel: int, message: int) -> None:
        raise asyncio.CancelledError

    delete, first.wire.delete = first.wire.delete, crash  # type: ignore[method-assign]
    await first.redraw(TABLE_KEY, POST_AGAIN)
    assert first.wire.texts() == ["one", "one"]
    first.wire.delete = delete  # type: ignore[method-assign]
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire)
    second.renderer.paint(TABLE_KEY, "one", 1)
    await second.scheduler.mark_known(1)
    await second.scheduler.wait_idle()
    assert second.wire.texts() == ["one"]
    assert set(second.surface_store.rows) == {(1, "table")}


async def test_a_refused_message_is_not_looked_for() -> None:
    """Where another one was refused for certain, the old one is edited again."""
    delivery = await FakeDelivery.showing()
    delivery.wire.fail["send"] = [ChannelUnreachableError("permission")]
    await delivery.begin(TABLE_KEY, POST_AGAIN)
    row = await delivery.surface_store.surfaces(1)
    assert [one.version for one in row] == [1]
    await delivery.scheduler.close()


async def test_an_old_message_that_the_nonce_finds_after_a_refusal_is_brought_up_to_date() -> None:
    """Its answer was lost, the channel closed, and somebody asked for another try before the bot did."""
    delivery = FakeDelivery(clock=StillClock())
    delivery.wire.lose_answer = True
    delivery.renderer.paint(TABLE_KEY, "one", 1)
    await delivery.begin(TABLE_KEY)
    surface = delivery.surfaces.get_known(TABLE_KEY)
    assert surface is not None
    assert surface.failures == 1
    surface.begin_delivery()
    surface.finish_delivery(succeeded=True)  # nothing was tried
    delivery.clock.now += 1000.0
    await delivery.show(TABLE_KEY, "two", 2)
    assert delivery.wire.texts() == ["two"]


def test_the_nonce_fits_and_depends_on_the_message_before() -> None:
    assert len(nonce(TABLE_KEY, 1 << 62)) <= 25
    assert nonce(TABLE_KEY, 0) == nonce(TABLE_KEY, 0)
    assert len({nonce(TABLE_KEY, 0), nonce(TABLE_KEY, 7), nonce(HAND_KEY, 0)}) == 3


async def test_after_a_restart_the_first_drawing_is_delivered_in_any_case() -> None:
    """Nobody knows what happened to the message meanwhile: it is edited, and posted again if it is gone."""
    first = await FakeDelivery.showing()
    first.wire.messages.clear()
    second = await FakeDelivery.showing(surface_store=first.surface_store, wire=first.wire)
    assert second.wire.texts() == ["one"]


async def test_messages_that_are_gone_and_found_by_their_nonces_are_passed_at_once() -> None:
    """Discord returns a deleted message for its nonce; nobody deletes ours at once, so nothing is closed.

    The bot was killed when it knew no message, minutes after it had shown several, one after another.
    """
    first = await FakeDelivery.showing()
    for number in range(3):
        first.wire.messages.clear()
        await first.show(TABLE_KEY, f"again {number}", 2 + number)
        first.clock.now += 60  # each was seen for a while
        await first.show(TABLE_KEY, f"still {number}", 12 + number)
    assert len(first.wire.nonces) == 4
    first.wire.messages.clear()
    second = await FakeDelivery.showing(wire=first.wire, clock=first.clock)
    assert second.wire.texts() == ["one"]
    assert second.failures.unreachable_channels == []


async def test_a_closed_channel_is_left_alone_until_somebody_presses_there() -> None:
    """It is reported once, and asked for no more; a press in it opens it again."""
    delivery = await FakeDelivery.showing(clock=StillClock())
    delivery.wire.fail["edit"] = [ChannelUnreachableError("permission")]
    await delivery.show_refused(TABLE_KEY, "two", 2)
    calls = len(delivery.wire.calls)
    await delivery.show_refused(TABLE_KEY, "three", 3)
    assert len(delivery.wire.calls) == calls
    assert delivery.failures.unreachable_channels == [(CHANNEL, "permission")]
    delivery.clock.now += 60
    assert delivery.channels.note_reachable(CHANNEL)
    await delivery.show(TABLE_KEY, "four", 4)
    assert delivery.wire.texts() == ["four"]


async def test_a_closed_channel_that_heals_is_written_to_without_a_word() -> None:
    delivery = await FakeDelivery.showing()
    delivery.wire.fail["edit"] = [ChannelUnreachableError("permission") for _ in range(2)]
    await delivery.show(TABLE_KEY, "two", 2)
    assert delivery.wire.texts() == ["two"]
    assert delivery.wire.fail["edit"] == []
    assert delivery.failures.unreachable_channels == [(CHANNEL, "permission")]


async def test_a_channel_that_closes_while_discord_is_down_ends_the_stall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A refusal is an answer: the clocks of that server's other tables go on."""
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    delivery = await FakeDelivery.showing(clock=StillClock())
    delivery.wire.fail["edit"] = [RetryLaterError("503", down=True), ChannelUnreachableError("permission")]
    await delivery.show_refused(TABLE_KEY, "two", 2)
    assert delivery.failures.unreachable_channels == [(CHANNEL, "permission")]
    assert delivery.failures.stalls == []


async def test_an_outage_after_refusals_is_tried_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal is an answer: how often there was one says nothing of how long an outage may last."""
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0, 0.0, 1e6))
    delivery = await FakeDelivery.showing()
    refusals = [ChannelUnreachableError("permission") for _ in range(2)]
    delivery.wire.fail["edit"] = [*refusals, RetryLaterError("503", down=True)]
    await delivery.show(TABLE_KEY, "two", 2)
    assert delivery.wire.texts() == ["two"]


async def test_too_many_refusals_elsewhere_only_put_a_surface_off() -> None:
    """Nothing is sent for ten minutes; then the channel, which never refused, shows the newest version."""
    delivery = await FakeDelivery.showing(clock=StillClock())
    for channel in range(MAX_INVALID_CALLS):
        delivery.channels.note_unreachable(channel, ChannelUnreachableError("permission"))
    calls = len(delivery.wire.calls)
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    await delivery.scheduler.mark(TABLE_KEY)
    await run_ready(50)
    assert len(delivery.wire.calls) == calls
    delivery.clock.now += INVALID_SPAN_S + 1
    await delivery.redraw(TABLE_KEY)
    assert delivery.wire.texts() == ["two"]


async def test_a_channel_that_is_gone_is_not_tried_again() -> None:
    delivery = await FakeDelivery.showing()
    delivery.wire.fail["edit"] = [ChannelUnreachableError("gone")]
    await delivery.show(TABLE_KEY, "two", 2)
    assert delivery.wire.texts() == ["one"]


async def test_a_hand_goes_to_the_direct_messages_opened_once() -> None:
    delivery = FakeDelivery()
    await delivery.show(HAND_KEY, "my cards", 1)
    await delivery.redraw(HAND_KEY, POST_AGAIN)
    assert delivery.wire.texts(DM) == ["my cards"]
    assert delivery.wire.calls.count("open_dm") == 1


async def test_refused_direct_messages_count_as_closed_and_close_no_other_channel() -> None:
    """Whatever the reason of the refusal: the person has the button."""
    delivery = FakeDelivery(clock=StillClock())
    delivery.wire.fail["send"] = [ChannelUnreachableError("permission")]
    await delivery.show(HAND_KEY, "my cards", 1)
    assert delivery.failures.closed == [5]
    assert delivery.failures.unreachable_channels == []
    await delivery.show(TABLE_KEY, "one", 1)
    assert delivery.wire.texts() == ["one"]


@pytest.mark.parametrize("call", ["open_dm", "send"])
@pytest.mark.parametrize(
    "refusal", [DmClosedError(), ChannelUnreachableError("permission"), MessageGoneError()]
)
async def test_direct_messages_that_are_refused_or_to_nobody_count_as_closed(
    call: str, refusal: DeliveryError, caplog: pytest.LogCaptureFixture
) -> None:
    """An account may have been deleted."""
    delivery = FakeDelivery()
    delivery.wire.fail[call] = [refusal]
    await delivery.show(HAND_KEY, "my cards", 1)
    assert delivery.failures.closed == [5]
    assert delivery.failures.unreachable_channels == []
    assert delivery.surface_store.rows == {}
    assert "Traceback" not in caplog.text


async def test_a_post_that_is_answered_as_if_it_were_an_edit_is_tried_at_the_next_change(
    caplog: pytest.LogCaptureFixture,
) -> None:
    delivery = FakeDelivery()
    delivery.wire.fail["send"] = [MessageGoneError()]
    await delivery.show(TABLE_KEY, "one", 1)
    assert "table of table 1" in caplog.text
    assert "Traceback" not in caplog.text
    await delivery.show(TABLE_KEY, "two", 2)
    assert delivery.wire.texts() == ["two"]


CARD = "Wishing Ring"


class BrokenScreens(FakeScreens):
    """Fails with an error that names a card."""

    async def render(self, key: SurfaceKey, row: SurfaceRow | None) -> Drawing:
        del row
        try:
            raise LookupError(CARD)
        except LookupError as error:
            raise ValueError(f"no picture of {CARD}") from error


@pytest.mark.parametrize("key", [HAND_KEY, TABLE_KEY], ids=lambda key: key.kind)
async def test_a_drawing_that_fails_is_logged_without_its_text_where_only_one_person_may_read_it(
    key: SurfaceKey, caplog: pytest.LogCaptureFixture
) -> None:
    """The text of an error may name the cards of a hand; what and where it was is told of all."""
    delivery = FakeDelivery(screens=BrokenScreens())
    await delivery.show(key, "drawn by nobody")
    assert f"{key.name} of table 1" in caplog.text
    assert "LookupError" in caplog.text
    assert "in render" in caplog.text
    assert (CARD in caplog.text) is (key == TABLE_KEY)


async def test_an_old_hand_goes_away_where_the_new_one_is_refused() -> None:
    """No hand there is better than an old one, as where direct messages are closed."""
    delivery = FakeDelivery()
    await delivery.show(HAND_KEY, "my cards", 1)
    delivery.wire.fail["edit"] = [ChannelUnreachableError("access")]
    await delivery.show(HAND_KEY, "my new cards", 2)
    assert delivery.failures.closed == [5]
    assert delivery.wire.texts(DM) == []
    assert delivery.surface_store.rows == {}


async def test_a_message_given_up_is_not_found_again_instead_of_a_new_one() -> None:
    """Discord remembers a nonce for minutes, though the message is gone meanwhile."""
    delivery = FakeDelivery()
    await delivery.show(HAND_KEY, "my cards", 1)
    delivery.wire.messages.clear()
    delivery.wire.fail["send"] = [DmClosedError()]
    await delivery.show(HAND_KEY, "my new cards", 2)
    assert delivery.surface_store.rows == {}
    await delivery.show(HAND_KEY, "my last cards", 3)
    assert delivery.wire.texts(DM) == ["my last cards"]


async def test_a_surface_that_should_not_be_there_is_taken_away() -> None:
    delivery = await FakeDelivery.showing()
    delivery.renderer.drawings[TABLE_KEY] = GONE
    await delivery.redraw(TABLE_KEY)
    assert delivery.wire.texts() == []
    assert delivery.surface_store.rows == {}


async def test_a_surface_to_be_kept_is_not_touched() -> None:
    delivery = await FakeDelivery.showing()
    delivery.renderer.drawings[TABLE_KEY] = None
    before = list(delivery.wire.calls)
    await delivery.redraw(TABLE_KEY)
    assert delivery.wire.calls == before


async def test_a_doubted_surface_is_drawn_again() -> None:
    delivery = await FakeDelivery.showing()
    delivery.wire.messages.clear()
    await delivery.scheduler.invalidate(TABLE_KEY)
    await delivery.scheduler.wait_idle()
    assert delivery.wire.texts() == ["one"]


async def test_a_mistake_of_ours_is_logged_once_and_tried_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING)  # another file of this process may have asked for more
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    delivery = FakeDelivery()
    delivery.wire.fail["send"] = [CannotShowError("fault", "HTTP 400 50035") for _ in range(6)]
    await delivery.show(TABLE_KEY, "one", 1)
    assert caplog.text.count("50035") == 1
    assert delivery.wire.calls.count("send") == 7
    assert delivery.failures.told == ["fault"]
    assert delivery.wire.texts() == ["one"]
