"""What would come of a card, an answer or a bargain in the castle-defense game, and of a Curse."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.text import listed, plural
from bot.views.panic.board import ARC_LABELS, SIGNS, catalog_of, letter_of, short_name, view_of
from cards.kernel.moves import ANSWER_VERB, Move, Pick, Picks
from cards.panic.board import after_hit
from cards.panic.forecast import boards, falls, instead, marched
from cards.panic.view import PanicSeenOffer, PanicView
from cards.panic.words.curses import Demand, ShowAndTake, Snatch, SwapTrophies
from cards.panic.words.monsters import PanicDismiss, Slay
from cards.panic.words.tokens import LoseHelp


def outcome(view: TableView, move: Move, picks: Picks = ()) -> str:
    """Say in a few words what would come of a move with these picks; empty where nobody can know."""
    picked = picks[0][0] if picks and picks[0] else -1
    if move.verb == ANSWER_VERB:
        return _answered(view, picked)
    slot = move.slots[0] if move.slots else None
    if slot is not None and slot.kind == "seat" and isinstance(picked, int):
        return _seat(view, picked) if picked >= 0 else ""
    if move.verb != "play" or (slot is not None and picked == -1):
        return ""
    found = list(boards(catalog_of(view), view_of(view), move.card, picked))
    told = change(view, found[0]) if len(found) == 1 else ""
    is_arc = slot is not None and slot.name == "arc"
    stands = _standing(view, picked) if is_arc and isinstance(picked, int) else ""
    return " · ".join(filter(None, [stands, told]))


def may_ask_first(view: TableView, move: Move) -> bool:
    """Return False: the rules ask themselves before a card is used up for nothing (H-126)."""
    return False


def asks_first(view: TableView, move: Move, picks: Picks) -> bool:
    """Return False, as above."""
    return False


def before_move(view: TableView, move: Move, picks: Picks) -> list[str]:
    """Return nothing: every move says on its button what comes of it."""
    return []


def _answered(view: TableView, pick: Pick) -> str:
    """Say what the answer to a question does to the monsters that it is about."""
    game_view = view_of(view)
    wait = game_view.wait
    if wait is None or not isinstance(pick, int):
        return ""
    if wait.name == "hit_taker" and (hit := game_view.monster(pick)) is not None:
        left = after_hit(hit.health, 1, hit.lowest)
        return f"{hit.health}♥ → {left}♥" if left else f"{hit.health}♥ → dies, nobody’s trophy"
    mover = game_view.monster(wait.card) if wait.name == "wander" else None
    if mover is None:
        return ""
    told = change(view, instead(game_view, mover, replace(mover, arc=pick)))
    return " · ".join(filter(None, [_standing(view, pick), told]))


def _seat(view: TableView, seat: int) -> str:
    """Say what there is to be got from a seat."""
    seen = view_of(view).seats[seat]
    return f"{plural(seen.points, 'point')}, {plural(seen.treasure_count, 'Treasure')}, 🃏{seen.castle_count}"


def _standing(view: TableView, arc: int) -> str:
    """Say what defends an arc, and who stands in it, the nearest first."""
    game_view = view_of(view)
    signs = ("🗼" if game_view.towers[arc - 1] else "") + ("🧱" if game_view.walls[arc - 1] else "")
    here = sorted((m for m in game_view.monsters if m.arc == arc), key=lambda m: -m.ring)
    named = " ".join(f"{letter_of(view, m.token)}{m.health}♥" for m in here)
    return " ".join(filter(None, [signs, named])) or "nobody there"


def change(view: TableView, after: PanicView) -> str:
    """Say what another board changes in the next march."""
    before = view_of(view)
    if before.wait is None or not 1 <= before.phase <= 4:
        return ""
    old, new = ({(fall.what, fall.arc) for fall in falls(board)} for board in (before, after))
    saved, lost = (
        [f"{SIGNS[what]} {ARC_LABELS[arc]}" for what, arc in sorted(some, key=lambda fall: fall[1])]
        for some in (old - new, new - old)
    )
    told = [f"saves {listed(saved)}"] if saved else []
    told += [f"{listed(lost)} falls" if len(lost) == 1 else f"{listed(lost)} fall"] if lost else []
    if not told and (then := falls(marched(before))) and len(falls(marched(after))) < len(then):
        told = ["helps in two marches"]
    return ", ".join(told)


# bargains


def achieved(view: TableView, offer: PanicSeenOffer) -> str:
    """Say what an offered card would do: to its monster, or to the next march.

    The monster that was asked about goes by its letter alone.
    """
    game_view, catalog = view_of(view), catalog_of(view)
    monster = game_view.monster(offer.monster if offer.monster >= 0 else game_view.asked_for)
    who = ""
    if monster is not None:
        name = "" if monster.token == game_view.asked_for else f" {naming.card_name(view, monster.token)}"
        who = f"{letter_of(view, monster.token)}{name}: "
    if monster is not None and catalog.spaces[offer.card]:
        harm = catalog.harm[offer.card][monster.ring]
        if catalog.is_weapon[offer.card]:
            return f"{who}+{harm}"
        left = after_hit(monster.health, harm, monster.lowest)
        if monster.unslayable or left == monster.health:
            return ""
        return who + (f"{left} left of {monster.health}" if left else "slain")
    if monster is not None and isinstance(catalog.word(offer.card), Slay | PanicDismiss):
        return f"{who}gone"
    found = list(boards(catalog, game_view, offer.card, offer.monster))
    return change(view, found[0]) if len(found) == 1 else ""


# Curses


def curse_on(view: TableView) -> str:
    """Say what the Curse that is about to happen does to the reader, or to whom it is about instead.

    Empty where its own text says it.
    """
    curse, drawn, active = view_of(view).curse, view_of(view).drawn, view_of(view).active
    if drawn >= 0 and active != view.seat and isinstance(catalog_of(view).word(drawn), LoseHelp):
        return f"{short_name(view, active)} gets no help in the next Attack phase of theirs."
    if curse is None or view.seat is None or view.seat not in curse.victims:
        return ""
    catalog, mine = catalog_of(view), view_of(view).seats[view.seat]
    who, word = short_name(view, curse.seat), catalog.word(curse.card)
    match word:
        case Snatch():
            if mine.treasure_count == 1:
                return f"{who} takes your only Treasure."
            return f"{who} takes one of your {plural(mine.treasure_count, 'Treasure')}, at random."
        case ShowAndTake():
            shown = plural(mine.treasure_count, "Treasure")
            return f"All but you see one of your {shown}; {who} may take it."
        case Demand():
            lost = [c for c in view_of(view).castle if word.demands(catalog.word(c), curse.named)]
            names = Counter(naming.card_name(view, card) for card in lost)
            told = [f"{name} (×{count})" if count > 1 else name for name, count in names.items()]
            return f"You hand {who} {listed(told)}." if told else "You have no such Hit: you lose nothing."
        case SwapTrophies():
            worth = {token: catalog.points[token] for token in mine.trophies}
            worth |= {token: worth[token] + _padding(view, card) for card, token in mine.padded}
            best = max(worth, key=lambda token: worth[token], default=-1)
            if best < 0:
                return "You have no trophy to lose."
            lowest = min(
                view_of(view).seats[curse.seat].trophies, key=lambda t: catalog.points[t], default=-1
            )
            back = f"; you get {naming.card_name(view, lowest)}" if lowest >= 0 else " for nothing"
            return f"You lose {naming.card_name(view, best)} ({plural(worth[best], 'point')}) to {who}{back}."
        case _:
            return ""


def _padding(view: TableView, card: int) -> int:
    return int(getattr(catalog_of(view).word(card), "points", 0))
