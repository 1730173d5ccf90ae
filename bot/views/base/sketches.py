"""What is in a picture: plain data that is equal when the picture would be the same."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cards.kernel.game import CardFace

TextSize = Literal["normal", "small", "large"]
"""How large the letters are in pictures that one person alone sees."""


FINAL_MARK = "FOR THE WIN"
"""Stands over a fight that may end the game."""

CARDS_PER_ROW: dict[TextSize, int] = {"small": 4, "normal": 3, "large": 2}

OUTLOOK_CELLS_PER_ROW = 3

MAX_WIDE_FACES = 6
"""Cards of a hand that stand three in a row."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Card faces side by side, without their text: names, drawings and figures tell them apart."""

    faces: tuple[CardFace, ...]
    text_size: TextSize = "normal"

    @property
    def per_row(self) -> int:
        """Return how many cards stand in a row: more of a large hand, which leaves room for its buttons."""
        if self.text_size == "normal" and len(self.faces) > MAX_WIDE_FACES:
            return CARDS_PER_ROW["small"]
        return CARDS_PER_ROW[self.text_size]


@dataclass(frozen=True, slots=True)
class LargeCard:
    """One card to be read: ``kind`` and ``text`` are what stands on it, a paragraph each, without markup."""

    face: CardFace
    kind: str
    text: tuple[str, ...]
    text_size: TextSize = "normal"


@dataclass(frozen=True, slots=True)
class Poster:
    """Cards that a game shows itself with, what it is about, how long it takes and how hard it is."""

    faces: tuple[CardFace, ...]
    blurb: str = ""
    facts: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """A piece of gear beside a seat: which emblem, and what it adds."""

    emblem: str
    bonus: int
    worn: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat on the table's picture. ``color`` numbers the seat's color."""

    name: str
    color: int
    level: int
    strength: int
    cards: int
    chips: tuple[Chip, ...] = ()
    words: str = ""
    active: bool = False
    alive: bool = True


@dataclass(frozen=True, slots=True)
class ScorePart:
    """A part of a side's strength: how much, what for, and who brought it in."""

    amount: str
    name: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: its total, what it is made of, and the emblem or the faces beside it.

    ``colors`` number the seats that fight on this side; it is empty for the monsters.
    """

    total: int
    parts: tuple[ScorePart, ...]
    faces: tuple[CardFace, ...] = ()
    colors: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FightBox:
    """A combat. ``ahead`` tells whether the party would win, ``stakes`` what it would get.

    ``final`` says who would win the game; empty while it goes on.
    """

    party: Side
    monsters: Side
    ahead: bool
    stakes: str
    final: str = ""


@dataclass(frozen=True, slots=True)
class Reveal:
    """A card that has just changed everything: what happened, and what the card does here.

    ``score`` is that of the fight that is on, the party's first; ``ahead`` whether the party would win, and
    ``final`` who would win the game with it. In its place may stand a die with the least that it has to show
    (0: no matter), so many of all steps to doom, or other cards.
    """

    face: CardFace
    head: str
    notes: tuple[str, ...] = ()
    joke: str = ""
    score: tuple[int, int] | None = None
    ahead: bool = False
    final: str = ""
    die: int = 0
    need: int = 0
    steps: tuple[int, int] = (0, 0)
    cards: tuple[CardFace, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table: levels on a track up to ``goal``, and gear."""

    rows: tuple[SeatRow, ...]
    goal: int


@dataclass(frozen=True, slots=True)
class MonsterToken:
    """A monster on the castle's board: ring 0 (Forest) to 4, arc 1 to 6; ``letter`` names it in the list.

    ``lowest`` is its lowest number, ``marches`` whether it is about to move, ``breaks`` whether that leads it
    into a Wall or Tower. ``face`` is what is drawn; the more ``points``, the larger.
    """

    ring: int
    arc: int
    letter: str
    health: int
    top: int
    glued: bool = False
    lowest: int = 1
    marches: bool = False
    breaks: bool = False
    face: CardFace | None = None
    points: int = 2


@dataclass(frozen=True, slots=True)
class Castle:
    """The castle's board from above. ``towers``, ``walls`` and ``fortified`` are by arc, from arc 1 on.

    ``notes`` stand in its corners: at the upper left, at the upper right, at the lower left. Without
    ``has_walls`` none were ever built.
    """

    tokens: tuple[MonsterToken, ...]
    towers: tuple[bool, ...]
    walls: tuple[bool, ...]
    fortified: tuple[bool, ...]
    asleep: bool = False
    notes: tuple[str, ...] = ()
    has_walls: bool = True


@dataclass(frozen=True, slots=True)
class OutlookCell:
    """What a march brings down in an arc, and who does; ``later`` if that is the march after the next one."""

    arc: int
    what: str
    tokens: tuple[MonsterToken, ...]
    later: bool = False


@dataclass(frozen=True, slots=True)
class Outlook:
    """A strip of the castle's board: only the arcs that are threatened, two marches ahead."""

    cells: tuple[OutlookCell, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A seat's figure, turn by turn, the last one at the end of the game."""

    name: str
    color: int
    points: tuple[int, ...]
    winner: bool = False


@dataclass(frozen=True, slots=True)
class Curves:
    """Everybody's curve, the best first; ``unit`` is counted, ``goal`` is the figure that wins (or 0)."""

    rows: tuple[Curve, ...]
    unit: str
    goal: int = 0

    def places(self) -> list[int]:
        """Return the place of each curve, counted from 1: winners share the first, equal figures theirs."""
        found: list[int] = []
        for number, row in enumerate(self.rows):
            before = self.rows[number - 1] if number else None
            is_equal = before is not None and (
                row.winner and before.winner
                if row.winner or before.winner
                else row.points[-1] == before.points[-1]
            )
            found.append(found[-1] if is_equal else number + 1)
        return found


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: the podium, everybody's curve, and the card that decided it, if one did.

    ``caption`` says what the card did.
    """

    curves: Curves
    face: CardFace | None = None
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody did something, with its emblem."""

    emblem: str
    count: int
    word: str


@dataclass(frozen=True, slots=True)
class ShareBar:
    """So many of so many games were won, of an edition or with so many players."""

    what: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """A person's statistics; ``curve`` are the rating points of the season, ``season`` says how many."""

    tallies: tuple[Tally, ...]
    shares: tuple[ShareBar, ...]
    curve: tuple[int, ...] = ()
    season: str = ""


Sketch: TypeAlias = Hashable
"""What a picture shows, as plain values: one of those above, or a game's own with a painter for it."""
