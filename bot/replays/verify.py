"""Checking a recorded game: are seed, shuffles and dice as they were sealed? The record alone is enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.replays.record import GameRecord, RecordedStep, RecordHeader, state_digest
from bot.replays.recording import zones_of
from bot.tables.game_replay import GameReplay
from bot.tables.sealed_seed import hash_of_secret, mix_seed
from cards.kernel.dice import commitment
from cards.kernel.events import Event, EventRecord
from cards.kernel.game import Game
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry

SEALED_TEXT = "every shuffle and die is as sealed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a check: nothing wrong, or the first step that is (-1: the record as a whole)."""

    wrong: str = ""
    step: int = -1

    @property
    def sealed(self) -> bool:
        """Return True if all is as it was sealed."""
        return not self.wrong


def verify_record(record: GameRecord, games: GameRegistry) -> Verdict:
    """Play a recorded game again from its seed; return the first thing that is not as it was sealed."""
    header = record.header
    if header.form != "full":
        return Verdict("the game was still going on: it has no seed yet, so nothing can be checked")
    if not record.steps or record.steps[0].kind != "start":
        return Verdict("the record does not begin with the start of the game")
    first = record.steps[0].step
    if wrong := _seed_fault(header):
        return Verdict(wrong, first)
    try:
        game = _bind(games, header)
    except Exception as error:  # a forged record can hold anything
        return Verdict(f"the game cannot be set up: {type(error).__name__}: {error}", first)
    if isinstance(game, str):
        return Verdict(game, first)
    return _replay_fault(record, game) or Verdict()


def _seed_fault(header: RecordHeader) -> str:
    """Return what is wrong with the seed, how it was sealed and what went into it."""
    if not header.secret_hash:
        fits = commitment(header.seed) == header.commitment
        return "" if fits else "the seed is not the one whose SHA-256 was shown"
    if hash_of_secret(header.secret) != header.secret_hash:
        return "the secret is not the one whose SHA-256 was shown"
    presses = header.contributions
    if len({one.interaction_id for one in presses}) != len(presses):
        return "a press is counted twice"
    kinds = [one.kind for one in presses]
    if presses and kinds != ["join"] * (len(presses) - 1) + ["start"]:
        return "the presses are not those of joining and then one of starting"
    if not all(0 <= one.seat < len(header.seats) for one in presses):
        return "a press belongs to no seat"
    if mix_seed(header.secret, presses) != header.seed:
        return "the seed is not what the secret and the presses make"
    return ""


def _bind(games: GameRegistry, header: RecordHeader) -> Game[Any, Any] | str:
    """Bind this release's rules to the cards; a text says why that is impossible."""
    module = games.find(header.game)
    if module is None:
        return f"this release has no game {header.game!r}"
    game = module.make(header.setup, None)
    if game.digest != header.digest and header.cards:
        game = module.make(header.setup, header.definitions)
    return game if game.digest == header.digest else "the cards are not those that the game began with"


def _replay_fault(record: GameRecord, game: Game[Any, Any]) -> Verdict | None:
    again, before = GameReplay(game), record.steps[0].step - 1
    for step in record.steps:
        if step.step != before + 1:
            return Verdict(f"step {before + 1} is missing: step {step.step} follows", before + 1)
        before = step.step
        try:
            wrong = _step_fault(again, step)
        except Exception as error:  # a forged action can be anything
            wrong = f"it cannot be played: {type(error).__name__}"
        if wrong:
            return Verdict(wrong, step.step)
    end = record.end
    if end.end != before:
        return Verdict(f"step {before + 1} is missing: the record ends with step {end.end}", before + 1)
    if (end.over, end.winners) != (again.state.over, tuple(again.state.winners)):
        return Verdict("who won, or that it is over, is not what the game came to", before)
    return None


def _step_fault(again: GameReplay, step: RecordedStep) -> str:
    """Play one step and return what of it is not as recorded."""
    begins = not again.packed
    if begins != (step.kind == "start"):
        return "a game starts once"
    if begins:
        events: tuple[Event, ...] | Refusal = again.start(step.step)
        dice_before = 0
    else:
        if step.back_to >= 0 and step.back_to not in again.packed:
            return f"it goes back to step {step.back_to}, which was never played"
        dice_before = again.state.dice.count
        events = again.go_on(step.step, step.actions, step.back_to)
    if isinstance(events, Refusal):
        return f"the rules refuse it ({events.code})"
    if wrong := _events_fault(step.events, tuple(event.to_record() for event in events)):
        return wrong
    state = again.state
    used = state.dice.count != dice_before
    if step.dice != state.dice.count:
        return f"{step.dice} random numbers are used up; by the seed it is {state.dice.count}"
    if step.zones != (zones_of(state) if used else ()):
        return "the cards lie in another order than the seed has shuffled them"
    if step.state != state_digest(again.packed[step.step]):
        return "the game stands otherwise than by the seed"
    return ""


def _events_fault(recorded: tuple[EventRecord, ...], played: tuple[EventRecord, ...]) -> str:
    for told, made in zip(recorded, played, strict=False):
        if told != made:
            return f"it is recorded as {_brief(told)}; by the seed it is {_brief(made)}"
    if len(recorded) != len(played):
        return f"{len(recorded)} things have happened; by the seed it is {len(played)}"
    return ""


def _brief(record: EventRecord) -> str:
    """Describe an event in the log's own words."""
    facts = [f"seat {record.seat + 1}"] if record.seat >= 0 else []
    facts += [f"count {record.count}"] if record.count else []
    facts += [record.word] if record.word else []
    facts += [f"cards {' '.join(map(str, record.cards))}"] if record.cards else []
    facts += [f"other {record.other}"] if record.other >= 0 else []
    return f"{record.kind} ({', '.join(facts)})"
