"""The newest version of each surface gets to Discord, whatever Discord does."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.channels import INVALID_SPAN_S, MAX_INVALID_CALLS
from bot.delivery.drawing import GONE, UNCHANGED, Drawing, MessageUpdate, RenderedSurface
from bot.delivery.policy import POST_AGAIN, Position, RedrawPolicy
from bot.delivery.surface_keys import SurfaceKey
from bot.delivery.wire import (
    ChannelUnreachableError,
    DeliveryError,
    DmClosedError,
    InvalidMessageError,
    MessageGoneError,
    MessageTooOldError,
    RetryLaterError,
)
from bot.delivery.writer import nonce
from bot.store.api import StoreError
from bot.store.rows import SurfaceRow
from bot.views.base.layout import Screen, Text
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
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.texts() == ["two"]
    assert office.wire.calls.count("send") == 1


async def test_nothing_is_sent_where_nothing_changed() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    await office.scheduler.wait_idle()
    before = list(office.wire.calls)
    await office.show(TABLE_KEY, "one", 2)
    assert office.wire.calls == before


class FailingSurfaceStore(FakeSurfaceStore):
    """A shelf whose first reading and first writing fail, as with a locked database."""

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
    office = FakeDelivery(FailingSurfaceStore())
    with pytest.raises(OSError, match="locked"):
        await office.show(TABLE_KEY, "one", 1)
    await office.show(TABLE_KEY, "one", 1)
    assert office.wire.texts() == ["one"]
    assert (TABLE_KEY.table, TABLE_KEY.name) in office.surface_store.rows


class SlowSurfaceStore(FakeSurfaceStore):
    """A shelf that is read only when its gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    async def surfaces(self, table: int) -> list[SurfaceRow]:
        await self.gate.wait()
        return await super().surfaces(table)


async def test_a_table_is_read_for_all_that_wait_though_the_first_of_them_is_cancelled() -> None:
    """A connection that ends takes its tasks with it; the table goes on."""
    office = FakeDelivery(store := SlowSurfaceStore())
    first = asyncio.create_task(office.scheduler.invalidate_table(1))
    await run_ready()
    second = asyncio.create_task(office.surfaces.of_table(1))
    await run_ready()
    first.cancel()
    await run_ready()
    store.gate.set()
    assert await second == {}
    assert first.cancelled()
    await office.show(TABLE_KEY, "one", 1)
    assert office.wire.texts() == ["one"]


class FullSurfaceStore(FakeSurfaceStore):
    """A shelf that takes nothing while the disk is ``full``."""

    full = False

    async def save_surfaces(self, rows: list[SurfaceRow]) -> None:
        if self.full:
            raise StoreError("database or disk is full")
        await super().save_surfaces(rows)


@pytest.mark.parametrize("taken", [False, True], ids=["kept", "taken"])
@pytest.mark.parametrize("policy", [RedrawPolicy(), POST_AGAIN], ids=["old", "post-again"])
async def test_a_message_whose_row_cannot_be_stored_is_not_posted_again(
    policy: RedrawPolicy, *, taken: bool
) -> None:
    """By the time it can be, Discord has forgotten the nonce; the old message stays until then."""
    store, clock = FullSurfaceStore(), StillClock()
    office = FakeDelivery(store, clock=clock)
    await office.show(TABLE_KEY, "one", 1)
    clock.now += 4000
    store.full = True
    office.renderer.paint(TABLE_KEY, "two", 2)
    await office.scheduler.mark(TABLE_KEY, policy)
    await run_ready()
    for _ in range(10):
        office.wire.nonces.clear()
        clock.now += 60
        await office.scheduler.mark(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
        await run_ready()
    assert office.wire.texts() == ["one", "two"]
    store.full, store.is_ours = False, not taken
    clock.now += 60
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
    await office.scheduler.wait_idle()
    assert office.wire.texts() == (["one"] if taken else ["two"])
    assert office.wire.calls.count("send") == 2


async def test_a_call_whose_row_cannot_be_stored_is_posted_once() -> None:
    store, clock = FullSurfaceStore(), StillClock()
    office = FakeDelivery(store, clock=clock)
    send = office.wire.send

    async def send_and_fill(channel: int, screen: Screen, nonce: str) -> int:
        store.full = True
        return await send(channel, screen, nonce)

    office.wire.send = send_and_fill  # type: ignore[method-assign]
    office.renderer.paint(TABLE_KEY, "Ann!", 1, post_once=True)
    await office.scheduler.mark(TABLE_KEY)
    await run_ready()
    office.wire.send = send  # type: ignore[method-assign]
    office.wire.nonces.clear()
    store.full = False
    clock.now += 3600
    await office.scheduler.mark(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["Ann!"]
    assert [row.message for row in store.rows.values()] == [m for _, m in office.wire.messages]


@pytest.mark.parametrize("reason", [MessageGoneError(), MessageTooOldError()])
async def test_a_message_that_cannot_be_edited_is_posted_again(reason: Exception) -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["edit"] = [reason]  # type: ignore[list-item]
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.texts() == ["two"]
    assert office.wire.calls.count("send") == 2


async def test_a_message_older_than_an_hour_is_posted_again() -> None:
    """Discord limits edits of old messages sharply; the old one goes away."""
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.clock.now += 4000
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.texts() == ["two"]
    assert office.wire.calls.count("send") == 2


@pytest.mark.parametrize("below", [0, 50])
async def test_what_is_to_stay_where_it_is_is_edited_however_old_or_buried(below: int) -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.clock.now += 4000
    office.wire.below = below
    office.renderer.paint(TABLE_KEY, "one, renamed", 1)
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["one, renamed"]
    assert office.wire.calls.count("send") == 1


async def test_what_is_to_stay_where_it_is_stays_there_when_it_is_tried_again() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.clock.now += 4000
    office.wire.fail["edit"] = [RetryLaterError("503")]
    before = len(office.wire.calls)
    office.renderer.paint(TABLE_KEY, "one, renamed", 1)
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["one, renamed"]
    assert office.wire.calls[before:] == ["edit", "edit"]


async def test_what_people_should_see_does_not_stay_where_it_is() -> None:
    """A mark that is no still one counts, whichever of them came first."""
    for order in ((True, False), (False, True)):
        office = FakeDelivery()
        await office.show(TABLE_KEY, "one", 1)
        office.clock.now += 4000
        office.renderer.paint(TABLE_KEY, "two", 2)
        for unmoved in order:
            position = Position.UNMOVED if unmoved else Position.IN_SIGHT
            await office.scheduler.mark(TABLE_KEY, RedrawPolicy(position=position))
        await office.scheduler.wait_idle()
        assert office.wire.texts() == ["two"]
        assert office.wire.calls.count("send") == 2


async def test_a_buried_message_is_posted_again() -> None:
    """When people have written a lot below it, the next change brings it back into sight."""
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.wire.below = 9
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.calls.count("send") == 1
    office.wire.below = 10
    office.clock.now += 100
    await office.show(TABLE_KEY, "three", 3)
    assert office.wire.texts() == ["three"]
    assert office.wire.calls.count("send") == 2


async def test_when_nobody_can_say_how_deep_a_message_lies_it_stays_where_it_is() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["newer"] = [RetryLaterError("503")]
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.texts() == ["two"]
    assert office.wire.calls.count("send") == 1


async def test_where_we_may_not_look_we_do_not_write_either() -> None:
    """One refusal tells it; a second one would only be counted against us."""
    office = FakeDelivery(clock=StillClock())
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["newer"] = [ChannelUnreachableError("access")]
    edits = office.wire.calls.count("edit")
    office.clock.now += 600
    await office.show_refused(TABLE_KEY, "two", 2)
    assert office.wire.calls.count("edit") == edits
    assert office.failures.unreachable_channels == [(CHANNEL, "access")]
    await office.scheduler.close()


async def test_posting_again_on_request_leaves_one_message() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    await office.scheduler.mark(TABLE_KEY, POST_AGAIN)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["one"]
    assert office.wire.calls.count("send") == 2


@pytest.mark.parametrize("failures", [1, 3])
async def test_an_old_message_that_cannot_be_deleted_is_tried_again_and_nothing_else(
    failures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table was posted again already; nobody's clock stands still for what is only in the way."""
    monkeypatch.setattr("bot.delivery.surface_delivery.UNDELETED_RETRY_S", 0.0)
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    await office.scheduler.wait_idle()
    office.wire.calls.clear()
    told: list[str] = []

    async def stalled(key: SurfaceKey) -> None:
        told.append(key.name)

    office.failures.delivery_stalled = stalled  # type: ignore[method-assign]
    office.wire.fail["delete"] = [RetryLaterError("HTTP 503", down=True) for _ in range(failures)]
    await office.scheduler.mark(TABLE_KEY, POST_AGAIN)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["one"]
    assert office.wire.calls == ["send"] + ["delete"] * (failures + 1)
    assert told == []


async def test_a_message_is_brought_up_to_date_though_an_old_one_cannot_be_deleted() -> None:
    office = FakeDelivery(clock=StillClock())
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["delete"] = [RetryLaterError("HTTP 503", down=True) for _ in range(2)]
    await office.scheduler.mark(TABLE_KEY, POST_AGAIN)
    await run_ready()
    office.renderer.paint(TABLE_KEY, "two", 2)
    await office.scheduler.mark(TABLE_KEY)
    await run_ready()
    assert office.wire.texts() == ["one", "two"]
    await office.scheduler.close()
    assert office.wire.texts() == ["two"]


async def test_an_answer_that_is_lost_after_the_message_was_made_makes_no_second_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The nonce finds the first one, which is then brought up to date."""
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    office = FakeDelivery()
    office.wire.lose_answer = True
    await office.show(TABLE_KEY, "one", 1)
    assert office.wire.texts() == ["one"]
    assert office.wire.calls.count("send") == 2
    assert "edit" in office.wire.calls


async def test_a_crash_between_posting_and_noting_makes_no_second_message() -> None:
    """The next life uses the same nonce, and corrects what the message shows."""
    first = FakeDelivery()
    await first.show(TABLE_KEY, "one", 1)
    first.surface_store.rows.clear()
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire)
    await second.show(TABLE_KEY, "two", 2)
    assert second.wire.texts() == ["two"]


def test_the_nonce_fits_and_depends_on_the_message_before() -> None:
    assert len(nonce(TABLE_KEY, 1 << 62)) <= 25
    assert nonce(TABLE_KEY, 0) == nonce(TABLE_KEY, 0)
    assert len({nonce(TABLE_KEY, 0), nonce(TABLE_KEY, 7), nonce(HAND_KEY, 0)}) == 3


async def test_after_a_restart_the_first_drawing_is_delivered_in_any_case() -> None:
    """Nobody knows what happened to the message meanwhile: it is edited, and posted again if it is gone."""
    first = FakeDelivery()
    await first.show(TABLE_KEY, "one", 1)
    first.wire.messages.clear()
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire)
    await second.show(TABLE_KEY, "one", 1)
    assert second.wire.texts() == ["one"]


async def test_a_closed_channel_is_left_alone_until_somebody_presses_there() -> None:
    """It is reported once, and asked for no more; a press in it opens it again."""
    office = FakeDelivery(clock=StillClock())
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["edit"] = [ChannelUnreachableError("permission")]
    await office.show_refused(TABLE_KEY, "two", 2)
    calls = len(office.wire.calls)
    await office.show_refused(TABLE_KEY, "three", 3)
    assert len(office.wire.calls) == calls
    assert office.failures.unreachable_channels == [(CHANNEL, "permission")]
    office.clock.now += 60
    assert office.channels.note_reachable(CHANNEL)
    await office.show(TABLE_KEY, "four", 4)
    assert office.wire.texts() == ["four"]


async def test_a_closed_channel_that_heals_is_written_to_without_a_word() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["edit"] = [ChannelUnreachableError("permission") for _ in range(2)]
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.texts() == ["two"]
    assert office.wire.fail["edit"] == []
    assert office.failures.unreachable_channels == [(CHANNEL, "permission")]


async def test_a_channel_that_closes_while_discord_is_down_ends_the_stall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A refusal is an answer: the clocks of that server's other tables go on."""
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    office = FakeDelivery(clock=StillClock())
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["edit"] = [RetryLaterError("503", down=True), ChannelUnreachableError("permission")]
    await office.show_refused(TABLE_KEY, "two", 2)
    assert office.failures.unreachable_channels == [(CHANNEL, "permission")]
    assert office.failures.stalls == []


async def test_too_many_refusals_elsewhere_only_put_a_surface_off() -> None:
    """Nothing is sent for ten minutes; then the channel, which never refused, shows the newest version."""
    office = FakeDelivery(clock=StillClock())
    await office.show(TABLE_KEY, "one", 1)
    for channel in range(MAX_INVALID_CALLS):
        office.channels.note_unreachable(channel, ChannelUnreachableError("permission"))
    calls = len(office.wire.calls)
    office.renderer.paint(TABLE_KEY, "two", 2)
    await office.scheduler.mark(TABLE_KEY)
    await run_ready(50)
    assert len(office.wire.calls) == calls
    office.clock.now += INVALID_SPAN_S + 1
    await office.scheduler.mark(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["two"]


async def test_a_channel_that_is_gone_is_not_tried_again() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["edit"] = [ChannelUnreachableError("gone")]
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.texts() == ["one"]


async def test_a_hand_goes_to_the_direct_messages_opened_once() -> None:
    office = FakeDelivery()
    await office.show(HAND_KEY, "my cards", 1)
    await office.scheduler.mark(HAND_KEY, POST_AGAIN)
    await office.scheduler.wait_idle()
    assert office.wire.texts(DM) == ["my cards"]
    assert office.wire.calls.count("open_dm") == 1


async def test_refused_direct_messages_count_as_closed_and_close_no_other_channel() -> None:
    """Whatever the reason of the refusal: the person has the button, and the next try waits for a while."""
    office = FakeDelivery(clock=StillClock())
    office.wire.fail["send"] = [ChannelUnreachableError("permission") for _ in range(2)]
    await office.show(HAND_KEY, "my cards", 1)
    assert office.failures.closed == [5]
    assert office.failures.unreachable_channels == []
    for version, text in enumerate(("my new cards", "my last cards"), 2):
        office.renderer.paint(HAND_KEY, text, version)
        await office.scheduler.mark(HAND_KEY)
        await run_ready()
    assert office.wire.calls.count("send") == 1
    office.wire.fail["send"] = []
    office.renderer.paint(TABLE_KEY, "one", 1)
    await office.scheduler.mark(TABLE_KEY)
    await run_ready()
    assert office.wire.texts() == ["one"]
    office.clock.now += 5.0
    await office.scheduler.mark(HAND_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.texts(DM) == ["my last cards"]


@pytest.mark.parametrize("call", ["open_dm", "send"])
@pytest.mark.parametrize(
    "refusal", [DmClosedError(), ChannelUnreachableError("permission"), MessageGoneError()]
)
async def test_direct_messages_that_are_refused_or_to_nobody_count_as_closed(
    call: str, refusal: DeliveryError, caplog: pytest.LogCaptureFixture
) -> None:
    """An account may have been deleted."""
    office = FakeDelivery()
    office.wire.fail[call] = [refusal]
    await office.show(HAND_KEY, "my cards", 1)
    assert office.failures.closed == [5]
    assert office.failures.unreachable_channels == []
    assert office.surface_store.rows == {}
    assert "Traceback" not in caplog.text


async def test_a_post_that_is_answered_as_if_it_were_an_edit_is_tried_at_the_next_change(
    caplog: pytest.LogCaptureFixture,
) -> None:
    office = FakeDelivery()
    office.wire.fail["send"] = [MessageGoneError()]
    await office.show(TABLE_KEY, "one", 1)
    assert "table of table 1" in caplog.text
    assert "Traceback" not in caplog.text
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.texts() == ["two"]


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
    office = FakeDelivery(screens=BrokenScreens())
    await office.show(key, "drawn by nobody")
    assert f"{key.name} of table 1" in caplog.text
    assert "LookupError" in caplog.text
    assert "in render" in caplog.text
    assert (CARD in caplog.text) is (key == TABLE_KEY)


async def test_an_old_hand_goes_away_where_the_new_one_is_refused() -> None:
    """No hand there is better than an old one, as where direct messages are closed."""
    office = FakeDelivery()
    await office.show(HAND_KEY, "my cards", 1)
    office.wire.fail["edit"] = [ChannelUnreachableError("access")]
    await office.show(HAND_KEY, "my new cards", 2)
    assert office.failures.closed == [5]
    assert office.wire.texts(DM) == []
    assert office.surface_store.rows == {}


async def test_a_message_given_up_is_not_found_again_instead_of_a_new_one() -> None:
    """Discord remembers a nonce for minutes, though the message is gone meanwhile."""
    office = FakeDelivery()
    await office.show(HAND_KEY, "my cards", 1)
    office.wire.messages.clear()
    office.wire.fail["send"] = [DmClosedError()]
    await office.show(HAND_KEY, "my new cards", 2)
    assert office.surface_store.rows == {}
    await office.show(HAND_KEY, "my last cards", 3)
    assert office.wire.texts(DM) == ["my last cards"]


async def test_a_surface_that_should_not_be_there_is_taken_away() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.renderer.drawings[TABLE_KEY] = GONE
    await office.scheduler.mark(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == []
    assert office.surface_store.rows == {}


async def test_a_surface_to_be_kept_is_not_touched() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.renderer.drawings[TABLE_KEY] = UNCHANGED
    before = list(office.wire.calls)
    await office.scheduler.mark(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.calls == before


class ScreensThatMoveOn(FakeScreens):
    """Draws the first, then the second of two texts: the table moves on while the first one waits."""

    def __init__(self) -> None:
        super().__init__()
        self.next: list[RenderedSurface] = []

    async def render(self, key: SurfaceKey, row: SurfaceRow | None) -> Drawing:
        drawn = await super().render(key, row)
        return Drawing(self.next.pop(0)) if self.next else drawn


async def test_a_version_that_comes_while_an_edit_waits_is_another_message() -> None:
    """An edit calls nobody: where the newer version has somebody to call it is posted, not edited."""
    office = FakeDelivery(screens=(screens := ScreensThatMoveOn()))

    def version(number: int, text: str) -> RenderedSurface:
        return RenderedSurface(
            Screen((Text(text),)), number, channel=CHANNEL, update=MessageUpdate.EDIT_VERSION
        )

    screens.drawings[TABLE_KEY] = version(1, "asks Ben")
    await office.scheduler.mark(TABLE_KEY)
    await office.scheduler.wait_idle()
    before = office.wire.calls.count("edit")
    screens.next = [version(1, "asks Ben, who thinks")]
    screens.drawings[TABLE_KEY] = version(2, "Ben asks Ann")
    await office.scheduler.mark(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["Ben asks Ann"]
    assert office.wire.calls.count("send") == 2
    assert office.wire.calls.count("edit") == before


async def test_a_doubted_surface_is_drawn_again() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.wire.messages.clear()
    await office.scheduler.invalidate(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["one"]


async def test_a_mistake_of_ours_is_logged_and_not_repeated(caplog: pytest.LogCaptureFixture) -> None:
    office = FakeDelivery()
    office.wire.fail["send"] = [InvalidMessageError("HTTP 400 50035")]
    await office.show(TABLE_KEY, "one", 1)
    assert "50035" in caplog.text
    assert office.wire.calls.count("send") == 1
