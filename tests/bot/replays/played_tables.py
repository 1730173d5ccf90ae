"""Whole tables without a database: what is saved of them, made by the tables' own rules."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

from bot.app.games import game_registry
from bot.store.api import Store
from bot.store.reading import SavedGame
from bot.store.rows import LogRow, TableCommit
from bot.tables.choices import Choice
from bot.tables.decide import commit_of, decide, finish_state
from bot.tables.history import find_undo
from bot.tables.intents import (
    Act,
    AskUndo,
    Create,
    End,
    Intent,
    Join,
    Request,
    Start,
    Vote,
)
from bot.tables.lobby import Decision, TableConfig, create
from bot.tables.results import Change, RefusedError
from bot.tables.state import TableState
from cards.kernel.moves import Refusal
from tests.bot.views.games import action_of

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
FIRST_PRESS = 1_200_000_000_000_000_000


class PlayedTable:
    """A table with people on all seats, its log, and its newest row."""

    def __init__(self, game: str, seats: int, number: int = 1, *, seed: int | None = None) -> None:
        self.rng = Random(f"{game}/{seats}/{number}")
        secret = f"{self.rng.getrandbits(256):064x}"
        make_seed = None if seed is None else lambda: seed
        self._config = TableConfig(game_registry(), make_seed, lambda: secret)
        self._press = FIRST_PRESS + number * 1_000_000
        self.log: list[LogRow] = []
        self.commits: list[TableCommit] = []
        self.definitions: bytes | None = None
        intent = Create(70, 700, NAMES[0], game)
        opened = create(self._config, number, 100, intent)
        blank = TableState(replace(opened.state.table, seats=()))
        self.state = self._keep(blank, opened, Change(None, blank.table, intent, 0, 100, self._next_press()))
        for place in range(1, seats):
            self.ask(100 + place, Join(NAMES[place]))

    def ask(self, user: int, intent: Intent) -> None:
        """Ask something of the table, which has to accept it."""
        assert not isinstance(self.try_to(user, intent), Refusal)

    def try_to(self, user: int, intent: Intent) -> Refusal | None:
        """Ask something of the table."""
        before = self.state
        request = Request(self._next_press(), user, intent)
        undo = find_undo(before, self.log) if isinstance(intent, AskUndo | Vote) else None
        try:
            decision = decide(self._config, before, request, undo)
        except RefusedError as refused:
            return refused.refusal
        seat = before.table.seat_of(user)
        change = Change(
            before.table, before.table, intent, -1 if seat is None else seat, user, request.interaction_id
        )
        self.state = self._keep(before, decision, change)
        return None

    def play(self, most: int) -> PlayedTable:
        """Start, and let everybody press by lot, until the game is over or so many actions are made."""
        self.ask(100, Start())
        return self.play_on(most)

    def play_on(self, most: int) -> PlayedTable:
        """Let everybody go on pressing."""
        for _ in range(most):
            if self.state.pending is None:
                return self
            self._act()
        return self

    def take_back(self) -> None:
        """Play on until a move can be taken back, and have everybody agree to that."""
        while self.try_to(100, AskUndo()) is not None:
            self._act()
        for user in range(101, 100 + len(self.state.table.seats)):
            self.ask(user, Vote(yes=True))

    def close(self) -> PlayedTable:
        """End the table; of a running game all have to agree."""
        if self.state.table.live:
            self.ask(100, End())
        for seat in self.state.table.people[1:]:
            if self.state.table.live:
                self.ask(100 + seat, Vote(yes=True))
        assert not self.state.table.live
        return self

    def saved(self) -> SavedGame:
        """Return what a store would have of it."""
        return SavedGame(self.state.table.id, self._row, tuple(self.log), self.definitions)

    def _act(self) -> None:
        state = self.state
        assert state.game is not None
        assert state.pending is not None
        every = [
            (seat, move)
            for seat in state.table.people
            for move in state.game.legal_moves(state.game_state, seat)
        ]
        urgent = [pair for pair in every if pair[0] in state.pending.awaited]
        seat, move = self.rng.choice(urgent if urgent and self.rng.random() < 0.9 else every)
        action = action_of(move, seat, self.rng)
        user = state.table.seats[seat].user
        self.ask(user, Act(Choice(action.verb, action.card, action.ability, action.picks)))

    def _keep(self, before: TableState, decision: Decision, change: Change) -> TableState:
        after = finish_state(before, decision, 0)
        commit = commit_of(before, after, decision, change, 0, 1_800_000_000)
        assert commit.log is not None
        self.log.append(commit.log)
        self.commits.append(commit)
        self._row = commit.table
        if commit.definitions is not None:
            self.definitions = commit.definitions[1]
        return after

    def _next_press(self) -> int:
        self._press += self.rng.randint(1, 5000)
        return self._press


async def save_tables(store: Store, *tables: PlayedTable) -> None:
    """Write these tables into a database, all in one transaction: in any order, so with the newest rows."""
    commits = [replace(commit, table=table.commits[-1].table) for table in tables for commit in table.commits]
    await asyncio.gather(*map(store.commit, commits))
