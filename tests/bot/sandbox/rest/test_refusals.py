"""The sandbox refuses what Discord refuses, with the same status and code."""

from typing import Any

import pytest

from bot.sandbox.people.person import Person
from bot.sandbox.world.model import Channel
from tests.bot.sandbox.wire import Wire
from tests.sandbox.box import Sandbox


async def test_unknown_route(box: Sandbox, wire: Wire) -> None:
    """A route the sandbox does not know is a 404 and a violation."""
    status, answer = await wire.call("GET", "/guilds/1/audit-logs")
    assert (status, answer["code"]) == (404, 0)
    assert [v.kind for v in box.violations] == ["unknown_route"]


async def test_wrong_token(box: Sandbox, wire: Wire) -> None:
    """Every authorized route checks the bot token."""
    status, answer = await wire.call("GET", "/users/@me", token="other")
    assert (status, answer) == (401, {"message": "401: Unauthorized", "code": 0})
    assert [v.kind for v in box.violations] == ["unauthorized"]


async def test_broken_json(box: Sandbox, wire: Wire, table: Channel) -> None:
    """A body that is not JSON is 50109."""
    url = f"{box.api_base}/channels/{table.id}/messages"
    headers = {"Authorization": f"Bot {box.token}", "Content-Type": "application/json"}
    async with wire.session.post(url, data=b"{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


PERMISSIONS = [
    ("VIEW_CHANNEL", {"content": "x"}, None, 50001),
    ("SEND_MESSAGES", {"content": "x"}, None, 50013),
    ("ATTACH_FILES", {"content": "x"}, {"a.txt": b"x"}, 50013),
]


@pytest.mark.parametrize(("permission", "body", "files", "code"), PERMISSIONS)
async def test_missing_permissions(
    box: Sandbox,
    wire: Wire,
    table: Channel,
    permission: str,
    body: Any,
    files: dict[str, bytes] | None,
    code: int,
) -> None:
    """Each permission is required, and can be denied to the bot and granted again."""
    path = f"/channels/{table.id}/messages"
    box.deny(table, permission)
    assert await wire.code("POST", path, body, files=files) == code
    box.allow(table, permission)
    assert await wire.code("POST", path, body, files=files) == 0
    assert not box.violations


async def test_unknown_things(box: Sandbox, wire: Wire, table: Channel) -> None:
    """Unknown channels, messages and guilds each have their own code."""
    assert await wire.code("GET", "/channels/1") == 10003
    assert await wire.code("PATCH", f"/channels/{table.id}/messages/1", {"content": "x"}) == 10008
    assert await wire.code("GET", "/guilds/1") == 10004
    assert not box.violations


async def test_foreign_messages(box: Sandbox, wire: Wire, table: Channel, alice: Person) -> None:
    """The bot cannot edit a person's message, and can delete it only with permission."""
    said = await alice.say(table, "hi")
    path = f"/channels/{table.id}/messages/{said.id}"
    assert await wire.code("PATCH", path, {"content": "x"}) == 50005
    assert await wire.code("DELETE", path) == 50013
    box.allow(table, "MANAGE_MESSAGES")
    assert await wire.code("DELETE", path) == 0


async def test_direct_messages(box: Sandbox, wire: Wire, alice: Person) -> None:
    """Closed direct messages are 50007, no common guild is 50278, and a bot cannot be a recipient."""
    _, opened = await wire.call("POST", "/users/@me/channels", {"recipient_id": str(alice.id)})
    path = f"/channels/{opened['id']}/messages"
    alice.set_dms(False)
    assert await wire.code("POST", path, {"content": "x"}) == 50007
    alice.set_dms(True)
    _, made = await wire.call("POST", path, {"content": "x"})
    for guild in box.world.guilds.values():
        box.world.remove_member(guild, alice.id)
    assert await wire.code("POST", path, {"content": "x"}) == 50278
    assert await wire.code("PATCH", f"{path}/{made['id']}", {"content": "y"}) == 0
    me = str(box.world.bot.id)
    assert await wire.code("POST", "/users/@me/channels", {"recipient_id": me}) == 50033


async def test_enforced_nonce(box: Sandbox, wire: Wire, table: Channel) -> None:
    """The same nonce posts one message within five minutes, even if that one was deleted."""
    path = f"/channels/{table.id}/messages"
    body = {"content": "x", "nonce": "n", "enforce_nonce": True}
    _, first = await wire.call("POST", path, body)
    _, second = await wire.call("POST", path, body)
    assert first["id"] == second["id"]
    box.world.delete_messages(table, [int(first["id"])])
    _, third = await wire.call("POST", path, body)
    assert third["id"] == first["id"]
    assert not table.messages
    box.clock.advance(301)
    _, fourth = await wire.call("POST", path, body)
    assert fourth["id"] != first["id"]
    _, fifth = await wire.call("POST", path, {"content": "x", "nonce": "n"})
    assert fifth["id"] != fourth["id"]


async def test_threads(box: Sandbox, wire: Wire, table: Channel) -> None:
    """Sending unarchives a thread, editing in an archived one is 50083, sending to a locked one 160005."""
    thread = box.world.add_thread(table, "T", box.world.bot.id)
    path = f"/channels/{thread.id}/messages"
    _, sent = await wire.call("POST", path, {"content": "x"})
    box.world.set_thread_state(thread, archived=True)
    assert await wire.code("PATCH", f"{path}/{sent['id']}", {"content": "y"}) == 50083
    assert await wire.code("POST", path, {"content": "y"}) == 0
    assert thread.thread is not None
    assert not thread.thread.archived
    box.world.set_thread_state(thread, archived=True, locked=True)
    assert await wire.code("POST", path, {"content": "y"}) == 160005
    assert await wire.code("PATCH", f"/channels/{thread.id}", {"archived": False}) == 50013
    box.allow(table, "MANAGE_THREADS")
    body = {"archived": False, "locked": False}
    assert await wire.code("PATCH", f"/channels/{thread.id}", body) == 0
    assert not box.violations


async def test_attachments_of_an_edit(box: Sandbox, wire: Wire, table: Channel) -> None:
    """An edit keeps the attachments it lists, and all of them when it lists none at all."""
    path = f"/channels/{table.id}/messages"
    _, made = await wire.call("POST", path, {}, files={"a b.txt": b"A", "b.txt": b"B"})
    first, second = made["attachments"]
    assert first["filename"] == "a_b.txt"
    async with wire.session.get(first["url"]) as response:
        assert await response.read() == b"A"
    path += f"/{made['id']}"
    _, same = await wire.call("PATCH", path, {"content": "x"})
    assert len(same["attachments"]) == 2
    body = {"attachments": [{"id": second["id"]}, {"id": "0"}]}
    _, fewer = await wire.call("PATCH", path, body, files={"c.txt": b"C"})
    assert [a["filename"] for a in fewer["attachments"]] == ["b.txt", "c.txt"]
    assert await wire.code("PATCH", path, {"attachments": [{"id": "7"}]}) == 50035


async def test_too_large(box: Sandbox, wire: Wire, table: Channel) -> None:
    """A file above 10 MiB is 40005."""
    path = f"/channels/{table.id}/messages"
    status, answer = await wire.call("POST", path, {}, files={"a.bin": bytes(10 * 1024 * 1024 + 1)})
    assert (status, answer["code"]) == (413, 40005)


async def test_a_guild_in_an_outage(box: Sandbox, wire: Wire, table: Channel, alice: Person) -> None:
    """During an outage the guild's channels answer 503 and people cannot do anything there."""
    guild = box.world.guilds[table.guild_id or 0]
    box.world.set_available(guild, False)
    status, _ = await wire.call("POST", f"/channels/{table.id}/messages", {"content": "x"})
    assert status == 503
    assert (await alice.command(table, "x")).status == "refused"
    box.world.set_available(guild, True)
    assert await wire.code("POST", f"/channels/{table.id}/messages", {"content": "x"}) == 0
