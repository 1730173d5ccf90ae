"""What everybody sees of the door-kicking games of all editions, and what is one tap away from it."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming, wording
from bot.views.base.card_text import reveal_picture
from bot.views.base.layout import Block, Text
from bot.views.door import combat as door_combat
from bot.views.door import hand as door_hand
from bot.views.door import table as door_table
from bot.views.door import why as door_why
from bot.views.door.outcomes import FIGHT_WINDOWS
from bot.views.door.pictures import fight_picture, table_picture
from bot.views.door.reveal import reveal_of
from bot.views.door.seen import view_of
from bot.views.press import moves
from cards.kernel.moves import Move

PHASE_COLORS = {
    "setup": 0x5865F2,
    "arrange": 0x57A0F2,
    "door": 0xE67E22,
    "trouble": 0xE67E22,
    "combat": 0xED4245,
    "after": 0x57A0F2,
    "charity": 0x57F287,
    "over": 0xFEE75C,
}

SHARED_VERBS = {
    "setup": ("pass",),
    "arrange": ("kick",),
    "trouble": ("loot",),
    "after": ("end_turn",),
    "charity": ("give_away",),
    "victory": ("pass",),
    "defeat": ("pass",),
    "curse": ("pass",),
    "flee": ("flee",),
    "caught": ("pass",),
    "reward": ("pass",),
}
"""The moves that lead on from each window, as buttons for the seats that may make them."""


def color(view: TableView) -> int:
    """Return the color of the frame, which tells the phase at a glance."""
    return PHASE_COLORS.get(view_of(view).phase, 0x5865F2)


def title(view: TableView) -> str:
    """Say in one line who fights what, or whose turn it is."""
    game_view = view_of(view)
    if game_view.combat is not None:
        return door_combat.title(view, game_view.combat)
    if game_view.phase == "setup":
        return "## 🚪 Laying out the first cards"
    who = naming.name(view.table, game_view.active)
    return f"## 🚪 Turn {game_view.turn}: {who}"


def draw(view: TableView) -> list[Block]:
    """Draw what has just been revealed, the fight, or else the table."""
    game_view = view_of(view)
    combat = game_view.combat
    reveal = reveal_of(view, game_view)
    if reveal is not None:
        blocks: list[Block] = [reveal_picture(reveal)]
    elif combat is not None:
        blocks = [fight_picture(view, combat)]
    else:
        blocks = [
            table_picture(view, game_view, f"{door_table.track(view)}\n{door_table.worn(view)}".rstrip())
        ]
    facts = [door_table.seals_line(view)] if game_view.seals else []
    is_die_shown = reveal is not None and reveal.die > 0
    if combat is not None and not is_die_shown and (stage := door_combat.stage_line(view, combat)):
        facts.append(stage)
    if game_view.curse >= 0 and reveal is None:
        on = f" on **{naming.name(view.table, game_view.curse_on)}**" if game_view.curse_on >= 0 else ""
        facts.append(f"🌀 **{naming.card_name(view, game_view.curse)}** is coming down{on}")
    return [*blocks, Text("\n".join(facts))] if facts else blocks


def struck(view: TableView) -> list[Block]:
    """Draw what somebody else has just done to the reader, for the top of their own hand."""
    reveal = reveal_of(view, view_of(view), struck=True)
    return [] if reveal is None else [reveal_picture(reveal)]


def waiting(view: TableView) -> str:
    """Say who must act and what is to be done, without the clock."""
    game_view = view_of(view)
    wait = game_view.wait
    if wait is None:
        return ""
    still = tuple(seat for seat in wait.awaited if seat not in wait.passed) or wait.awaited
    if wait.kind == "prompt":
        return f"{naming.names(view.table, still)}: {wording.ask(moves.words_of(view), wait.name)}"
    told = door_hand.window_told(view, wait.name)
    end = "" if game_view.combat is None else door_combat.end_line(view, game_view.combat)
    if wait.name == "combat" and game_view.combat is not None and not game_view.combat.ahead:
        told = f"{naming.names(view.table, still)}, {door_combat.verdict(game_view.combat)}: {told}"
    else:
        told = naming.call(view.table, still, told)
    return f"{told}\n🏆 {end}" if end and wait.name in FIGHT_WINDOWS else told


def shared_moves(view: TableView) -> list[Move]:
    """List the moves that get a button on the table's message."""
    game_view = view_of(view)
    if game_view.wait is None or game_view.wait.kind == "prompt":
        return []
    if game_view.wait.name == "combat" and game_view.combat is not None:
        if game_view.combat.ahead:
            return [Move("claim")]
        return ([Move("ask_help")] if game_view.combat.can_be_helped else []) + [Move("run_away")]
    return [Move(verb) for verb in SHARED_VERBS.get(game_view.wait.name, ())]


def open_fight(view: TableView) -> bool:
    """Return True if a fight is on."""
    return view_of(view).combat is not None


def details(view: TableView) -> list[Block]:
    """Draw why a fight stands as it does, else how everybody stands."""
    game_view = view_of(view)
    # During a fight the menu below says how everybody stands.
    if game_view.combat is None:
        blocks: list[Block] = [Text(door_table.standing(view))]
    else:
        blocks = door_why.details(view, game_view.combat)
    facts = [
        *([door_table.seals_line(view), door_table.seal_rule(view)] if game_view.seals else []),
        *([] if game_view.combat is not None else [door_table.decks_line(view)]),
    ]
    return [*blocks, Text("\n".join(facts))] if facts else blocks


def details_label(view: TableView) -> str:
    """Return what the button of the details says."""
    return "Why?" if view_of(view).combat is not None else "More"
