"""Finished games with people on all seats, whose logs statistics are made from."""

from copy import copy
from dataclasses import replace
from functools import cache

from bot.store.api import Store
from bot.store.postgres.store import PostgresStore
from bot.store.statements import INSERT_LOG
from bot.tables.intents import AddRobot, Leave, Replace, SetOptions, Start, Vote
from bot.tables.state import SAVED_TABLE_CODEC
from tests.bot.replays.played_tables import PlayedTable, save_tables

SHORT_GAME = 10
"""The number of a table at which three people finish the game in some 2000 actions."""
SHORT_GAME_OF_TWO = 2
"""The number of a table at which Ann and Ben, who changes seats, finish a short game."""
MAX_ACTIONS = 3000


@cache
def finished() -> PlayedTable:
    """Return a game that was played to its end by users 100, 101 and 102."""
    table = PlayedTable("classic", 3, SHORT_GAME).play(MAX_ACTIONS)
    assert table.state.game_state.over
    return table


@cache
def finished_in_another_seat() -> PlayedTable:
    """Return a finished game in which Ben gave up seat 2 and won in that of a computer."""
    table = PlayedTable("classic", 2, SHORT_GAME_OF_TWO)
    table.ask(100, AddRobot())
    table.ask(100, SetOptions({"short": True}))
    table.ask(100, Start())
    table.ask(101, Leave())
    table.ask(101, Replace(2, name="Ben"))
    table.ask(100, Vote(True))
    table.play_on(MAX_ACTIONS)
    assert table.state.game_state.over
    return table


def copied(number: int, ended_at: int) -> PlayedTable:
    """Return the same game at another table, ended at that moment."""
    made, last = copy(finished()), finished().commits[-1]
    facts = SAVED_TABLE_CODEC.decode(last.table.body)
    body = SAVED_TABLE_CODEC.encode(replace(facts, table=replace(facts.table, id=number)))
    row = replace(last.table, id=number, body=body)
    made.commits = []
    for commit in finished().commits:
        assert commit.log is not None
        at = ended_at if commit is last else commit.log.at
        made.commits.append(replace(commit, table=row, log=replace(commit.log, table=number, at=at)))
    return made


async def save_games(store: Store, *tables: PlayedTable) -> None:
    """Write finished games into a database; on a server in one go, for speed."""
    if not isinstance(store, PostgresStore):
        return await save_tables(store, *tables)
    for table in tables:
        lines = [commit.log for commit in table.commits if commit.log is not None]
        users = tuple(range(100, 103))
        definitions = next((c.definitions for c in table.commits if c.definitions is not None), None)
        newest = table.commits[-1].table
        await store.commit(replace(table.commits[0], table=newest, users=users, definitions=definitions))
        rows = [(n.table, n.revision, None, n.user, n.kind, n.body, n.events, n.at) for n in lines[1:]]
        async with store.pool.transaction() as connection:
            await connection.executemany(INSERT_LOG, rows)
    return None
