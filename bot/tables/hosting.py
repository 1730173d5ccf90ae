"""What people ask of a table beside playing: pausing, hosts, seats, other channels, taking back, ending."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from bot.tables import intents
from bot.tables.lobby import (
    Decision,
    RequestContext,
    clean_name,
    require_fresh,
    require_host,
    require_phase,
    with_seat_replaced,
)
from bot.tables.play import (
    apply_action,
    drop_seat,
    hand_over,
    joined,
    marked_present,
    passed_on,
    require_playing,
    require_wait,
    time_up,
)
from bot.tables.results import RefusedError, refuse
from bot.tables.state import TableState
from bot.tables.table import Halt, Occupant, Poll, Seat, Table
from bot.tables.timing import ABANDONED_MS, host_silence_ms, present_unawaited
from cards.kernel.moves import CORRECT_VERB, HOST_SEAT, Action


def _require_live(table: Table) -> None:
    require_phase(table, "lobby", "playing")


def _require_seat(table: Table, number: int, meant: Occupant | None = None) -> Seat:
    if not 0 <= number < len(table.seats) or table.seats[number].dropped:
        refuse("no_seat", seat=number)
    if meant is not None and not meant.holds(table.seats[number]):
        refuse("seat_changed", seat=number)
    return table.seats[number]


def pause(ctx: RequestContext, intent: intents.Pause) -> Decision:
    ctx.own_seat()
    require_playing(ctx.table)
    return _halt(ctx, "paused")


def _halt(ctx: RequestContext, halt: Halt, trouble: str = "") -> Decision:
    """Stop the game. A poll on whether to wait longer ends; the wait starts over when the game goes on."""
    table, poll = ctx.table, ctx.table.poll
    waiting = poll is not None and poll.kind == "go_on"
    before = _halt_beside_suspension(table)
    decision = ctx.with_table(halt=halt, halt_before=before, trouble=trouble, poll=None if waiting else poll)
    # Time that was up when the rules failed would be up again at once.
    return replace(decision, clock_effect="again") if waiting or trouble == "fault" else decision


def _halt_beside_suspension(table: Table) -> Halt:
    """Return why a table stands still even if nothing suspends it."""
    return table.halt_before if table.halt == "suspended" else table.halt


def _with_present(table: Table, number: int) -> Table:
    """Return the table with somebody there at their seat, which ends its sleep."""
    halt, before = table.halt, table.halt_before
    return replace(
        table,
        seats=with_seat_replaced(table.seats, number, marked_present(table.seats[number])),
        halt="" if halt == "asleep" else halt,
        halt_before="" if before == "asleep" else before,
    )


def _with_table(ctx: RequestContext, table: Table) -> Decision:
    return Decision(replace(ctx.state, table=table))


def resume(ctx: RequestContext, intent: intents.Resume) -> Decision:
    """Go on; everybody who asks for it is back. The host program only ends a suspension."""
    table = ctx.table
    if ctx.request.user:
        ctx.own_seat()
    _require_live(table)
    if not table.halt or (ctx.seat is None and table.halt != "suspended"):
        refuse("not_halted")
    halt = table.halt_before if ctx.seat is None else ""
    table = replace(table, halt=halt, halt_before="", trouble="")
    return _with_table(ctx, table if ctx.seat is None else _with_present(table, ctx.seat))


def is_missed(state: TableState, user: int) -> bool:
    """Return True if the caretaker plays for somebody, or the others are asked whether to."""
    seat = state.table.seat_of(user)
    return seat is not None and (state.table.seats[seat].away or _is_asked_about(state, seat))


def _is_asked_about(state: TableState, seat: int) -> bool:
    """Return True if the others are asked whether to wait for somebody, whose first press says: I am here."""
    poll, pending = state.table.poll, state.pending
    is_first = poll is not None and poll.kind == "go_on" and not state.timer.waits
    return is_first and pending is not None and seat in pending.awaited


def return_to_seat(ctx: RequestContext, intent: intents.Return) -> Decision:
    """Take one's seat back. Asked with every press, so it is refused quickly where there is nothing to do."""
    table = ctx.table
    if ctx.seat is None or not is_missed(ctx.state, ctx.request.user):
        refuse("not_away")
    require_phase(table, "playing")
    if not table.seats[ctx.seat].away:
        return replace(ctx.with_table(poll=None), clock_effect="again")
    return _with_table(ctx, _with_present(table, ctx.seat))


def suspend(ctx: RequestContext, intent: intents.Suspend) -> Decision:
    table = ctx.table
    _require_live(table)
    require_fresh(ctx, table.revision)
    if intent.channel not in (0, table.channel):
        refuse("moved_away")
    if table.halt == "suspended" and not _tells_more(intent.reason, table.trouble):
        refuse("halted", halt="suspended")
    return _halt(ctx, "suspended", intent.reason)


def _tells_more(reason: str, known: str) -> bool:
    """Return True if a reason for a suspension replaces the known one.

    That the bot was removed is the whole truth, that the channel was deleted is next to it, and the name of a
    permission tells more than that one is lacking, or that the channel is out of sight, whatever a message on
    its way has met with before.
    """
    if ":" in reason:
        return known in ("access", "permission")
    return known not in ("removed", reason) and reason in ("removed", "gone")


def hand_host(ctx: RequestContext, intent: intents.HandHost) -> Decision:
    _require_live(ctx.table)
    require_host(ctx)
    seat = _require_seat(ctx.table, intent.seat, intent.meant)
    if not seat.human:
        refuse("robot_host", seat=intent.seat)
    return ctx.with_table(host=seat.user)


def move_to(ctx: RequestContext, intent: intents.MoveTo) -> Decision:
    """Carry the table elsewhere, which ends a suspension; whoever does so is present."""
    table = ctx.table
    _require_live(table)
    if table.halt != "suspended" or ctx.seat is None:
        require_host(ctx)
    if intent.channel == table.channel:
        refuse("same_channel")
    halt = _halt_beside_suspension(table)
    table = replace(table, channel=intent.channel, place=intent.place, halt=halt, halt_before="", trouble="")
    return _with_table(ctx, table if ctx.seat is None else _with_present(table, ctx.seat))


def replace_player(ctx: RequestContext, intent: intents.Replace) -> Decision:
    """Give a seat to a computer (the host, where the person is away), or ask for a computer's.

    Who had it before, and whom nobody is there to answer, sits down at once; so does anybody by house rule.
    """
    table = ctx.table
    require_phase(table, "playing")
    seat = _require_seat(table, intent.seat)
    if intent.robot:
        require_host(ctx)
        if intent.robot not in ctx.game_module().players:
            refuse("no_robot", robot=intent.robot)
        return (
            hand_over(ctx, intent.seat, intent.robot) if seat.away else refuse("still_here", seat=intent.seat)
        )
    if ctx.seat is not None:
        refuse("seated", seat=ctx.seat)
    if not seat.robot:
        refuse("seat_held", seat=intent.seat)
    name, user = clean_name(intent.name) or refuse("bad_name"), ctx.request.user
    there = table.people_here
    poll = Poll("seat", table.revision + 1, -1, intent.seat, there, user=user, name=name)
    if not there or table.options.get("free_seats") or table.had_seat(user, intent.seat):
        return _sit_down(ctx, poll)
    return ctx.with_table(poll=poll) if table.poll is None else refuse("poll_on", poll=table.poll.kind)


def _sit_down(ctx: RequestContext, poll: Poll) -> Decision:
    """Give a computer's seat to the person who has asked for it."""
    seat = replace(ctx.table.seats[poll.subject], user=poll.user, name=poll.name, robot="")
    return _with_table(ctx, _with_present(passed_on(ctx.table, poll.subject, seat), poll.subject))


def kick(ctx: RequestContext, intent: intents.Kick) -> Decision:
    """Take somebody out: at once in the lobby or when away, with the others' consent when there.

    That the host goes others may ask together.
    """
    table = ctx.table
    _require_live(table)
    seat = _require_seat(table, intent.seat, intent.meant)
    others = [number for number in table.people_here if number != intent.seat]
    is_about_host = table.phase == "playing" and seat.user == table.host and ctx.seat in others
    if not (is_about_host and len(others) > 1):
        require_host(ctx)
    if seat.user == ctx.request.user:
        refuse("own_seat", seat=intent.seat)
    if table.phase == "lobby" or seat.away or not seat.human:
        return drop_seat(ctx, intent.seat)
    return open_poll(ctx, "kick", intent.seat)


def end(ctx: RequestContext, intent: intents.End) -> Decision:
    """End the table: by vote in a game; at once in the lobby, or where a steward sits at no such table.

    A lobby that its host has left alone for long is anybody's to close.
    """
    table = ctx.table
    _require_live(table)
    abandoned = host_silence_ms(ctx.state, ctx.now) >= ABANDONED_MS
    if abandoned or (intent.steward and (table.phase == "lobby" or ctx.seat is None)):
        return close_table(ctx)
    ctx.own_seat()
    if table.phase != "lobby":
        return open_poll(ctx, "end")
    require_host(ctx)
    return close_table(ctx)


def close_table(ctx: RequestContext) -> Decision:
    """End the table; a running game ends without a winner, and a lobby says so where nobody asked for it."""
    return ctx.with_table(phase="ended", halt="", trouble="" if ctx.request.user else "idle", poll=None)


def ask_undo(ctx: RequestContext, intent: intents.AskUndo) -> Decision:
    """Ask whether the latest move may be taken back: its maker, or the host, who settles disputes (H-16).

    Everybody there has to agree, the maker too. Whether it can be, the history has found out before.
    """
    seat = ctx.own_seat()
    require_phase(ctx.table, "playing")
    if ctx.undo is None or ctx.table.lesson or not (ctx.is_host or ctx.undo.seat == seat):
        refuse("no_undo")
    require_fresh(ctx, ctx.undo.revision + 1)  # another move may have been made since the question was drawn
    return open_poll(ctx, "undo")


def correct(ctx: RequestContext, intent: intents.Correct) -> Decision:
    """Ask whether something in the game may be put right: all who are there have to agree (H-16, H-118)."""
    require_host(ctx)
    require_playing(ctx.table)
    _require_seat(ctx.table, intent.seat)
    pick: tuple[int | str, ...] = (intent.what,)
    if intent.what == "level":
        pick = ("level", intent.level)
    elif intent.what == "card":
        pick = ("card", intent.card, intent.place)
    action = Action(HOST_SEAT, CORRECT_VERB, ability=intent.seat, picks=(pick,))
    apply_action(ctx.state, action)  # nobody is asked about what cannot be
    return open_poll(ctx, "correct", action=action)


def open_poll(ctx: RequestContext, kind: str, subject: int = -1, action: Action | None = None) -> Decision:
    """Open a poll. The person who opens it counts as present and agrees, which may already be enough."""
    before = ctx.table.poll
    gives_way = before is None or before.kind == "seat" or (kind == "kick" and before.kind != "kick")
    if before is not None and not gives_way:  # nothing keeps a seat taken, and no onlooker the table
        refuse("poll_on", poll=before.kind)
    asker = ctx.own_seat()
    ctx = replace(ctx, state=ctx.with_seat(asker, marked_present(ctx.table.seats[asker])).state)
    here = tuple(seat for seat in ctx.table.people_here if seat != subject)
    poll = Poll(kind, ctx.table.revision + 1, asker, subject, here, yes=(asker,), action=action)
    return resolve_poll(ctx, poll)


def ask_others(ctx: RequestContext, intent: intents.AskOthers) -> Decision:
    """Ask those who are there whether the table should go on without those it waits for."""
    table, pending, others = ctx.table, require_wait(ctx, intent.serial), present_unawaited(ctx.state)
    if table.poll is not None or not others:
        refuse("stale", revision=table.revision)
    again = ctx.state.timer.waits > 0
    poll = Poll("go_on", table.revision + 1, -1, pending.awaited[0], others, half_is_enough=again)
    return replace(ctx.with_table(poll=poll), clock_effect="ask")


def vote(ctx: RequestContext, intent: intents.Vote) -> Decision:
    """Answer the question; one may change one's mind while it is open, and take one's own question back."""
    seat, poll = ctx.own_seat(), ctx.table.poll or refuse("no_poll")
    require_fresh(ctx, poll.revision)
    if seat not in ctx.table.voters(poll):
        refuse("no_vote")
    if seat == poll.asker and not intent.yes:
        return ctx.with_table(poll=None)
    yes, no = set(poll.yes) - {seat}, set(poll.no) - {seat}
    (yes if intent.yes else no).add(seat)
    return resolve_poll(ctx, replace(poll, yes=tuple(sorted(yes)), no=tuple(sorted(no))))


def poll_outcome(table: Table, poll: Poll) -> bool | None:
    """Decide the poll if it can be. The host alone may let somebody sit down."""
    asked, need = table.voters(poll), table.votes_needed(poll)
    if poll.kind == "seat" and table.seat_of(table.host) in {*poll.yes}.intersection(asked):
        return True
    yes, no = (len({*votes}.intersection(asked)) for votes in (poll.yes, poll.no))
    if yes >= need:
        return True
    return False if len(asked) - no < need else None


def resolve_poll(ctx: RequestContext, poll: Poll) -> Decision:
    """Keep the poll open, drop it, or do what was agreed."""
    verdict = poll_outcome(ctx.table, poll)
    if verdict is None:
        return ctx.with_table(poll=poll)
    if not verdict:
        return replace(ctx.with_table(poll=None), clock_effect="again" if poll.kind == "go_on" else "go_on")
    ctx = replace(ctx, state=ctx.with_table(poll=None).state)
    match poll.kind:
        case "kick":
            return drop_seat(ctx, poll.subject)
        case "seat":
            return _sit_down(ctx, poll)
        case "end":
            return close_table(ctx)
        case "go_on":
            pending = ctx.state.pending or refuse("no_poll")
            return time_up(ctx, intents.TimeUp(pending.serial))
        case "correct" if poll.action is not None:
            return replace(apply_action(ctx.state, poll.action), invalidates_buttons=True)
        case _:
            # Back to the state before the latest move. Everything drawn since is void.
            undo = ctx.undo or refuse("no_undo")
            state = replace(ctx.state, game_state=undo.game_state)
            return Decision(state, back_to=undo.revision, invalidates_buttons=True)


def settle_poll(ctx: RequestContext, decision: Decision) -> Decision:
    """Decide the poll again if a request has changed who may vote, as the vote that decides it would have.

    Without voters, or about a seat that is gone, it is over. What is agreed but cannot be done at this moment
    stays open, as it does when the last vote is refused.
    """
    table, before = decision.state.table, ctx.table.poll
    poll = table.poll
    if poll is None:
        return decision
    here = table.voters(poll)
    subject = poll.subject if poll.action is None else poll.action.ability
    if not here or (subject >= 0 and table.seats[subject].dropped):
        return replace(decision, state=replace(decision.state, table=replace(table, poll=None)))
    if before is None or here == ctx.table.voters(before):
        return decision
    with suppress(RefusedError):
        return joined(decision, resolve_poll(replace(ctx, state=decision.state), poll))
    return decision
