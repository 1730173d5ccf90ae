"""What a hand of the door-kicking games says of its reader's seat, and which of their cards stand first."""

from __future__ import annotations

from collections.abc import Collection

from bot.tables.choices import Choice
from bot.tables.results import TableView
from bot.views.base import naming, wording
from bot.views.base.custom_ids import PartialChoice
from bot.views.base.shape import LAST_RANK
from bot.views.base.table_words import SEX_SIGNS
from bot.views.base.text import escape
from bot.views.door import bargains as door_bargains
from bot.views.door import combat as door_combat
from bot.views.door import outcomes as door_outcomes
from bot.views.door import table as door_table
from bot.views.door.forecast import LOST, WON, trouble_score
from bot.views.press import moves
from cards.door.game import DoorGame
from cards.door.view_types import DoorCombatView, DoorSeatView, DoorView
from cards.kernel.moves import Move

LAST_WORD_WINDOWS = ("victory", "defeat")
"""Windows in which who does not fight is asked for a last card: the hand says so, since no button does."""

BESIDE_FIGHT = ("curse", "reward")
"""Windows during a fight in which something else matters more."""

OWN_KINDS = frozenset({"class", "race", "companion", "steed", "item", "level_up", "double"})
"""Kinds of cards that their owner profits from."""

MAX_CURSE_NOTE_CHARS = 60
"""Characters of the text of a Curse that is about to fall."""


def _view_of(view: TableView) -> DoorView:
    assert isinstance(view.game_view, DoorView)
    return view.game_view


def own_lines(view: TableView) -> list[str]:
    """Say how the reader's seat stands: their fight, a Curse that falls, Level, strength, what they are."""
    game_view = _view_of(view)
    assert view.seat is not None
    mine = game_view.seats[view.seat]
    lines: list[str] = []
    if game_view.combat is not None:
        lines += _fight_lines(view, game_view.combat)
        party = (game_view.combat.fighter, game_view.combat.helper)
        if view.seat in party and (risk := door_combat.risk(view, game_view.combat)):
            lines.append(f"-# 💥 {risk}")
        lines += door_bargains.own_lines(view, game_view.combat)
    if game_view.curse >= 0:
        told = naming.card_note(naming.face(view, game_view.curse), MAX_CURSE_NOTE_CHARS)
        victim = f"**{naming.name(view.table, game_view.curse_on)}**" if game_view.curse_on >= 0 else ""
        on = " on you" if game_view.curse_on == view.seat else f" on {victim}" if victim else ""
        lines.append(f"🌀 **{naming.card_name(view, game_view.curse)}**{on}: {escape(told)}")
    cards = f"✋ {len(mine.hand)} (keep {mine.hand_limit})"
    special = door_table.special_traits(view, mine)
    sex = "" if special or not mine.sex else f" · {SEX_SIGNS[mine.sex]}"  # no line for that alone
    lines.append(f"**Level {mine.level}** of {mine.win_level}{sex} · ⚔ {mine.strength} · {cards}")
    if special:
        lines.append(f"-# {door_table.traits_line(view, mine)}")
    lines += _charity_lines(view, game_view, mine)
    if not mine.alive:
        lines.append("-# 💀 Dead until the next turn begins")
    return lines


def _charity_lines(view: TableView, game_view: DoorView, mine: DoorSeatView) -> list[str]:
    """Say who gets what the reader cannot keep, once there is no gear to lay out any more."""
    is_over_limit = mine.hand_size > mine.hand_limit and game_view.active == mine.seat
    if not is_over_limit or game_view.phase not in ("after", "charity"):
        return []
    if door_outcomes.layout(view).actions:
        return []
    receivers = door_table.charity_seats(game_view)
    goes = f"goes to {naming.names(view.table, receivers)}" if receivers else "is discarded"
    return [f"-# 🎁 What you cannot keep {goes}"]


def _fight_lines(view: TableView, combat: DoorCombatView) -> list[str]:
    """Say whose fight it is, how it stands, until when the reader is asked, and for what no button says."""
    wait = _view_of(view).wait
    if wait is None or wait.kind == "prompt" or wait.name in BESIDE_FIGHT:
        return [door_combat.brief(view, combat)]
    told = door_combat.summary(view, combat)
    if view.seat not in set(wait.awaited) - set(wait.passed):
        return [told]
    asked = [f"👉 {window_told(view, wait.name)}"] if wait.name in LAST_WORD_WINDOWS else []
    return [told + naming.clock(view.deadline), *asked]


def window_told(view: TableView, window: str) -> str:
    """Say what the table waits for, in the words of this moment."""
    game_view, words, name = _view_of(view), moves.words_of(view), window
    if window == "combat" and game_view.combat is not None:
        if game_view.combat.ahead:
            name = "combat.ahead"
        elif not game_view.combat.can_be_helped:
            name = "combat.unhelped"
    elif window == "charity" and door_table.is_poorest(game_view):
        name = "charity.poorest"
    return wording.window(words, name)


def card_rank(view: TableView, card: int) -> int:
    """Put answers to questions and fights that are won first, what harms others and lost fights last."""
    assert isinstance(view.game, DoorGame)
    mine = [move for move in view.moves if move.card == card]
    verbs = {move.verb for move in mine}
    if view.pending is not None and view.pending.optional and "use" in verbs:
        return 0
    if verbs == {"trouble"}:
        return 0 if trouble_score(view, mine[0]).endswith(WON) else LAST_RANK
    told = [_told(view, move) for move in mine]
    if any(map(door_outcomes.turns_fight, told)):
        return 0
    if told and all(each.endswith(LOST) for each in told):
        return LAST_RANK
    return 1 if view.game.decks.definitions[card].kind in OWN_KINDS else 2


def _told(view: TableView, move: Move) -> str:
    """Return what comes of a move that one press makes; empty where it takes more, or nobody can know."""
    done = moves.advance(move, PartialChoice(Choice.of(move)))
    if not isinstance(done, moves.CompleteChoice):
        return ""
    return door_outcomes.outcome(view, move, done.choice.picks)


def own_powers(view: TableView, held: Collection[int]) -> list[tuple[Move, str]]:
    """List what the reader's Class, Race, companions and gear can do now in a fight of their own."""
    combat = _view_of(view).combat
    if combat is None or view.seat not in (combat.fighter, combat.helper):
        return []
    assert isinstance(view.game, DoorGame)
    definitions = view.game.decks.definitions
    return [
        (move, definitions[move.card].play[move.ability].name or definitions[move.card].name)
        for move in view.moves
        if move.verb == "use" and move.card in held
    ] + [
        (move, moves.verb_label(view, move))
        for move in view.moves
        if move.verb == "sacrifice" and move.card in held
    ]
