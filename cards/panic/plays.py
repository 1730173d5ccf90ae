"""The frames of a played card, a pending Curse card and a used power."""

from __future__ import annotations

from cards.kernel.frames import Frame
from cards.kernel.moves import Action, Move
from cards.panic.card_events import PanicCardPlayed, PowerUsed
from cards.panic.engine import PanicMachine
from cards.panic.state import PLAYED_CARDS
from cards.panic.words.base import PanicCurseWord


def play(table: PanicMachine, action: Action, move: Move) -> None:
    """Play a card and push the frame of its effect, with the chosen slots under their names."""
    catalog = table.rules.catalog
    kind = "curse" if isinstance(catalog.word(action.card), PanicCurseWord) else "card"
    frame = Frame(kind, action.seat, card=action.card, block=action.ability)
    _store_picks(frame, action, move)
    table.state.zones.move(action.card, PLAYED_CARDS)
    shown = tuple(
        int(pick)
        for slot, picks in zip(move.slots, action.picks, strict=True)
        if slot.kind == "card"
        for pick in picks
    )
    victim = next(
        (int(picks[0]) for slot, picks in zip(move.slots, action.picks, strict=True) if slot.kind == "seat"),
        -1,
    )
    word = str(frame.vars.get("named", ("",))[0])  # type: ignore[index]  # a slot's picks
    table.emit(PanicCardPlayed(action.seat, card=action.card, targets=shown, victim=victim, named=word))
    table.push(frame)


def _store_picks(frame: Frame, action: Action, move: Move) -> None:
    for slot, picks in zip(move.slots, action.picks, strict=True):
        frame.vars[slot.name] = picks


def use_power(table: PanicMachine, action: Action, move: Move) -> None:
    """Use a power of the seat's Character."""
    power = table.powers(action.seat)[action.ability]
    if power.once:
        table.state.spent.append(power.can)
    if power.window == "draw":
        table.state.discarded = True  # first the discard, then the draw (P-041, P-222, P-226)
    frame = Frame("power", action.seat, card=action.card, block=action.ability)
    _store_picks(frame, action, move)
    table.emit(PowerUsed(action.seat, card=action.card, power=power.can))
    table.push(frame)


def run_card(table: PanicMachine, frame: Frame) -> None:
    """Do what a played card says."""
    table.rules.catalog.word(frame.card).run(table, frame)


def run_curse(table: PanicMachine, frame: Frame) -> None:
    """Give the victims time to cancel, whether or not anybody can (P-120, H-107); then do it."""
    word = table.rules.catalog.word(frame.card)
    if frame.step == 0:
        assert isinstance(word, PanicCurseWord)
        frame.step = 1
        frame.vars["victims"] = word.victims(table, frame)
        table.wait(frame, "curse", frame.int_var("victims"), table.rules.options.curse_seconds)
    elif frame.int_var("cancelled") or table.is_gone(frame.seat):
        table.finish(frame)
    else:
        word.run(table, frame)


def run_power(table: PanicMachine, frame: Frame) -> None:
    """Do what a power says, unless its seat has left in the meantime."""
    if table.is_gone(frame.seat):
        table.pop(frame)
    else:
        table.powers(frame.seat)[frame.block].run(table, frame)
