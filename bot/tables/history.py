"""What happened before: loading, replaying, and the way back."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.store.api import Store, StoreError
from bot.store.rows import LogRow, TableRow
from bot.tables import intents
from bot.tables.game_replay import GameReplay
from bot.tables.lobby import Undo, setup_of
from bot.tables.past import PastRevision
from bot.tables.state import (
    LOG_ENTRY_CODEC,
    SAVED_EVENTS_CODEC,
    SAVED_TABLE_CODEC,
    LogEntry,
    SavedTable,
    TableState,
)
from bot.tables.table import Table
from cards.kernel.events import Event, EventRecord
from cards.kernel.game import Game
from cards.kernel.moves import Action, Refusal
from cards.registry import GameRegistry

log = logging.getLogger(__name__)

T = TypeVar("T")

_SNAPSHOT_TO_COME = b""
"""Stands for a lost state while the facts of a game that has begun are looked at."""


class UnreadableTableError(Exception):
    """A saved table cannot be brought back: it is damaged, or this release lacks its game or its cards."""


async def read_or(answer: Awaitable[T], otherwise: T) -> T:
    """Return what the store answers, or something else where it cannot be read now."""
    try:
        return await answer
    except StoreError:
        return otherwise


def load_state(games: GameRegistry, row: TableRow, definitions: bytes | None) -> TableState:
    """Bring a saved table back, with these card definitions or (None) today's.

    Raises ``UnreadableTableError``.
    """
    try:
        kept = _decode_body(row)
        if row.snapshot is None:
            return kept.as_state()
        if not kept.is_of(row.snapshot):
            raise UnreadableTableError("its game state is not the one that was saved")
        game = bind_game(games, kept, definitions)
        state = kept.as_state(game, game.decode(row.snapshot))
        _look_at(state)
        return state
    except UnreadableTableError:
        raise
    except Exception as error:  # damaged bytes can be anything
        raise UnreadableTableError(f"{type(error).__name__}: {error}") from error


def rebuild_state(
    games: GameRegistry, row: TableRow, definitions: bytes | None, entries: list[LogRow]
) -> TableState:
    """Bring a saved table back by playing its log again from the seed, without its snapshot.

    Raises ``UnreadableTableError`` unless every revision up to the row's is there and sound.
    """
    try:
        kept = _decode_body(replace(row, snapshot=row.snapshot or _SNAPSHOT_TO_COME))
        if [e.revision for e in entries] != list(range(1, row.revision + 1)):
            raise UnreadableTableError("its log has gaps")
        game = bind_game(games, kept, definitions)
        state = kept.as_state(game, replay(game, entries)[row.revision])
        _look_at(state)
        return state
    except UnreadableTableError:
        raise
    except Exception as error:  # damaged bytes can be anything
        raise UnreadableTableError(f"{type(error).__name__}: {error}") from error


def _decode_body(row: TableRow) -> SavedTable:
    """Decode a table's facts, which have to agree with the columns beside them."""
    kept = SAVED_TABLE_CODEC.decode(row.body)
    table = kept.table
    facts = (table.id, table.channel, table.guild, table.live, table.revision)
    if facts != (row.id, row.channel, row.guild, row.live, row.revision):
        raise UnreadableTableError("its saved facts contradict each other")
    ended_in_lobby = table.phase == "ended" and not table.digest
    if (row.snapshot is None) != (table.phase == "lobby") and not ended_in_lobby:
        raise UnreadableTableError("its saved facts contradict each other")
    return kept


def _look_at(state: TableState) -> None:
    """Look at all that a screen needs, so that damage shows itself here and nowhere else."""
    game = state.game
    assert game is not None
    game.pending(state.game_state)
    for seat in (None, *range(len(state.table.seats))):
        game.view(state.game_state, seat)


def saved_facts(row: TableRow) -> SavedTable | None:
    """Return what is saved of a table beside its game's state, None where it cannot be read."""
    try:
        return _decode_body(row)
    except Exception:  # damaged bytes can be anything
        return None


def table_facts(row: TableRow) -> Table | None:
    """Return the public facts of a saved table, None where they cannot be read."""
    kept = saved_facts(row)
    return None if kept is None else kept.table


def digest_of(row: TableRow) -> str:
    """Return the digest of the card definitions a saved table began with; "" where nobody knows."""
    facts = table_facts(row) or table_facts(replace(row, snapshot=_SNAPSHOT_TO_COME))
    return "" if facts is None else facts.digest


def bind_game(games: GameRegistry, kept: SavedTable, definitions: bytes | None) -> Game[Any, Any]:
    """Make the game of a saved table with the cards it began with. Raises ``UnreadableTableError``."""
    module = games.find(kept.table.game)
    if module is None:
        raise UnreadableTableError(f"no game {kept.table.game!r}")
    game = module.make(setup_of(kept.table, kept.seed), definitions)
    if game.digest != kept.table.digest:
        raise UnreadableTableError(f"it needs the card definitions {kept.table.digest}")
    return game


def replay(game: Game[Any, Any], entries: Iterable[LogRow]) -> dict[int, Any]:
    """Play a logged game again and return its state after every revision from the start on.

    Raises ``UnreadableTableError`` where today's rules refuse what was once accepted.
    """
    again, states = GameReplay(game), dict[int, Any]()
    for row in entries:
        entry = entry_of(row)
        if row.kind == "start":
            again.start(row.revision)
        elif again.packed:
            answer = again.go_on(row.revision, entry.actions, entry.back_to)
            if isinstance(answer, Refusal):
                raise UnreadableTableError(f"revision {row.revision}: {answer.code}")
        if again.packed:
            states[row.revision] = again.state
    return states


def find_undo(state: TableState, entries: list[LogRow]) -> Undo | None:
    """Find the way back before the latest action of a logged game. Raises ``UnreadableTableError``."""
    game = state.game
    last = next((row for row in reversed(entries) if entry_of(row).actions), None)
    if game is None or last is None or last.kind != "act":
        return None
    states = replay(game, entries)
    if game.encode(states[entries[-1].revision]) != game.encode(state.game_state):
        raise UnreadableTableError("today's rules play it differently")
    if any(entry_of(row).back_to >= 0 for row in entries if row.revision > last.revision):
        return None
    entry, before = entry_of(last), states[last.revision - 1]
    if not reveals_nothing(game, before, states[last.revision], entry.actions, records_of(last)):
        return None
    return Undo(entry.seat, last.revision - 1, before)


def reveals_nothing(
    game: Game[Any, Any],
    before: Any,
    after: Any,
    actions: tuple[Action, ...],
    records: tuple[EventRecord, ...],
) -> bool:
    """Return True if a move has told nobody anything new, so that it can be taken back.

    New is the end of the game, a die or a shuffle, or a card that the move itself did not name: in an event,
    or in somebody's hand, which a card may have opened without a word.
    """
    if len(actions) != 1 or after.over or after.dice.count != before.dice.count:
        return False
    shown = {card for record in records for card in record.cards}
    for seat in (None, *range(after.seats)):
        shown |= game.seen_in_hands(after, seat) - game.seen_in_hands(before, seat)
    return not shown or shown <= cards_named_by(game, before, actions[0])


def records_of(row: LogRow) -> tuple[EventRecord, ...]:
    """Read the events of a logged revision as saved; none if damaged: the game does not need them."""
    try:
        return SAVED_EVENTS_CODEC.decode(row.events).events
    except Exception:  # damaged bytes can be anything
        log.warning("table %d: what happened in revision %d cannot be read", row.table, row.revision)
        return ()


def entry_of(row: LogRow) -> LogEntry:
    """Read what was asked in a logged revision. Raises ``UnreadableTableError`` where it is damaged."""
    try:
        return LOG_ENTRY_CODEC.decode(row.body)
    except Exception as error:  # damaged bytes can be anything
        raise UnreadableTableError(f"revision {row.revision} of its log is damaged") from error


def events_of(row: LogRow, game: Game[Any, Any] | None) -> tuple[Event, ...]:
    """Read the events of a logged revision; nothing has happened before there is a game."""
    return tuple(game.read_event(record) for record in records_of(row)) if game is not None else ()


def past_of(row: LogRow, game: Game[Any, Any] | None) -> tuple[PastRevision, int]:
    """Read a logged revision for the story, and the revision that it returned to (-1: none)."""
    try:
        entry = entry_of(row)
    except UnreadableTableError:
        entry = LogEntry()
    past = PastRevision(row.revision, events_of(row, game), entry.acting_seat, row.kind, entry.acting_verb)
    return past, entry.back_to


def cards_named_by(game: Game[Any, Any], state: Any, action: Action) -> set[int]:
    """Return the cards that an accepted action names."""
    cards, named = {action.card}, (action.verb, action.card, action.ability)
    for move in game.legal_moves(state, action.seat):
        if (move.verb, move.card, move.ability) != named:
            continue
        # An answer may carry a reason behind its picks, an old one may have fewer.
        for slot, picks in zip(move.slots, action.picks, strict=False):
            if slot.kind == "card":
                cards.update(pick for pick in picks if isinstance(pick, int))
    return cards


async def load_row(store: Store, games: GameRegistry, row: TableRow) -> TableState:
    """Return the state that a row holds. Raises ``StoreError`` and ``UnreadableTableError``."""
    try:
        return load_state(games, row, None)
    except UnreadableTableError:
        # The cards may have changed since: a running game keeps those it began with.
        definitions = await store.definitions(digest_of(row))
        if definitions is not None:
            with suppress(UnreadableTableError):
                return load_state(games, row, definitions)
        return await _rebuild(store, games, row, definitions)


async def _rebuild(store: Store, games: GameRegistry, row: TableRow, definitions: bytes | None) -> TableState:
    """Play the log again: it is the second copy of a game whose snapshot is damaged."""
    entries = await store.log(row.id)
    try:
        state = rebuild_state(games, row, None, entries)
    except UnreadableTableError:
        if definitions is None:
            raise
        state = rebuild_state(games, row, definitions, entries)
    log.warning("table %d: its saved state is damaged and was rebuilt from its log", row.id)
    return state


def needs_undo(state: TableState, request: intents.Request) -> bool:
    """Return True if the request may need the way back to the state before the latest move."""
    poll = state.table.poll
    undoing = poll is not None and poll.kind == "undo"
    # Who leaves without having agreed may be the last whom it waited for.
    return isinstance(request.intent, intents.AskUndo) or (
        undoing and isinstance(request.intent, intents.Vote | intents.Leave | intents.Replace)
    )


async def load_undo(store: Store, before: TableState) -> Undo | None:
    """Find the way back in the log, for a move made before the table was last loaded."""
    rows = await store.log(before.table.id)
    try:
        return find_undo(before, rows)
    except UnreadableTableError as error:
        log.warning("table %d cannot be replayed: %s", before.table.id, error)
        return None


@dataclass(frozen=True, slots=True)
class DamagedTable:
    """What is known of a live table that cannot be read. ``host`` is a user, 0 where nobody knows."""

    id: int
    channel: int
    guild: int
    host: int = 0


async def find_host(store: Store, number: int) -> int:
    """Return who hosts a damaged table: who stands in its facts, or else who opened it, by the log."""
    try:
        row = await store.table(number)
        facts = None if row is None else table_facts(row)
        if facts is not None:
            return facts.host
        opened = await store.log(number, limit=1)
    except StoreError:
        return 0
    # SQLite keeps any type anywhere: a damaged row may hold no number here.
    return opened[0].user if opened and str(opened[0].user).isdecimal() else 0
