"""What an attack would do is what it does."""

import pytest

from cards.kernel.dice import PooledDice
from cards.kernel.game import Accepted, Setup
from cards.kernel.moves import Action
from cards.panic.forecast import forecast, plan
from cards.panic.game import PanicGame
from cards.players.random_player import RandomPlayer
from tests.cards.panic.situation import PanicSituationTable, arrange

TRIES_PER_GAME = 60


@pytest.mark.parametrize("seed", range(6))
def test_forecasts_come_true(seed: int) -> None:
    """P-050, P-072, P-230: planned attacks of whole games leave exactly the health that was foretold."""
    game = PanicGame(Setup("panic", 3, seed, {"more_munchkin": True}))
    state, _ = game.start()
    player, dice, tried = RandomPlayer(), PooledDice(seed), 0
    while not state.over and tried < TRIES_PER_GAME:
        pending = game.pending(state)
        assert pending is not None
        for move in game.legal_moves(state, state.active):
            if move.verb == "attack":
                view = game.view(state, state.active)
                monster = next(m for m in view.monsters if m.token == move.card)
                cards = plan(game.catalog, view, monster, move.slots[0])
                if cards:
                    seen = forecast(game.catalog, view, monster, cards)
                    result = game.step(state, Action(state.active, "attack", move.card, -1, (cards,)))
                    assert isinstance(result, Accepted)
                    left = [m.health for m in result.state.board if m.token == move.card]
                    assert (left or [0]) == [seen.health]
                    assert seen.health < monster.health
                    tried += 1
        seat = pending.awaited[dice.randbelow(len(pending.awaited))]
        action = player.choose(None, game.legal_moves(state, seat), seat, dice)
        after = game.step(state, action)
        assert isinstance(after, Accepted)
        state = after.state
    assert tried > 5


def test_sleep_is_no_help() -> None:
    """P-227: it is used on no monster, so the forecast does not count it against the Warrior's nemesis."""
    made = arrange(3, more_munchkin=True).character(0, "warrior").character(1, "halfling")
    made.character(2, "dwarf").hand(1, "sleep_potion").hand(0, "red_archer", "boots_of_butt_kicking")
    t = PanicSituationTable(made.monster("shrieking_geek", "archer", 1)).do(0, "ask", "", ())
    t.do(1, "offer", "sleep_potion", "shrieking_geek", "asker", 0, ()).do(0, "accept", "sleep_potion")
    t.play(0, "sleep_potion")
    view = t.game.view(t.state, 0)
    cards = [t.card(0, "red_archer"), t.card(0, "boots_of_butt_kicking")]
    seen = forecast(t.game.catalog, view, view.monsters[0], cards)
    t.attack(0, "shrieking_geek", "red_archer", "boots_of_butt_kicking")
    assert (seen.health, seen.spared) == (t.health("shrieking_geek"), True)


def test_the_card_that_could_do_least_elsewhere_is_proposed() -> None:
    """Of one Hit for one monster it is the one of its color, not the one of any color or the Hero."""
    made = arrange().hand(0, "any_swordsman", "green_hero", "green_swordsman", "potion_of_halitosis")
    t = PanicSituationTable(made.monster("bullrog", "swordsman", 3, 1))
    move = next(m for m in t.game.legal_moves(t.state, 0) if m.verb == "attack")
    view = t.game.view(t.state, 0)
    assert t.names(plan(t.game.catalog, view, view.monsters[0], move.slots[0])) == ["green_swordsman"]
