"""Random games of all kinds, seen by everybody, for tests of the screens."""

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

import bot.views.games  # noqa: F401 - enters the screens of all games
from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import Seat, Table
from cards.kernel.events import Event
from cards.kernel.game import Game, Setup
from cards.kernel.moves import Action, Move, Refusal, Slot
from cards.registry import module_of

NAMES = ("Ann", "**Ben**", "Cléo `x`", "D" * 40, "<@1>", "Zoë")
"""Names as people choose them."""


def table_of(game: str, seats: int, **fields: Any) -> Table:
    """Return a running table with people on all seats."""
    people = tuple(Seat(100 + number, NAMES[number]) for number in range(seats))
    return Table(7, 70, 700, 100, game, phase="playing", revision=9, since=5, seats=people, **fields)


def view_of(game: Game[Any, Any], state: Any, seat: int | None, events: tuple[Event, ...] = ()) -> TableView:
    """Return what a seat, or an onlooker, sees of a state."""
    moves = () if seat is None or state.over else tuple(game.legal_moves(state, seat))
    return TableView(
        table_of(game.setup.game, game.setup.seats),
        seat,
        game,
        game.view(state, seat),
        moves,
        game.pending(state),
        (PastRevision(1, events).redacted_for(seat),),
        1_800_000_000,
    )


def fill(slot: Slot, rng: Random) -> tuple[Any, ...]:
    """Return any picks that the slot takes."""
    for _ in range(50):
        most = min(slot.most, len(slot.options))
        picks = tuple(rng.sample(slot.options, rng.randint(slot.least, most)))
        if slot.accepts(picks):
            return picks
    ranked = sorted(zip(slot.weights, slot.options, strict=True), key=lambda pair: -pair[0])
    return tuple(option for _, option in ranked[: slot.most])


def action_of(move: Move, seat: int, rng: Random) -> Action:
    """Return the move with its slots filled by lot."""
    picks = tuple(fill(slot, rng) for slot in move.slots)
    if sum(map(len, picks)) < move.least:
        picks = tuple(slot.options[: slot.most] for slot in move.slots)
    return Action(seat, move.verb, move.card, move.ability, picks)


def positions(
    name: str,
    seats: int,
    seed: int,
    steps: int,
    options: dict[str, Any] | None = None,
    *,
    eager_for: Collection[int] = (),
) -> Iterator[tuple[Game[Any, Any], Any, tuple[Event, ...]]]:
    """Play a random game and yield every position on the way, with the latest events.

    Cards that everybody is ``eager_for`` are played whenever they can be.
    """
    kind = module_of(name)
    game = kind.make(Setup(name, seats, seed, options or {}), None)
    rng = Random(seed)
    state, events = game.start()
    told = list(events)
    for _ in range(steps):
        yield game, state, tuple(told[-40:])
        pending = game.pending(state)
        if pending is None:
            return
        every = [(seat, move) for seat in range(seats) for move in game.legal_moves(state, seat)]
        urgent = [pair for pair in every if pair[0] in pending.awaited]
        wanted = [pair for pair in every if pair[1].verb == "use" and pair[1].card in eager_for]
        seat, move = rng.choice(wanted or (urgent if urgent and rng.random() < 0.8 else every))
        result = game.step(state, action_of(move, seat, rng))
        assert not isinstance(result, Refusal), (move, result)
        state = result.state
        told += result.events
