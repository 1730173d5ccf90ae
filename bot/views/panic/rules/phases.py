"""How the castle-defense game goes, phase by phase, as far as it holds at the table."""

from __future__ import annotations

from bot.views.base.rules_book import RulePage, RuleTerm, common
from bot.views.base.text import listed, plural
from bot.views.pages.writing import bullets, paragraphs
from bot.views.panic.rules.card_set import PanicSet
from cards.panic.rules import TOWER_COUNT


def start_page(table: PanicSet) -> RulePage:
    towers = TOWER_COUNT
    if table.rules.needs_tower:
        goal = (
            f"If the last of the {towers} Towers falls, you have lost, at once. If all monsters are beaten, "
            "you have won."
            if table.alone
            else f"If the last of the {towers} Towers falls, **all have lost**, at once. If all monsters are "
            "beaten, whoever has the most points on trophies is the Master Munchkin."
        )
    else:
        goal = (
            "The game ends when all monsters are beaten or the last Tower falls. **Either way the most "
            "points on trophies win**: the Towers are only as dear to you as your score says."
        )
    alone = f"{_other_numbers(table)} Alone it is another game: see *Alone*." if table.may_be_alone else ""
    return RulePage(
        "The castle game",
        f"{towers} Towers, many monsters, one castle",
        paragraphs(
            "Monsters come out of the Forest and march ring by ring towards the Castle. Hits in the right "
            "color and ring hurt them; whoever slays one keeps it as a trophy and takes its Treasures.",
            goal,
            "Your cards are private: they come as a direct message, and behind **My hand**. Whatever you "
            "can do at the moment is a button there. 👉 shows who must act, ⏱ how long there is to do it.",
            alone,
        ),
        terms=(common("Its health is gone: it becomes a trophy.", "slay", "slain", "slays"),),
    )


def _other_numbers(table: PanicSet) -> str:
    """Say which figures are others for two and for six."""
    two, usual, six = (table.rules_for(seats) for seats in (2, 4, 6))
    told = (
        "The figures on these pages are for three to five players. Two draw up to "
        f"{plural(two.hand_size, 'Castle card')} and keep {plural(two.treasure_limit, 'Treasure')}."
    )
    if six.start_treasures != usual.start_treasures:
        begin = plural(six.start_treasures, "Treasure") if six.start_treasures else "no Treasure"
        told += f" Six begin with {begin}."
    if six.quota != usual.quota:
        told += f" With six, {plural(six.quota, 'monster comes', 'monsters come')} in a turn."
    return told


def turn_page(table: PanicSet) -> RulePage:
    third = (
        "play cards, ask for help"
        if table.bargains
        else "play cards, swap one"
        if table.options.swap and not table.alone
        else "play cards"
    )
    charity = "throw away" if table.alone else "give away"
    steps = (
        f"**Draw.** Discard a Castle card if you like, then draw up to {table.rules.hand_size}.",
        f"**Charity.** Treasures above {table.rules.treasure_limit}: {charity}.",
        f"**Play.** Attack, {third}, get trophies.",
        "**Collect.** What you have earned comes to your hand.",
        "**The march.** All monsters move one space.",
        f"**New monsters.** {plural(table.rules.quota, 'comes', 'come')} out of the bag.",
    )
    return RulePage(
        "Your turn",
        "Six phases",
        "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
        + "\n\nCards that say *at any time* can be played in every phase, in others’ turns too. All others "
        "say when; most wait for phase 3 of your own turn.",
        terms=(common("In every phase, in others’ turns too.", "At any time"),),
    )


def board_page(table: PanicSet) -> RulePage:
    walls = (
        " A **Wall** stands before each Tower."
        if table.options.walls
        else " At this table there are **no Walls**."
    )
    return RulePage(
        "The board",
        "Rings, arcs and colors",
        "From outside in: **Forest, Archer, Knight, Swordsman, Castle**. Six arcs like slices of a cake: 🔴 "
        "1 and 2, 🟢 3 and 4, 🔵 5 and 6. Ring and arc together are a space; any number of monsters may "
        "stand in one.\n\n"
        f"In the Castle ring stand the six **Towers**, one in each arc.{walls} Monsters in the Forest are "
        "out of reach for almost everything, and so are those in the Castle ring: only cards with the Tree "
        "or the Tower reach them.",
        terms=(
            common(
                "From outside in: Forest, Archer, Knight, Swordsman, Castle.",
                "Forest",
                "Archer",
                "Knight",
                "Swordsman",
                "Castle ring",
                "Castle",
                "ring",
                "rings",
            ),
            common("🔴 1 and 2, 🟢 3 and 4, 🔵 5 and 6, clockwise.", "arc", "color", "any color"),
        ),
    )


def draw_page(table: PanicSet) -> RulePage:
    more = "" if "character" not in table.kinds else " Some Characters change that."
    many = " (a card allows more)" if table.timed("draw") else ""
    return RulePage(
        "Discard and draw",
        "Phase 1",
        f"You may discard one Castle card{many}, then you draw Castle cards until you hold "
        f"**{table.rules.hand_size}**. If you already hold that many, you do not draw.{more} When the deck "
        "is used up, its discards are shuffled.",
        terms=(
            common("Phase 1 of your turn.", "Discard and Draw phase"),
            common("Hits and what else defends; you draw up every turn.", "Castle card", "Castle cards"),
        ),
    )


def charity_page(table: PanicSet) -> RulePage:
    limit = table.rules.treasure_limit
    given = (
        "What is above that is discarded."
        if table.alone
        else "What is above that goes to the player with the fewest points on trophies; several of them "
        "share as evenly as possible, and you decide who gets which. If you alone have the fewest, you "
        "discard it. What somebody gets can be used at once, as its text allows."
    )
    return RulePage(
        "Charity",
        "Phase 2",
        f"In this phase you keep at most **{limit} Treasures**. {given}\n\nThis is checked only now: at "
        "other times you may hold as many as you like.",
    )


def play_page(table: PanicSet) -> RulePage:
    per_hit = table.options.weapons_per_hit
    weapons = "**one Weapon**" if per_hit == 1 else f"**up to {per_hit} Weapons**"
    return RulePage(
        "Attack",
        "Phase 3: Hits, Weapons, Potions",
        paragraphs(
            "Play as many cards as you like; each is used once and discarded. An attack is everything that "
            "touches one monster at once: its points are added up.",
            bullets(
                (
                    "A **Hit** does 1 point, where its ring and color say.",
                    f"Each Hit takes {weapons}, in a ring that the Weapon names. A Weapon may still follow "
                    "a Hit of this turn on that monster.",
                    "A **Potion** needs no Hit.",
                )
            ),
            "At 0 the monster is slain. It is your trophy at once, with as many Treasures below it as it "
            "has dots; they come to your hand in phase 4.",
        ),
        terms=(common("Phase 3 of your turn.", "Play Cards phase"),),
    )


def bargain_page(table: PanicSet) -> RulePage:
    deals = table.options.deals_per_turn
    once = (
        "**one deal**: one player, one card"
        if deals == 1
        else f"**{deals} deals**, each with one player for one card"
    )
    alone = [monster.name for monster in table.monsters() if monster.alone]
    gazebo = f" Nobody helps against the {listed(alone)}." if alone else ""
    return RulePage(
        "Help and bargains",
        "One card, and what it costs",
        paragraphs(
            f"In phase 3 you may ask the others. Whoever can help makes an offer; each turn allows {once}. "
            "The price is between you: the trophy, Treasures, or words that the game cannot "
            "enforce. Without a price all of it is yours.",
            "You accept an offer, answer it with other terms, or refuse it: then that player offers nothing "
            "more until you ask again.",
            "A helper’s Weapon goes on your Hit, and yours on theirs. Their card may also touch a monster "
            f"that you have not attacked.{gazebo}",
            "What was agreed is handed over by the game. A deal is spent when its card is used, not before.",
        ),
        terms=(
            RuleTerm(("Alone", "without help"), "It must be faced without help."),
            common("Everybody but you.", "Another player", "another player", "all others", "All others"),
        ),
    )


def swap_page(table: PanicSet) -> RulePage:
    return RulePage(
        "Swapping",
        "One card for one card",
        "At this table nobody asks for help. Instead you may swap one card with one player in phase 3: put "
        "one of yours up, see what is offered, and take one or none.",
    )


def collect_page(table: PanicSet) -> RulePage:
    settle = "" if table.alone else " What is still owed for help is settled now."
    return RulePage(
        "Treasure to hand",
        "Phase 4",
        f"The Treasures below your new trophies come to your hand.{settle} Those that say *at any time* can "
        "be played now; all others wait for your next phase 3.",
        terms=(
            common(
                "Earned by slaying; each is used once.",
                "Treasure",
                "Treasures",
                "Treasure card",
                "Treasure cards",
            ),
        ),
    )


def march_page(table: PanicSet) -> RulePage:
    wall = (
        "**A Wall** falls and hurts one of those who came by 1; they stay in the Swordsman ring."
        if table.options.walls
        else "There are no Walls to stop them."
    )
    who = "you choose" if table.alone else "the player whose turn it is chooses"
    return RulePage(
        "The march",
        "Phase 5",
        paragraphs(
            "Every monster moves one ring inwards; those in the Castle ring move one arc clockwise.",
            bullets(
                (
                    wall,
                    "**A Tower** falls and hurts one of them by 1; they move into its place.",
                    f"If several come at once, {who} who is hurt.",
                    "Monsters of 4 or 5 points on their lowest number break things without being hurt.",
                )
            ),
            "Glued and sleeping monsters stay. What dies on Walls and Towers is nobody’s trophy.",
        ),
        terms=(
            RuleTerm(("Wall", "Walls"), "Stands before a Tower; stops who comes, hurts it by 1, and falls."),
            common("Six of them; what comes to one is hurt by 1, and the Tower falls.", "Towers"),
        ),
    )


def placing_page(table: PanicSet) -> RulePage:
    return RulePage(
        "New monsters",
        "Phase 6",
        f"**{table.rules.quota}** tokens come out of the bag, one by one; the die says in which arc of the "
        "Forest each begins, at full health. A Curse token does not count: it happens at once, and you draw "
        "on. When the bag is empty, no more come.\n\n"
        "Monsters that have just been placed are on the board, and later Curses move them too.",
        terms=(common("Phase 6: new monsters come into the Forest.", "placing", "place monsters"),),
    )


def end_page(table: PanicSet) -> RulePage:
    more = " Treasures in hand count nothing" + (
        ", except where a Character says so." if "character" in table.kinds else "."
    )
    if table.alone:
        text = (
            "You win if all monsters are beaten and at least one Tower stands; you lose with the last Tower."
        )
    else:
        first = (
            "If the last Tower falls, all have lost."
            if table.rules.needs_tower
            else "The game ends with the last Tower or the last monster, whichever comes first."
        )
        text = (
            f"{first} Otherwise it ends when the bag is empty and no monster is left: the most points win. A "
            "trophy counts its highest number. A tie goes to whoever has more trophies, then to the "
            f"die.{more}"
            if table.rules.needs_tower
            else f"{first} The most points win. A trophy counts its highest number. A tie goes to whoever "
            f"has more trophies, then to the die.{more}"
        )
    return RulePage(
        "The end",
        "Who wins",
        text,
        terms=(
            common(
                "A monster you have slain; it counts its highest number.",
                "trophy",
                "trophies",
                "trophy points",
            ),
            common("What it counts as a trophy, and its health at the start.", "Points"),
        ),
    )


def alone_page(table: PanicSet) -> RulePage:
    alone = table.rules_for(1)
    return RulePage(
        "Alone",
        "What is different in a game for one",
        f"For one player {plural(alone.hand_size, 'Castle card is', 'Castle cards are')} a full hand, and "
        f"{plural(alone.treasure_limit, 'Treasure')} the limit; what is above is discarded. Curse "
        "cards and all that needs others stay in the box, and so does the help of others. At least one "
        "Tower has to stand in the end.",
    )
