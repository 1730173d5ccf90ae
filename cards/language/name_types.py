"""The types of fields that take a word for players, a name of a card or a zone.

They stand apart from their lists, which are compiled: mypyc leaves out the branch of ``TYPE_CHECKING`` that
only the interpreter runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from cards.language.player_words import WHO_WORDS
from cards.language.references import CARD_REFERENCES
from cards.language.terms import literal_of
from cards.language.zones import ZONES

if TYPE_CHECKING:
    WhoWord: TypeAlias = str
    CardReference: TypeAlias = str
    ZoneName: TypeAlias = str
else:
    WhoWord = literal_of(WHO_WORDS)
    CardReference = literal_of(CARD_REFERENCES)
    ZoneName = literal_of(ZONES)
