"""The newest version of each surface gets to Discord, whatever Discord does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.delivery import scheduler as scheduler_module
from bot.delivery.drawing import GONE, UNCHANGED, RenderedSurface
from bot.delivery.message_ids import nonce
from bot.delivery.policy import POST_AGAIN, Position, RedrawPolicy
from bot.delivery.wire import (
    ChannelUnreachableError,
    DmClosedError,
    InvalidMessageError,
    MessageGoneError,
    MessageTooOldError,
    RetryLaterError,
)
from bot.delivery.writer import PLACEHOLDER_SCREEN
from bot.store.rows import SurfaceRow
from bot.views.layout import Screen, Text
from tests.bot.delivery.fakes import (
    CHANNEL,
    DM,
    HAND_KEY,
    TABLE_KEY,
    FakeDelivery,
    FakeSurfaceStore,
    StillClock,
    run_ready,
)

Load = Callable[[int], Awaitable[list[SurfaceRow]]]


async def test_a_surface_is_posted_once_and_then_edited() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.texts() == ["two"]
    assert office.wire.calls.count("send") == 1


async def test_many_changes_at_once_are_one_message() -> None:
    """Only the newest version goes out."""
    office = FakeDelivery()
    for number in range(50):
        office.renderer.paint(TABLE_KEY, f"version {number}", number)
        await office.scheduler.mark(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["version 49"]
    assert len(office.wire.calls) <= 2


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
        self.troubles: dict[str, Exception] = {"load": OSError("locked"), "save": RetryLaterError("locked")}

    async def load(self, table: int) -> list[SurfaceRow]:
        if "load" in self.troubles:
            raise self.troubles.pop("load")
        return await super().load(table)

    async def save(self, row: SurfaceRow) -> bool:
        if "save" in self.troubles:
            raise self.troubles.pop("save")
        return await super().save(row)


async def test_what_could_not_be_read_or_noted_is_read_and_noted_the_next_time() -> None:
    """The nonce finds the message that was posted before its id could be kept."""
    office = FakeDelivery(FailingSurfaceStore())
    with pytest.raises(OSError, match="locked"):
        await office.show(TABLE_KEY, "one", 1)
    await office.show(TABLE_KEY, "one", 1)
    assert office.wire.texts() == ["one"]
    assert (TABLE_KEY.table, TABLE_KEY.name) in office.surface_store.rows


@pytest.mark.parametrize("reason", [MessageGoneError(), MessageTooOldError()])
async def test_a_message_that_cannot_be_edited_is_posted_anew(reason: Exception) -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["edit"] = [reason]  # type: ignore[list-item]
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.texts() == ["two"]
    assert office.wire.calls.count("send") == 2


async def test_a_message_older_than_an_hour_is_posted_anew() -> None:
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


async def test_a_buried_message_is_posted_anew() -> None:
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
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["newer"] = [ChannelUnreachableError("access")]
    edits = office.wire.calls.count("edit")
    office.clock.now += 60
    await office.show(TABLE_KEY, "two", 2)
    assert office.wire.calls.count("edit") == edits
    assert office.failures.unreachable_channels == [(CHANNEL, "access")]


async def test_posting_anew_on_request_leaves_one_message() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    await office.scheduler.mark(TABLE_KEY, POST_AGAIN)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["one"]
    assert office.wire.calls.count("send") == 2


async def test_an_answer_that_is_lost_after_the_message_was_made_makes_no_second_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The nonce finds the first one, which is then brought up to date."""
    monkeypatch.setattr("bot.delivery.scheduler.RETRY_DELAYS_S", (0.0,))
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


async def test_a_passing_trouble_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.scheduler.RETRY_DELAYS_S", (0.0,))
    office = FakeDelivery()
    office.wire.fail["send"] = [RetryLaterError("503"), RetryLaterError("reset")]
    await office.show(TABLE_KEY, "one", 1)
    assert office.wire.texts() == ["one"]


async def test_a_closed_channel_is_left_alone_until_somebody_presses_there() -> None:
    """It is reported once, and asked for no more; a press in it opens it again."""
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.wire.fail["edit"] = [ChannelUnreachableError("permission")]
    await office.show(TABLE_KEY, "two", 2)
    calls = len(office.wire.calls)
    await office.show(TABLE_KEY, "three", 3)
    assert len(office.wire.calls) == calls
    assert office.failures.unreachable_channels == [(CHANNEL, "permission")]
    office.clock.now += 60
    assert office.scheduler.note_reachable(CHANNEL)
    await office.show(TABLE_KEY, "four", 4)
    assert office.wire.texts() == ["four"]


async def test_a_hand_goes_to_the_direct_messages_opened_once() -> None:
    office = FakeDelivery()
    await office.show(HAND_KEY, "my cards", 1)
    await office.scheduler.mark(HAND_KEY, POST_AGAIN)
    await office.scheduler.wait_idle()
    assert office.wire.texts(DM) == ["my cards"]
    assert office.wire.calls.count("open_dm") == 1


async def test_closed_direct_messages_are_reported_and_forgotten() -> None:
    office = FakeDelivery()
    office.wire.fail["send"] = [DmClosedError()]
    await office.show(HAND_KEY, "my cards", 1)
    assert office.failures.closed == [5]
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


async def test_a_call_is_posted_once_for_each_version() -> None:
    """A mention notifies only when it is posted, so the same one is never posted twice nor edited."""
    office = FakeDelivery()
    await office.show(TABLE_KEY, "Ann!", 1, post_once=True)
    await office.show(TABLE_KEY, "Ann, still!", 1, post_once=True)
    assert office.wire.texts() == ["Ann!"]
    await office.show(TABLE_KEY, "Ben!", 2, post_once=True)
    assert office.wire.texts() == ["Ben!"]


@pytest.mark.parametrize("answered", [True, False], ids=["posted", "not-posted"])
@pytest.mark.parametrize("wanted", [True, False], ids=["still-wanted", "not-wanted"])
async def test_a_call_posted_just_before_a_crash_is_found_again(*, answered: bool, wanted: bool) -> None:
    """What is posted once is noted before, since a crash may leave nobody who would post it again."""
    first = FakeDelivery()
    first.wire.crash = "after" if answered else "before"
    await first.show(TABLE_KEY, "Ann!", 1, post_once=True)
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
    assert second.wire.texts() == ["Ann!"] * answered
    second.renderer.drawings[TABLE_KEY] = first.renderer.drawings[TABLE_KEY] if wanted else GONE
    await second.scheduler.mark(TABLE_KEY)
    await second.scheduler.wait_idle()
    assert second.wire.texts() == ["Ann!"] * wanted
    assert [row.message for row in second.surface_store.rows.values()] == [m for _, m in second.wire.messages]


async def test_somebody_else_called_after_a_crash_is_notified_once() -> None:
    first = FakeDelivery()
    first.wire.crash = "before"
    await first.show(TABLE_KEY, "Ann!", 1, post_once=True)
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
    posted: list[str] = []
    send = second.wire.send

    async def noted(channel: int, screen: Screen, nonce: str) -> int:
        posted.append(screen.as_text())
        return await send(channel, screen, nonce)

    second.wire.send = noted  # type: ignore[method-assign]
    await second.show(TABLE_KEY, "Ben!", 2, post_once=True)
    assert posted.count("Ben!") == 1
    assert second.wire.texts() == ["Ben!"]


@pytest.mark.parametrize("crash", ["before", "after"])
async def test_a_call_to_be_kept_after_a_crash_is_known_or_gone(crash: str) -> None:
    """Several may be awaited before the next life has looked; what it looks with does not stay either."""
    first = FakeDelivery()
    first.wire.crash = crash
    await first.show(TABLE_KEY, "Ann!", 1, post_once=True)
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
    second.renderer.drawings[TABLE_KEY] = UNCHANGED
    await second.scheduler.mark(TABLE_KEY)
    await second.scheduler.wait_idle()
    assert [row.message for row in second.surface_store.rows.values()] == [m for _, m in second.wire.messages]
    assert PLACEHOLDER_SCREEN.as_text() not in second.wire.texts()


async def test_two_calls_at_the_same_time_by_the_clock_are_two_messages() -> None:
    office = FakeDelivery(clock=StillClock())
    await office.show(TABLE_KEY, "Ann!", 1, post_once=True)
    await office.show(TABLE_KEY, "Ben!", 2, post_once=True)
    assert office.wire.texts() == ["Ben!"]


async def test_a_call_that_discord_refused_is_not_looked_for() -> None:
    office = FakeDelivery()
    office.wire.fail["send"] = [ChannelUnreachableError("permission")]
    await office.show(TABLE_KEY, "Ann!", 1, post_once=True)
    assert office.surface_store.rows == {}


async def test_a_call_from_long_ago_is_not_posted_only_to_be_found() -> None:
    """Discord forgets nonces after a while."""
    first = FakeDelivery()
    first.wire.crash = "before"
    await first.show(TABLE_KEY, "Ann!", 1, post_once=True)
    first.clock.now += 3600
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
    before = second.wire.calls.count("send")
    await second.scheduler.mark(TABLE_KEY)
    await second.scheduler.wait_idle()
    assert second.wire.calls.count("send") == before
    assert second.surface_store.rows == {}


async def test_the_same_call_taken_away_and_needed_again_is_posted_again() -> None:
    """Each has a nonce of its own."""
    office = FakeDelivery()
    await office.show(TABLE_KEY, "Ann!", 1, post_once=True)
    office.renderer.drawings[TABLE_KEY] = GONE
    await office.scheduler.mark(TABLE_KEY)
    await office.scheduler.wait_idle()
    await office.show(TABLE_KEY, "Ann!", 1, post_once=True)
    assert office.wire.texts() == ["Ann!"]


async def test_what_the_answer_to_a_click_showed_is_not_sent_again() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.renderer.paint(TABLE_KEY, "two", 2)
    drawn = office.renderer.drawings[TABLE_KEY]
    assert isinstance(drawn, RenderedSurface)
    row = office.surface_store.rows[1, "table"]
    before = list(office.wire.calls)
    assert await office.scheduler.answer_started(TABLE_KEY, drawn, row.channel, row.message)
    await office.scheduler.mark(TABLE_KEY)
    await office.scheduler.answer_finished(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.calls == before


async def test_an_edit_that_waits_is_dropped_once_an_answer_has_shown_it() -> None:
    """The change marks the surface before the answer to the click is given: that makes no second writer."""
    clock = StillClock()
    office = FakeDelivery(clock=clock)
    await office.show(TABLE_KEY, "one", 1)
    row = office.surface_store.rows[1, "table"]
    before = list(office.wire.calls)
    office.renderer.paint(TABLE_KEY, "two", 2)
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(5.0))
    drawn = office.renderer.drawings[TABLE_KEY]
    assert isinstance(drawn, RenderedSurface)
    await office.scheduler.answer_started(TABLE_KEY, drawn, row.channel, row.message)
    await office.scheduler.answer_finished(TABLE_KEY)
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(0.0))
    await office.scheduler.wait_idle()
    assert office.wire.calls == before


async def test_answers_that_crossed_are_followed_by_an_edit() -> None:
    """Two people press at once: whichever answer lands last, the message shows the newest version."""
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    row = office.surface_store.rows[1, "table"]
    before = office.wire.calls.count("edit")
    office.renderer.paint(TABLE_KEY, "three", 3)
    for text, version in (("two", 2), ("three", 3)):
        drawn = RenderedSurface(Screen((Text(text),)), version)
        assert await office.scheduler.answer_started(TABLE_KEY, drawn, row.channel, row.message)
    for _ in range(2):
        await office.scheduler.answer_finished(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.calls.count("edit") == before + 1
    assert office.wire.texts() == ["three"]


async def test_an_answer_during_an_edit_is_followed_by_another_edit() -> None:
    """Nobody knows which of them landed last."""
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    row = office.surface_store.rows[1, "table"]
    office.wire.gate = asyncio.Event()
    office.renderer.paint(TABLE_KEY, "two", 2)
    await office.scheduler.mark(TABLE_KEY)
    await run_ready()
    assert office.wire.calls[-1] == "edit"
    drawn = RenderedSurface(Screen((Text("two"),)), 2)
    await office.scheduler.answer_started(TABLE_KEY, drawn, row.channel, row.message)
    await office.scheduler.answer_finished(TABLE_KEY)
    before = office.wire.calls.count("edit")
    office.wire.gate.set()
    await office.scheduler.wait_idle()
    assert office.wire.calls.count("edit") == before + 1


async def test_an_answer_on_a_message_that_is_not_the_surface_is_none_of_ours() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    assert not await office.scheduler.answer_started(
        TABLE_KEY, RenderedSurface(Screen((Text("two"),)), 2), 70, 12345
    )


async def test_a_patient_surface_waits_until_the_table_is_quiet() -> None:
    """Every change puts it off; then it is delivered once."""
    clock = StillClock()
    office = FakeDelivery(clock=clock)
    office.renderer.paint(HAND_KEY, "one", 1)
    for _ in range(3):
        await office.scheduler.mark(HAND_KEY, RedrawPolicy(60.0, debounce=True))
        clock.now += 59.0
        await run_ready()
    assert office.wire.calls == []
    await office.scheduler.mark(HAND_KEY, RedrawPolicy(0.0, debounce=True))
    await office.scheduler.wait_idle()
    assert office.wire.calls == ["open_dm", "send"]


async def test_what_is_urgent_is_not_put_off_by_patience() -> None:
    clock = StillClock()
    office = FakeDelivery(clock=clock)
    office.renderer.paint(HAND_KEY, "one", 1)
    await office.scheduler.mark(HAND_KEY, RedrawPolicy(60.0, debounce=True))
    await office.scheduler.mark(HAND_KEY, RedrawPolicy(0.0))
    await office.scheduler.mark(HAND_KEY, RedrawPolicy(60.0, debounce=True))
    await office.scheduler.wait_idle()
    assert office.wire.calls[:2] == ["open_dm", "send"]


async def test_closing_leaves_patient_surfaces_to_the_next_start() -> None:
    office = FakeDelivery(clock=StillClock())
    office.renderer.paint(HAND_KEY, "one", 1)
    await office.scheduler.mark(HAND_KEY, RedrawPolicy(3600.0, debounce=True))
    await office.scheduler.close()
    assert office.wire.calls == []


async def test_an_answer_that_may_have_overtaken_a_newer_version_is_corrected() -> None:
    """A click's answer with an older version is followed by an edit with the newest one."""
    office = FakeDelivery()
    await office.show(TABLE_KEY, "three", 3)
    row = office.surface_store.rows[1, "table"]
    before = office.wire.calls.count("edit")
    await office.scheduler.answer_started(
        TABLE_KEY, RenderedSurface(Screen((Text("two"),)), 2), row.channel, row.message
    )
    await office.scheduler.answer_finished(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.calls.count("edit") == before + 1
    assert office.wire.texts() == ["three"]


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


async def test_closing_delivers_what_is_pending() -> None:
    office = FakeDelivery()
    office.renderer.paint(TABLE_KEY, "one", 1)
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(3600.0))
    await office.scheduler.close()
    assert office.wire.texts() == ["one"]


async def test_a_process_that_is_not_the_tables_shows_nothing() -> None:
    office = FakeDelivery()
    office.surface_store.seems_ours = False
    await office.show(TABLE_KEY, "one", 1)
    assert office.wire.calls == []


async def test_a_post_that_came_too_late_is_taken_back() -> None:
    """The process slept between drawing and noting; another one shows the table by now."""
    office = FakeDelivery()
    office.surface_store.is_ours = False
    await office.show(TABLE_KEY, "old", 1)
    assert office.wire.texts() == []
    assert office.surface_store.rows == {}


async def test_a_post_that_the_other_process_has_found_by_its_nonce_stays() -> None:
    other = FakeDelivery()
    await other.show(TABLE_KEY, "one", 1)
    late = FakeDelivery(wire=other.wire)
    late.surface_store.is_ours, late.surface_store.rows = False, other.surface_store.rows
    late.surface_store.load = nothing_yet(late.surface_store.load)  # type: ignore[method-assign]
    await late.show(TABLE_KEY, "one", 1)
    assert other.wire.texts() == ["one"]


def nothing_yet(load: Load) -> Load:
    """Let the first look find nothing, as before the other process wrote its row."""
    looks: list[int] = []

    async def first_nothing(table: int) -> list[SurfaceRow]:
        looks.append(table)
        return [] if len(looks) == 1 else await load(table)

    return first_nothing


async def test_an_edit_that_came_too_late_is_told_to_the_other_process() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.surface_store.is_ours = False
    await office.show(TABLE_KEY, "two", 2)
    assert [row.key for row in office.surface_store.spoilt] == ["table"]


async def test_after_taking_over_the_messages_are_those_that_the_other_process_left() -> None:
    """What was known here before is old; a first post is drawn twice, as after a crash."""
    one = FakeDelivery()
    await one.show(TABLE_KEY, "one", 1)
    two = FakeDelivery(surface_store=one.surface_store, wire=one.wire)
    await two.show(TABLE_KEY, "two", 2)
    (key,) = one.surface_store.rows
    one.surface_store.rows[key] = replace(one.surface_store.rows[key], message=77)
    one.wire.messages = {(CHANNEL, 77): "moved"}
    await one.scheduler.take_over(TABLE_KEY.table)
    await one.show(TABLE_KEY, "three", 3)
    assert one.wire.texts() == ["three"]


async def test_what_is_out_of_date_waits_until_it_is_known_whose_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The process was late in saying that it lives, but nobody has taken the table."""
    monkeypatch.setattr(scheduler_module, "OWNERSHIP_RECHECK_S", 0.01)
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.renderer.paint(TABLE_KEY, "two", 2)
    await office.scheduler.mark(TABLE_KEY)
    office.surface_store.seems_ours = False
    await asyncio.sleep(0.01)
    assert office.wire.texts() == ["one"]
    office.surface_store.seems_ours = True
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["two"]


async def test_letting_go_leaves_what_is_out_of_date_to_the_other_process() -> None:
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.renderer.paint(TABLE_KEY, "two", 2)
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(1e6))
    await office.scheduler.let_go(TABLE_KEY.table)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["one"]


async def test_a_surface_is_drawn_again_when_the_renderer_asks_for_it() -> None:
    """The renderer only says so; it marks nothing itself."""
    clock = StillClock()
    office = FakeDelivery(clock=clock)
    office.renderer.redraw_after_s = 30.0
    office.renderer.paint(TABLE_KEY, "one", 1)
    await office.scheduler.mark(TABLE_KEY)
    await run_ready()
    assert office.wire.texts() == ["one"]
    drawn = office.renderer.drawn
    office.renderer.paint(TABLE_KEY, "two", 2)
    office.renderer.redraw_after_s = None
    await run_ready()
    assert office.renderer.drawn == drawn
    clock.now += 31.0
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(1e6))
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["two"]


async def test_a_repost_that_failed_is_still_a_repost_though_a_name_changed_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The mark that leaves messages where they are comes while the one before is under way."""
    monkeypatch.setattr("bot.delivery.scheduler.RETRY_DELAYS_S", (0.0,))
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.clock.now += 4000
    office.renderer.paint(TABLE_KEY, "two", 2)
    office.wire.fail["send"] = [RetryLaterError("503")]
    await office.scheduler.mark(TABLE_KEY)
    await run_ready(5)
    assert office.wire.fail["send"] == []
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["two"]
    assert office.wire.calls.count("send") == 3
