"""What other processes say about messages, and what this one leaves for them."""

from __future__ import annotations

from typing import cast

import pytest

from bot.delivery.background_tasks import BackgroundTasks
from bot.delivery.changes import SurfaceChanges
from bot.delivery.notices import invalidate_notice, parse_notice, repost_notice
from bot.delivery.peer_messages import PeerMessages
from bot.delivery.surface_keys import hand_key, table_key
from tests.bot.delivery.fakes import CHANNEL, TABLE_KEY, FakeDelivery, run_ready


class RecordedChanges:
    """Notes which tables are to be shown or drawn again."""

    def __init__(self) -> None:
        self.shown: list[int] = []
        self.redrawn: list[int] = []

    async def show(self, table: int) -> None:
        self.shown.append(table)

    async def redraw(self, tables: list[int]) -> None:
        self.redrawn += tables


class PeerCase:
    """A process with one table shown, and the handler of its messages."""

    def __init__(self) -> None:
        self.delivery = FakeDelivery()
        self.changes = RecordedChanges()
        self.background = BackgroundTasks()
        self.messages = PeerMessages(
            cast(SurfaceChanges, self.changes), self.delivery.scheduler, self.background
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


async def test_deadlines_that_moved_are_drawn_again(case: PeerCase) -> None:
    await case.messages.deadlines_moved([4, 5])
    await case.settle()
    assert case.changes.redrawn == [4, 5]
