"""Garbage collections stay short, and nothing is kept for good."""

import asyncio
import gc
from collections.abc import Iterator

import pytest

from bot.operations.garbage import (
    FULL_INTERVAL_S,
    MAX_FULL_INTERVAL_S,
    MAX_UNCOLLECTED_WORK_S,
    QUIET_COLLECTIONS,
    QUIET_SPAN_S,
    SURVIVED_COLLECTIONS,
    GarbageKeeper,
)

TABLE_OBJECTS = 1_000
"""Objects that are made when a table is loaded, at least."""


class Ring:
    """Garbage that reference counting does not find."""

    def __init__(self) -> None:
        self.myself = self


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def own_generations() -> Iterator[None]:
    """Leave nothing frozen behind, and let no collection run by itself."""
    gc.unfreeze()
    gc.collect()
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


def rings() -> int:
    gc.unfreeze()
    found = sum(isinstance(thing, Ring) for thing in gc.get_objects())
    gc.freeze()
    return found


async def test_what_has_survived_is_frozen_soon() -> None:
    callbacks = list(gc.callbacks)
    keeping = asyncio.create_task(GarbageKeeper(Clock()).run())
    await asyncio.sleep(0)
    kept = [Ring() for _ in range(100)]
    gc.collect()
    before = gc.get_freeze_count()
    gc.collect(1)
    assert gc.get_freeze_count() == before, "nothing has survived often enough yet"
    for _ in range(2):
        gc.collect(1)
    assert gc.get_freeze_count() >= before + len(kept)
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
    assert gc.callbacks == callbacks


async def test_collections_stay_short_while_what_is_frozen_dies() -> None:
    """A frozen object that dies is taken off the count of new ones, which brings the next collection."""
    frozen = [[Ring() for _ in range(TABLE_OBJECTS)] for _ in range(20)]
    gc.freeze()
    gc.enable()
    keeping = asyncio.create_task(GarbageKeeper(Clock()).run())
    await asyncio.sleep(0)
    kept: list[list[Ring]] = []
    while frozen:
        kept.append([Ring() for _ in range(TABLE_OBJECTS)])
        for ring in frozen.pop():
            del ring.myself  # reference counting finds it
    gc.disable()
    assert len(gc.get_objects(generation=0)) < 2 * TABLE_OBJECTS
    assert len(gc.get_objects(generation=1)) < 10 * TABLE_OBJECTS
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)


async def test_young_objects_are_collected_after_some_work_whatever_their_count() -> None:
    """So many frozen objects may die that the count of new ones stays at nothing."""
    work = Clock()
    keeper = GarbageKeeper(Clock(), work)
    keeping = asyncio.create_task(keeper.run())
    await asyncio.sleep(0)
    gc.collect()
    kept = [Ring() for _ in range(TABLE_OBJECTS)]
    keeper.look()
    assert len(gc.get_objects(generation=0)) >= TABLE_OBJECTS, "there was no work yet"
    work.now += 2 * MAX_UNCOLLECTED_WORK_S
    keeper.look()
    assert len(gc.get_objects(generation=0)) < TABLE_OBJECTS
    frozen = gc.get_freeze_count()
    for _ in range(SURVIVED_COLLECTIONS):
        work.now += 2 * MAX_UNCOLLECTED_WORK_S
        keeper.look()
    assert gc.get_freeze_count() >= frozen + len(kept)
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)


def test_frozen_garbage_goes_in_a_quiet_minute_an_hour_later() -> None:
    clock = Clock()
    keeper = GarbageKeeper(clock)
    kept: list[Ring] = [Ring()]
    gc.freeze()
    kept.clear()
    clock.now = FULL_INTERVAL_S - 1
    keeper.look()
    assert rings() == 1, "an hour has not gone by"
    clock.now += QUIET_SPAN_S
    keeper.look()
    assert rings() == 0


def test_nobody_waits_for_a_full_collection_while_people_play_but_once_a_day() -> None:
    clock = Clock()
    keeper = GarbageKeeper(clock)
    kept: list[Ring] = [Ring()]
    gc.freeze()
    kept.clear()
    clock.now = FULL_INTERVAL_S + 1
    for _ in range(QUIET_COLLECTIONS + 1):
        gc.collect(0)
    keeper.look()
    assert rings() == 1
    clock.now = MAX_FULL_INTERVAL_S
    for _ in range(QUIET_COLLECTIONS + 1):
        gc.collect(0)
    keeper.look()
    assert rings() == 0
