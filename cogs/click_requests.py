"""What a press can ask for, as plain records.

All of it can be forged, so a request only says what the presser would like. The table decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.tables.choices import Choice
from bot.tables.intents import Intent
from bot.views.base.custom_ids import MoveDraft, PartialChoice
from cards.kernel.moves import Pick, Refusal


@dataclass(frozen=True, slots=True)
class MakeMove:
    """Make a move whose slots are all filled; ``seen`` is the revision the button was drawn for."""

    table: int
    seen: int
    choice: Choice
    from_menu: bool = False


@dataclass(frozen=True, slots=True)
class LookAtMove:
    """Show a move whose slots are all filled before it is made."""

    table: int
    seen: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class FillSlot:
    """Fill the next slot of a move with these picks; without any, ask for it."""

    table: int
    seen: int
    partial_choice: PartialChoice
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class OpenMoveForm:
    """Open the form of a move."""

    table: int
    seen: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class SendMoveForm:
    """Make a move with what was filled in."""

    table: int
    seen: int
    choice: Choice
    fields: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SetTerm:
    """Show the terms of a move, with these picks for the one whose menu was used; or send them.

    ``line`` is what was written to go with them.
    """

    table: int
    seen: int
    draft: MoveDraft
    picks: tuple[Pick, ...]
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show the presser's own hand."""

    table: int


@dataclass(frozen=True, slots=True)
class ShowCard:
    """Show one card, or the hand if the card cannot be seen."""

    table: int
    card: int


@dataclass(frozen=True, slots=True)
class ShowDesk:
    """Show a screen of moves that belong together."""

    table: int
    name: str


@dataclass(frozen=True, slots=True)
class ShowSeat:
    """Show what lies in front of somebody."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class ShowStory:
    """Show a page of the story; page 0 begins with what the presser has missed."""

    table: int
    page: int = 0


@dataclass(frozen=True, slots=True)
class WatchTable:
    """Show the table to somebody who does not sit there, and keep that up to date."""

    table: int


@dataclass(frozen=True, slots=True)
class ShowDice:
    """Open the seal of a finished game's dice."""

    table: int


@dataclass(frozen=True, slots=True)
class ShowDetails:
    """Show what the table's message has no room for, to anybody who asks."""

    table: int


@dataclass(frozen=True, slots=True)
class ShowAsking:
    """Show when the presser is asked whether they pass, and let them choose."""

    table: int


AnswerKind = Literal["accept", "refuse", "counter"]


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Answer what somebody offers the presser, from the message that all can see.

    ``offers`` are the numbers of those that stood there.
    """

    table: int
    seen: int
    how: AnswerKind
    offers: frozenset[int]


@dataclass(frozen=True, slots=True)
class ShowLeaving:
    """Ask the presser whether they want to leave the game."""

    table: int


@dataclass(frozen=True, slots=True)
class ShareHighlights:
    """Post the highlights of a finished game for everybody."""

    table: int


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Show a page of the rules of a table, or of a game where there is none.

    ``card`` is the card that was being read, -1 if none; without a topic the moment chooses the page.
    """

    topic: str
    table: int = 0
    game: str = ""
    card: int = -1


@dataclass(frozen=True, slots=True)
class AnswerPoll:
    """Answer the poll that the button was drawn for."""

    table: int
    seen: int
    yes: bool


@dataclass(frozen=True, slots=True)
class ChangeTable:
    """Ask something of the table itself; ``seen`` is None where the button counts at any time."""

    table: int
    intent: Intent
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class SetFlags:
    """Switch these yes-or-no options on, and all others off."""

    table: int
    chosen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Show the settings of the lobby."""

    table: int


@dataclass(frozen=True, slots=True)
class OpenSettingForm:
    """Open the form for the value of one option."""

    table: int
    key: str


@dataclass(frozen=True, slots=True)
class ShowReplay:
    """Show a chapter of a finished game, from this part of its story on."""

    table: int
    chapter: int
    hands_open: bool = False
    part: int = 0


@dataclass(frozen=True, slots=True)
class SendGameFiles:
    """Hand the files of a finished game to its host."""

    table: int


@dataclass(frozen=True, slots=True)
class RefusedPress:
    """Something that no screen of ours offers."""

    table: int
    why: Refusal


MoveRequest = MakeMove | LookAtMove | FillSlot | OpenMoveForm | SendMoveForm | SetTerm
LookRequest = (
    ShowHand
    | ShowCard
    | ShowDesk
    | ShowSeat
    | ShowDetails
    | ShowAsking
    | ShowLeaving
    | ShowStory
    | ShareHighlights
    | WatchTable
    | ShowDice
)
LobbyRequest = ChangeTable | SetFlags | ShowSettings | OpenSettingForm
ReplayClick = ShowReplay | SendGameFiles
ClickRequest = (
    MoveRequest
    | AnswerOffer
    | LookRequest
    | LobbyRequest
    | ReplayClick
    | ShowRules
    | AnswerPoll
    | RefusedPress
)
