"""From a request to the next standing, without waiting for anything: the rules of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from bot.store.rows import LogRow, Step, TableRow
from bot.tables import hosting, lobby, play
from bot.tables.intents import (
    Act,
    AddRobot,
    AskOthers,
    AskUndo,
    Create,
    End,
    HandHost,
    Intent,
    Join,
    Kick,
    Leave,
    MoveTo,
    Pause,
    Replace,
    Request,
    Resume,
    Return,
    RobotAct,
    SetGame,
    SetOptions,
    SetSex,
    SetSpeed,
    Start,
    Suspend,
    TimeUp,
    Vote,
)
from bot.tables.lobby import Ask, Context, Turn, Undo
from bot.tables.results import Change
from bot.tables.standing import ENTRY, KEPT, TOLD, Entry, Kept, Standing, Told
from bot.tables.timing import next_timer, wake_at
from cards.kernel.moves import Refusal

_HANDLERS: dict[type[Any], Callable[[Ask, Any], Turn | Refusal]] = {
    Join: lobby.join,
    SetSex: lobby.set_sex,
    SetGame: lobby.set_game,
    SetOptions: lobby.set_options,
    SetSpeed: lobby.set_speed,
    AddRobot: lobby.add_robot,
    Start: lobby.start,
    Act: play.act,
    RobotAct: play.robot_act,
    TimeUp: play.time_up,
    Leave: play.leave,
    Pause: hosting.pause,
    Resume: hosting.resume,
    Return: hosting.come_back,
    Suspend: hosting.suspend,
    HandHost: hosting.hand_host,
    MoveTo: hosting.move_to,
    Replace: hosting.take_over,
    Kick: hosting.kick,
    End: hosting.end,
    AskUndo: hosting.ask_undo,
    AskOthers: hosting.ask_others,
    Vote: hosting.vote,
}

_INTERNAL = (RobotAct, TimeUp, AskOthers, Suspend)


def decide(
    context: Context, standing: Standing, request: Request, undo: Undo | None = None
) -> Turn | Refusal:
    """Answer a request. Raises only for our own faults; the caller then drops the request."""
    handler = _HANDLERS.get(type(request.intent))
    if handler is None or (request.user and isinstance(request.intent, _INTERNAL)):
        return Refusal("forged")
    seat = standing.table.seat_of(request.user)
    return handler(Ask(context, standing, request, seat, undo), request.intent)


def finish(before: Standing, turn: Turn, now: int) -> Standing:
    """Number the new standing, say how far back clicks still count, and set its timer."""
    revision = before.table.revision + 1
    after = turn.standing
    old, new = before.pending, after.pending
    same = (old and old.serial) == (new and new.serial) and before.table.phase == after.table.phase
    since = before.table.since if same and not turn.fresh else revision
    after = replace(after, table=replace(after.table, revision=revision, since=since))
    return replace(after, timer=next_timer(before, after, now, fresh=turn.fresh, how=turn.wait))


def row_of(standing: Standing, now: int) -> TableRow:
    """Write a standing down."""
    table, game = standing.table, standing.game
    return TableRow(
        id=table.id,
        channel=table.channel,
        guild=table.guild,
        live=table.live,
        revision=table.revision,
        wake=wake_at(standing, now),
        body=KEPT.encode(Kept(table, standing.seed, standing.timer)),
        snapshot=None if game is None else game.encode(standing.state),
    )


def step_of(before: Standing, after: Standing, turn: Turn, change: Change, now: int, at: int) -> Step:
    """Write down what a request changes."""
    table = after.table
    users, was = (tuple(s.user for s in t.seats if s.human) for t in (table, before.table))
    entry = Entry(_data(change.intent), change.seat, turn.actions, turn.back_to)
    log = LogRow(
        table=table.id,
        revision=table.revision,
        press=change.press,
        user=change.user,
        kind=kind_of(change.intent),
        body=ENTRY.encode(entry),
        events=TOLD.encode(Told(turn.events)),
        at=at,
    )
    placed = change.before is None or (table.channel, table.live) != (before.table.channel, before.table.live)
    return Step(row_of(after, now), log, None if users == was else users, turn.definitions, placed)


def kind_of(intent: Intent | Create) -> str:
    """Return the name under which a request is logged, e.g. ``set_speed``."""
    name = type(intent).__name__
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


def _data(intent: Intent | Create) -> dict[str, Any]:
    """Return what to log of a request. Names stay out: they would have to be found again to be forgotten."""
    if isinstance(intent, Act | RobotAct):
        return {}  # the action itself is logged
    data = asdict(intent)
    data.pop("name", None)
    return data
