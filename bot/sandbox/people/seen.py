"""What a person sees, as values for tests: messages, components, forms, outcomes."""

from dataclasses import dataclass, field
from typing import Literal

from bot.sandbox.protocol import components as parts
from bot.sandbox.protocol.components import ComponentKind
from bot.sandbox.protocol.values import Json, as_object, objects
from bot.sandbox.world.model import MessageFlag


class NotSeenError(LookupError):
    """Something is not on the person's screen."""


@dataclass(frozen=True, slots=True)
class SeenComponent:
    """A component on a message or form."""

    payload: Json

    @property
    def kind(self) -> ComponentKind:
        """What it is."""
        return ComponentKind(self.payload["type"])

    @property
    def custom_id(self) -> str:
        """The id the application gave it; link buttons have none."""
        return str(self.payload.get("custom_id") or "")

    @property
    def label(self) -> str:
        """The text of a button, or the placeholder of a select."""
        return str(self.payload.get("label") or self.payload.get("placeholder") or "")

    @property
    def emoji(self) -> str:
        """The emoji on a button."""
        return str(as_object(self.payload.get("emoji")).get("name") or "")

    @property
    def disabled(self) -> bool:
        """Whether it is disabled."""
        return bool(self.payload.get("disabled"))

    @property
    def url(self) -> str:
        """Where a link button leads."""
        return str(self.payload.get("url") or "")

    @property
    def options(self) -> list[Json]:
        """The options of a select."""
        return objects(self.payload.get("options"))

    @property
    def least(self) -> int:
        """How many values must be chosen at least."""
        return int(self.payload.get("min_values", 1))

    @property
    def most(self) -> int:
        """How many values may be chosen at most."""
        return int(self.payload.get("max_values", 1))


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message as it was when it was read."""

    payload: Json

    @property
    def id(self) -> int:
        """The message's id."""
        return int(self.payload["id"])

    @property
    def channel_id(self) -> int:
        """Where it is."""
        return int(self.payload["channel_id"])

    @property
    def author(self) -> str:
        """The display name of its author."""
        author = self.payload["author"]
        return str(author.get("global_name") or author["username"])

    @property
    def from_bot(self) -> bool:
        """Whether a bot wrote it."""
        return bool(self.payload["author"].get("bot"))

    @property
    def content(self) -> str:
        """The plain content."""
        return str(self.payload["content"])

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees it."""
        return bool(self.payload["flags"] & MessageFlag.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether the application is still thinking about it."""
        return bool(self.payload["flags"] & MessageFlag.LOADING)

    @property
    def components(self) -> list[SeenComponent]:
        """All components in reading order, nested ones too."""
        return [SeenComponent(c) for _, c in parts.walk(self.payload["components"])]

    @property
    def buttons(self) -> list[SeenComponent]:
        """All buttons."""
        return [c for c in self.components if c.kind is ComponentKind.BUTTON]

    @property
    def selects(self) -> list[SeenComponent]:
        """All selects."""
        return [c for c in self.components if c.kind in parts.MENUS]

    @property
    def text(self) -> str:
        """All text of the message: content, text displays, labels, options, alt texts."""
        words = [self.content]
        for component in self.components:
            words += [str(component.payload.get("content") or ""), component.label]
            words.append(str(component.payload.get("description") or ""))
            words += [str(i.get("description") or "") for i in objects(component.payload.get("items"))]
            for option in component.options:
                words += [str(option.get("label") or ""), str(option.get("description") or "")]
        words += [str(a.get("description") or "") for a in objects(self.payload["attachments"])]
        return "\n".join(word for word in words if word)

    def find(self, *, label: str | None = None, custom_id: str | None = None) -> SeenComponent:
        """Find a button or select by id, by its exact text, or by a part of it that is unique."""
        pressable = self.buttons + self.selects
        if custom_id is not None:
            found = [c for c in pressable if c.custom_id == custom_id]
        else:
            wanted = (label or "").casefold()
            found = [c for c in pressable if c.label.casefold() == wanted]
            found = found or [c for c in pressable if wanted in f"{c.emoji} {c.label}".casefold()]
        if len(found) != 1:
            names = [c.label or c.custom_id for c in pressable]
            what = custom_id if custom_id is not None else label
            raise NotSeenError(f"{len(found)} components match {what!r} among {names}")
        return found[0]


MessageRef = SeenMessage | int
"""A seen message, or the id of one."""


@dataclass(frozen=True, slots=True)
class SeenModal:
    """A form on a person's screen."""

    interaction_id: int
    payload: Json

    @property
    def custom_id(self) -> str:
        """The id the application gave it."""
        return str(self.payload["custom_id"])

    @property
    def title(self) -> str:
        """Its title."""
        return str(self.payload["title"])

    @property
    def fields(self) -> list[tuple[str, SeenComponent]]:
        """The fields to fill in, each with its label."""
        found: list[tuple[str, SeenComponent]] = []
        for part in objects(self.payload["components"]):
            if part["type"] == ComponentKind.LABEL:
                found.append((str(part["label"]), SeenComponent(part["component"])))
        return found


OutcomeStatus = Literal["answered", "failed", "refused"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of something a person did.

    `refused`: the client did not allow it (`reason` says why). `failed`: the application did not
    answer within three seconds. `answered`: `kind` names the callback, `message` is what they now
    see, `modal` or `choices` what opened.
    """

    status: OutcomeStatus
    reason: str = ""
    kind: str | None = None
    interaction_id: int | None = None
    message: SeenMessage | None = None
    modal: SeenModal | None = None
    choices: list[Json] = field(default_factory=list[Json])

    @property
    def ok(self) -> bool:
        """Whether the application answered."""
        return self.status == "answered"

    def to_json(self) -> Json:
        """Return it as JSON."""
        return {
            "status": self.status,
            "reason": self.reason,
            "kind": self.kind,
            "interaction_id": None if self.interaction_id is None else str(self.interaction_id),
            "message": None if self.message is None else self.message.payload,
            "modal": None if self.modal is None else self.modal.payload,
            "choices": self.choices,
        }


def refused(reason: str) -> Outcome:
    """Return the outcome of something the client does not allow."""
    return Outcome("refused", reason)
