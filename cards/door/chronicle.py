"""What happened in a door-kicking game, sorted: fights, stabs, dice, Levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cards.door.card_events import CardReceived, CardUsed, ItemsSold
from cards.door.combat_events import (
    Caught,
    CombatEnded,
    CombatLost,
    CombatScored,
    CombatStarted,
    Escaped,
    FighterChanged,
    FleeRolled,
    HelperJoined,
    HelperLeft,
    HelperPaymentSet,
    HelpOffered,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
    StrengthAdded,
)
from cards.door.events import (
    CharacterDied,
    CorrectionMade,
    Cursed,
    CurseStruck,
    GameWon,
    LevelChanged,
    TurnStarted,
)
from cards.door.view_types import DoorView
from cards.kernel.chronicle import Act, CurveRecorder, figures_before
from cards.kernel.events import NOBODY, Event


def level_change(event: Event) -> int:
    """Return by how much an event changes the Level of its seat."""
    return event.levels if isinstance(event, LevelChanged | CorrectionMade) else 0


def levels(game_view: DoorView) -> Mapping[int, int]:
    """Return the Level of every seat."""
    return {seat.seat: seat.level for seat in game_view.seats}


@dataclass(slots=True)
class Fight:
    """One fight: who against what, how high it went, and what became of it."""

    fighter: int
    turn: int
    number: int
    helper: int = NOBODY
    joined: int = NOBODY
    """The number of the event in which the helper came."""
    deal: HelpOffered | None = None
    paid: tuple[int, ...] = ()
    """What the helper paid for being let in."""
    monsters: list[int] = field(default_factory=list[int])
    party: int = 0
    against: int = 0
    """Both totals as they stood last."""
    size: int = 0
    """Both totals together when they stood highest."""
    size_party: int = 0
    """The party's total at that moment."""
    won: bool = False
    lost: bool = False
    losses: Counter[int] = field(default_factory=Counter[int])
    """Levels that each of the party lost in it, by seat."""
    deaths: list[int] = field(default_factory=list[int])
    helper_treasures: int = 0
    levels: int = 0
    """Levels that the fighter won in it."""

    @property
    def members(self) -> tuple[int, ...]:
        """Return the seats of the party."""
        return (self.fighter,) if self.helper == NOBODY else (self.fighter, self.helper)

    def part_with_helper(self) -> None:
        """Take the helper out, and the bargain with them."""
        self.helper, self.deal, self.paid = NOBODY, None, ()


@dataclass(frozen=True, slots=True)
class Stab:
    """What somebody did to somebody else: in a fight by so many points, or as a curse by so many Levels."""

    seat: int
    victim: int
    card: int
    turn: int
    number: int
    swing: int = 0
    turned: bool = False
    """Whether the victim was winning before it and no longer after it."""
    victim_level: int = 0
    fight: Fight | None = None
    curse_levels: int = 0

    @property
    def meanness(self) -> int:
        """Return how mean it was: near victory and with consequences it is meaner."""
        mean = self.swing + 4 * self.victim_level * self.turned + 8 * self.curse_levels
        if self.fight is not None and self.fight.won:
            return mean // 4  # it did not work
        if self.fight is not None and self.fight.lost and self.turned:
            mean += 10 + 6 * self.fight.losses.total() + 25 * len(self.fight.deaths)
        return mean


@dataclass(frozen=True, slots=True)
class Swing:
    """A card that made a difference of so many points in a fight; the seat is -1 if nobody played it."""

    points: int
    card: int
    seat: int
    fighter: int
    for_party: bool


@dataclass(slots=True)
class Life:
    """What a seat went through."""

    kills: int = 0
    kill_levels: int = 0
    bought_levels: int = 0
    card_levels: int = 0
    lost_levels: int = 0
    death_turns: list[int] = field(default_factory=list[int])
    dice: list[int] = field(default_factory=list[int])
    """The dice that were rolled to run away."""
    escapes: int = 0
    caught: int = 0
    fights_lost: int = 0
    curses_thrown: int = 0
    curses_suffered: int = 0
    helped: int = 0
    gold: int = 0


@dataclass(slots=True)
class DoorRecord:
    """All of that for one game."""

    curves: CurveRecorder
    lives: dict[int, Life]
    fights: list[Fight] = field(default_factory=list[Fight])
    stabs: list[Stab] = field(default_factory=list[Stab])
    swings: dict[int, Swing] = field(default_factory=dict[int, Swing])
    """For each card the greatest difference that it made in a fight."""
    turn: int = 0
    winning: tuple[Event, ...] = ()
    """The events of the revision in which the game was won."""
    last_number: int = 0

    def turning_points(self) -> frozenset[int]:
        """Return the numbers of the events that made a difference: stabs that cost a fight or Levels, the
        meanest one of all, and bargains that won one.
        """
        fatal = [stab for stab in self.stabs if stab.turned and stab.fight is not None and stab.fight.lost]
        stabs = [*fatal, *(stab for stab in self.stabs if stab.curse_levels > 1)]
        stabs += sorted(self.stabs, key=lambda stab: (stab.meanness, stab.number))[-1:]
        deals = [fight.joined for fight in self.fights if fight.deal is not None and fight.won]
        return frozenset([*(stab.number for stab in stabs), *deals])


def record_of(game_view: DoorView, acts: Sequence[Act]) -> DoorRecord:
    """Return what happened in a whole game, from an onlooker's view of its end and its public events."""
    every = (event for _, events in acts for event in events)
    return DoorRecorder(figures_before(levels(game_view), level_change, every)).read(acts)


class DoorRecorder:
    """Goes through the public events of a whole game once."""

    def __init__(self, at_the_start: dict[int, int]) -> None:
        self.record = DoorRecord(CurveRecorder(at_the_start), {seat: Life() for seat in at_the_start})
        self._fight: Fight | None = None
        self._score: CombatScored | None = None
        self._offers: list[tuple[HelpOffered, tuple[int, ...]]] = []
        """The bargains of this fight, each with what its helper pays."""
        self._cursed: dict[int, Cursed] = {}

    def read(self, acts: Sequence[Act]) -> DoorRecord:
        """Return what happened."""
        self.record.curves.note()
        for first, events in acts:
            for number, event in enumerate(events, first):
                self.record.last_number = number
                self._note(event, number, events)
            self._note_swing(first, events)
        self.record.curves.note()
        return self.record

    def _life(self, seat: int) -> Life:
        return self.record.lives.setdefault(seat, Life())

    def _note(self, event: Event, number: int, together: tuple[Event, ...]) -> None:
        if change := level_change(event):
            figures = self.record.curves.figures
            figures[event.seat] = figures.get(event.seat, 0) + change
        match event:
            case TurnStarted():
                self.record.turn = event.turn
                self.record.curves.note()
            case GameWon():
                self.record.winning = together
            case LevelChanged():
                self._level(event, together)
            case CharacterDied():
                self._life(event.seat).death_turns.append(self.record.turn)
                if self._fight is not None:
                    self._fight.deaths.append(event.seat)
            case Cursed():
                self._curse(event)
            case CurseStruck():
                self._struck(event, number, together)
            case ItemsSold():
                self._life(event.seat).gold += event.gold
            case CombatStarted():
                self._fight = Fight(event.seat, self.record.turn, number)
                self._score, self._offers = None, []
                self.record.fights.append(self._fight)
            case FleeRolled():
                self._life(event.seat).dice.append(event.die)
            case Escaped():
                self._life(event.seat).escapes += 1
            case Caught():
                self._life(event.seat).caught += 1
            case _:
                self._note_combat(event, number)

    def _note_combat(self, event: Event, number: int) -> None:
        fight = self._fight
        if fight is None:
            return
        match event:
            case MonsterJoined():
                fight.monsters.append(event.monster)
            case HelpOffered():
                self._offers.append((event, ()))
            case HelperPaymentSet() if self._offers:
                self._offers[-1] = (self._offers[-1][0], event.items)
            case HelperJoined():
                fight.helper, fight.joined = event.seat, number
                pair = {event.seat, event.fighter}
                deals = [found for found in self._offers if {found[0].seat, found[0].to} == pair]
                fight.deal, fight.paid = deals[-1] if deals and not event.compelled else (None, ())
                self._life(event.seat).helped += 1
            case FighterChanged():
                fight.fighter, fight.deal, fight.paid = event.seat, None, ()
                self._offers = []
                if fight.helper == event.seat:
                    fight.helper = NOBODY
            case HelperLeft() if not fight.won and not fight.lost:
                fight.part_with_helper()
            case MonsterKilled():
                if fight.helper != event.helper:
                    fight.part_with_helper()
                    fight.helper = event.helper
                fight.won = True
                self._life(event.seat).kills += 1
            case CombatLost():
                fight.lost = True
                self._life(fight.fighter).fights_lost += 1
            case CardReceived():
                fight.helper_treasures += event.source == "treasure" and event.seat == fight.helper
            case CombatEnded():
                self._fight = None
            case _:
                pass

    def _level(self, event: LevelChanged, together: tuple[Event, ...]) -> None:
        life, fight = self._life(event.seat), self._fight
        if event.levels < 0:
            life.lost_levels -= event.levels
            if fight is not None and event.seat in fight.members:
                fight.losses[event.seat] -= event.levels
        elif any(isinstance(each, MonsterKilled) for each in together):
            life.kill_levels += event.levels
            if fight is not None and event.seat == fight.fighter:
                fight.levels += event.levels
        elif any(isinstance(each, ItemsSold) for each in together):
            life.bought_levels += event.levels
        else:
            life.card_levels += event.levels

    def _curse(self, event: Cursed) -> None:
        self._cursed[event.card] = event
        if event.by not in (NOBODY, event.seat):
            self._life(event.by).curses_thrown += 1

    def _struck(self, event: CurseStruck, number: int, together: tuple[Event, ...]) -> None:
        self._life(event.seat).curses_suffered += 1
        cast = self._cursed.pop(event.card, None)
        if cast is None or cast.by in (NOBODY, event.seat):
            return
        lost = -sum(
            each.levels
            for each in together
            if isinstance(each, LevelChanged) and each.seat == event.seat and each.levels < 0
        )
        level = self.record.curves.figures.get(event.seat, 0)
        self.record.stabs.append(
            Stab(
                cast.by,
                event.seat,
                event.card,
                self.record.turn,
                number,
                victim_level=level,
                curse_levels=lost,
            )
        )

    def _note_swing(self, number: int, events: tuple[Event, ...]) -> None:
        """Compare the scores before and after an action, and note who is to blame."""
        score = next((e for e in reversed(events) if isinstance(e, CombatScored)), None)
        fight, before = self._fight, self._score
        if score is None or fight is None:
            return
        self._score = score
        fight.party, fight.against = score.party, score.monsters
        if score.party + score.monsters >= fight.size:
            fight.size, fight.size_party = score.party + score.monsters, score.party
        cause = next(
            (e for e in events if isinstance(e, MonsterEnhanced | CardUsed | MonsterJoined | StrengthAdded)),
            None,
        )
        if before is None or cause is None:
            return
        number += events.index(cause)
        swing = (before.party - before.monsters) - (score.party - score.monsters)
        card = _card_of(cause)
        if card not in self.record.swings or self.record.swings[card].points < abs(swing):
            made = Swing(abs(swing), card, cause.seat, fight.fighter, swing < 0)
            self.record.swings[card] = made
        if swing > 0 and cause.seat not in (NOBODY, fight.fighter, fight.helper):
            level = self.record.curves.figures.get(fight.fighter, 0)
            turned = before.ahead and not score.ahead
            self.record.stabs.append(
                Stab(cause.seat, fight.fighter, card, self.record.turn, number, swing, turned, level, fight)
            )


def _card_of(cause: Event) -> int:
    match cause:
        case MonsterEnhanced() | CardUsed():
            return cause.card
        case MonsterJoined():
            return cause.monster
        case StrengthAdded():
            return cause.cards[0] if cause.cards else NOBODY
        case _:
            return NOBODY
