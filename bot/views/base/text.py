"""Words for people: escaping, shortening, counting."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from bot.tables.seat_names import clean as clean
from bot.tables.seat_names import shorten as shorten
from cards.say import say as say
from cards.say import say_many as say_many

Key = TypeVar("Key", bound=str)

MAX_REMEMBERED_PRINTS = 4096
"""Names and texts of cards that are remembered as they stand in markdown."""

_MARKDOWN_PATTERN = re.compile(r"([\\`*_~|<>\[\]])")
_LEADING_MARK_PATTERN = re.compile(r"(#|-|\+|\d+\.)")
_QUOTE_PATTERN = re.compile(r'"([^"]*)"')
_HYPHEN_MINUS_PATTERN = re.compile(r"(?<![\w-])-(?=\d)")
_ZERO_WIDTH_SPACE = "\u200b"
_LINK_STARTS = ("http", "www.", "discord.gg")
"""What every link has in it: looked for first, since that is much quicker than the pattern."""
_LINK_PATTERN = re.compile(r"\bhttps?|www\.|discord\.gg", re.IGNORECASE)


def read_texts(package: str, name: str) -> dict[str, Any]:
    """Return the texts that stand in a TOML file of a package."""
    return tomllib.loads(files(package).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def pairs(table: Mapping[Key, Sequence[str]]) -> dict[Key, tuple[str, str]]:
    """Return a table of such a file that has two texts under each key: a title, and what it means."""
    return {key: (title, meaning) for key, (title, meaning) in table.items()}


def escape(raw: str) -> str:
    """Make free text safe inside markdown: it can contain no markup, mention, link or second line."""
    line = clean(raw)
    if _MARKDOWN_PATTERN.search(line):  # in few names, and replacing takes longer than looking
        line = _MARKDOWN_PATTERN.sub(r"\\\1", line)
    line = line.replace("@", "@" + _ZERO_WIDTH_SPACE)
    if any(start in line.lower() for start in _LINK_STARTS):
        line = _LINK_PATTERN.sub(lambda found: found[0][0] + _ZERO_WIDTH_SPACE + found[0][1:], line)
    return _ZERO_WIDTH_SPACE + line if _LEADING_MARK_PATTERN.match(line) else line


@lru_cache(MAX_REMEMBERED_PRINTS)
def escape_print(raw: str) -> str:
    """Make what is printed on a card safe inside markdown, once. Not for what people are called."""
    return escape(raw)


def label(raw: str, most: int = 80) -> str:
    """Prepare text for a button or an option, where Discord reads no markdown."""
    return shorten(clean(raw), most) or "…"


def quoted(raw: str) -> str:
    """Put a text in quotation marks; what is quoted within it gets single ones."""
    whole = _QUOTE_PATTERN.fullmatch(raw)
    inner = whole[1] if whole else _QUOTE_PATTERN.sub(r"‘\1’", raw)
    return f"“{inner}”"


def plural(count: float, one: str, many: str = "") -> str:
    """Say how many: ``1 card``, ``2 cards``."""
    return say_many(f"{{n}} {one}", f"{{n}} {many or one + 's'}", count)


def duration(seconds: int) -> str:
    """Say how long something takes, in the unit that people would use; rounded where it is long."""
    units = ((86400, "day"), (3600, "hour"), (60, "minute"))
    for length, unit in units:
        if seconds >= length and 2 * seconds % length == 0:
            whole = seconds % length == 0
            return plural(seconds // length if whole else seconds / length, unit)
    length, unit = next((each for each in units if seconds >= 10 * each[0]), (1, "second"))
    return plural(round(seconds / length), unit)


def ordinal(number: int) -> str:
    """Write a place: ``1st``, ``2nd``, ``11th``."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return say(f"{{n}}{ending}", n=number)


def listed(parts: Iterable[str], word: str = "and") -> str:
    """Join as in a sentence: ``a, b and c``."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    return say(f"{{others}} {word} {{last}}", others=", ".join(words[:-1]), last=words[-1])


def signed(amount: int) -> str:
    """Write a bonus with its sign, a true minus for negative ones."""
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def true_minus(text: str) -> str:
    """Write the hyphens that stand before numbers as minus signs."""
    return _HYPHEN_MINUS_PATTERN.sub("−", text)


def humanize(word: str) -> str:
    """Turn a closed word into something readable: ``look_for`` into ``Look for``."""
    plain = word.replace("_", " ").replace("-", " ").replace(".", " ").strip()
    return plain[:1].upper() + plain[1:] if plain else "…"


def listed_within(names: Sequence[str], most: int) -> str:
    """Name as many as fit into ``most`` characters, mark-up left out, and count the others."""
    for shown in range(len(names), 0, -1):
        rest = [plural(len(names) - shown, "more", "more")] if shown < len(names) else []
        told = listed([*names[:shown], *rest])
        if len(told.replace("*", "")) <= most:
            return told
    return str(len(names))


def fit(lines: Sequence[str], most: int, more: str = "…") -> str:
    """Join as many of the lines as fit into ``most`` characters; say so when some are left out."""
    whole = "\n".join(lines)
    if len(whole) <= most:
        return whole
    kept: list[str] = []
    room = most - len(more) - 1
    for line in lines:
        if len(line) + 1 > room:
            kept.append(more if kept else shorten(line, room))
            break
        kept.append(line)
        room -= len(line) + 1
    return "\n".join(kept)
