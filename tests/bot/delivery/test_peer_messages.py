"""What other processes say about messages, and what this one leaves for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from bot.delivery.background_tasks import BackgroundTasks
from bot.delivery.changes import SurfaceChanges
from bot.delivery.live_replies import LiveScreen
from bot.delivery.notices import invalidate_notice, parse_notice, repost_notice
from bot.delivery.peer_messages import PeerMessages
from bot.delivery.surface_keys import hand_key, open_hand_key, table_key
from bot.delivery.whispers import (
    ChannelRequested,
    ReplyGone,
    ReplyOpened,
    ReplyShown,
    UserForgotten,
    Whisper,
    parse_whisper,
    whisper_text,
)
from bot.delivery.wire import ReplyHandle
from bot.store.api import StoreError
from tests.bot.delivery.fakes import CHANNEL, TABLE_KEY, FakeDelivery, run_ready
from tests.bot.sandbox.waiting import eventually


class RecordedChanges:
    """Notes which tables are to be shown or drawn again."""

    def __init__(self) -> None:
        self.shown: list[int] = []
        self.redrawn: list[int] = []
        self.unread: list[int] = []
        """Tables that cannot be read once."""
        self.after_show: Callable[[], object] = lambda: None

    async def show(self, table: int) -> None:
        if table in self.unread:
            self.unread.remove(table)
            raise StoreError("connection was closed")
        self.shown.append(table)
        self.after_show()

    def show_soon(self, table: int) -> None:
        self.shown.append(table)

    def redraw(self, tables: list[int]) -> None:
        self.redrawn += tables


class PeerCase:
    """A process with one table shown, and the handler of its messages."""

    def __init__(self) -> None:
        self.delivery = FakeDelivery()
        self.changes = RecordedChanges()
        self.background = BackgroundTasks()
        self.opened: list[tuple[int, int, int]] = []
        self.messages = PeerMessages(
            cast(SurfaceChanges, self.changes),
            self.delivery.scheduler,
            self.delivery.channels,
            self.background,
            self.delivery.replies,
            lambda *opened: self.opened.append(opened),
        )

    async def settle(self) -> None:
        await self.background.wait(1.0)
        await run_ready()
        await self.delivery.scheduler.wait_idle()


@pytest.fixture
async def case() -> PeerCase:
    made = PeerCase()
    await made.delivery.show(TABLE_KEY, "one", 1)
    return made


def test_notices_are_stored_as_they_always_were() -> None:
    """Another process may run an older release."""
    assert invalidate_notice(hand_key(1, 7)) == "doubt hand.7"
    assert repost_notice(table_key(1)) == "repost table"
    assert parse_notice(1, "doubt hand.7") == ("invalidate", hand_key(1, 7))
    assert parse_notice(1, "repost table") == ("repost", table_key(1))


async def test_a_message_that_another_process_wrote_into_is_written_again(case: PeerCase) -> None:
    edits = case.delivery.wire.calls.count("edit")
    await case.messages.notice_received(1, "doubt table")
    await case.settle()
    assert case.delivery.wire.calls.count("edit") == edits + 1


async def test_a_repost_that_another_process_was_asked_for_is_done_here(case: PeerCase) -> None:
    await case.messages.notice_received(1, "repost table")
    await case.settle()
    assert case.delivery.wire.calls.count("send") == 2
    assert case.delivery.wire.texts(CHANNEL) == ["one"]


async def test_tables_taken_over_are_shown_and_one_lost_again_is_not(case: PeerCase) -> None:
    await case.messages.table_acquired(2)
    await case.messages.table_acquired(3)
    await case.messages.table_lost(3)
    await case.settle()
    assert case.changes.shown == [2]


async def test_a_table_taken_over_that_cannot_be_read_holds_up_no_other_and_is_tried_again(
    case: PeerCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.background_tasks.RETRY_DELAY_S", 0.05)
    case.changes.unread = [2]
    await case.messages.table_acquired(2)
    await case.messages.table_acquired(3)
    await eventually(lambda: case.changes.shown == [3, 2])
    await case.messages.table_acquired(4)
    await eventually(lambda: case.changes.shown == [3, 2, 4])


async def test_a_process_that_stops_leaves_tables_that_wait_or_failed_to_others(
    case: PeerCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.background_tasks.RETRY_DELAY_S", 0.0)
    case.changes.unread = [2]
    for table in (2, 3, 4):
        await case.messages.table_acquired(table)
    case.changes.after_show = case.background.stop
    await case.settle()
    await run_ready()
    assert (case.changes.shown, case.changes.unread) == ([3], [])


async def test_deadlines_that_moved_are_drawn_again(case: PeerCase) -> None:
    await case.messages.deadlines_moved([4, 5])
    await case.settle()
    assert case.changes.redrawn == [4, 5]


HAND = open_hand_key(1, 7)
HANDLE = ReplyHandle(CHANNEL, 500, 4, "token")
SHOWN = ReplyShown(HANDLE, LiveScreen(HAND, 1, 99, "Ann"))


@pytest.mark.parametrize(
    "said",
    [
        SHOWN,
        ReplyShown(HANDLE, None),
        ReplyGone(5),
        UserForgotten(7),
        ChannelRequested(CHANNEL),
        ReplyOpened(7, CHANNEL, 5),
    ],
)
def test_whispers_arrive_as_they_were_said(said: Whisper) -> None:
    assert parse_whisper(whisper_text(said)) == said


@pytest.mark.parametrize("text", ["{}", "[]", "7", "hm", '{"shown": [1]}', '{"gone": {}}', '{"later": 1}'])
async def test_what_another_release_whispers_is_passed_over(case: PeerCase, text: str) -> None:
    case.messages.whisper_heard(text)
    await case.settle()


async def test_a_hand_that_was_opened_elsewhere_follows_from_here(case: PeerCase) -> None:
    """The press was another process's; the token comes along, and is used at the next change."""
    case.messages.whisper_heard(whisper_text(SHOWN))
    await case.settle()
    assert [reply.name for reply in [case.delivery.replies.find(HAND)] if reply] == ["Ann"]
    await case.delivery.show(HAND, "two", 2)
    assert case.delivery.wire.calls.count("edit_reply") == 1
    assert "token" not in repr(SHOWN)


@pytest.mark.parametrize("end", [ReplyGone(500), ReplyShown(HANDLE, None), UserForgotten(7)])
async def test_it_follows_no_longer_when_it_shows_something_else(case: PeerCase, end: Whisper) -> None:
    case.messages.whisper_heard(whisper_text(SHOWN))
    case.messages.whisper_heard(whisper_text(end))
    await case.settle()
    assert case.delivery.replies.find(HAND) is None
    await case.delivery.show(HAND, "two", 2)
    assert "edit_reply" not in case.delivery.wire.calls


async def test_a_hand_at_a_table_of_another_process_is_left_to_it(case: PeerCase) -> None:
    """All are told, since nobody knows whose table it is."""
    case.delivery.surface_store.seems_ours = False
    case.messages.whisper_heard(whisper_text(SHOWN))
    await case.settle()
    assert case.delivery.replies.find(HAND) is None


async def test_a_private_answer_of_another_process_is_told_to_who_keeps_ours(case: PeerCase) -> None:
    case.messages.whisper_heard(whisper_text(ReplyOpened(7, CHANNEL, 5)))
    assert case.opened == [(7, CHANNEL, 5)]
