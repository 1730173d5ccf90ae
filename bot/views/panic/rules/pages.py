"""The rules of the castle-defense game: the pages that hold for its players, variants and expansion."""

from __future__ import annotations

from collections.abc import Callable

from bot.views.base.rules_book import RuleBook, RulePage, RulesContext
from bot.views.panic.rules import cards, phases
from bot.views.panic.rules.card_set import PanicSet
from cards.kernel.game import Setup
from cards.panic.game import PanicGame
from cards.panic.view import PanicView

STANDARD_SEATS = 4
"""Seats whose figures are told in a lobby where only one person sits so far."""


PANIC_PAGES: tuple[tuple[str, Callable[[PanicSet], RulePage], Callable[[PanicSet], bool]], ...] = (
    ("panic", phases.start_page, lambda table: True),
    ("panic_turn", phases.turn_page, lambda table: True),
    ("board", phases.board_page, lambda table: True),
    ("draw", phases.draw_page, lambda table: True),
    ("panic_charity", phases.charity_page, lambda table: True),
    ("play", phases.play_page, lambda table: True),
    ("bargain", phases.bargain_page, lambda table: table.bargains),
    ("swap", phases.swap_page, lambda table: table.options.swap and not table.alone),
    ("collect", phases.collect_page, lambda table: True),
    ("march", phases.march_page, lambda table: True),
    ("placing", phases.placing_page, lambda table: True),
    ("end", phases.end_page, lambda table: True),
    ("alone", phases.alone_page, lambda table: table.alone or table.may_be_alone),
    ("hit", cards.hit_page, lambda table: "hit" in table.kinds),
    ("weapon", cards.weapon_page, lambda table: "weapon" in table.kinds),
    ("potion", cards.potion_page, lambda table: "potion" in table.kinds),
    ("panic_monster", cards.monster_page, lambda table: "monster" in table.kinds),
    ("icon", cards.icon_page, lambda table: any("tower" in face.traits for face in table.faces)),
    ("fortify", cards.fortify_page, lambda table: "special" in table.kinds),
    ("treasure", cards.treasure_page, lambda table: True),
    ("panic_special", cards.special_page, lambda table: "special" in table.kinds),
    ("curse_card", cards.curse_card_page, lambda table: "curse" in table.kinds),
    ("curse_token", cards.curse_token_page, lambda table: "token" in table.kinds),
    ("character", cards.character_page, lambda table: "character" in table.kinds),
    (
        "nemesis",
        cards.nemesis_page,
        lambda table: "character" not in table.kinds and "monster" in table.kinds,
    ),
    ("panic_enhancer", cards.enhancer_page, lambda table: "enhancer" in table.kinds),
)
"""All pages with the question whether the table has something of the kind."""


PHASE_KEYS = ("character", "draw", "panic_charity", "play", "collect", "march", "placing")
"""The page that each phase asks for, by its number."""


def panic_rules(context: RulesContext) -> RuleBook:
    """Return the pages that hold at a table of the castle-defense game."""
    if isinstance(context.game, PanicGame):
        table = PanicSet(context.game)
    else:
        alone = context.seat_count < 2
        seats = STANDARD_SEATS if alone else context.seat_count
        table = PanicSet(PanicGame(Setup(context.game_name, seats, 0, context.options)), may_be_alone=alone)
    pages = {key: make(table) for key, make, is_there in PANIC_PAGES if is_there(table)}
    return RuleBook(pages, opening_page(context))


def opening_page(context: RulesContext) -> str:
    """Return the page that the present moment asks for."""
    view = context.game_view
    if not isinstance(view, PanicView) or view.over:
        return "panic"
    wait = view.wait.name if view.wait is not None else ""
    by_wait = {"offers": "bargain", "curse": "curse_card", "token": "curse_token", "trophy": "panic_enhancer"}
    return by_wait.get(wait) or PHASE_KEYS[view.phase]
