"""The closed lists of terms that screens have to word: verbs, questions, windows, refusals."""

from __future__ import annotations

VERBS = {
    "pass": "want nothing more in this phase or window",
    "discard": "phase 1: discard a Castle card before drawing up",
    "play": "play a card that works by itself; ability 1: lift the Curse that lies in front of oneself",
    "attack": "hit the monster ``card`` with Hits, Weapons and Potions at once",
    "power": "use the power ``ability`` of one's Character",
    "ask": "ask for help, or put a card up for a swap",
    "offer": "offer a card: for which monster (-1: any), who gets the trophy, how many Treasures, the price",
    "counter": "answer the offer of the ``card`` of the seat ``ability`` with terms of one's own",
    "agree": "agree to the active player's terms for one's ``card``",
    "refuse": "refuse the ``card`` that the seat ``ability`` offers, or the terms for one's own",
    "withdraw": "take one's offer back",
    "accept": "accept the offered ``card`` of the seat ``ability``",
    "enough": "stop waiting for offers",
    "release": "give the accepted ``card`` of the seat ``ability`` back unused",
    "waive": "not be asked what everybody is asked, until one's turn or until one takes it back",
    "resume": "be asked again",
    "roll_all": "roll for all monsters of phase 6 without being asked for each of them",
    "answer": "answer a question",
}

QUESTIONS = {
    "character": "which Character one wants to be",
    "charity_discard": "which Treasures over the limit go to the discards",
    "charity_odd": "which of the lowest get one Treasure more",
    "charity_give": "which Treasures go to the seat ``about``",
    "hit_taker": "which monster takes the point from a structure",
    "wander": "to which arc the monster ``card`` goes",
    "replacement": "which monster takes the place of ``card``",
    "borrow": "which card to take from the hand one sees",
    "pilfer": "which Castle card to take from the hand one sees",
    "sift": "which of the found cards to keep",
    "relocate": "which monster to move anywhere",
    "relocate_to": "to which space (ring times 6 plus arc minus 1) it goes",
    "forehead": "which of the shown Treasures to take",
    "trophy_lost": "which of one's best trophies goes",
    "waste": "whether to use a card that would do nothing: yes, no",
    "trophy_given": "which of one's lowest trophies goes",
}

WINDOWS = {
    "draw": "phase 1: discard, use a power, then draw up",
    "play": "phase 3 of the active player",
    "offers": "others may offer help",
    "claim": "who enraged a monster may fight it before phase 3 ends",
    "trophy": "Enhancers on a monster just slain",
    "attacked": "Enhancers on a monster that survived an attack; the attacker may go on",
    "last_call": "any-time cards before points are counted",
    "settle": "phase 4: any-time cards before the monsters move",
    "place": "the die of the drawn monster",
    "token": "time to cancel a drawn Curse token",
    "curse": "time for the victims to cancel a Curse card",
}

REFUSALS = {
    "bad_choice": "a slot or an answer is filled with something that is not offered",
    "no_seat": "there is no such player, or they have left",
    "not_now": "not at this moment",
    "over": "the game is over",
    "stale": "the time ran out for something that is over",
}
"""Why something is refused."""
