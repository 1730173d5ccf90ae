"""The languages that there are catalogs for: ``de.mo`` in this folder, by Discord's names for them.

The readers' own are remembered as they were last heard.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

from cachetools import LRUCache

from cards.say import ENGLISH, spoken

_heard: LRUCache[int, NullTranslations] = LRUCache(2**17)
"""The languages of people and servers by their ids."""


@cache
def language_of(locale: str) -> NullTranslations:
    """Return the language of a locale such as ``pt-BR``, or that without its region; else English."""
    for name in (locale, locale.partition("-")[0]):
        catalog = files("bot.languages").joinpath(f"{name}.mo")
        if name.replace("-", "").isalpha() and catalog.is_file():
            with catalog.open("rb") as file:
                return GNUTranslations(file)
    return ENGLISH


def hear(reader: int, locale: str) -> NullTranslations:
    """Note what a person or a server speaks, and return that language; 0 is nobody in particular."""
    language = language_of(locale)
    if reader:
        _heard[reader] = language
    return language


def heard(user: int, guild: int) -> NullTranslations:
    """Return the language of a person (0: of everybody), or that of the server as long as it is not known."""
    return _heard.get(user) or _heard.get(guild) or ENGLISH


def forget(user: int) -> None:
    """Drop what a person speaks."""
    _heard.pop(user, None)


@contextmanager
def speaking(language: NullTranslations) -> Generator[None]:
    """Speak a language, also in the tasks that are started meanwhile."""
    token = spoken.set(language)
    try:
        yield
    finally:
        spoken.reset(token)
