"""A database that does not answer is no reason to delete a message, nor to leave one as it is for good."""

import pytest

from bot.delivery.surface_keys import ending_key, hand_key, table_key
from bot.store.api import StoreError
from bot.tables.intents import End, HandHost, Leave, Request, Resume, Suspend
from bot.tables.results import Change, Reminder, TableView
from cards.kernel.moves import Refusal
from tests.bot.delivery.delivered_table import USERS, DeliveredTable
from tests.bot.sandbox.waiting import eventually
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO

STEWARD = 999_999


class UnreadTable:
    """Has a table refused to everybody who looks at it, as if its database did not answer."""

    def __init__(self, evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch) -> None:
        self.away = True
        self.looks = 0
        view_for = evening.harness.service.view_for

        async def seen(table: int, user: int | None) -> TableView | Refusal:
            self.looks += 1
            return Refusal("not_saved") if self.away else await view_for(table, user)

        monkeypatch.setattr(evening.harness.service, "view_for", seen)


async def settle(evening: DeliveredTable) -> None:
    for _ in range(4):
        evening.clock.now += 60.0
        for worker in evening.delivery.scheduler._workers.values():
            worker.woken.set()
        await evening.written()


async def test_no_message_is_deleted_while_the_database_does_not_answer(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is due then is drawn later; nobody's hand goes, and nobody is mentioned again."""
    harness, wire = evening.harness, evening.wire
    first, _ = await evening.active()
    shown = dict(wire.messages)
    wire.calls.clear()
    unread = UnreadTable(evening, monkeypatch)
    for key in (table_key(harness.table), *(hand_key(harness.table, user) for user in USERS)):
        await evening.delivery.scheduler.invalidate(key)
    await settle(evening)
    assert wire.messages == shown
    assert "delete" not in wire.calls
    unread.away = False
    await harness.act(first, "kick")
    await settle(evening)
    assert wire.messages.keys() == shown.keys()
    changed = {place[0] for place in shown if wire.messages[place] != shown[place]}
    assert {CHANNEL, first} <= changed


async def test_the_end_of_a_game_stays_though_one_question_to_the_database_fails(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told once: what is deleted of it would never come back."""
    harness, wire = evening.harness, evening.wire
    await harness.service.send(harness.table, Request(901, STEWARD, End(steward=True)))
    await settle(evening)
    told = wire.texts(CHANNEL)
    assert told
    unread = UnreadTable(evening, monkeypatch)
    await evening.delivery.scheduler.mark_known(harness.table)
    await evening.delivery.scheduler.mark(ending_key(harness.table))
    await settle(evening)
    unread.away = False
    await settle(evening)
    assert wire.texts(CHANNEL) == told


async def test_a_press_that_is_saved_gets_an_answer_though_its_screen_cannot_be_drawn(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    unread = UnreadTable(evening, monkeypatch)
    table = evening.harness.table
    assert await evening.screens.render(table_key(table)) is None
    assert await evening.screens.render_watch(table, 500, 1_900_000_000) is None
    unread.away = False
    assert await evening.screens.render(table_key(table)) is not None


async def test_a_move_is_shown_although_what_it_makes_out_of_date_could_not_be_read(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the rows of its messages fail, once the table itself: both are asked for again."""
    monkeypatch.setattr("bot.delivery.background_tasks.RETRY_DELAY_S", 0.05)
    harness, wire, scheduler = evening.harness, evening.wire, evening.delivery.scheduler
    mark, failures = scheduler.mark, ["rows", "table"]

    async def marked(*args: object, **options: object) -> None:
        if failures and failures.pop(0) == "rows":
            unread.away = True
            raise StoreError("connection was closed")
        await mark(*args, **options)  # type: ignore[arg-type]

    unread = UnreadTable(evening, monkeypatch)
    unread.away = False
    monkeypatch.setattr(scheduler, "mark", marked)
    first, _ = await evening.active()
    before = wire.texts(CHANNEL)
    await harness.act(first, "kick")
    await eventually(lambda: unread.away)
    unread.away = False
    await eventually(lambda: not failures)
    await settle(evening)
    assert wire.texts(CHANNEL) != before


async def test_who_was_the_host_is_told_no_longer_of_trouble_that_is_over(evening: DeliveredTable) -> None:
    harness = evening.harness
    await harness.service.send(harness.table, Request(0, 0, Suspend("access")))
    await settle(evening)
    assert any("Nothing is lost" in text for text in evening.wire.texts(ANN))
    for press, (user, wish) in enumerate(((ANN, HandHost(1)), (BEN, Resume())), 901):
        done = await harness.service.send(harness.table, Request(press, user, wish))
        assert isinstance(done, Change)
        await settle(evening)
    for user in USERS:
        assert not any("Nothing is lost" in text for text in evening.wire.texts(user))


async def test_a_reminder_goes_although_the_process_that_sent_it_is_gone(evening: DeliveredTable) -> None:
    harness = evening.harness
    first, _ = await evening.active()
    view = await harness.view_for(None)
    assert view.deadline is not None
    seat = view.table.seat_of(first)
    assert seat is not None
    await evening.delivery.changes.table_nudged(Reminder(view.table, "half", (seat,), view.deadline))
    await settle(evening)
    assert len(evening.wire.texts(first)) == 2
    await evening.restart()
    await settle(evening)
    assert len(evening.wire.texts(first)) == 1


async def test_the_hand_of_who_left_just_before_a_crash_goes(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = evening.harness

    async def dies(*_: object, **__: object) -> None: ...

    monkeypatch.setattr(evening.delivery.scheduler, "mark", dies)
    done = await harness.service.send(harness.table, Request(901, CLEO, Leave()))
    assert isinstance(done, Change)
    await settle(evening)
    assert len(evening.wire.texts(CLEO)) == 1
    await evening.restart()
    await settle(evening)
    assert evening.wire.texts(CLEO) == []


async def test_a_table_that_others_have_changed_is_tried_again_until_it_can_be_read(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody tells it twice."""
    monkeypatch.setattr("bot.delivery.background_tasks.RETRY_DELAY_S", 0.01)
    unread, mark_known = UnreadTable(evening, monkeypatch), evening.delivery.scheduler.mark_known
    marked: list[int] = []

    async def known(table: int) -> None:
        marked.append(table)
        await mark_known(table)

    monkeypatch.setattr(evening.delivery.scheduler, "mark_known", known)
    evening.delivery.changes.show_soon(evening.harness.table)
    await eventually(lambda: unread.looks >= 3)
    assert marked == []
    unread.away = False
    await eventually(lambda: marked == [evening.harness.table])
