"""The rules of a door-kicking table: the pages that hold for its sets, options and open Seals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.views.base.rules_book import RuleBook, RulePage, RulesContext, RuleTerm
from bot.views.base.text import escape
from bot.views.door.rules import characters, items, monsters, phases
from bot.views.door.rules.card_set import DoorSet, names, text_of
from bot.views.pages.writing import paragraphs
from cards.door.characters import LEVELS_TO_CLOSE_SEAL
from cards.door.decks import build_decks
from cards.door.game import DoorGame
from cards.door.seals import LAST_SEAL_NUMBER
from cards.door.view_types import DoorView
from cards.kernel.game import Setup
from cards.language.definition import Definition

PageMaker = Callable[[DoorSet], RulePage]

PHASE_PAGES: tuple[tuple[str, PageMaker], ...] = (
    ("start", phases.start_page),
    ("setup", phases.setup_page),
    ("turn", phases.turn_page),
    ("timing", phases.timing_page),
    ("kick", phases.kick_page),
    ("trouble", phases.trouble_page),
    ("combat", phases.combat_page),
    ("meddling", phases.meddling_page),
    ("help", phases.help_page),
    ("victory", phases.victory_page),
    ("flee", phases.flee_page),
    ("death", phases.death_page),
    ("charity", phases.charity_page),
    ("last_word", phases.last_word_page),
)
"""The pages about the course of the game, which every door-kicking game has."""

CARD_PAGES: tuple[tuple[str, PageMaker, Callable[[DoorSet], bool]], ...] = (
    ("monster", monsters.monster_page, lambda door: "monster" in door.kinds),
    ("enhancer", monsters.enhancer_page, lambda door: "enhancer" in door.kinds),
    ("wandering", monsters.wandering_page, lambda door: "wandering" in door.kinds),
    ("joining", monsters.joining_page, lambda door: bool(door.joining_tags())),
    ("stacking", monsters.stacking_page, lambda door: bool(door.stacking_tags())),
    ("copy", monsters.copy_page, lambda door: bool(door.doing("copy"))),
    ("curse", monsters.curse_page, lambda door: "curse" in door.kinds),
    ("class", characters.class_page, lambda door: "class" in door.kinds),
    ("race", characters.race_page, lambda door: "race" in door.kinds),
    ("role", characters.role_page, lambda door: "role" in door.kinds),
    ("companion", characters.companion_page, lambda door: "companion" in door.kinds),
    ("steed", characters.steed_page, lambda door: "steed" in door.kinds),
    ("item", items.item_page, lambda door: "item" in door.kinds),
    ("big", items.big_page, lambda door: any(card.big for card in door.of_kind("item", "one_shot"))),
    ("one_shot", items.one_shot_page, lambda door: "one_shot" in door.kinds),
    ("item_enhancer", items.item_enhancer_page, lambda door: "item_enhancer" in door.kinds),
    ("cheat", items.cheat_page, lambda door: "cheat" in door.kinds),
    ("level_up", items.level_up_page, lambda door: "level_up" in door.kinds),
    ("special", items.special_page, lambda door: "special" in door.kinds),
    ("selling", items.selling_page, lambda door: "item" in door.kinds),
    ("trading", items.trading_page, lambda door: "item" in door.kinds),
    ("forced", characters.compelled_page, lambda door: bool(door.doing("force_help"))),
    ("names", items.name_words_page, lambda door: bool(items.name_words(door))),
)
"""The pages about what cards name, each with the question whether the table has something of the kind."""

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


def door_rules(context: RulesContext) -> RuleBook:
    """Return the pages that hold at a door-kicking table."""
    if isinstance(context.game, DoorGame):
        decks = context.game.decks
    else:
        decks = build_decks(Setup(context.game_name, max(context.seat_count, 1), 0, context.options))
    door = DoorSet(decks)
    pages = {key: make(door) for key, make in PHASE_PAGES}
    for key, make, is_there in CARD_PAGES:
        if is_there(door):
            pages[key] = make(door)
        if key == "special":
            pages |= double_pages(door)
    if door.edition.seals and "seal" in door.kinds:
        pages["seal"] = seal_page(door, open_seals(context))
    return RuleBook(pages, opening_page(context))


def double_pages(door: DoorSet) -> dict[str, RulePage]:
    """Return a page for each card that lets somebody have two Classes or Races."""
    found = {card.of: card for card in reversed(door.of_kind("double"))}
    return {f"double_{of}": characters.double_page(door, found[of]) for of in sorted(found)}


def opening_page(context: RulesContext) -> str:
    """Return the page that the present moment asks for."""
    view = context.game_view
    if not isinstance(view, DoorView):
        return "start"
    wait = view.wait.name if view.wait is not None else ""
    return OPENING_PAGES_BY_WAIT.get(wait) or OPENING_PAGES.get(view.phase, "start")


def open_seals(context: RulesContext) -> list[Definition]:
    """Return the open Seals, the one in force last."""
    if not isinstance(context.game, DoorGame) or not isinstance(context.game_view, DoorView):
        return []
    return [context.game.decks.definitions[card] for card in context.game_view.seals]


def seal_page(door: DoorSet, opened: Sequence[Definition]) -> RulePage:
    """Explain the Seals, and say what each open one does."""
    word, many = door.word("seal"), door.word_many("seal")
    closing = door.doing("close_seal")
    opening = door.doing("open_seal")
    die = " So does a 1 on the die at the start of a turn." if door.options.seal_die else ""
    if door.round_seal_sum:
        die += f" So do two dice that make {door.round_seal_sum} at the start of a round."
    seals = door.of_kind("seal")
    close = (
        f"A card closes the top one ({names(closing)}), and so does"
        if closing
        else "The top one is closed by"
    )
    text = paragraphs(
        seal_state(many, opened),
        f"There are {sum(card.copies for card in seals)}, face down at first. A death opens the top one, "
        "when the body is looted, and several deaths at once only one; so do cards"
        + (f" ({names(opening)})" if opening else "")
        + f".{die}",
        "*When opened* happens once, to whoever opens it: who suffers the card or, after a death, "
        "whose turn it is, or the next alive. The rest holds for all while it is on top.",
        f"Every open {word} makes **every monster 1 stronger**, the covered ones too.",
        f"{close} anybody who gains {LEVELS_TO_CLOSE_SEAL} Levels in one turn. It goes under the pile; "
        "the one below holds again.",
        f"**Number {LAST_SEAL_NUMBER} ends the world at once**; what it says does not count. The player with "
        "the most strength, Levels left out, then wins; a tie goes to the higher Level, and who still ties "
        "shares the win.",
    )
    return RulePage(
        many,
        f"{len(opened)} of {LAST_SEAL_NUMBER} are open"
        if opened
        else "What opens them, and what happens then",
        text,
        "cards",
        terms=(
            RuleTerm(
                (word, many),
                f"Each open one makes every monster 1 stronger; number {LAST_SEAL_NUMBER} ends the game.",
            ),
        ),
    )


def seal_state(many: str, opened: Sequence[Definition]) -> str:
    """Say which Seals are open and what each does, the one in force first."""
    if not opened:
        return f"**No {many} are open; number {LAST_SEAL_NUMBER} ends the game.**"
    lines = [f"**{len(opened)} of {LAST_SEAL_NUMBER} are open: +{len(opened)} to each monster.**"]
    for number, card in reversed(list(enumerate(opened, 1))):
        top = number == len(opened)
        name, text = escape(card.name), text_of(card)
        lines.append(f"{number}. **{name}** – {text}" if top else f"-# {number}. {name} (covered): {text}")
    return "\n".join(lines)
