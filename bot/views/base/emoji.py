"""Emoji of our own for cards, on buttons and in menus, where Unicode has one sign for what differs.

A screen says both: the sign, and the name of the picture behind it, as in ``🎯red_archer``. Painting takes
the picture once Discord has it (``bot.app.emoji``). Texts keep to signs: a lock screen and a screen reader
would say a picture's name.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

from bot.views.base.text import read_texts
from cards.kernel.game import CardFace

log = logging.getLogger(__name__)

LOOKS: dict[str, str] = read_texts("bot.views.base", "emoji")["looks"]
"""What is drawn, by name."""

_SIGN_PATTERN = re.compile(r"([^a-z]*?)(\d?[a-z_]*)")

_uploaded: dict[str, tuple[str, int]] = {}


def use(uploaded: Mapping[str, tuple[str, int]]) -> None:
    """Take these pictures from now on: what Discord calls each, and its id, by our name."""
    _uploaded.clear()
    _uploaded.update(uploaded)


def with_picture(sign: str, shown: CardFace) -> str:
    """Return a card's sign with the name of the picture that says more, if there is one."""
    about = (shown.id, dict(shown.figures).get("Slot", ""), shown.kind)
    names = (re.sub("[ -]", "_", each.lower()) for each in about)
    return sign + next((name for name in names if name in LOOKS), "")


def painted(sign: str) -> dict[str, str | None]:
    """Return a sign as Discord's interface wants it: its picture if Discord has that, else as it is."""
    found = _SIGN_PATTERN.fullmatch(sign)
    plain, name = found.groups() if found else (sign, "")
    known, id_ = _uploaded.get(name, (plain, 0))
    return {"id": str(id_) if id_ else None, "name": known}


def note_refusal(text: str) -> bool:
    """Do without pictures if this is how Discord refuses one that is not there any more; say if it was."""
    if "invalid emoji" not in text.lower():
        return False
    if _uploaded:  # several screens may be refused at once
        log.warning("Discord no longer has our emoji: plain signs until the next start")
        _uploaded.clear()
    return True
