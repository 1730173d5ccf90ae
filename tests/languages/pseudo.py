"""A language made from English by machine: every letter marked, sentences longer by 40 %, values untouched.

What is still in plain letters on a screen has not gone through the seam.
"""

import re
from gettext import NullTranslations

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKED = "áƀçđéƒǧĥíĵķļḿñóþɋŕşťúṽŵẋýžÁƁÇĐÉƑǦĤÍĴĶĻḾÑÓÞɊŔŞŤÚṼŴẊÝŽ"
_TABLE = str.maketrans(_PLAIN, _MARKED)

GROWTH = 0.4

_FIXED = re.compile(r"\{[^}]*\}|\[[^\]?|]*\?|`[^`]*`|<[^>]*>|https?://\S+|\]\([^)]*\)")
"""Values, facts of pages, commands, mentions and addresses."""
NAMES = re.compile(r"^(?:Ann|Ben|Cl|Cleo|Zo|Zoe|D{4,}|Kickdoor)$")

_UNREAD = re.compile(r"`[^`]*`|<[^>]*>|https?://\S+|\]\([^)]*\)|attachment://\S+")
_WORD = re.compile(r"[A-Za-z]{2,}")


class Pseudo(NullTranslations):
    """The language. It remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str, str]] = set()

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add(("", msgid1))
        return marked(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        self.asked.add((context, message))
        return marked(message)


def marked(sentence: str) -> str:
    """Return a sentence in the language."""
    parts, fixed = _FIXED.split(sentence), _FIXED.findall(sentence)
    letters = sum(letter.isalpha() for part in parts for letter in part)
    more = round(letters * GROWTH)
    told: list[str] = []
    for number, part in enumerate(parts):
        share = -(-more * sum(map(str.isalpha, part)) // max(letters, 1))
        told.append(_longer(part, share))
        told += fixed[number : number + 1]
    return "".join(told)


def _longer(text: str, more: int) -> str:
    """Return a text in marked letters, so many of them twice."""
    found: list[str] = []
    for letter in text:
        found.append(letter.translate(_TABLE))
        if more > 0 and letter.isascii() and letter.isalpha():
            found.append(letter.lower().translate(_TABLE))
            more -= 1
    return "".join(found)


def unmarked(text: str) -> list[str]:
    """Return the words of a text that are still plain English; names of people are nobody's language."""
    return [word for word in _WORD.findall(_UNREAD.sub(" ", text)) if not NAMES.match(word)]
