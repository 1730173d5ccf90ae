"""Who has chosen large letters has them on what they alone see; nothing changes for anybody else."""

from bot.delivery.drawing import RenderedSurface
from bot.delivery.service import Pace, ScreenService
from bot.delivery.surface_keys import hand_key, table_key
from bot.views.base.layout import Screen
from bot.views.base.reading import Reading
from bot.views.base.sketches import Strip
from cards.registry import REGISTRY, GameRegistry
from tests.bot.delivery.fakes import FakeWire, StillClock
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness


async def test_large_letters_are_the_hands_of_who_wants_them_and_never_the_tables() -> None:
    """Even the host's: words instead of pictures go for the table, the size of letters does not."""
    module = REGISTRY.find("classic")
    assert module is not None
    harness = await TableHarness.open(games=(module,), seed=2)
    await harness.sit_down(ANN, BEN, CLEO, game="classic")
    clock = StillClock()
    delivery = ScreenService(
        FakeWire(clock),
        harness.service,
        GameRegistry((module,)),
        harness.store,
        clock=clock,
        pace=Pace(batch_delay_s=0.0),
    )

    async def drawn(user: int) -> Screen:
        key = hand_key(harness.table, user) if user else table_key(harness.table)
        found = await delivery.renderer.render(key, None)
        assert isinstance(found, RenderedSurface)
        return found.screen

    before = [await drawn(user) for user in (0, ANN, BEN)]
    await delivery.set_reading(ANN, Reading(text_size="large"))
    after = [await drawn(user) for user in (0, ANN, BEN)]
    assert (after[0], after[2]) == (before[0], before[2])
    assert [sketch.text_size for sketch in after[1].sketches() if isinstance(sketch, Strip)] == ["large"]
    assert "-# " not in after[1].as_text()
    await delivery.set_reading(ANN, Reading())
    assert await drawn(ANN) == before[1]
    await harness.close()
