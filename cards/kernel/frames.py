"""Pending work as data: frames that run until somebody has to decide, prompts and windows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cards.kernel.moves import Action, Pick, Picks, Slot, numbers_in

FrameValue = int | str | tuple[int, ...] | tuple[Pick, ...]

SEATS_BY_MASK: Final = [tuple([seat for seat in range(8) if mask >> seat & 1]) for mask in range(1 << 8)]
"""The seats of each mask of up to eight."""


@dataclass(slots=True)
class Window:
    """A span in which several seats may act. Seats are bits of a mask: seat 0 is 1, seat 1 is 2, ...

    ``awaited`` are the seats that the window waits for, ``passed`` the seats that have passed.
    ``serial`` changes whenever the window opens or reopens, so that a late pass or time-out has no effect.
    """

    kind: str
    awaited: int
    seconds: int
    serial: int
    passed: int = 0
    reopened: int = 0

    def waiting_seats(self, seats: int) -> tuple[int, ...]:
        """Return the seats that the window still waits for; ``seats`` is the number of seats in the game."""
        awaited = self.awaited & ~self.passed
        if awaited < len(SEATS_BY_MASK):
            return SEATS_BY_MASK[awaited]
        return tuple([seat for seat in range(seats) if awaited >> seat & 1])

    def clone(self) -> Window:
        return Window(self.kind, self.awaited, self.seconds, self.serial, self.passed, self.reopened)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A mandatory decision of one seat; nothing else happens until it is made or time runs out.

    ``ask`` is a closed word that says what is decided, ``card`` the card that asks (-1: a rule),
    ``key`` where the answer goes in the frame that asked, ``default`` the answer when time runs out.
    """

    seat: int
    ask: str
    slot: Slot
    key: str
    serial: int
    seconds: int
    default: tuple[Pick, ...]
    card: int = -1


@dataclass(slots=True)
class Frame:
    """A piece of pending work: which handler runs it (``kind``), how far it got, and its bindings.

    ``seat`` is "you" (the controller), ``it`` the player or card bound by a target or a loop. If the frame
    runs a card's effects, ``card`` and ``block`` say which card and which of its blocks.
    Values in ``vars`` are immutable, so cloning a frame is one dict copy.
    """

    kind: str
    seat: int = -1
    it: int = -1
    card: int = -1
    block: int = -1
    step: int = 0
    window: Window | None = None
    vars: dict[str, FrameValue] = field(default_factory=lambda: {})

    def clone(self) -> Frame:
        window = self.window
        return Frame(
            self.kind,
            self.seat,
            self.it,
            self.card,
            self.block,
            self.step,
            None if window is None else window.clone(),
            self.vars.copy(),
        )

    def int_var(self, key: str, default: int = 0) -> int:
        """Return a whole-number binding; absent or of another type counts as the default."""
        value = self.vars.get(key, default)
        return value if isinstance(value, int) else default

    def cards(self, key: str) -> tuple[int, ...]:
        """Return a binding of cards or seats; none where it is absent."""
        value = self.vars.get(key, ())
        return numbers_in(value) if isinstance(value, tuple) else ()

    def keep_action(self, action: Action) -> None:
        """Keep an action that is to be taken later, if at all."""
        self.vars |= {"verb": action.verb, "used": action.card, "ability": action.ability}
        self.vars["slots"] = len(action.picks)
        self.vars |= {f"pick{number}": picks for number, picks in enumerate(action.picks)}

    def kept_action(self) -> Action:
        """Return the action that ``keep_action`` was given, as one of the frame's seat."""
        kept = (self.vars[f"pick{number}"] for number in range(self.int_var("slots")))
        picks: Picks = tuple(found for found in kept if isinstance(found, tuple))
        verb = str(self.vars.get("verb", "use"))
        return Action(self.seat, verb, self.int_var("used"), self.int_var("ability"), picks)
