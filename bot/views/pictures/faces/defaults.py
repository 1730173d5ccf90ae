"""Drawings for cards that say nothing of their looks: the same card always gets the same one."""

from __future__ import annotations

import hashlib

from bot.views.pictures import drawing

SUBJECTS_BY_EMBLEM: dict[str, tuple[str, ...]] = {
    "monster": (
        "blob",
        "imp",
        "ogre",
        "spider",
        "bat",
        "octopus",
        "worm",
        "goblin",
        "horror",
        "lizard",
        "demon",
    ),
    "enhancer": ("fire", "skull", "bolt", "fist", "bone"),
    "curse": ("stormcloud", "skull", "eyeball", "bomb", "hole"),
    "class": ("badge", "shield", "book", "staff"),
    "race": ("person", "gnome", "giantface"),
    "item": ("sword", "shield", "axe", "hammer", "gem", "backpack", "club"),
    "shot": ("potion", "bottle", "bomb", "jar", "flask"),
    "level": ("star", "trophy", "medal", "certificate"),
    "companion": ("child", "dog", "person", "cat", "robot"),
    "other": ("scroll", "envelope", "box", "cards", "key"),
}
COLORS = ("red", "orange", "yellow", "lime", "green", "teal", "blue", "violet", "pink", "brown", "steel")
EYES = ("eyes", "angry", "sad", "sleepy", "mad", "wide", "side", "one", "three", "many", "smug")
MOUTHS = ("smile", "grin", "frown", "wavy", "shout", "fangs", "teeth", "tongue", "smirk")
PATTERNS = ("striped", "dotted", "patched", "")


def default_look(kind: str, name: str) -> str:
    """Return a look for a kind and a name."""
    dice = hashlib.sha256(f"{kind}/{name}".encode()).digest()
    emblem = drawing.emblem_of(kind)
    subjects = SUBJECTS_BY_EMBLEM[emblem]
    first = dice[1] % len(COLORS)
    second = (first + 1 + dice[2] % (len(COLORS) - 1)) % len(COLORS)
    words = [
        subjects[dice[0] % len(subjects)],
        COLORS[first],
        COLORS[second],
        PATTERNS[dice[5] % len(PATTERNS)],
    ]
    if emblem in ("monster", "companion", "race", "curse"):
        words += [EYES[dice[3] % len(EYES)], MOUTHS[dice[4] % len(MOUTHS)]]
    return ", ".join(word for word in words if word)
