"""The shape of the word tables, and how a game adds its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.views.base.event_names import EventNames
from bot.views.base.layout import Style
from cards.kernel.events import Event

MoveSection = Literal["turn", "combat", "help", "trade", "gear", "card", "quiet", "other"]
"""Where a move is offered: as the next step of the turn, in a fight, among the bargains, ..."""


@dataclass(frozen=True, slots=True)
class Verb:
    """How a move reads on a button. ``{card}`` in ``label`` is the card's name, ``{seat}`` the other seat
    and ``{offer}`` the offer that it is about.

    ``short`` is used where the card is named beside the button. An ``urgent`` move of a desk is offered on
    the hand as well.
    """

    label: str
    short: str = ""
    group: MoveSection = "other"
    style: Style = "plain"
    emoji: str = ""
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class AskedWords:
    """When everybody may act but need not, and when those are asked who want it only for the win."""

    when: str = "Somebody waits for the others"
    for_win: str = "When the game could end."


@dataclass(frozen=True, slots=True)
class Picking:
    """How the places of a game's moves are filled, where it is not as usual."""

    ordered: frozenset[str] = frozenset()
    """Slots whose picks mean something in their order, so they are picked one after another."""
    on_terms_screen: frozenset[str] = frozenset()
    """Moves whose open places stand on one private screen, however few they are."""
    shown_weights: frozenset[str] = frozenset()
    """Slots whose weights are worth showing, as ``verb.slot``; those of others are only reckoning."""
    depends_on: Mapping[str, str] = field(default_factory=dict[str, str])
    """Optional slots that mean nothing where another slot of the move has no candidates."""


@dataclass(frozen=True, slots=True)
class Words:
    """All the wording of one kind of game. ``verbs`` are looked up as ``verb.window`` first."""

    verbs: Mapping[str, Verb] = field(default_factory=dict[str, Verb])
    prompts: Mapping[str, str] = field(default_factory=dict[str, str])
    """The questions of prompts."""
    windows: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is going on in a window."""
    slots: Mapping[str, str] = field(default_factory=dict[str, str])
    """The question for a slot, as ``verb.slot`` or ``slot``."""
    picks: Mapping[str, str] = field(default_factory=dict[str, str])
    """What a word as a candidate reads like, as ``slot.word`` or ``word``."""
    options: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """What house rules and lengths of time are called, and what they change."""
    sentence: Callable[[Event, EventNames], str] = lambda event, names: ""
    """Returns an event in one sentence; the empty string for those that are not worth telling."""
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    """The entries of ledgers."""
    refusals: Mapping[str, str] = field(default_factory=dict[str, str])
    asked: AskedWords = AskedWords()
    picking: Picking = Picking()
    outcome: Callable[[Event, Event, EventNames], str | None] = lambda lead, event, names: None
    """Returns how a later event of the same action is told at the end of the line that ``lead`` begins:
    empty where it goes without saying, None where it is told in a line of its own. An outcome that begins
    with a comma goes on with the sentence, one with a full stop begins another."""
    retold: Callable[[Sequence[Event], EventNames], Sequence[str]] = lambda events, names: ()
    """Returns other wordings for all events of one line, the fullest first, of which the first that has room
    is told; empty where sentence and outcomes say it best."""
    continues: Callable[[Event, Event, EventNames], str | None] = lambda before, event, names: None
    """Returns with which words, said already, the line of an event begins that belongs behind the line which
    ends with another event; None where it is a line of its own."""
    used_up_by: Callable[[Event], tuple[int, ...]] = lambda event: ()
    """Returns the cards that an event uses up: that they are discarded goes without saying."""
    joke_card: Callable[[Event, EventNames], int] = lambda event, names: -1
    """Returns the card whose joke belongs behind the line that an event begins; -1 for none."""
    turn_begun: Callable[[Event], int] = lambda event: -1
    """Returns whose turn an event begins; -1 for others."""
    lapse: Callable[[Event], bool] = lambda event: False
    """Returns True if an event says that the time of a wait was up in which one may act but need not."""
    level_change: Callable[[Event], int] = lambda event: 0
    """Returns by how much an event changes the Level of its seat."""
    levels: Callable[[Any], Mapping[int, int]] = lambda game_view: {}
    """Returns the Level of every seat in a view of the game; nothing where there are no Levels."""
    scene_starts: frozenset[type[Event]] = frozenset()
    """Events with which a scene begins, such as a fight, whose lines stay together."""
    scene_ends: frozenset[type[Event]] = frozenset()
    """Events with which a scene ends."""
    concern: Callable[[Sequence[Event], int], int] = lambda events, seat: 0
    """Returns how much the events of a line concern a seat that did not bring them about; 0: not at all."""
    moment: Callable[[Sequence[Event]], int] = lambda events: 0
    """Returns how big a moment for the whole table the events of a line are; 0: not worth repeating."""
    told_in_full: frozenset[type[Event]] = frozenset()
    """Kinds of events whose line is not cut: what it says is shown nowhere else."""
    gathered: frozenset[type[Event]] = frozenset()
    """Events that somebody does card after card or seat after seat, told in one sentence."""
    settles: Callable[[Event, Event], bool] = lambda asked, later: False
    """Returns True if a later event is the end of what an event has asked: it is no news any more."""
    asked_again: frozenset[type[Event]] = frozenset()
    """Questions that are asked again with another offer, so that only the latest is worth repeating."""
