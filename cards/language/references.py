"""The short names for a card, each with its meaning, its noun in card texts, and the card it stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cards.kernel.frames import Frame
from cards.language.rules_api import Facts
from cards.language.terms import Terms


def bound_card(frame: Frame, name: str) -> int:
    """Return the (first) card bound to a name in the frame, -1 if none is."""
    value = frame.vars.get(name, -1)
    if isinstance(value, int):
        return value
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        return value[0]
    return -1


def bound_cards(frame: Frame, name: str) -> list[int]:
    """Return all cards bound to a name in the frame."""
    value = frame.vars.get(name, ())
    if isinstance(value, int):
        return [value] if value >= 0 else []
    if isinstance(value, str):
        return []
    return [card for card in value if isinstance(card, int)]


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceWord:
    """A short name for a card; ``chosen`` says that the frame keeps it because something chose or found it.

    ``{curse}`` in the noun is what the edition calls a curse.
    """

    name: str
    meaning: str
    noun: str
    card: Callable[[Facts, Frame], int]
    chosen: bool = False


def _chosen(name: str, meaning: str, noun: str) -> ReferenceWord:
    return ReferenceWord(name, meaning, noun, lambda facts, frame: bound_card(frame, name), chosen=True)


CARD_REFERENCES: Terms[ReferenceWord] = Terms(
    "Ref",
    "name of a card",
    "Names of cards",
    [
        ReferenceWord(
            "this", "the card itself", "this card", lambda facts, frame: facts.stand_in(frame.card)
        ),
        _chosen("card", "the card chosen when this one was played, or by `pick_card`", "that card"),
        _chosen("second_card", "the second one chosen", "the second card"),
        _chosen("monster", "the monster chosen", "that monster"),
        ReferenceWord(
            "fled",
            "the monster that is being fled",
            "the monster you are fleeing from",
            lambda facts, frame: facts.fleeing(),
        ),
        ReferenceWord(
            "curse", "the curse that is pending", "the {curse}", lambda facts, frame: facts.pending_curse
        ),
        ReferenceWord(
            "attached_to",
            "what this card is laid on",
            "the card this one lies on",
            lambda facts, frame: facts.attached_to(frame.card),
        ),
        _chosen("found", "what you drew, took or found last", "the card found"),
        ReferenceWord(
            "looted",
            "what the player whose turn it is has looted and still holds",
            "the card you looted",
            lambda facts, frame: facts.looted,
        ),
    ],
)
