"""The real discord.py client works with the sandbox as it does with Discord."""

import asyncio

from bot.sandbox.people.person import Person
from bot.sandbox.world.model import Channel
from tests.bot.sandbox.sample import Connect, sample
from tests.sandbox.box import Sandbox


async def test_login_sync_slash_and_presses(
    box: Sandbox, connect: Connect, alice: Person, bob: Person, table: Channel
) -> None:
    """A slash command posts a message with a button that anybody can press repeatedly."""
    await connect(sample())
    outcome = await alice.command("#table", "sample count")
    assert outcome.kind == "message"
    assert [m.content for m in bob.messages("#table")] == ["Count!"]
    board = bob.messages(table)[0]
    assert (await bob.click(board, label="0 so far")).kind == "update"
    assert (await alice.click(board, label="1 so far")).ok
    assert bob.message(board).buttons[0].label == "2 so far"
    assert not box.violations


async def test_a_restarted_bot_handles_old_buttons(
    box: Sandbox, connect: Connect, alice: Person, table: Channel
) -> None:
    """A new client on the same token answers presses on messages of the old one."""
    old = await connect(sample())
    await alice.command(table, "sample count")
    await old.close()
    failed = await alice.click(alice.messages(table)[0], label="0 so far")
    assert failed.status == "failed"
    await connect(sample())
    assert (await alice.click(alice.messages(table)[0], label="0 so far")).kind == "update"


async def test_modal(box: Sandbox, connect: Connect, alice: Person, table: Channel) -> None:
    """A form opens, checks its fields and is answered."""
    await connect(sample())
    modal = (await alice.command(table, "sample form")).modal
    assert modal is not None
    assert modal.title == "Words"
    assert (await alice.submit(modal, {"Text": "x" * 51, "Which": "One"})).status == "refused"
    assert (await alice.submit(modal, {"Which": "One"})).status == "refused"
    outcome = await alice.submit(modal, {"text": "hello", "Which": "Two", "Side": "Right", "More": ["Salt"]})
    assert outcome.message is not None
    assert outcome.message.content == "hello Two Right ['Salt']"
    assert not box.violations


async def test_layout_view_with_picture_and_selects(
    box: Sandbox, connect: Connect, alice: Person, bob: Person, table: Channel
) -> None:
    """Components V2 have ids and resolved pictures, and their selects work."""
    await connect(sample())
    board = (await alice.command(table, "sample board")).message
    assert board is not None
    assert [c.payload["id"] for c in board.components] == list(range(1, 12))
    gallery = next(c for c in board.components if "items" in c.payload)
    assert gallery.payload["items"][0]["media"]["width"] == 1
    assert "A dot" in board.text
    picked = await alice.select(board, ["Option 1"], label="Pick")
    assert picked.message is not None
    assert picked.message.content == "pick ['1']"
    assert (await alice.select(board, ["Option 9"], label="Pick")).status == "refused"
    where = await alice.select(board, [table.id], label="Where")
    assert where.message is not None
    assert where.message.content == f"where ['{table.id}']"
    dm = box.world.dm_with_bot(alice.id)
    assert (await alice.select(board, [dm.id], label="Where")).status == "refused"
    assert (await alice.select(board, [], label="Where")).status == "refused"
    thread = box.world.add_thread(table, "aside", alice.id)
    assert (await alice.select(board, [thread.id], label="Where")).status == "refused", "no text channel"
    assert (await bob.click(board, label="Side")).ok
    assert not box.violations


async def test_ephemeral_messages_are_seen_by_their_user_only(
    box: Sandbox, connect: Connect, alice: Person, bob: Person, table: Channel
) -> None:
    """Only the person sees ephemeral answers, whether deferred, edited or followed up."""
    await connect(sample())
    outcome = await alice.command(table, "sample later", {"secret": True})
    assert outcome.kind == "deferred_message"
    await alice.until(lambda: [m.content for m in alice.messages(table)] == ["now", "more!"], within=60)
    assert bob.messages(table) == []
    assert bob.visible_log() == []
    assert all(m.ephemeral for m in alice.messages(table))
    await alice.command(table, "sample later")
    await bob.until(lambda: [m.content for m in bob.messages(table)] == ["now"], within=60)
    assert not box.violations


async def test_options_and_autocomplete(
    box: Sandbox, connect: Connect, alice: Person, bob: Person, table: Channel
) -> None:
    """Options are checked as the client checks them, and suggestions come from the bot."""
    await connect(sample())
    found = await alice.autocomplete(table, "sample echo", "word", "ham")
    assert [c["name"] for c in found.choices] == ["ham"]
    assert (await alice.command(table, "sample echo", {"word": "ham"})).status == "refused"
    done = await alice.command(table, "sample echo", {"word": "ham", "who": bob.id})
    assert done.message is not None
    assert done.message.content == "ham Bob"
    assert (await alice.command(table, "sample nothing")).status == "refused"
    assert not box.violations


async def test_direct_messages_with_files(
    box: Sandbox, connect: Connect, alice: Person, bob: Person, table: Channel
) -> None:
    """Only the recipient sees a direct message and can press its buttons."""
    await connect(sample())
    assert (await alice.command(table, "sample letter")).ok
    letter = alice.dms()[0]
    assert letter.content == "Dearest you"
    assert [a["filename"] for a in letter.payload["attachments"]] == ["other.png"]
    assert (await alice.click(letter, label="7 so far")).kind == "update"
    assert bob.dms() == []
    assert (await bob.click(letter, label="8 so far")).status == "refused"
    assert not box.violations


async def test_closed_direct_messages(box: Sandbox, connect: Connect, alice: Person, table: Channel) -> None:
    """Opening the channel works, sending to it is refused with 50007."""
    await connect(sample())
    alice.set_dms(False)
    outcome = await alice.command(table, "sample letter")
    assert outcome.message is not None
    assert outcome.message.content == "refused 50007"
    assert not box.violations


async def test_silence_fails(box: Sandbox, connect: Connect, alice: Person, table: Channel) -> None:
    """After three seconds without an answer on the sandbox's clock an interaction fails."""
    await connect(sample())
    waiting = asyncio.create_task(alice.command(table, "sample silence"))
    await asyncio.sleep(0.05)
    box.clock.advance(3.1)
    assert (await waiting).reason == "interaction failed"
