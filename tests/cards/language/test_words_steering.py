"""Words that steer: branches, loops, choices, dice and names for what was chosen."""

from typing import Any

import pytest

from tests.cards.language.table import ROLL, Effect, at, choice, log_of

# words that steer


@pytest.mark.parametrize(("level", "log"), [(3, [("level", 0, 1, False)]), (4, [("level", 0, -1, False)])])
def test_if_takes_one_branch(level: int, log: list[Any]) -> None:
    table = at(
        {
            "do": "if",
            "test": {"is": "level", "max": 3},
            "then": [{"do": "level", "n": 1}],
            "else": [{"do": "level", "n": -1}],
        }
    )
    table.levels[0] = level
    table.start()
    assert table.log == log


def test_if_without_else_may_do_nothing() -> None:
    table = at(
        {"do": "if", "test": {"is": "level", "min": 9}, "then": [{"do": "level"}]}, {"do": "skip_turn"}
    )
    table.start()
    assert table.log == [("skip_turn", 0, 0)]


@pytest.mark.parametrize(("who", "seats"), [("nobody", []), ("left", [1]), ("others", [1, 2])])
def test_each_in_turn_order(who: str, seats: list[int]) -> None:
    """H-30: where all are concerned it goes clockwise, each finishing before the next."""
    table = at(
        {
            "do": "each",
            "who": who,
            "then": [{"do": "level", "n": 1, "who": "it"}, {"do": "skip_turn", "who": "it"}],
        }
    )
    table.start()
    expected: list[Any] = []
    for seat in seats:
        expected += [("level", seat, 1, False), ("skip_turn", seat, 0)]
    assert table.log == expected


def test_choose_asks_and_does_the_chosen() -> None:
    table = at(choice(), {"do": "skip_turn"})
    table.start()
    assert table.question is not None
    assert table.question[2].options == ("Up", "Down")
    table.answer("Down")
    assert table.log == [("level", 0, -1, False), ("skip_turn", 0, 0)]


def test_choose_with_one_open_option_asks_nobody() -> None:
    assert log_of(choice(**{"if": {"is": "level", "min": 9}})) == [("level", 0, -1, False)]


def test_choose_by_nobody_does_nothing() -> None:
    assert log_of({**choice(), "who": "nobody"}) == []


@pytest.mark.parametrize(("answer", "n"), [("yes", 1), ("no", -1)])
def test_may(answer: str, n: int) -> None:
    assert log_of(
        {"do": "may", "then": [{"do": "level", "n": 1}], "else": [{"do": "level", "n": -1}]}, answer=answer
    ) == [("level", 0, n, False)]


def test_may_of_nobody() -> None:
    assert log_of({"do": "may", "who": "nobody", "then": [{"do": "level"}]}) == []


@pytest.mark.parametrize(("die", "log"), [(2, [-1]), (4, []), (6, [1])])
def test_roll_takes_the_outcome_that_fits(die: int, log: list[int]) -> None:
    table = at(ROLL)
    table.dice = [die]
    table.start()
    assert [entry[2] for entry in table.log] == log


def test_roll_with_something_added_stays_on_the_die_for_outcomes() -> None:
    table = at({**ROLL, "plus": 4}, {"do": "level", "n": {"num": "var", "name": "die"}})
    table.dice = [5]
    table.start()
    assert [entry[2] for entry in table.log] == [1, 9]


def test_roll_by_nobody() -> None:
    assert log_of({**ROLL, "who": "nobody"}) == []


@pytest.mark.parametrize(
    ("say", "die", "n"), [("high", 4, 1), ("high", 3, -1), ("low", 3, 1), ("low", 4, -1)]
)
def test_guess(say: str, die: int, n: int) -> None:
    assert log_of(
        {"do": "guess", "then": [{"do": "level", "n": 1}], "else": [{"do": "level", "n": -1}]},
        dice=[die],
        answer=say,
    ) == [("level", 0, n, False)]


def test_guess_wrong_without_else_and_by_nobody() -> None:
    table = at(
        {"do": "guess", "then": [{"do": "level"}]},
        {"do": "guess", "who": "nobody", "then": [{"do": "level"}]},
    )
    table.dice = [1]
    table.start()
    table.answer("high")
    assert table.log == []


def test_pick_card_names_what_was_chosen() -> None:
    table = at({"do": "pick_card", "what": {"whose": "left"}}, {"do": "discard", "what": "card"})
    hat, _ = table.give(1, "carried", "hat", "boots")
    table.start()
    table.answer(hat)
    assert table.log == [("discard", "hat")]


def test_pick_card_without_any() -> None:
    assert log_of({"do": "pick_card", "what": {}, "name": "found"}, {"do": "discard", "what": "found"}) == []


def test_pick_player_by_choice_by_lot_and_from_nobody() -> None:
    down = {"do": "level", "n": -1, "who": "target"}
    table = at({"do": "pick_player"}, down)
    table.start()
    table.answer(2)
    assert table.log == [("level", 2, -1, False)]
    table = at({"do": "pick_player", "random": True}, down)
    table.lots = [1]
    table.start()
    assert table.log == [("level", 2, -1, False)]
    table = at({"do": "pick_player", "among": "nobody"}, down)
    table.start(target=1)
    assert table.log == []


def test_pick_side_after_the_die() -> None:
    to_side = {"do": "power", "n": {"num": "var", "name": "die"}, "side": "chosen"}
    table = at({"do": "roll"}, {"do": "pick_side", "by": "left"}, to_side)
    table.dice = [4]
    table.start()
    assert table.log == []
    table.answer("monsters")
    assert table.log == [("add_strength", "monsters", 4, 0, "monster=-1")]
    table = at({"do": "pick_side", "by": "nobody"}, {"do": "level", "n": 1})
    table.start()
    assert table.log == [("level", 0, 1, False)]


def test_answers_do_not_outlive_their_word() -> None:
    """The same word twice asks twice."""
    table = at({"do": "discard", "what": {"from": "hand"}}, {"do": "discard", "what": {"from": "hand"}})
    hat, rat, _ = table.give(0, "hand", "hat", "rat", "bomb")
    table.start()
    table.answer(hat)
    assert table.question is not None
    table.answer(rat)
    assert table.log == [("discard", "hat"), ("discard", "rat")]


TWO_MONSTERS = {"from": "hand"}


@pytest.mark.parametrize(
    "effect",
    [
        {"do": "curse", "what": TWO_MONSTERS},
        {"do": "discard", "what": TWO_MONSTERS},
        {"do": "fight", "what": TWO_MONSTERS},
        {"do": "into_play", "what": TWO_MONSTERS},
        {"do": "join", "what": TWO_MONSTERS},
        {"do": "pick_card", "what": TWO_MONSTERS},
        {"do": "put_back", "what": TWO_MONSTERS},
        {"do": "remove", "what": TWO_MONSTERS},
        {"do": "replace", "what": TWO_MONSTERS, "by": TWO_MONSTERS},
        {"do": "show", "what": TWO_MONSTERS},
        {"do": "suffer", "what": TWO_MONSTERS},
        {"do": "swap", "what": TWO_MONSTERS, "for": TWO_MONSTERS},
        {"do": "take", "what": TWO_MONSTERS},
        {"do": "unload", "what": TWO_MONSTERS},
    ],
    ids=lambda effect: effect["do"],
)
def test_nothing_happens_before_everything_is_chosen(effect: Effect) -> None:
    """A word that has to ask changes nothing until the last answer is there."""
    table = at(effect)
    held = table.give(0, "hand", "rat", "ghoul")
    table.start()
    while table.question is not None:
        assert table.log == []
        assert table.question[2].options == tuple(held)
        table.answer(held[0])
    assert table.frames == []


def test_may_without_else_does_nothing_on_a_no() -> None:
    assert log_of({"do": "may", "then": [{"do": "level"}]}, answer="no") == []


def test_swap_of_two_cards_of_one_owner_changes_nothing() -> None:
    table = at({"do": "swap", "what": {"slot": "head"}, "for": {"slot": "feet"}})
    table.give(0, "carried", "hat", "boots")
    table.start()
    assert table.log == []


RECALL: Effect = {
    "do": "recall",
    "what": {"from": "door_discard", "kind": ["monster"], "pick": "bottom"},
    "then": [{"do": "level", "n": 1}],
    "else": [{"do": "level", "n": -1}],
}


@pytest.mark.parametrize(("said", "n"), [("Rat", 1), ("Ghoul", -1)])
def test_recall(said: str, n: int) -> None:
    table = at(RECALL)
    table.pile_up("door_discard", "itch", "rat", "ghoul")
    table.start()
    assert table.question is not None
    assert table.question[2].options == ("Ghoul", "Rat")
    table.answer(said)
    assert table.log == [("level", 0, n, False)]


def test_recall_with_nothing_to_remember_fails() -> None:
    table = at(RECALL)
    table.start()
    assert table.log == [("level", 0, -1, False)]
    table = at({key: RECALL[key] for key in ("do", "what", "then")})
    table.start()
    assert table.log == []


def test_recall_by_nobody_and_of_a_card_to_be_chosen() -> None:
    table = at({**RECALL, "who": "nobody"})
    table.pile_up("door_discard", "rat")
    table.start()
    assert table.log == []
    table = at({**RECALL, "what": {"from": "hand"}})
    rat, _ = table.give(0, "hand", "rat", "ghoul")
    table.start()
    table.answer(rat)
    table.answer("Rat")
    assert table.log == [("level", 0, 1, False)]


QUESTION: Effect = {"do": "question", "text": "it is raining"}


@pytest.mark.parametrize("reply", ["yes", "no"])
def test_a_question_is_asked_once(reply: str) -> None:
    """The owner answers once for as long as the card stays where it is."""
    table = at(QUESTION, QUESTION)
    table.start()
    assert table.question is not None
    assert table.question[:2] == (0, "question")
    assert table.question[2].options == ("no", "yes")
    table.answer(reply)
    assert table.log == [("answer_for", reply)]
    assert table.frames == []
