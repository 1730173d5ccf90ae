"""The words for players and the short names for cards: the meaning of each, its noun, what it stands for."""

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


@dataclass(frozen=True, slots=True, eq=False)
class PlayerWord:
    """A word for one player or several; several come clockwise from the active seat.

    ``choice`` is the noun where one of several is chosen ("another player"), ``chosen`` says that something
    on the card has to choose the player first.
    """

    name: str
    meaning: str
    noun: str
    seats: Callable[[Facts, Frame], list[int]]
    choice: str = ""
    chosen: bool = False
    person: str = "one"
    """The form of the verb behind the noun: ``you``, ``one`` or ``many``."""


def _single(seat: int) -> list[int]:
    return [seat] if seat >= 0 else []


def _holder(facts: Facts, frame: Frame) -> list[int]:
    card = bound_card(frame, "card")
    return _single(facts.owner(card)) if card >= 0 else []


def _party(facts: Facts, frame: Frame) -> list[int]:
    return [seat for seat in (facts.fighter, facts.helper) if seat >= 0]


def _others(facts: Facts, frame: Frame) -> list[int]:
    return [seat for seat in facts.living() if seat != frame.seat]


def _bystanders(facts: Facts, frame: Frame) -> list[int]:
    return [seat for seat in facts.living() if not facts.in_combat(seat)]


def _neighbor(facts: Facts, frame: Frame, step: int) -> list[int]:
    """Return who sits next to you among the living, also when you are not one of them."""
    seats = sorted({*facts.living(), frame.seat})
    found = seats[(seats.index(frame.seat) + step) % len(seats)]
    return [] if found == frame.seat else [found]


def _extreme(facts: Facts, seats: list[int], best: Callable[[list[int]], int]) -> list[int]:
    if not seats:
        return []
    levels = [facts.level(seat) for seat in seats]
    wanted = best(levels)
    return [seat for place, seat in enumerate(seats) if levels[place] == wanted]


WHO_WORDS: Terms[PlayerWord] = Terms(
    "Who",
    "player",
    "Players",
    [
        PlayerWord(
            "you",
            "who controls the card, or suffers it: a curse's victim, whom a monster has caught",
            "you",
            lambda facts, frame: _single(frame.seat),
            person="you",
        ),
        PlayerWord(
            "it",
            "who is tried by a test or has a turn in a loop; the other one an event is about",
            "that player",
            lambda facts, frame: _single(frame.it),
        ),
        PlayerWord(
            "target",
            "who was chosen when the card was played, or by `pick_player`",
            "that player",
            lambda facts, frame: _single(frame.int_var("target", -1)),
            chosen=True,
        ),
        PlayerWord(
            "second",
            "the second one chosen",
            "the second player",
            lambda facts, frame: _single(frame.int_var("second", -1)),
            chosen=True,
        ),
        PlayerWord(
            "owner",
            "who has the card itself",
            "the owner of this card",
            lambda facts, frame: _single(facts.owner(frame.card)),
        ),
        PlayerWord(
            "holder",
            "who has the card that was chosen as `card`; in `by`: whose cards they are",
            "its owner",
            _holder,
        ),
        PlayerWord(
            "active",
            "whose turn it is",
            "the player whose turn it is",
            lambda facts, frame: _single(facts.active),
        ),
        PlayerWord(
            "fighter", "whose fight it is", "the fighter", lambda facts, frame: _single(facts.fighter)
        ),
        PlayerWord("helper", "who helps in it", "the helper", lambda facts, frame: _single(facts.helper)),
        PlayerWord(
            "party", "fighter and helper", "each player in the party", _party, "a player in the party"
        ),
        PlayerWord(
            "victim",
            "whom the curse that is pending is about to strike",
            "the victim",
            lambda facts, frame: _single(facts.victim),
        ),
        PlayerWord("others", "all but you", "each other player", _others, "another player"),
        PlayerWord("everyone", "all", "each player", lambda facts, frame: facts.living(), "any player"),
        PlayerWord(
            "bystanders",
            "all who are not in the fight",
            "each player outside the fight",
            _bystanders,
            "a player outside the fight",
        ),
        PlayerWord(
            "left",
            "who sits to your left, and plays after you",
            "the player on your left",
            lambda facts, frame: _neighbor(facts, frame, 1),
        ),
        PlayerWord(
            "right",
            "who sits to your right",
            "the player on your right",
            lambda facts, frame: _neighbor(facts, frame, -1),
        ),
        PlayerWord(
            "highest",
            "who has the highest Level; ties all count",
            "each player of the highest Level",
            lambda facts, frame: _extreme(facts, facts.living(), max),
            "a player of the highest Level",
        ),
        PlayerWord(
            "lowest",
            "who has the lowest Level; ties all count",
            "each player of the lowest Level",
            lambda facts, frame: _extreme(facts, facts.living(), min),
            "a player of the lowest Level",
        ),
        PlayerWord(
            "highest_other",
            "who has the highest Level but for you",
            "each other player of the highest Level",
            lambda facts, frame: _extreme(facts, _others(facts, frame), max),
            "another player of the highest Level",
        ),
        PlayerWord(
            "lowest_other",
            "who has the lowest Level but for you",
            "each other player of the lowest Level",
            lambda facts, frame: _extreme(facts, _others(facts, frame), min),
            "another player of the lowest Level",
        ),
        PlayerWord("nobody", "no one", "nobody", lambda facts, frame: []),
    ],
)
