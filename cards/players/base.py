"""What a computer player is, how it is asked, and helpers that all players share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from cards.kernel.dice import Dice
from cards.kernel.game import Game
from cards.kernel.moves import Action, Advice, Move, Pick, Slot, make_action, plain_action

AnyGame = Game[Any, Any]

WorldSampler = Callable[[int], Any]
"""Returns, for a seed, a state that fits all the seat knows: hidden cards are dealt again."""


class Player(Protocol):
    """Chooses actions from what a seat may see, and from nothing else."""

    @property
    def needs_view(self) -> bool:
        """Return True if it wants a view; without one it cannot know when to stop."""
        ...

    @property
    def needs_worlds(self) -> bool:
        """Return True if it wants to imagine worlds."""
        ...

    def set_game(self, game: AnyGame) -> None:
        """Learn the rules and cards of the game, which are public. Called before anything else."""
        ...

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return one of the moves with its slots filled. ``moves`` is not empty."""
        ...

    def choose_or_wait(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: WorldSampler | None = None
    ) -> Action | None:
        """Return what the seat does now; None if it prefers to wait for others."""
        ...


class SeatWorldSampler:
    """All that a searching player gets of a state: worlds that the seat cannot tell apart from it."""

    __slots__ = ("_game", "_seat", "_state")

    def __init__(self, game: AnyGame, state: Any, seat: int) -> None:
        self._game = game
        self._state = state
        self._seat = seat

    def __call__(self, seed: int) -> Any:
        return self._game.redeal_hidden(self._state, self._seat, seed)


def advise(player: Player, game: AnyGame, state: Any, seat: int, dice: Dice, *, must: bool) -> Advice | None:
    """Return what a player who is new to the game would do, as ``ask`` does, with its chances."""
    action = ask(player, game, state, seat, dice, must=must)
    return None if action is None else Advice(action, getattr(player, "chances", {}))


def ask(player: Player, game: AnyGame, state: Any, seat: int, dice: Dice, *, must: bool) -> Action | None:
    """Let a player who is new to the game decide for a seat.

    Return None if it can do nothing, or prefers to wait and may (``must`` is false).
    """
    moves = game.legal_moves(state, seat)
    if not moves:
        return None
    player.set_game(game)
    return decide(player, game, state, moves, seat, dice, must=must)


def decide(
    player: Player, game: AnyGame, state: Any, moves: list[Move], seat: int, dice: Dice, *, must: bool
) -> Action | None:
    """Let a player who knows the game decide for a seat, from its view only; return None if it waits."""
    view = game.view(state, seat) if player.needs_view else None
    imagine = SeatWorldSampler(game, state, seat) if player.needs_worlds else None
    wished = player.choose_or_wait(view, moves, seat, dice, imagine)
    if wished is not None or not must:
        return wished
    return player.choose(view, moves, seat, dice)


def random_picks(slot: Slot, dice: Dice) -> tuple[Pick, ...]:
    """Fill a slot at random; if the picks must reach a sum, add the heaviest candidates until they do."""
    _, _, candidates, least, limit, weights, need = slot
    most = min(limit, len(candidates))
    count = least + dice.randbelow(most - least + 1) if most > least else least
    if not need and count < 2:
        if not count:
            return ()
        return (candidates[dice.randbelow(len(candidates)) if len(candidates) > 1 else 0],)
    options = list(candidates)
    for place in range(count if len(options) > 1 else 0):
        other = place + dice.randbelow(len(options) - place)
        options[place], options[other] = options[other], options[place]
    picks = options[:count]
    if need:
        weight = dict(zip(candidates, weights, strict=True))
        rest = sorted(options[count:], key=lambda pick: -weight[pick])
        while rest and sum(weight[pick] for pick in picks) < need and len(picks) < most:
            picks.append(rest.pop(0))
        if sum(weight[pick] for pick in picks) < need:
            heavy = sorted(candidates, key=lambda pick: -weight[pick])
            counts = range(max(least, 1), most + 1)
            enough = (n for n in counts if sum(weight[pick] for pick in heavy[:n]) >= need)
            picks = heavy[: next(enough, most)]
    return tuple(picks)


def fill_randomly(move: Move, seat: int, dice: Dice) -> Action:
    """Return a move as an action with every slot filled at random."""
    verb, card, ability, slots, together = move
    if not slots and card < 0 and ability < 0:
        return plain_action(seat, verb)
    picks = [random_picks(slot, dice) for slot in slots]
    if together and sum([len(chosen) for chosen in picks]) < together:
        picks = [slot.options[: slot.most] for slot in slots]
    return make_action(seat, verb, card, ability, tuple(picks))
