"""Closed words of the games put into sentences. What has no wording yet falls back to the word itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.views.text import escape, humanise, listed, plural, signed
from bot.views.words.base import Verb, Words
from bot.views.words.table import TABLE_REFUSALS
from cards.kernel.events import Event
from cards.kernel.moves import Refusal


def verb(words: Words, name: str, window: str = "") -> Verb:
    """Return how a move reads, in the window that is open."""
    return words.verbs.get(f"{name}.{window}") or words.verbs.get(name) or Verb(humanise(name))


def ask(words: Words, name: str) -> str:
    """Return the question of a prompt."""
    return words.prompts.get(name) or humanise(name) + "?"


def window(words: Words, name: str) -> str:
    """Return what is going on in a window."""
    return words.windows.get(name) or humanise(name)


def question(words: Words, verb_name: str, slot: str) -> str:
    """Return the question for a slot of a move."""
    return words.slots.get(f"{verb_name}.{slot}") or words.slots.get(slot) or humanise(slot) + "?"


def pick(words: Words, slot: str, word: str) -> str:
    """Return what a word reads like as a candidate of a slot."""
    return words.picks.get(f"{slot}.{word}") or words.picks.get(word) or humanise(word)


def reason(words: Words, name: str) -> str:
    """Return what an entry of a ledger is for."""
    return words.reasons.get(name) or humanise(name).lower()


def option(words: Words, key: str) -> tuple[str, str]:
    """Return what an option of a game is called, and what it changes."""
    return words.options.get(key) or (humanise(key), "")


def option_value(value: object) -> str:
    """Write the value of an option as people would."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "standard" if value is None else str(value)


def refusal(words: Words, why: Refusal) -> str:
    """Say why not."""
    template = words.refusals.get(why.code) or TABLE_REFUSALS.get(why.code)
    if template is None:
        return f"You cannot do that now ({why.code.replace('_', ' ')})."
    return template.format_map(_Data(why.data))


class _Data(dict[str, object]):
    """Figures of a refusal; one that is not given reads as a dash, strings are escaped."""

    def __init__(self, data: Mapping[str, object]) -> None:
        super().__init__({k: escape(v) if isinstance(v, str) else v for k, v in data.items()})

    def __missing__(self, key: str) -> str:
        return "–"


class _Count(int):
    """A number that counts things: ``{count:card}`` reads ``2 cards``."""

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(int(self))
        one, _, many = spec.partition("|")
        return plural(int(self), one, many)


def event(
    words: Words,
    what: Event,
    *,
    seat: Callable[[int], str],
    card: Callable[[int], str],
    other: str = "",
) -> str:
    """Tell an event in one sentence; the empty string for those that are not worth telling.

    ``seat`` and ``card`` name them, escaped; ``other`` is said instead of the second seat's name. The event
    must have been redacted for the reader.
    """
    template = _template(words, what)
    if template is None:
        template = _plain(what)
    return template.format(
        seat=seat(what.seat) if what.seat >= 0 else "",
        other=other or (seat(what.other) if what.other >= 0 else ""),
        cards=listed(card(number) for number in what.cards) or plural(what.count, "card"),
        count=_Count(what.count),
        plus=signed(what.count),
        bonus=signed(what.other),
        first=card(what.cards[0]) if what.cards else "",
        rest=listed(card(number) for number in what.cards[1:]),
        word=escape(humanise(what.word).lower()) if what.word else "",
    )


def _template(words: Words, what: Event) -> str | None:
    variants = ["+" if what.other >= 0 else "~"]
    if what.other == what.seat:
        variants.insert(0, "=")
    if what.count == 0:
        variants.insert(0, "0")
    if what.seat < 0:
        variants.insert(0, "-")
    if not what.cards:
        variants.insert(0, "?")
    for key in (f"{what.kind}.{what.word}", what.kind):
        for variant in variants:
            if key + variant in words.events:
                return words.events[key + variant]
        if key in words.events:
            return words.events[key]
    return None


def _plain(what: Event) -> str:
    parts = [humanise(what.kind).replace("{", "").replace("}", "")]
    if what.seat >= 0:
        parts.insert(0, "{seat}:")
    if what.cards:
        parts.append("{cards}")
    if what.other >= 0:
        parts.append("({other})")
    return " ".join(parts)
