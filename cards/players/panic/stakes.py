"""Whether a seat of the castle-defense game could do anything that matters, judged from its own view alone.

An act matters where it changes what comes next: the march, a Curse, a trophy, an offer. What can be done just
as well afterwards does not; while the game could end before that, everything does (H-130).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from cards.kernel.moves import PASS_VERB, Move
from cards.panic.board import FOREST, SWORDSMAN, color_of_arc
from cards.panic.pack import Catalog, CurseDefinition
from cards.panic.view import PanicSeenCurse, PanicSeenMonster, PanicView
from cards.panic.words.base import PanicWord
from cards.panic.words.cancel import LIFT_ABILITY, Cancel
from cards.panic.words.cards import ChooseArc, Fortify, Pad, PanicDraw, Reclaim
from cards.panic.words.curses import Demand, ShowAndTake, Snatch, SwapTrophies
from cards.panic.words.enhance import Enhance, Restore
from cards.panic.words.monsters import Glue, Push
from cards.panic.words.tokens import March, Rock
from cards.players.base import AnyGame

BARGAIN_VERBS: Final = frozenset({"offer", "agree"})
FIGHT_VERB: Final = "attack"
PLAY_VERB: Final = "play"
PERSONAL_WINDOWS: Final = frozenset({"claim", "curse", "place"})
"""Windows that are about the seats that they wait for, and not about everybody."""


@dataclass(frozen=True)
class Outlook:
    """What a seat sees before it passes, and the cards that it could play."""

    catalog: Catalog
    view: PanicView
    moves: tuple[Move, ...]

    @cached_property
    def plays(self) -> list[tuple[Move, PanicWord]]:
        """Return the cards that the seat could play, with what they do."""
        return [(move, self.catalog.word(move.card)) for move in self.moves if move.verb == PLAY_VERB]

    @cached_property
    def movers(self) -> list[PanicSeenMonster]:
        """Return the monsters that can move."""
        if self.view.asleep:
            return []
        return [m for m in self.view.monsters if m.health and not m.glued]

    def could_end(self, raiders: Sequence[PanicSeenMonster]) -> bool:
        """Return True if the game could end while these monsters run into Walls and Towers."""
        return 0 < sum(self.view.towers) <= len(raiders)


def has_panic_stake(game: AnyGame, view: Any, moves: Sequence[Move], seat: int, *, only_wins: bool) -> bool:
    """Return True if passing would give away something that could matter to the seat.

    ``only_wins``: of what everybody is asked, only what could end the game matters.
    """
    catalog = getattr(game, "catalog", None)
    assert isinstance(catalog, Catalog)
    assert isinstance(view, PanicView)
    wait = view.wait
    if wait is None or wait.name not in JUDGE_BY_WINDOW or not any(m.verb == PASS_VERB for m in moves):
        return True
    look = Outlook(catalog, view, tuple(moves))
    if look.plays and END_BY_WINDOW.get(wait.name, _cannot_end)(look):
        return True
    if only_wins and wait.name not in PERSONAL_WINDOWS:
        return any(move.verb == "agree" for move in moves)
    return JUDGE_BY_WINDOW[wait.name](look)


# the march


def _raiders(movers: Sequence[PanicSeenMonster]) -> list[PanicSeenMonster]:
    """Return the monsters that stand before a Wall or behind it."""
    return [m for m in movers if m.ring >= SWORDSMAN]


def _changes_march(look: Outlook) -> bool:
    """Return True if a card keeps a monster from moving, or changes what it runs into."""
    movers = [m for m in look.movers if m.ring > FOREST]
    return any(_changes_raid(move, word, movers, look.movers) for move, word in look.plays)


def _changes_raid(
    move: Move, word: PanicWord, glueable: Sequence[PanicSeenMonster], movers: Sequence[PanicSeenMonster]
) -> bool:
    raiders = _raiders(movers)
    match word:
        case Glue():
            return _names_any(move, glueable)
        case Push():
            return _names_any(move, raiders)
        case Fortify():
            return any(m.arc in move.slots[0].options for m in raiders if m.ring == SWORDSMAN)
        case Restore():
            return any(m.health < m.top for m in raiders)
        case PanicDraw():
            return bool(raiders)  # what comes may be one of those above
        case _:
            return False


def _names_any(move: Move, monsters: Sequence[PanicSeenMonster]) -> bool:
    return any(m.token in move.slots[0].options for m in monsters)


# Curse tokens


def _token_word(look: Outlook) -> PanicWord | None:
    definition = look.catalog.definitions[look.view.drawn] if look.view.drawn >= 0 else None
    return definition.effect if isinstance(definition, CurseDefinition) else None


def _moved_by(look: Outlook, token: March) -> list[PanicSeenMonster]:
    """Return the monsters that a drawn Curse may move."""
    return [m for m in look.movers if token.where in ("everywhere", "rolled_arc", color_of_arc(m.arc))]


def _changes_token(look: Outlook) -> bool:
    """Return True if a card stops the drawn Curse, or changes what it does."""
    token = _token_word(look)
    for move, word in look.plays:
        if isinstance(word, Cancel):
            harmless = isinstance(token, March) and not _moved_by(look, token)
            if move.ability != LIFT_ABILITY and not harmless:
                return True
        elif isinstance(token, Rock):
            if isinstance(word, Push | Fortify | Restore):
                return True
        elif isinstance(token, March):
            moved = _moved_by(look, token)
            if isinstance(word, Push) and _names_any(move, look.movers):
                return True  # also into an arc that is about to move
            if _changes_raid(move, word, moved, moved) and not _is_vain(token, word):
                return True
    return False


def _is_vain(token: March, word: PanicWord) -> bool:
    """Return True if the card guards Walls and nobody comes near one."""
    return token.way == "clockwise" and isinstance(word, Fortify)


def _token_could_end(look: Outlook) -> bool:
    token = _token_word(look)
    if isinstance(token, March):
        return look.could_end(_raiders(_moved_by(look, token)))
    if isinstance(token, Rock):
        return sum(look.view.towers) == 1
    return False


# Curse cards


def _stops_curse(look: Outlook) -> bool:
    """Return True if the seat can keep the Curse from taking what it would take."""
    curse = look.view.curse
    if curse is None:
        return bool(look.plays)
    return any(_saves_from(look, curse, move, word) for move, word in look.plays)


def _saves_from(look: Outlook, curse: PanicSeenCurse, move: Move, word: PanicWord) -> bool:
    effect = look.catalog.word(curse.card)
    if isinstance(word, Cancel) and move.ability != LIFT_ABILITY:
        return (
            word.cards == "whole" or not isinstance(effect, Demand) or _is_robbed(look, effect, curse.named)
        )
    if isinstance(effect, Snatch | ShowAndTake):
        return move.card in look.view.treasures  # what is used cannot be taken
    return isinstance(effect, SwapTrophies) and isinstance(word, Pad | Reclaim)


def _is_robbed(look: Outlook, demand: Demand, named: str) -> bool:
    """Return True if the seat has a Hit that it would have to hand over."""
    return any(demand.demands(look.catalog.word(card), named) for card in look.view.castle)


# the rest


def _changes_trophy(look: Outlook) -> bool:
    """Return True if the seat holds an Enhancer for a monster under attack."""
    return any(isinstance(word, Enhance | Restore) for _, word in look.plays)


def _fights_on(look: Outlook) -> bool:
    """Return True if the seat can fight the monster it enraged before the phase ends."""
    is_fight = any(move.verb == FIGHT_VERB for move in look.moves)
    return is_fight or any(word.fights for _, word in look.plays)


def _changes_points(look: Outlook) -> bool:
    """Return True if the seat holds a card that brings points, takes some, or may find one that does."""
    words = Pad | Reclaim | PanicDraw | SwapTrophies | Snatch | ShowAndTake
    return any(isinstance(word, words) for _, word in look.plays)


def _bargains(look: Outlook) -> bool:
    return any(move.verb in BARGAIN_VERBS for move in look.moves)


def _chooses_arc(look: Outlook) -> bool:
    return any(isinstance(word, ChooseArc) for _, word in look.plays)


def _cannot_end(look: Outlook) -> bool:
    return False


JUDGE_BY_WINDOW: Final[dict[str, Callable[[Outlook], bool]]] = {
    "settle": _changes_march,
    "token": _changes_token,
    "curse": _stops_curse,
    "trophy": _changes_trophy,
    "attacked": _changes_trophy,
    "last_call": _changes_points,
    "claim": _fights_on,
    "offers": _bargains,
    "place": _chooses_arc,
}
END_BY_WINDOW: Final[dict[str, Callable[[Outlook], bool]]] = {
    "settle": lambda look: look.could_end(_raiders(look.movers)),
    "token": _token_could_end,
}
"""When the game could end before anybody is asked again."""
