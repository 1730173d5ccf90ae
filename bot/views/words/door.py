"""The door-kicking games in words."""

from __future__ import annotations

from bot.views.words.base import Verb, Words
from bot.views.words.door_events import door_sentence
from bot.views.words.event_names import EventNames
from bot.views.words.options import DOOR_OPTION_TEXTS
from cards.door.card_events import CardPlayed
from cards.door.character_events import Cursed
from cards.door.combat_events import CombatStarted, HelpOffered, MonsterJoined
from cards.door.events import DoorEvent, DoorKicked
from cards.kernel.events import Discarded, Event

DOOR_VERBS: dict[str, Verb] = {
    "kick": Verb("Kick down the door", group="turn", style="primary", emoji="🚪"),
    "trouble": Verb("Look for trouble: {card}", "Fight it", group="card", emoji="👹"),
    "loot": Verb("Loot the room", group="turn", style="primary", emoji="🔦"),
    "end_turn": Verb("End my turn", group="turn", style="primary", emoji="➡️"),
    "give_away": Verb("Give cards away", group="turn", style="primary", emoji="🎁"),
    "claim": Verb("Claim the kill", group="turn", style="good", emoji="⚔️"),
    "run_away": Verb("Give up and run", group="turn", style="bad", emoji="🏳️"),
    "flee": Verb("Run away", group="turn", style="primary", emoji="🏃"),
    "sacrifice": Verb("Sacrifice {card}", "Sacrifice", group="card", emoji="🕯️"),
    "pass": Verb("Pass", group="turn", emoji="👌"),
    "pass.setup": Verb("I’m ready", group="turn", style="good", emoji="👍"),
    "pass.curse": Verb("Let it happen", group="turn", emoji="👌"),
    "pass.caught": Verb("Take it", group="turn", emoji="😖"),
    "pass.reward": Verb("Draw the Treasures", group="turn", style="primary", emoji="🎁"),
    "play": Verb("Play {card}", "Play", group="card"),
    "lay": Verb("Lay down {card}", "Lay down", group="card"),
    "load": Verb("Give {card} an Item", "Give an Item", group="gear", emoji="🧳"),
    "unload": Verb("Take back what {card} carries", "Take its Item back", group="gear", emoji="🧳"),
    "use": Verb("Use {card}", "Use", group="card", emoji="✨"),
    "raise": Verb("Send a monster in with {card}", "Send a monster in", group="card"),
    "join": Verb("Send {card} in", "Send in", group="card", emoji="👹"),
    "stack": Verb("Add {card}", "Add to one", group="card", emoji="👹"),
    "give_up": Verb("Give up {card}", "Give up", group="gear", style="bad"),
    "equip": Verb("Equip {card}", "Equip", group="gear", emoji="🛡️"),
    "unequip": Verb("Take off {card}", "Take off", group="gear"),
    "sell": Verb("Sell items", group="gear", emoji="💰"),
    "sell_double": Verb("Sell {card} at double price", "Sell at double price", group="gear", emoji="💰"),
    "offer_trade": Verb("Trade with {seat}", group="trade", emoji="🔁"),
    "accept_trade": Verb("Accept {offer}", group="trade", style="good", urgent=True),
    "refuse_trade": Verb("Refuse {offer}", group="trade", style="bad", urgent=True),
    "withdraw_trade": Verb("Withdraw {offer}", group="trade"),
    "show": Verb("Show cards", group="trade", emoji="👀"),
    "ask_help": Verb("Ask for help", group="help", style="primary", emoji="🤝", urgent=True),
    "offer_help": Verb("Offer my help", group="help", emoji="🤝"),
    "accept_help": Verb("Accept {offer}", group="help", style="good", urgent=True),
    "refuse_help": Verb("Refuse {offer}", group="help", style="bad", urgent=True),
    "withdraw_help": Verb("Withdraw {offer}", group="help"),
}

DOOR_PROMPTS: dict[str, str] = {
    "big_overflow": "You carry too many Big items. What do you do?",
    "repair_big": "What lets you keep more?",
    "repair_on": "For which Big item?",
    "keep_big": "Which Big item do you keep?",
    "double_big": "Which one at double price?",
    "take_off": "No room for all of it any more. What do you take off?",
    "sell_big": "Sell which items? (1,000 gold or more)",
    "give_big": "Who gets this Big item?",
    "charity_larger": "Who gets one card more?",
    "charity_cards": "Which cards go first?",
    "fight_spared": "It would let you go. Fight it all the same?",
    "fight_steed": "A steed! Take it, or fight it?",
    "hireling_item": "Which item shall it carry?",
    "loot_body": "Which card do you take from the body?",
    "pick_treasure": "Which treasure do you take?",
    "discard": "Which cards do you lose?",
    "take": "Which cards do you take?",
    "give": "Which cards do you give?",
    "show": "Which cards do you show?",
    "card": "Which card?",
    "player": "Which player?",
    "option": "Which shall it be?",
    "whether": "Do you want to?",
    "guess": "Low (1–3) or high (4–6)?",
    "recall": "Which one is it? From memory!",
    "sex": "Which companion instead, if any?",
    "play": "Play which card?",
    "monster": "Which monster?",
    "question": "Answer the card’s question honestly.",
    "swap_role": "You died. Play as somebody else?",
}

DOOR_WINDOWS: dict[str, str] = {
    "setup": "Lay out your first cards, then say you are ready",
    "arrange": "Get ready, then kick down the door",
    "trouble": "Look for trouble, or loot the room",
    "after": "Play what you like, then end the turn",
    "charity": "Too many cards: give some away",
    "combat": "Fight, ask for help, or run",
    "combat.ahead": "Claim the kill, or play on",
    "victory": "The kill is claimed. Anything against it?",
    "defeat": "The fighter gives up. Anybody?",
    "curse": "A curse! Does anybody stop it?",
    "flee": "Run away, monster by monster",
    "caught": "Caught! Last chance to change the roll",
    "reward": "The kill is done; the Treasures come next",
}

DOOR_SLOTS: dict[str, str] = {
    "target": "On whom?",
    "second": "And on whom else?",
    "monster": "Which monster?",
    "side": "For which side?",
    "card": "Which card?",
    "cards": "Which cards?",
    "give_away.cards": "Which cards do you give away?",
    "flee.monster": "From which monster first?",
    "raise.monster": "Which monster goes in?",
    "cost": "Which cards do you pay with?",
    "word": "Which one?",
    "items": "Which items?",
    "sell.items": "Sell which items?",
    "sell_double.items": "Sell which others with it?",
    "ask_help.seats": "Whom do you ask?",
    "ask_help.items": "Which items do you offer?",
    "offer_help.items": "Which items do you want?",
    "treasures": "How many treasures for the helper?",
    "order": "Who picks first? Or which are the helper’s?",
    "pays": "What do you pay for being let in?",
    "offer_help.promises": "Cards you promise to play on the fighter",
    "condition": "Items change hands …",
    "promises": "Cards you promise to play on the helper",
    "gives": "What do you give? (nothing: you ask for a gift)",
    "wants": "What do you want? (nothing: it is a gift)",
    "saves": "Whom does it save?",
    "off": "What do you take off for it?",
    "seats": "Who?",
    "seat": "Who?",
    "player": "Who?",
    "option": "Which shall it be?",
    "choice": "Which shall it be?",
    "whether": "Do you?",
    "guess": "Low or high?",
    "recall": "Which one?",
    "companion": "Which companion?",
    "answer": "Honestly?",
    "role": "As whom? (nobody: as before)",
    "way": "How?",
    "keep": "Which one stays?",
}

DOOR_PICKS: dict[str, str] = {
    "side.party": "For the party",
    "side.monsters": "For the monsters",
    "treasures.all": "All of them",
    "treasures.0": "None",
    "order.helper": "The helper first",
    "order.fighter": "The fighter first",
    "order.alternating": "In turn, the helper first",
    "order.fighter_alternating": "In turn, the fighter first",
    "order.lot": "Nobody: by lot",
    **{f"order.{n}": f"Number {n} goes to the helper" for n in range(1, 21)},
    "condition.won": "only if we win",
    "condition.always": "in any case, unless the fighter dies",
    "whether.yes": "Yes",
    "whether.no": "No",
    "answer.yes": "Yes",
    "answer.no": "No",
    "guess.low": "Low: 1, 2, 3",
    "guess.high": "High: 4, 5, 6",
    "way.sell": "Sell them",
    "way.sell_double": "Sell them, one at double price",
    "way.give": "Give them away",
    "way.repair": "Play something that lets me keep them",
    "choice.fight": "Fight it",
    "choice.spare": "Let it go",
    "choice.take": "Take it",
    "saves.alone": "Myself",
    "saves.both": "Both of us",
}

DOOR_REASONS: dict[str, str] = {
    "level": "level",
    "item": "item",
    "steed": "steed",
    "ability": "ability",
    "enhancer": "enhancer",
    "card": "card",
    "power": "power",
    "seals": "open seals",
    "stacked": "added",
}

DOOR_REFUSALS: dict[str, str] = {
    "game_over": "This game is over.",
    "too_late": "That moment has passed. Here is how things stand now.",
    "not_at_table": "You do not sit at this table.",
    "has_left": "You have left this game.",
    "not_asked": "You are not asked at the moment.",
    "decision_pending": "Somebody has to decide something first.",
    "dead": "You are dead until the next turn begins.",
    "not_your_card": "You do not have that card any more.",
    "not_your_turn": "It is not your turn.",
    "bad_stuff_next": "Too late for that: the roll has failed, and the Bad Stuff comes first.",
    "curse_pending": "A curse is about to strike. That comes first.",
    "has_steed": "You have a steed already.",
    "in_combat": "Not while you are in a fight.",
    "partner_in_combat": "The other one is in a fight.",
    "partner_cannot_carry": "The other one has no room for that.",
    "not_ahead": "You are not ahead: more strength is needed.",
    "not_your_fight": "That is not your fight.",
    "ahead": "You are winning: claim the kill.",
    "nothing_to_join": "There is nothing of its kind to join.",
    "no_combat": "That needs a fight.",
    "sale_would_win": "The last level cannot be bought.",
    "may_not_sell": "You may not sell at the moment.",
    "not_enough_gold": "A level costs {price} gold.",
    "not_in_play": "That card is not on the table.",
    "already_equipped": "You are wearing that already.",
    "restricted": "That is not for you as you are.",
    "not_gear": "That cannot be worn.",
    "has_helper": "There is a helper already, and only one can help.",
    "alone": "This has to be fought alone.",
    "not_in_hand": "That card is not in your hand.",
    "level_would_win": "The winning level has to come from a kill.",
    "already_that": "You are that already.",
    "one_of_each": "At the start you lay out one Class and one Race.",
    "needs_trait": "That needs a {kind} to go with.",
    "too_many_big": "You can carry only {limit} Big item.",
    "no_such_seat": "There is no such seat.",
}


_ECHOES: frozenset[tuple[type[Event], type[Event]]] = frozenset(
    ((CombatStarted, MonsterJoined), (DoorKicked, Cursed))
)


def _used_up_by(event: Event) -> tuple[int, ...]:
    return (event.card,) if isinstance(event, CardPlayed) and event.card_kind == "level_up" else ()


def _sentence(event: Event, names: EventNames) -> str:
    return door_sentence(event, names) if isinstance(event, DoorEvent) else ""


DOOR_WORDS = Words(
    verbs=DOOR_VERBS,
    prompts=DOOR_PROMPTS,
    windows=DOOR_WINDOWS,
    slots=DOOR_SLOTS,
    picks=DOOR_PICKS,
    sentence=_sentence,
    reasons=DOOR_REASONS,
    refusals=DOOR_REFUSALS,
    options=DOOR_OPTION_TEXTS,
    ordered=frozenset({"flee_order"}),
    shown_weights=frozenset({"sell.items", "sell_double.items", "use.cost", "answer.items"}),
    echoes=_ECHOES,
    used_up_by=_used_up_by,
    gathered=frozenset({HelpOffered, Discarded}),
    optional_first=("condition", "order"),
    depends_on={"condition": "items", "order": "treasures"},
)
