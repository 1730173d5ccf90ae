"""People see only their own view, and do only what Discord's client would let them do."""

import asyncio
from typing import Any

import pytest

from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import NotSeenError
from bot.sandbox.world.model import Channel, InteractionType
from tests.bot.sandbox.wire import Wire
from tests.sandbox.box import Sandbox

COMPONENTS_V2_FLAG = 1 << 15


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **more}


async def post(wire: Wire, channel: Channel, *buttons: dict[str, Any]) -> int:
    row = {"type": 1, "components": list(buttons)}
    body = {"flags": COMPONENTS_V2_FLAG, "components": [{"type": 10, "content": "Board"}, row]}
    _, made = await wire.call("POST", f"/channels/{channel.id}/messages", body)
    return int(made["id"])


async def test_buttons_must_be_there_enabled_and_unique(wire: Wire, table: Channel, alice: Person) -> None:
    """A press that the client would not allow is refused with a reason."""
    link = {"type": 2, "style": 5, "label": "Link", "url": "https://a.org"}
    off = button(label="Off", custom_id="off", disabled=True)
    twin = button(label="Gone", custom_id="gone")
    board = await post(wire, table, button(), off, link, twin)
    for label, reason in [("Off", "disabled"), ("Link", "link"), ("None", "0 comp"), ("o", "comp")]:
        outcome = await alice.click(board, label=label)
        assert outcome.status == "refused"
        assert reason in outcome.reason
    assert (await alice.click(1, label="Go")).reason == "the message is gone"
    assert (await alice.select(board, ["x"], label="Go")).reason == "this is not a select"


async def test_private_channels(box: Sandbox, wire: Wire, table: Channel, alice: Person, bob: Person) -> None:
    """A person without View Channel sees nothing of a channel, and all of it once they have it."""
    box.deny(table, "VIEW_CHANNEL", who=bob)
    board = await post(wire, table, button())
    assert bob.messages(table) == []
    assert (await bob.click(board, label="Go")).status == "refused"
    assert bob.visible_log() == []
    assert len(alice.visible_log()) == 1
    box.allow(table, "VIEW_CHANNEL", who=bob)
    assert [e["message"]["id"] for e in bob.visible_log()] == [str(board)]


async def test_the_log_keeps_every_version(wire: Wire, table: Channel, alice: Person) -> None:
    """Edits and deletions do not remove what a person has already seen."""
    path = f"/channels/{table.id}/messages"
    _, made = await wire.call("POST", path, {"content": "first"})
    await wire.call("PATCH", f"{path}/{made['id']}", {"content": "second"})
    await wire.call("DELETE", f"{path}/{made['id']}")
    assert [e["message"]["content"] for e in alice.visible_log()] == ["first", "second"]
    assert [e["type"] for e in alice.diary.entries[-3:]] == ["message", "edit", "delete"]


async def test_mentions(box: Sandbox, wire: Wire, table: Channel, alice: Person, bob: Person) -> None:
    """A mention reaches the people it names, and nobody if mentions are not allowed."""
    path = f"/channels/{table.id}/messages"
    body: dict[str, Any] = {"content": f"<@{alice.id}> your turn"}
    await wire.call("POST", path, body)
    await wire.call("POST", path, {**body, "allowed_mentions": {"parse": []}})
    await wire.call("POST", path, {**body, "allowed_mentions": {"users": [str(alice.id)]}})
    assert [e["mention"] for e in alice.visible_log()] == [True, False, True]
    assert [e["mention"] for e in bob.visible_log()] == [False, False, False]
    await wire.call("POST", path, {"content": "@everyone"})
    assert not bob.visible_log()[-1]["mention"]
    box.allow(table, "MENTION_EVERYONE")
    await wire.call("POST", path, {"content": "@everyone"})
    assert bob.visible_log()[-1]["mention"]


async def test_plain_messages(wire: Wire, table: Channel, alice: Person, bob: Person) -> None:
    """People can post messages, and delete only their own."""
    said = await alice.say(table, "hello")
    bob.delete(said)
    assert [m.content for m in bob.messages(table)] == ["hello"]
    alice.delete(said)
    assert bob.messages(table) == []
    with pytest.raises(NotSeenError):
        await alice.say("#nowhere", "x")
    with pytest.raises(NotSeenError):
        await alice.say(table, "x" * 2001)


async def test_a_person_who_may_not_use_commands(
    box: Sandbox, wire: Wire, table: Channel, alice: Person, bob: Person
) -> None:
    """Commands are offered by context, guild and, in guilds, permission."""
    path = f"/applications/{box.world.bot.id}"
    manage = str(1 << 5)
    commands = [
        {"name": "all", "description": "x"},
        {"name": "here", "description": "x", "contexts": [0]},
        {"name": "dm", "description": "x", "contexts": [1]},
        {"name": "boss", "description": "x", "default_member_permissions": int(manage)},
    ]
    await wire.call("PUT", f"{path}/commands", commands)
    await wire.call(
        "PUT", f"{path}/guilds/{table.guild_id}/commands", [{"name": "local", "description": "x"}]
    )
    alice.open_dm()
    assert [c.name for c in alice.commands(table)] == ["all", "here", "local"]
    assert [c.name for c in alice.commands("dm")] == ["all", "dm", "boss"]
    box.allow(table, "MANAGE_GUILD", who=alice)
    assert "boss" in [c.name for c in alice.commands(table)]
    box.deny(table, "USE_APPLICATION_COMMANDS", who=bob)
    assert bob.commands(table) == []
    assert (await bob.command(table, "all")).status == "refused"


OPTIONS = [
    {"type": 3, "name": "text", "description": "x", "min_length": 2, "max_length": 3},
    {"type": 4, "name": "count", "description": "x", "min_value": 1, "max_value": 5},
    {"type": 5, "name": "flag", "description": "x"},
    {"type": 6, "name": "who", "description": "x"},
    {"type": 7, "name": "where", "description": "x"},
    {
        "type": 3,
        "name": "pick",
        "description": "x",
        "choices": [{"name": "The A", "value": "a"}, {"name": "The B", "value": "b"}],
    },
]

BAD_OPTIONS: list[dict[str, object]] = [
    {"text": "x"},
    {"text": "xxxx"},
    {"count": 0},
    {"count": 6},
    {"count": 1.5},
    {"count": "2"},
    {"flag": "yes"},
    {"who": 1},
    {"where": 1},
    {"pick": "c"},
    {"other": 1},
]


@pytest.mark.parametrize("given", BAD_OPTIONS)
async def test_bad_options(
    box: Sandbox, wire: Wire, table: Channel, alice: Person, given: dict[str, object]
) -> None:
    """Options of the wrong type, length, range or choice never leave the client."""
    path = f"/applications/{box.world.bot.id}/commands"
    await wire.call("PUT", path, [{"name": "go", "description": "x", "options": OPTIONS}])
    assert (await alice.command(table, "go", given)).status == "refused"
    assert not box.world.interactions


async def test_good_options(box: Sandbox, wire: Wire, table: Channel, alice: Person, bob: Person) -> None:
    """Users and channels are resolved, choices are accepted by name or value."""
    path = f"/applications/{box.world.bot.id}/commands"
    await wire.call("PUT", path, [{"name": "go", "description": "x", "options": OPTIONS}])
    given = {"text": "ab", "count": 5, "who": bob.id, "where": table.id, "pick": "The B"}
    running = asyncio.create_task(alice.command(table, "go", given))
    await asyncio.sleep(0)
    data = next(iter(box.world.interactions.values())).data
    assert [o["value"] for o in data["options"]] == ["ab", 5, str(bob.id), str(table.id), "b"]
    assert set(data["resolved"]) == {"users", "members", "channels"}
    box.clock.advance(4)
    assert (await running).status == "failed"


async def test_ephemeral_messages_can_be_dismissed(
    box: Sandbox, wire: Wire, table: Channel, alice: Person
) -> None:
    """They disappear for the person, and the interaction's token no longer finds them."""
    running = asyncio.create_task(alice.forge(table, InteractionType.COMMAND, {"name": "x"}))
    await asyncio.sleep(0)
    interaction = next(iter(box.world.interactions.values()))
    body = {"type": 4, "data": {"content": "x", "flags": 64}}
    await wire.call("POST", f"/interactions/{interaction.id}/{interaction.token}/callback", body)
    message = (await running).message
    assert message is not None
    alice.dismiss(message)
    assert alice.messages(table) == []
    path = f"/webhooks/{box.world.bot.id}/{interaction.token}/messages/@original"
    assert await wire.code("GET", path) == 10008
