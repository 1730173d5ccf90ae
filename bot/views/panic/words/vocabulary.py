"""The castle-defense game in words."""

from __future__ import annotations

from bot.views.base.text import pairs, read_texts
from bot.views.base.word_tables import AskedWords, Verb, Words
from bot.views.panic.words.events import PANIC_EVENTS

PANIC_VERBS: dict[str, Verb] = {
    "attack": Verb("{card}", "Attack", group="combat", emoji="⚔️"),
    "play": Verb("Play {card}", "Play", group="card"),
    "power": Verb("Use {card}", "Use", group="card", emoji="✨"),
    "discard": Verb("Discard one and draw", group="turn", emoji="♻️"),
    "pass": Verb("Pass", group="turn", emoji="👌"),
    "pass.draw": Verb("Keep all and draw", group="turn", style="good", emoji="👌"),
    "pass.full": Verb("Keep all", group="turn", style="good", emoji="👌"),
    "discard.full": Verb("Discard one", group="turn", emoji="♻️"),
    "pass.play": Verb("Done", group="turn", style="plain", emoji="➡️"),
    "pass.settle": Verb("March on", group="turn", emoji="👣"),
    "pass.place": Verb("Roll", group="turn", emoji="🎲"),
    "roll_all": Verb("Roll for all", group="turn", emoji="🎲"),
    "pass.token": Verb("Let it be", group="turn", emoji="👌"),
    "pass.curse": Verb("Let it be", group="turn", emoji="👌"),
    "pass.trophy": Verb("Nothing to add", group="turn", emoji="👌"),
    "pass.offers": Verb("No offer", group="turn", emoji="🤷"),
    "pass.haggle": Verb("Not for that price", group="turn", emoji="🙅"),
    "pass.claim": Verb("Done fighting", group="turn", emoji="➡️"),
    "ask": Verb("Ask for help", group="help", style="primary", emoji="🤝", urgent=True),
    "ask.again": Verb("Ask once more", group="help", emoji="🤝"),
    "ask.swap": Verb("Swap {card}", "Swap", group="help", emoji="🔁"),
    "offer": Verb("Offer {card}", "Offer", group="help", emoji="🤝"),
    "accept": Verb("Accept {seat}’s {card}", group="help", style="good", urgent=True),
    "counter": Verb("Other terms for {seat}’s {card}", group="help", emoji="🔁"),
    "agree": Verb("Agree: {card}", group="help", style="good", emoji="🤝", urgent=True),
    "refuse": Verb("Refuse {seat}’s {card}", group="help"),
    "refuse.own": Verb("Refuse, keep {card}", group="help"),
    "withdraw": Verb("Withdraw my offer", group="help"),
    "waive": Verb("Ask me less", group="quiet", emoji="🔕"),
    "resume": Verb("Ask me everything again", group="quiet", emoji="🔔"),
    "release": Verb("Give {card} back to {seat}", group="help"),
    "enough": Verb("Enough", group="help", emoji="⌛", urgent=True),
}

PANIC_PROMPTS: dict[str, str] = {
    "character": "Who are you?",
    "borrow": "Which card do you borrow?",
    "pilfer": "Which card do you take?",
    "sift": "Which card do you keep?",
    "charity_discard": "Charity: which Treasures do you discard?",
    "charity_give": "Charity: which Treasures do you give away?",
    "charity_odd": "Charity: who gets one more Treasure?",
    "forehead": "Which card do you take?",
    "hit_taker": "Which monster takes the blow?",
    "relocate": "Move which monster?",
    "relocate_to": "Where to?",
    "replacement": "Which monster comes instead?",
    "trophy_given": "Which trophy do you give?",
    "trophy_lost": "Which trophy do you lose?",
    "wander": "To which arc?",
    "waste": "That would do nothing. Use it anyway?",
    "demand": "Which card do you hand over?",
}

PANIC_WINDOWS: dict[str, str] = {
    "draw": "swap one card for a new one, or keep all",
    "play": "attack, ask for help, or be done",
    "offers": "who offers a card?",
    "claim": "fight now, or let it go",
    "trophy": "slain! Anything to add?",
    "attacked": "still alive! Anything to add?",
    "last_call": "last call: anything before the count?",
    "settle": "any last card before the march?",
    "place": "roll for its arc",
    "token": "does anybody cancel it?",
    "curse": "does anybody cancel it?",
}

PANIC_SLOTS: dict[str, str] = {
    "cards": "With which cards?",
    "attack.cards": "With which cards? Every Weapon needs a Hit, now or earlier in this turn",
    "discards": "Which card?",
    "monster": "Which monster?",
    "ask.monster": "Against which monster?",
    "offer.monster": "For which monster?",
    "trophy": "Who gets the trophy?",
    "play.trophy": "Under which trophy?",
    "treasures": "How many of its Treasures for you, if it brings as many?",
    "pay": "Which of their trophies for you?",
    "counter.pay": "Which of your cards and trophies do you pay?",
    "counter.trophy": "Who gets the monster’s trophy?",
    "counter.treasures": "How many of its Treasures for the helper, if it brings as many?",
    "when": "When do you pay them?",
    "note": "And what else? (in your own words)",
    "ask.note": "What do you say to them? (in your own words)",
    "seat": "Who?",
    "seats": "Who?",
    "arc": "Which arc?",
    "space": "Where to?",
    "named": "Which color or ring?",
    "character": "Which Character?",
    "card": "Which card?",
    "waste": "Use it anyway?",
    "until": "When should I start asking you again?",
}

PANIC_PICKS: dict[str, str] = {
    "monster.-1": "Any monster",
    "trophy.asker": "The player who asked",
    "trophy.helper": "The helper",
    "until.turn": "Not until my turn",
    "until.me": "Only when it is about me",
    "when.end": "When the fighting is over",
    "when.now": "Cards at once, trophies then",
    "waste.yes": "Use it",
    "waste.no": "Keep it",
    "named.red": "Red",
    "named.green": "Green",
    "named.blue": "Blue",
    "named.archer": "Archer ring",
    "named.knight": "Knight ring",
    "named.swordsman": "Swordsman ring",
}

PANIC_REFUSALS: dict[str, str] = {
    "over": "This game is over.",
    "no_seat": "Nobody plays in that seat, or not any more.",
}


PANIC_WORDS = Words(
    verbs=PANIC_VERBS,
    prompts=PANIC_PROMPTS,
    windows=PANIC_WINDOWS,
    slots=PANIC_SLOTS,
    asked=AskedWords(
        "A Curse is drawn, a monster falls, the march comes",
        "When the game could end, and when it is about you alone.",
    ),
    picks=PANIC_PICKS,
    events=PANIC_EVENTS,
    refusals=PANIC_REFUSALS,
    options=pairs(read_texts("bot.views.panic.words", "options")),
)
