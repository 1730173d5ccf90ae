"""What a computer player is, and helpers that all of them share."""

from __future__ import annotations

from typing import Any, Protocol

from cards.kernel.dice import Dice
from cards.kernel.moves import Action, Move, Pick, Slot


class Player(Protocol):
    """Chooses an action from what a seat may see, and from nothing else."""

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return one of the moves with its slots filled. ``moves`` is not empty."""
        ...


def random_picks(slot: Slot, dice: Dice) -> tuple[Pick, ...]:
    """Fill a slot by lot; a sum that is needed is reached by adding the heaviest candidates."""
    options = list(slot.options)
    most = min(slot.most, len(options))
    count = slot.least + dice.below(most - slot.least + 1) if most > slot.least else slot.least
    for last in range(len(options) - 1, 0, -1):
        other = dice.below(last + 1)
        options[last], options[other] = options[other], options[last]
    picks = options[:count]
    if slot.need:
        weight = dict(zip(slot.options, slot.weights, strict=True))
        rest = sorted(options[count:], key=lambda pick: -weight[pick])
        while rest and sum(weight[pick] for pick in picks) < slot.need and len(picks) < most:
            picks.append(rest.pop(0))
        if sum(weight[pick] for pick in picks) < slot.need:
            picks = sorted(slot.options, key=lambda pick: -weight[pick])[:most]
    return tuple(picks)


def fill(move: Move, seat: int, dice: Dice) -> Action:
    """Make an action of a move with every slot filled by lot."""
    picks = tuple(random_picks(slot, dice) for slot in move.slots)
    return Action(seat, move.verb, move.card, move.ability, picks)
