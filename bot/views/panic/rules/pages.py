"""The rules of the castle-defense game: the pages that hold for its players, variants and expansion."""

from __future__ import annotations

from bot.views.base.rules_book import RuleBook, RulesContext
from bot.views.base.rules_text import rule_pages
from bot.views.panic.rules.facts import facts_of
from cards.kernel.game import Setup
from cards.panic.game import PanicGame
from cards.panic.view import PanicView

STANDARD_SEATS = 4
"""Seats whose figures are told in a lobby where only one person sits so far."""

PHASE_KEYS = ("character", "draw", "panic_charity", "play", "collect", "march", "placing")
"""The page that each phase asks for, by its number."""


def panic_rules(context: RulesContext) -> RuleBook:
    """Return the pages that hold at a table of the castle-defense game."""
    if isinstance(context.game, PanicGame):
        facts = facts_of(context.game)
    else:
        alone = context.seat_count < 2
        seats = STANDARD_SEATS if alone else context.seat_count
        game = PanicGame(Setup(context.game_name, seats, 0, context.options))
        facts = facts_of(game, may_be_alone=alone)
    return RuleBook(rule_pages("bot.views.panic.rules", facts), opening_page(context))


def opening_page(context: RulesContext) -> str:
    """Return the page that the present moment asks for."""
    view = context.game_view
    if not isinstance(view, PanicView) or view.over:
        return "panic"
    wait = view.wait.name if view.wait is not None else ""
    by_wait = {"offers": "bargain", "curse": "curse_card", "token": "curse_token", "trophy": "panic_enhancer"}
    return by_wait.get(wait) or PHASE_KEYS[view.phase]
