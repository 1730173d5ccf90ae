"""How every word reads."""

from __future__ import annotations

import pytest

from cards.language.text_renderer import TextRenderer
from cards.language.vocabulary import WORDS, word_adapter
from tests.cards.language.table import ROLL, Effect, choice

READS: list[tuple[Effect, str]] = [
    ({"do": "rule", "rule": "alone"}, "nobody can help in this combat"),
    ({"do": "rule", "rule": "no_escape"}, "there is no escape from this combat: no rolls to Run Away"),
    (
        {
            "do": "recall",
            "what": {"from": "door_discard", "kind": ["monster"], "pick": "bottom"},
            "then": [{"do": "draw"}],
            "else": [{"do": "power", "n": 3, "side": "monsters", "monster": "this"}],
        },
        "you name the bottommost monster of the Door discards from memory; if right, you draw 1 Treasure; "
        "if wrong, +3 to this card",
    ),
    (
        {"do": "recall", "what": "card", "then": [{"do": "draw"}]},
        "you name that card from memory; if right, you draw 1 Treasure",
    ),
    ({"do": "level", "n": -2}, "you lose 2 Levels"),
    ({"do": "level", "who": "helper", "may_win": True}, "the helper gains 1 Level (even the winning one)"),
    ({"do": "set_level", "n": 1}, "you go to Level 1"),
    (
        {"do": "set_level", "n": {"num": "level", "who": "target"}, "who": "left"},
        "the player on your left goes to a Level equal to that player's Level",
    ),
    ({"do": "death"}, "you die"),
    ({"do": "sex", "who": "everyone"}, "each player changes sex"),
    ({"do": "sex", "to": "male"}, "you become male"),
    ({"do": "skip_turn", "who": "target"}, "that player misses their next turn"),
    ({"do": "draw", "n": 2, "face_up": True}, "you draw 2 Treasures face-up"),
    (
        {"do": "discard", "what": {"slot": "feet", "whose": "others"}},
        "each other player loses a pair of Footgear",
    ),
    ({"do": "discard", "what": {"from": "hand", "pick": "all"}}, "you discard all cards in your hand"),
    ({"do": "discard", "what": "card"}, "discard that card"),
    (
        {"do": "take", "what": {"whose": "target", "from": "hand", "pick": "random"}},
        "you take a card from that player's hand at random",
    ),
    (
        {"do": "take", "who": "left", "what": {"big": True}, "to": "carried"},
        "you give the player on your left a Big Item",
    ),
    (
        {"do": "swap", "what": {}, "for": {"whose": "target", "by": "you"}},
        "swap an Item of yours for an Item of that player of your choice",
    ),
    ({"do": "swap_hands", "with": "right"}, "you swap hands with the player on your right"),
    (
        {"do": "show", "what": {"from": "hand", "pick": "all"}, "to": "left"},
        "you show your hand to the player on your left",
    ),
    (
        {"do": "show", "what": {"from": "hand", "kind": ["curse"]}},
        "you show a Curse from your hand to everyone",
    ),
    ({"do": "show", "what": "card"}, "show that card to everyone"),
    (
        {"do": "discard", "what": {"n": {"num": "var", "name": "die"}, "up_to": True}},
        "you lose up to as many Items as the number rolled",
    ),
    ({"do": "discard", "what": {"n": 1, "up_to": True}}, "you lose up to 1 Item"),
    (
        {"do": "put_back", "what": {"from": "treasure_discard", "pick": "all"}},
        "put all cards of the Treasure discards on top of its deck",
    ),
    (
        {"do": "put_back", "what": {"from": "door_discard", "pick": "top"}},
        "put the topmost card of the Door discards on top of its deck",
    ),
    ({"do": "into_play", "what": "card"}, "you put that card into play"),
    ({"do": "attach", "to": {}}, "lay this card on an Item of yours"),
    ({"do": "stay", "until": "turn"}, "this card stays before you until the end of your next turn"),
    ({"do": "power", "n": 3}, "+3 to your side"),
    (
        {"do": "power", "n": {"num": "var", "name": "paid", "times": 2}},
        "+2 to your side for each card discarded",
    ),
    (
        {"do": "power", "n": {"num": "var", "name": "die"}},
        "your side gets a bonus equal to the number rolled",
    ),
    ({"do": "power", "n": 5, "side": "chosen"}, "+5 to the side of your choice"),
    ({"do": "power", "n": 5, "side": "monsters"}, "+5 to the monsters' side"),
    ({"do": "power", "n": 5, "side": "monsters", "monster": "monster"}, "+5 to that monster"),
    ({"do": "treasures", "n": -1}, "the combat brings 1 fewer Treasure"),
    ({"do": "treasures", "n": 2, "monster": "this"}, "this card brings 2 extra Treasures"),
    ({"do": "join", "what": "card"}, "that card joins the combat"),
    ({"do": "remove"}, "that monster leaves the combat"),
    ({"do": "remove", "kill": True}, "that monster is killed, which counts as your kill"),
    ({"do": "replace", "by": "card"}, "that card takes the place of that monster"),
    (
        {"do": "copy", "linked": False},
        "this card joins the combat as a second monster of the same kind, with the same strength, enhancers, "
        "Levels and Treasures; -1 to Run Away from the second one",
    ),
    ({"do": "tag", "tag": "undead"}, "that monster counts as an Undead monster"),
    ({"do": "fight", "what": "card"}, "fight that card at once"),
    ({"do": "end_combat"}, "the combat ends at once, with neither rewards nor Bad Stuff"),
    ({"do": "force_help"}, "that player must help in this combat, unless it could win the game"),
    ({"do": "dismiss"}, "the helper leaves the combat"),
    ({"do": "replace_fighter", "who": "you"}, "you take the fighter's place in this combat"),
    ({"do": "run_away", "n": -2, "who": "party"}, "-2 to each player in the party's Run Away rolls"),
    (
        {"do": "run_away", "n": 1, "monster": "fled"},
        "+1 to your Run Away roll from the monster you are fleeing from",
    ),
    ({"do": "escape", "all": True}, "you escape from all monsters without a roll"),
    (
        {"do": "suffer", "what": {"from": "door_discard", "kind": ["monster"], "pick": "bottom"}},
        "you suffer the Bad Stuff of the bottommost monster of the Door discards",
    ),
    ({"do": "set_roll", "n": 6}, "the Run Away roll just made becomes 6"),
    ({"do": "reroll"}, "the Run Away roll just made is rolled again"),
    (
        {"do": "curse", "what": {"from": "door_discard", "kind": ["curse"], "pick": "top"}},
        "you suffer the topmost Curse of the Door discards",
    ),
    ({"do": "cancel_curse"}, "the Curse has no effect and is discarded"),
    (
        {"do": "unload", "what": {"from": "companions", "kind": ["companion"]}},
        "a Hireling of yours puts down anything it carries",
    ),
    ({"do": "open_seal", "who": "target"}, "that player opens a Seal"),
    ({"do": "close_seal"}, "you close a Seal"),
    (
        {
            "do": "if",
            "test": {"is": "sex", "sex": "male"},
            "then": [{"do": "level"}, {"do": "draw"}],
            "else": [{"do": "level", "n": -1}],
        },
        "if you are male, you gain 1 Level, then you draw 1 Treasure; otherwise you lose 1 Level",
    ),
    (
        {
            "do": "each",
            "who": "others",
            "then": [{"do": "level", "who": "it"}, {"do": "draw", "who": "it"}],
        },
        "each other player gains 1 Level, then that player draws 1 Treasure",
    ),
    ({"do": "each", "who": "others", "then": [{"do": "draw"}]}, "for each other player: you draw 1 Treasure"),
    (choice(), "you choose: either you gain 1 Level or you lose 1 Level"),
    (
        choice(**{"if": {"is": "turn"}}),
        "you choose: either if it is your turn, you gain 1 Level, or you lose 1 Level",
    ),
    (
        {"do": "may", "who": "target", "then": [{"do": "draw", "who": "target"}], "else": [{"do": "level"}]},
        "that player may decide that that player draws 1 Treasure; if not, you gain 1 Level",
    ),
    ({**ROLL, "plus": 1}, "you roll the die and add 1; on 1-3, you lose 1 Level; on 5-6, you gain 1 Level"),
    (
        {"do": "guess", "then": [{"do": "level"}], "else": [{"do": "death"}]},
        "you guess high (4-6) or low (1-3) and roll the die; if right, you gain 1 Level; if wrong, you die",
    ),
    ({"do": "question", "text": "it is raining"}, "you say once, and honestly, whether it is raining"),
    (
        {"do": "recall", "what": {"from": "door_discard", "pick": "top"}, "else": [{"do": "death"}]},
        "you name the topmost card of the Door discards from memory; if wrong, you die",
    ),
    ({"do": "let", "name": "my_count", "n": {"num": "level"}}, "count your Level (“my count”)"),
    ({"do": "pick_card", "what": {"whose": "target"}}, "that player chooses an Item of theirs"),
    (
        {"do": "pick_card", "what": {"from": "door_discard", "pick": "top"}},
        "find the topmost card of the Door discards",
    ),
    ({"do": "pick_card", "what": {"from": "combat", "kind": ["monster"]}}, "choose a monster in the combat"),
    ({"do": "pick_player", "random": True}, "another player is picked at random"),
    ({"do": "pick_player", "by": "left"}, "the player on your left chooses another player"),
]


@pytest.mark.parametrize(
    ("effect", "expected"), READS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_how_a_word_reads(effect: Effect, expected: str) -> None:
    assert word_adapter.validate_python(effect).describe(TextRenderer()) == expected


def test_every_word_is_read_here() -> None:
    """A new word needs its prose checked."""
    names = {name for model in WORDS for name in model.model_fields["do"].annotation.__args__}  # type: ignore[union-attr]
    read = {effect["do"] for effect, _ in READS}
    assert not names - read, f"add to READS above how these words read: {sorted(names - read)}"
    assert not read - names
