"""Passing by oneself: only where nothing matters, by a clock that knows no hand, and as people choose."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from bot.store.results import ResultRow
from bot.tables.intents import Leave, PassUnasked, Return, SetAsking
from bot.tables.passing import (
    ASKED_ANYWAY_SHARE,
    MAX_PASS_S,
    MIN_PASS_S,
    due_passes,
    latest_pass_ms,
    pass_delay_ms,
)
from bot.tables.play import has_to_be_asked
from bot.tables.state import SAVED_TABLE_CODEC, PassHabit, PassRule, TableState, Timer
from bot.tables.table import Seat, Speed, Table
from bot.tables.timing import next_alarm
from cards.door.state import hand_zone
from cards.game_module import GameModule, StakeJudge
from cards.kernel.game import Setup
from cards.kernel.moves import Move
from cards.kernel.state import GameState
from cards.panic.state import HAND, TREASURES, zone
from cards.players.base import AnyGame
from cards.registry import REGISTRY, make_game
from cards.simulate import play_game
from tests.bot.tables.table_harness import ANN, BEN, CLEO, GUILD, TableHarness
from tests.bot.tables.tiny import TINY_MODULE

SEED = 3
"""A seed with which everybody at the first wait passes by themselves; see the first test."""


def only_for_wins(game: AnyGame, view: Any, moves: Sequence[Move], seat: int, *, only_wins: bool) -> bool:
    """Let everything matter to who wants to be asked as usual."""
    return not only_wins


def nothing_matters(game: AnyGame, view: Any, moves: Sequence[Move], seat: int, *, only_wins: bool) -> bool:
    return False


async def open_harness(path: Path, stake: StakeJudge) -> TableHarness:
    """Open a process for a server on which a game has been played to its end."""
    harness = await TableHarness.open(path, games=(with_stake(stake),), seed=SEED)
    await harness.store.results.record(ResultRow(99, GUILD, 1))
    return harness


def with_stake(stake: StakeJudge) -> GameModule:
    """Return Tiny with this judge of what matters."""
    return replace(TINY_MODULE, has_stake=stake)


@pytest.fixture
async def idle(tmp_path: Path) -> AsyncIterator[TableHarness]:
    """A table at which no card ever matters."""
    opened = await open_harness(tmp_path / "idle.db", nothing_matters)
    yield opened
    await opened.close()


def state_of(harness: TableHarness) -> TableState:
    state = next(iter(harness.service.actors())).state
    assert state is not None
    return state


async def passed(harness: TableHarness) -> list[int]:
    """List the seats that have passed by themselves."""
    intents = [change.intent for change in harness.notes.changes]
    return [intent.seat for intent in intents if isinstance(intent, PassUnasked)]


async def test_who_holds_nothing_that_matters_passes_and_is_not_told_from_who_presses(
    idle: TableHarness,
) -> None:
    await idle.sit_down(ANN, BEN, CLEO)
    await idle.act(ANN, "play")
    due = due_passes(state_of(idle))
    assert {one.seat for one in due} == set((await idle.view_for(None)).pending.awaited)  # type: ignore[union-attr]
    await idle.advance(MIN_PASS_S - 0.1)
    assert await passed(idle) == []
    await idle.advance(MAX_PASS_S)
    assert await passed(idle) == [one.seat for one in due]
    assert (await idle.view_for(None)).pending.name != "react"  # type: ignore[union-attr]
    change = next(c for c in idle.notes.changes if isinstance(c.intent, PassUnasked))
    assert [event.kind for event in change.events][:1] == ["passed"]


async def test_nobody_is_hidden_from_whoever_plays_alone(idle: TableHarness) -> None:
    """In a game of one's own every pass comes as soon as the question can be read."""
    await idle.sit_down(ANN, BEN, CLEO)
    await idle.act(ANN, "play")
    state = state_of(idle)
    alone = replace(state, table=replace(state.table, guild=0))
    delays = {pass_delay_ms(replace(alone, seed=seed), 0) for seed in range(60)}
    assert delays == {1000 * MIN_PASS_S}
    assert len({pass_delay_ms(replace(state, seed=seed), 0) for seed in range(60)}) > 30


async def test_who_holds_something_is_asked_until_they_press(tmp_path: Path) -> None:
    harness = await open_harness(tmp_path / "asked.db", only_for_wins)
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "play")
    await harness.advance(29)
    assert await passed(harness) == []
    await harness.act(BEN, "pass")
    await harness.close()


HANDS = {"classic": [hand_zone(1)], "panic": [zone(1, HAND), zone(1, TREASURES)]}
"""The zones of what the second seat holds."""
GAMES = pytest.mark.parametrize("name", ["classic", "panic"])


def tables_of(name: str) -> Iterator[TableState]:
    """Yield tables of a game between sensible players, at the waits in which one may pass."""
    found: list[TableState] = []
    seats = tuple(Seat(101 + number, f"P{number}") for number in range(4))
    table = Table(1, 2, 3, 101, name, phase="playing", seats=seats)

    def look(game: AnyGame, state: GameState, events: object) -> None:
        pending = None if state.over else game.pending(state)
        if pending is not None and pending.optional and len(found) < 60:
            allowance = 1000 * pending.seconds
            found.append(TableState(table, 77, Timer(allowance, 5000 + allowance), game, game.clone(state)))

    players = [module_of(name).players["sensible"]() for _ in range(4)]
    play_game(make_game(Setup(name, 4, SEED)), players, SEED, watch=look)
    yield from found


def module_of(name: str) -> GameModule:
    module = REGISTRY.find(name)
    assert module is not None
    return module


@GAMES
def test_the_clock_knows_no_hand(name: str) -> None:
    """When somebody would pass, and when the table next rings, is the same whatever lies in any hand."""
    hands: set[object] = set()
    for state in tables_of(name):
        game = state.game
        assert game is not None
        for lot in range(3):
            other = replace(state, game_state=game.redeal_hidden(state.game_state, None, lot))
            hands.add(tuple(other.game_state.zones.lists[number] for number in HANDS[name]))
            assert due_passes(other) == due_passes(state)
            assert latest_pass_ms(other) == latest_pass_ms(state)
            assert next_alarm(other, 6000) == next_alarm(state, 6000)
    assert len(hands) > 50


@GAMES
def test_others_hidden_cards_change_no_decision(name: str) -> None:
    """Who has to be asked depends on nothing that they do not see themselves, whatever they have chosen."""
    module, found = module_of(name), Counter[bool]()
    for state in tables_of(name):
        game, pending = state.game, state.pending
        assert game is not None
        assert pending is not None
        for seat in pending.awaited:
            for rule in ("auto", "win"):
                here = replace(state, habits=(PassHabit(seat, rule),))
                asked = has_to_be_asked(here, module, seat)
                for lot in range(2):
                    other = game.redeal_hidden(state.game_state, seat, lot)
                    assert has_to_be_asked(replace(here, game_state=other), module, seat) == asked
                found[asked] += 1
    assert min(found[True], found[False]) > 20


@pytest.mark.parametrize("rule", ["auto", "win", "always"])
def test_no_more_of_this_fight_goes_before_every_rule(rule: PassRule) -> None:
    """Who wants to be asked always has said that they do not in this one; a Curse is another matter."""
    module, found = module_of("classic"), Counter[str]()
    for state in tables_of("classic"):
        game, pending = state.game, state.pending
        assert game is not None
        assert pending is not None
        for seat in pending.awaited:
            turn = game.view(state.game_state, seat).turn
            quiet = replace(state, habits=(PassHabit(seat, rule, turn),))
            before = replace(state, habits=(PassHabit(seat, rule, turn - 1),))
            fight = pending.name in module.fight_waits
            asked = has_to_be_asked(before, module, seat)
            assert has_to_be_asked(quiet, module, seat) == (asked and not fight)
            found[f"{fight} {asked}"] += 1
    assert found["True True"] > 5 or rule == "win"
    assert found["False True"] > 0 or rule != "always"


async def test_delays_are_those_of_people(idle_state: TableState) -> None:
    """None is shorter than it takes to read, some are much longer, none rounded; one in ten never comes."""
    drawn = [pass_delay_ms(replace(idle_state, seed=seed), 1) for seed in range(4000)]
    found = sorted(delay for delay in drawn if delay is not None)
    asked = drawn.count(None) / len(drawn)
    assert abs(asked - ASKED_ANYWAY_SHARE) < 0.02
    assert found[0] >= MIN_PASS_S * 1000
    assert found[-1] <= MAX_PASS_S * 1000
    assert 5000 < median(found) < 7000
    assert found[int(len(found) * 0.95)] > 9000
    assert max(found.count(delay) for delay in found) < 10, "no delay gives itself away"


async def test_in_the_first_game_of_a_server_questions_stand_for_eight_to_ten_seconds(tmp_path: Path) -> None:
    """Also where the wait is short: people read such a question for the first time."""
    harness = await TableHarness.open(tmp_path / "first.db", games=(with_stake(nothing_matters),), seed=SEED)
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "play")
    first = state_of(harness)
    for allowance in (60_000, 15_000):
        timed = replace(first, timer=replace(first.timer, allowance=allowance))
        drawn = [pass_delay_ms(replace(timed, seed=seed), 1) for seed in range(400)]
        found = [delay for delay in drawn if delay is not None]
        assert min(found) >= 8000
        assert max(found) <= latest_pass_ms(timed) == 10_000
    await harness.close()


async def test_two_seats_and_two_waits_have_delays_of_their_own(idle_state: TableState) -> None:
    pairs = [[pass_delay_ms(replace(idle_state, seed=seed), seat) for seat in (1, 2)] for seed in range(300)]
    assert sum(one == two for one, two in pairs) < 20
    apart = [abs(one - two) for one, two in pairs if one is not None and two is not None]
    assert median(apart) > 700


@pytest.mark.parametrize(("speed", "longest_s"), [("live", 12), ("relaxed", 48), ("post", 2880)])
async def test_slower_tables_take_their_time(idle: TableHarness, speed: Speed, longest_s: int) -> None:
    await idle.sit_down(ANN, BEN, CLEO, speed=speed)
    await idle.act(ANN, "play")
    assert latest_pass_ms(state_of(idle)) == longest_s * 1000
    view = await idle.view_for(CLEO)
    assert longest_s - 1 < view.passes_for_s <= longest_s
    assert view.passes_for_s == (await idle.view_for(None)).passes_for_s


async def test_always_ask(idle: TableHarness) -> None:
    await idle.sit_down(ANN, BEN, CLEO)
    await idle.done(BEN, SetAsking("always"))
    await idle.act(ANN, "play")
    await idle.advance(20)
    assert sorted(await passed(idle)) == [0, 2]
    ben = await idle.view_for(BEN)
    assert ben.habit is not None
    assert (ben.habit.rule, (await idle.view_for(CLEO)).habit.rule) == ("always", "auto")  # type: ignore[union-attr]
    assert (await idle.view_for(None)).habit is None


async def test_who_will_pass_unasked_is_known_to_their_own_screens(
    idle: TableHarness, tmp_path: Path
) -> None:
    """Not who wants to be asked, not after the time for it, and not where something matters."""
    await idle.sit_down(ANN, BEN, CLEO)
    await idle.done(BEN, SetAsking("always"))
    await idle.act(ANN, "play")
    table = (await idle.view_for(None)).table.id
    assert await idle.service.passing_unasked(table) == {ANN, CLEO}
    assert [(await idle.view_for(each)).passes_unasked for each in (ANN, BEN, None)] == [True, False, False]
    await idle.advance(MAX_PASS_S)
    assert await idle.service.passing_unasked(table) == frozenset()
    assert await idle.service.passing_unasked(999) == frozenset()
    asked = await open_harness(tmp_path / "asked.db", only_for_wins)
    await asked.sit_down(ANN, BEN, CLEO)
    await asked.act(ANN, "play")
    assert await asked.service.passing_unasked((await asked.view_for(None)).table.id) == frozenset()
    await asked.close()


async def test_only_for_the_win(tmp_path: Path) -> None:
    harness = await open_harness(tmp_path / "win.db", only_for_wins)
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.done(BEN, SetAsking("win"))
    await harness.act(ANN, "play")
    await harness.advance(20)
    assert await passed(harness) == [1]
    await harness.close()


async def test_choices_outlast_a_restart_but_go_with_the_person(tmp_path: Path) -> None:
    harness = await open_harness(tmp_path / "kept.db", nothing_matters)
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.done(BEN, SetAsking("always"))
    again = await harness.restart()
    ben = await again.view_for(BEN)
    assert ben.habit is not None
    assert ben.habit.rule == "always"
    await again.done(BEN, Leave(robot=True))
    assert state_of(again).habits == ()
    await again.close()


async def test_nobody_passes_for_the_absent_or_at_a_table_at_rest(idle: TableHarness) -> None:
    await idle.sit_down(ANN, BEN, CLEO)
    await idle.act(ANN, "play")
    state = state_of(idle)
    seats = state.table.seats
    away = replace(state.table, seats=(seats[0], replace(seats[1], away=True), seats[2]))
    assert sorted(one.seat for one in due_passes(replace(state, table=away))) == [0, 2]
    assert due_passes(replace(state, table=replace(state.table, halt="paused"))) == []
    assert await idle.refused(BEN, Return()) == "not_away"


async def test_only_the_clock_passes_for_others(idle: TableHarness) -> None:
    await idle.sit_down(ANN, BEN, CLEO)
    await idle.act(ANN, "play")
    pending = state_of(idle).pending
    assert pending is not None
    assert await idle.refused(ANN, PassUnasked(pending.serial, 1)) == "forged"
    assert await idle.refused(0, PassUnasked(pending.serial - 1, 1)) == "stale"
    await idle.act(BEN, "pass")
    assert await idle.refused(0, PassUnasked(pending.serial, 1)) == "stale"


async def test_what_somebody_chose_is_in_no_row_of_the_log(idle: TableHarness) -> None:
    await idle.sit_down(ANN, BEN)
    await idle.done(BEN, SetAsking("win"))
    rows = await idle.store.log(idle.table)
    assert b"win" not in rows[-1].body
    row = await idle.store.table(idle.table)
    assert row is not None
    assert SAVED_TABLE_CODEC.decode(row.body).habits[0].rule == "win"


async def test_a_computer_plays_on_for_who_leaves(idle: TableHarness) -> None:
    """The cards stay with the seat, the name goes; the last person ends the game."""
    await idle.sit_down(ANN, BEN, CLEO)
    hands = (await idle.view_for(None)).game_view.hands
    table = (await idle.done(ANN, Leave(robot=True))).table
    assert (table.host, table.phase, table.seats[0].user) == (BEN, "playing", 0)
    assert table.seats[0].robot == "random"
    assert table.seats[0].name not in ("", "Ann")
    assert not table.seats[0].dropped
    assert (await idle.view_for(None)).game_view.hands == hands
    await idle.done(BEN, Leave(robot=True))
    assert (await idle.done(CLEO, Leave(robot=True))).table.phase == "ended"


async def test_nobody_leaves_a_computer_behind_in_the_lobby(idle: TableHarness) -> None:
    await idle.sit_down(ANN, BEN, start=False)
    assert [seat.user for seat in (await idle.done(BEN, Leave(robot=True))).table.seats] == [ANN]


@pytest.fixture
async def idle_state(idle: TableHarness) -> TableState:
    """A live table that waits for two people who may act but need not."""
    await idle.sit_down(ANN, BEN, CLEO)
    await idle.act(ANN, "play")
    return state_of(idle)


async def test_delays_differ_from_wait_to_wait(idle: TableHarness) -> None:
    await idle.sit_down(ANN, BEN, CLEO)
    await idle.act(ANN, "play")
    found = [due_passes(state_of(idle))]
    await idle.act(CLEO, "cancel")
    found.append(due_passes(state_of(idle)))
    assert all(one != two for one, two in pairwise(found))
