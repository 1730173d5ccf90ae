"""What door-kicking cards say of Items and other Treasures."""

from __future__ import annotations

import re

from bot.views.base.rules_book import RulePage, RuleTerm, common
from bot.views.door.rules.card_set import DoorSet, names, told
from bot.views.pages.writing import bullets, paragraphs
from cards.door.trade import LEVEL_PRICE_GOLD

NAME_WORD_PATTERN = re.compile(r"“([^”]+)” in (?:its|their) names?")


def _slot_limits(door: DoorSet) -> str:
    two_hands = any(card.hands == 2 for card in door.definitions)
    hands = "two hands: two 1-Hand Items or one 2-Hands Item" if two_hands else "two hands, one Item in each"
    breakers = door.with_stat("hands", "companion", "special", "item") + door.with_stat(
        "slots_free", "special", "item"
    )
    more = f" Some cards allow more: {names(breakers)}." if breakers else ""
    return f"one Headgear, one suit of Armor, one pair of Footgear, and {hands}.{more}"


def item_page(door: DoorSet) -> RulePage:
    small = " of Small ones" if any(card.big for card in door.of_kind("item", "one_shot")) else ""
    restricted = any(card.needs for card in door.of_kind("item"))
    others = (
        "What is meant for others can be carried, but counts only while you are what it asks for."
        if restricted
        else ""
    )
    return RulePage(
        "Items",
        "Carry, equip, hold on to them",
        paragraphs(
            "Treasures with a value are Items, *No Value* included. Play them in your own turn, outside "
            f"fights, or as soon as you get them. You may **carry** any number{small}, but only what is "
            "**equipped** counts: " + _slot_limits(door),
            f"Put on and take off whenever you are not fighting, in others’ turns too. {others}".rstrip(),
            "Items are never just thrown away: they are sold, traded, given, paid for a power, or lost. "
            "None goes back to a hand.",
        ),
        "cards",
        terms=(
            common("A Treasure with a value in gold.", "Item", "Items", "permanent Item", "permanent Items"),
            common(
                "Where an Item is worn: one each, and two hands.",
                "Headgear",
                "Armor",
                "Footgear",
                "hand Item",
                "hand Items",
                "hands for Items",
                "hand for Items",
            ),
            common("How many of your two hands it takes.", "1-Hand", "1 Hand", "2-Hands", "2 Hands"),
            common("In use: its bonus counts.", "equipped"),
            common("To have an Item in play, in use or not.", "carry", "carries"),
        ),
    )


def big_page(door: DoorSet) -> RulePage:
    limit = door.edition.big_limit
    many = "**one Big Item**" if limit == 1 else f"**{limit} Big Items**"
    more = door.with_stat("big_limit")
    allowed = f" More with {names(more)}." if more else ""
    mount = (
        f" A {door.word('steed')} is Big, but carries itself and does not count."
        if "steed" in door.kinds
        else ""
    )
    free = "Big Items are as good as Small ones here: there is no limit." if limit == "none" else ""
    meaning = (
        "Not Small; there is no limit of them here."
        if free
        else f"Not Small: {many.replace('*', '')} in play, no more."
    )
    return RulePage(
        "Big and Small",
        "How many Big Items you may have",
        free
        or paragraphs(
            f"What is not marked Big is Small. You may have {many} in play; in your hand they are no "
            f"trouble.{allowed}{mount}",
            "You cannot simply drop one Big Item for another: sell it, trade it, lose it, or pay for a power "
            "with it.",
            "If a card that let you have more goes away, put that right at once: play something that helps, "
            f"or sell (your turn, no fight, {LEVEL_PRICE_GOLD:,} gold together). What is still too "
            "much goes to the players with the lowest Level who can carry it, in the middle of a fight too; "
            "what nobody can carry is discarded.",
        ),
        "cards",
        terms=(
            RuleTerm(("Big",), meaning),
            RuleTerm(("Small",), "An Item that is not Big: as many as you like."),
        ),
    )


def one_shot_page(door: DoorSet) -> RulePage:
    return RulePage(
        "One-shots",
        "Usable once only",
        "*Usable once only*: play it from your hand or from the table, mostly in a fight and for whichever "
        "side you like; then it is discarded. Its card says when else it works.\n\n"
        "One with a value is an Item like others: it can be laid on the table, sold, traded, and lost.",
        "cards",
        terms=(
            RuleTerm(
                ("One-Shot", "one-shot", "Usable once only"),
                "Played once, then discarded; an Item if it has a value.",
            ),
        ),
    )


def item_enhancer_page(door: DoorSet) -> RulePage:
    steed = f" They do not work on {door.word_many('steed')} and their gear." if "steed" in door.kinds else ""
    return RulePage(
        "Item enhancers",
        "They make an Item better for good",
        "Lay one on an Item of yours that it fits, in your own turn and outside fights. It stays there for "
        f"good and goes where the Item goes.{steed}\n\nHere: {names(door.of_kind('item_enhancer'), most=8)}.",
        "cards",
        terms=(RuleTerm(("Item Enhancer", "Item enhancer", "Item enhancers"), "Laid on an Item for good."),),
    )


def cheat_page(door: DoorSet) -> RulePage:
    lines = dict.fromkeys(told(card) for card in door.of_kind("cheat"))
    big = (
        " A Big Item below it does not count as Big."
        if any(card.big for card in door.of_kind("item"))
        else ""
    )
    cheats = list(dict.fromkeys(card.name for card in door.of_kind("cheat")))
    return RulePage(
        "Cheat!" if "Cheat!" in cheats else cheats[0],
        "Whatever the rules say",
        paragraphs(
            "\n".join(lines),
            "Play it in your own turn, outside fights, together with the card if that is still in your "
            f"hand. Whatever its limits are, they do not count any more.{big} It stays on that card and goes "
            "with it; when you die, the two are looted apart from each other.",
        ),
        "cards",
        terms=(
            RuleTerm(
                tuple(dict.fromkeys(("Cheat", "Cheat!", *cheats))), "Makes one card usable against the rules."
            ),
        ),
    )


def level_up_page(door: DoorSet) -> RulePage:
    winning = [card for card in door.of_kind("level_up") if card.may_win]
    cap = f"never above Level {door.gain_cap}" if door.options.epic else "never to the winning Level"
    never = cap + (f" (unless the card says so: {names(winning)})" if winning else "")
    several = (
        " One that gives more Levels gives as many as may be given; who would lose some is asked first."
        if any(card.levels > 1 for card in door.of_kind("level_up"))
        else ""
    )
    return RulePage(
        "Go Up a Level",
        "A Level without a fight",
        f"Play it on yourself or on anybody else, at any time, in the middle of a fight too; {never}. It "
        f"cannot be declined. Then it is discarded.{several}",
        "cards",
        terms=(
            common("Cards lift you, but not to the win.", "Go Up a Level", "winning Level", "winning one"),
        ),
    )


def special_page(door: DoorSet) -> RulePage:
    return RulePage(
        "Special cards",
        "Played for what they say",
        "They do what they say, when they say it, and are then discarded; some stay in front of you. They "
        "are not Items: they cannot be sold or traded, and they do nothing in your hand.",
        "cards",
        terms=(common("Played for what it says, then discarded; not an Item.", "Special"),),
    )


def name_words_page(door: DoorSet) -> RulePage:
    lines: list[str] = []
    for word in name_words(door):
        items = [
            card
            for card in door.of_kind("item", "steed", "one_shot")
            if word.casefold() in card.name.casefold()
        ]
        lines.append(f"**{word}**: {names(items, most=12)}" if items else f"**{word}**: nothing in this game")
    return RulePage(
        "Words in names",
        "When a card looks at what another is called",
        "Some cards look for a word in the name of an Item, in the middle of a longer word too:\n\n"
        + bullets(lines),
        "cards",
        terms=tuple(
            RuleTerm((f"“{word}”",), "An Item whose name has these letters, inside a longer word too.")
            for word in name_words(door)
        ),
    )


def name_words(door: DoorSet) -> list[str]:
    """Return the words for which cards look in names."""
    texts = ("\n".join(card.text) for card in door.definitions)
    return sorted({word for text in texts for word in NAME_WORD_PATTERN.findall(text)})


def selling_page(door: DoorSet) -> RulePage:
    double = door.with_stat("sell_double")
    doubled = f" **{names(double)}** may sell at double price, as their card says." if double else ""
    kept = [str(level) for level in range(door.gain_cap + 1, door.top_level + 1)]
    capped = f"{'Levels' if len(kept) > 1 else 'Level'} {' and '.join(kept)} cannot"
    return RulePage(
        "Selling",
        "Items for Levels",
        f"In your own turn, but not while you fight or run, discard Items worth **{LEVEL_PRICE_GOLD:,} "
        f"gold** together and go up a Level; {2 * LEVEL_PRICE_GOLD:,} for two, and so on. There is no "
        f"change. Items from your hand count as well as those in play.{doubled}\n\n{capped} be bought.",
        terms=(
            common(f"{LEVEL_PRICE_GOLD:,} of them buy a Level.", "gold", "Gold Pieces", "Value", "value"),
        ),
    )


def trading_page(door: DoorSet) -> RulePage:
    room = " and has to have room for it" if any(card.big for card in door.definitions) else ""
    return RulePage(
        "Trading",
        "Items change hands, other cards do not",
        "Items in play can be traded, given away, or asked for as a gift, in anybody’s turn, unless one of "
        f"the two is fighting. The one who gets something has to agree{room}. It stays in play: no card goes "
        "back to a hand.\n\n"
        "An offer stands until it is answered (a counter-offer counts), withdrawn, or impossible to keep. "
        "Only Items in play can be traded, never cards in hand.",
    )
