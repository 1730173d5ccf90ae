"""What is asked of a running game: moves, time running out, seats given up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.tables.choices import Choice
from bot.tables.intents import Act, Leave, RobotAct, TimeUp
from bot.tables.lobby import Ask, Turn, stale, swap
from bot.tables.standing import Standing
from bot.tables.table import Poll, Seat, Table
from bot.tables.timing import ABSENT_AFTER, COUNTED
from cards.kernel.dice import commitment
from cards.kernel.game import Game, Pending
from cards.kernel.moves import DROP, HOST, TIME_UP, Action, Refusal

RESERVED = frozenset({TIME_UP, DROP})
"""Verbs that no seat may use, whatever a forged button says."""


def not_playing(table: Table) -> Refusal | None:
    if table.phase != "playing":
        return Refusal("wrong_phase", {"phase": table.phase})
    return Refusal("halted", {"halt": table.halt}) if table.halt else None


def act(ask: Ask, wish: Act) -> Turn | Refusal:
    """Make a person's move. Whoever moves is back, and a table that fell asleep wakes up for it."""
    if ask.seat is None:
        return Refusal("not_seated")
    table = ask.table
    awake = replace(table, halt="") if table.halt == "asleep" else table
    refusal = not_playing(awake) or stale(ask, table.since)
    if refusal and not (refusal.code == "stale" and steady(ask, wish.choice)):
        return refusal
    if wish.choice.verb in RESERVED:
        return Refusal("forged")
    turn = play(ask.standing, wish.choice.action(ask.seat))
    if isinstance(turn, Refusal):
        return turn
    table = turn.standing.table
    seats = swap(table.seats, ask.seat, returned(table.seats[ask.seat]))
    return replace(turn, standing=replace(turn.standing, table=replace(table, seats=seats, halt="")))


def steady(ask: Ask, choice: Choice) -> bool:
    """Tell whether the move counts however old its button is: it is legal, and means what it always did."""
    kind, standing = ask.kind(), ask.standing
    if isinstance(kind, Refusal) or choice.verb not in kind.steady:
        return False
    if ask.seat is None or standing.game is None:
        return False
    return choice.move_in(standing.game.legal(standing.state, ask.seat)) is not None


def robot_act(ask: Ask, wish: RobotAct) -> Turn | Refusal:
    """Make a computer's move, for its own seat or as caretaker."""
    if refusal := not_playing(ask.table) or stale(ask, ask.table.since):
        return refusal
    seat = ask.table.seats[wish.action.seat]
    if wish.action.verb in RESERVED or not (seat.robot or seat.away):
        return Refusal("forged")
    return play(ask.standing, wish.action)


def time_up(ask: Ask, wish: TimeUp) -> Turn | Refusal:
    """Lead on. Those who let a long wait run out twice in a row are away (H-17); if all are, all sleep."""
    standing, pending = ask.standing, ask.standing.pending
    if refusal := not_playing(ask.table):
        return refusal
    if pending is None or pending.serial != wish.serial:
        return Refusal("stale", {"revision": ask.table.revision})
    turn = play(standing, Action(HOST, TIME_UP, ability=wish.serial))
    if isinstance(turn, Refusal):
        return turn
    table = turn.standing.table
    seats = missed(table.seats, pending, table.revision + 1)
    people = [seat for seat in seats if seat.human]
    asleep = table.phase == "playing" and bool(people) and all(seat.away for seat in people)
    table = replace(table, seats=seats, halt="asleep" if asleep else "")
    return replace(turn, standing=replace(turn.standing, table=table))


def missed(seats: tuple[Seat, ...], pending: Pending, revision: int) -> tuple[Seat, ...]:
    """Count one missed wait for the people who were awaited; ``revision`` is the one that this makes."""
    if pending.seconds < COUNTED:
        return seats
    for number in pending.awaited:
        seat = seats[number]
        if seat.human and not seat.away:
            count = seat.missed + 1
            away = count >= ABSENT_AFTER
            since = revision if away else 0
            seats = swap(seats, number, replace(seat, missed=count, away=away, away_since=since))
    return seats


def returned(seat: Seat) -> Seat:
    """Return the seat of somebody who has just shown up."""
    return replace(seat, away=False, missed=0, away_since=0) if seat.away or seat.missed else seat


def leave(ask: Ask, wish: Leave) -> Turn | Refusal:
    """Give one's own seat up; a lobby's button does that in the lobby only."""
    if ask.seat is None:
        return Refusal("not_seated")
    if refusal := stale(ask, ask.table.since):
        return refusal
    return give_up(ask, ask.seat)


def give_up(ask: Ask, number: int) -> Turn | Refusal:
    """Take a person or a computer out of the table for good; without people it is over."""
    table = ask.table
    if table.phase == "ended":
        return Refusal("wrong_phase", {"phase": table.phase})
    if table.phase == "lobby":
        seats = (*table.seats[:number], *table.seats[number + 1 :])
        return Turn(replace(ask.standing, table=headed(replace(table, seats=seats))))
    standing = replace(ask.standing, table=replace(table, poll=without(table.poll, number)))
    turn = play(standing, Action(HOST, DROP, ability=number))
    if isinstance(turn, Refusal):
        return turn
    after = turn.standing.table
    gone = after.seats[number]
    seat = replace(gone, user=0, robot="", away=False, missed=0, dropped=True, was=gone.user)
    after = headed(replace(after, seats=swap(after.seats, number, seat)))
    return replace(turn, standing=replace(turn.standing, table=after))


def without(poll: Poll | None, seat: int) -> Poll | None:
    """Return the vote after a seat has changed hands: one about it is over, and nobody inherits a voice."""
    if poll is None or poll.subject == seat:
        return None
    asked, yes, no = (tuple(s for s in part if s != seat) for part in (poll.asked, poll.yes, poll.no))
    return replace(poll, asked=asked, yes=yes, no=no)


def headed(table: Table) -> Table:
    """Return the table with a host who sits at it; with nobody left it is closed."""
    people = [seat.user for seat in table.seats if seat.human]
    if table.host in people:
        return table
    if not people:
        return replace(table, phase="ended", halt="", poll=None)
    return replace(table, host=people[0])


def play(standing: Standing, action: Action) -> Turn | Refusal:
    """Put an action to the game. A poll on something else does not outlive it."""
    game: Game[Any, Any] | None = standing.game
    assert game is not None
    answer = game.step(standing.state, action)
    if isinstance(answer, Refusal):
        return answer
    table = replace(standing.table, poll=standing.table.poll if _lasting(standing.table) else None)
    if game.pending(answer.state) is None:
        table = replace(table, phase="ended", winners=answer.state.winners, seed=standing.seed, poll=None)
        assert commitment(standing.seed) == table.commitment
    after = replace(standing, table=table, state=answer.state)
    return Turn(after, answer.events, (action,))


def _lasting(table: Table) -> bool:
    return table.poll is not None and table.poll.kind in ("kick", "end")
