"""What people ask of a table beside playing: pausing, hosts, seats, other channels, taking back, ending."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.intents import (
    AskOthers,
    AskUndo,
    Correct,
    End,
    HandHost,
    Kick,
    MoveTo,
    Pause,
    Replace,
    Resume,
    Return,
    Suspend,
    TimeUp,
    Vote,
)
from bot.tables.lobby import (
    Decision,
    RequestContext,
    clean_name,
    refuse_stale,
    require_host,
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
    time_up,
)
from bot.tables.table import Halt, Occupant, Poll, Table
from bot.tables.timing import ABANDONED_MS, host_silence_ms, present_unawaited
from cards.kernel.moves import CORRECT_VERB, HOST_SEAT, Action, Refusal


def _require_seated(ctx: RequestContext) -> Refusal | None:
    return Refusal("not_seated") if ctx.seat is None else None


def _require_live(table: Table) -> Refusal | None:
    return None if table.live else Refusal("wrong_phase", {"phase": table.phase})


def _require_running(table: Table) -> Refusal | None:
    return None if table.phase == "playing" else Refusal("wrong_phase", {"phase": table.phase})


def _require_seat(table: Table, number: int, meant: Occupant | None = None) -> Refusal | None:
    if not 0 <= number < len(table.seats) or table.seats[number].dropped:
        return Refusal("no_seat", {"seat": number})
    if meant is not None and not meant.holds(table.seats[number]):
        return Refusal("seat_changed", {"seat": number})
    return None


def pause(ctx: RequestContext, intent: Pause) -> Decision | Refusal:
    table = ctx.table
    if refusal := _require_seated(ctx) or _require_running(table):
        return refusal
    return Refusal("halted", {"halt": table.halt}) if table.halt else _halt(ctx, "paused")


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


def resume(ctx: RequestContext, intent: Resume) -> Decision | Refusal:
    """Go on; everybody who asks for it is back. The host program only ends a suspension."""
    table = ctx.table
    if ctx.request.user and (refusal := _require_seated(ctx)):
        return refusal
    if refusal := _require_live(table):
        return refusal
    if not table.halt or (ctx.seat is None and table.halt != "suspended"):
        return Refusal("not_halted")
    halt = table.halt_before if ctx.seat is None else ""
    table = replace(table, halt=halt, halt_before="", trouble="")
    return _with_table(ctx, table if ctx.seat is None else _with_present(table, ctx.seat))


def is_away(table: Table, user: int) -> bool:
    """Return True if the caretaker plays for somebody."""
    seat = table.seat_of(user)
    return seat is not None and table.seats[seat].away


def return_to_seat(ctx: RequestContext, intent: Return) -> Decision | Refusal:
    """Take one's seat back. Asked with every press, so it is refused quickly where there is nothing to do."""
    table = ctx.table
    if ctx.seat is None or not is_away(table, ctx.request.user):
        return Refusal("not_away")
    if refusal := _require_running(table):
        return refusal
    return _with_table(ctx, _with_present(table, ctx.seat))


def suspend(ctx: RequestContext, intent: Suspend) -> Decision | Refusal:
    if refusal := _require_live(ctx.table) or refuse_stale(ctx, ctx.table.revision):
        return refusal
    if intent.channel not in (0, ctx.table.channel):
        return Refusal("moved_away")
    if ctx.table.halt == "suspended" and not _tells_more(intent.reason, ctx.table.trouble):
        return Refusal("halted", {"halt": "suspended"})
    return _halt(ctx, "suspended", intent.reason)


def _tells_more(reason: str, known: str) -> bool:
    """Return True if a reason for a suspension replaces the known one.

    That the bot was removed is the whole truth, and the name of a permission tells more than that one is
    lacking, whatever a message on its way has met with before.
    """
    return known != "removed" and (reason == "removed" or reason.startswith(f"{known}:"))


def hand_host(ctx: RequestContext, intent: HandHost) -> Decision | Refusal:
    table = ctx.table
    if (
        refusal := _require_live(table)
        or require_host(ctx)
        or _require_seat(table, intent.seat, intent.meant)
    ):
        return refusal
    seat = table.seats[intent.seat]
    if not seat.human:
        return Refusal("robot_host", {"seat": intent.seat})
    return ctx.with_table(host=seat.user)


def move_to(ctx: RequestContext, intent: MoveTo) -> Decision | Refusal:
    """Carry the table elsewhere, which ends a suspension; whoever does so is present."""
    table = ctx.table
    if refusal := _require_live(table):
        return refusal
    if not ctx.is_host and not (table.halt == "suspended" and ctx.seat is not None):
        return Refusal("not_host")
    if intent.channel == table.channel:
        return Refusal("same_channel")
    halt = _halt_beside_suspension(table)
    table = replace(table, channel=intent.channel, place=intent.place, halt=halt, halt_before="", trouble="")
    return _with_table(ctx, table if ctx.seat is None else _with_present(table, ctx.seat))


def replace_player(ctx: RequestContext, intent: Replace) -> Decision | Refusal:
    """Give a seat to a computer (the host, where the person is away), or ask for a computer's.

    Who had it before, and whom nobody is there to answer, sits down at once.
    """
    table = ctx.table
    if refusal := _require_running(table) or _require_seat(table, intent.seat):
        return refusal
    seat = table.seats[intent.seat]
    if intent.robot:
        if refusal := require_host(ctx):
            return refusal
        module = ctx.game_module()
        if isinstance(module, Refusal):
            return module
        if intent.robot not in module.players:
            return Refusal("no_robot", {"robot": intent.robot})
        here = Refusal("still_here", {"seat": intent.seat})
        return hand_over(ctx, intent.seat, intent.robot) if seat.away else here
    if ctx.seat is not None:
        return Refusal("seated", {"seat": ctx.seat})
    if not seat.robot:
        return Refusal("seat_held", {"seat": intent.seat})
    name, user = clean_name(intent.name), ctx.request.user
    if not name:
        return Refusal("bad_name")
    there = tuple(number for number in table.people if not table.seats[number].away)
    poll = Poll("seat", table.revision + 1, -1, intent.seat, there, user=user, name=name)
    if not there or table.had_seat(user, intent.seat):
        return _sit_down(ctx, poll)
    return ctx.with_table(poll=poll) if table.poll is None else Refusal("poll_on", {"poll": table.poll.kind})


def _sit_down(ctx: RequestContext, poll: Poll) -> Decision:
    """Give a computer's seat to the person who has asked for it."""
    seat = replace(ctx.table.seats[poll.subject], user=poll.user, name=poll.name, robot="")
    return _with_table(ctx, _with_present(passed_on(ctx.table, poll.subject, seat), poll.subject))


def kick(ctx: RequestContext, intent: Kick) -> Decision | Refusal:
    """Take somebody out: at once in the lobby or when away, with the others' consent when there.

    That the host goes others may ask together.
    """
    table = ctx.table
    if refusal := _require_live(table) or _require_seat(table, intent.seat, intent.meant):
        return refusal
    seat = table.seats[intent.seat]
    others = [number for number in table.people if not table.seats[number].away and number != intent.seat]
    is_about_host = table.phase == "playing" and seat.user == table.host and ctx.seat in others
    if not (is_about_host and len(others) > 1) and (refusal := require_host(ctx)):
        return refusal
    if seat.user == ctx.request.user:
        return Refusal("own_seat", {"seat": intent.seat})
    if table.phase == "lobby" or seat.away or not seat.human:
        return drop_seat(ctx, intent.seat)
    return open_poll(ctx, "kick", intent.seat)


def end(ctx: RequestContext, intent: End) -> Decision | Refusal:
    """End the table: by vote in a game; at once in the lobby, or where a steward sits at no such table.

    A lobby that its host has left alone for long is anybody's to close.
    """
    table = ctx.table
    if refusal := _require_live(table):
        return refusal
    abandoned = host_silence_ms(ctx.state, ctx.now) >= ABANDONED_MS
    if abandoned or (intent.steward and (table.phase == "lobby" or ctx.seat is None)):
        return close_table(ctx)
    if refusal := _require_seated(ctx):
        return refusal
    if table.phase == "lobby":
        return require_host(ctx) or close_table(ctx)
    return open_poll(ctx, "end")


def close_table(ctx: RequestContext) -> Decision:
    """End the table; a running game ends without a winner, and a lobby says so where nobody asked for it."""
    return ctx.with_table(phase="ended", halt="", trouble="" if ctx.request.user else "idle", poll=None)


def ask_undo(ctx: RequestContext, intent: AskUndo) -> Decision | Refusal:
    """Ask whether the latest move may be taken back: its maker, or the host, who settles disputes (H-16).

    Everybody there has to agree, the maker too. Whether it can be, the history has found out before.
    """
    if refusal := _require_seated(ctx) or _require_running(ctx.table):
        return refusal
    if ctx.undo is None or not (ctx.is_host or ctx.undo.seat == ctx.seat):
        return Refusal("no_undo")
    if refusal := refuse_stale(ctx, ctx.undo.revision + 1):
        return refusal  # another move has been made since the question was drawn
    return open_poll(ctx, "undo")


def correct(ctx: RequestContext, intent: Correct) -> Decision | Refusal:
    """Ask whether something in the game may be put right: all who are there have to agree (H-16, H-118)."""
    if refusal := require_host(ctx) or require_playing(ctx.table) or _require_seat(ctx.table, intent.seat):
        return refusal
    pick: tuple[int | str, ...] = (intent.what,)
    if intent.what == "level":
        pick = ("level", intent.level)
    elif intent.what == "card":
        pick = ("card", intent.card, intent.place)
    action = Action(HOST_SEAT, CORRECT_VERB, ability=intent.seat, picks=(pick,))
    tried = apply_action(ctx.state, action)  # nobody is asked about what cannot be
    return tried if isinstance(tried, Refusal) else open_poll(ctx, "correct", action=action)


def open_poll(
    ctx: RequestContext, kind: str, subject: int = -1, action: Action | None = None
) -> Decision | Refusal:
    """Open a poll. The person who opens it counts as present and agrees, which may already be enough."""
    before = ctx.table.poll
    gives_way = before is None or before.kind == "seat" or (kind == "kick" and before.kind != "kick")
    if before is not None and not gives_way:  # nothing keeps a seat taken, and no onlooker the table
        return Refusal("poll_on", {"poll": before.kind})
    asker = ctx.seat
    assert asker is not None
    ctx = replace(ctx, state=ctx.with_seat(asker, marked_present(ctx.table.seats[asker])).state)
    table = ctx.table
    here = tuple(s for s in table.people if not table.seats[s].away and s != subject)
    poll = Poll(kind, table.revision + 1, asker, subject, here, yes=(asker,), action=action)
    return resolve_poll(ctx, poll)


def ask_others(ctx: RequestContext, intent: AskOthers) -> Decision | Refusal:
    """Ask those who are there whether the table should go on without those it waits for."""
    table, pending = ctx.table, ctx.state.pending
    others = present_unawaited(ctx.state)
    if refusal := require_playing(table):
        return refusal
    if pending is None or pending.serial != intent.serial or table.poll is not None or not others:
        return Refusal("stale", {"revision": table.revision})
    again = ctx.state.timer.waits > 0
    poll = Poll("go_on", table.revision + 1, -1, pending.awaited[0], others, half_is_enough=again)
    return replace(ctx.with_table(poll=poll), clock_effect="ask")


def vote(ctx: RequestContext, intent: Vote) -> Decision | Refusal:
    """Answer the question; one may change one's mind while it is open, and take one's own question back."""
    table, poll = ctx.table, ctx.table.poll
    if ctx.seat is None:
        return Refusal("not_seated")
    if poll is None:
        return Refusal("no_poll")
    if refusal := refuse_stale(ctx, poll.revision):
        return refusal
    if ctx.seat not in voters(table, poll):
        return Refusal("no_vote")
    if ctx.seat == poll.asker and not intent.yes:
        return ctx.with_table(poll=None)
    yes, no = set(poll.yes) - {ctx.seat}, set(poll.no) - {ctx.seat}
    (yes if intent.yes else no).add(ctx.seat)
    return resolve_poll(ctx, replace(poll, yes=tuple(sorted(yes)), no=tuple(sorted(no))))


def voters(table: Table, poll: Poll) -> tuple[int, ...]:
    """Return those asked who are still there."""
    seats = table.seats
    return tuple(number for number in poll.asked if seats[number].human and not seats[number].away)


def poll_outcome(table: Table, poll: Poll) -> bool | None:
    """Decide the poll if it can be: what changes the game needs everybody, anything else more than half.

    To go on without somebody half of them are enough once all have waited on before. The host alone may let
    somebody sit down.
    """
    asked = voters(table, poll)
    need = len(asked) if poll.kind in ("undo", "correct") else (len(asked) + 2 - poll.half_is_enough) // 2
    if poll.kind == "seat" and table.seat_of(table.host) in {*poll.yes}.intersection(asked):
        return True
    yes, no = (len({*votes}.intersection(asked)) for votes in (poll.yes, poll.no))
    if yes >= need:
        return True
    return False if len(asked) - no < need else None


def resolve_poll(ctx: RequestContext, poll: Poll) -> Decision | Refusal:
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
            pending = ctx.state.pending
            return Refusal("no_poll") if pending is None else time_up(ctx, TimeUp(pending.serial))
        case "correct" if poll.action is not None:
            done = apply_action(ctx.state, poll.action)
            return done if isinstance(done, Refusal) else replace(done, invalidates_buttons=True)
        case _:
            return apply_undo(ctx)


def settle_poll(ctx: RequestContext, decision: Decision) -> Decision:
    """Decide the poll again if a request has changed who may vote, as the vote that decides it would have.

    Without voters, or about a seat that is gone, it is over. What is agreed but cannot be done at this moment
    stays open, as it does when the last vote is refused.
    """
    table, before = decision.state.table, ctx.table.poll
    poll = table.poll
    if poll is None:
        return decision
    here = voters(table, poll)
    if not here or _is_about_gone_seat(table, poll):
        return replace(decision, state=replace(decision.state, table=replace(table, poll=None)))
    if before is None or here == voters(ctx.table, before):
        return decision
    settled = resolve_poll(replace(ctx, state=decision.state), poll)
    return decision if isinstance(settled, Refusal) else joined(decision, settled)


def _is_about_gone_seat(table: Table, poll: Poll) -> bool:
    """Return True if the seat that the poll would take away or correct has left the game."""
    subject = poll.subject if poll.action is None else poll.action.ability
    return subject >= 0 and table.seats[subject].dropped


def apply_undo(ctx: RequestContext) -> Decision | Refusal:
    """Return to the state before the latest move. Everything drawn since is void."""
    undo = ctx.undo
    if undo is None:
        return Refusal("no_undo")
    state = replace(ctx.state, game_state=undo.game_state)
    return Decision(state, back_to=undo.revision, invalidates_buttons=True)
