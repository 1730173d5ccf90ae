"""What happened in a castle-defense game, sorted: trophies, bargains, thefts, what fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cards.kernel.chronicle import Act, CurveRecorder
from cards.kernel.events import NOBODY, Event
from cards.panic.board import clockwise
from cards.panic.card_events import (
    CardGivenBack,
    CardHanded,
    OfferAccepted,
    OfferLapsed,
    PanicHelpOffered,
    TreasuresEarned,
    TrophyPadded,
    TrophyReclaimed,
    TrophyTaken,
)
from cards.panic.events import PanicEnded, PanicTurnStarted
from cards.panic.monster_events import (
    MonsterAttacked,
    MonsterDied,
    MonsterMoved,
    MonsterPlaced,
    MonsterSlain,
    MonsterSquashed,
    TowerFell,
    WallFell,
)
from cards.panic.rules import TOWER_COUNT
from cards.panic.view import PanicView

_TAKEN = ("snatched", "demanded", "taken", "pilfered")
"""How cards change hands against the will of their owner; the rest is given, lent or paid."""


@dataclass(slots=True)
class HelpRecord:
    """A bargain and what the helper got for it."""

    accepted: OfferAccepted
    turn: int
    treasures: int = 0
    trophies: int = 0
    paid: list[int] = field(default_factory=list[int])
    """Cards and trophies that were paid; -1 for one that not everybody may know."""

    def price(self) -> int:
        """Return how many things it brought."""
        return self.treasures + self.trophies + len(self.paid)


@dataclass(frozen=True, slots=True)
class RefusedOffer:
    """An offer of which nothing came: in which turn, whose card, whose fight, and what was wanted for it.

    ``held_back``: it was accepted and given back unused.
    """

    turn: int
    helper: int
    asker: int
    card: int
    treasures: int = 0
    trophy: str = ""
    held_back: bool = False


@dataclass(frozen=True, slots=True)
class Rescue:
    """A monster that was slain one step before a Tower, with the Towers that stood then."""

    seat: int
    monster: int
    arc: int
    towers: int


@dataclass(slots=True)
class PanicRecord:
    """What happened in one game."""

    curves: CurveRecorder
    turn: int = 0
    reason: str = ""
    trophies: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    """For each trophy its owner and its points."""
    slain: Counter[int] = field(default_factory=Counter[int])
    best_catch: tuple[int, int, int] = (0, NOBODY, NOBODY)
    """Points, monster and slayer of the biggest monster."""
    biggest_attack: tuple[int, MonsterAttacked | None] = (0, None)
    thefts: list[tuple[int, TrophyTaken]] = field(default_factory=list[tuple[int, TrophyTaken]])
    handed: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    deals: list[HelpRecord] = field(default_factory=list[HelpRecord])
    towers: list[int] = field(default_factory=list[int])
    last_fall: TowerFell | None = None
    walls: list[int] = field(default_factory=list[int])
    """The turns in which they fell."""
    refusals: list[RefusedOffer] = field(default_factory=list[RefusedOffer])
    rescues: list[Rescue] = field(default_factory=list[Rescue])
    squashed: list[int] = field(default_factory=list[int])
    lost_to_walls: int = 0
    cards: Counter[int] = field(default_factory=Counter[int])
    """Damage by card."""


def record_of(game_view: PanicView, monster_points: Sequence[int], acts: Iterable[Act]) -> PanicRecord:
    """Return what happened in a whole game, from an onlooker's view of its end and its public events.

    ``monster_points`` is what each monster counts, by card.
    """
    record = _Recorder(len(game_view.seats), monster_points).read(acts)
    for seat in game_view.seats:
        record.curves.figures[seat.seat] = seat.points
        if points := record.curves.points.get(seat.seat):
            points[-1] = seat.points
    return record


class _Recorder:
    """Goes through the public events of a whole game once."""

    def __init__(self, seats: int, points: Sequence[int]) -> None:
        self.record = PanicRecord(CurveRecorder(dict.fromkeys(range(seats), 0)))
        self._points = points
        self._places: dict[int, tuple[str, int]] = {}
        """Ring and arc of each monster on the board."""
        self._walls, self._towers = set[int](), set[int]()
        """The arcs in which they have fallen."""
        self._offers: dict[int, PanicHelpOffered] = {}

    def read(self, acts: Iterable[Act]) -> PanicRecord:
        for _, events in acts:
            for event in events:
                self._note(event)
            self._score()
        self.record.curves.note()
        return self.record

    def _score(self) -> None:
        figures = self.record.curves.figures
        for seat in figures:
            figures[seat] = sum(points for owner, points in self.record.trophies.values() if owner == seat)

    def _note(self, event: Event) -> None:
        record = self.record
        match event:
            case PanicTurnStarted():
                record.turn = event.turn
                record.curves.note()
            case PanicEnded():
                record.reason = event.reason
            case MonsterPlaced():
                self._places[event.monster] = "forest", event.arc
            case MonsterMoved():
                self._places[event.monster] = event.ring, event.arc
            case MonsterSlain():
                self._note_rescue(event)
                record.trophies[event.monster] = (event.holder, event.points)
                record.slain[event.seat] += 1
                record.best_catch = max(record.best_catch, (event.points, event.monster, event.seat))
                if event.holder != event.seat and (deal := self._deal_with(event.holder)):
                    deal.trophies += 1
            case MonsterAttacked():
                if event.damage > record.biggest_attack[0]:
                    record.biggest_attack = (event.damage, event)
                for card in event.cards:
                    record.cards[card] += 1
            case TowerFell():
                self._towers.add(event.arc)
                record.towers.append(record.turn)
                record.last_fall = event
            case WallFell():
                self._walls.add(event.arc)
                record.walls.append(record.turn)
            case MonsterSquashed():
                record.squashed.append(event.monster)
            case MonsterDied():
                record.lost_to_walls += event.cause in ("wall", "tower")
            case _:
                self._note_deal(event)

    def _note_rescue(self, event: MonsterSlain) -> None:
        ring, arc = self._places.pop(event.monster, ("", 0))
        arc = clockwise(arc) if ring == "castle" else arc
        is_near = ring == "castle" or (ring == "swordsman" and arc in self._walls)
        if is_near and arc not in self._towers:
            left = TOWER_COUNT - len(self._towers)
            self.record.rescues.append(Rescue(event.seat, event.monster, arc, left))

    def _note_deal(self, event: Event) -> None:
        record = self.record
        match event:
            case TrophyTaken():
                _, points = record.trophies.get(event.trophy, (NOBODY, self._points[event.trophy]))
                record.trophies[event.trophy] = (event.seat, points)
                if not event.how:  # what is paid, repaid or swapped is no theft
                    record.thefts.append((points, event))
                elif event.how == "swapped" and record.thefts and record.thefts[-1][0] <= points:
                    record.thefts.pop()  # nothing was won by it
                self._note_payment(event, event.trophy)
            case TrophyReclaimed():
                record.trophies[event.trophy] = (event.seat, self._points[event.trophy])
            case TrophyPadded():
                known = (event.seat, self._points[event.trophy])
                owner, points = record.trophies.get(event.trophy, known)
                record.trophies[event.trophy] = (owner, points + event.points)
            case CardHanded() if event.how in _TAKEN:
                record.handed[event.seat, event.giver] += 1
            case CardHanded():
                self._note_payment(event, event.card)
            case OfferAccepted():
                record.deals.append(HelpRecord(event, record.turn))
            case PanicHelpOffered():
                self._offers[event.card] = event
            case OfferLapsed(why="untaken" | "unanswered") if event.card in self._offers:
                price = self._offers[event.card].treasures, self._offers[event.card].trophy
                refused = RefusedOffer(record.turn, event.seat, event.asker, event.card, *price)
                record.refusals.append(refused)
            case CardGivenBack():
                for unused in [deal for deal in record.deals if self._gives_back(event, deal)]:
                    asker = unused.accepted.seat
                    back = RefusedOffer(record.turn, event.seat, asker, event.card, held_back=True)
                    record.refusals.append(back)
                    record.deals.remove(unused)
            case TreasuresEarned():
                if deal := self._deal_with(event.seat):
                    deal.treasures += event.card_count
            case _:
                pass

    def _gives_back(self, event: CardGivenBack, deal: HelpRecord) -> bool:
        """Return True if the card of a bargain goes back unused, so that nothing comes of it."""
        accepted = (deal.turn, deal.accepted.card, deal.accepted.helper)
        return accepted == (self.record.turn, event.card, event.seat)

    def _note_payment(self, event: CardHanded | TrophyTaken, card: int) -> None:
        """Note what a helper is paid with, or hands back."""
        deal = self._deal_with(event.seat if event.how == "paid" else event.giver)
        if deal is not None and event.how == "paid":
            deal.paid.append(card)
        elif deal is not None and event.how == "repaid" and card in deal.paid:
            deal.paid.remove(card)

    def _deal_with(self, helper: int) -> HelpRecord | None:
        """Return the latest bargain of this turn with a helper."""
        return next(
            (
                deal
                for deal in reversed(self.record.deals)
                if deal.turn == self.record.turn and deal.accepted.helper == helper
            ),
            None,
        )
