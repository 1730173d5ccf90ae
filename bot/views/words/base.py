"""The shape of the word tables, and how a game adds its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.views.layout import Style

Group = Literal["turn", "combat", "help", "trade", "gear", "card", "other"]
"""Where a move is offered: as the next step of the turn, in a fight, at the help desk, ..."""


@dataclass(frozen=True, slots=True)
class Verb:
    """How a move reads on a button. ``{card}`` in ``label`` is the card's name.

    ``short`` is used where the card is named beside the button.
    """

    label: str
    short: str = ""
    group: Group = "other"
    style: Style = "plain"
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """All the wording of one kind of game.

    ``events`` are templates with ``{seat}``, ``{other}``, ``{cards}``, ``{count}`` and ``{word}``; the key
    is ``kind.word`` or ``kind``, with ``?`` behind it for the reader who may not know the cards.
    ``asks`` are the questions of prompts, ``windows`` what is going on in a window, ``slots`` the
    question for a slot (key ``verb.slot`` or ``slot``), ``picks`` what a word as candidate reads like (key
    ``slot.word`` or ``word``), ``reasons`` the entries of ledgers, ``refusals`` why not.
    """

    verbs: Mapping[str, Verb] = field(default_factory=dict[str, Verb])
    asks: Mapping[str, str] = field(default_factory=dict[str, str])
    windows: Mapping[str, str] = field(default_factory=dict[str, str])
    slots: Mapping[str, str] = field(default_factory=dict[str, str])
    picks: Mapping[str, str] = field(default_factory=dict[str, str])
    events: Mapping[str, str] = field(default_factory=dict[str, str])
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    refusals: Mapping[str, str] = field(default_factory=dict[str, str])
    shared: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """For a wait's name the moves without card and slot that get a button on the table's message."""
    ordered: frozenset[str] = frozenset()
    """Slots whose picks mean something in their order, so they are picked one after another."""
