"""Private answers that are kept up to date: which they are, who they belong to, and that they come last."""

import asyncio
from dataclasses import replace

import pytest

from bot.delivery.channels import BURST_CALLS, CALLS_PER_S, WriteLimiter
from bot.delivery.drawing import Drawing, RenderedSurface
from bot.delivery.live_replies import REPLY_LIFETIME_S, LiveReplies, LiveScreen
from bot.delivery.surface_keys import SurfaceKey, watch_key
from bot.delivery.wire import (
    CannotShowError,
    ChannelUnreachableError,
    DeliveryError,
    MessageGoneError,
    ReplyHandle,
    RetryLaterError,
)
from bot.store.rows import SurfaceRow
from bot.views.base.layout import Screen, Text
from tests.bot.delivery.fakes import (
    CHANNEL,
    FakeDelivery,
    FakeScreens,
    FakeWire,
    StillClock,
)

KEY = watch_key(1, 9)
HANDLE = ReplyHandle(CHANNEL, 500, 4, "token")


def drawing(text: str, version: int = 1) -> RenderedSurface:
    return RenderedSurface(Screen((Text(text),)), version, channel=CHANNEL)


async def watching(key: SurfaceKey = KEY, handle: ReplyHandle = HANDLE) -> FakeDelivery:
    """Return a delivery in which somebody watches."""
    delivery = FakeDelivery(clock=StillClock())
    await begin(delivery, key, handle)
    return delivery


async def begin(delivery: FakeDelivery, key: SurfaceKey, handle: ReplyHandle) -> None:
    delivery.renderer.drawings[key] = drawing("first")
    delivery.replies.begin(handle, LiveScreen(key, 1, 0, "Zoe"))
    row = SurfaceRow(key.table, key.name, handle.channel, handle.message, 1)
    await delivery.scheduler.reply_shown(key, row, drawing("first"))
    await delivery.scheduler.wait_idle()


async def show(delivery: FakeDelivery, drawn: RenderedSurface) -> None:
    delivery.renderer.drawings[KEY] = drawn
    await delivery.redraw(KEY)


async def test_a_change_is_written_by_the_token_and_nothing_is_stored() -> None:
    delivery = await watching()
    await show(delivery, drawing("second", 2))
    await show(delivery, drawing("second", 3))
    assert delivery.wire.calls == ["edit_reply"]
    assert delivery.wire.texts() == ["second"]
    assert delivery.surface_store.rows == {}


async def test_what_has_changed_while_the_first_screen_was_on_its_way_follows_at_once() -> None:
    delivery = FakeDelivery(clock=StillClock())
    delivery.renderer.drawings[KEY] = drawing("newer", 2)
    delivery.replies.begin(HANDLE, LiveScreen(KEY, 1, 0, "Zoe"))
    row = SurfaceRow(KEY.table, KEY.name, HANDLE.channel, HANDLE.message, 1)
    await delivery.scheduler.reply_shown(KEY, row, drawing("older"))
    await delivery.scheduler.wait_idle()
    assert delivery.wire.texts() == ["newer"]


async def test_the_newest_screen_is_not_drawn_again_until_something_happens() -> None:
    delivery = FakeDelivery(clock=StillClock())
    delivery.renderer.drawings[KEY] = drawing("newer", 2)
    delivery.replies.begin(HANDLE, LiveScreen(KEY, 1, 0, "Zoe"))
    row = SurfaceRow(KEY.table, KEY.name, HANDLE.channel, HANDLE.message, 1)
    await delivery.scheduler.reply_shown(KEY, row, drawing("older"), is_newest=True)
    await delivery.scheduler.wait_idle()
    assert delivery.wire.texts() == []
    await delivery.redraw(KEY)
    assert delivery.wire.texts() == ["newer"]


async def test_the_last_screen_is_the_last() -> None:
    delivery = await watching()
    await show(delivery, replace(drawing("the end", 2), last=True))
    await show(delivery, drawing("a rematch", 3))
    assert delivery.wire.texts() == ["the end"]
    assert delivery.replies.find(KEY) is None


@pytest.mark.parametrize(
    "trouble",
    [
        MessageGoneError(),
        CannotShowError("fault"),
        ChannelUnreachableError("permission"),
        RetryLaterError("reset", down=True),
    ],
    ids=lambda trouble: type(trouble).__name__,
)
async def test_trouble_with_a_spectator_s_screen_is_nobody_else_s(trouble: DeliveryError) -> None:
    """No clock stops, no table is suspended and nothing is tried again; the next change may get through."""
    delivery = await watching()
    delivery.wire.fail["edit_reply"] = [trouble]
    await show(delivery, drawing("lost", 2))
    assert delivery.failures.stalls == []
    assert delivery.failures.unreachable_channels == []
    await show(delivery, drawing("later", 3))
    gone = isinstance(trouble, MessageGoneError)
    assert delivery.wire.texts() == ([] if gone else ["later"])
    assert (delivery.replies.find(KEY) is None) is gone


class Unhurried(FakeScreens):
    """Draws a private answer again only for another version, as an open hand is."""

    async def render(self, key: SurfaceKey, row: SurfaceRow | None) -> Drawing:
        drawn = await super().render(key, row)
        known = isinstance(drawn, RenderedSurface) and row is not None and row.version == drawn.version
        return None if known else drawn


class SlowWire(FakeWire):
    """Says of an edit only when the gate is open that its token opens nothing any more."""

    dead: frozenset[str] = frozenset()

    async def edit_reply(self, reply: ReplyHandle, screen: Screen) -> None:
        before = self.messages.get((reply.channel, reply.message), "")
        await super().edit_reply(reply, screen)
        if reply.token in self.dead:
            self.messages[reply.channel, reply.message] = before
            raise MessageGoneError


@pytest.mark.parametrize("gone", [False, True], ids=["written", "gone"])
@pytest.mark.parametrize("last", [False, True], ids=["goes on", "last"])
@pytest.mark.parametrize("noted", ["before", "after"])
async def test_an_answer_opened_while_the_one_before_is_edited_gets_the_newest_screen(
    gone: bool, last: bool, noted: str
) -> None:
    """What comes of the old edit is the old message's business: the new answer lives and is drawn again."""
    clock = StillClock()
    wire = SlowWire(clock)
    delivery = FakeDelivery(wire=wire, clock=clock, screens=Unhurried())
    await begin(delivery, KEY, HANDLE)
    wire.gate, wire.dead = asyncio.Event(), frozenset({HANDLE.token} if gone else ())
    delivery.renderer.drawings[KEY] = replace(drawing("third", 3), last=last)
    await delivery.begin(KEY)
    assert wire.calls == ["edit_reply"]
    newer = replace(HANDLE, message=501, token="other")
    wire.messages[CHANNEL, newer.message] = "second"
    delivery.replies.end_message(HANDLE.message)
    delivery.replies.begin(newer, LiveScreen(KEY, 1, 0, "Zoe"))
    if noted == "after":
        wire.gate.set()
        await delivery.scheduler.wait_idle()
    row = SurfaceRow(KEY.table, KEY.name, CHANNEL, newer.message, 2)
    await delivery.scheduler.reply_shown(KEY, row, drawing("second", 2))
    wire.gate.set()
    await delivery.scheduler.wait_idle()
    assert wire.messages[CHANNEL, newer.message] == "third"
    found = delivery.replies.find(KEY)
    assert (found is None) if last else (found is not None and found.handle == newer)


async def test_a_press_on_an_answer_that_is_being_edited_keeps_it_alive_and_has_it_drawn_again() -> None:
    """The same message has a new token, and nobody knows which of the two edits arrives last."""
    clock = StillClock()
    wire = SlowWire(clock)
    delivery = FakeDelivery(wire=wire, clock=clock, screens=Unhurried())
    await begin(delivery, KEY, HANDLE)
    wire.gate = asyncio.Event()
    delivery.renderer.drawings[KEY] = drawing("second", 2)
    await delivery.begin(KEY)
    renewed = replace(HANDLE, token="renewed")
    delivery.renderer.drawings[KEY] = drawing("third", 3)
    delivery.replies.end_message(HANDLE.message)
    delivery.replies.begin(renewed, LiveScreen(KEY, 1, 0, "Zoe"))
    row = SurfaceRow(KEY.table, KEY.name, CHANNEL, HANDLE.message, 3)
    await delivery.scheduler.reply_shown(KEY, row, drawing("third", 3), is_newest=True)
    wire.gate.set()
    await delivery.scheduler.wait_idle()
    assert wire.messages[CHANNEL, HANDLE.message] == "third"
    found = delivery.replies.find(KEY)
    assert found is not None
    assert found.handle == renewed


async def test_a_dead_token_of_an_answer_does_not_end_it_once_it_has_a_new_one() -> None:
    clock = StillClock()
    wire = SlowWire(clock)
    delivery = FakeDelivery(wire=wire, clock=clock)
    await begin(delivery, KEY, HANDLE)
    wire.gate, wire.dead = asyncio.Event(), frozenset({HANDLE.token})
    delivery.renderer.drawings[KEY] = drawing("second", 2)
    await delivery.begin(KEY)
    renewed = replace(HANDLE, token="renewed")
    delivery.replies.end_message(HANDLE.message)
    delivery.replies.begin(renewed, LiveScreen(KEY, 1, 0, "Zoe"))
    wire.gate.set()
    await delivery.scheduler.wait_idle()
    found = delivery.replies.find(KEY)
    assert found is not None
    assert found.handle == renewed
    assert wire.messages[CHANNEL, HANDLE.message] == "second"


async def test_a_token_that_has_run_out_is_not_tried() -> None:
    delivery = await watching()
    delivery.clock.now += REPLY_LIFETIME_S
    await show(delivery, drawing("too late", 2))
    assert delivery.wire.calls == []


def test_an_answer_shows_one_screen_and_a_screen_stands_in_one_answer() -> None:
    clock = StillClock()
    replies = LiveReplies(FakeWire(clock), WriteLimiter(clock), clock)
    replies.begin(HANDLE, LiveScreen(KEY, 1, 7, "Zoe"))
    other = replace(HANDLE, message=501)
    replies.begin(other, LiveScreen(KEY, 1, 8, "Zoe"))
    replies.end_message(HANDLE.message)
    found = replies.find(KEY)
    assert found is not None
    assert found.handle == other
    assert replies.spectators(1) == ("Zoe",)
    replies.end_user(9)
    assert replies.keys_of(1) == []
    assert replies.spectators(1) == ()


def test_an_answer_is_forgotten_once_it_has_expired_and_the_later_ones_stay() -> None:
    clock = StillClock()
    replies = LiveReplies(FakeWire(clock), WriteLimiter(clock), clock)
    keys = [watch_key(table, user) for table in (1, 2) for user in (8, 9)]
    for number, key in enumerate(keys):
        replies.begin(replace(HANDLE, message=number), LiveScreen(key, 1, 0))
        clock.now += 10.0
    replies.begin(replace(HANDLE, message=70), LiveScreen(keys[0], 1, 0))  # again, so that it lives longest
    clock.now += REPLY_LIFETIME_S - 15.0
    assert (replies.keys_of(1), replies.keys_of(2)) == ([keys[0]], [keys[3]])
    replies.begin(replace(HANDLE, message=71), LiveScreen(watch_key(3, 9), 1, 0))
    assert [key for key in keys if replies.find(key)] == [keys[0], keys[3]]
    assert sorted(replies._keys) == [3, 70, 71]


def test_a_token_is_in_no_text_that_could_be_logged() -> None:
    assert "token" not in repr(HANDLE).replace("token=", "")


async def test_a_spectator_waits_until_no_table_and_no_hand_does() -> None:
    """Their edits take nothing from the budget, and go out when nobody waits for it."""
    clock = StillClock()
    limiter = WriteLimiter(clock)
    for _ in range(int(BURST_CALLS)):
        await limiter.wait_for_call()
    assert limiter.busy_s() == 0.0
    limiter.hold(None, 5.0)
    assert limiter.busy_s() == 5.0
    clock.now += 5.0
    assert limiter.busy_s() == 0.0
    assert CALLS_PER_S + BURST_CALLS < 50
