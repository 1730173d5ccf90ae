"""What a seat may do now: the one list for buttons, computer players and the check of an action."""

from __future__ import annotations

from typing import Final

from cards.door import memory, people, places
from cards.door.table import MoveGroup, Table
from cards.door.windows import FIGHTING_MARK, OWN_TURN_MARK, QUESTION_WINDOW, UNPASSABLE_WINDOWS
from cards.kernel.frames import Window
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Move, Pick, can_fill, is_fillable, make_move

PASS_MOVE: Final = Move(PASS_VERB)
LEVEL_WORDS: Final = frozenset({"level", "set_level", "death", "suffer", "open_seal", "close_seal", "curse"})
"""Words of the card language that may change somebody's Level."""


def moves(table: Table, seat: int, verb: str = "") -> list[Move]:
    """Return what the seat may do now, limited to ``verb`` if given.

    A prompt leaves its seat nothing but the answer, and others what may be done at any time.
    """
    state = table.state
    if state.over or not 0 <= seat < state.seats:
        return []
    person, prompt = state.people[seat], state.prompt
    if person.left:
        return []
    window: Window | None = None
    if prompt is None:
        window = state.frames[-1].window if state.frames else None
        if window is None:
            return []
        kind = window.kind
    elif prompt.seat == seat:
        return [make_move(ANSWER_VERB, -1, -1, (prompt.slot,))]
    elif is_asked_about(table, seat) and prompt.slot.kind != "seat":
        return []
    else:
        kind = QUESTION_WINDOW
    out = _moves_in(table, seat, kind, verb) if person.alive else []
    if prompt is not None and is_asked_about(table, seat):
        out = _leaving_question(table, out, prompt.slot.options)
    if window is not None and may_pass(table, window, seat):
        out.append(PASS_MOVE)
    return out


def _moves_in(table: Table, seat: int, kind: str, verb: str) -> list[Move]:
    """Return what the seat may do in a kind of window, but for passing."""
    memo = None if verb else table.memo
    marks, groups = marks_of(table, seat), table.rule_tables.move_groups.get(kind, ())
    kept = None if memo is None else memory.lists_of_groups(memo, seat, kind)
    out: list[Move] = []
    for number, group in enumerate(groups):
        if not group.cacheable:
            for source in group.sources:
                if not verb or verb in source.verbs:
                    source.moves(table, seat, kind, out)
        elif kept is None:
            out += _moves_of(table, group, seat, kind, verb, marks)
        else:
            found: list[Move] | None = kept[number]
            if found is None:
                found = kept[number] = _moves_of(table, group, seat, kind, "", marks)
            out += found
    return out


def is_asked_about(table: Table, seat: int) -> bool:
    """Return True if the open question is about the seat or its cards, as everybody can see (H-124)."""
    prompt = table.state.prompt
    if prompt is None:
        return False
    if prompt.slot.kind == "seat":
        return seat in prompt.slot.options
    about = [pick for pick in prompt.slot.options if isinstance(pick, int)]
    return prompt.slot.kind == "card" and any(places.owner(table, card) == seat for card in about)


def _leaving_question(table: Table, moves: list[Move], candidates: tuple[Pick, ...]) -> list[Move]:
    """Return what a candidate of a question may do meanwhile: nothing that would change the question (H-153).

    That is what reaches others only, and changes nobody's Level.
    """
    found: list[Move] = []
    for move in moves:
        slots = tuple(
            slot._replace(options=tuple(pick for pick in slot.options if pick not in candidates))
            if slot.kind == "seat"
            else slot
            for slot in move.slots
        )
        others_only = any(slot.kind == "seat" for slot in slots) and _keeps_levels(table, move.card)
        if others_only and all(map(is_fillable, slots)):
            found.append(move._replace(slots=slots))
    return found


def _keeps_levels(table: Table, card: int) -> bool:
    definition = table.defs[card]
    words = {word.do for block in definition.blocks for word in block}
    return definition.kind != "level_up" and words.isdisjoint(LEVEL_WORDS)


def marks_of(table: Table, seat: int) -> int:
    """Return the marks of the seat's cards, in hand and in play, and of its own position."""
    found = memory.held(table, seat).marks | memory.carried(table, seat).marks_in_play
    if seat == table.state.active:
        found |= OWN_TURN_MARK
    return found | FIGHTING_MARK if people.in_combat(table, seat) else found


def _moves_of(table: Table, group: MoveGroup, seat: int, kind: str, verb: str, marks: int) -> list[Move]:
    """Return the moves of a cacheable group; with ``verb``, only of the sources that may list it."""
    found: list[Move] = []
    for source in group.sources:
        wants = source.wants
        if (not wants or wants & marks) and (not verb or verb in source.verbs):
            source.moves(table, seat, kind, found)
    for move in found:
        if move[3] and not can_fill(move):  # slots, by place as it is quicker
            return [move for move in found if not move[3] or can_fill(move)]
    return found


def cached_moves(table: Table, seat: int, verb: str = "") -> list[Move]:
    """Return the legal list, complete if it is cached or no verb is given; callers must not change it."""
    if table.memo is None or not 0 <= seat < table.state.seats:
        return moves(table, seat, verb)
    lists = memory.legal_lists(table)
    found: list[Move] | None = lists[seat]
    if found is None:
        found = moves(table, seat, verb)
        if not verb:
            lists[seat] = found
    return found


def may_pass(table: Table, window: Window, seat: int) -> bool:
    """Return True if the window still waits for this seat, and can be passed at all."""
    if window.kind in UNPASSABLE_WINDOWS:
        return False
    return bool(window.awaited >> seat & 1 and not window.passed >> seat & 1)
