"""What a scenario file may hold in every game: closed forms, so that a misspelled key is a fault."""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

RULE_ID_PATTERN = r"^[RHFP]-[A-Z]?[0-9]{2,3}$"

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=60)]
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


class ScenarioStep(ScenarioForm, Generic[ExpectT]):
    """Something that somebody does, and what the game can expect of it.

    ``do`` is a verb, or ``pass`` (for one seat, several or ``all`` awaited), ``time_up`` or ``drop``.
    ``answer`` answers the open question instead.
    """

    who: str | list[str] = ""
    do: str = ""
    card: str = ""
    ability: str = ""
    other: str = ""
    with_: dict[str, Filled] = Field(default_factory=dict[str, Filled], alias="with")
    answer: Filled | None = None
    expect: ExpectT = Field(default=NOTHING_EXPECTED, validate_default=True)

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
