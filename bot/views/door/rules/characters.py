"""What door-kicking cards say of characters and of those who come along."""

from __future__ import annotations

from bot.views.base.rules_book import RulePage, RuleTerm, common
from bot.views.base.text import escape, shorten
from bot.views.door.rules.card_set import ALL_CARDS, DoorSet, names, text_of
from bot.views.pages.writing import bullets, paragraphs, sentences
from cards.language.definition import Definition
from cards.language.grammar import article, capital, plural

MAX_MEANING_CHARS = 160
"""Characters of a card's text that explain its name where another card mentions it."""


def _powers(card: Definition) -> str:
    return shorten(" ".join(card.text), MAX_MEANING_CHARS)


def _trait_terms(cards: list[Definition]) -> tuple[RuleTerm, ...]:
    """Return a term for each Class, Race or Role: its name is explained by its powers."""
    found: dict[str, RuleTerm] = {}
    for card in cards:
        forms = (card.name, card.plural or plural(card.name))
        found.setdefault(card.trait, RuleTerm(forms, f"{card.label}. {_powers(card)}"))
    return tuple(found.values())


def class_page(door: DoorSet) -> RulePage:
    role = ", nor with your Role" if "role" in door.kinds else ""
    return RulePage(
        "Classes",
        "One at a time, with powers",
        paragraphs(
            f"Here: {names(door.of_kind('class'), most=ALL_CARDS)}.",
            "You have **one Class** at most. Play it in your own turn, in a fight too, or as soon as you "
            "get it; give it up at any time. Its powers come and go with the card; what has been paid for "
            "already stays.",
            "Powers that cost a card take any of yours, from hand or table, unless they say which; not with "
            f"a {door.word('curse') or 'card'} that lies before you{role}. The Class itself can pay: you "
            "are asked first, what was bought stays, and all else that it gave ends. A number *per combat* "
            "counts for you, not for each card or monster.",
        ),
        "cards",
        terms=(
            common(
                "One at a time; its powers hold while it lies before you.",
                "Class",
                "Classes",
                "Class card",
                "Class cards",
            ),
            *_trait_terms(door.of_kind("class")),
        ),
    )


def race_page(door: DoorSet) -> RulePage:
    return RulePage(
        "Races",
        "One at a time; without one you are human",
        f"Here: Human, {names(door.of_kind('race'), most=ALL_CARDS)}.\n\n"
        "Races work like Classes: one at a time, played in your own turn or as soon as you get it, given up "
        "at any time. Those without a Race are **Human**: no powers, but a Race where cards ask for one.",
        "cards",
        terms=(
            common("One at a time; without one you are Human.", "Race", "Races", "Race card", "Race cards"),
            RuleTerm(("Human", "Humans"), "Those without a Race card."),
            *_trait_terms(door.of_kind("race")),
        ),
    )


def double_page(door: DoorSet, card: Definition) -> RulePage:
    one, many = ("Class", "Classes") if card.of == "class" else ("Race", "Races")
    human = " Somebody with just one Race is half Human." if card.of == "race" else ""
    return RulePage(
        card.name,
        f"Two {many}, or one without its drawbacks",
        paragraphs(
            f"Play it whenever you could play a {one}, beside one that you have. Never two of the same "
            f"{one}.",
            f"**With two {many}** you have all that is good and all that is bad about both.",
            "**With one** you have all that is good about it and nothing bad: you may use Items forbidden "
            f"to it, and no monster is stronger because of it. What a power costs you still pay.{human}",
            f"Without any {one} left it is discarded.",
        ),
        "cards",
        terms=(RuleTerm((card.name, f"two {many}"), f"Two {many}, or one without its drawbacks."),),
    )


def role_page(door: DoorSet) -> RulePage:
    roles = door.of_kind("role")
    lines = [f"**{escape(card.name)}** ({card.sex}): {text_of(card)}" for card in roles]
    return RulePage(
        "Roles",
        "Who you are, for the whole game",
        paragraphs(
            "Everybody is dealt a Role by lot. It is not a Class, stays in death, and cannot be lost, sold "
            "or paid; the dead may swap it for one that nobody has. Where there are more players than Roles, "
            "those who come last go without.",
            bullets(lines),
        ),
        "cards",
        terms=(
            RuleTerm(("Role", "Roles", "Role card", "Role cards"), "Who you are for the whole game."),
            *_trait_terms(roles),
        ),
    )


def companion_page(door: DoorSet) -> RulePage:
    words = door.labels("companion")
    same = f"{door.many('companion')} are companions: one rule for all." if len(words) > 1 else ""
    carriers = [card for card in door.of_kind("companion") if card.carries]
    sexes = any(card.sex for card in door.of_kind("companion"))
    more = door.with_stat("companion_limit")
    covers = "The fighter decides whether that saves the helper too; a helper’s own saves only the helper."
    one = words[0] if len(words) == 1 else "companion"
    text = paragraphs(
        sentences(
            same,
            f"{capital(article(one))} comes along with you: **one at a time**"
            + (f" (more with {names(more)})" if more else "")
            + ". Play it at any time, in fights and in others’ turns too; a new one takes the place of the "
            "old.",
            "You may send it away whenever you like." if door.edition.companions_leave else "",
            "It is not an Item and cannot be traded.",
        ),
        "**Giving it up:** if you lose a fight, discard it with all that it carries instead of a roll, and "
        f"you escape from all that is left to run from, even where nobody escapes. {covers}"
        if door.may_sacrifice
        else "",
        f"**{names(carriers)}** can carry an Item for you, whatever the limits and whoever the Item is for; "
        "swap it whenever you are not fighting. If its card does not say otherwise, the Item goes with it; "
        "when you die, they are looted apart from each other."
        if carriers
        else "",
        "Its sex counts where monsters look for one, unless it is discarded first, and a card that changes a "
        "sex may change that one instead; Bad Stuff does not touch it unless it says so."
        if sexes
        else "",
    )
    meaning = "Comes along, one at a time" + (
        "; give it up to escape from everything." if door.may_sacrifice else "."
    )
    forms = [form for word in words for form in (word, plural(word))]
    return RulePage(
        door.many("companion"), "Who comes along with you", text, "cards", (RuleTerm(tuple(forms), meaning),)
    )


def steed_page(door: DoorSet) -> RulePage:
    word, many = door.word("steed"), door.word_many("steed")
    cheats = door.edition.companions_leave and "cheat" in door.kinds
    more = f", unless {names(door.of_kind('cheat'))} allows another" if cheats else ""
    gear = [card for card in door.of_kind("item") if "steed" in card.tags]
    fight = (
        "**Behind the door** you may fight it instead of taking it: its Level is twice its bonus, it brings "
        "1 Level and 1 Treasure, and its Bad Stuff costs a Level. That was your fight for the turn."
        if door.edition.steeds_fight
        else ""
    )
    return RulePage(
        many,
        "An Item that carries itself",
        paragraphs(
            f"A {word} is an Item: **one for each player**{more}. It is Big, but carries itself and does "
            "not count as a Big Item of yours.",
            "Its bonus or penalty to Run Away takes the place of yours. If it slows you down, you may "
            "discard it before you roll. Outside fights it can be set aside, but keeps its place.",
            f"Only Items made for it help it: {names(gear)}." if gear else "",
            fight,
        ),
        "cards",
        terms=(RuleTerm((word, many), "An Item to ride: one each; its Run Away replaces yours."),),
    )


def compelled_page(door: DoorSet) -> RulePage:
    return RulePage(
        "Forced help",
        "Who must help, and who gets out",
        f"{names(door.doing('force_help'), most=8)} can make somebody help. It never works in a fight for "
        "the win. If the fight becomes one for the win later, who was forced may leave: their choice, "
        "asked once.\n\n"
        "A forced helper fights with all they have, gets nothing unless you give it, and shares the Bad "
        "Stuff.",
        terms=(
            RuleTerm(
                ("must help", "could win the game", "could not win the game"),
                "Forced help, never for the win.",
            ),
        ),
    )
