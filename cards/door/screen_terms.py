"""The closed terms of the door-kicking games and their meanings: questions, windows, refusals.

The rules spell these words out where they use them; a test compares the lists with the rules. Verbs are
listed by the rules themselves (``RULE_TABLES.verb_handlers``).
"""

from __future__ import annotations

from typing import Final

QUESTIONS: Final[dict[str, str]] = {
    "back_out": "whether a compelled helper leaves a combat that is for the win: leave, stay",
    "big_overflow": "what to do about Big Items above the limit: sell, give, repair",
    "card": "which card",
    "charity_cards": "which cards go to the next of the poorest players",
    "charity_larger": "which of the poorest players get one card more",
    "discard": "which cards to lose",
    "fight_spared": "whether to fight a monster that lets one go: fight, spare",
    "fight_steed": "whether to fight a Steed behind the door: take, fight",
    "give": "which cards to give",
    "give_big": "who gets a Big Item above the limit",
    "guess": "low (1 to 3) or high (4 to 6)",
    "hireling_item": "which Item a new companion carries, if any",
    "double_big": "which Item to sell at double price, to get rid of Big Items above the limit",
    "keep_big": "which Big Items to keep",
    "loot_body": "which card to take from the body, if any",
    "monster": "which monster",
    "option": "which of the card's choices",
    "pick_treasure": "which Treasure to take next, where fighter and helper share",
    "play": "which card to play",
    "player": "which player",
    "question": "a card's question, to be answered honestly: yes, no",
    "recall": "which name it is, from memory",
    "repair_big": "which card to play so that a Big Item can stay",
    "repair_on": "on which Big Item to play it",
    "sell_big": "which Items to sell, for 1,000 Gold Pieces or more",
    "sex": "which companion changes its sex instead, if any",
    "show": "which cards to show",
    "side": "which side of the combat: party, monsters",
    "swap_role": "which Role the dead player takes, if any",
    "take": "which cards to take",
    "take_off": "which Item to take off, where there is no room for all any more",
    "levels_lost": "whether to play a card of which not all Levels may be given: yes, no",
    "own_price": "whether to pay for a power with the Class or Race that has it: yes, no",
    "waste": "whether to use a card that would do nothing: yes, no",
    "whether": "whether to do what the card offers: yes, no",
}
"""What a seat can be asked; the choices stand in brackets or behind the colon."""

WINDOWS: Final[dict[str, str]] = {
    "setup": "all lay out their first cards",
    "arrange": "the active player, before the kick",
    "trouble": "the active player looks for trouble or loots the room",
    "after": "the active player, before Charity",
    "charity": "the active player has too many cards",
    "combat": "the combat goes on; the fighter decides",
    "victory": "the kill is claimed; anything against it?",
    "defeat": "the fighter gives up; does anybody step in?",
    "curse": "a Curse is about to hit; does anybody stop it?",
    "flee": "somebody is about to roll to run away",
    "caught": "a roll has failed; last chance to change it",
    "reward": "the kill is done, the Treasures are not drawn yet",
}
"""What the table can wait for."""

REFUSALS: Final[dict[str, str]] = {
    "ahead": "the party is winning already",
    "alone": "this combat has to be fought alone",
    "already_equipped": "the Item is in use already",
    "already_promised": "the Item is promised to somebody else in this combat",
    "already_that": "the player has that Class or Race already",
    "asked_about": "somebody is answering a question about the player's cards or about the player",
    "bad_choice": "a slot or an answer is filled with something that is not offered",
    "dead": "the player is dead",
    "decision_pending": "somebody has to answer a question first",
    "game_over": "the game is over",
    "has_helper": "there is a helper already",
    "has_left": "the player has left the game",
    "in_combat": "not while there is a combat",
    "has_truce": "the two have agreed on a truce already",
    "has_steed": "the player has a Steed, and no place for one more",
    "bad_stuff_next": "no Curse between a failed roll and its Bad Stuff",
    "curse_pending": "a Curse is about to strike; it comes first",
    "last_word": "the offers have gone back and forth often enough: accept or refuse",
    "level_would_win": "the winning Level has to come from a kill",
    "may_not_sell": "a card forbids selling",
    "needs_trait": "the card needs a Class or Race to go with",
    "no_combat": "there is no combat",
    "no_such_seat": "there is no such player",
    "not_ahead": "the party is not winning",
    "not_asked": "nothing is asked, or somebody else is",
    "not_at_table": "there is no such player",
    "not_enough_gold": "the Items are not worth a Level",
    "not_gear": "the card cannot be worn",
    "not_in_hand": "the card is not in the hand",
    "not_in_play": "the card is not on the table",
    "not_now": "not at this moment; none of the other reasons applies",
    "not_your_card": "the player does not have the card",
    "not_your_fight": "the player is not the fighter",
    "not_your_turn": "it is somebody else's turn",
    "nothing_to_join": "there is no monster that the card could join",
    "one_of_each": "one Class and one Race at the start",
    "partner_cannot_carry": "the other player cannot carry what they would get",
    "partner_in_combat": "the other player is in a combat",
    "restricted": "the card is not for the player's Class, Race or sex",
    "sale_would_win": "the winning Level cannot be bought",
    "too_late": "the time ran out for something that is over",
    "too_many_big": "the player carries too many Big Items",
}
"""Why something is refused."""

PHASES: Final = ("setup", "begin", "arrange", "door", "combat", "trouble", "after", "charity", "end", "over")
"""Where a game can be; ``begin`` and ``end`` are only there in a situation that is laid out."""

STAGES: Final = ("fight", "victory", "defeat", "escape", "reward", "ended")
"""The stages of a combat."""
