"""What a cunning player would do in the reader's place: the move, what comes of it, and why."""

from __future__ import annotations

from bot.tables.choices import Choice, encode
from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base import naming, wording
from bot.views.base.custom_ids import ButtonAction
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Button, ButtonRow, Container, Screen, Text
from bot.views.base.text import escape, label, listed, plural, say, shorten
from bot.views.press import moves
from bot.views.press.moves import screen_custom_id
from cards.kernel.moves import ANSWER_VERB, Action, Advice, Move, Pick, Picks, Slot

HINT_SIGN = "💡"

WAIT_TEXT = "Sit tight. I’d do nothing now, and I’d do it with a straight face."
"""Said where a cunning player waits for the others."""

LEAST_LEAD = 0.01
"""By how much chances of winning must differ to be told apart in games of a hundred."""

MAX_OTHER_CHARS = 40
"""Characters of the move that it is compared with."""

MAX_NAMED_PICKS = 3
"""Picks of one place that are named; of more the number is told."""


def hint_button(view: TableView, name: str = f"{HINT_SIGN} Hint") -> list[Button]:
    """Return the button for a hint, for a player at a table where they are allowed."""
    playing = view.seat is not None and view.table.phase == "playing"
    return [Button(name, screen_custom_id(view, "hint"))] if playing and view.table.gives_hints else []


def hints_taken(table: Table) -> list[str]:
    """Say who has asked for how many hints, in a line; nothing if nobody has."""
    names = ((naming.short_name(table, number), seat.hints) for number, seat in enumerate(table.seats))
    told = [f"{name} ({count})" for name, count in names if count]
    if told:
        return [say("{sign} Whispered to by the coach: {told}", sign=HINT_SIGN, told=", ".join(told))]
    return []


def hint_screen(view: TableView, advice: Advice | None) -> Screen:
    """Tell what to do and why, with a button that does it."""
    back = Button(say("Back"), screen_custom_id(view, "hand"))
    move = None if advice is None else _choice_of(advice.action).find_move(view.moves)
    if advice is None or move is None:
        return _screen(view, f"{HINT_SIGN} {say(WAIT_TEXT)}", back)
    text = _move_text(view, move, advice.action.picks)
    comes = moves.outcome(view, move, advice.action.picks)
    head = f"{HINT_SIGN} **{escape(text)}**" + (f": {escape(comes)}" if comes else "")
    lines = [head, _chances(view, advice, text) or _purpose(view, move)]
    choice = Choice.of(move, *advice.action.picks[: len(move.slots)])
    press = moves.custom_id_for(view, ButtonAction.MOVE, encode(choice))
    does = [Button(label(text), str(press), "primary", emoji=moves.verb_of(view, move).emoji)]
    return _screen(view, "\n".join(filter(None, lines)), *(does if press.fits else ()), back)


def _screen(view: TableView, text: str, *buttons: Button) -> Screen:
    return Screen((Container((Text(text), ButtonRow(buttons)), screens_of(view).board.color(view)),))


def _choice_of(action: Action) -> Choice:
    return Choice(action.verb, action.card, action.ability)


def _move_text(view: TableView, move: Move, picks: Picks) -> str:
    """Say a move with all that was chosen for it, in plain text."""
    told = moves.verb_text(view, move)
    if move.verb == ANSWER_VERB and view.pending is not None:
        told = wording.ask(moves.words_of(view), view.pending.name)
    chosen: list[str] = []
    for number, (slot, made) in enumerate(zip(move.slots, picks, strict=False)):
        if not made or moves.only_picks(slot) is not None:
            continue
        named = [_pick_text(view, move, slot, pick, picks[:number]) for pick in made]
        chosen.append(listed(named) if len(named) <= MAX_NAMED_PICKS else plural(len(named), slot.kind))
    mark = "" if told.endswith("?") else ":"
    return f"{told}{mark} {', '.join(chosen)}" if chosen else told


def _pick_text(view: TableView, move: Move, slot: Slot, pick: Pick, made: Picks) -> str:
    if slot.name == "treasures" and str(pick).isdecimal():
        return plural(int(pick), "Treasure")
    return moves.option(view, move, slot, pick, made).label


def _purpose(view: TableView, move: Move) -> str:
    """Say what such a move is for."""
    hints, judge = moves.words_of(view).hints, screens_of(view).advice
    window = "" if view.pending is None else view.pending.name
    harm = "harm" if judge is not None and judge.harms(view, move) else window
    return hints.get(f"{move.verb}.{harm}") or hints.get(move.verb, "")


def _chances(view: TableView, advice: Advice, text: str) -> str:
    """Compare the move with the next best one that was tried, in games out of a hundred."""
    own = advice.chances.get(advice.action, 0.0)
    others = {action: chance for action, chance in advice.chances.items() if action != advice.action}
    second = max(others, key=lambda action: others[action], default=None)
    move = None if second is None else _choice_of(second).find_move(view.moves)
    if second is None or move is None or own - others[second] < LEAST_LEAD:
        return ""
    other = moves.verb_text(view, move)
    if text.startswith(other):
        return ""  # the same with somebody else: how it compares says nothing
    other = escape(shorten(other, MAX_OTHER_CHARS))
    return say(
        "Of 100 games from here I win {own}; with *{other}*, {others}.",
        own=round(own * 100),
        other=other,
        others=round(others[second] * 100),
    )
