"""Whatever Discord refuses, the sandbox refuses with the same status and code."""

import asyncio
from typing import Any

import pytest

from bot.sandbox import Person, Sandbox
from bot.sandbox.model import Channel, InteractionType
from tests.bot.sandbox.wire import Wire

SAY = {"type": 4, "data": {"content": "x"}}


class Pressed:
    """An interaction under way, answered by hand."""

    def __init__(self, box: Sandbox, wire: Wire, person: Person, channel: Channel) -> None:
        self.box, self.wire = box, wire
        self._person, self._channel = person, channel

    async def start(self, kind: InteractionType = InteractionType.COMMAND) -> None:
        data: dict[str, Any] = {"id": "1", "name": "x", "type": 1, "options": []}
        self.outcome = asyncio.create_task(self._person.forge(self._channel, kind, data))
        await asyncio.sleep(0)
        self.interaction = list(self.box.world.interactions.values())[-1]

    async def answer(self, body: Any, **more: Any) -> tuple[int, Any]:
        path = f"/interactions/{self.interaction.id}/{self.interaction.token}/callback"
        return await self.wire.call("POST", f"{path}?with_response=1", body, **more)

    def hook(self, rest: str = "") -> str:
        return f"/webhooks/{self.box.world.bot.id}/{self.interaction.token}{rest}"


@pytest.fixture
async def pressed(box: Sandbox, wire: Wire, alice: Person, table: Channel) -> Pressed:
    """A slash command of Alice's that waits for its answer."""
    pressed = Pressed(box, wire, alice, table)
    await pressed.start()
    return pressed


async def test_unknown_route(box: Sandbox, wire: Wire) -> None:
    """A route the sandbox does not know is a 404 and a violation."""
    status, answer = await wire.call("GET", "/guilds/1/audit-logs")
    assert (status, answer["code"]) == (404, 0)
    assert [v.kind for v in box.violations] == ["unknown_route"]


async def test_wrong_token(box: Sandbox, wire: Wire) -> None:
    """Every authorised route checks the bot token."""
    status, answer = await wire.call("GET", "/users/@me", token="other")
    assert (status, answer) == (401, {"message": "401: Unauthorized", "code": 0})
    assert [v.kind for v in box.violations] == ["unauthorized"]


async def test_broken_json(box: Sandbox, wire: Wire, table: Channel) -> None:
    """A body that is no JSON is 50109."""
    url = f"{box.api_base}/channels/{table.id}/messages"
    headers = {"Authorization": f"Bot {box.token}", "Content-Type": "application/json"}
    async with wire.session.post(url, data=b"{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_answered_twice(pressed: Pressed) -> None:
    """The second answer is 40060, and the first one stands."""
    status, answer = await pressed.answer(SAY)
    assert status == 200
    assert answer["interaction"]["response_message_id"] == answer["resource"]["message"]["id"]
    status, answer = await pressed.answer({"type": 4, "data": {"content": "y"}})
    assert (status, answer["code"]) == (400, 40060)
    assert (await pressed.outcome).kind == "message"
    assert [v.kind for v in pressed.box.violations] == ["answered_twice"]


async def test_answered_late(pressed: Pressed) -> None:
    """After three seconds the answer is 10062 and the person saw the interaction fail."""
    pressed.box.clock.advance(3.01)
    status, answer = await pressed.answer(SAY)
    assert (status, answer["code"]) == (404, 10062)
    assert (await pressed.outcome).status == "failed"
    assert not pressed.box.violations


async def test_wrong_interaction_token(pressed: Pressed, wire: Wire) -> None:
    """Interactions are answered with their own token only."""
    path = f"/interactions/{pressed.interaction.id}/nonsense/callback"
    assert await wire.code("POST", path, SAY) == 10062


@pytest.mark.parametrize("kind", [1, 6, 7, 8])
async def test_answers_that_do_not_fit_a_command(pressed: Pressed, kind: int) -> None:
    """A command cannot be answered with an update or with choices."""
    status, answer = await pressed.answer({"type": kind, "data": {"choices": []}})
    assert (status, answer["code"]) == (400, 50035)
    assert (await pressed.answer(SAY))[0] == 200


async def test_a_deferral_may_only_be_ephemeral(pressed: Pressed) -> None:
    """Components V2 come with the edit of the original, not with the deferral."""
    status, _ = await pressed.answer({"type": 5, "data": {"flags": 1 << 15}})
    assert status == 400
    assert (await pressed.answer({"type": 5, "data": {"flags": 64}}))[0] == 200


async def test_first_follow_up_takes_the_place_of_a_deferral(
    pressed: Pressed, wire: Wire, alice: Person, bob: Person
) -> None:
    """It edits the placeholder and stays ephemeral whatever its own flags say."""
    await pressed.answer({"type": 5, "data": {"flags": 64}})
    waiting = alice.messages("#table")[0]
    assert waiting.loading
    _, message = await wire.call("POST", pressed.hook(), {"content": "done"})
    assert int(message["id"]) == waiting.id
    assert [(m.content, m.loading) for m in alice.messages("#table")] == [("done", False)]
    await wire.call("POST", pressed.hook(), {"content": "public"})
    assert [m.content for m in bob.messages("#table")] == ["public"]


async def test_follow_up_before_an_answer(pressed: Pressed, wire: Wire) -> None:
    """The webhook of an interaction is unknown until it was answered."""
    assert await wire.code("POST", pressed.hook(), {"content": "x"}) == 10015
    assert await wire.code("GET", pressed.hook("/messages/@original")) == 10015


async def test_expired_token(pressed: Pressed, wire: Wire) -> None:
    """After fifteen minutes the token is 401/50027 for reading, editing and following up."""
    await pressed.answer(SAY)
    pressed.box.clock.advance(15 * 60 - 1)
    assert await wire.code("PATCH", pressed.hook("/messages/@original"), {"content": "y"}) == 0
    pressed.box.clock.advance(2)
    status, answer = await wire.call("PATCH", pressed.hook("/messages/@original"), {"content": "z"})
    assert (status, answer["code"]) == (401, 50027)
    assert await wire.code("POST", pressed.hook(), {"content": "z"}) == 50027
    assert not pressed.box.violations


async def test_a_token_reaches_its_own_messages_only(
    pressed: Pressed, wire: Wire, box: Sandbox, table: Channel
) -> None:
    """Messages of the bot that are not of this interaction are unknown to its webhook."""
    await pressed.answer(SAY)
    _, other = await wire.call("POST", f"/channels/{table.id}/messages", {"content": "o"})
    assert await wire.code("PATCH", pressed.hook(f"/messages/{other['id']}"), {"content": "y"}) == 10008
    assert await wire.code("DELETE", pressed.hook("/messages/@original")) == 0
    assert await wire.code("GET", pressed.hook("/messages/@original")) == 10008


async def test_ephemeral_messages_are_unknown_to_the_channel_routes(
    pressed: Pressed, wire: Wire, table: Channel
) -> None:
    """Only the token reaches an ephemeral message."""
    _, answer = await pressed.answer({"type": 4, "data": {"content": "x", "flags": 64}})
    path = f"/channels/{table.id}/messages/{answer['resource']['message']['id']}"
    assert await wire.code("GET", path) == 10008
    assert await wire.code("PATCH", path, {"content": "y"}) == 10008
    assert await wire.code("DELETE", path) == 10008
    assert await wire.call("GET", f"/channels/{table.id}/messages") == (200, [])


PERMISSIONS = [
    ("VIEW_CHANNEL", {"content": "x"}, None, 50001),
    ("SEND_MESSAGES", {"content": "x"}, None, 50013),
    ("EMBED_LINKS", {"embeds": [{"title": "x"}]}, None, 50013),
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
    """Each permission is needed, can be taken from the bot and given back."""
    path = f"/channels/{table.id}/messages"
    box.deny(table, permission)
    assert await wire.code("POST", path, body, files=files) == code
    box.allow(table, permission)
    assert await wire.code("POST", path, body, files=files) == 0
    assert not box.violations


async def test_interactions_tell_the_bots_permissions(pressed: Pressed, box: Sandbox, table: Channel) -> None:
    """An interaction answer needs none of them."""
    box.deny(table, "SEND_MESSAGES")
    assert (await pressed.answer(SAY))[0] == 200


async def test_unknown_things(box: Sandbox, wire: Wire, table: Channel, alice: Person) -> None:
    """Channels, messages, users, members and guilds that are not there have codes of their own."""
    guild = table.guild_id
    assert await wire.code("GET", "/channels/1") == 10003
    assert await wire.code("PATCH", f"/channels/{table.id}/messages/1", {"content": "x"}) == 10008
    assert await wire.code("GET", "/users/1") == 10013
    assert await wire.code("GET", "/guilds/1") == 10004
    assert await wire.code("GET", f"/guilds/{guild}/members/{alice.id}") == 0
    box.world.remove_member(box.world.guilds[guild or 0], alice.id)
    assert await wire.code("GET", f"/guilds/{guild}/members/{alice.id}") == 10007
    assert not box.violations


async def test_foreign_messages(box: Sandbox, wire: Wire, table: Channel, alice: Person) -> None:
    """The bot cannot edit a person's message, and deletes it only with permission."""
    said = await alice.say(table, "hi")
    path = f"/channels/{table.id}/messages/{said.id}"
    assert await wire.code("PATCH", path, {"content": "x"}) == 50005
    assert await wire.code("DELETE", path) == 50013
    box.allow(table, "MANAGE_MESSAGES")
    assert await wire.code("DELETE", path) == 0


async def test_message_content_is_hidden_without_the_intent(
    wire: Wire, table: Channel, alice: Person, box: Sandbox
) -> None:
    """Without the message content intent the bot reads plain messages only where it is meant."""
    said = await alice.say(table, "secret")
    meant = await alice.say(table, f"<@{box.world.bot.id}> hello")
    path = f"/channels/{table.id}/messages"
    assert (await wire.call("GET", f"{path}/{said.id}"))[1]["content"] == ""
    assert "hello" in (await wire.call("GET", f"{path}/{meant.id}"))[1]["content"]


async def test_direct_messages(box: Sandbox, wire: Wire, alice: Person) -> None:
    """A closed door is 50007 at the send, no common server 50278, a bot is no recipient."""
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
    """The same nonce makes one message within minutes, also when that one was deleted."""
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
    """Sending wakes an archived thread, editing is 50083, a locked one is 160005."""
    _, made = await wire.call("POST", f"/channels/{table.id}/threads", {"name": "T", "type": 11})
    thread = box.world.channels[int(made["id"])]
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
    """During an outage its channels answer 503 and people cannot do anything there."""
    guild = box.world.guilds[table.guild_id or 0]
    box.world.set_available(guild, False)
    status, _ = await wire.call("POST", f"/channels/{table.id}/messages", {"content": "x"})
    assert status == 503
    assert (await alice.command(table, "x")).status == "refused"
    box.world.set_available(guild, True)
    assert await wire.code("POST", f"/channels/{table.id}/messages", {"content": "x"}) == 0


async def test_rate_limits(box: Sandbox, wire: Wire, table: Channel) -> None:
    """When switched on, the sixth message in five seconds is a 429 with what a client needs."""
    box.rates.enabled = True
    path = f"/channels/{table.id}/messages"
    for _ in range(5):
        assert await wire.code("POST", path, {"content": "x"}) == 0
    headers = {"Authorization": f"Bot {box.token}"}
    url = f"{box.api_base}{path}"
    async with wire.session.post(url, json={"content": "x"}, headers=headers) as response:
        assert response.status == 429
        assert response.headers["Via"]
        assert 0 < (await response.json())["retry_after"] <= 5
    box.clock.advance(5)
    assert await wire.code("POST", path, {"content": "x"}) == 0


async def test_old_messages_take_few_edits(box: Sandbox, wire: Wire, table: Channel) -> None:
    """When limits are on, the fourth edit in six seconds of messages over an hour old is 30046."""
    path = f"/channels/{table.id}/messages"
    _, made = await wire.call("POST", path, {"content": "x"})
    box.clock.advance(3601)
    box.rates.enabled = True
    path += f"/{made['id']}"
    for n in range(3):
        assert await wire.code("PATCH", path, {"content": str(n)}) == 0
    assert await wire.code("PATCH", path, {"content": "4"}) == 30046
    box.clock.advance(6)
    assert await wire.code("PATCH", path, {"content": "4"}) == 0


async def test_only_this_machine_is_answered(box: Sandbox, wire: Wire) -> None:
    """Foreign host names and other web pages are turned away."""
    for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
        async with wire.session.get(f"{box.url}/sandbox", headers=headers) as response:
            assert response.status == 403
    async with wire.session.post(f"{box.url}/sandbox/people", data="name=x") as response:
        assert response.status == 415
    with pytest.raises(ValueError, match="loopback"):
        Sandbox(host="0.0.0.0")
