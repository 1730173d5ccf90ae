"""Statements of one transaction, grouped without changing what comes of them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.store.results_api import StatisticsWish
from bot.store.rows import SurfaceRow, UserRow
from bot.store.sqlite.store import SqliteStore, sql
from bot.store.sqlite.write_order import in_rounds
from tests.bot.store.steps import step


def test_different_rows_are_written_in_one_round() -> None:
    writes = []
    for table in range(1, 100):
        writes += [
            (sql.UPSERT_SURFACE, (table, "table", 1, 1, 1)),
            (sql.UPDATE_TABLE_IN_PLACE, (2, None, b"", b"", table)),
            (sql.INSERT_LOG, (table, 2, None, 7, "act", b"", b"", 1)),
        ]
    (only,) = in_rounds(writes)
    assert list(only) == [sql.UPDATE_TABLE_IN_PLACE, sql.INSERT_LOG, sql.UPSERT_SURFACE]
    assert all(len(values) == 99 for values in only.values())


def test_an_earlier_statement_about_the_same_row_stays_the_earlier_one() -> None:
    """What may change any row waits for all of them, and they for it."""
    drop, forget = (sql.DELETE_ALL_SURFACES, (1,)), (sql.FORGET_USER[0], {"user": 7})
    save, other = (sql.UPSERT_SURFACE, (1, "table", 1, 1, 1)), (sql.UPSERT_SURFACE, (2, "table", 1, 1, 1))
    assert [list(groups) for groups in in_rounds([other, drop])] == [[drop[0], other[0]]]
    assert [list(groups) for groups in in_rounds([save, drop, save])] == [[save[0]], [drop[0], save[0]]]
    assert len(in_rounds([save, forget])) == 1
    assert len(in_rounds([forget, save])) == 2
    assert len(in_rounds([(sql.UPSERT_FIGURE, ("uptime", 1)), forget])) == 2


async def test_what_is_asked_at_once_is_done_in_that_order() -> None:
    """Though all of it is saved together: nothing has been written when the second one asks."""
    store, gather = await SqliteStore.open(None), asyncio.gather
    place, wanted, wish = (
        SurfaceRow(1, "table", 7, 8, 9),
        UserRow(7, 0, True),
        StatisticsWish(7, opted_out=True),
    )
    await gather(store.save_surfaces([place]), store.drop_surfaces(1))
    assert await store.surfaces(1) == []
    await gather(store.drop_surfaces(1), store.save_surfaces([place]))
    assert await store.surfaces(1) == [place]
    await gather(store.save_user(wanted), store.forget_user(7))
    assert await store.user(7) == UserRow(7)
    await gather(store.forget_user(7), store.save_user(wanted))
    assert await store.user(7) == wanted
    await gather(store.results.drop_wish(7), store.results.save_wish(wish))
    assert await store.results.wish(7) == wish
    await gather(store.forget_user(7), store.commit(replace(step(), users=(7,))))
    assert await store.tables_of(7) == [1]
    await store.close()
