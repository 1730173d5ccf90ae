"""Words about characters and cards: with no, one and several to act on."""

from typing import Any

import pytest

from tests.cards.language.table import Effect, LanguageTable, at, log_of


def ids(table: LanguageTable, cards: list[int]) -> list[str]:
    return [table.cards[card].id for card in cards]


# words about characters


@pytest.mark.parametrize(
    ("who", "levels"), [("nobody", [3, 5, 1]), ("you", [5, 5, 1]), ("everyone", [5, 7, 3])]
)
def test_level_gained_by_none_one_and_all(who: str, levels: list[int]) -> None:
    table = at({"do": "level", "n": 2, "who": who})
    table.start()
    assert table.levels == levels


def test_level_lost_by_a_number_from_the_table() -> None:
    """`lose` turns a number that depends on the table round; the last Level stays (R-003)."""
    table = at({"do": "level", "lose": True, "n": {"num": "count", "from": "hand"}})
    table.give(0, "hand", "hat", "rat", "bomb", "itch")
    table.start()
    assert table.levels[0] == 1
    assert table.log == [("level", 0, -4, False)]


def test_level_that_may_win_says_so_to_the_rules() -> None:
    assert log_of({"do": "level", "may_win": True}) == [("level", 0, 1, True)]


@pytest.mark.parametrize(
    ("who", "levels"), [("helper", [3, 5, 1]), ("you", [4, 5, 1]), ("others", [3, 4, 4])]
)
def test_set_level(who: str, levels: list[int]) -> None:
    table = at({"do": "set_level", "n": 4, "who": who})
    table.start()
    assert table.levels == levels


@pytest.mark.parametrize(
    ("effect", "sexes"),
    [
        ({"who": "nobody"}, ["male", "female", "male"]),
        ({"who": "you"}, ["female", "female", "male"]),
        ({"who": "everyone"}, ["female", "male", "female"]),
        ({"who": "everyone", "to": "female"}, ["female", "female", "female"]),
    ],
)
def test_sex(effect: Effect, sexes: list[str]) -> None:
    table = at({"do": "sex", **effect})
    table.start()
    assert table.sexes == sexes


def test_a_change_of_sex_can_be_aimed_at_a_companion() -> None:
    """R-606: whoever plays the card may change a companion's sex instead."""
    table = at({"do": "sex"})
    squire = table.give(0, "companions", "squire")[0]
    table.start()
    assert table.question is not None
    assert table.question[2].options == (squire,)
    table.answer(squire)
    assert table.log == [("change_companion_sex", squire, "male", 1)]
    assert table.sexes[0] == "male"


def test_a_change_of_sex_need_not_be_aimed_at_the_companion_there_is() -> None:
    """R-606: it is a choice."""
    table = at({"do": "sex"})
    table.give(0, "companions", "squire")
    table.start()
    table.answer()
    assert table.sexes[0] == "female"
    assert table.log == []


@pytest.mark.parametrize("many", [0, 1, 2])
def test_unload(many: int) -> None:
    """R-605: what a companion carries can stay when it goes."""
    table = at({"do": "unload", "what": {"from": "companions", "pick": "all"}})
    held = table.give(0, "companions", *["squire"] * many)
    table.start()
    assert table.log == [("unload", card) for card in held]


def test_what_was_looted_can_be_fought() -> None:
    """R-084, H-55: by those whose card says so."""
    table = at({"do": "fight", "what": "looted"})
    table.looted = table.card("rat")
    table.start()
    assert table.log == [("meet_monster", table.looted, 0)]


@pytest.mark.parametrize(("word", "deed"), [("death", "kill"), ("skip_turn", "skip_turn")])
@pytest.mark.parametrize(("who", "seats"), [("nobody", []), ("you", [0]), ("others", [1, 2])])
def test_death_and_missed_turns(word: str, deed: str, who: str, seats: list[int]) -> None:
    assert log_of({"do": word, "who": who}) == [(deed, seat, 0) for seat in seats]


# words about cards


@pytest.mark.parametrize(("who", "seats"), [("nobody", []), ("you", [0]), ("everyone", [0, 1, 2])])
def test_draw(who: str, seats: list[int]) -> None:
    assert log_of({"do": "draw", "deck": "door", "who": who, "face_up": True}) == [
        ("draw", seat, "door", 1, True) for seat in seats
    ]


def test_what_you_drew_can_be_spoken_of() -> None:
    table = at({"do": "draw", "n": 2}, {"do": "discard", "what": "found"})
    table.start()
    assert table.log[1:] == [("discard", "axe"), ("discard", "boots")]


def test_discard_with_nothing_to_lose_does_nothing() -> None:
    """R-563: what finds nothing to act on does nothing."""
    table = at(
        {"do": "discard", "what": {"slot": "head"}}, {"do": "level", "n": {"num": "var", "name": "lost"}}
    )
    table.give(0, "carried", "boots")
    table.start()
    assert table.log == [("level", 0, 0, False)]


def test_discard_of_the_only_candidate_asks_nobody() -> None:
    assert log_of({"do": "discard", "what": {"slot": "head"}}, carried=("boots", "hat")) == [
        ("discard", "hat")
    ]


def test_the_victim_chooses_among_several_candidates() -> None:
    """R-564, R-009: the one whose cards they are chooses."""
    table = at({"do": "discard", "what": {"whose": "target"}})
    hat, _ = table.give(1, "carried", "hat", "boots")
    table.start(target=1)
    assert table.question is not None
    seat, ask, slot = table.question
    assert (seat, ask, len(slot.options)) == (1, "discard", 2)
    table.answer(hat)
    assert table.log == [("discard", "hat")]


def test_discard_by_all_asks_each_for_their_own() -> None:
    table = at({"do": "discard", "what": {"from": "hand", "whose": "everyone"}})
    hands = [table.give(seat, "hand", "hat", "rat") for seat in range(3)]
    table.start()
    for seat in range(3):
        assert table.question is not None
        assert table.question[0] == seat
        table.answer(hands[seat][1])
    assert table.log == [("discard", "rat")] * 3


def test_discard_chosen_by_somebody_else() -> None:
    table = at({"do": "discard", "what": {"by": "left"}})
    table.give(0, "carried", "hat", "boots")
    table.start()
    assert table.question is not None
    assert table.question[0] == 1


@pytest.mark.parametrize(
    ("pick", "lost"),
    [
        ("best_bonus", "bow"),
        ("worst_bonus", "hat"),
        ("best_value", "bow"),
        ("worst_value", "hat"),
        ("all", "*"),
    ],
)
def test_discard_of_the_best_and_the_worst(pick: str, lost: str) -> None:
    table = at({"do": "discard", "what": {"pick": pick}})
    table.give(0, "carried", "hat", "bow", "boots")
    table.start()
    expected = ["hat", "bow", "boots"] if lost == "*" else [lost]
    assert [entry[1] for entry in table.log] == expected


def test_ties_for_the_best_are_broken_by_the_owner() -> None:
    """R-009: of two equal ones the victim chooses which goes; what is certain goes with it."""
    table = at({"do": "discard", "what": {"pick": "best_value", "n": 2}})
    bow, boots, axe = table.give(0, "carried", "bow", "boots", "axe")
    table.start()
    assert table.question is not None
    assert set(table.question[2].options) == {boots, axe}
    table.answer(axe)
    assert [entry[1] for entry in table.log] == ["bow", "axe"]
    assert bow != boots


def test_discard_by_lot() -> None:
    table = at({"do": "discard", "what": {"from": "hand", "n": 2, "pick": "random"}})
    table.give(0, "hand", "hat", "rat", "bomb")
    table.lots = [2, 0]
    table.start()
    assert [entry[1] for entry in table.log] == ["bomb", "hat"]


def test_discard_of_up_to_so_many_may_be_none() -> None:
    assert (
        log_of({"do": "discard", "what": {"n": 2, "up_to": True}}, carried=("hat", "boots"), answer=()) == []
    )


def test_take_from_nobody_from_one_and_to_nobody() -> None:
    for who, whose, expected in [("you", "nobody", []), ("nobody", "target", []), ("you", "target", ["hat"])]:
        table = at({"do": "take", "who": who, "what": {"whose": whose}})
        table.give(1, "carried", "hat")
        table.start(target=1)
        assert [entry[1] for entry in table.log] == expected


def test_take_from_several_takes_one_of_each() -> None:
    table = at({"do": "take", "what": {"whose": "others", "from": "hand", "pick": "random"}})
    table.give(1, "hand", "hat", "rat")
    table.give(2, "hand", "bomb")
    table.start()
    assert table.log == [("take", "hat", 0, "hand"), ("take", "bomb", 0, "hand")]


def test_who_chooses_what_they_get_is_asked_what_they_take() -> None:
    """The one whose cards they are is asked what they give."""
    for chooser, asked in [({"by": "target"}, (1, "take")), ({}, (0, "give"))]:
        table = at({"do": "take", "who": "target", "what": {"whose": "you", **chooser}})
        table.give(0, "carried", "hat", "boots")
        table.start(target=1)
        assert table.question is not None
        assert table.question[:2] == asked


def test_take_of_the_topmost_fitting_discard() -> None:
    """R-672: looking for the top card leaves the others in their order."""
    table = at({"do": "take", "what": {"from": "door_discard", "kind": ["monster"], "pick": "top"}})
    table.pile_up("door_discard", "rat", "ghoul", "itch")
    table.start()
    assert table.log == [("take", "ghoul", 0, "hand")]
    assert ids(table, table.piles["door_discard"]) == ["rat", "itch"]


def test_bottommost_discard() -> None:
    table = at({"do": "take", "what": {"from": "door_discard", "kind": ["monster"], "pick": "bottom"}})
    table.pile_up("door_discard", "itch", "rat", "ghoul")
    table.start()
    assert table.log == [("take", "rat", 0, "hand")]


def test_search_of_the_discards_lets_you_choose() -> None:
    table = at({"do": "take", "what": {"from": "treasure_discard"}})
    hat, _ = table.pile_up("treasure_discard", "hat", "boots")
    table.start()
    assert table.question is not None
    assert table.question[0] == 0
    table.answer(hat)
    assert table.log == [("take", "hat", 0, "hand")]


def test_swap_needs_both_cards() -> None:
    effect = {"do": "swap", "what": {"slot": "head"}, "for": {"whose": "target", "slot": "feet"}}
    table = at(effect)
    table.give(0, "carried", "hat")
    table.start(target=1)
    assert table.log == []
    table = at(effect)
    table.give(0, "carried", "hat")
    table.give(1, "carried", "boots")
    table.start(target=1)
    assert table.log == [("take", "hat", 1, "carried"), ("take", "boots", 0, "carried")]


def test_swap_asks_both_sides_before_anything_moves() -> None:
    table = at({"do": "swap", "what": {}, "for": {"whose": "target"}})
    mine = table.give(0, "carried", "hat", "boots")
    theirs = table.give(1, "carried", "axe", "bow")
    table.start(target=1)
    table.answer(mine[0])
    assert table.log == []
    table.answer(theirs[1])
    assert [entry[1] for entry in table.log] == ["hat", "bow"]


@pytest.mark.parametrize(("with_", "log"), [("nobody", []), ("you", []), ("left", [("swap_hands", 0, 1)])])
def test_swap_hands(with_: str, log: list[Any]) -> None:
    assert log_of({"do": "swap_hands", "with": with_}) == log


def test_show_a_hand_to_all_or_to_some() -> None:
    table = at({"do": "show", "what": {"from": "hand", "pick": "all"}})
    table.start()
    assert table.log == []
    hat, rat = table.give(0, "hand", "hat", "rat")
    table.start()
    assert table.log == [("show", (hat, rat), None, "owner=0")]
    table = at({"do": "show", "to": "left", "what": {"from": "hand", "whose": "others", "pick": "all"}})
    (one,), (other,) = table.give(1, "hand", "hat"), table.give(2, "hand", "rat")
    table.start()
    assert table.log == [("show", (one,), [1], "owner=1"), ("show", (other,), [1], "owner=2")]


def test_put_back_on_the_deck_of_its_own_back() -> None:
    for picked, expected in [("all", [("rat", "door"), ("hat", "treasure")]), ("choose", [])]:
        table = at({"do": "put_back", "bottom": True, "what": {"from": "hand", "pick": picked, "n": 0}})
        table.give(0, "hand", "rat", "hat")
        table.start()
        assert [(table.cards[entry[1]].id, entry[2]) for entry in table.log] == expected


@pytest.mark.parametrize(("who", "seat"), [("nobody", None), ("you", 0), ("left", 1)])
def test_into_play(who: str, seat: int | None) -> None:
    table = at(
        {"do": "into_play", "what": {"from": "door_discard", "kind": ["race"], "pick": "top"}, "who": who}
    )
    table.pile_up("door_discard", "elf", "rat")
    table.start()
    assert table.log == ([] if seat is None else [("into_play", "elf", seat)])


@pytest.mark.parametrize(("who", "seats"), [("nobody", []), ("you", [0]), ("others", [1])])
def test_stay_lies_before_one_player(who: str, seats: list[int]) -> None:
    table = at({"do": "stay", "until": "next_combat", "who": who})
    frame = table.start()
    assert table.log == [("stay", frame.card, seat, "next_combat") for seat in seats]
