"""What a seat may see of a door-kicking game: the types that screens and computer players get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cards.door.state import Trade, Truce
from cards.kernel.moves import NEW_TUPLE, Slot


class LedgerLine(NamedTuple):
    """One entry of a ledger: an amount, and the card or rule it comes from.

    ``source`` is a card index or -1; ``reason`` a closed word such as ``level``, ``item``, ``ability``,
    ``enhancer``, ``card``, ``seals``; ``seat`` the owner, or -1.
    """

    amount: int
    reason: str
    source: int = -1
    seat: int = -1


def ledger_line(amount: int, reason: str, source: int = -1, seat: int = -1) -> LedgerLine:
    """Return an entry; quicker than the class where the rules are compiled, like ``make_move``."""
    line: LedgerLine = NEW_TUPLE(LedgerLine, (amount, reason, source, seat))
    return line


@dataclass(frozen=True, slots=True)
class DoorItemView:
    """A card in play: an Item, or a card attached to one. ``bonus`` is what it adds at the moment."""

    card: int
    equipped: bool
    bonus: int
    under: int = -1
    """The card it is attached to, if it is a Cheat! or the like; else -1."""
    bearer: int = -1
    """The companion that carries it free of all limits, or -1."""


@dataclass(frozen=True, slots=True)
class DoorSeatView:
    """A seat as the table sees it. ``hand`` is empty unless the hand is the viewer's own."""

    seat: int
    level: int
    sex: str
    alive: bool
    left: bool
    strength: int
    """Level and bonuses outside combat."""
    traits: tuple[int, ...]
    items: tuple[DoorItemView, ...]
    companions: tuple[int, ...]
    curses: tuple[int, ...]
    hand_size: int
    hand: tuple[int, ...]
    hand_limit: int
    turned: tuple[int, ...] = ()
    """Companions with a sex other than the printed one (R-606)."""
    aside: tuple[int, ...] = ()
    """Steeds that are not ridden at the moment."""
    win_level: int = 0
    """The Level with which a kill wins the game; for some it is a lower one than for others (H-50)."""
    strength_lines: tuple[LedgerLine, ...] = ()
    """What the strength is made of."""


@dataclass(frozen=True, slots=True)
class DoorMonsterView:
    """A monster in the combat with everything on it."""

    card: int
    strength: int
    levels: int
    treasures: int
    enhancers: tuple[int, ...]
    lines: tuple[LedgerLine, ...]
    copy_of: int = -1
    stacked: tuple[int, ...] = ()
    linked: int = -1
    """The monster with which a Mate shares what is played on either; -1 for others (R-303)."""
    borrowed: tuple[int, ...] = ()
    """Enhancers that shaped any other copy when it was made (R-647)."""


@dataclass(frozen=True, slots=True)
class DoorOfferView:
    """A bargain on the table for help in the combat (R-352). ``by`` made it, ``to`` may accept it.

    ``treasures`` -1 means all; ``order`` is ``helper``, ``fighter`` or ``alternating`` (who picks first);
    ``promised`` is how many hand cards the fighter promises to play, ``promises`` which, if the viewer knows.
    """

    number: int
    by: int
    to: int
    treasures: int
    order: str
    items: tuple[int, ...]
    promised: int
    promises: tuple[int, ...]
    condition: str
    numbers: tuple[int, ...] = ()
    """The helper's Treasures by number, counted as they are drawn; empty where they are picked."""
    pays: tuple[int, ...] = ()
    """Items that the helper pays for being let in."""
    countered: int = 0
    """How many offers went back and forth before this one."""


@dataclass(frozen=True, slots=True)
class DoorRunView:
    """What a card played in this combat changes about running away; -1 for everybody, or all monsters."""

    rule: str
    """``flee``: the amount is added to rolls; ``no_escape``: nobody gets away."""
    amount: int
    card: int
    seat: int = -1
    monster: int = -1


@dataclass(frozen=True, slots=True)
class DoorCombatView:
    """The combat with both totals and their reasons."""

    fighter: int
    helper: int
    compelled: bool
    party: int
    monsters: int
    ahead: bool
    """Whether the party would win as things stand, ties included."""
    party_lines: tuple[LedgerLine, ...]
    side_lines: tuple[LedgerLine, ...]
    """Cards played for the monster side as a whole."""
    foes: tuple[DoorMonsterView, ...]
    treasures: int
    levels: int
    stage: str
    """``fight``, ``victory``, ``defeat``, ``escape`` or ``reward``."""
    offers: tuple[DoorOfferView, ...]
    deal: DoorOfferView | None = None
    """The bargain that brought the helper in; None if there is no helper or they were compelled."""
    refused: tuple[DoorOfferView, ...] = ()
    """Bargains refused in this combat; what was promised in secret is left out."""
    fleeing: int = -1
    """The monster that is being fled at the moment."""
    roll: int = 0
    can_be_helped: bool = True
    """Whether the fighter could ask somebody for help now."""
    truces: tuple[Truce, ...] = ()
    truce_offers: tuple[Truce, ...] = ()
    refused_truces: tuple[Truce, ...] = ()
    runs: tuple[DoorRunView, ...] = ()
    wins_ties: bool = False
    winners: tuple[int, ...] = ()
    """Who of the party would win the game if it won now."""
    helper_levels: int = 0
    """The Levels that the helper would get then."""


@dataclass(frozen=True, slots=True)
class DoorWaitView:
    """The seats the table waits for. ``passed`` are those that have passed in this window."""

    serial: int
    kind: str
    name: str
    awaited: tuple[int, ...]
    passed: tuple[int, ...]
    seconds: int
    card: int
    slot: Slot | None
    """The open decision; only in the view of the seat that has to make it."""


@dataclass(frozen=True, slots=True)
class DoorView:
    """Everything that one seat (``seat`` None: an onlooker) may know."""

    seat: int | None
    turn: int
    active: int
    phase: str
    """``setup``, ``arrange``, ``door``, ``trouble``, ``combat``, ``after``, ``charity`` or ``over``."""
    seats: tuple[DoorSeatView, ...]
    door_count: int
    treasure_count: int
    door_discards: int
    treasure_discards: int
    door_top: int
    """The card on top of the Door discards, -1 if there is none."""
    treasure_top: int
    combat: DoorCombatView | None
    trades: tuple[Trade, ...]
    refused: tuple[Trade, ...]
    """Trades refused in this phase."""
    wait: DoorWaitView | None
    curse: int
    """The curse that is pending, -1 if none."""
    curse_on: int
    seals: tuple[int, ...]
    """Open Seals, the one in force last."""
    win_level: int
    over: bool
    winners: tuple[int, ...]
    commitment: str
    seed: int | None
    """Shown only once the game is over, so that the dice can be verified."""
