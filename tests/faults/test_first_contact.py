"""What can keep a table from being shown before there is one: then there is none, and people are told why."""

import pytest

from bot.sandbox.world.model import Channel, ChannelType
from tests.e2e.in_process_bot import answer_text
from tests.faults.harness import FaultTable, Harness

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_channel_without_a_permission_gets_no_table_but_its_name(stage: Harness) -> None:
    """Fault: View Channel or Send Messages is missing at `new`; no table, but the permission by name."""
    table = stage.new_table()
    for permission, name in (("view_channel", "View Channel"), ("send_messages", "Send Messages")):
        stage.box.deny(table.channel, permission)
        told = answer_text(await table.ann.command(table.channel, "kickdoor new"))
        assert f"**{name}**" in told
        assert "Edit Channel" in told
        stage.box.allow(table.channel, permission)
    await _opens(table, table.channel)


async def test_nobody_sits_down_or_starts_where_nobody_can_see_it(stage: Harness) -> None:
    """Fault: Send Messages goes while a lobby is open; who joins or starts hears its name."""
    table = stage.new_table()
    await table.lobby()
    stage.box.deny(table.channel, "send_messages")
    for words, person in (("kickdoor join", table.zoe), ("kickdoor start", table.ann)):
        assert "**Send Messages**" in answer_text(await person.command(table.channel, words))
    assert "**Send Messages**" in answer_text(await table.ann.click(table.board(), label="Start"))
    stage.box.allow(table.channel, "send_messages")
    assert (await table.ann.command(table.channel, "kickdoor start")).ok
    await table.until(lambda: "Laying out" in table.board().text)


async def test_a_thread_needs_a_permission_of_its_own(stage: Harness) -> None:
    """Fault: Send Messages in Threads is missing in a thread; no table, the permission is named."""
    table = stage.new_table()
    thread = stage.box.world.add_thread(table.channel, "dungeon", table.ann.id)
    stage.box.deny(table.channel, "send_messages_in_threads")
    told = answer_text(await table.ann.command(thread, "kickdoor new"))
    assert "**Send Messages in Threads**" in told
    stage.box.allow(table.channel, "send_messages_in_threads")
    await _opens(table, thread)


async def test_the_chat_of_a_voice_channel_needs_connect(stage: Harness) -> None:
    """Fault: Connect is missing in the chat of a voice channel; no table, the permission is named."""
    table = stage.new_table()
    voice = stage.box.world.add_channel(table.guild, "lounge", kind=ChannelType.VOICE)
    stage.box.deny(voice, "connect")
    assert "**Connect**" in answer_text(await table.ann.command(voice, "kickdoor new"))
    stage.box.allow(voice, "connect")
    await _opens(table, voice)


async def test_a_private_thread_asks_for_a_mention(stage: Harness) -> None:
    """Fault: a private thread that the bot is not in; no table, "mention me here", and then there is one."""
    table = stage.new_table()
    thread = stage.box.world.add_thread(table.channel, "secret", table.ann.id, private=True)
    told = answer_text(await table.ann.command(thread, "kickdoor new"))
    mention = f"<@{stage.box.world.bot.id}>"
    assert mention in told
    await table.ann.say(thread, f"{mention} come in")
    await _opens(table, thread)


async def test_an_invitation_without_the_bot_gets_the_right_link(stage: Harness) -> None:
    """Fault: invited with `applications.commands` alone; no table, but the link that brings the bot along."""
    table = stage.new_table()
    stage.box.world.kick_bot(table.guild)
    table.guild.commands_only = True
    told = answer_text(await table.ann.command(table.channel, "kickdoor new"))
    assert "scope=bot+applications.commands&permissions=" in told
    assert f"client_id={stage.box.world.bot.id}" in told
    stage.box.world.invite_bot(table.guild)
    await _opens(table, table.channel)


async def test_a_server_that_adds_the_bot_reads_how_to_begin(stage: Harness) -> None:
    """Fault: a server adds the bot and nobody knows what to type; a word with a button that opens a table."""
    table = stage.new_table()
    world = stage.box.world
    world.kick_bot(table.guild)
    table.guild.system_channel = table.channel.id
    stage.box.deny(table.channel, "send_messages")
    world.invite_bot(table.guild)
    world.kick_bot(table.guild)
    stage.box.allow(table.channel, "send_messages")
    stage.box.deny(table.channel, "attach_files")
    world.invite_bot(table.guild)
    await table.until(lambda: any("at your door" in m.text for m in table.ann.messages(table.channel)))
    word = next(m for m in table.ann.messages(table.channel) if "at your door" in m.text)
    assert "Attach Files" in word.text
    opened = answer_text(await table.ann.click(word, label="Open a table"))
    assert "Your table is open" in opened or "Who are you" in opened
    await table.until(lambda: "Join" in [button.label for button in table.board().buttons])
    assert sum("at your door" in m.text for m in table.ann.messages(table.channel)) == 1


async def test_a_table_moves_only_to_where_it_can_be_shown(stage: Harness) -> None:
    """Fault: a move to where the bot may not write or look; the table stays, and why is said."""
    table = stage.new_table()
    await table.lobby()
    stage.box.deny(table.other_channel, "send_messages")
    thread = stage.box.world.add_thread(table.channel, "secret", table.ann.id, private=True)
    locked = stage.box.world.add_thread(table.channel, "shut", table.ann.id)
    stage.box.world.set_thread_state(locked, locked=True)
    shut = ((table.other_channel, "**Send Messages**"), (thread, "private thread"), (locked, "is locked"))
    for place, told in shut:
        moved = await table.ann.command(table.channel, "kickdoor-table move", {"channel": place.id})
        assert told in answer_text(moved)
    assert "Join" in [button.label for button in table.board().buttons]


async def _opens(table: FaultTable, place: Channel) -> None:
    """Open a table, now that nothing is in the way."""
    told = answer_text(await table.ann.command(place, "kickdoor new"))
    assert "open" in told, told
    table.move_to(place)
    await table.until(lambda: "Join" in [button.label for button in table.board().buttons])
