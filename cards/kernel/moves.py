"""What a seat can do: moves with open slots, actions that fill them, and refusals.

Buttons, computer players and validation all use the same list of moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

Pick = int | str
Picks = tuple[tuple[Pick, ...], ...]

ANSWER_VERB: Final = "answer"
PASS_VERB: Final = "pass"
TIME_UP_VERB: Final = "time_up"
DROP_VERB: Final = "drop"
"""The host takes a seat out of the game for good (H-17)."""

CORRECT_VERB: Final = "correct"
"""Something at the table is put right by agreement (H-118)."""

HOST_SEAT: Final = -1
"""The seat number of actions that no seat takes: time running out, and the host's own."""


class Slot(NamedTuple):
    """One open place in a move: choose ``least`` to ``most`` different candidates.

    ``kind`` says what the candidates are: ``card`` (card index), ``seat``, ``number`` or ``word``.
    With ``weights`` (one per candidate) the chosen ones must add up to ``need`` or more.
    The order of the picks is kept and may matter, e.g. the order of escaping from monsters.
    """

    name: str
    kind: str
    options: tuple[Pick, ...]
    least: int = 1
    most: int = 1
    weights: tuple[int, ...] = ()
    need: int = 0

    def accepts(self, picks: tuple[Pick, ...]) -> bool:
        """Return True if these picks fill the slot."""
        return accepts(self, picks)

    def fillable(self) -> bool:
        """Return True if there is a way to fill the slot."""
        return is_fillable(self)


def accepts(slot: Slot, picks: tuple[Pick, ...]) -> bool:
    """Return True if these picks fill the slot; compiled, it is called quicker than the slot's method."""
    _, _, options, least, most, weights, need = slot
    count = len(picks)
    if not least <= count <= most or (count > 1 and len(set(picks)) != count):
        return False
    for pick in picks:
        if pick not in options:
            return False
    return not need or sum([weights[options.index(pick)] for pick in picks]) >= need


def is_fillable(slot: Slot) -> bool:
    """Return True if there is a way to fill the slot, in the same way."""
    _, _, options, least, most, weights, need = slot
    if most < least:
        return False
    if len(options) < least:
        return False
    if need:
        best = sorted((w for w in weights if w > 0), reverse=True)
        return sum(best[:most]) >= need
    return True


def numbers_in(picks: Iterable[Pick]) -> tuple[int, ...]:
    """Return what was picked of cards or seats."""
    return tuple([pick for pick in picks if isinstance(pick, int)])


class Move(NamedTuple):
    """Something a seat may do now. ``card`` and ``ability`` are what is used for it, -1 if nothing is."""

    verb: str
    card: int = -1
    ability: int = -1
    slots: tuple[Slot, ...] = ()
    least: int = 0
    """Picks that the slots need together, where each of them may stay empty."""


_TUPLE: Final[Any] = tuple  # a type checker does not know of what its __new__ makes one
NEW_TUPLE: Final[Callable[..., Any]] = _TUPLE.__new__
"""Makes a named tuple without the interpreted function that its class is called with."""
_SLOT: Final[Any] = Slot
_MOVE: Final[Any] = Move


def make_slot(name: str, kind: str, options: tuple[Pick, ...], least: int = 1, most: int = 1) -> Slot:
    """Return a slot without weights; quicker than the class where the rules are compiled."""
    slot: Slot = NEW_TUPLE(_SLOT, (name, kind, options, least, most, (), 0))
    return slot


def make_move(verb: str, card: int, ability: int, slots: tuple[Slot, ...], least: int = 0) -> Move:
    """Return a move; quicker than the class, in the same way."""
    move: Move = NEW_TUPLE(_MOVE, (verb, card, ability, slots, least))
    return move


class MoveCache:
    """The moves of a verb that consist of a card only; made once, since they are listed very often."""

    def __init__(self, verb: str) -> None:
        self.verb = verb
        self._moves: list[Move] = []

    def with_card(self, card: int) -> Move:
        """Return the move with this card."""
        return self._at(card)

    def _at(self, number: int) -> Move:
        made = self._moves
        if number >= len(made):
            # Another thread may be reading the list, so it is replaced, never changed.
            made = self._moves = [self._make(other) for other in range(2 * number + 64)]
        return made[number]

    def _make(self, number: int) -> Move:
        return make_move(self.verb, number, -1, ())


class NumberedMoveCache(MoveCache):
    """The same for moves without a card that carry the number of an offer in ``ability``."""

    def with_number(self, number: int) -> Move:
        """Return the move with this number."""
        return self._at(number)

    def _make(self, number: int) -> Move:
        return make_move(self.verb, -1, number, ())


def can_fill(move: Move) -> bool:
    """Return True if every slot of the move can be filled."""
    _, _, _, slots, together = move
    for slot in slots:
        _, _, options, least, most, _, need = slot
        if (need or least > most or least > len(options)) and not is_fillable(slot):
            return False
    return not together or sum([min(slot.most, len(slot.options)) for slot in slots]) >= together


class Action(NamedTuple):
    """A move with its slots filled, taken by a seat.

    Some actions are not a player's and have the seat ``HOST_SEAT``: ``time_up`` carries the serial of the
    wait that ran out in ``ability``, ``drop`` the seat to close, ``correct`` the seat concerned; its picks
    say what is put right.
    """

    seat: int
    verb: str
    card: int = -1
    ability: int = -1
    picks: Picks = ()


class Advice(NamedTuple):
    """What a player would do, and why."""

    action: Action
    chances: Mapping[Action, float]
    """How often the seat won after each choice that was tried; empty where nothing was."""


_ACTION: Final[Any] = Action


def make_action(seat: int, verb: str, card: int, ability: int, picks: Picks) -> Action:
    """Return an action; quicker than the class, in the same way as ``make_slot``."""
    action: Action = NEW_TUPLE(_ACTION, (seat, verb, card, ability, picks))
    return action


_PLAIN_ACTIONS: Final[dict[str, list[Action]]] = {}
_PLAIN_SEATS: Final = 16


def plain_action(seat: int, verb: str) -> Action:
    """Return the action of a verb alone; made once for each seat, since most actions are of this kind."""
    made = _PLAIN_ACTIONS.get(verb)
    if made is None:
        made = [make_action(number, verb, -1, -1, ()) for number in range(_PLAIN_SEATS)]
        _PLAIN_ACTIONS[verb] = made
    return made[seat] if 0 <= seat < _PLAIN_SEATS else make_action(seat, verb, -1, -1, ())


class LayOut(NamedTuple):
    """What to do to lay out one's best, in order, and the strength and Level of the seat before and after."""

    actions: tuple[Action, ...] = ()
    before: int = 0
    after: int = 0
    level_before: int = 1
    level_after: int = 1


NOTHING_LAID_OUT = LayOut()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not accepted: a stable code, and the figures for a message about it."""

    code: str
    data: dict[str, int | str] = field(default_factory=lambda: {})


def find_move(moves: Iterable[Move], action: Action) -> Move | Refusal:
    """Return the legal move that the action makes, or the refusal ``not_now`` or ``bad_choice``."""
    _, verb, card, ability, filled = action
    for move in moves:  # every action is looked for: by place is quicker than by name
        if move[1] == card and move[0] == verb and move[2] == ability:
            break
    else:
        return Refusal("not_now", {"verb": action.verb})
    _, _, _, slots, together = move
    if len(slots) != len(filled):
        return Refusal("bad_choice", {"slots": len(slots)})
    for number, slot in enumerate(slots):
        if not accepts(slot, filled[number]):
            return Refusal("bad_choice", {"slot": slot.name})
    if together and sum([len(picks) for picks in filled]) < together:
        return Refusal("bad_choice", {"slot": slots[0].name})
    return move
