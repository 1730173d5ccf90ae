"""The parts of the kit, read from its TOML files: one entry for each word of a look."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

Spot = tuple[float, float, float]
"""A place in the square of 100, and how large what is put there becomes."""

LABEL_SPOTS: dict[str, tuple[float, float, float]] = {
    "sign": (50, 33, 72),
    "stopsign": (50, 39, 56),
    "computer": (50, 39, 54),
    "tv": (43, 56, 44),
    "screen": (50, 45, 66),
    "phone": (50, 40, 28),
    "shop": (50, 29, 50),
    "booth": (50, 43, 44),
    "bottle": (50, 67, 36),
    "can": (50, 53, 46),
    "envelope": (50, 74, 60),
    "poster": (50, 50, 56),
    "door": (50, 29, 34),
    "shirt": (50, 62, 38),
    "badge": (50, 51, 44),
    "button": (50, 46, 42),
    "calculator": (50, 24, 30),
    "cloak": (50, 68, 36),
    "shield": (50, 48, 46),
}
"""Where lettering stands on a thing, and how much room it has; other things hold up a sign."""


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
    extras = _read("extras")
    creatures, items = _read("creatures")["things"], _read("items")["things"]
    return Kit(
        parts={word: _item(entry) for word, entry in items.items()}
        | {word: _creature(entry) for word, entry in creatures.items()},
        eyes=extras["eyes"],
        mouths=extras["mouths"],
        hats=extras["hats"],
        backs=extras["backs"],
        around=extras["around"],
        backdrops=extras["backdrops"],
        patterns=extras["patterns"],
        worn={word: (entry[0], entry[1]) for word, entry in extras["worn"].items()},
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(
        files("bot.views.pictures.faces").joinpath("kit", f"{name}.toml").read_text(encoding="utf-8")
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
