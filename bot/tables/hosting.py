"""What people ask of a table beside playing: pausing, hosts, seats, other channels, taking back, ending."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.intents import (
    AskOthers,
    AskUndo,
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
from bot.tables.lobby import Ask, Turn, clean_name, only_host, robot_name, stale, swap
from bot.tables.play import give_up, not_playing, returned, time_up, without
from bot.tables.table import Halt, Poll, Seat, Table
from bot.tables.timing import others_there
from cards.kernel.moves import Refusal


def _seated(ask: Ask) -> Refusal | None:
    return Refusal("not_seated") if ask.seat is None else None


def _live(table: Table) -> Refusal | None:
    return None if table.live else Refusal("wrong_phase", {"phase": table.phase})


def _running(table: Table) -> Refusal | None:
    return None if table.phase == "playing" else Refusal("wrong_phase", {"phase": table.phase})


def _seat(table: Table, number: int) -> Refusal | None:
    if 0 <= number < len(table.seats) and not table.seats[number].dropped:
        return None
    return Refusal("no_seat", {"seat": number})


def pause(ask: Ask, wish: Pause) -> Turn | Refusal:
    table = ask.table
    if refusal := _seated(ask) or _running(table):
        return refusal
    return Refusal("halted", {"halt": table.halt}) if table.halt else _halted(ask, "paused")


def _halted(ask: Ask, halt: Halt, trouble: str = "") -> Turn:
    """Let the game stand still. Whether to wait on is no question then; the wait begins anew after it."""
    poll = ask.table.poll
    waiting = poll is not None and poll.kind == "go_on"
    turn = ask.change(halt=halt, trouble=trouble, poll=None if waiting else poll)
    # Time that was up when the rules failed would be up again at once.
    return replace(turn, wait="again") if waiting or trouble == "fault" else turn


def resume(ask: Ask, wish: Resume) -> Turn | Refusal:
    """Go on; everybody who asks for it is back."""
    table = ask.table
    if ask.request.user and (refusal := _seated(ask)):
        return refusal
    if refusal := _live(table):
        return refusal
    if not table.halt:
        return Refusal("not_halted")
    seats = table.seats
    if ask.seat is not None:
        seats = swap(seats, ask.seat, returned(seats[ask.seat]))
    return ask.change(halt="", trouble="", seats=seats)


def come_back(ask: Ask, wish: Return) -> Turn | Refusal:
    """Take one's seat back. Asked with every press, so it is refused quickly where there is nothing to do."""
    table = ask.table
    if ask.seat is None or not table.seats[ask.seat].away:
        return Refusal("not_away")
    if refusal := _running(table):
        return refusal
    halt = "" if table.halt == "asleep" else table.halt
    return ask.change(halt=halt, seats=swap(table.seats, ask.seat, returned(table.seats[ask.seat])))


def suspend(ask: Ask, wish: Suspend) -> Turn | Refusal:
    if refusal := _live(ask.table):
        return refusal
    # That the bot was removed is the whole truth, whatever a message on its way has met with before.
    known = wish.reason != "removed" or ask.table.trouble == "removed"
    if ask.table.halt == "suspended" and known:
        return Refusal("halted", {"halt": "suspended"})
    return _halted(ask, "suspended", wish.reason)


def hand_host(ask: Ask, wish: HandHost) -> Turn | Refusal:
    table = ask.table
    if refusal := _live(table) or only_host(ask) or _seat(table, wish.seat):
        return refusal
    seat = table.seats[wish.seat]
    if not seat.human:
        return Refusal("no_seat", {"seat": wish.seat})
    return ask.change(host=seat.user)


def move_to(ask: Ask, wish: MoveTo) -> Turn | Refusal:
    """Carry the table elsewhere. What makes that needful for a suspended one is over with it."""
    table = ask.table
    if refusal := _live(table):
        return refusal
    if not ask.hosted and not (table.halt == "suspended" and ask.seat is not None):
        return Refusal("not_host")
    if wish.channel == table.channel:
        return Refusal("same_channel")
    halt = "" if table.halt == "suspended" else table.halt
    return ask.change(channel=wish.channel, halt=halt, trouble="")


def take_over(ask: Ask, wish: Replace) -> Turn | Refusal:
    """Give a seat to a computer (the host, where the person is away), or sit down in a computer's."""
    table = ask.table
    if refusal := _running(table) or _seat(table, wish.seat):
        return refusal
    seat = table.seats[wish.seat]
    if wish.robot:
        if refusal := only_host(ask):
            return refusal
        if wish.robot not in ask.context.robots:
            return Refusal("no_robot", {"robot": wish.robot})
        if not seat.away:
            return Refusal("no_seat", {"seat": wish.seat})
        # The name goes with the person, who may want to be forgotten.
        robot = Seat(0, robot_name(table), sex=seat.sex, robot=wish.robot)
        return ask.change(seats=swap(table.seats, wish.seat, robot), poll=without(table.poll, wish.seat))
    if ask.seat is not None:
        return Refusal("seated", {"seat": ask.seat})
    if not seat.robot:
        return Refusal("no_seat", {"seat": wish.seat})
    name = clean_name(wish.name)
    if not name:
        return Refusal("bad_name")
    seats = swap(table.seats, wish.seat, replace(seat, user=ask.request.user, name=name, robot=""))
    return ask.change(seats=seats, poll=without(table.poll, wish.seat))


def kick(ask: Ask, wish: Kick) -> Turn | Refusal:
    """Take somebody out: at once in the lobby or when away, with the others' consent when there."""
    table = ask.table
    if refusal := _live(table) or only_host(ask) or _seat(table, wish.seat):
        return refusal
    seat = table.seats[wish.seat]
    if seat.user == ask.request.user:
        return Refusal("no_seat", {"seat": wish.seat})
    if table.phase == "lobby" or seat.away or not seat.human:
        return give_up(ask, wish.seat)
    return open_poll(ask, "kick", wish.seat)


def end(ask: Ask, wish: End) -> Turn | Refusal:
    """End the table: by vote in a game; at once in the lobby, or where a steward sits at no such table."""
    table = ask.table
    if refusal := _live(table):
        return refusal
    if wish.steward and (table.phase == "lobby" or ask.seat is None):
        return closed(ask)
    if refusal := _seated(ask):
        return refusal
    if table.phase == "lobby":
        return only_host(ask) or closed(ask)
    return open_poll(ask, "end")


def closed(ask: Ask) -> Turn:
    """End the table; a running game ends without a winner and shows its seed."""
    seed = ask.standing.seed if ask.table.phase == "playing" else -1
    return ask.change(phase="ended", halt="", trouble="", poll=None, seed=seed)


def ask_undo(ask: Ask, wish: AskUndo) -> Turn | Refusal:
    """Ask whether the latest move may be taken back: its maker, or the host, who settles disputes (H-16).

    Everybody there has to agree, the maker too. Whether it can be, the history has found out before.
    """
    if refusal := _seated(ask) or _running(ask.table):
        return refusal
    if ask.undo is None or not (ask.hosted or ask.undo.seat == ask.seat):
        return Refusal("no_undo")
    return open_poll(ask, "undo")


def open_poll(ask: Ask, kind: str, subject: int = -1) -> Turn | Refusal:
    """Put a question; whoever puts it is back and agrees, which may already be enough."""
    if ask.table.poll is not None:
        return Refusal("poll_on", {"poll": ask.table.poll.kind})
    asker = ask.seat
    assert asker is not None
    ask = replace(ask, standing=ask.reseat(asker, returned(ask.table.seats[asker])).standing)
    table = ask.table
    here = tuple(s for s in table.people if not table.seats[s].away and s != subject)
    poll = Poll(kind, table.revision + 1, asker, subject, here, yes=(asker,))
    return settle(ask, poll)


def ask_others(ask: Ask, wish: AskOthers) -> Turn | Refusal:
    """Ask those who are there whether the table should go on without those it waits for."""
    table, pending = ask.table, ask.standing.pending
    others = others_there(ask.standing)
    if refusal := not_playing(table):
        return refusal
    if pending is None or pending.serial != wish.serial or table.poll is not None or not others:
        return Refusal("stale", {"revision": table.revision})
    poll = Poll("go_on", table.revision + 1, -1, pending.awaited[0], others)
    return replace(ask.change(poll=poll), wait="ask")


def vote(ask: Ask, wish: Vote) -> Turn | Refusal:
    """Answer the question; one may change one's mind while it is open."""
    table, poll = ask.table, ask.table.poll
    if ask.seat is None:
        return Refusal("not_seated")
    if poll is None:
        return Refusal("no_poll")
    if refusal := stale(ask, poll.revision):
        return refusal
    if ask.seat not in voters(table, poll):
        return Refusal("no_vote")
    yes, no = set(poll.yes) - {ask.seat}, set(poll.no) - {ask.seat}
    (yes if wish.yes else no).add(ask.seat)
    return settle(ask, replace(poll, yes=tuple(sorted(yes)), no=tuple(sorted(no))))


def voters(table: Table, poll: Poll) -> tuple[int, ...]:
    """Return those asked who are still there."""
    seats = table.seats
    return tuple(number for number in poll.asked if seats[number].human and not seats[number].away)


def outcome(table: Table, poll: Poll) -> bool | None:
    """Decide the poll if it can be: taking back needs everybody, anything else more than half."""
    asked = voters(table, poll)
    need = len(asked) if poll.kind == "undo" else len(asked) // 2 + 1
    yes, no = (len({*votes}.intersection(asked)) for votes in (poll.yes, poll.no))
    if yes >= need:
        return True
    return False if len(asked) - no < need else None


def settle(ask: Ask, poll: Poll) -> Turn | Refusal:
    """Keep the poll open, drop it, or do what was agreed."""
    verdict = outcome(ask.table, poll)
    if verdict is None:
        return ask.change(poll=poll)
    if not verdict:
        return replace(ask.change(poll=None), wait="again" if poll.kind == "go_on" else "go_on")
    ask = replace(ask, standing=ask.change(poll=None).standing)
    match poll.kind:
        case "kick":
            return give_up(ask, poll.subject)
        case "end":
            return closed(ask)
        case "go_on":
            pending = ask.standing.pending
            return Refusal("no_poll") if pending is None else time_up(ask, TimeUp(pending.serial))
        case _:
            return taken_back(ask)


def taken_back(ask: Ask) -> Turn | Refusal:
    """Return to the state before the latest move. Everything drawn since is void."""
    undo = ask.undo
    if undo is None:
        return Refusal("no_undo")
    standing = replace(ask.standing, state=undo.state)
    return Turn(standing, back_to=undo.revision, fresh=True)
