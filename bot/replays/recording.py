"""From what is saved of a table to the record of its game, as far as that is sound."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from bot.replays.record import (
    GameRecord,
    RecordedSeat,
    RecordedStep,
    RecordEnd,
    RecordError,
    RecordHeader,
    state_digest,
)
from bot.store.reading import SavedGame
from bot.store.rows import LogRow, TableRow
from bot.tables.game_replay import GameReplay
from bot.tables.history import UnreadableTableError, entry_of, records_of, saved_facts
from bot.tables.lobby import setup_of
from bot.tables.sealed_seed import StartRecord, start_record
from bot.tables.state import LogEntry, SavedTable
from bot.tables.table import Seat, Table
from cards.kernel.events import Event
from cards.kernel.game import Game
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A revision of a game that was played again: what was logged, and what comes of it today.

    ``state`` is encoded, ``dice`` counts the random numbers used so far, and ``zones`` are all cards in their
    order where the revision used any.
    """

    row: LogRow
    entry: LogEntry
    state: bytes
    events: tuple[Event, ...]
    dice: int
    zones: tuple[tuple[int, ...], ...]


@dataclass(slots=True)
class PlayedGame:
    """A game that was played again from its seed and its log.

    ``fault`` says where that ends before the log does. ``as_saved`` is True if the end is the saved state.
    """

    number: int
    start: StartRecord
    table: Table
    over: bool
    game: Game[Any, Any]
    definitions: bytes
    steps: list[PlayedStep]
    fault: str = ""
    as_saved: bool = False


def digest_for(row: TableRow | None, log: tuple[LogRow, ...]) -> str:
    """Return the digest of the card definitions a game began with; "" where nobody knows."""
    start = _find_start(row, log)
    return "" if start is None else start.digest


def play_again(games: GameRegistry, saved: SavedGame) -> PlayedGame:
    """Play a saved game again, as far as its log is sound. Raises ``RecordError`` where it cannot begin."""
    start = _find_start(saved.table, saved.log)
    if start is None:
        raise RecordError("no game has begun there, or its beginning is damaged")
    kept = None if saved.table is None else saved_facts(saved.table)
    game, definitions = _bind(games, start, saved.definitions)
    played = PlayedGame(
        number=saved.number,
        start=start,
        table=_table(saved, kept, start),
        over=saved.table is not None and not saved.table.live,
        game=game,
        definitions=definitions,
        steps=[],
    )
    try:
        played.steps.extend(_played(game, saved.log))
    except UnreadableTableError as error:
        played.fault = str(error)
    except Exception as error:  # damaged bytes can be anything
        played.fault = f"{type(error).__name__}: {error}"
    if not played.steps:
        raise RecordError(f"its log is damaged from the start on ({played.fault or 'it is gone'})")
    last = played.steps[-1]
    if saved.table is not None and last.row.revision == saved.table.revision:
        played.as_saved = last.state == saved.table.snapshot
    return played


def record_of(played: PlayedGame, release: str) -> GameRecord:
    """Return the record of a game: in full once the table has ended, before only what everybody has seen."""
    start, last = played.start, played.steps[-1]
    header = RecordHeader(
        table=played.number,
        game=start.game,
        form="full",
        release=release,
        seats=tuple(_recorded_seat(seat) for seat in played.table.seats),
        options=start.options,
        digest=start.digest,
        cards=base64.b64encode(played.definitions).decode(),
        secret_hash=start.secret_hash,
        contributions=start.contributions,
        commitment=start.commitment,
        secret=start.secret,
        seed=start.seed,
        fault=played.fault,
    )
    if played.over:
        state = played.game.decode(last.state)
        end = RecordEnd(last.row.revision, state.over, state.winners)
        return GameRecord(header, tuple(_full_steps(played)), end)
    header = replace(header, form="public", cards="", secret="", seed=-1)
    return GameRecord(header, tuple(_public_steps(played)), RecordEnd(last.row.revision))


def _find_start(row: TableRow | None, log: tuple[LogRow, ...]) -> StartRecord | None:
    """Return what a game was made from: from its log, or where that is damaged from the table's facts."""
    try:
        entry = next((entry_of(line) for line in log if line.kind == "start"), None)
    except UnreadableTableError:
        entry = None
    if entry is not None and entry.start is not None:
        return entry.start
    kept = None if row is None else saved_facts(row)
    if kept is None or not kept.table.digest:
        return None
    return start_record(setup_of(kept.table, kept.seed), kept.table, kept.secret)


def _table(saved: SavedGame, kept: SavedTable | None, start: StartRecord) -> Table:
    """Return the facts of a table; where they are damaged, what its row and the start of its log tell."""
    if kept is not None and len(kept.table.seats) == start.seats:
        return kept.table
    row = saved.table
    sexes = start.sexes or ("",) * start.seats
    return Table(
        id=saved.number,
        channel=0 if row is None else row.channel,
        guild=0 if row is None else row.guild,
        host=0,
        game=start.game,
        options=start.options,
        seats=tuple(Seat(0, f"Seat {number + 1}", sex) for number, sex in enumerate(sexes)),
        digest=start.digest,
        secret_hash=start.secret_hash,
        contributions=start.contributions,
        commitment=start.commitment,
    )


def _recorded_seat(seat: Seat) -> RecordedSeat:
    kind = "computer" if seat.robot else "gone" if seat.dropped else "person"
    return RecordedSeat(seat.name, kind, seat.sex)


def _bind(games: GameRegistry, start: StartRecord, definitions: bytes | None) -> tuple[Game[Any, Any], bytes]:
    """Bind the rules to today's cards if they are the same, or else to those that were kept."""
    module = games.find(start.game)
    if module is None:
        raise RecordError(f"there is no game {start.game!r} in this release")
    try:
        found = module.make(start.setup, None)
        if found.digest == start.digest:
            return found, module.definitions(start.setup)
        if definitions is not None:
            found = module.make(start.setup, definitions)
            if found.digest == start.digest:
                return found, definitions
    except ValueError as error:
        raise RecordError(f"it cannot be set up any more: {error}") from error
    raise RecordError(f"the card definitions {start.digest} are gone")


def _played(game: Game[Any, Any], log: tuple[LogRow, ...]) -> Iterator[PlayedStep]:
    """Play a log again. Raises ``UnreadableTableError`` where it cannot go on."""
    again, before, dice = GameReplay(game), 0, 0
    for row in log:
        if before and row.revision != before + 1:
            raise UnreadableTableError(f"revision {before + 1} of its log is missing")
        before = row.revision
        if type(row.kind) is not str:  # SQLite keeps any type anywhere
            raise UnreadableTableError(f"revision {row.revision}: nobody can say what it was")
        if not again.packed and row.kind != "start":
            continue
        entry = entry_of(row)
        if row.kind == "start":
            events: tuple[Event, ...] | Refusal = again.start(row.revision)
        else:
            events = again.go_on(row.revision, entry.actions, entry.back_to)
        if isinstance(events, Refusal):
            raise UnreadableTableError(f"revision {row.revision}: {events.code}")
        now = again.state.dice.count
        zones = zones_of(again.state) if now != dice else ()
        dice = now
        yield PlayedStep(row, entry, again.packed[row.revision], events, dice, zones)


def _full_steps(played: PlayedGame) -> Iterator[RecordedStep]:
    for step in played.steps:
        yield RecordedStep(
            step=step.row.revision,
            kind=step.row.kind,
            seat=step.entry.seat,
            actions=step.entry.actions,
            back_to=step.entry.back_to,
            events=records_of(step.row),
            dice=step.dice,
            zones=step.zones,
            state=state_digest(step.state),
        )


def zones_of(state: Any) -> tuple[tuple[int, ...], ...]:
    """Return all cards in their order, zone by zone."""
    return tuple(tuple(cards) for cards in state.zones.lists)


def _public_steps(played: PlayedGame) -> Iterator[RecordedStep]:
    """Yield what happened as an onlooker may know it."""
    for step in played.steps:
        events = map(played.game.read_event, records_of(step.row))
        if told := tuple(event.redacted_for(None).to_record() for event in events):
            yield RecordedStep(step.row.revision, events=told)
