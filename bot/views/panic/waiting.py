"""What the castle-defense game waits for, in words: for the table, and for each hand."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming, wording
from bot.views.base.text import escape, listed, plural, say, shorten
from bot.views.panic.board import monster_name, short_name, treasure_limit, view_of
from bot.views.panic.outcomes import curse_on
from bot.views.press import moves
from cards.panic.faces import TIMING_TEXTS
from cards.panic.view import PanicSeenWait, PanicView

COUNTERED_TEXT = "Agree, offer other terms, or decline"

PICK_OFFER_TEXT = "pick an offer, or fight on alone"

NOTHING_IN_REACH_TEXT = "None of your Hits reaches a monster"

MAX_CALL_NOTE_CHARS = 160
"""Characters of what a Curse does, where somebody is asked about it."""


def waiting(view: TableView) -> str:
    """Say who must act and what is to be done."""
    game_view = view_of(view)
    wait = game_view.wait
    if wait is None:
        return ""
    asked = _asked(view, wait)
    who = listed(f"**{short_name(view, seat)}**" for seat in asked)
    if wait.kind == "prompt":
        return f"{who}: {wording.ask(moves.words_of(view), wait.name)}"
    present = tuple(seat.seat for seat in game_view.seats if not seat.gone)
    if len(asked) > 1 and asked == present:
        who = "everybody"
    what = task(view, wait)
    return f"{who}: {what}" if len(asked) == 1 else f"{_capital(what)} – {who}"


def _asked(view: TableView, wait: PanicSeenWait) -> tuple[int, ...]:
    """Return for whom the table waits; where passes are hidden, all who were asked (H-130).

    That only computers are still to pass is no secret: no button is left for people.
    """
    if view.pending is None or not view.pending.hides_passes:
        return wait.awaited
    if not any(view.table.seats[seat].human for seat in wait.awaited):
        return wait.awaited
    return tuple(sorted({*wait.awaited, *wait.passed}))


def hand_call(view: TableView) -> list[str]:
    """Say what the reader is asked; a question to them alone, and for whom they wait, are told elsewhere."""
    wait = view_of(view).wait
    if wait is None or view.seat not in wait.awaited:
        return []
    if wait.kind == "prompt":
        return _charity(view, wait)
    is_to_choose = view_of(view).active == view.seat and any(not o.accepted for o in view_of(view).offers)
    if is_to_choose and wait.name in ("play", "offers"):
        return []  # the offers above say enough
    if wait.name == "offers" and is_countered(view):
        return [f"👉 {COUNTERED_TEXT}"]
    lines = [f"👉 {_nothing_in_reach(view, wait) or _capital(task(view, wait))}"]
    card = _curse(view_of(view))
    if card >= 0:
        text = naming.printed(view, card).text
        does = " ".join(say(line) for line in text if line not in TIMING_TEXTS.values())
        lines.append(f"-# {curse_on(view) or escape(shorten(does, MAX_CALL_NOTE_CHARS))}")
    return lines


def _charity(view: TableView, wait: PanicSeenWait) -> list[str]:
    """Say why Treasures have to go, how many, and to whom; nothing for other questions."""
    answer = moves.answer_of(view)
    if not wait.name.startswith("charity_") or answer is None:
        return []
    limit = f"you keep at most {plural(treasure_limit(view), 'Treasure')}"
    if wait.name == "charity_odd":
        return [f"🎁 {_capital(limit)}; they cannot be shared out evenly"]
    count = plural(answer.slots[0].least, "Treasure")
    if wait.name == "charity_discard":
        return [f"🗑 {count} must go: {limit}"]
    receiver = f" for {short_name(view, wait.about)}" if wait.about >= 0 else ""
    return [f"🎁 {count}{receiver}: {limit}"]


def _nothing_in_reach(view: TableView, wait: PanicSeenWait) -> str:
    """Tell the attacker that none of their cards reaches a monster; empty if one does."""
    if wait.name != "play" or any(move.verb == "attack" for move in view.moves):
        return ""
    game_view = view_of(view)
    if (
        game_view.asked_for >= 0
        and not game_view.offers
        and game_view.monster(game_view.asked_for) is not None
    ):
        return f"Nobody offers a card against {monster_name(view, game_view.asked_for)}"
    return NOTHING_IN_REACH_TEXT


def is_countered(view: TableView) -> bool:
    """Return True if the active player has answered the reader's offer with other terms."""
    return any(o.by_asker and not o.accepted and o.seat == view.seat for o in view_of(view).offers)


def task(view: TableView, wait: PanicSeenWait) -> str:
    """Say what is to be done in a window, with the card, token or monster that it is about."""
    game_view = view_of(view)
    words = wording.window(moves.words_of(view), wait.name)
    if wait.name == "offers":
        who = short_name(view, game_view.active)
        if game_view.asked_for < 0:
            return f"who helps {who}?"
        if game_view.monster(game_view.asked_for) is None:
            return f"what for {who}’s {naming.card_name(view, game_view.asked_for)}?"
        again = "once more: " if game_view.asks > 1 else ""
        return f"{again}who helps {who} against {monster_name(view, game_view.asked_for)}?"
    if wait.name == "play" and any(not offer.accepted for offer in game_view.offers):
        return PICK_OFFER_TEXT
    about = ""
    if game_view.curse is not None:
        named = f" ({escape(game_view.curse.named)})" if game_view.curse.named else ""
        about = f"🌀 {naming.card_name(view, game_view.curse.card)}{named}: "
    elif game_view.drawn >= 0:
        about = f"🔶 {naming.card_name(view, game_view.drawn)}: "
    elif wait.name == "trophy":
        slain = [monster.token for monster in game_view.monsters if not monster.health]
        about = f"💀 {listed(monster_name(view, token) for token in slain)}: " if slain else ""
    elif wait.name == "claim":
        enraged = [m.token for m in game_view.monsters if set(m.claimed) & set(wait.awaited)]
        about = f"💢 {listed(monster_name(view, token) for token in enraged)}: " if enraged else ""
    return about + words


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _curse(game_view: PanicView) -> int:
    """Return the Curse that is about to happen, a card or a token; -1 for none."""
    if game_view.curse is not None:
        return game_view.curse.card
    is_token = game_view.wait is not None and game_view.wait.name == "token"
    return game_view.drawn if is_token else -1
