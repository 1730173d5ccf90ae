"""Whole games of every computer player: legal, not too long, and independent of hidden cards."""

from collections.abc import Callable

import pytest

from cards.door import score
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE
from cards.door.view import view
from cards.games.door import door_module
from cards.kernel.dice import Dice, mix
from cards.kernel.game import Setup
from cards.kernel.state import GameState
from cards.players.base import AnyGame, Player, ask
from cards.players.door import cunning
from cards.players.door.cunning import CunningPlayer, Effort
from cards.players.door.sensible import CaretakerPlayer, SensiblePlayer
from cards.registry import make_game
from cards.simulate import play_game, player_factories

MAX_ACTIONS = 3_000
"""Actions that a game between sensible players never needs."""

VERBS_CARETAKER_AVOIDS = {
    "ask_help",
    "offer_help",
    "offer_trade",
    "accept_trade",
    "offer_truce",
    "accept_truce",
    "use",
    "sell",
    "sell_double",
    "give_up",
}
"""Verbs that a caretaker does not use."""

LITTLE_EFFORT = Effort(3, 60)
"""How much thought a cunning player gives a choice where its strength is not what is tested."""

FACTORIES = player_factories(door_module("classic"))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("kind", ["sensible", "caretaker"])
def test_whole_games_are_legal_and_end(kind: str, seats: int) -> None:
    """No move is refused, and no player repeats moves without end."""
    for number in range(2):
        seed = mix(seats, number)
        record = play_game(
            make_game(Setup("classic", seats, seed)), [FACTORIES[kind]() for _ in range(seats)], seed
        )
        assert (record.violations, record.finished) == ([], True)
        assert record.actions < MAX_ACTIONS or kind == "caretaker"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let cunning players think less than they do."""
    for name in ("USUAL_EFFORT", "LATE_EFFORT"):
        monkeypatch.setattr(cunning, name, LITTLE_EFFORT)


@pytest.mark.usefixtures("hasty")
def test_different_players_get_along() -> None:
    kinds = ("sensible", "random", "caretaker", "cunning")
    record = play_game(make_game(Setup("classic", 4, 5)), [FACTORIES[kind]() for kind in kinds], 5)
    assert (record.violations, record.finished) == ([], True)


def test_a_caretaker_never_bargains_nor_spends() -> None:
    """R-240, R-352, R-225: no trade, no bargain, nothing that is used up."""
    seed = 11
    game = make_game(Setup("classic", 3, seed))
    record = play_game(game, [CaretakerPlayer() for _ in range(3)], seed)
    assert record.finished
    assert not VERBS_CARETAKER_AVOIDS & set(record.verbs)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(("make", "every"), [(SensiblePlayer, 5), (CaretakerPlayer, 5), (CunningPlayer, 17)])
def test_choices_depend_on_nothing_hidden(make: Callable[[], Player], every: int) -> None:
    """Dealing the hidden cards again changes no choice."""

    def look(game: AnyGame, state: GameState, events: object) -> None:
        nonlocal compared
        seat = state.seq % state.seats
        if state.seq % every or state.over:
            return
        other = game.redeal_hidden(state, seat, state.seq)
        for must in (True, False):
            here = ask(make(), game, state, seat, Dice(3), must=must)
            assert ask(make(), game, other, seat, Dice(3), must=must) == here
            compared += here is not None

    compared = 0
    seed = 4
    play_game(make_game(Setup("classic", 4, seed)), [SensiblePlayer() for _ in range(4)], seed, watch=look)
    assert compared > 20


def test_the_believed_table_looks_like_the_real_one() -> None:
    """What a seat sees and what it believes agree in every figure that decisions depend on."""
    player = SensiblePlayer()

    def look(game: AnyGame, state: GameState, events: object) -> None:
        nonlocal combats
        if state.over or state.seq % 3:
            return
        player.set_game(game)
        for seat in range(state.seats):
            seen = game.view(state, seat)
            board = player.board(seen, seat)
            believed = view(board, seat)
            assert believed.seats == seen.seats
            assert (believed.phase, believed.active, believed.trades) == (
                seen.phase,
                seen.active,
                seen.trades,
            )
            assert not board.state.zones.faults()
            if seen.combat is not None and seen.combat.foes and seen.combat.stage != "reward":
                combats += 1
                assert believed.combat is not None
                assert score.strength(board, PARTY_SIDE) == seen.combat.party
                assert score.strength(board, MONSTERS_SIDE) == seen.combat.monsters
                assert believed.combat.treasures == seen.combat.treasures
                assert believed.combat.levels == seen.combat.levels
                assert believed.combat.offers == seen.combat.offers
                assert believed.combat.deal == seen.combat.deal

    combats = 0
    for seed in range(2):
        players = [SensiblePlayer() for _ in range(4)]
        play_game(make_game(Setup("classic", 4, seed)), players, seed, watch=look)
    assert combats > 50
