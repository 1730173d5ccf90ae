"""What has shown anybody a card is not taken back, also where no event tells of it."""

from random import Random
from typing import Any

import pytest

from bot.tables.history import reveals_nothing
from cards.kernel.game import Game
from cards.kernel.moves import Action, Refusal
from tests.bot.views.games import action_of, positions
from tests.cards.players.situations import PlayerSituation

TRAILERS = "Multiplex of Screaming Trailers"


def may_undo(game: Game[Any, Any], state: Any, action: Action) -> bool:
    """Return True if a move reveals nothing."""
    result = game.step(state, action)
    assert not isinstance(result, Refusal), result
    records = tuple(event.to_record() for event in result.events)
    return reveals_nothing(game, state, result.state, (action,), records)


@pytest.mark.parametrize("others", [["Sentient Lint"], []])
def test_trouble_that_opens_the_hand_stays(others: list[str]) -> None:
    """Unless there was nothing else in that hand."""
    ada = {"level": 4, "hand": [TRAILERS, *others]}
    situation = PlayerSituation(ada, {}, {}, game="rick_and_morty", phase="trouble")
    trouble = next(move for move in situation.moves(0) if situation.name(move.card) == TRAILERS)
    assert may_undo(situation.game, situation.state, Action(0, "trouble", trouble.card)) is not bool(others)


@pytest.mark.parametrize("hand", [["Sentient Lint"], []])
def test_help_that_opens_the_helpers_hand_stays(hand: list[str]) -> None:
    """The fighter's hand lies open already, so only the helper's is news."""
    situation = PlayerSituation(
        {"level": 4, "hand": ["Tinkles"]},
        {"level": 3, "hand": hand},
        {},
        game="rick_and_morty",
        fight={"monsters": [TRAILERS]},
    )
    ask = next(move for move in situation.moves(0) if move.verb == "ask_help")
    picks = ((1,), *(slot.options[:1] if slot.least else () for slot in ask.slots[1:]))
    asked = Action(0, "ask_help", picks=picks)
    assert may_undo(situation.game, situation.state, asked)
    situation.take(asked)
    accept = next(move for move in situation.moves(1) if move.verb == "accept_help")
    assert may_undo(
        situation.game, situation.state, Action(1, "accept_help", ability=accept.ability)
    ) is not bool(hand)


def test_a_look_into_somebodys_hand_stays_in_panic() -> None:
    """P-111: nobody else sees it, but one of them does."""
    looks = 0
    for game, state, _ in positions("panic", 4, 3, 400):
        for seat in range(4):
            for move in game.legal_moves(state, seat):
                if move.verb == "play" and game.face(move.card).name == "Help Me Out Here!":
                    assert not may_undo(game, state, action_of(move, seat, Random(1)))
                    looks += 1
    assert looks > 0
