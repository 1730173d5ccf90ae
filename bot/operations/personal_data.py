"""All that is stored of one person, as they may ask for it."""

from __future__ import annotations

import json
import time
from typing import Any

from bot.statistics.result import GameResult
from bot.statistics.service import ResultKeeper
from bot.store.api import Store, StoreError
from bot.tables.history import table_facts
from bot.tables.results import TableView
from bot.tables.service import TableService
from bot.views.base.layout import File
from bot.views.base.reading import text_size_of
from bot.views.table.replay import own_cards
from cards.kernel.moves import Refusal


class PersonalData:
    """Gathers it from the database; of running games no cards but the person's own."""

    def __init__(self, results: ResultKeeper, tables: TableService, store: Store) -> None:
        self._results = results
        self._tables = tables
        self._store = store

    async def file_of(self, user: int) -> File | Refusal:
        """Return all that is stored of a person; of running games no cards but their own."""
        try:
            data = {
                "user": str(user),
                "settings": await self._settings(user),
                "tables": [
                    await self._table(number, user) for number in await self._store.all_tables_of(user)
                ],
                "results": [_own_result(game, user) for game in await self._results.results_of(user)],
            }
        except StoreError:
            return Refusal("not_loaded")
        return File("my-data.json", json.dumps(data, ensure_ascii=False, indent=2).encode())

    async def _settings(self, user: int) -> dict[str, Any]:
        row, wish = await self._store.user(user), await self._results.wish(user)
        return {
            "words instead of pictures": row.text_only,
            "letters": text_size_of(row.text_size),
            "direct messages closed until": _date(row.dm_closed_until),
            "statistics": not wish.opted_out,
            "statistics count from": _date(wish.counts_from),
        }

    async def _table(self, number: int, user: int) -> dict[str, Any]:
        """Describe a table: the own seat, the own presses, and while it runs the own cards."""
        row = await self._store.table(number)
        facts = None if row is None else table_facts(row)
        if row is None or facts is None:
            return {"table": number, "note": "damaged: it cannot be read"}
        seat = facts.seat_of(user)
        presses = [line for line in await self._store.log(number) if line.user == user]
        found: dict[str, Any] = {
            "table": number,
            "server": str(row.guild),
            "channel": str(row.channel),
            "game": facts.game,
            "phase": facts.phase,
            "host": facts.host == user,
            "seat": None if seat is None else seat + 1,
            "name": None if seat is None else facts.seats[seat].name,
            "lines": [line.text for line in facts.lines if line.user == user],
            "reactions": sum(one.user == user for one in facts.reactions),
            "presses": [
                {
                    "step": line.revision,
                    "kind": line.kind,
                    "at": _date(line.at),
                    "id": str(line.interaction_id),
                }
                for line in presses
            ],
            "messages": [
                {"what": each.key, "channel": str(each.channel), "message": str(each.message)}
                for each in await self._store.surfaces(number)
                if each.key.endswith(f".{user}")
            ],
        }
        view = await self._tables.view_for(number, user) if row.live and seat is not None else None
        if isinstance(view, TableView) and view.game is not None:
            found["own cards"] = [name for _, names in own_cards(view) for name in names]
        return found


def _own_result(game: GameResult, user: int) -> dict[str, Any]:
    seat = game.seat_of(user)
    assert seat is not None
    return {
        "table": game.table,
        "server": str(game.guild),
        "game": game.game,
        "ended": _date(game.ended_at),
        "name": seat.name,
        "place": seat.place,
        "won": seat.won,
        "left early": seat.left,
        "score": seat.score,
        "figures": dict(seat.counts),
        "cards played": dict(seat.cards),
    }


def _date(moment: int) -> str | None:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(moment)) if moment else None
