"""How far somebody has come in a lesson, and what it says to them now: values without behavior."""

from __future__ import annotations

from dataclasses import dataclass

from cards.kernel.moves import Action

LEARNER = 0
"""The seat of who learns; computers have the others."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a lesson has come; kept with the table.

    ``step`` is the next step of the script, ``done`` are later ones that were taken before it, ``since`` is
    the step of the learner's latest press. ``detour`` is a step and the number of what they did in its place.
    ``reordered``: they took steps of this turn in another order, so the sums on the way are others.
    ``adrift``: the script does not fit, so everybody plays as they like; ``strayed``: it did not at some
    time, and now it fits up to the step ``until``. ``skipped`` is the step whose tip the learner does not
    want. ``turn_revision`` is the revision at which the turn began in which the learner strayed, or the
    present one, with the step ``turn_step``.
    """

    step: int = 0
    done: tuple[int, ...] = ()
    since: int = 0
    detour: tuple[int, ...] = ()
    reordered: bool = False
    adrift: bool = False
    strayed: bool = False
    until: int = -1
    skipped: int = -1
    turn_revision: int = 0
    turn_step: int = 0


@dataclass(frozen=True, slots=True)
class Guide:
    """What a lesson says at this moment.

    ``said`` are names and their lines, ``after`` tells what has just come about, ``detour`` answers what was
    done in place of the step. ``action`` is what the tip suggests; ``button`` what a button asks of the table
    that does that, if it is no single move. ``find``: the learner looks for it on their own screen.
    """

    tip: str = ""
    after: tuple[str, ...] = ()
    said: tuple[tuple[str, str], ...] = ()
    detour: str = ""
    action: Action | None = None
    button: str = ""
    find: bool = False
    reordered: bool = False
    adrift: bool = False
    skipped: bool = False
    number: int = 0
    """How many presses have been suggested so far, this one included, of ``presses`` in all."""
    presses: int = 0
