"""What spectators cost: nothing of Discord's budget, and one edit of their own in a turn."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from bot.delivery.live_replies import LiveScreen
from bot.delivery.surface_keys import watch_key
from bot.delivery.wire import ReplyHandle
from bot.tables.choices import Choice
from bot.tables.intents import Act, Request
from bot.tables.results import Change, TableView
from tests.bot.delivery.delivered_table import USERS, DeliveredTable
from tests.bot.tables.table_harness import TableHarness
from tests.bot.views.games import action_of

ACTIONS = 60
FIRST_GUEST = 500
BRISK_VERBS = ("pass", "kick", "loot", "end_turn", "run_away", "claim", "answer")
"""What people do who want the game to go on."""


@dataclass
class Costs:
    """What a part of a game cost: calls of every kind, and the turns that it took."""

    calls: Counter[str]
    turns: int
    screens: set[str]


async def watch(made: DeliveredTable, user: int) -> None:
    """Let somebody watch, as a press of *Watch* does."""
    table = made.harness.table
    drawn = await made.screens.render_watch(table, user, 1_900_000_000)
    assert drawn is not None
    live = LiveScreen(watch_key(table, user), drawn.version, 1_900_000_000, f"Guest {user}")
    await made.screens.reply_shown(ReplyHandle(user, user, 4, "token"), live, drawn.screen)


async def costs_of_watching(spectators: int) -> Costs:
    """Play the same part of a game with so many spectators."""
    made = await DeliveredTable.open()
    harness = made.harness
    for guest in range(spectators):
        await watch(made, FIRST_GUEST + guest)
    await made.written()
    made.wire.calls.clear()
    rng = Random(7)
    first = (await harness.view_for(None)).game_view.turn
    for _ in range(ACTIONS):
        await _act(harness, rng)
        made.clock.now += 5.0  # more than any slack of a spectator's
        await made.written()
    turns = (await harness.view_for(None)).game_view.turn - first
    guests = range(FIRST_GUEST, FIRST_GUEST + spectators)
    shown = {text for (place, _), text in made.wire.messages.items() if place in guests}
    await made.screens.close()
    calls = Counter(made.wire.calls)
    await harness.close()
    return Costs(calls, turns, shown)


async def _act(harness: TableHarness, rng: Random) -> None:
    pending = await harness.pending()
    seat = rng.choice(pending.awaited)
    view = await harness.view_for(USERS[seat])
    assert isinstance(view, TableView)
    brisk = [move for move in view.moves if move.verb in BRISK_VERBS]
    wanted = brisk if brisk and rng.random() < 0.9 else view.moves
    action = action_of(rng.choice(wanted), seat, rng)
    choice = Choice(action.verb, action.card, action.ability, action.picks)
    assert isinstance(await harness.service.send(harness.table, Request(0, USERS[seat], Act(choice))), Change)


async def test_spectators_cost_the_table_nothing_and_each_an_edit_a_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two and twenty of them: every call that counts is made as without, and no more of their own."""
    monkeypatch.setattr("bot.delivery.live_replies.REPLY_EDITS_PER_S", 1e9)  # nobody waits here
    monkeypatch.setattr("bot.delivery.changes.REDRAW_INTERVAL_S", 0.0)
    without = await costs_of_watching(0)
    assert without.turns > 3
    for spectators in (2, 20):
        found = await costs_of_watching(spectators)
        edits = found.calls.pop("edit_reply")
        assert found.turns == without.turns
        assert found.calls.total() <= without.calls.total() * 1.05
        assert 0 < edits <= spectators * (found.turns + 1)
        assert len(found.screens) == 1  # all of them see the same
