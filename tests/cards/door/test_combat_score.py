"""How a fight stands is told after each action that changes it."""

from random import Random
from typing import Any

from cards.door.combat_events import CombatScored, MonsterEnhanced, MonsterJoined, StrengthAdded
from cards.door.view_types import DoorView
from cards.kernel.events import Event
from cards.kernel.game import Setup
from cards.kernel.moves import Refusal
from cards.registry import make_game
from tests.bot.views.games import action_of

FIGURES = (MonsterJoined, MonsterEnhanced, StrengthAdded)


def played(seed: int, steps: int) -> list[tuple[DoorView, tuple[Event, ...]]]:
    """Play a random game and return what everybody sees after each action, with its events."""
    game = make_game(Setup("classic", 3, seed, {}))
    rng = Random(seed)
    state: Any
    state, _ = game.start()
    found: list[tuple[DoorView, tuple[Event, ...]]] = []
    while len(found) < steps and not state.over:
        every = [(seat, move) for seat in range(3) for move in game.legal_moves(state, seat)]
        seat, move = rng.choice(every)
        result = game.step(state, action_of(move, seat, rng))
        assert not isinstance(result, Refusal)
        state = result.state
        found.append((game.view(state, None), result.events))
    return found


def test_the_score_is_what_everybody_sees_and_comes_last_in_its_action() -> None:
    scored = 0
    for seed in (1, 2, 3):
        for view, events in played(seed, 400):
            scores = [event for event in events if isinstance(event, CombatScored)]
            undecided = view.combat is not None and view.combat.stage in ("fight", "victory", "defeat")
            if undecided and view.combat.foes and any(isinstance(event, FIGURES) for event in events):
                assert scores
            for score in scores:
                assert view.combat is not None
                assert events[-1] is score
                assert (score.seat, score.party, score.monsters, score.ahead) == (
                    view.combat.fighter,
                    view.combat.party,
                    view.combat.monsters,
                    view.combat.ahead,
                )
                scored += 1
    assert scored > 20
