"""What happens in the fights of a door-kicking game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from cards.door.state import CombatAdjustment
from cards.kernel.events import AS_CARD, AS_CARDS, AS_COUNT, AS_OTHER, AS_WORD, Event, as_flag

# fights: who fights, what counts, bargains and the end


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatStarted(Event):
    """A fight began."""

    kind: ClassVar[str] = "combat_started"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterJoined(Event):
    """A monster joined the fight, sent by a seat (-1: by nobody)."""

    kind: ClassVar[str] = "monster_joined"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterCopied(Event):
    """A card joined the fight as a second copy of a monster."""

    kind: ClassVar[str] = "monster_copied"
    monster: int = field(metadata=AS_CARD)
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterRemoved(Event):
    """A monster left the fight before its end."""

    kind: ClassVar[str] = "monster_removed"
    monster: int = field(metadata=AS_CARD)
    killed: bool = field(metadata=as_flag("killed", "removed"))


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterStacked(Event):
    """A card was laid under a monster and adds its Level."""

    kind: ClassVar[str] = "stacked"
    card: int = field(metadata=AS_CARD)
    monster: int = field(metadata=AS_CARD)
    bonus: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterEnhanced(Event):
    """A seat played an enhancer on a monster."""

    kind: ClassVar[str] = "enhanced"
    card: int = field(metadata=AS_CARD)
    monster: int = field(metadata=AS_CARD)
    bonus: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthAdded(Event):
    """A card, on a monster where it is about one, changed the strength of a side."""

    kind: ClassVar[str] = "strength_added"
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    bonus: int = field(metadata=AS_COUNT)
    side: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatScored(Event):
    """How the fight of a seat stands after an action that changed something in it."""

    kind: ClassVar[str] = "combat_scored"
    party: int = field(metadata=AS_COUNT)
    monsters: int = field(metadata=AS_OTHER)
    ahead: bool = field(metadata=as_flag("ahead", "behind"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FleeAdded(Event):
    """A card changed the rolls to run away."""

    kind: ClassVar[str] = "flee_added"
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    bonus: int = field(metadata=AS_COUNT)
    side: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TreasuresAdded(Event):
    """A card changed the number of Treasures to win."""

    kind: ClassVar[str] = "treasures_added"
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    treasures: int = field(metadata=AS_COUNT)
    side: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatRuleAdded(Event):
    """A card put a rule in force for the rest of the fight."""

    kind: ClassVar[str] = "rule_added"
    card: int = field(metadata=AS_CARD)
    rule: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class FighterChanged(Event):
    """Another seat fights in the place of the fighter."""

    kind: ClassVar[str] = "fighter_changed"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperJoined(Event):
    """A seat helps the fighter."""

    kind: ClassVar[str] = "helper_joined"
    fighter: int = field(metadata=AS_OTHER)
    compelled: bool = field(metadata=as_flag("compelled", ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperLeft(Event):
    """The helper left the fight."""

    kind: ClassVar[str] = "helper_left"
    card: int = field(default=-1, metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpOffered(Event):
    """A seat offered a bargain, or answered another one with it (counter); -1 stands for all Treasures."""

    kind: ClassVar[str] = "help_offered"
    to: int = field(metadata=AS_OTHER)
    items: tuple[int, ...] = field(metadata=AS_CARDS)
    treasures: int = field(metadata=AS_COUNT)
    counter: bool = field(default=False, metadata=as_flag("counter", ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperPaymentSet(Event):
    """The bargain just offered has its helper pay Items; older logs name them among those offered."""

    kind: ClassVar[str] = "helper_payment"
    fighter: int = field(metadata=AS_OTHER)
    items: tuple[int, ...] = field(metadata=AS_CARDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpRefused(Event):
    """A seat refused the bargain of another one."""

    kind: ClassVar[str] = "help_refused"
    to: int = field(metadata=AS_OTHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpWithdrawn(Event):
    """A seat took back its offer to another one."""

    kind: ClassVar[str] = "help_withdrawn"
    to: int = field(metadata=AS_OTHER)


TruceEnd = Literal["kept", "broken", "refused", "withdrawn", "void"]
"""How a truce, or the offer of one, came to its end; it is void if somebody died or left the fight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TruceOffered(Event):
    """A seat offered another one a truce for Items, or answered an offer with it (counter)."""

    kind: ClassVar[str] = "truce_offered"
    to: int = field(metadata=AS_OTHER)
    items: tuple[int, ...] = field(metadata=AS_CARDS)
    counter: bool = field(default=False, metadata=as_flag("counter", ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class TruceMade(Event):
    """A bystander will keep out of the fight for Items of the partner."""

    kind: ClassVar[str] = "truce_made"
    partner: int = field(metadata=AS_OTHER)
    items: tuple[int, ...] = field(metadata=AS_CARDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class TruceEnded(Event):
    """A truce was kept or broken by a seat or became void, or a seat refused or withdrew the offer of one."""

    kind: ClassVar[str] = "truce_ended"
    partner: int = field(metadata=AS_OTHER)
    items: tuple[int, ...] = field(metadata=AS_CARDS)
    how: TruceEnd = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonGiven(Event):
    """A seat said why it refused another one's offer, or answered it with its own (H-131).

    ``treasures`` is the price where one is named.
    """

    kind: ClassVar[str] = "reason_given"
    to: int = field(metadata=AS_OTHER)
    reason: str = field(metadata=AS_WORD)
    treasures: int = field(default=0, metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class KillClaimed(Event):
    """The fighter claimed the kill."""

    kind: ClassVar[str] = "claimed"


@dataclass(frozen=True, slots=True, kw_only=True)
class FighterGaveUp(Event):
    """The fighter gave up and will run."""

    kind: ClassVar[str] = "gave_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatLost(Event):
    """The fight is lost; the party runs."""

    kind: ClassVar[str] = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterKilled(Event):
    """A seat killed a monster, with a helper where there is one."""

    kind: ClassVar[str] = "killed"
    monster: int = field(metadata=AS_CARD)
    helper: int = field(metadata=AS_OTHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterSpared(Event):
    """A monster let a seat go."""

    kind: ClassVar[str] = "spared"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class BargainItemVoid(Event):
    """An Item of a bargain is not handed over."""

    kind: ClassVar[str] = "void"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatEnded(Event):
    """The fight is over, by a card where one ended it."""

    kind: ClassVar[str] = "combat_ended"
    card: int = field(default=-1, metadata=AS_CARD)


# running away, monster by monster


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPursued(Event):
    """A monster did not follow a seat."""

    kind: ClassVar[str] = "not_pursued"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class FleeRolled(Event):
    """A seat rolled to run away from a monster."""

    kind: ClassVar[str] = "flee_rolled"
    monster: int = field(metadata=AS_CARD)
    die: int = field(metadata=AS_COUNT)
    bonus: int = field(metadata=AS_OTHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caught(Event):
    """A monster caught a seat."""

    kind: ClassVar[str] = "caught"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class BadStuffSuffered(Event):
    """A seat suffers the Bad Stuff of a monster."""

    kind: ClassVar[str] = "bad_stuff"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Escaped(Event):
    """A seat escaped from a monster (-1: from all), by a card or by its roll."""

    kind: ClassVar[str] = "escaped"
    monster: int = field(default=-1, metadata=AS_CARD)
    by_card: bool = field(metadata=as_flag("card", "roll"))


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanionSacrificed(Event):
    """A seat sacrificed a companion to escape."""

    kind: ClassVar[str] = "sacrificed"
    card: int = field(metadata=AS_CARD)


def adjustment_event(add: CombatAdjustment, cards: tuple[int, ...]) -> Event:
    """Return the event of a figure that a card changed for the rest of the combat."""
    if add.stat == "strength":
        return StrengthAdded(add.seat, cards=cards, bonus=add.amount, side=add.side)
    if add.stat == "flee":
        return FleeAdded(add.seat, cards=cards, bonus=add.amount, side=add.side)
    return TreasuresAdded(add.seat, cards=cards, treasures=add.amount, side=add.side)
