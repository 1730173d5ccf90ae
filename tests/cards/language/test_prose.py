"""How modifiers, abilities, reactions and whole cards read."""

from typing import Any

import pytest
from pydantic import ValidationError

from cards.language.abilities import REACHES, Ability, Mod, Reaction
from cards.language.card_kinds import Labels
from cards.language.grammar import article, conjugate, listed, plural
from cards.language.prose import render_ability, render_mod, render_reaction
from cards.language.stats import STATS
from cards.language.text_renderer import TextRenderer
from cards.language.timing import EVENTS
from tests.cards.language.table import pack_of

MODS: list[tuple[str, dict[str, Any], str]] = [
    (
        "item",
        {"stat": "strength", "n": 2, "if": {"is": "sex", "sex": "male"}},
        "+2 to your strength if you are male",
    ),
    (
        "item",
        {"stat": "strength", "n": {"num": "count", "slot": "head"}},
        "+1 to your strength for each piece of Headgear you wear",
    ),
    (
        "item",
        {"stat": "strength", "n": {"num": "level"}},
        "Your strength gets a bonus equal to your Level",
    ),
    (
        "item",
        {"stat": "strength", "n": 3, "if": {"is": "monsters", "tag": "undead"}},
        "+3 to your strength against Undead monsters",
    ),
    ("class", {"stat": "flee", "n": -1}, "-1 to Run Away"),
    ("class", {"stat": "hand_limit", "n": -2}, "You keep two fewer cards after Charity"),
    ("class", {"stat": "big_limit", "n": 40}, "You may have any number of Big Items in play"),
    ("class", {"stat": "hands", "n": 2}, "You have two more hands for Items"),
    ("class", {"stat": "head"}, "You may wear one more piece of Headgear"),
    ("class", {"stat": "armor", "n": 2}, "You may wear two more suits of Armor"),
    ("class", {"stat": "feet", "n": 2}, "You may wear two more pairs of Footgear"),
    ("class", {"stat": "companion_limit", "n": 50}, "You may have any number of Hirelings"),
    (
        "class",
        {"stat": "steed_limit", "n": {"num": "level"}},
        "You may have as many more Steeds as your Level",
    ),
    ("class", {"stat": "sell_double"}, "You may sell an Item at double price each turn"),
    ("class", {"stat": "win_level", "n": -1}, "You need one fewer Level to win"),
    (
        "class",
        {"stat": "win_level", "n": {"num": "seals"}},
        "You need one more Level for each open Seal to win",
    ),
    ("class", {"stat": "extra_treasures"}, "You draw an extra Treasure for every fight your side wins"),
    ("class", {"stat": "treasures", "n": 1}, "+1 to the Treasures of each monster"),
    ("class", {"stat": "levels", "n": 1}, "+1 to the Levels for each monster"),
    ("class", {"stat": "strength", "n": -1, "to": "others"}, "-1 for each other player"),
    ("class", {"stat": "flee", "n": 1, "to": "everyone"}, "+1 to Run Away for everybody"),
    ("class", {"stat": "strength", "n": 2, "to": "monsters"}, "+2 to the monsters' side"),
    ("seal", {"stat": "strength", "n": 2, "to": "monsters"}, "+2 to each monster"),
    ("seal", {"stat": "treasures", "n": 1, "to": "monsters"}, "+1 to the Treasures of each monster"),
    (
        "seal",
        {"stat": "no_sale", "to": "everyone", "if": {"is": "level", "min": 5, "who": "it"}},
        "Each player who is Level 5 or higher cannot sell Items",
    ),
    ("monster", {"stat": "strength", "n": 3, "if": {"is": "alone"}}, "+3 against anyone who fights alone"),
    ("monster", {"stat": "strength", "n": {"num": "seals"}}, "+1 for each open Seal"),
    (
        "monster",
        {"stat": "level_only", "to": "party", "if": {"is": "sex", "sex": "male", "who": "party"}},
        "If a male player is in the party, only Levels count for the party, no bonuses",
    ),
    (
        "monster",
        {"stat": "strength", "n": {"num": "count", "from": "companions", "whose": "party"}},
        "+1 for each Hireling or Steed the party has in play",
    ),
    (
        "monster",
        {"stat": "strength", "n": 1, "if": {"is": "has", "who": "party", "from": "hand", "least": 5}},
        "+1 against anyone who holds five or more cards in hand",
    ),
    (
        "class",
        {"stat": "strength", "n": {"num": "count", "name_has": "Bow", "item": True}},
        "+1 to your strength for each “Bow” Item that you use",
    ),
    (
        "monster",
        {"stat": "flee", "n": 2, "if": {"is": "sex", "sex": "male", "who": "it"}},
        "+2 to Run Away from it if you are male",
    ),
    (
        "monster",
        {"stat": "treasures", "n": -1, "if": {"is": "alone"}},
        "One fewer Treasure if the fighter has no helper",
    ),
    ("monster", {"stat": "levels"}, "An extra Level"),
    ("monster", {"stat": "no_escape"}, "Nobody can Run Away from it"),
    ("monster", {"stat": "wins_ties", "to": "party"}, "The party wins ties"),
    ("monster", {"stat": "no_items", "to": "fighter"}, "The fighter gets no bonuses from Items in a fight"),
    (
        "monster",
        {"stat": "wins_ties", "to": "party", "if": {"is": "level", "max": 2, "who": "it"}},
        "Each player in the party who is Level 2 or lower wins ties",
    ),
    ("enhancer", {"stat": "flee", "n": -1}, "-1 to Run Away from the monster"),
    (
        "monster",
        {"stat": "strength", "if": {"is": "has", "who": "party", "from": "hand", "least": 4}},
        "+1 against anyone who holds four or more cards in hand",
    ),
    (
        "monster",
        {"stat": "strength", "if": {"is": "has", "who": "fighter", "from": "hand", "least": 4}},
        "+1 if the fighter holds four or more cards in hand",
    ),
    (
        "seal",
        {"stat": "strength", "n": 2, "to": "monsters", "if": {"is": "monsters", "tag": "shark"}},
        "+2 to each monster if a Shark monster is in the fight",
    ),
    (
        "item",
        {"stat": "strength", "n": 2, "if": {"is": "monsters", "tag": "shark"}},
        "+2 to your strength against Shark monsters",
    ),
    (
        "monster",
        {"stat": "level_only", "to": "fighter", "if": {"is": "turn"}},
        "The fighter fights with their Level only, without any bonuses if it is your turn",
    ),
]


@pytest.mark.parametrize(
    ("kind", "mod", "told"), MODS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_how_a_modifier_reads(kind: str, mod: dict[str, Any], told: str) -> None:
    assert render_mod(Mod.model_validate(mod), TextRenderer(kind=kind)) == told


@pytest.mark.parametrize("stat", STATS)
@pytest.mark.parametrize("to", REACHES)
def test_every_figure_can_be_told_of_anybody(stat: str, to: str) -> None:
    if to in ("this", "monsters") and STATS[stat].monster is None:
        with pytest.raises(ValidationError, match="monsters have no"):
            Mod.model_validate({"stat": stat, "to": to})
        return
    for kind in ("item", "monster", "seal"):
        told = render_mod(Mod.model_validate({"stat": stat, "to": to}), TextRenderer(kind=kind))
        assert told
        assert not {"{", "}", "_"} & set(told)


ABILITIES: list[tuple[dict[str, Any], bool, str]] = [
    (
        {"cost": {"most": 3}},
        False,
        "At any time, you may discard up to three cards: Gain a Level.",
    ),
    (
        {"cost": {"worth": 500, "from": "carried"}},
        False,
        "At any time, you may discard Items worth 500+ gold together: Gain a Level.",
    ),
    ({}, False, "At any time, you may gain a Level."),
    (
        {"cost": {"discard": 1, "from": "hand"}, "when": ["own_combat"], "if": {"is": "helper"}},
        False,
        "When you help, you may discard a card from hand: Gain a Level.",
    ),
    (
        {"cost": {"discard": 1, "from": "hand"}, "when": ["own_combat"], "if": {"is": "fighter"}},
        False,
        "When you fight, you may discard a card from hand: Gain a Level.",
    ),
    (
        {"name": "Shout", "spend": True, "max": 1},
        False,
        "Shout. At any time, you may discard this card: Gain a Level. Once per turn.",
    ),
    (
        {"cost": {"discard": 2, "from": "hand"}, "max": 2, "per": "combat", "when": ["combat", "caught"]},
        False,
        "In any fight or when you fail to Run Away, you may discard two cards from hand: "
        "Gain a Level. Twice per fight.",
    ),
    (
        {"cost": {"discard": 2, "most": 4, "item": True, "from": "in_play"}},
        False,
        "At any time, you may discard two to four Items of yours: Gain a Level.",
    ),
    (
        {"cost": {"whole_hand": True, "discard": 3}},
        True,
        "Play at any time and discard your whole hand (three or more): Gain a Level.",
    ),
    (
        {"targets": [{"who": "others"}, {"name": "second"}]},
        True,
        "Play at any time and choose another player and any player: Gain a Level.",
    ),
    (
        {"targets": [{"name": "word", "words": ["odd", "even"]}]},
        True,
        "Play at any time and say “odd” or “even”: Gain a Level.",
    ),
    (
        {"targets": [{"name": "monster", "what": {"tag": "undead"}}]},
        True,
        "Play at any time and choose an Undead monster: Gain a Level.",
    ),
    (
        {"targets": [{"name": "card", "what": {"from": "hand"}, "least": 0, "most": 2}]},
        True,
        "Play at any time and choose up to two cards from your hand: Gain a Level.",
    ),
    (
        {
            "when": ["own_combat"],
            "if": {
                "is": "all",
                "of": [{"is": "fighter"}, {"is": "alone"}, {"is": "not", "test": {"is": "ahead"}}],
            },
        },
        False,
        "When you fight alone and the party is not winning, you may gain a Level.",
    ),
    (
        {"when": ["own_combat"], "if": {"is": "all", "of": [{"is": "fighter"}, {"is": "alone"}]}},
        True,
        "Play when you fight alone: Gain a Level.",
    ),
    (
        {"targets": [{"name": "card"}]},
        True,
        "Play at any time and choose an Item of yours: Gain a Level.",
    ),
]


@pytest.mark.parametrize(
    ("fields", "card", "told"), ABILITIES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_how_an_ability_reads(fields: dict[str, Any], card: bool, told: str) -> None:
    made = Ability.model_validate({"when": ["any_time"], "then": [{"do": "level"}], **fields})
    assert render_ability(made, TextRenderer(), card=card) == told


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_can_be_told(event: str) -> None:
    made = Reaction.model_validate({"when": event, "then": [{"do": "level"}]})
    for kind in ("class", "monster"):
        told = render_reaction(made, TextRenderer(kind=kind))
        assert told.endswith(", gain a Level.")
        assert "{" not in told


def test_an_edition_has_its_own_names() -> None:
    telling = TextRenderer(Labels(curse="Disaster", curses="Disasters"))
    made = Reaction.model_validate({"when": "cursed", "if": {"is": "turn"}, "then": [{"do": "cancel_curse"}]})
    told = "When a Disaster has struck you, if it is your turn, the Disaster fizzles."
    assert render_reaction(made, telling) == told


CARDS: list[tuple[dict[str, Any], list[str]]] = [
    ({"kind": "enhancer", "strength": 3}, ["Play on a monster in any fight: +3 to its strength."]),
    (
        {
            "kind": "special",
            "back": "door",
            "stays": "turn",
            "play": [{"when": ["combat"], "then": [{"do": "level"}]}],
        },
        ["This card stays before you.", "Play in any fight: Gain a Level."],
    ),
    ({"kind": "seal", "mods": [{"stat": "no_sale", "to": "everyone"}]}, ["Each player cannot sell Items."]),
    (
        {
            "kind": "monster",
            "level": 1,
            "spares": {"if": {"is": "lowest"}},
            "bad": [{"do": "level", "n": -1}],
        },
        [
            "If you have the lowest Level, you do not fight it.",
            "Bad Stuff: Lose a Level.",
        ],
    ),
    (
        {
            "kind": "curse",
            "hits": [{"do": "level", "n": -1}],
            "stays": "turn",
            "mods": [{"stat": "flee", "n": -2}],
        },
        [
            "Lose a Level.",
            "Until the end of your next turn (this one, if it is your turn): -2 to Run Away.",
        ],
    ),
    (
        {
            "kind": "curse",
            "stays": "removed",
            "on": [{"when": "won", "then": [{"do": "discard", "what": "this"}]}],
        },
        ["This card stays before you.", "When you win a fight, discard this card."],
    ),
    (
        {
            "kind": "enhancer",
            "strength": -3,
            "treasures": -1,
            "gives": ["undead"],
            "needs": [{"is": "card", "what": "monster", "max_level": 5}],
        },
        [
            "Play on a monster in any fight, if that monster is a monster of Level 5 or lower: "
            "-3 to its strength. It brings one fewer Treasure, but at least one.",
            "The monster counts as an Undead monster.",
        ],
    ),
    (
        {"kind": "double", "of": "race"},
        [
            "You may have two Races, with all their advantages and disadvantages.",
            "With only one Race you have all its advantages and none of its disadvantages.",
        ],
    ),
    (
        {"kind": "item_enhancer", "bonus": 2, "fits": {"slot": "hand"}},
        ["Lay it on a hand Item of yours, for good: +2 to its bonus."],
    ),
    ({"kind": "cheat"}, ["Lay it on an Item of yours: you may use that card whatever the rules say."]),
    (
        {"kind": "cheat", "fits": {"kind": ["item", "steed"]}},
        ["Lay it on a permanent Item or Steed of yours: you may use that card whatever the rules say."],
    ),
    (
        {"kind": "companion", "bonus": 1, "carries": 2},
        [
            "+1 to your strength.",
            "Carries two Items for you, which you may use whatever the limits and whoever it is for.",
            "If you lose this card, the Items go with it.",
            "Lost? Leave it behind to escape every monster.",
        ],
    ),
    (
        {"kind": "level_up", "levels": 2, "may_win": True, "hits": [{"do": "draw", "who": "target"}]},
        [
            "Play at any time: one player gains two Levels, even the winning one.",
            "They draw a Treasure.",
        ],
    ),
    (
        {"kind": "wandering", "brings": {"tag": "undead", "kind": ["monster"]}},
        ["Play in any fight together with an Undead monster from your hand, which joins the fight."],
    ),
    (
        {"kind": "special", "back": "door", "stays": "turn"},
        ["Play in your turn, outside a fight.", "This card stays before you."],
    ),
    (
        {"kind": "seal", "hits": [{"do": "level", "n": -1, "who": "everyone"}]},
        ["When opened: Each player loses a Level."],
    ),
    (
        {"kind": "steed", "bonus": 2, "needs": [{"is": "level", "min": 2}]},
        ["+2 to your strength.", "Usable only if you are Level 2 or higher."],
    ),
    (
        {"kind": "one_shot", "bonus": 3, "needs": [{"is": "alone"}, {"is": "turn"}]},
        [
            "Play in any fight, if the fighter has no helper and it is your turn: +3 to the fighter.",
            "Usable once only.",
        ],
    ),
    (
        {"kind": "one_shot", "bonus": 2, "hits": [{"do": "power", "n": 3, "side": "chosen"}]},
        [
            "Play in any fight: +2 to either side. +3 to that side.",
            "Usable once only.",
        ],
    ),
]


@pytest.mark.parametrize(
    ("fields", "text"), CARDS, ids=lambda value: value["kind"] if isinstance(value, dict) else ""
)
def test_how_a_card_reads(fields: dict[str, Any], text: list[str]) -> None:
    pack = pack_of({"id": "trial-card", "name": "Trial", "tags": ["undead"], **fields})
    assert list(pack.find("trial-card").text) == text


def test_possessives_of_those_behind_who_and_they() -> None:
    telling = TextRenderer()
    assert telling.with_noun("it", "who").possessive("it") == "whose"
    assert telling.with_noun("it", "they", "many").possessive("it") == "their"
    assert telling.with_noun("it", "the players").possessive("it") == "the players'"


def test_the_small_grammar() -> None:
    assert [conjugate(verb, "one") for verb in ("be", "carry", "play", "go", "miss", "must")] == [
        "is",
        "carries",
        "plays",
        "goes",
        "misses",
        "must",
    ]
    assert conjugate("be", "you") == "are"
    assert [plural(noun) for noun in ("Boss", "Bully", "Boy", "Wizard")] == [
        "Bosses",
        "Bullies",
        "Boys",
        "Wizards",
    ]
    assert [article(noun) for noun in ("Item", "Rat", "one-shot Item")] == [
        "an Item",
        "a Rat",
        "a one-shot Item",
    ]
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"], "or")] == ["", "a", "a, b or c"]
