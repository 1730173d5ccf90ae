"""The parts of the kit, read from its TOML files: one entry for each word of a look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bot.views.base.text import read_texts

Spot = tuple[float, float, float]
"""A place in the square of 100, and how large what is put there becomes."""

_EXTRAS = read_texts("bot.views.pictures.faces", "kit/extras")

LABEL_SPOTS: dict[str, Spot] = {word: tuple(spot) for word, spot in _EXTRAS["labels"].items()}

LETTERS: dict[str, str] = _EXTRAS["letters"]

SUBJECTS_BY_EMBLEM: dict[str, list[str]] = {
    emblem: words.split() for emblem, words in _EXTRAS["subjects"].items()
}


@dataclass(frozen=True, slots=True)
class Part:
    """A creature or thing: its shapes, the spots where other parts go, and the colors it has by itself."""

    shapes: str
    colors: tuple[str, ...]
    eyes: Spot = (50, 46, 0.9)
    mouth: Spot = (50, 62, 0.9)
    hat: Spot = (50, 14, 0.8)
    hands: tuple[tuple[float, float], tuple[float, float]] = ((88, 72), (12, 72))
    creature: bool = False


@dataclass(frozen=True, slots=True)
class Kit:
    """All parts by their words. ``worn`` has the spot at which each is put: eyes, mouth or chest."""

    parts: dict[str, Part]
    eyes: dict[str, str]
    mouths: dict[str, str]
    hats: dict[str, str]
    backs: dict[str, str]
    around: dict[str, str]
    backdrops: dict[str, str]
    patterns: dict[str, str]
    worn: dict[str, tuple[str, str]]


@cache
def load_kit() -> Kit:
    """Read the kit, once per process."""
    creatures, items = (
        read_texts("bot.views.pictures.faces", f"kit/{name}")["things"] for name in ("creatures", "items")
    )
    return Kit(
        parts={word: _item(entry) for word, entry in items.items()}
        | {word: _creature(entry) for word, entry in creatures.items()},
        **{
            kind: _EXTRAS[kind]
            for kind in ("eyes", "mouths", "hats", "backs", "around", "backdrops", "patterns")
        },
        worn={word: (entry[0], entry[1]) for word, entry in _EXTRAS["worn"].items()},
    )


def _item(entry: list[str]) -> Part:
    return Part(entry[0], tuple(entry[1].split()))


def _creature(entry: list[str]) -> Part:
    shapes, eyes, mouth, hat, right, left, colors = entry
    return Part(
        shapes,
        tuple(colors.split()),
        _spot(eyes),
        _spot(mouth),
        _spot(hat),
        (_place(right), _place(left)),
        True,
    )


def _spot(text: str) -> Spot:
    x, y, size = map(float, text.split())
    return x, y, size


def _place(text: str) -> tuple[float, float]:
    x, y = map(float, text.split())
    return x, y
