"""What is laid out when the best of one's own cards is equipped at once."""

from __future__ import annotations

from cards.door.view_types import DoorView
from cards.kernel.moves import Action
from cards.players.laying_out import LayOut, best_gear
from tests.cards.players.situations import PlayerSituation


def laid_out(spot: PlayerSituation, seat: int = 0) -> LayOut:
    view = spot.game.view(spot.state, seat)
    assert isinstance(view, DoorView)
    return best_gear(spot.game, view, spot.moves(seat), seat)


def names(spot: PlayerSituation, actions: tuple[Action, ...]) -> list[str]:
    return [spot.name(action.card) for action in actions]


def strength(spot: PlayerSituation, seat: int = 0) -> int:
    view = spot.game.view(spot.state, seat)
    assert isinstance(view, DoorView)
    return view.seats[seat].strength


def test_the_better_of_two_for_one_place_is_worn_and_the_rest_stays_in_the_hand() -> None:
    """R-203: two hands, one head. What is worn already gives way; what needs a Class is left alone."""
    spot = PlayerSituation(
        {
            "hand": [
                "Sword of Adequacy",
                "Umbrella of Last Resort",
                "Helmet of Selective Hearing",
                "Backhanded Dagger",
                "Lucky Undershirt",
                "Potion of Mild Inconvenience",
                "Noodle Arms",
            ],
            "equipped": ["Spork of Destiny", "Frying Pan of Justice", "Thinking Saucepan"],
        },
        {},
        {},
    )
    assert strength(spot) == 4
    found = laid_out(spot)
    assert set(names(spot, found.actions)) == {
        "Helmet of Selective Hearing", "Lucky Undershirt", "Sword of Adequacy",
    }  # fmt: skip
    for action in found.actions:
        spot.take(action)
    assert (found.before, found.after, strength(spot)) == (4, 7, 7)
    assert laid_out(spot) == LayOut((), 7, 7), "nothing is left to be done"


def test_a_class_and_a_curse_are_no_gear() -> None:
    spot = PlayerSituation({"hand": ["Wizard", "Noodle Arms", "Read the Manual"]}, {}, {})
    assert laid_out(spot) == LayOut((), 1, 1)


def test_somebody_elses_turn_changes_nothing_about_ones_own_cards() -> None:
    """Whoever asks gets an answer about their own hand, as far as they may lay anything out at the moment."""
    spot = PlayerSituation({}, {"hand": ["Sword of Adequacy"]}, {})
    assert all(action.seat == 1 for action in laid_out(spot, 1).actions)
