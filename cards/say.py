"""Every sentence that people read, in the language of whoever reads it: the English one is its key.

Sentences are whole, with named values. Who draws a screen or answers somebody sets ``spoken`` before.
"""

from __future__ import annotations

import math
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Final

ENGLISH: Final = NullTranslations()

spoken: Final[ContextVar[NullTranslations]] = ContextVar("spoken", default=ENGLISH)
"""The language that is spoken at the moment; what is remembered as drawn belongs to it."""


def say(sentence: str, /, **values: object) -> str:
    """Return a sentence in the reader's language, with its values."""
    told = spoken.get().gettext(sentence) if sentence else ""  # gettext keeps facts of its own under ""
    return told.format_map(values) if values else told


def say_as(voice: str, sentence: str, /, **values: object) -> str:
    """Return a sentence as a narrator says it; one that is nobody's own is said as by anybody."""
    if not sentence:
        return ""
    told = spoken.get().pgettext(voice, sentence)
    if told == sentence:
        return say(sentence, **values)
    return told.format_map(values) if values else told


def say_many(one: str, many: str, n: float, /, **values: object) -> str:
    """Return the sentence that goes with a number, which is ``{n}`` in it."""
    told = spoken.get().ngettext(one, many, math.ceil(abs(n)))
    return told.format_map({"n": n, **values})
