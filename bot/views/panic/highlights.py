"""The highlights of a castle-defense game, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.highlights import CurveRecorder, Highlights, curves_of
from bot.views.base.text import clean, escape, listed, plural, quoted
from bot.views.panic.board import arc_name, catalog_of
from cards.kernel.events import NOBODY, Event
from cards.panic.card_events import (
    CardGivenBack,
    CardHanded,
    OfferAccepted,
    PanicCardPlayed,
    TreasuresEarned,
    TrophyPadded,
    TrophyReclaimed,
    TrophyTaken,
)
from cards.panic.events import PanicDieRolled, PanicEnded, PanicTurnStarted, SeatScored
from cards.panic.monster_events import (
    MonsterAttacked,
    MonsterDied,
    MonsterSlain,
    MonsterSquashed,
    TowerFell,
    WallFell,
)
from cards.panic.view import PanicView

ENDINGS = {
    "monsters": "The last monster is gone and the Castle stands",
    "towers": "The last Tower falls",
    "left": "Nobody is left to see the end",
}


_TAKEN = ("snatched", "demanded", "taken", "pilfered")
"""How cards change hands against the will of their owner; the rest is given, lent or paid."""


@dataclass(slots=True)
class _Deal:
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


@dataclass(slots=True)
class _Record:
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
    deals: list[_Deal] = field(default_factory=list[_Deal])
    towers: list[int] = field(default_factory=list[int])
    last_fall: TowerFell | None = None
    walls: list[int] = field(default_factory=list[int])
    """The turns in which they fell."""
    squashed: list[int] = field(default_factory=list[int])
    lost_to_walls: int = 0
    cards: Counter[int] = field(default_factory=Counter[int])
    """Damage by card."""


class _Recorder:
    """Goes through the public events of a whole game once."""

    def __init__(self, seats: int, points: Sequence[int]) -> None:
        self.record = _Record(CurveRecorder(dict.fromkeys(range(seats), 0)))
        self._points = points
        """What each monster counts, by card."""

    def read(self, past: Sequence[PastRevision]) -> _Record:
        for revision in past:
            for event in revision.events:
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
            case MonsterSlain():
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
                record.towers.append(record.turn)
                record.last_fall = event
            case WallFell():
                record.walls.append(record.turn)
            case MonsterSquashed():
                record.squashed.append(event.monster)
            case MonsterDied():
                record.lost_to_walls += event.cause in ("wall", "tower")
            case SeatScored() | PanicDieRolled() | PanicCardPlayed():
                pass
            case _:
                self._note_deal(event)

    def _note_deal(self, event: Event) -> None:
        record = self.record
        match event:
            case TrophyTaken():
                _, points = record.trophies.get(event.trophy, (NOBODY, self._points[event.trophy]))
                record.trophies[event.trophy] = (event.seat, points)
                if not event.how:  # what is paid, repaid or swapped is no theft
                    record.thefts.append((points, event))
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
                record.deals.append(_Deal(event, record.turn))
            case CardGivenBack():
                record.deals = [deal for deal in record.deals if not self._gives_back(event, deal)]
            case TreasuresEarned():
                if deal := self._deal_with(event.seat):
                    deal.treasures += event.card_count
            case _:
                pass

    def _gives_back(self, event: CardGivenBack, deal: _Deal) -> bool:
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

    def _deal_with(self, helper: int) -> _Deal | None:
        """Return the latest bargain of this turn with a helper."""
        return next(
            (
                deal
                for deal in reversed(self.record.deals)
                if deal.turn == self.record.turn and deal.accepted.helper == helper
            ),
            None,
        )


def panic_highlights(view: TableView, past: Sequence[PastRevision]) -> Highlights | None:
    """Return the highlights of a game from its public events; ``past`` has to be the whole of it."""
    if not isinstance(view.game_view, PanicView) or not past:
        return None
    record = _Recorder(len(view.table.seats), catalog_of(view).points).read(past)
    for seat in view.game_view.seats:
        record.curves.figures[seat.seat] = seat.points
        if points := record.curves.points.get(seat.seat):
            points[-1] = seat.points
    teller = _Teller(view, record)
    monster = record.best_catch[1]
    face = None if monster < 0 else naming.face(view, monster)
    return Highlights(
        teller.how(),
        teller.details(),
        tuple(teller.awards()),
        curves_of(view.table, record.curves, "point"),
        face,
        "" if face is None else f"Biggest catch: {clean(face.name)}",
    )


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts a record into words."""

    view: TableView
    record: _Record

    def _seat(self, seat: int) -> str:
        return f"**{naming.name(self.view.table, seat)}**"

    def _card(self, card: int) -> str:
        return f"*{naming.card_name(self.view, card)}*"

    def how(self) -> str:
        """Say how it ended."""
        ending = ENDINGS.get(self.record.reason, "The game is over")
        towers = 6 - len(self.record.towers)
        fall = self.record.last_fall
        if self.record.reason == "towers" and fall is not None:
            breaker = "the Rock" if fall.cause == "rock" else listed(map(self._card, fall.monsters))
            ending += f" to {breaker}" if breaker else ""
            ending = ending.replace("Tower", f"Tower, {arc_name(fall.arc)},", 1)
        # That no tower is left goes without saying where the last one falls.
        standing = f", with {plural(towers, 'Tower')} of 6 left" if towers > 0 else ""
        return f"{ending} on turn {self.record.turn}{standing}."

    def details(self) -> str:
        """Say who is first, and by how much."""
        lines: list[str] = []
        winners, figures = self.view.table.winners, self.record.curves.figures
        if winners:
            who = listed(self._seat(seat) for seat in winners)
            is_master = "is the Master Munchkin" if len(winners) == 1 else "are Master Munchkins"
            lines.append(f"{who} {is_master} with {plural(figures[winners[0]], 'point')}")
            others = sorted(((n, seat) for seat, n in figures.items() if seat not in winners), reverse=True)
            if others:
                lines[-1] += f", {self._seat(others[0][1])} had {others[0][0]}"
            lines[-1] += "."
        elif len(figures) > 1 and max(figures.values()) > 0:
            most = max(figures.values())
            who = listed(self._seat(seat) for seat, points in figures.items() if points == most)
            lines.append(f"Nobody is Master Munchkin. {who} had the most to lose: {plural(most, 'point')}.")
        elif len(figures) == 1:
            lines.append(f"{self._seat(0)} has {plural(figures[0], 'point')}.")
        return " ".join(lines)

    def awards(self) -> list[str]:
        """Return the awards that somebody has earned, the best stories first."""
        found: list[Callable[[], str]] = [
            self._theft,
            self._bargain,
            self._attack,
            self._catch,
            self._survival,
            self._rock,
            self._hunter,
            self._walls,
        ]
        return [line for award in found if (line := award())]

    def _theft(self) -> str:
        if not self.record.thefts:
            return self._beggar()
        points, taken = max(self.record.thefts, key=lambda entry: entry[0])
        worth = f" ({plural(points, 'point')})" if points else ""
        thief, victim = self._seat(taken.seat), self._seat(taken.giver)
        return f"🗡️ **Meanest stab:** {thief} makes off with {victim}’s {self._card(taken.trophy)}{worth}."

    def _beggar(self) -> str:
        if not self.record.handed:
            return "🕊️ **Meanest stab:** none. Nobody took anything from anybody." if self._many() else ""
        (taker, giver), count = max(self.record.handed.items(), key=lambda entry: (entry[1], entry[0]))
        took = f"{plural(count, 'card')} from {self._seat(giver)}"
        return f"🗡️ **Meanest stab:** {self._seat(taker)}, who took {took} in one evening."

    def _many(self) -> bool:
        return len(self.view.table.seats) > 1

    def _catch(self) -> str:
        points, monster, seat = self.record.best_catch
        if points < 3:
            return ""
        joke = naming.face(self.view, monster).flavour
        worth = plural(points, "point")
        told = f"🏆 **Biggest catch:** {self._seat(seat)} slays {self._card(monster)}, {worth}."
        return told + (f" {escape(quoted(joke))}" if joke else "")

    def _attack(self) -> str:
        damage, attack = self.record.biggest_attack
        if attack is None or damage < 3:
            return ""
        named = Counter(self._card(card) for card in attack.cards[:4])
        cards = listed(name if times == 1 else f"{name} (×{times})" for name, times in named.items())
        monster = self._card(attack.monster)
        return f"⚔️ **Largest attack:** {self._seat(attack.seat)} hits {monster} for {damage} with {cards}."

    def _bargain(self) -> str:
        if not self.record.deals:
            alone = "Everybody fought alone, and it shows."
            return f"🤝 **Best bargain:** none. {alone}" if self._many() else ""
        deal = max(self.record.deals, key=_Deal.price)
        trophies = "the trophy" if deal.trophies == 1 else f"{deal.trophies} trophies"
        gain = [trophies] if deal.trophies else []
        gain += [plural(deal.treasures, "Treasure")] if deal.treasures else []
        gain += [self._card(card) if card >= 0 else "a card" for card in deal.paid]
        helper, asker = self._seat(deal.accepted.helper), self._seat(deal.accepted.seat)
        lends = f"{helper} lends {asker} {self._card(deal.accepted.card)}"
        return f"🤝 **Best bargain:** {lends} for {listed(gain) or 'nothing but thanks'}."

    def _survival(self) -> str:
        towers = self.record.towers
        if not towers:
            return "🗼 **Longest survival:** all six Towers. Not a scratch." if self.record.turn > 3 else ""
        rest = f", the last one until turn {towers[-1]}" if len(towers) == 6 else ""
        return f"🗼 **Longest survival:** the first Tower stood until turn {towers[0]}{rest}."

    def _rock(self) -> str:
        if not self.record.squashed:
            return ""
        flat = listed(self._card(monster) for monster in self.record.squashed[:3])
        return f"🪨 **Luckiest dice:** the Rock, which rolled over {flat}."

    def _hunter(self) -> str:
        if not self.record.slain:
            return ""
        seat, count = max(self.record.slain.items(), key=lambda entry: (entry[1], -entry[0]))
        return f"💀 **Best hunter:** {self._seat(seat)} with {plural(count, 'monster')}." if count > 2 else ""

    def _walls(self) -> str:
        if self.record.lost_to_walls < 2:
            return ""
        count = plural(self.record.lost_to_walls, "monster")
        return f"🧱 **Bravest defender:** the Castle itself, which killed {count} for nobody’s trophy."
