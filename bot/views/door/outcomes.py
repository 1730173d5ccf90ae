"""What a button of a door-kicking game says about what comes of it, and which moves are looked at first.

Who plays on a phone presses what they see. So a card that changes a fight shows the sums on its button; one
that cannot, because a die or somebody's answer decides, is shown once more before it is spent.
"""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.text import escape
from bot.views.door import combat as door_combat
from bot.views.door.forecast import (
    FIGHT_VERBS,
    GAME_WON,
    GONE,
    GOT_AWAY,
    WON,
    chances,
    curse_effect,
    gear_effect,
    in_fight,
    trouble_score,
)
from bot.views.door.seen import definition_of, view_of
from cards.door.game import DoorGame
from cards.door.view_types import DoorView
from cards.door.windows import COMBAT_WINDOWS
from cards.kernel.moves import NOTHING_LAID_OUT, LayOut, Move, Pick, Picks
from cards.registry import REGISTRY

FIGHT_WINDOWS = COMBAT_WINDOWS | {"flee", "caught"}
"""Windows in which a card acts on a fight."""

JOINING_KINDS = frozenset({"enhancer", "wandering"})
"""Kinds of cards that are played into a fight; others that are played lie before their owner."""


def outcome(view: TableView, move: Move, picks: Picks = ()) -> str:
    """Say in a few words what would come of a move with these picks; empty where nobody can know."""
    # A label, the choice of buttons and their order all ask.
    return view.drawn_once(("outcome", move, picks), lambda: _outcome(view, move, picks))


def _outcome(view: TableView, move: Move, picks: Picks) -> str:
    game_view = view_of(view)
    if view.seat is None or not isinstance(view.game, DoorGame):
        return in_fight(view, move, picks)
    if game_view.combat is not None:
        gone = gear_effect(view, move) if move.verb == "play" else ""
        return gone or in_fight(view, move, picks)
    if move.verb == "trouble":
        return trouble_score(view, move)
    if move.verb == "play" and picks:
        return curse_effect(view, move, picks)
    if move.verb in ("play", "equip", "unequip") and (told := gear_effect(view, move)):
        return told
    found = layout(view)
    best = found.actions[0] if len(found.actions) == 1 else None
    is_best = best is not None and (best.verb, best.card) == (move.verb, move.card)
    return f"⚔ {found.before} → {found.after}" if is_best and found.before != found.after else ""


def turns_fight(told: str) -> bool:
    """Return True if an outcome says that the reader wins, gets away, or has nobody to fight."""
    return told.endswith((WON, GAME_WON, GONE, GOT_AWAY))


def is_bad_deal(told: str) -> bool:
    """Return True if a bargain with this outcome loses the fight, or wins somebody else the game."""
    return told.endswith(" short") or ("THE GAME" in told and GAME_WON not in told)


def layout(view: TableView) -> LayOut:
    """Return how the reader lays out the best of their cards, found once for each view."""
    seat, game, module = view.seat, view.game, REGISTRY.find(view.table.game)
    best = None if module is None else module.best_layout
    if seat is None or game is None or best is None:
        return NOTHING_LAID_OUT
    return view.drawn_once("layout", lambda: best(game, view_of(view), view.moves, seat))


def may_ask_first(view: TableView, move: Move) -> bool:
    """Return True if a move puts a card of the reader's to use, so that there may be something to foresee."""
    return view.seat is not None and move.card >= 0 and move.verb in FIGHT_VERBS


def asks_first(view: TableView, move: Move, picks: Picks) -> bool:
    """Return True if a press would act on a fight, or on somebody else, and its button cannot say how."""
    game_view = view_of(view)
    if not may_ask_first(view, move) or outcome(view, move, picks):
        return False
    in_fight = game_view.combat is not None and _window(game_view) in FIGHT_WINDOWS
    if in_fight and (move.verb != "play" or joins(view, move.card)):
        return True
    return any(_others(view, move, picks))


def _window(game_view: DoorView) -> str:
    return "" if game_view.wait is None else game_view.wait.name


def joins(view: TableView, card: int) -> bool:
    """Return True if a card is played into a fight, and not before its owner."""
    return definition_of(view, card).kind in JOINING_KINDS


def _others(view: TableView, move: Move, picks: Picks) -> list[str]:
    """Name what is picked that is not the reader's own: other seats, and their cards with whose they are."""
    found: list[str] = []
    for slot, picked in zip(move.slots, picks, strict=False):
        for pick in picked:
            if slot.kind == "seat" and isinstance(pick, int) and pick not in (view.seat, -1):
                found.append(f"**{naming.name(view.table, pick)}**")
            elif slot.kind == "card" and (seat := owner(view, pick)) not in (view.seat, -1):
                found.append(f"**{_card(view, pick)}** of **{naming.name(view.table, seat)}**")
    return found


def _card(view: TableView, pick: Pick) -> str:
    assert isinstance(pick, int)
    return naming.card_name(view, pick)


def owner(view: TableView, card: Pick) -> int:
    """Return the seat that owns a card in play, or -1."""
    for seat in view_of(view).seats:
        open_cards = {*seat.traits, *seat.companions, *seat.curses, *(item.card for item in seat.items)}
        if card in open_cards:
            return seat.seat
    return -1


def before_move(view: TableView, move: Move, picks: Picks) -> list[str]:
    """Return the confirmation lines of a move: its targets, the fight, and the outcome."""
    game_view = view_of(view)
    hit = _others(view, move, picks)
    lines = [f"🎯 {', '.join(hit)}"] if hit else []
    if game_view.combat is None:
        return lines
    now = door_combat.summary(view, game_view.combat)
    lines.append(f"{now} · {door_combat.stakes(game_view.combat)}")
    if after := chances(view, move, picks):
        lines.append(f"🎲 Then {escape(after)}")
    return lines
