"""The shape of the word tables, and how a game adds its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bot.views.base.event_rows import NO_EVENTS, EventTable
from bot.views.base.layout import Style
from bot.views.base.text import pairs, read_texts
from cards.kernel.events import Event

WORDINGS_OF_A_WAIT = 2
"""Wordings that a narrator has for what a wait says."""

MoveSection = Literal["turn", "combat", "help", "trade", "gear", "card", "quiet", "other"]
"""Where a move is offered: as the next step of the turn, in a fight, among the bargains, ..."""


@dataclass(frozen=True, slots=True)
class Verb:
    """How a move reads on a button. ``{card}`` in ``label`` is the card's name, ``{seat}`` the other seat
    and ``{offer}`` the offer that it is about.

    ``short`` is used where the card is named beside the button. An ``urgent`` move of a desk is offered on
    the hand as well; one that is ``last`` stands behind the others.
    """

    label: str
    short: str = ""
    group: MoveSection = "other"
    style: Style = "plain"
    emoji: str = ""
    urgent: bool = False
    last: bool = False


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
    hints: Mapping[str, str] = field(default_factory=dict[str, str])
    """Why somebody would make a move, as ``verb.window`` or ``verb``."""
    windows: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is going on in a window."""
    slots: Mapping[str, str] = field(default_factory=dict[str, str])
    """The question for a slot, as ``verb.slot`` or ``slot``."""
    picks: Mapping[str, str] = field(default_factory=dict[str, str])
    """What a word as a candidate reads like, as ``slot.word`` or ``word``."""
    options: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """What house rules and lengths of time are called, and what they change."""
    events: EventTable = NO_EVENTS
    """How each kind of event is told."""
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    """The entries of ledgers."""
    refusals: Mapping[str, str] = field(default_factory=dict[str, str])
    asked: AskedWords = AskedWords()
    picking: Picking = Picking()
    level_change: Callable[[Event], int] = lambda event: 0
    """Returns by how much an event changes the Level of its seat."""
    levels: Callable[[Any], Mapping[int, int]] = lambda game_view: {}
    """Returns the Level of every seat in a view of the game; nothing where there are no Levels."""
    voice: str = ""
    """The narrator who says them."""
    voices: Mapping[tuple[str, int], Words] = field(default_factory=dict[tuple[str, int], "Words"])
    """The same as the narrator of each set says it, in several wordings."""

    def of_wait(self, game: str, since: int) -> Words:
        """Return the words of a game's narrator, the same as long as a wait lasts."""
        return self.voices.get((game, since % WORDINGS_OF_A_WAIT), self)


def load_words(package: str, narrators: Mapping[str, Any], **more: Any) -> Words:
    """Return the words in a package's ``words.toml``, with its narrators and what is more than text."""
    texts = read_texts(package, "words")
    verbs = {name: Verb(**verb) for name, verb in texts.pop("verbs").items()}
    words = Words(verbs=verbs, options=pairs(texts.pop("options")), **texts, **more)
    voices: dict[tuple[str, int], Words] = {}
    for name, voice in narrators.items():
        for number in range(WORDINGS_OF_A_WAIT):
            said = {
                table: {**texts, **{key: each[number] for key, each in voice.get(table, {}).items()}}
                for table, texts in (("windows", words.windows), ("refusals", words.refusals))
            }
            voices[name, number] = replace(
                words, voice=name, windows=said["windows"], refusals=said["refusals"]
            )
    return replace(words, voices=voices)
