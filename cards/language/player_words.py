"""The words for players, each with its meaning, its noun in card texts, and whom it stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cards.kernel.frames import Frame
from cards.language.references import bound_card
from cards.language.rules_api import Facts
from cards.language.terms import Terms


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
            "fighter", "whose combat it is", "the fighter", lambda facts, frame: _single(facts.fighter)
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
            "all who are not in the combat",
            "each player outside the combat",
            _bystanders,
            "a player outside the combat",
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
