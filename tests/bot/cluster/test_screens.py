"""What other processes ask of the screens, and what these ask of the others."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.cluster.cluster import Cluster, SharedView
from bot.cluster.screens import SharedScreens
from bot.delivery.changes import SurfaceChanges
from bot.delivery.live_replies import LiveScreen
from bot.delivery.renderer import SurfaceRenderer
from bot.delivery.surface_keys import hand_key, open_hand_key, table_key
from bot.delivery.wire import ReplyHandle
from bot.store.api import StoreError
from bot.views.base.layout import Screen
from tests.bot.delivery.fakes import CHANNEL, TABLE_KEY, FakeDelivery, run_ready
from tests.bot.sandbox.waiting import eventually


class RecordedChanges:
    """Notes which tables are to be shown."""

    def __init__(self) -> None:
        self.shown: list[int] = []
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

    def redraw(self, tables: list[int]) -> None: ...


class FakeCluster:
    """Processes that are only spoken of."""

    def __init__(self) -> None:
        self.ours = self.looks_after_tables = True
        self.told: list[tuple[object, ...]] = []

    def show_on(self, screens: SharedView) -> None: ...

    def owns(self, table: int) -> bool:
        return self.ours

    async def tell(self, *word: object) -> None:
        self.told.append(word)


class SharedCase:
    """A process with one table shown, beside others."""

    def __init__(self) -> None:
        self.delivery = FakeDelivery()
        self.changes = RecordedChanges()
        self.cluster = FakeCluster()
        tables = SimpleNamespace(is_live=lambda table: True)
        self.screens = SharedScreens(
            cast(Cluster, self.cluster), self.delivery.wire, tables, None, None, clock=self.delivery.clock
        )
        self.screens.changes = cast(SurfaceChanges, self.changes)
        self.screens.renderer = cast(SurfaceRenderer, self.delivery.renderer)
        self.screens.scheduler = self.delivery.scheduler
        self.screens._channels = self.delivery.channels
        self.screens._replies = self.delivery.replies
        self.background = self.screens._background

    def look_on(self) -> None:
        """Let another process have all tables."""
        self.cluster.ours = self.delivery.surface_store.seems_ours = False

    async def settle(self) -> None:
        await self.background.wait(1.0)
        await run_ready()
        await self.delivery.scheduler.wait_idle()


@pytest.fixture
async def case() -> SharedCase:
    made = SharedCase()
    await made.delivery.show(TABLE_KEY, "one", 1)
    return made


async def test_a_message_that_another_process_wrote_into_is_written_again(case: SharedCase) -> None:
    edits = case.delivery.wire.calls.count("edit")
    case.screens.hear(["invalidate", 1, "table"])
    await case.settle()
    assert case.delivery.wire.calls.count("edit") == edits + 1


async def test_a_repost_that_another_process_was_asked_for_is_done_here(case: SharedCase) -> None:
    case.screens.hear(["repost", 1, "table"])
    await case.settle()
    assert case.delivery.wire.calls.count("send") == 2
    assert case.delivery.wire.texts(CHANNEL) == ["one"]


async def test_what_another_process_shows_is_asked_of_it(case: SharedCase) -> None:
    case.look_on()
    await case.screens.repost(table_key(1))
    await case.screens.invalidate(hand_key(1, 7))
    await case.screens.answer_delivered(table_key(1))
    assert case.cluster.told == [
        ("repost", 1, "table"),
        ("invalidate", 1, hand_key(1, 7).name),
        ("invalidate", 1, "table"),
    ]


async def test_nobody_is_asked_for_what_is_shown_here(case: SharedCase) -> None:
    await case.screens.repost(table_key(1))
    await case.screens.answer_delivered(table_key(1))
    case.screens.reply_gone(5)
    case.screens.forget_user(7)
    await case.settle()
    assert case.cluster.told == []


async def test_tables_acquired_are_shown_and_one_lost_again_is_not(case: SharedCase) -> None:
    case.screens.table_acquired(2)
    case.screens.table_acquired(3)
    case.screens.table_released(3)
    await case.settle()
    assert case.changes.shown == [2]


async def test_a_table_acquired_that_cannot_be_read_holds_up_no_other_and_is_tried_again(
    case: SharedCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.background_tasks.RETRY_DELAY_S", 0.05)
    case.changes.unread = [2]
    case.screens.table_acquired(2)
    case.screens.table_acquired(3)
    await eventually(lambda: case.changes.shown == [3, 2])
    case.screens.table_acquired(4)
    await eventually(lambda: case.changes.shown == [3, 2, 4])


async def test_a_process_that_stops_leaves_tables_that_wait_or_failed_to_others(
    case: SharedCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.background_tasks.RETRY_DELAY_S", 0.0)
    case.changes.unread = [2]
    for table in (2, 3, 4):
        case.screens.table_acquired(table)
    case.changes.after_show = case.background.stop
    await case.settle()
    await run_ready()
    assert (case.changes.shown, case.changes.unread) == ([3], [])


HAND = open_hand_key(1, 7)
HANDLE = ReplyHandle(CHANNEL, 500, 4, "token")


LIVE = LiveScreen(HAND, 1, 99, "Ann")


async def shown_by_a_worker(live: LiveScreen | None = LIVE) -> list[Any]:
    """Return what a worker says of a private answer."""
    worker = SharedCase()
    worker.cluster.ours = worker.cluster.looks_after_tables = False
    await worker.screens.reply_shown(HANDLE, live, Screen(()))
    [word] = worker.cluster.told
    return list(word)


async def test_a_hand_that_was_opened_elsewhere_follows_from_here(case: SharedCase) -> None:
    """The press was another process's; the token comes along, and is used at the next change."""
    case.screens.hear(await shown_by_a_worker())
    await case.settle()
    assert [reply.screen for reply in [case.delivery.replies.find(HAND)] if reply] == [LIVE]
    await case.delivery.show(HAND, "two", 2)
    assert case.delivery.wire.calls.count("edit_reply") == 1


@pytest.mark.parametrize("end", ["gone", "shown", "forgotten"])
async def test_it_follows_no_longer_when_it_shows_something_else(case: SharedCase, end: str) -> None:
    case.screens.hear(await shown_by_a_worker())
    words = {"gone": ["gone", 500], "shown": await shown_by_a_worker(None), "forgotten": ["forgotten", 7]}
    case.screens.hear(words[end])
    await case.settle()
    assert case.delivery.replies.find(HAND) is None
    await case.delivery.show(HAND, "two", 2)
    assert "edit_reply" not in case.delivery.wire.calls


async def test_a_hand_at_a_table_of_another_process_is_left_to_it(case: SharedCase) -> None:
    """All are told, since nobody knows whose table it is."""
    case.look_on()
    case.screens.hear(await shown_by_a_worker())
    await case.settle()
    assert case.delivery.replies.find(HAND) is None


async def test_a_private_answer_of_another_process_is_told_to_who_keeps_ours(case: SharedCase) -> None:
    opened: list[tuple[int, int, int]] = []
    case.screens.watch_replies(lambda *told: opened.append(told))
    case.cluster.looks_after_tables = False
    case.screens.reply_opened(7, CHANNEL, 5)
    await case.settle()
    assert case.cluster.told == [("opened", 7, CHANNEL, 5)]
    case.screens.hear(["opened", 7, CHANNEL, 5])
    assert opened == [(7, CHANNEL, 5)]


@pytest.mark.parametrize("word", [[], ["later", 1], ["gone"], ["repost", 1]])
async def test_what_another_release_says_is_passed_over(case: SharedCase, word: list[Any]) -> None:
    case.screens.hear(word)
    await case.settle()
