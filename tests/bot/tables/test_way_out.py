"""Leaving, removing and replacing: there is a way at every moment, whoever it is about."""

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import pytest

from bot.app.games import game_registry
from bot.tables.decide import decide
from bot.tables.intents import End, HandHost, Intent, Kick, Leave, Replace, Request, Start, Vote
from bot.tables.lobby import TableConfig
from bot.tables.results import RefusedError
from bot.tables.state import TableState
from bot.tables.table import Halt, Poll, Table
from tests.bot.replays.played_tables import PlayedTable

CONFIG = TableConfig(game_registry())
PLAYED = [("classic", 3), ("apocalypse", 4), ("panic", 4)]


def asked(state: TableState, user: int, intent: Intent) -> TableState:
    """Return the table after a request that has to be accepted."""
    return decide(CONFIG, state, Request(1, user, intent)).state


def moments(game: str, seats: int) -> Iterator[TableState]:
    """Play at random to the end, and stop at each moment."""
    played = PlayedTable(game, seats)
    played.ask(100, Start())
    for _ in range(150):
        yield played.state
        played.play_on(1)
        if not played.state.table.live:
            return


def stopped(table: Table) -> Iterator[Table]:
    """Return the table as it is, and standing still for each reason."""
    for halt in get_args(Halt):
        yield replace(table, halt=halt, trouble="permission" if halt == "suspended" else "")


def removed(state: TableState, number: int, by: int) -> Table:
    """Have a seat taken away, with the votes of all others."""
    state = asked(state, by, Kick(number))
    poll = state.table.poll
    while poll is not None and not state.table.seats[number].dropped:
        voter = next(seat for seat in state.table.voters(poll) if seat not in poll.yes)
        state = asked(state, state.table.seats[voter].user, Vote(True))
        poll = state.table.poll
    return state.table


@pytest.mark.parametrize(("game", "seats"), PLAYED)
def test_at_every_moment_anybody_can_leave_and_be_removed(game: str, seats: int) -> None:
    """Also who is asked, is about to win, or is the host; and nobody else's question stands in the way."""
    for count, state in enumerate(moments(game, seats)):
        number = count % seats
        user, host = state.table.seats[number].user, 100 if number else 101
        assert asked(state, user, Leave()).table.seat_of(user) is None
        assert asked(state, user, Leave(robot=True)).table.seats[number].robot
        assert removed(state, number, host).seats[number].dropped
        away = replace(state.table.seats[number], away=True)
        table = replace(
            state.table, seats=(*state.table.seats[:number], away, *state.table.seats[number + 1 :])
        )
        without = replace(state, table=table)
        kind = CONFIG.games.find(game)
        assert kind is not None
        assert asked(without, host, Replace(number, robot=kind.default_player)).table.seats[number].robot
        assert removed(without, number, host).seats[number].dropped


@pytest.mark.parametrize("kind", ["undo", "end", "go_on", "correct"])
def test_neither_a_standstill_nor_another_question_keeps_a_seat_taken(kind: str) -> None:
    state = PlayedTable("classic", 4).play(12).state
    for table in stopped(state.table):
        still = replace(state, table=replace(table, poll=Poll(kind, 1, 2, 3, (0, 1, 2, 3))))
        for number in range(4):
            user = table.seats[number].user
            assert asked(still, user, Leave()).table.seat_of(user) is None
            assert asked(still, user, Leave(robot=True)).table.seats[number].robot
            assert removed(still, number, 100 if number else 101).seats[number].dropped


def test_who_asks_a_question_can_take_it_back() -> None:
    """A vote that nobody answers stands in nobody's way."""
    state = asked(PlayedTable("classic", 4).play(12).state, 101, End())
    assert state.table.poll is not None
    assert asked(state, 101, Vote(False)).table.poll is None
    other = asked(state, 102, Vote(False))
    assert other.table.poll is not None


def test_a_host_who_is_away_holds_nobody_up() -> None:
    """Whoever is there can do what hosts do; a host who is there can only be removed by several."""
    state = PlayedTable("classic", 3).play(12).state
    host = replace(state.table.seats[0], away=True)
    away = replace(state, table=replace(state.table, seats=(host, *state.table.seats[1:])))
    assert asked(away, 101, HandHost(1)).table.host == 101
    assert asked(away, 102, Kick(0)).table.seats[0].dropped
    with pytest.raises(RefusedError, match="not_host"):
        decide(CONFIG, state, Request(1, 101, HandHost(1)))
    two = PlayedTable("panic", 2).play(5).state
    with pytest.raises(RefusedError, match="not_host"):
        decide(CONFIG, two, Request(1, 101, Kick(0)))
