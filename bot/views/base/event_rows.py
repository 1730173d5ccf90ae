"""How events are told: a game has one table with one row for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from bot.views.base.event_names import EventNames
from cards.kernel.events import Event, EventKinds

E = TypeVar("E", bound=Event)


def untold(event: Event, names: EventNames) -> str:
    """Return nothing: the event is not worth telling."""
    return ""


@dataclass(frozen=True, slots=True)
class Told(Generic[E]):
    """How one kind of event is told, and to whom it matters. All but the sentence may be left out.

    ``line`` stands for all events of one line of the story, the one that begins it first. A weight is a
    figure, or a function of the event and its line.
    """

    kind: type[E]
    sentence: Callable[[E, EventNames], str]
    """Returns the event in one sentence; the empty string for those that are not worth telling."""
    outcome: Callable[[Event, E, EventNames], str | None] | None = None
    """Returns how the event is told at the end of the line that another one of the same action begins: empty
    where it goes without saying, None where it is told in a line of its own. An outcome that begins with a
    comma goes on with the sentence, one with a full stop begins another."""
    continues: Callable[[Event, E, EventNames], str | None] | None = None
    """Returns with which words, said already, the line of the event begins that belongs behind the line which
    ends with another event; None where it is a line of its own."""
    retold: Callable[[Sequence[Event], EventNames], Sequence[str]] | None = None
    """Returns other wordings for all events of the line that it begins, the fullest first, of which the first
    that has room is told; empty where sentence and outcomes say it best."""
    used_up: Callable[[E], tuple[int, ...]] | None = None
    """Returns the cards that it uses up: that they are discarded goes without saying."""
    joke_card: Callable[[E, EventNames], int] | None = None
    """Returns the card whose joke belongs behind the line that it begins; -1 for none."""
    concern: int | Callable[[E, Sequence[Event]], int] = 0
    """How much it concerns the seats it is about, if they did not bring it about; 0: not at all."""
    about: Callable[[E], tuple[int, ...]] | None = None
    """Returns the seats that it concerns; by default the event's own."""
    moment: int | Callable[[E, Sequence[Event]], int] = 0
    """How big a moment for the whole table it is; 0: not worth repeating."""
    reveal: Callable[[E, EventNames], tuple[int, int, str]] | None = None
    """Returns how much it matters which card it shows to the table, the card, and who did what in plain text;
    a card of -1 shows nothing."""
    settled_by: Callable[[E, Event], bool] | None = None
    """Returns True if a later event is the end of what it has asked: it is no news any more."""
    lapse: Callable[[E], bool] | None = None
    """Returns True if it says that the time of a wait was up in which one may act but need not."""
    is_opening: bool = False
    """Whether what becomes of it is told later, so that the line that it begins is no moment yet."""
    is_highlight: bool = False
    """Whether it makes a part of a game worth a jump in its replay."""
    begins_turn: bool = False
    scene: Literal["", "start", "end"] = ""
    """Whether a scene starts or ends with it, such as a fight, whose lines stay together."""
    in_full: bool = False
    """Whether its line is not cut: what it says is shown nowhere else."""
    gathered: bool = False
    """Whether somebody does it card after card or seat after seat, told in one sentence."""
    asked_again: bool = False
    """Whether it is a question that is asked again with another offer, so that only the latest is news."""


_UNLISTED: Told[Any] = Told(Event, untold)


class EventTable:
    """The rows of a game, found by the kind of event."""

    def __init__(self, kinds: EventKinds, *rows: Told[Any]) -> None:
        """Take one row for each of the kinds. Raises ValueError where one has none, or several."""
        self._rows: dict[type[Event], Told[Any]] = {row.kind: row for row in rows}
        faults = set(kinds.by_name.values()) ^ set(self._rows)
        if faults or len(self._rows) < len(rows):
            names = ", ".join(sorted(kind.__name__ for kind in faults)) or "a kind that is listed twice"
            raise ValueError(f"a kind of event has one row: {names}")

    def of(self, event: Event) -> Told[Any]:
        """Return the row of an event; an empty one for those that the game does not list."""
        return self._rows.get(type(event), _UNLISTED)

    def turn_begun(self, event: Event) -> int:
        """Return whose turn an event begins; -1 for others."""
        return event.seat if self.of(event).begins_turn else -1

    def is_lapse(self, event: Event) -> bool:
        """Return True if an event says that the time of a wait was up in which one may act but need not."""
        lapse = self.of(event).lapse
        return lapse is not None and lapse(event)

    def concern(self, line: Sequence[Event], seat: int) -> int:
        """Return how much the events of a line concern a seat that did not bring them about."""
        return max((self._concern(event, line, seat) for event in line), default=0)

    def _concern(self, event: Event, line: Sequence[Event], seat: int) -> int:
        row = self.of(event)
        seats = (event.seat,) if row.about is None else row.about(event)
        return _weight(row.concern, event, line) if seat in seats else 0

    def moment(self, line: Sequence[Event]) -> int:
        """Return how big a moment for the whole table the events of a line are."""
        if self.of(line[0]).is_opening:
            return 0
        return max(_weight(self.of(event).moment, event, line) for event in line)


NO_EVENTS = EventTable(EventKinds(()))
"""The table of a game that tells nothing."""


def _weight(weight: Any, event: Event, line: Sequence[Event]) -> int:
    found: int = weight if isinstance(weight, int) else weight(event, line)
    return found
