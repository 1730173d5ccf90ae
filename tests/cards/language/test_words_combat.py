"""Words about the combat, escaping, curses and Seals: with no, one and several to act on."""

import pytest

from tests.cards.language.table import Effect, at

# words about the combat


def test_power_goes_to_the_side_that_is_named() -> None:
    table = at({"do": "power", "n": 4, "side": "chosen"})
    table.fight("rat", fighter=1)
    frame = table.start(side="monsters")
    assert table.log == [("add_strength", "monsters", 4, frame.card, "monster=-1")]


def test_power_of_somebody_outside_goes_to_the_fighter() -> None:
    table = at({"do": "power", "n": 4, "side": "chosen"}, {"do": "power", "n": 1, "who": "helper"})
    table.fight("rat", fighter=1, helper=2)
    frame = table.start(side="party")
    assert table.log == [
        ("add_strength", "party", 4, frame.card, "seat=1"),
        ("add_strength", "party", 1, frame.card, "seat=2"),
    ]


def test_power_of_one_monster() -> None:
    table = at({"do": "power", "n": -2, "side": "monsters", "monster": "card"})
    rat, _ = table.fight("rat", "ghoul")
    frame = table.start(card=rat)
    assert table.log == [("add_strength", "monsters", -2, frame.card, f"monster={rat}")]


@pytest.mark.parametrize("named", [False, True])
def test_treasures_of_the_combat_or_of_a_monster(named: bool) -> None:
    table = at({"do": "treasures", "n": 2, **({"monster": "card"} if named else {})})
    (rat,) = table.fight("rat")
    frame = table.start(card=rat)
    assert table.log == [("add_treasures", 2, frame.card, f"monster={rat if named else -1}")]


def test_join_takes_monsters_only() -> None:
    for held, joined in [([], []), (["rat"], ["rat"]), (["rat", "hat", "ghoul"], ["rat", "ghoul"])]:
        table = at({"do": "join", "what": {"from": "hand", "pick": "all"}})
        table.give(0, "hand", *held)
        table.start()
        assert [table.cards[entry[1]].id for entry in table.log] == joined


@pytest.mark.parametrize(
    ("fields", "edition", "treasures"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"treasures": False}, True, False),
        ({"kill": True}, False, True),
    ],
)
def test_remove_pays_as_the_card_or_the_edition_says(fields: Effect, edition: bool, treasures: bool) -> None:
    """R-335, R-336: a card that says nothing follows the edition; a kill always pays."""
    table = at({"do": "remove", "what": "card", **fields})
    table.options["treasures_for_removed"] = edition
    rat, _ = table.fight("rat", "ghoul")
    table.start(card=rat)
    kill = fields.get("kill", False)
    assert table.log == [("remove_monster", rat, f"treasures={treasures}", f"kill={kill}", "by=0")]


def test_remove_none_and_all() -> None:
    for foes, count in [([], 0), (["rat", "ghoul", "ghoul"], 2)]:
        table = at({"do": "remove", "what": {"from": "combat", "tag": "undead", "pick": "all"}})
        table.fight(*foes)
        table.start()
        assert len(table.log) == count


def test_replace_needs_a_monster_to_come() -> None:
    effect = {"do": "replace", "what": "card", "by": {"from": "hand"}}
    for held, happens in [([], False), (["hat"], False), (["ghoul"], True)]:
        table = at(effect)
        (rat,) = table.fight("rat")
        given = table.give(0, "hand", *held)
        table.start(card=rat)
        assert table.log == ([("replace_monster", rat, given[0])] if happens else [])


def test_copy_of_a_monster() -> None:
    table = at({"do": "copy", "what": "card"})
    frame = table.start()
    assert table.log == []
    (rat,) = table.fight("rat")
    frame = table.start(card=rat)
    assert table.log == [("copy_monster", rat, frame.card, "linked=True")]


def test_fight_begins_only_outside_combat_and_with_a_monster() -> None:
    effect = {"do": "fight", "what": "card"}
    for id_, fighter, happens in [("hat", -1, False), ("rat", 1, False), ("rat", -1, True)]:
        table = at(effect)
        table.fighter = fighter
        card = table.card(id_)
        table.start(card=card)
        assert table.log == ([("meet_monster", card, 0)] if happens else [])


@pytest.mark.parametrize(
    ("word", "deed"),
    [
        ("end_combat", "end_combat"),
        ("dismiss", "dismiss_helper"),
        ("reroll", "reroll"),
        ("cancel_curse", "cancel_curse"),
    ],
)
def test_words_without_fields(word: str, deed: str) -> None:
    table = at({"do": word})
    frame = table.start()
    assert table.log == [(deed, frame.card)]


@pytest.mark.parametrize(
    ("word", "deed"), [("force_help", "force_help"), ("replace_fighter", "replace_fighter")]
)
def test_compelled_help_and_changing_places(word: str, deed: str) -> None:
    for bound, log in [({}, []), ({"target": 2}, [(deed, 2, 0)])]:
        table = at({"do": word, "who": "target"})
        table.start(**bound)
        assert table.log == log


# words about escaping


@pytest.mark.parametrize(("who", "seats"), [("helper", []), ("you", [0]), ("everyone", [0, 1, 2])])
def test_run_away(who: str, seats: list[int]) -> None:
    table = at({"do": "run_away", "n": -1, "who": who, "monster": "fled"})
    table.fled = 9
    frame = table.start()
    assert table.log == [("add_flee", seat, -1, frame.card, "monster=9") for seat in seats]


def test_escape_from_the_one_that_runs_after_you_or_from_all() -> None:
    for fields, fled, log in [
        ({}, -1, []),
        ({}, 4, [("escape", 0, 4)]),
        ({"all": True, "who": "party"}, -1, [("escape", 0, -1), ("escape", 1, -1)]),
    ]:
        table = at({"do": "escape", **fields})
        table.fighter, table.helper, table.fled = 0, 1, fled
        table.start()
        assert table.log == log


def test_suffer_the_bad_stuff_of_a_discard() -> None:
    effect = {"do": "suffer", "what": {"from": "door_discard", "kind": ["monster"], "pick": "bottom"}}
    table = at(effect)
    table.start()
    assert table.log == []
    table = at({**effect, "who": "everyone"})
    rat, _ = table.pile_up("door_discard", "rat", "ghoul")
    table.start()
    assert table.log == [("suffer", seat, rat) for seat in (2, 1, 0)]


def test_set_roll() -> None:
    table = at({"do": "set_roll", "n": 5})
    frame = table.start()
    assert table.log == [("set_roll", 5, frame.card)]


# words about curses and Seals


def test_curse_from_the_discards_strikes() -> None:
    effect = {
        "do": "curse",
        "what": {"from": "door_discard", "kind": ["curse"], "pick": "top"},
        "who": "left",
    }
    table = at(effect)
    table.start()
    assert table.log == []
    (itch,) = table.pile_up("door_discard", "itch")
    table.start()
    assert table.log == [("curse", 1, itch)]


def test_curse_needs_a_curse_and_a_victim() -> None:
    for who, id_ in [("nobody", "itch"), ("you", "rat")]:
        table = at({"do": "curse", "what": "card", "who": who})
        table.start(card=table.card(id_))
        assert table.log == []


@pytest.mark.parametrize("word", ["open_seal", "close_seal"])
def test_seals(word: str) -> None:
    for who, log in [("nobody", []), ("you", [(word, 0)])]:
        table = at({"do": word, "who": who})
        table.start()
        assert table.log == log


def test_a_rule_for_this_combat() -> None:
    table = at({"do": "rule", "rule": "alone"})
    frame = table.start()
    assert table.log == [("add_rule", "alone", frame.card)]
