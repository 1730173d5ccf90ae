"""How every word reads."""

import pytest

from cards.language.text_renderer import TextRenderer
from cards.language.vocabulary import WORDS, word_adapter
from tests.cards.language.table import ROLL, Effect, choice

READS: list[tuple[Effect, str]] = [
    ({"do": "rule", "rule": "alone"}, "nobody can help in this fight"),
    ({"do": "rule", "rule": "no_escape"}, "nobody can Run Away from this fight"),
    (
        {
            "do": "recall",
            "what": {"from": "door_discard", "kind": ["monster"], "pick": "bottom"},
            "then": [{"do": "draw"}],
            "else": [{"do": "power", "n": 3, "side": "monsters", "monster": "this"}],
        },
        "name the bottom monster of the Door discards from memory; if right, draw a "
        "Treasure; if wrong, +3 to this card",
    ),
    (
        {"do": "recall", "what": "card", "then": [{"do": "draw"}]},
        "name that card from memory; if right, draw a Treasure",
    ),
    ({"do": "level", "n": -2}, "lose two Levels"),
    ({"do": "level", "who": "helper", "may_win": True}, "the helper gains a Level (even the winning one)"),
    ({"do": "set_level", "n": 1}, "go to Level 1"),
    (
        {"do": "set_level", "n": {"num": "level", "who": "target"}, "who": "left"},
        "the player on your left goes to a Level equal to that player's Level",
    ),
    ({"do": "death"}, "you die"),
    ({"do": "sex", "who": "everyone"}, "each player changes sex"),
    ({"do": "sex", "to": "male"}, "become male"),
    ({"do": "skip_turn", "who": "target"}, "that player misses their next turn"),
    ({"do": "draw", "n": 2, "face_up": True}, "draw two Treasures face-up"),
    (
        {"do": "discard", "what": {"slot": "feet", "whose": "others"}},
        "each other player loses their Footgear",
    ),
    ({"do": "discard", "what": {"from": "hand", "pick": "all"}}, "discard your hand"),
    ({"do": "discard", "what": "card"}, "discard that card"),
    (
        {"do": "take", "what": {"whose": "target", "from": "hand", "pick": "random"}},
        "take a card from that player's hand at random",
    ),
    (
        {"do": "take", "who": "left", "what": {"big": True}, "to": "carried"},
        "give the player on your left a Big Item",
    ),
    (
        {"do": "swap", "what": {}, "for": {"whose": "target", "by": "you"}},
        "swap an Item of yours for an Item of that player of your choice",
    ),
    ({"do": "swap_hands", "with": "right"}, "swap hands with the player on your right"),
    (
        {"do": "show", "what": {"from": "hand", "pick": "all"}, "to": "left"},
        "show your hand to the player on your left",
    ),
    (
        {"do": "show", "what": {"from": "hand", "kind": ["curse"]}},
        "show a Curse from your hand to everyone",
    ),
    ({"do": "show", "what": "card"}, "show that card to everyone"),
    (
        {"do": "discard", "what": {"n": {"num": "var", "name": "die"}, "up_to": True}},
        "lose up to as many Items as the number rolled",
    ),
    ({"do": "discard", "what": {"n": 1, "up_to": True}}, "lose up to one Item"),
    (
        {"do": "put_back", "what": {"from": "treasure_discard", "pick": "all"}},
        "put all cards of the Treasure discards back on its deck",
    ),
    (
        {"do": "put_back", "what": {"from": "door_discard", "pick": "top"}},
        "put the top Door discard back on its deck",
    ),
    ({"do": "into_play", "what": "card"}, "put that card into play"),
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
    ({"do": "power", "n": 5, "side": "chosen"}, "+5 to either side"),
    ({"do": "power", "n": 5, "side": "monsters"}, "+5 to the monsters' side"),
    ({"do": "power", "n": 5, "side": "monsters", "monster": "monster"}, "+5 to that monster"),
    ({"do": "treasures", "n": -1}, "the fight brings one fewer Treasure"),
    ({"do": "treasures", "n": 2, "monster": "this"}, "this card brings two extra Treasures"),
    ({"do": "join", "what": "card"}, "that card joins the fight"),
    ({"do": "remove"}, "that monster leaves, Treasures and all"),
    ({"do": "remove", "treasures": True}, "that monster leaves, but its Treasures are yours"),
    ({"do": "remove", "kill": True}, "that monster is killed, which counts as your kill"),
    ({"do": "replace", "by": "card"}, "that card takes the place of that monster"),
    (
        {"do": "copy", "linked": False},
        "this card becomes a second one of that monster; it has the same strength, enhancers, "
        "Levels and Treasures; -1 to Run Away from the second one",
    ),
    ({"do": "fight", "what": "card"}, "fight that card at once"),
    ({"do": "end_combat"}, "the fight ends at once, with neither rewards nor Bad Stuff"),
    ({"do": "force_help"}, "that player must help (not for the win)"),
    ({"do": "dismiss"}, "the helper leaves the fight"),
    ({"do": "replace_fighter", "who": "you"}, "take the fighter's place in this fight"),
    ({"do": "run_away", "n": -2, "who": "party"}, "-2 to each player in the party's Run Away rolls"),
    (
        {"do": "run_away", "n": 1, "monster": "fled"},
        "+1 to this roll",
    ),
    ({"do": "escape", "all": True}, "escape from every monster without a roll"),
    (
        {"do": "suffer", "what": {"from": "door_discard", "kind": ["monster"], "pick": "bottom"}},
        "suffer the Bad Stuff of the bottom monster of the Door discards",
    ),
    ({"do": "set_roll", "n": 6}, "the roll becomes 6"),
    ({"do": "reroll"}, "the roll is made again"),
    (
        {"do": "curse", "what": {"from": "door_discard", "kind": ["curse"], "pick": "top"}},
        "suffer the top Curse of the Door discards",
    ),
    ({"do": "cancel_curse"}, "the Curse fizzles"),
    (
        {"do": "unload", "what": {"from": "companions", "kind": ["companion"]}},
        "a Hireling of yours puts down anything it carries",
    ),
    ({"do": "open_seal", "who": "target"}, "that player opens a Seal"),
    ({"do": "close_seal"}, "close a Seal"),
    (
        {
            "do": "if",
            "test": {"is": "sex", "sex": "male"},
            "then": [{"do": "level"}, {"do": "draw"}],
            "else": [{"do": "level", "n": -1}],
        },
        "if you are male, gain a Level, then draw a Treasure; otherwise lose a Level",
    ),
    (
        {
            "do": "each",
            "who": "others",
            "then": [{"do": "level", "who": "it"}, {"do": "draw", "who": "it"}],
        },
        "each other player gains a Level, then that player draws a Treasure",
    ),
    ({"do": "each", "who": "others", "then": [{"do": "draw"}]}, "for each other player: draw a Treasure"),
    (choice(), "gain a Level or lose a Level (your choice)"),
    (
        choice(**{"if": {"is": "turn"}}),
        "if it is your turn, gain a Level, or lose a Level (your choice)",
    ),
    (
        {"do": "may", "who": "target", "then": [{"do": "draw", "who": "target"}], "else": [{"do": "level"}]},
        "that player may decide that they draw a Treasure; if not, gain a Level",
    ),
    ({**ROLL, "plus": 1}, "roll and add 1; on 1-3, lose a Level; on 5-6, gain a Level"),
    (
        {"do": "guess", "then": [{"do": "level"}], "else": [{"do": "death"}]},
        "guess 1-3 or 4-6 and roll; if right, gain a Level; if wrong, you die",
    ),
    ({"do": "question", "text": "it is raining"}, "say once, and honestly, whether it is raining"),
    (
        {"do": "recall", "what": {"from": "door_discard", "pick": "top"}, "else": [{"do": "death"}]},
        "name the top Door discard from memory; if wrong, you die",
    ),
    ({"do": "pick_card", "what": {"whose": "target"}}, "that player chooses an Item of theirs"),
    (
        {"do": "pick_card", "what": {"from": "door_discard", "pick": "top"}},
        "find the top Door discard",
    ),
    ({"do": "pick_card", "what": {"from": "combat", "kind": ["monster"]}}, "choose a monster in the fight"),
    ({"do": "pick_player", "random": True}, "another player is picked at random"),
    ({"do": "pick_side"}, "choose a side"),
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
