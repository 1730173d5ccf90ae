"""Finds the cards that were chosen or found for a card, by the names under which its frame keeps them."""

from __future__ import annotations

from cards.kernel.frames import Frame


def bound_card(frame: Frame, name: str) -> int:
    """Return the (first) card bound to a name in the frame, -1 if none is."""
    value = frame.vars.get(name, -1)
    if isinstance(value, int):
        return value
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        return value[0]
    return -1


def bound_cards(frame: Frame, name: str) -> list[int]:
    """Return all cards bound to a name in the frame."""
    value = frame.vars.get(name, ())
    if isinstance(value, int):
        return [value] if value >= 0 else []
    if isinstance(value, str):
        return []
    return [card for card in value if isinstance(card, int)]
