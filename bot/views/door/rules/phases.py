"""How a door-kicking game goes, phase by phase, as far as it holds at the table."""

from __future__ import annotations

from bot.views.base.rules_book import RulePage, common
from bot.views.door.rules.card_set import DoorSet, names
from bot.views.pages.writing import bullets, paragraphs, sentences
from cards.door.charity import HAND_LIMIT_CARDS
from cards.door.combat import MAX_VICTORY_REOPENINGS
from cards.door.escape import MIN_ESCAPE_ROLL
from cards.door.turn import STARTING_CARDS_PER_DECK
from cards.language.definition import Definition
from cards.language.grammar import article, capital
from cards.language.timing import moment_mask

FIGHT_MOMENTS = moment_mask({"combat", "other_combat"})
"""Moments of powers that also people outside a combat can use."""


def start_page(door: DoorSet) -> RulePage:
    ends = "the last two of them have to come from kills", "that last Level has to come from a kill"
    last = ends[0] if door.options.epic else ends[1]
    return RulePage(
        "How to play",
        "The game in a minute",
        paragraphs(
            f"Kick open doors, fight what is behind them, take its stuff. The first to reach **Level "
            f"{door.top_level}** wins, and {last}.",
            "A turn: put on what you have, kick the door, fight or run, look around the room, give away what "
            "you cannot hold. The others help you, for a price, or make it worse, for free.",
            "Your cards are behind **My hand**, and so is all that you can do now. 👉 shows who must act, ⏱ "
            "until when.",
        ),
        terms=(
            common(
                f"Yours runs from 1 to {door.top_level}, and counts as strength; a monster’s is its "
                "strength.",
                "Level",
                "Levels",
            ),
        ),
    )


def last_word_page(door: DoorSet) -> RulePage:
    return RulePage(
        "Who is right",
        "When cards and rules differ, or people do",
        paragraphs(
            "Where a card and these pages disagree, the card is right. Four rules stand above the cards, "
            "unless a card says outright that it beats them:\n"
            + bullets(
                (
                    "nobody falls below Level 1",
                    "after a fight, Levels come only from kills",
                    "what is won is handed out when the whole fight is over",
                    "the winning Level has to come from a kill",
                )
            ),
            "After loud arguments the host has the last word: `/kickdoor-table correct` puts a Level, a "
            "card or the turn right, if all who are there agree.",
        ),
    )


def setup_page(door: DoorSet) -> RulePage:
    four = STARTING_CARDS_PER_DECK
    role = ", and a Role by lot, which stays for the game" if "role" in door.kinds else ""
    laid = [
        "one Class" if "class" in door.kinds else "",
        "one Race" if "race" in door.kinds else "",
        names(door.of_kind("double"), "or") + " together with it" if "double" in door.kinds else "",
        "any Items that you can use",
        article(door.common_word("companion", "companion")) if "companion" in door.kinds else "",
    ]
    sex = (
        "Everybody says who they are, male or female, when they sit down, or lets the dice decide; "
        "only cards change it."
        if door.has_sexes
        else "Your Role says whether you are male or female; only cards change it."
    )
    chosen = door.options.first_player
    first = f"seat {chosen} begins, as the host chose" if chosen else "dice decide who begins"
    return RulePage(
        "First cards",
        "What you may lay out before the first turn",
        paragraphs(
            f"Everybody gets {four} Doors and {four} Treasures{role}. All start at Level 1"
            + (", human and without a Class." if "race" in door.kinds else ", without a Class."),
            f"Before the first turn all lay out at the same time what they like:\n{bullets(laid)}",
            f"Then {first}, and the turns go round. {sex}",
            "A deck that runs out is replaced by its shuffled discards; without any, nobody draws of that "
            "kind. Nobody looks through the discards, unless a card says so.",
        ),
        terms=(common("Some cards look at it; only cards change it.", "male", "female", "sex"),),
    )


def turn_page(door: DoorSet) -> RulePage:
    curse = door.word("curse")
    hits = f" A {curse}: it hits you." if "curse" in door.kinds else ""
    listen = (
        "0. **Listen at the door.** A Door card for you, unseen by others.\n"
        if door.options.listen_at_the_door
        else ""
    )
    loot = "a Treasure" if door.options.listen_at_the_door else "one more Door card"
    return RulePage(
        "Your turn",
        "Get ready, kick, trouble or loot, charity",
        f"{listen}1. **Get ready.** Put on gear, sell, trade, play cards.\n"
        f"2. **Kick down the door.** A monster: you fight it.{hits} Anything else: it is yours.\n"
        f"3. No monster? **Look for trouble** with a monster from your hand, **or loot the room**: {loot}, "
        "unseen.\n"
        f"4. **Charity.** More than {HAND_LIMIT_CARDS} cards in hand? The poorest get the rest.\n\n"
        "Then the next player has their turn. What others may do meanwhile: see *When to do what*.",
    )


def timing_page(door: DoorSet) -> RulePage:
    traits = " or ".join(word for word, kind in (("Class", "class"), ("Race", "race")) if kind in door.kinds)
    companion = door.common_word("companion", "companion")
    any_time = [
        f"give up a {traits}" if traits else "",
        "play a Go Up a Level, on anybody" if "level_up" in door.kinds else "",
        f"play a {door.word('curse')}, on anybody" if "curse" in door.kinds else "",
        f"play {article(companion)}" if "companion" in door.kinds else "",
        f"send a {companion} away" if "companion" in door.kinds and door.edition.companions_leave else "",
        "show your hand to somebody",
    ]
    return RulePage(
        "When to do what",
        "At any time, outside fights, in your turn",
        paragraphs(
            f"**At any time**, in fights and in others’ turns too:\n{bullets(any_time)}",
            "**At any time, unless you are fighting:**\n"
            + bullets(
                (
                    "trade or give away Items (the other one must not be fighting either)",
                    "put on and take off what you carry",
                    "play a card that you have just received: you have until your own next wait is over, or "
                    "until the next turn if nobody waits for you",
                )
            ),
            "**In your own turn:**\n"
            + bullets(
                (
                    f"play a {traits}, in a fight too" if traits else "",
                    "play Items, outside fights",
                    "sell Items for Levels, outside fights",
                )
            ),
        ),
    )


def kick_page(door: DoorSet) -> RulePage:
    fights_steed = "steed" in door.kinds and door.edition.steeds_fight
    steed = door.word("steed")
    epic = (
        "**From Level 10 on you kick in two doors at once.** Curses strike first, then you take what is "
        "yours. What is to be decided about the doors is asked before one fight begins: two monsters are "
        "fought together, and an enhancer goes to the monster beside it."
        if door.options.epic
        else ""
    )
    return RulePage(
        "Kick down the door",
        "What the card behind it does",
        paragraphs(
            "You turn up the top Door card for all to see.\n"
            + bullets(
                (
                    "**A monster:** the fight is on at once. From now on nobody in it changes gear.",
                    f"**A {door.word('curse')}:** it hits you, if it can." if "curse" in door.kinds else "",
                    f"**A {steed}:** take it, or fight it as a monster." if fights_steed else "",
                    "**Anything else:** it is yours. Play it at once if you may, or keep it in hand.",
                )
            ),
            epic,
        ),
        terms=(common("The deck behind the doors: monsters and much else.", "Door", "Doors"),),
    )


def trouble_page(door: DoorSet) -> RulePage:
    listen = door.options.listen_at_the_door
    drawn = "a **Treasure** card, face down" if listen else "one more **Door** card, face down"
    return RulePage(
        "Trouble or loot",
        "When no monster was behind the door",
        paragraphs(
            "If a monster was behind the door, also one that let you go, or you have fought there, however "
            "it ended, this phase is skipped. Otherwise choose:",
            bullets(
                (
                    "**Look for trouble:** play a monster from your hand and fight it as if you had kicked "
                    "it up.",
                    f"**Loot the room:** draw {drawn}. It is yours alone"
                    + ("." if listen else "; a monster in it waits for another time."),
                )
            ),
        ),
    )


def combat_page(door: DoorSet) -> RulePage:
    ties = [card for card in door.with_stat("wins_ties") if card.kind not in ("monster", "enhancer", "seal")]
    tie = f", unless somebody in the party wins ties (**{names(ties)}**)" if ties else ""
    return RulePage(
        "Combat",
        "Two sums, and who is ahead",
        paragraphs(
            "Your strength is your Level, the bonuses of what you have equipped, and what is played for "
            "you. A helper adds all of theirs. The monsters have their Levels and what is played on them. "
            f"**More wins; a tie is a loss**{tie}.",
            "When you are ahead you claim the kill: then everybody has a last chance to act. Each thing "
            "that is played starts that wait again, but what changes nothing about the sums only "
            f"{MAX_VICTORY_REOPENINGS} times; when all have passed, it is over. If you are not ahead: play "
            "cards, ask for help, or run.",
            "Those who fight cannot sell, trade, or change gear until the fight and the running are over. "
            "Several monsters are beaten together or not at all; what one of them can do holds for the "
            "whole fight.",
        ),
        terms=(
            common("Level and all bonuses together.", "combat strength", "strength"),
            common("Whose fight it is: who kicked the monster up.", "fighter"),
            common("Fighter and helper together.", "party"),
            common(
                "Party or monsters.", "the monsters' side", "your side", "Your side", "side of your choice"
            ),
        ),
    )


def _meddling_powers(door: DoorSet) -> list[Definition]:
    """Return the Classes and Races with a power that also works in others' combats."""
    return [
        card for card in door.of_kind("class", "race") if any(FIGHT_MOMENTS & when for when in card.moments)
    ]


def meddling_page(door: DoorSet) -> RulePage:
    joins, stacks = door.joining_tags(), door.stacking_tags()
    powers = _meddling_powers(door)
    ways = [
        "**one-shots**, for the party or for the monsters" if "one_shot" in door.kinds else "",
        "**monster enhancers**, on a monster of your choice" if "enhancer" in door.kinds else "",
        "**Wandering Monster** with a monster from your hand" if "wandering" in door.kinds else "",
        f"**{' or '.join(joins)}** monsters, where one of their kind fights already" if joins else "",
        f"**{' or '.join(stacks)}** monsters, on top of another one of them" if stacks else "",
        f"**{door.many('curse')}**" if "curse" in door.kinds else "",
        f"**powers** that say so ({names(powers)})" if powers else "",
    ]
    return RulePage(
        "Meddling",
        "How others join in, on either side",
        paragraphs(
            "Everybody at the table may act in a fight, for either side, whether they are in it or not, "
            f"until it is over:\n{bullets(ways)}",
            "You may do all this to yourself, too. Helping the monster is not nice, and perfectly legal.",
        ),
    )


def help_page(door: DoorSet) -> RulePage:
    levels = door.with_stat("helper_levels")
    gains = "gains no Level" + (f", unless a card says so (**{names(levels)}**)" if levels else "")
    forced = "Some cards force people to help: see *Forced help*." if door.doing("force_help") else ""
    shared = " If the fight wins the game, the helper wins too." if door.options.shared_victory else ""
    any_time = door.options.help_any_time
    when = "Ask for help, even while you are ahead." if any_time else "If you cannot win alone, ask for help."
    return RulePage(
        "Help and bargains",
        "One helper, and what that costs",
        paragraphs(
            f"{when} One player may help you, with their whole strength. Others may offer themselves. An "
            "offer can be answered by another one, until it is accepted or refused; a refusal is not the "
            "end.",
            "What can be in a bargain:\n"
            + bullets(
                (
                    "**Treasures of this fight**, and who picks first: one of you, in turn, by number or by "
                    "lot",
                    "**Items** that one of you has in play: if you win, or in any case",
                    "**a promise** to play cards of your hand on the other one afterwards",
                )
            ),
            "Items can also buy a **truce**: the taker keeps out of the fight, and gets them when "
            "it is over if they have done nothing against the party.",
            "The game itself pays what was agreed. An Item promised in any case is void if the fighter "
            f"dies. A helper {gains}.{shared}",
            "What a monster can do to one of you counts for both, once: +4 against somebody is +4, whether "
            "it is the fighter, the helper, or both.",
            sentences("A helper stays in to the end.", forced),
        ),
        terms=(common("The one player who fights on the fighter’s side.", "helper", "Helping", "helping"),),
    )


def victory_page(door: DoorSet) -> RulePage:
    removed = (
        "leaves its Treasures as well, unless the card says otherwise"
        if door.pays_for_removed
        else "leaves its Treasures only if the card says so"
    )
    fewer = any(card.treasures < 0 for card in door.of_kind("enhancer"))
    least = " An enhancer that lowers them leaves at least one." if fewer else ""
    return RulePage(
        "Winning a fight",
        "Levels, Treasures, and the last Level",
        paragraphs(
            "One Level for each monster killed, unless its card says another number. Then all cards of the "
            "fight are discarded. Then the Treasures: as "
            f"many as the monsters’ cards say, enhancers included.{least} Alone you draw them face down; "
            "with a helper they lie open, and are shared as agreed. What you get may be played at once.",
            f"A monster removed without a kill brings no Level. It {removed}. If you run from the others in "
            "the end, you get nothing at all.",
            f"**Level {door.top_level} wins at once**, before any Treasure is drawn, and has to come from "
            "a kill." + (" So does the one before." if door.options.epic else ""),
        ),
        terms=(common("What monsters leave behind: Items and other good things.", "Treasure", "Treasures"),),
    )


def flee_page(door: DoorSet) -> RulePage:
    pursuers = any(card.pursues is not None for card in door.of_kind("monster"))
    trapped = any("no_escape" in card.mods_by_stat for card in door.definitions)
    companions = "companion" in door.kinds and door.may_sacrifice
    others = [
        "Some monsters do not run after everybody: no roll, no Bad Stuff." if pursuers else "",
        "From some there is no escape: no roll either, only Bad Stuff." if trapped else "",
        "The copy of a monster is run from at −1." if door.doing("copy") else "",
        f"{capital(article(door.common_word('companion', 'companion')))} can be given up instead of a roll: "
        "you escape from all that is left to run from."
        if companions
        else "",
        f"A {door.word('steed')}’s bonus or penalty to Run Away takes the place of yours."
        if "steed" in door.kinds
        else "",
    ]
    return RulePage(
        "Running away",
        f"A {MIN_ESCAPE_ROLL} or a {MIN_ESCAPE_ROLL + 1}, or the Bad Stuff",
        paragraphs(
            "If you cannot win, you run; so does your helper. Each rolls for each monster, in the order they "
            f"choose, and escapes with **{MIN_ESCAPE_ROLL} or more**. Cards and powers add to the roll. "
            "The monster that catches you does its Bad Stuff at once, before the next roll. There are no "
            "Levels, no Treasures, and no loot.",
            bullets(others),
        ),
        terms=(
            common(f"The roll to escape: {MIN_ESCAPE_ROLL} or more, with what is added.", "Run Away"),
            common("What a monster does to those who do not get away from it.", "Bad Stuff"),
        ),
    )


def death_page(door: DoorSet) -> RulePage:
    kept = [
        "Level",
        "Class" if "class" in door.kinds else "",
        "Race" if "race" in door.kinds else "",
        names(door.of_kind("double")) if "double" in door.kinds else "",
        "Role" if "role" in door.kinds else "",
        f"{door.word_many('curse')} that last" if "curse" in door.kinds else "",
    ]
    role = "The dead may swap their Role for one that nobody has." if "role" in door.kinds else ""
    seal = f"Then a {door.word('seal')} opens." if door.edition.seals and "seal" in door.kinds else ""
    carriers = [*door.of_kind("cheat"), *(card for card in door.of_kind("companion") if card.carries)]
    apart = f"{names(carriers)} and its Item are looted apart from each other." if carriers else ""
    return RulePage(
        "Death",
        "What you keep, and who loots the body",
        paragraphs(
            "The dead lose all their cards. They keep: "
            + ", ".join(word for word in kept if word)
            + f". {role}".rstrip(),
            sentences(
                "Hand and table are laid out for all to see. From the highest Level down, everybody else "
                "may take one card into their hand; dice decide ties. The rest is discarded.",
                apart,
                seal,
            ),
            "The dead roll no more, get no cards, gain no Levels and cannot win. When the next turn begins "
            "they are back: they can help, and get gifts and charity. In their own next turn they first draw "
            f"{STARTING_CARDS_PER_DECK} Doors and {STARTING_CARDS_PER_DECK} Treasures.",
        ),
        terms=(common("You lose your cards, but not your Level; soon you are back.", "dying"),),
    )


def charity_page(door: DoorSet) -> RulePage:
    more = door.with_stat("hand_limit")
    limit = f"; more with {names(more)}" if more else ""
    return RulePage(
        "Charity",
        "Too many cards at the end of your turn",
        paragraphs(
            f"At the end of your turn you keep **{HAND_LIMIT_CARDS} cards** in hand{limit}. Play, lay out "
            "or sell what you can. The rest goes to the living player with the lowest Level; several of "
            "them share as evenly as possible, and you decide who gets which.",
            "If nobody is lower than you, you discard the rest. Throwing cards away instead of giving them "
            "is not allowed.",
        ),
        terms=(common(f"At the end of a turn cards above {HAND_LIMIT_CARDS} go to the poorest.", "Charity"),),
    )
