"""The closed lists of the language: figures and rules to change, moments to act at, events to react to."""

from __future__ import annotations

from typing import Literal, TypeAlias

Stat: TypeAlias = Literal[
    "strength",
    "flee",
    "treasures",
    "levels",
    "hand_limit",
    "big_limit",
    "hands",
    "head",
    "armor",
    "feet",
    "companion_limit",
    "steed_limit",
    "sell_double",
    "win_level",
    "extra_treasures",
    "wins_ties",
    "helper_levels",
    "level_only",
    "no_items",
    "no_level",
    "alone",
    "no_help",
    "no_escape",
    "no_one_shots",
    "curse_proof",
    "theft_proof",
    "slots_free",
    "restrictions_free",
    "open_hand",
    "no_sale",
    "no_race",
    "no_class",
    "deathless",
]
"""What a card can change for as long as it is in force; ``STATS`` says what each means."""

STATS: dict[str, str] = {
    "strength": "combat strength",
    "flee": "Run Away rolls; of a monster: rolls to run away from it",
    "treasures": "Treasures that a monster brings",
    "levels": "Levels that a monster brings",
    "hand_limit": "cards in hand after Charity",
    "big_limit": "Big Items in play",
    "hands": "hands for Items",
    "head": "pieces of Headgear worn",
    "armor": "suits of Armor worn",
    "feet": "pieces of Footgear worn",
    "companion_limit": "companions at the same time",
    "steed_limit": "Steeds at the same time",
    "sell_double": "Items sold at double price in a turn",
    "win_level": "the winning Level",
    "extra_treasures": "Treasures drawn by the owner for each combat won",
    "wins_ties": "flag: the party wins when both sides are equal",
    "helper_levels": "flag: as a helper, gains the Levels too",
    "level_only": "flag: in combat only Levels count",
    "no_items": "flag: Item bonuses do not count",
    "no_level": "flag: the Level does not count in combat",
    "alone": "flag: nobody can help",
    "no_help": "flag: cannot be a helper",
    "no_escape": "flag: there is no Run Away roll, whoever loses is caught",
    "no_one_shots": "flag: the party cannot use one-shots",
    "curse_proof": "flag: curses behind doors do nothing",
    "theft_proof": "flag: Items cannot be stolen",
    "slots_free": "flag: any number of Items can be worn",
    "restrictions_free": "flag: Items meant for others can be used",
    "open_hand": "flag: the hand lies open on the table",
    "no_sale": "flag: cannot sell Items",
    "no_race": "flag: Races are as good as not there",
    "no_class": "flag: Classes are as good as not there",
    "deathless": "flag: loses a Level instead of dying",
}

FLAG_STATS = frozenset(stat for stat, meaning in STATS.items() if meaning.startswith("flag:"))
"""Stats that are switched on when the sum of their modifiers is above 0."""

DRAWBACK_STATS = frozenset(
    {
        "win_level",
        "level_only",
        "no_items",
        "no_level",
        "alone",
        "no_help",
        "no_escape",
        "no_one_shots",
        "open_hand",
        "no_sale",
        "no_race",
        "no_class",
    }
)
"""Stats of which more is worse: raised they are a drawback, lowered an advantage (R-166)."""

MONSTER_STATS = frozenset({"strength", "flee", "treasures", "levels", "no_escape"})
"""Stats that monsters have."""

COMBAT_WIDE_STATS = frozenset({"alone", "level_only", "no_items", "no_level", "no_one_shots"})
"""Stats that hold for a whole combat if they hold for one monster (R-314)."""

ModifierReach: TypeAlias = Literal[
    "owner", "this", "party", "fighter", "helper", "monsters", "others", "everyone"
]
"""Whom a modifier concerns: the card's owner, this monster, the players fighting, the monster side as a
whole, everybody but the owner, everybody."""

Moment: TypeAlias = Literal[
    "any_time",
    "own_turn",
    "no_combat",
    "combat",
    "own_combat",
    "other_combat",
    "flee",
    "any_flee",
    "caught",
    "any_caught",
    "curse",
    "door",
    "trouble",
    "looted",
    "reward",
    "charity",
]

MOMENTS: dict[str, str] = {
    "any_time": "at any time",
    "own_turn": "in your own turn, outside combat",
    "no_combat": "at any time when you are not in combat",
    "combat": "in any combat before it is decided",
    "own_combat": "in a combat in which you fight or help",
    "other_combat": "in a combat in which you do not take part",
    "flee": "before your own Run Away roll",
    "any_flee": "before anybody's Run Away roll",
    "caught": "when your own Run Away roll has failed, before the Bad Stuff",
    "any_caught": "when anybody's Run Away roll has failed, before the Bad Stuff",
    "curse": "when a curse is about to strike somebody",
    "door": "when you are about to kick the door",
    "trouble": "instead of looking for trouble or looting the room",
    "looted": "when you have just looted the room",
    "reward": "when you have won a combat, before the Treasures are drawn",
    "charity": "in your Charity phase",
}

EventName: TypeAlias = Literal[
    "enter",
    "won",
    "lost",
    "escaped",
    "caught",
    "turn_start",
    "turn_end",
    "died",
    "other_died",
    "levelled",
    "lost_level",
    "cursed",
    "door_opened",
    "combat_start",
    "combat_end",
    "seal_opened",
    "left_play",
    "came_into_play",
    "helped_kill",
    "killed_alone",
    "killed",
    "other_lost",
    "sold",
    "asked_help",
    "equipped",
    "companion_lost",
]
"""``EVENTS`` says what each means. "You" is the owner of the card; for a monster the fighter, or the one who
escapes or is caught. "It" is somebody else whom it happened to."""

EVENTS: dict[str, str] = {
    "enter": "this monster has joined the combat",
    "won": "a combat in which you were has been won",
    "lost": "a combat in which you were has been lost, before anybody runs",
    "escaped": "you have run away from a monster",
    "caught": "a monster has caught you, after its Bad Stuff",
    "turn_start": "your turn begins",
    "turn_end": "your turn ends",
    "died": "you have died",
    "other_died": "another player (`it`) has died",
    "levelled": "you have gained a Level",
    "lost_level": "you have lost a Level",
    "cursed": "a curse has struck you",
    "door_opened": "you have kicked a door that hid no monster",
    "combat_start": "a combat of yours begins",
    "combat_end": "a combat of yours is over, however it ended",
    "seal_opened": "a Seal has been opened",
    "left_play": "this card has left play",
    "came_into_play": "this card has come into play",
    "helped_kill": "you have helped to kill",
    "killed_alone": "you have killed without a helper",
    "killed": "you have taken part in a kill",
    "other_lost": "the fighter (`it`) has lost a combat in which you were not",
    "sold": "you have sold Items for a Level",
    "asked_help": "somebody (`it`) has asked you for help",
    "equipped": "you have put this card to use",
    "companion_lost": "a companion of yours has left play",
}

PromptName: TypeAlias = Literal[
    "discard",
    "take",
    "give",
    "show",
    "card",
    "player",
    "option",
    "whether",
    "guess",
    "recall",
    "play",
    "monster",
    "sex",
    "question",
]
"""What a question put by a card is about; screens put it into words."""
