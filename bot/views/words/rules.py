"""The rules of the games for people at the table, in pages that fit on a phone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RulePage:
    """One page: a title, a line for the menu, and the text in markdown."""

    title: str
    summary: str
    text: str


DOOR_RULE_PAGES: dict[str, RulePage] = {
    "start": RulePage(
        "How to play",
        "The game in a minute",
        "Kick open doors, fight what is behind them, take its stuff. Who first reaches the winning "
        "level by killing a monster wins: level 10 as a rule.\n\n"
        "The table’s message shows the game to everybody. Your cards are private: you get them as a"
        " direct message, and behind the button **My hand**. Whatever you can do at the moment is a"
        " button there. 👉 shows who must act, ⏱ how long there is to do it.",
    ),
    "turn": RulePage(
        "Your turn",
        "Door, trouble or loot, charity",
        "1. **Get ready.** Put on gear, sell, trade, play cards.\n"
        "2. **Kick down the door.** A monster: you fight it. A curse: it hits you. Anything else: "
        "it is yours.\n"
        "3. No monster? **Look for trouble** with a monster from your hand, **or loot the room**: "
        "one more door card, unseen.\n"
        "4. **Charity.** More than five cards in hand? The lowest player gets the rest. If that is "
        "you, you discard them.",
    ),
    "combat": RulePage(
        "Combat",
        "Strength, interfering, the end",
        "Your strength is your level, your gear, and what is played for you. Monsters have theirs. "
        "You win with **more**; a tie is not enough, unless you are a Warrior.\n\n"
        "Anybody may interfere, for either side, until the end. When you are ahead you claim the "
        "kill: then everybody has a last chance. Each thing that is played starts that wait again; "
        "when all have passed, it is over.\n\n"
        "A kill brings a level and the monster’s treasures: face down if you were alone, face up "
        "with a helper.",
    ),
    "help": RulePage(
        "Help and bargains",
        "One helper, and what that costs",
        "If you cannot win alone, ask for help, and only one may help. Offer treasures of this "
        "fight and who picks first, carried items, or a promise to play cards. Others may offer "
        "themselves. A refusal is not the end: make a better offer.\n\n"
        "A helper adds the whole strength, but gains no level, unless a card says so. What was "
        "agreed is paid by the game itself.",
    ),
    "flee": RulePage(
        "Running away",
        "A 5 or a 6, or the Bad Stuff",
        "Who cannot win runs: each of the party rolls for each monster, and escapes with 5 or more."
        " Who is caught suffers the monster’s Bad Stuff at once.\n\n"
        "The dead lose their cards, but not level, class and race; the others loot the body, one "
        "card each. When the next turn begins the dead are back, and on their own turn get a new "
        "hand.",
    ),
    "gear": RulePage(
        "Items",
        "Carry, equip, sell, trade",
        "Carry as many small items as you like, but only one Big one. Only what is equipped counts:"
        " one Headgear, one Armor, one pair of Footgear, two hands. Change it whenever you are not "
        "in a fight. A card that you have just received can be played at once, until the next turn "
        "begins, in anybody’s turn.\n\n"
        "In your own turn, items worth 1,000 gold together buy a level, but never the last one. "
        "Items on the table may be traded and given away while nobody concerned is fighting.",
    ),
    "cards": RulePage(
        "Other cards",
        "Classes, races, curses, levels",
        "**Classes and races** give powers: one of each, played in your own turn, dropped at any "
        "time.\n"
        "**Curses** can be played on anybody at any time.\n"
        "**Level cards** raise anybody, at any time, but never to the winning level.\n"
        "**One-shots** are for a fight, and then gone.\n\n"
        "`/kickdoor card` shows any card. Where a card says something else than these rules, the "
        "card is right.",
    ),
}

PANIC_RULE_PAGES: dict[str, RulePage] = {
    "panic": RulePage(
        "The castle game",
        "Six towers, many monsters, one team",
        "All defend the same castle. Monsters march through the rings towards it; hits in the right"
        " colour and ring hurt them, and who kills one earns its trophies. In your turn: draw up, "
        "discard and draw, trade, play cards, then monsters move and new ones come. If all towers "
        "fall everybody loses; if all monsters are beaten, the most trophies win.",
    ),
}

TABLE_RULE_PAGES: dict[str, RulePage] = {
    "table": RulePage(
        "The table",
        "Leaving, pausing, being away",
        "The host starts the game, adds computer players and chooses options. A player who is away is "
        "played for by a careful caretaker, until they press something again.\n\n"
        "`/kickdoor hand` your hand · `/kickdoor table` the table below everything else · "
        "`/kickdoor status` who must act · `/kickdoor pause` · `/kickdoor undo` · `/kickdoor end`\n\n"
        "Every accepted action is saved before you see it. Nobody chooses the dice: "
        "I seal a secret before anybody joins, your presses are mixed in, and at the end I open the seal.",
    ),
}
