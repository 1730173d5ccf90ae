"""When cards act: the moments to use an ability at, and the events to react to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from cards.language.card_kinds import Labels
from cards.language.grammar import article
from cards.language.terms import OneOf, Terms


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A moment at which an ability can be used; the rules say when it is (``cards/door/abilities.py``)."""

    name: str
    meaning: str
    clause: str
    """How it reads on a card; ``{curse}`` is what the edition calls a curse."""

    def describe(self, labels: Labels) -> str:
        """Return it as a clause."""
        return self.clause.format(curse=labels.curse)


MOMENTS: Terms[Moment] = Terms(
    "When",
    "moment",
    "Moments",
    [
        Moment("any_time", "at any time", "at any time"),
        Moment("own_turn", "in your own turn, outside a fight", "in your turn, outside a fight"),
        Moment("no_combat", "at any time when you are not in a fight", "any time you are not in a fight"),
        Moment("combat", "in any fight before it is decided", "in any fight"),
        Moment("own_combat", "in a fight in which you fight or help", "when you fight or help"),
        Moment("other_combat", "in a fight in which you do not take part", "in a fight you are not in"),
        Moment("flee", "before your own Run Away roll", "before you Run Away"),
        Moment("any_flee", "before anybody's Run Away roll", "before anybody rolls to Run Away"),
        Moment(
            "caught",
            "when your own Run Away roll has failed, before the Bad Stuff",
            "when you fail to Run Away",
        ),
        Moment(
            "any_caught",
            "when anybody's Run Away roll has failed, before the Bad Stuff",
            "when anybody fails to Run Away",
        ),
        Moment("curse", "when a curse is about to strike somebody", "when a {curse} is about to strike"),
        Moment("door", "when you are about to kick the door", "before you kick the door"),
        Moment(
            "trouble",
            "instead of looking for trouble or looting the room",
            "instead of looking for trouble or looting the room",
        ),
        Moment("looted", "when you have just looted the room", "when you have just looted the room"),
        Moment(
            "reward",
            "when you have won a fight, before the Treasures are drawn",
            "after a win, before the Treasures",
        ),
        Moment("charity", "in your Charity phase", "in your Charity phase"),
    ],
)


MOMENT_BITS: Final = {name: 1 << number for number, name in enumerate(MOMENTS)}


def moment_mask(names: Iterable[str]) -> int:
    """Return the bits of some moments, so that at once it can be said whether any of several holds."""
    mask = 0
    for name in names:
        mask |= MOMENT_BITS[name]
    return mask


@dataclass(frozen=True, slots=True, eq=False)
class CardEvent:
    """Something that a card reacts to.

    "You" is the owner of the card; for a monster the fighter, or the one who escapes or is caught. "It" is
    somebody else whom it happened to. ``{curse}``, ``{seal}`` and ``{companion}`` in a clause are what the
    edition calls them, the last with its article.
    """

    name: str
    meaning: str
    clause: str
    """How it reads on a card."""
    monster_clause: str = ""
    """How it reads on a monster, if otherwise."""
    enhancer_clause: str = ""
    """How it reads on a monster enhancer, if otherwise."""

    def describe(self, kind: str, labels: Labels) -> str:
        """Return it as a clause on a card of a kind."""
        own = {"monster": self.monster_clause, "enhancer": self.enhancer_clause}.get(kind, "")
        return (own or self.clause).format(
            curse=labels.curse, seal=labels.seal, companion=article(labels.companion)
        )


EVENTS: Terms[CardEvent] = Terms(
    "Event",
    "event",
    "Events",
    [
        CardEvent(
            "enter",
            "this monster has joined the fight",
            "when this monster enters the fight",
            enhancer_clause="when this card is played",
        ),
        CardEvent(
            "won",
            "a fight in which you were has been won",
            "when you win a fight",
            "when you beat this monster",
        ),
        CardEvent(
            "lost",
            "a fight in which you were has been lost, before anybody runs",
            "when you lose a fight",
            "when you lose to this monster",
        ),
        CardEvent(
            "escaped",
            "you have run away from a monster",
            "when you get away from a monster",
            "even if you get away",
        ),
        CardEvent(
            "caught", "a monster has caught you, after its Bad Stuff", "after a monster has caught you"
        ),
        CardEvent("turn_start", "your turn begins", "at the start of your turn"),
        CardEvent("turn_end", "your turn ends", "at the end of your turn"),
        CardEvent("died", "you have died", "when you die"),
        CardEvent("other_died", "another player (`it`) has died", "when another player dies"),
        CardEvent("levelled", "you have gained a Level", "when you gain a Level"),
        CardEvent("lost_level", "you have lost one or more Levels (`levels`)", "when you lose a Level"),
        CardEvent("cursed", "a curse has struck you", "when a {curse} has struck you"),
        CardEvent(
            "door_opened",
            "you have kicked a door that hid no monster",
            "when you kick a door with no monster behind it",
        ),
        CardEvent("combat_start", "a fight of yours begins, or becomes yours", "when you become the fighter"),
        CardEvent(
            "combat_end",
            "a fight of yours is over, however it ended",
            "when your fight is over",
            "when the fight is over",
        ),
        CardEvent("seal_opened", "a Seal has been opened", "when a {seal} is opened"),
        CardEvent("left_play", "this card has left play", "when this card leaves play"),
        CardEvent("came_into_play", "this card has come into play", "when this card comes into play"),
        CardEvent("helped_kill", "you have helped to kill", "when you help to kill a monster"),
        CardEvent(
            "killed_alone", "you have killed without a helper", "when you kill a monster without a helper"
        ),
        CardEvent(
            "killed",
            "you have taken part in a kill",
            "when you take part in a kill",
            "when this monster is killed",
        ),
        CardEvent(
            "other_lost",
            "the fighter (`it`) has lost a fight in which you were not",
            "when somebody loses a fight without you",
        ),
        CardEvent("sold", "you have sold Items for a Level", "when you sell Items for a Level"),
        CardEvent("asked_help", "somebody (`it`) has asked you for help", "when somebody asks you for help"),
        CardEvent("equipped", "you have put this card to use", "when you put this card to use"),
        CardEvent("companion_lost", "a companion of yours has left play", "when you lose {companion}"),
    ],
)

MomentName: TypeAlias = Annotated[str, OneOf(MOMENTS)]
EventName: TypeAlias = Annotated[str, OneOf(EVENTS)]
