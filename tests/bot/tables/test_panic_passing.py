"""The march of the castle-defense game: it follows soon where nobody can answer, and waits for who can."""

from pathlib import Path

import pytest

from bot.tables.intents import PassUnasked, Return, TimeUp
from bot.tables.passing import ASKED_ANYWAY_SHARE, FIRST_GAME_SHARES, pass_delay_ms
from bot.tables.state import TableState, Timer
from bot.tables.table import Seat, Table
from bot.views.base.game_screens import screens_of
from cards.game_module import GameModule
from cards.kernel.game import Setup
from cards.registry import REGISTRY, make_game
from tests.bot.tables.table_harness import ANN, BEN, CLEO, DAN, TableHarness
from tests.cards.panic.situation import PanicSituationTable, arrange

NOBODY_SEED, ONE_SEED = 3, 8
"""Games before whose first march nobody, or only the second seat, holds a card that changes it."""
PEOPLE = (ANN, BEN, CLEO, DAN)


def panic() -> GameModule:
    module = REGISTRY.find("panic")
    assert module is not None
    return module


async def before_march(path: Path, seed: int) -> TableHarness:
    """Let four people sit down, and the first of them end their turn without a fight."""
    harness = await TableHarness.open(path, games=(panic(),), seed=seed)
    await harness.sit_down(*PEOPLE, game="panic", speed="live")
    for name in ("draw", "play"):
        pending = await harness.pending()
        assert pending.name == name
        await harness.act(PEOPLE[pending.awaited[0]], "pass")
    return harness


async def waiting_for(harness: TableHarness) -> tuple[str, tuple[int, ...]]:
    pending = await harness.pending()
    return pending.name, pending.awaited


async def told(harness: TableHarness, user: int | None) -> str:
    view = await harness.view_for(user)
    return screens_of(view).board.waiting(view)


async def intents(harness: TableHarness, kind: type[PassUnasked | TimeUp]) -> int:
    return sum(isinstance(change.intent, kind) for change in harness.notes.changes)


async def test_the_march_follows_soon_if_nobody_can_answer(tmp_path: Path) -> None:
    harness = await before_march(tmp_path / "nobody.db", NOBODY_SEED)
    assert await waiting_for(harness) == ("settle", (0, 1, 2, 3))
    await harness.advance(10 * FIRST_GAME_SHARES[1] + 1)
    assert (await waiting_for(harness))[0] != "settle"
    assert await intents(harness, PassUnasked) >= len(PEOPLE)
    assert not await intents(harness, TimeUp)
    await harness.close()


async def test_the_march_waits_for_who_holds_a_card_and_nobody_is_told_for_whom(tmp_path: Path) -> None:
    harness = await before_march(tmp_path / "one.db", ONE_SEED)
    before = [await told(harness, user) for user in (*PEOPLE, None)]
    await harness.advance(10 * FIRST_GAME_SHARES[1] + 1)
    assert await waiting_for(harness) == ("settle", (1,))
    after = [await told(harness, user) for user in (*PEOPLE, None)]
    assert after == before
    assert "everybody" in after[0]
    await harness.act(BEN, "pass")
    assert (await waiting_for(harness))[0] != "settle"
    await harness.close()


async def test_who_keeps_silent_with_a_card_does_not_stop_the_game(tmp_path: Path) -> None:
    harness = await before_march(tmp_path / "silent.db", ONE_SEED)
    await harness.advance(10)
    assert (await waiting_for(harness))[0] != "settle"
    assert await intents(harness, TimeUp) == 1
    await harness.close()


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_one_in_ten_waits_has_somebody_asked_for_no_reason(count: int) -> None:
    """However many people play: nobody is told for whom such a wait lasts, so one of them is enough."""
    game = make_game(Setup("panic", count, 1))
    made = PanicSituationTable(arrange(count).monster("bullrog", "archer", 1), phase=4)
    seats = tuple(Seat(101 + number, f"P{number}") for number in range(count))
    table = Table(1, 2, 3, 101, "panic", phase="playing", seats=seats)
    state = TableState(table, 0, Timer(10_000, 15_000), game, made.state)
    assert state.pending is not None
    assert state.pending.hides_passes is (count > 1)
    waits = [[pass_delay_ms(_with_seed(state, seed), seat) for seat in range(count)] for seed in range(3000)]
    asked = sum(None in delays for delays in waits) / len(waits)
    assert abs(asked - ASKED_ANYWAY_SHARE) < 0.02


def _with_seed(state: TableState, seed: int) -> TableState:
    return TableState(state.table, seed, state.timer, state.game, state.game_state)


def test_the_offers_of_people_are_no_secret() -> None:
    """Who is still to answer for help is told; whom the march, a Curse or a trophy waits for is not."""
    asking = PanicSituationTable(arrange().monster("bullrog", "knight", 1)).do(0, "ask", "", ())
    assert asking.waiting.optional
    assert not asking.waiting.hides_passes
    cursed = PanicSituationTable(arrange().hand(0, "truly_obnoxious")).play(0, "truly_obnoxious", "red")
    assert cursed.waiting.optional
    assert cursed.waiting.hides_passes
    turn = PanicSituationTable(arrange().monster("bullrog", "knight", 1))
    assert not turn.waiting.optional


async def test_a_short_moment_stands_open_for_who_is_choosing_and_not_for_ever(tmp_path: Path) -> None:
    """Whoever has opened a card has time to choose its monster: at most twice the moment."""
    harness = await before_march(tmp_path / "choosing.db", ONE_SEED)
    for seconds in (8, 4, 7):
        await harness.advance(seconds)
        name, awaited = await waiting_for(harness)
        assert (name, 1 in awaited) == ("settle", True)
        assert await harness.refused(BEN, Return()) == "not_away"
    await harness.advance(2)
    assert (await waiting_for(harness))[0] != "settle"
    await harness.close()
