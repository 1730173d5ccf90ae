"""What is laid out when the best of one's own cards is equipped at once."""

from cards.door.view_types import DoorView
from cards.kernel.moves import Action, LayOut
from cards.players.door.laying_out import best_gear, best_layout, flight_action, surplus_action
from tests.cards.players.situations import PlayerSituation


def laid_out(situation: PlayerSituation, seat: int = 0) -> LayOut:
    view = situation.game.view(situation.state, seat)
    assert isinstance(view, DoorView)
    return best_gear(situation.game, view, situation.moves(seat), seat)


def names(situation: PlayerSituation, actions: tuple[Action, ...]) -> list[str]:
    return [situation.name(action.card) for action in actions]


def strength(situation: PlayerSituation, seat: int = 0) -> int:
    view = situation.game.view(situation.state, seat)
    assert isinstance(view, DoorView)
    return view.seats[seat].strength


def test_the_better_of_two_for_one_place_is_worn_and_the_rest_stays_in_the_hand() -> None:
    """R-203: two hands, one head. What is worn already gives way; what needs a Class is left alone."""
    situation = PlayerSituation(
        {
            "hand": [
                "Sword of Adequacy",
                "Umbrella of Last Resort",
                "Earmuffs of Selective Hearing",
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
    assert strength(situation) == 4
    found = laid_out(situation)
    assert set(names(situation, found.actions)) == {
        "Earmuffs of Selective Hearing", "Lucky Undershirt", "Sword of Adequacy",
    }  # fmt: skip
    for action in found.actions:
        situation.take(action)
    assert (found.before, found.after, strength(situation)) == (4, 7, 7)
    assert laid_out(situation) == LayOut((), 7, 7), "nothing is left to be done"


def test_a_class_and_a_curse_are_no_gear() -> None:
    situation = PlayerSituation({"hand": ["Wizard", "Noodle Arms", "Read the Manual"]}, {}, {})
    assert laid_out(situation) == LayOut((), 1, 1)


def test_somebody_elses_turn_changes_nothing_about_ones_own_cards() -> None:
    """Whoever asks gets an answer about their own hand, as far as they may lay anything out at the moment."""
    situation = PlayerSituation({}, {"hand": ["Sword of Adequacy"]}, {})
    assert all(action.seat == 1 for action in laid_out(situation, 1).actions)


def layout(situation: PlayerSituation, seat: int = 0) -> LayOut:
    view = situation.game.view(situation.state, seat)
    assert isinstance(view, DoorView)
    return best_layout(situation.game, view, situation.moves(seat), seat)


def test_class_and_level_come_first_and_the_gear_that_they_allow_after_them() -> None:
    """The staff is for Wizards alone, so it becomes the best weapon with the Class."""
    hand = ["Wizard", "Pointy Hat of Tenure", "Convenient Rounding Error", "Spork of Destiny"]
    for phase in ("setup", "arrange"):
        situation = PlayerSituation({"hand": hand}, {}, {}, phase=phase)
        assert "Pointy Hat of Tenure" not in names(situation, laid_out(situation).actions)
        found = layout(situation)
        assert set(names(situation, found.actions)) == set(hand)
        for action in found.actions:
            situation.take(action)
        assert (found.level_before, found.level_after, found.after) == (1, 2, strength(situation))
        assert not layout(situation).actions


def test_no_class_gives_way_and_the_winning_level_stays_in_the_hand() -> None:
    """R-165, R-401: what is there is kept, whatever the other could do; the last Level comes from a kill."""
    situation = PlayerSituation(
        {"level": 9, "in_play": ["Cleric"], "hand": ["Wizard", "Convenient Rounding Error"]}, {}, {}
    )
    assert layout(situation) == LayOut((), 9, 9, 9, 9)


def test_others_hidden_cards_change_nothing_about_what_is_laid_out_or_given() -> None:
    hand = ["Wizard", "Elf", "Spork of Destiny", "Sword of Adequacy", "Dwarf", "Cleric", "Bottled Thunder"]
    for phase in ("arrange", "charity"):
        situation = PlayerSituation({"level": 3, "hand": hand}, {"hand": ["Thief"]}, {}, phase=phase)
        views = [
            situation.game.view(state, 0)
            for state in (
                situation.state,
                *(situation.game.redeal_hidden(situation.state, 0, lot) for lot in range(6)),
            )
        ]
        moves = situation.moves(0)
        assert len({best_layout(situation.game, view, moves, 0) for view in views}) == 1
        assert len({surplus_action(situation.game, view, moves, 0) for view in views}) == 1


def test_an_odd_surplus_for_two_poorest_is_shared_without_a_question() -> None:
    """R-132, R-133: who gets one more, and which, is answered as well; then nothing is left to be given."""
    hand = ["Spork of Destiny", "Sword of Adequacy", "Dwarf", "Wizard", "Elf", "Thief", "Cleric", "Halfling"]
    situation = PlayerSituation({"level": 3, "hand": hand}, {"level": 1}, {"level": 1}, phase="charity")
    verbs: list[str] = []
    view = situation.game.view(situation.state, 0)
    while (action := surplus_action(situation.game, view, situation.moves(0), 0)) is not None:
        theirs = situation.game.view(situation.state, 1)
        assert surplus_action(situation.game, theirs, situation.moves(1), 1) is None, (
            "it is not theirs to answer"
        )
        situation.take(action)
        verbs.append(action.verb)
        view = situation.game.view(situation.state, 0)
    assert verbs == ["give_away", "answer", "answer"]
    assert (len(view.seats[0].hand), sorted(seat.hand_size for seat in view.seats[1:])) == (5, [1, 2])


def test_who_runs_without_cards_needs_no_more_than_what_each_step_leaves() -> None:
    """R-433, R-435: a roll for each monster in turn, and no window of the runner's stays open."""
    situation = PlayerSituation({}, {}, {}, fight={"monsters": ["Two-Faced Giant", "Goose Knight"]})
    situation.do(0, "run_away")
    while (pending := situation.game.pending(situation.state)) is not None and pending.name == "defeat":
        situation.do(pending.awaited[0], "pass")
    rolled: list[int] = []
    view = situation.game.view(situation.state, 0)
    while (action := flight_action(view, situation.moves(0), 0)) is not None:
        rolled += [pick for picks in action.picks for pick in picks if isinstance(pick, int)]
        situation.take(action)
        view = situation.game.view(situation.state, 0)
    assert {situation.name(card) for card in rolled} == {"Two-Faced Giant", "Goose Knight"}
    assert view.combat is None
    assert flight_action(view, situation.moves(1), 1) is None
