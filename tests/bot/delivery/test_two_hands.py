"""A hand in direct messages and its copy in the channel know of each other."""

from bot.delivery.live_replies import LiveScreen
from bot.delivery.surface_keys import hand_key, open_hand_key
from bot.delivery.wire import ReplyHandle
from bot.views import screens
from tests.bot.delivery.delivered_table import DeliveredTable
from tests.bot.tables.table_harness import CHANNEL

ELSEWHERE = "Your hand is open there"


async def open_copy(evening: DeliveredTable, user: int) -> None:
    """Let somebody press *My hand* in the channel."""
    evening.screens.note_press(user, in_hand=False)
    view = await evening.harness.view_for(user)
    live = LiveScreen(open_hand_key(view.table.id, user), view.table.revision, 1_900_000_000)
    await evening.screens.reply_shown(ReplyHandle(CHANNEL, 900, 4, "token"), live, screens.hand_screen(view))


async def hand_of(evening: DeliveredTable, user: int) -> str:
    """Return what the direct message shows after a change."""
    evening.screens.redraw([evening.harness.table])
    await evening.written()
    rows = await evening.harness.store.surfaces(evening.harness.table)
    row = next(row for row in rows if row.key == hand_key(row.table, user).name)
    shown = await evening.screens.renderer.render(hand_key(row.table, user), row)
    return shown.screen.as_text()  # type: ignore[union-attr]


async def test_a_direct_message_says_that_its_hand_is_open_in_the_channel(evening: DeliveredTable) -> None:
    """No old *Accept* stays on it, and no edit is needed while its owner plays from the copy."""
    user, _ = await evening.active()
    assert ELSEWHERE not in await hand_of(evening, user)
    await open_copy(evening, user)
    shown = await hand_of(evening, user)
    assert ELSEWHERE in shown
    assert "Kick down the door" not in shown


async def test_the_hand_is_back_once_its_owner_presses_there_or_leaves_the_copy(
    evening: DeliveredTable,
) -> None:
    user, _ = await evening.active()
    await open_copy(evening, user)
    evening.screens.note_press(user, in_hand=True)
    assert "Kick down the door" in await hand_of(evening, user)
    evening.screens.note_press(user, in_hand=False)
    assert ELSEWHERE in await hand_of(evening, user)
    evening.screens.reply_gone(900)
    assert "Kick down the door" in await hand_of(evening, user)


async def test_nobody_has_to_do_anything_for_a_hand_whose_copy_is_replaced(evening: DeliveredTable) -> None:
    """Another private answer takes its place: a rule that was looked up, say."""
    user, _ = await evening.active()
    await open_copy(evening, user)
    assert ELSEWHERE in await hand_of(evening, user)
    evening.wire.written = []
    evening.screens.reply_gone(900, deleted=True)
    assert user in await evening.written()
