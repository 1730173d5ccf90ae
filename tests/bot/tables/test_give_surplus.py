"""Ending a turn with a hand that is too large: the end, the gift and its questions, in one revision."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.history import entry_of, replay
from bot.tables.intents import GiveSurplus, Pause, Resume, RollForAll
from cards.door.view_types import DoorSeatView, DoorView
from cards.registry import REGISTRY
from tests.bot.tables.table_harness import ANN, BEN, CLEO, DAN, TableHarness

DOOR = REGISTRY.find("classic")
SEED = 2
PEOPLE = (ANN, BEN, CLEO, DAN)
HASTE_VERBS = ("kick", "loot", "claim", "run_away", "flee", "pass", "answer")
"""What brings a turn to its end, whatever stands behind the door."""


async def door_view(harness: TableHarness, user: int | None = None) -> DoorView:
    view = (await harness.view_for(user)).game_view
    assert isinstance(view, DoorView)
    return view


async def active(harness: TableHarness) -> tuple[int, DoorSeatView]:
    """Return whose turn it is, as a person and as they see themselves."""
    number = (await door_view(harness)).active
    return PEOPLE[number], (await door_view(harness, PEOPLE[number])).seats[number]


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[TableHarness]:
    """Yield a table at which somebody is about to end their first turn with a hand that is too large."""
    assert DOOR is not None
    opened = await TableHarness.open(tmp_path / "games.db", games=(DOOR,), seed=SEED)
    await opened.sit_down(*PEOPLE, game="classic")
    while (await door_view(opened)).phase != "after":
        view = await opened.view_for(None)
        assert view.pending is not None
        user = PEOPLE[view.pending.awaited[0]]
        legal = {move.verb for move in (await opened.view_for(user)).moves}
        await opened.act(user, next(verb for verb in HASTE_VERBS if verb in legal))
    yield opened
    await opened.close()


async def test_the_turn_ends_with_the_gift_in_one_revision_and_the_log_replays(harness: TableHarness) -> None:
    user, before = await active(harness)
    revision = (await harness.view_for(None)).table.revision
    assert before.hand_size > before.hand_limit
    change = await harness.done(user, GiveSurplus())
    assert change.table.revision == revision + 1
    view = await door_view(harness, user)
    assert view.seats[before.seat].hand_size == before.hand_limit
    assert view.active != before.seat
    rows = await harness.store.log(harness.table)
    entry = entry_of(rows[-1])
    assert [action.verb for action in entry.actions][:2] == ["end_turn", "give_away"]
    assert entry.data == {}, "what was given stands in the action alone"
    row = await harness.store.table(harness.table)
    after = await harness.view_for(user)
    assert row is not None
    assert after.game is not None
    assert after.game.encode(replay(after.game, rows)[row.revision]) == row.snapshot
    again = await harness.restart()
    assert (await door_view(again)).seats[before.seat].hand_size == before.hand_limit
    await again.close()


async def test_the_named_cards_go_and_no_others(harness: TableHarness) -> None:
    user, before = await active(harness)
    cards = before.hand[-(before.hand_size - before.hand_limit) :]
    await harness.done(user, GiveSurplus(cards))
    assert (await door_view(harness, user)).seats[before.seat].hand == before.hand[: -len(cards)]


async def test_cards_that_are_not_the_surplus_change_nothing(harness: TableHarness) -> None:
    """Too few, too many, twice the same, a card of somebody else's: the turn does not end, either."""
    user, before = await active(harness)
    count = before.hand_size - before.hand_limit
    strange = next(card for card in range(200) if card not in before.hand)
    for cards in (
        before.hand[: count - 1] if count > 1 else (strange,),
        before.hand[: count + 1],
        before.hand[:1] * count if count > 1 else (strange,),
        (*before.hand[: count - 1], strange),
    ):
        await harness.refused(user, GiveSurplus(cards))
    assert (await door_view(harness)).phase == "after"


async def test_only_whose_turn_it_is_and_only_once(harness: TableHarness) -> None:
    user, before = await active(harness)
    other = PEOPLE[(before.seat + 1) % 4]
    assert await harness.refused(other, GiveSurplus()) == "nothing_to_give"
    assert await harness.refused(404, GiveSurplus()) == "not_seated"
    await harness.done(other, Pause())
    assert await harness.refused(user, GiveSurplus()) == "halted"
    await harness.done(other, Resume())
    await harness.done(user, GiveSurplus(), interaction_id=900)
    assert await harness.refused(user, GiveSurplus(), interaction_id=900) == "already_done"
    assert await harness.refused(user, GiveSurplus()) == "nothing_to_give"


async def test_nobody_rolls_for_all_who_is_not_running(harness: TableHarness) -> None:
    user, _ = await active(harness)
    revision = (await harness.view_for(None)).table.revision
    assert await harness.refused(user, RollForAll()) == "not_now"
    assert await harness.refused(user, RollForAll(), seen=0) == "stale"
    assert (await harness.view_for(None)).table.revision == revision


async def test_a_button_of_the_gift_itself_is_stale_once_its_moment_has_passed(harness: TableHarness) -> None:
    """One that ends the turn counts however often the wait has reopened."""
    user, _ = await active(harness)
    seen = (await harness.view_for(None)).table.since
    await harness.act(user, "end_turn")
    assert await harness.refused(user, GiveSurplus(), seen=seen) == "stale"
    now = (await harness.view_for(None)).table.since
    await harness.done(user, GiveSurplus(), seen=now)
