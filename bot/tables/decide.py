"""From a request to the next table state, without waiting: the rules of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any
from zlib import crc32

from bot.store.rows import LogRow, TableCommit, TableRow
from bot.tables import hosting, intents, lessons, lobby, play, talk
from bot.tables.intents import Intent, Request
from bot.tables.lobby import Decision, RequestContext, TableConfig, Undo
from bot.tables.results import Change, refuse
from bot.tables.sealed_seed import StartRecord, reveal_seed, start_record
from bot.tables.state import (
    LOG_ENTRY_CODEC,
    SAVED_EVENTS_CODEC,
    SAVED_TABLE_CODEC,
    LogEntry,
    SavedEvents,
    SavedTable,
    TableState,
)
from bot.tables.table import MAX_TABLE_NEWS, Table, TableNews
from bot.tables.timing import lobby_timer, next_timer, wake_at

_HANDLERS: dict[type[Any], Callable[[RequestContext, Any], Decision]] = {
    intents.Join: lobby.join,
    intents.SetSex: play.set_sex,
    intents.SetGame: lobby.set_game,
    intents.SetOptions: lobby.set_options,
    intents.SetSpeed: lobby.set_speed,
    intents.SetWatchers: lobby.set_watchers,
    intents.AddRobot: lobby.add_robot,
    intents.Start: lobby.start,
    intents.Act: play.act,
    intents.Say: talk.say,
    intents.React: talk.react,
    intents.EquipBest: play.equip_best,
    intents.GiveSurplus: play.give_surplus,
    intents.RollForAll: play.roll_for_all,
    intents.RobotAct: play.robot_act,
    intents.TimeUp: play.time_up,
    intents.PassUnasked: play.pass_unasked,
    intents.SetAsking: play.set_asking,
    intents.TakeHint: talk.take_hint,
    intents.SkipTip: lessons.skip_tip,
    intents.BackToTurn: lessons.back_to_turn,
    intents.Leave: play.leave,
    intents.Pause: hosting.pause,
    intents.Resume: hosting.resume,
    intents.Return: hosting.return_to_seat,
    intents.Suspend: hosting.suspend,
    intents.HandHost: hosting.hand_host,
    intents.MoveTo: hosting.move_to,
    intents.Replace: hosting.replace_player,
    intents.Kick: hosting.kick,
    intents.End: hosting.end,
    intents.AskUndo: hosting.ask_undo,
    intents.Correct: hosting.correct,
    intents.AskOthers: hosting.ask_others,
    intents.Vote: hosting.vote,
}

_HOST_INTENTS = (
    intents.RobotAct,
    intents.TimeUp,
    intents.AskOthers,
    intents.Suspend,
    intents.PassUnasked,
)


def decide(
    config: TableConfig, state: TableState, request: Request, undo: Undo | None = None, now: int = 0
) -> Decision:
    """Accept a request. Raises ``RefusedError``, or for our own faults; the caller then drops the request."""
    handler = _HANDLERS.get(type(request.intent))
    if handler is None or (request.user and isinstance(request.intent, _HOST_INTENTS)):
        refuse("forged")
    ctx = RequestContext(config, state, request, state.table.seat_of(request.user), undo, now)
    decision = lessons.followed(ctx, hosting.settle_poll(ctx, handler(ctx, request.intent)))
    table = decision.state.table
    if fresh := _news(state.table, table, ctx.seat):
        news = (*table.news, *fresh)[-MAX_TABLE_NEWS:]
        decision = replace(decision, state=replace(decision.state, table=replace(table, news=news)))
    if table.phase != "lobby" or not request.user:
        return decision
    # Somebody has done something in the lobby: it stays open for another day.
    host_spoke = request.user == table.host or table.host != state.table.host
    timer = lobby_timer(state.timer, now, host_spoke=host_spoke)
    return replace(decision, state=replace(decision.state, timer=timer))


def _news(before: Table, after: Table, actor: int | None) -> list[TableNews]:
    """Return what has changed beside the game that runs; ``actor`` is the seat of who asked for it."""
    if not before.phase == after.phase == "playing":
        return []
    found: list[tuple[str, int | None, str]] = []
    if after.speed != before.speed:
        found.append(("speed", actor, after.speed))
    if after.channel != before.channel:
        found.append(("moved", actor, str(before.channel)))
    if before.halt != after.halt and "paused" in (before.halt, after.halt):
        found.append(("paused" if after.halt == "paused" else "resumed", actor, ""))
    if after.host != before.host:
        found.append(("host", after.seat_of(after.host), ""))
    seats = enumerate(zip(before.seats, after.seats, strict=True))
    found += [("back", n, "") for n, (old, new) in seats if old.away and new.present and old.user == new.user]
    revision = before.revision + 1
    return [TableNews(revision, kind, seat, what) for kind, seat, what in found if seat is not None]


def finish_state(before: TableState, decision: Decision, now: int) -> TableState:
    """Number the new state, set how far back clicks still count, and set its timer.

    Whatever was asked, a game whose people are all away is not played on by computers alone: it sleeps.
    """
    revision = before.table.revision + 1
    after = decision.state
    old, new = before.pending, after.pending
    same = (old and old.serial) == (new and new.serial) and before.table.phase == after.table.phase
    since = before.table.since if same and not decision.invalidates_buttons else revision
    table = replace(after.table, revision=revision, since=since)
    if before.table.phase == "playing" and table.phase == "ended":
        table = reveal_seed(table, after.seed, after.secret)
    if table.phase == "playing" and not table.halt and table.deserted:
        table = replace(table, halt="asleep")
    after = replace(after, table=table)
    return replace(
        after,
        timer=next_timer(
            before, after, now, restart=decision.invalidates_buttons, effect=decision.clock_effect
        ),
    )


def row_of(state: TableState, now: int, row_version: int) -> TableRow:
    """Return the commit that saves a state."""
    table, game = state.table, state.game
    snapshot = None if game is None else game.encode(state.game_state)
    crc = -1 if snapshot is None else crc32(snapshot)
    facts = SavedTable(table, state.seed, state.timer, state.secret, state.habits, crc)
    return TableRow(
        id=table.id,
        channel=table.channel,
        guild=table.guild,
        live=table.live,
        revision=table.revision,
        wake=wake_at(state, now),
        body=SAVED_TABLE_CODEC.encode(facts),
        snapshot=snapshot,
        row_version=row_version,
    )


def commit_of(
    before: TableState,
    after: TableState,
    decision: Decision,
    change: Change,
    now: int,
    at: int,
    row_version: int = 0,
) -> TableCommit:
    """Write down what a request changes; ``row_version`` is the one that it was made from."""
    table = after.table
    users, was = (t.known_users for t in (table, before.table))
    # Who never sat here has no row by which to find what they did: a moderator who ends a game stays unnamed.
    is_known = change.user in users or change.user in was
    entry = LogEntry(
        _log_data(change.intent), change.seat, decision.actions, decision.back_to, _started(change, after)
    )
    log = LogRow(
        table=table.id,
        revision=table.revision,
        interaction_id=change.interaction_id,
        user=change.user if is_known else 0,
        kind=log_kind_of(change.intent),
        body=LOG_ENTRY_CODEC.encode(entry),
        events=SAVED_EVENTS_CODEC.encode(SavedEvents(tuple(event.to_record() for event in decision.events))),
        at=at,
    )
    placed = change.before is None or (table.channel, table.live) != (before.table.channel, before.table.live)
    row = row_of(after, now, row_version)
    return TableCommit(row, log, None if users == was else users, decision.definitions, placed)


def _started(change: Change, after: TableState) -> StartRecord | None:
    """Return what the game was made from, if the request started it."""
    if not isinstance(change.intent, intents.Start) or after.game is None:
        return None
    return start_record(after.game.setup, after.table, after.secret)


def log_kind_of(intent: Intent) -> str:
    """Return the name under which a request is logged, e.g. ``set_speed``."""
    name = type(intent).__name__
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


def _log_data(intent: Intent) -> dict[str, Any]:
    """Return what to log of a request. People stay out: they would have to be found again to be forgotten."""
    if isinstance(intent, intents.Act | intents.GiveSurplus | intents.RobotAct | intents.PassUnasked):
        return {}  # the action itself is logged
    if isinstance(intent, intents.SetAsking | intents.Say | intents.React):
        return {}  # nobody needs to know it later, and what somebody said can be forgotten
    data = asdict(intent)
    for private in ("name", "meant", "place"):
        data.pop(private, None)
    return data
