"""The rules of a door-kicking table: the pages that hold for its sets, options and open Seals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.views.base.rules_book import RuleBook, RulesContext, RuleTerm
from bot.views.base.rules_text import rule_pages, told
from bot.views.base.text import read_texts, shorten
from bot.views.door.rules.facts import DoorFacts
from cards.door.deck_building import build_decks
from cards.door.game import DoorGame
from cards.door.view_types import DoorView
from cards.kernel.game import Setup
from cards.language.grammar import plural

OPENING_PAGES = {
    "setup": "setup",
    "arrange": "turn",
    "door": "kick",
    "trouble": "trouble",
    "combat": "combat",
    "after": "charity",
    "charity": "charity",
}
"""The page that a phase asks for."""

OPENING_PAGES_BY_WAIT = {
    "curse": "curse",
    "flee": "flee",
    "caught": "flee",
    "defeat": "flee",
    "reward": "victory",
    "loot_body": "death",
    "swap_role": "death",
    "charity_cards": "charity",
    "big_overflow": "big",
}
"""The page that a window or a question asks for, before its phase is asked."""

MAX_MEANING_CHARS = 160
"""Characters of a card's text that explain its name where another card mentions it."""


def door_rules(context: RulesContext) -> RuleBook:
    """Return the pages that hold at a door-kicking table."""
    game, view = context.game, context.game_view
    decks = (
        game.decks
        if isinstance(game, DoorGame)
        else build_decks(Setup(context.game_name, max(context.seat_count, 1), 0, context.options))
    )
    opened = [decks.definitions[card] for card in view.seals] if isinstance(view, DoorView) else []
    facts = DoorFacts(decks, opened)
    fights = read_texts("bot.views.door.rules", "fights")
    samples = (told(fights[name], facts) for name in context.game_name.split("+") if name in fights)
    facts["sample fight"] = next(samples, "")
    pages = rule_pages("bot.views.door.rules", facts)
    for key, terms in _terms_of_cards(facts).items():
        if key in pages:
            pages[key] = replace(pages[key], terms=(*pages[key].terms, *terms))
    return RuleBook(pages, opening_page(context))


def opening_page(context: RulesContext) -> str:
    """Return the page that the present moment asks for."""
    view = context.game_view
    if not isinstance(view, DoorView):
        return "start"
    wait = view.wait.name if view.wait is not None else ""
    return OPENING_PAGES_BY_WAIT.get(wait) or OPENING_PAGES.get(view.phase, "start")


def _terms_of_cards(facts: DoorFacts) -> dict[str, Iterable[RuleTerm]]:
    """Return the terms that the cards of a table bring along, by the page that explains them."""
    names = "An Item whose name has these letters, inside a longer word too."
    piled = "When it comes, others may pile up under it: each adds its Level."
    return {
        **{kind: _trait_terms(facts, kind) for kind in ("class", "race", "role")},
        "joining": [
            RuleTerm(
                (tag, tag if tag == "Undead" else plural(tag)),
                f"Anybody may add another {tag} from their hand to one that fights.",
            )
            for tag in facts.joining
        ],
        "stacking": [RuleTerm((tag, plural(tag)), piled) for tag in facts.stacking],
        "names": [RuleTerm((f"“{word}”",), names) for word in facts.name_words()],
    }


def _trait_terms(facts: DoorFacts, kind: str) -> Iterable[RuleTerm]:
    """Return a term for each Class, Race or Role: its name is explained by its powers."""
    found: dict[str, RuleTerm] = {}
    for card in facts.of_kind(kind):
        forms = (card.name, card.plural or plural(card.name))
        powers = shorten(" ".join(card.text), MAX_MEANING_CHARS)
        found.setdefault(card.trait, RuleTerm(forms, f"{card.label}. {powers}"))
    return found.values()
