"""What a scenario file may hold in every game: closed forms and words, so that a misspelling is a fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from cards.kernel.events import Event, EventKinds, event_slots


class ScenarioError(Exception):
    """The scenario cannot be played as it is written, e.g. because of a name that does not exist."""


def listed(words: Iterable[object]) -> str:
    """Return words as a list for a message."""
    return ", ".join(map(str, words)) or "none"


def form_faults(form: type[BaseModel], error: ValidationError) -> list[str]:
    """Return what pydantic found wrong, each fault with its place; an unknown key with the allowed ones."""
    return [_fault(form, fault["loc"], fault["type"], fault["msg"]) for fault in error.errors()]


def _fault(form: type[BaseModel], place: tuple[int | str, ...], kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        message = f"unknown key; allowed here: {listed(_keys(_form_at(form, place[:-1])))}"
    return f"{'.'.join(map(str, place))}: {message}"


def _keys(form: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in form.model_fields.items()]


def _form_at(form: type[BaseModel], place: Sequence[int | str]) -> type[BaseModel]:
    """Return the form to which a place inside another form belongs."""
    for part in place:
        for name, field in form.model_fields.items():
            if part in (name, field.alias):
                form = next(_forms_in(field.annotation), form)
                break
    return form


def _forms_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the forms that a type is made of, e.g. ``DoorSeat`` for ``list[DoorSeat] | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _forms_in(part)


RULE_ID_PATTERN = r"^[RHFP]-[A-Z]?[0-9]{2,3}$"

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=60)]
Line: TypeAlias = Annotated[str, Field(max_length=88)]
"""What a lesson says at once: two lines on a phone."""
RuleId: TypeAlias = Annotated[str, Field(pattern=RULE_ID_PATTERN)]
Filled: TypeAlias = int | str | list[int | str]
"""What a slot is filled with: a card, seat, word or number, or several of them."""


class ScenarioForm(BaseModel):
    """A closed piece of a scenario file."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ScenarioFile(ScenarioForm):
    """A whole file. ``game``, ``options`` and ``cards`` hold for all its situations."""

    about: str = ""
    include: list[str] = Field(default_factory=list[str])
    game: str | None = None
    options: dict[str, Any] = Field(default_factory=dict[str, Any])
    cards: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])
    situation: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])


class MovePattern(ScenarioForm):
    """A move that somebody can, or cannot, make: everything given has to fit one move.

    ``with_`` names candidates that the move's slots must offer, ``other`` the second seat of a move.
    """

    who: Name
    do: Name
    card: str = ""
    ability: str = ""
    other: str = ""
    with_: dict[str, Filled] = Field(default_factory=dict[str, Filled], alias="with")


class EventPattern(ScenarioForm):
    """Something that happened in this step. ``seen_by`` are those who may know the cards."""

    kind: Name
    seat: str | None = None
    other: str | None = None
    cards: list[str] | None = None
    count: int | None = None
    word: str | None = None
    seen_by: list[str] | None = None


def _event_of(value: Any) -> Any:
    return {"kind": value} if isinstance(value, str) else value


class Expect(ScenarioForm):
    """What must hold after a step; only what is given is compared."""

    refused: bool | str = ""
    """The code of the refusal, or True for any refusal; "" means that the step is accepted."""
    legal: tuple[MovePattern, ...] = ()
    illegal: tuple[MovePattern, ...] = ()
    can: dict[str, list[str]] | None = None
    """Everything that somebody can do, verb by verb."""
    prompt: str | None = None
    """The open question; "" if there is none."""
    prompt_card: str | None = None
    """The card that the open question is about; "" if it is about none."""
    asked: str | None = None
    choices: list[Any] | None = None
    """Everything that the open question offers, in any order."""
    window: str | None = None
    awaited: list[str] | None = None
    over: bool | None = None
    winners: list[str] | None = None
    events: tuple[Annotated[EventPattern, BeforeValidator(_event_of)], ...] = ()
    """Events of this step in this order; others may lie between."""
    no_events: tuple[str, ...] = ()


ExpectT = TypeVar("ExpectT", bound=Expect)
NOTHING_EXPECTED: Any = {}


class Detour(ScenarioForm):
    """Something else that a learner may do in place of a lesson's step, and the line about it.

    ``stays``: they are asked for the step again; otherwise the script waits for the next turn that fits it.
    """

    do: Name
    card: str = ""
    say: Line
    stays: bool = False


class ScenarioStep(ScenarioForm, Generic[ExpectT]):
    """Something that somebody does, and what the game can expect of it.

    ``do`` is a verb, or ``pass`` (for one seat, several or ``all`` awaited), ``time_up`` or ``drop``.
    ``answer`` answers the open question instead. What stands behind ``expect`` is a lesson's.
    """

    who: str | list[str] = ""
    do: str = ""
    card: str = ""
    ability: str = ""
    other: str = ""
    with_: dict[str, Filled] = Field(default_factory=dict[str, Filled], alias="with")
    answer: Filled | None = None
    expect: ExpectT = Field(default=NOTHING_EXPECTED, validate_default=True)
    tip: Line = ""
    """Said to the learner before the step."""
    after: Line = ""
    """Said to the learner after it."""
    say: dict[str, Line] = Field(default_factory=dict[str, Line])
    """What seats say after it."""
    button: str = ""
    """What the suggested button asks of the table, where it is no single move."""
    find: bool = False
    """Whether the learner has to find the button on their own screen."""
    otherwise: tuple[Detour, ...] = ()

    def label(self) -> str:
        """Return the step in a few words, for messages."""
        who = " and ".join(self.who) if isinstance(self.who, list) else self.who
        parts = [f"{who}:" if who else "", self.do or "answer", self.card, self.ability, self.other]
        parts += [str(self.answer)] if self.answer is not None else []
        return " ".join(part for part in parts if part)


class Situation(ScenarioForm, Generic[ExpectT]):
    """A table as it is laid out, and what happens there."""

    name: Annotated[str, Field(min_length=1, max_length=140)]
    rules: Annotated[list[RuleId], Field(min_length=1)]
    note: str = ""
    game: str
    options: dict[str, Any] = Field(default_factory=dict[str, Any])
    seed: int = 1
    cards: tuple[dict[str, Any], ...] = ()
    """Cards of the situation's own, in the card language."""
    expect: ExpectT = Field(default=NOTHING_EXPECTED, validate_default=True)
    steps: tuple[ScenarioStep[ExpectT], ...] = ()


NOBODY = "nobody"
"""Stands for the fighter or the helper where there is none."""


def event_meanings(kinds: EventKinds) -> dict[str, str]:
    """Return every kind of event of a game, with what it means."""
    return {name: _meaning(kind) for name, kind in sorted(kinds.by_name.items())}


def _meaning(kind: type[Event]) -> str:
    """Return what an event says of itself, and what its parts are that a scenario can name."""
    parts: dict[str, list[str]] = {}
    for slot in event_slots(kind):
        part = {"card": "cards", "flag": "word"}.get(slot.name, slot.name)
        words = " or ".join(word or '""' for word in reversed(slot.words))
        parts.setdefault(part, []).append(words or slot.field.replace("_", " "))
    text = " ".join((kind.__doc__ or "").split())
    listed = "; ".join(f"`{part}`: {', '.join(names)}" for part, names in parts.items())
    return f"{text} ({listed})" if listed else text


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words of a game; where a mapping says what they mean, docs/scenario-words.md lists them."""

    verbs: frozenset[str]
    events: Mapping[str, str]
    questions: Mapping[str, str]
    windows: Mapping[str, str]
    refusals: Mapping[str, str]
    phases: Sequence[str | int]
    stages: Sequence[str]
    slots: Mapping[str, Sequence[str]]
    """The slots of each verb that has any; those of abilities are asked of the card."""
    other_verbs: frozenset[str]
    """Verbs that name another seat."""
    slot_words: frozenset[str]
    """Words that slots can offer, beside cards, seats and numbers."""
