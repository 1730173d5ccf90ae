"""A letter is posted once for each reason, and never edited."""

from bot.delivery.drawing import GONE
from tests.bot.delivery.fakes import DM, HAND_KEY, FakeDelivery


async def test_a_letter_is_posted_once_for_each_version() -> None:
    """Only a new message rings, so the same one is never posted twice nor edited."""
    delivery = FakeDelivery()
    await delivery.show(HAND_KEY, "The table waits!", 1, post_once=True)
    await delivery.show(HAND_KEY, "It waits, still!", 1, post_once=True)
    assert delivery.wire.texts(DM) == ["The table waits!"]
    await delivery.show(HAND_KEY, "And again!", 2, post_once=True)
    assert delivery.wire.texts(DM) == ["And again!"]


async def test_a_letter_posted_just_before_a_crash_is_found_again() -> None:
    """Its nonce stays the same, whether it is the first one or takes the place of another."""
    first = FakeDelivery()
    for version, text in enumerate(("The table waits!", "And again!"), 1):
        first.wire.crash = "after"
        await first.show(HAND_KEY, text, version, post_once=True)
        first = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
        await first.show(HAND_KEY, text, version, post_once=True)
        assert first.wire.texts(DM) == [text]
        assert [row.message for row in first.surface_store.rows.values()] == [
            m for _, m in first.wire.messages
        ]


async def test_the_same_letter_taken_away_and_needed_again_is_posted_again() -> None:
    """Each has a nonce of its own."""
    delivery = FakeDelivery()
    await delivery.show(HAND_KEY, "The table waits!", 1, post_once=True)
    delivery.renderer.drawings[HAND_KEY] = GONE
    await delivery.redraw(HAND_KEY)
    await delivery.show(HAND_KEY, "The table waits!", 1, post_once=True)
    assert delivery.wire.texts(DM) == ["The table waits!"]
