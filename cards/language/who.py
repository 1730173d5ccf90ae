"""Whom a card speaks of: words that name one seat or several, and a narrowing by a test."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from cards.language.base import Model, Test

WhoWord: TypeAlias = Literal[
    "you",
    "it",
    "target",
    "second",
    "owner",
    "holder",
    "active",
    "fighter",
    "helper",
    "party",
    "victim",
    "others",
    "everyone",
    "bystanders",
    "left",
    "right",
    "highest",
    "lowest",
    "highest_other",
    "lowest_other",
    "nobody",
]
"""``PEOPLE`` says whom each means. Where several are meant they come clockwise from the active seat."""

WHO_WORDS: dict[str, str] = {
    "you": "who controls the card, or suffers it: a curse's victim, whom a monster has caught",
    "it": "who is tried by a test or has a turn in a loop; the other one an event is about",
    "target": "who was chosen when the card was played, or by `pick_player`",
    "second": "the second one chosen",
    "owner": "who has the card itself",
    "holder": "who has the card that was chosen as `card`; in `by`: whose cards they are",
    "active": "whose turn it is",
    "fighter": "whose combat it is",
    "helper": "who helps in it",
    "party": "fighter and helper",
    "victim": "whom the curse that is pending is about to strike",
    "others": "all but you",
    "everyone": "all",
    "bystanders": "all who are not in the combat",
    "left": "who sits to your left, and plays after you",
    "right": "who sits to your right",
    "highest": "who has the highest Level; ties all count",
    "lowest": "who has the lowest Level; ties all count",
    "highest_other": "who has the highest Level but for you",
    "lowest_other": "who has the lowest Level but for you",
    "nobody": "no one",
}


class Among(Model):
    """Those of a group for whom a test holds; inside the test they are "it"."""

    among: WhoWord = Field(description="The group to look through.")
    test: Test = Field(alias="if", description="Only those for whom this holds, each tried as `it`.")
