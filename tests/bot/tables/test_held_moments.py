"""Computers leave in sight what people want to look at."""

import asyncio
import itertools
from collections.abc import Sequence

import pytest

from bot.tables.computer_players import ThinkingTime
from bot.tables.intents import Start
from bot.tables.results import Change, Listener
from bot.views.screens import hold_s
from cards.door.events import DoorKicked
from cards.kernel.events import Event
from cards.registry import module_of
from tests.bot.tables.table_harness import ANN, TableHarness


async def times_after_faces(pace: ThinkingTime, *, minutes: int = 4) -> list[float]:
    """Let computers play with somebody who only goes on; return how long each face stood until then."""
    classic = module_of("classic")
    harness = await TableHarness.open(games=(classic,), seed=5, pace=pace, hold_s=hold_s)
    await harness.sit_down(ANN, game="classic", start=False)
    seen: list[tuple[float, str, tuple[Event, ...]]] = []

    class Watch(Listener):
        async def table_changed(self, change: Change) -> None:
            seen.append((harness.ticker.seconds, type(change.intent).__name__, change.events))

    await harness.done(ANN, Start(robots=True))
    harness.service.add_listener(Watch())
    while harness.ticker.seconds < 60.0 * minutes:
        await asyncio.sleep(0.002)  # the database has a thread of its own
        for actor in harness.service.actors():
            await actor.wait_idle()
        harness.ticker.wake_next(harness.ticker.seconds + 0.5)
        if harness.ticker.seconds % 10 < 0.5:
            await _go_on(harness, ANN)
    await harness.close()
    return [
        later - at
        for (at, _, events), (later, intent, _) in itertools.pairwise(seen)
        if intent == "RobotAct" and _shows_face(events)
    ]


async def _go_on(harness: TableHarness, user: int) -> None:
    """Do what leads on, if the table waits for this person."""
    view = await harness.view_for(user)
    if view.pending is None or view.seat not in view.pending.awaited:
        return
    verbs = [move.verb for move in view.moves]
    for verb in ("pass", "kick", "loot", "run_away", "flee", "end_turn", "give_away", "answer"):
        if verb in verbs:
            await harness.act(user, verb)
            return


def _shows_face(events: Sequence[Event]) -> bool:
    return any(isinstance(event, DoorKicked) for event in events)


async def test_no_computer_acts_before_a_door_has_been_seen_for_six_seconds() -> None:
    stood = await times_after_faces(ThinkingTime())
    assert stood
    assert min(stood) >= 6.0 - 0.001


@pytest.mark.parametrize("slowest", [1.0, 0.4])
async def test_computers_that_think_less_hold_less(slowest: float) -> None:
    """A quick demo stays as quick as it was asked to be."""
    stood = await times_after_faces(ThinkingTime(slowest / 2, slowest), minutes=2)
    assert stood
    assert slowest * 1.5 <= min(stood) + 0.001 <= slowest * 1.5 + 0.5
