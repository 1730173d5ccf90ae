"""Asks whoever is about to use up a card for nothing whether they want to (H-126)."""

from __future__ import annotations

from typing import Final

from cards.kernel.frames import Frame
from cards.kernel.moves import Action, Move, Refusal, Slot, find_move
from cards.panic import legal, plays, state
from cards.panic.engine import PanicMachine
from cards.panic.imagine import imagine
from cards.panic.words.cancel import Cancel
from cards.panic.words.cards import Borrow

IMAGINED_WORLDS: Final = 4
"""Worlds that the seat cannot tell apart in which a card is tried: what it cannot know decides nothing."""
CALM_WINDOWS: Final = ("draw", "play")
"""The windows in which nobody else waits for passes, so that there is time to ask."""


def is_wasted(table: PanicMachine, action: Action, move: Move) -> bool:
    """Return True if the card would change nothing that counts, as far as its player can know."""
    window = table.window
    if action.verb != "play" or window is None or window.kind not in CALM_WINDOWS:
        return False
    if isinstance(table.rules.catalog.word(action.card), Borrow | Cancel):
        return False
    return not any(_does_something(table, action, move, seed) for seed in range(IMAGINED_WORLDS))


def _does_something(table: PanicMachine, action: Action, move: Move, seed: int) -> bool:
    """Try the card in an imagined world, in which nobody answers it."""
    trial = type(table)(state.clone(table.state), table.rules)
    imagine(trial, action.seat, table.state.turn * 100 + seed)
    before, depth = _figures(trial, action.card), len(trial.state.frames)
    plays.play(trial, action, move)
    while not trial.state.over and (len(trial.state.frames) > depth or trial.state.prompt is not None):
        trial.run()
        if trial.state.prompt is not None:
            trial.answer(trial.state.prompt.default or trial.state.prompt.slot.options[:1])
        elif len(trial.state.frames) > depth:
            trial.state.frames[-1].window = None
    return _figures(trial, action.card) != before


def _figures(table: PanicMachine, card: int) -> object:
    """Return all that counts, without a card: of trophies only how many there are and their points."""
    now = table.state
    seats = range(now.seats)
    return (
        [(table.points(seat), len(table.seat_cards(seat, state.TROPHIES))) for seat in seats],
        [
            sorted({*table.whole_hand(seat), *table.seat_cards(seat, state.EARNED_TREASURES)} - {card})
            for seat in seats
        ],
        [(m.token, m.ring, m.arc, m.health, m.top, table.is_immobile(m.token)) for m in now.board],
        [table.curse_in_front(seat) for seat in seats],
        (now.walls, now.towers, now.fortified, now.asleep, now.unslayable, now.over),
    )


def ask_first(table: PanicMachine, action: Action) -> None:
    """Ask the seat whether it wants to use the card up; others do not see which it is."""
    frame = Frame("waste", action.seat)
    frame.keep_action(action)
    table.push(frame)


def run_waste(table: PanicMachine, frame: Frame) -> None:
    """Keep the card, unless its player insists."""
    slot = Slot("waste", "word", ("yes", "no"))
    answer = table.choose(frame, "answer", frame.seat, "waste", slot, default=("no",))
    if answer is None:
        return
    table.pop(frame)
    action = frame.kept_action()
    move = find_move(legal.moves(table, frame.seat), action)
    if answer[0] == "yes" and not isinstance(move, Refusal):
        plays.play(table, action, move)
