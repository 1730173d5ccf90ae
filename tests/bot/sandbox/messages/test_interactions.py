"""An interaction is answered once, in time and with its own token, then followed up."""

import asyncio
from typing import Any

import pytest

from bot.sandbox.people.person import Person
from bot.sandbox.world.model import Channel, InteractionType
from tests.bot.sandbox.wire import Wire
from tests.sandbox.box import Sandbox

SAY_X_BODY = {"type": 4, "data": {"content": "x"}}


class Pressed:
    """An unanswered interaction, which the test answers step by step."""

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
    """A slash command by Alice that waits for its answer."""
    pressed = Pressed(box, wire, alice, table)
    await pressed.start()
    return pressed


async def test_answered_twice(pressed: Pressed) -> None:
    """The second answer is 40060, and the first one remains."""
    status, answer = await pressed.answer(SAY_X_BODY)
    assert status == 200
    assert answer["interaction"]["response_message_id"] == answer["resource"]["message"]["id"]
    status, answer = await pressed.answer({"type": 4, "data": {"content": "y"}})
    assert (status, answer["code"]) == (400, 40060)
    assert (await pressed.outcome).kind == "message"
    assert [v.kind for v in pressed.box.violations] == ["answered_twice"]


async def test_answered_late(pressed: Pressed) -> None:
    """After three seconds the answer is 10062 and the person sees a failed interaction."""
    pressed.box.clock.advance(3.01)
    status, answer = await pressed.answer(SAY_X_BODY)
    assert (status, answer["code"]) == (404, 10062)
    assert (await pressed.outcome).status == "failed"
    assert not pressed.box.violations


async def test_wrong_interaction_token(pressed: Pressed, wire: Wire) -> None:
    """An interaction can only be answered with its own token."""
    path = f"/interactions/{pressed.interaction.id}/nonsense/callback"
    assert await wire.code("POST", path, SAY_X_BODY) == 10062


@pytest.mark.parametrize("kind", [1, 6, 7, 8])
async def test_answers_that_do_not_fit_a_command(pressed: Pressed, kind: int) -> None:
    """A command cannot be answered with an update or with choices."""
    status, answer = await pressed.answer({"type": kind, "data": {"choices": []}})
    assert (status, answer["code"]) == (400, 50035)
    assert (await pressed.answer(SAY_X_BODY))[0] == 200


async def test_a_deferral_may_only_be_ephemeral(pressed: Pressed) -> None:
    """Only the ephemeral flag is allowed in a deferral; Components V2 belong in the edit of the original."""
    status, _ = await pressed.answer({"type": 5, "data": {"flags": 1 << 15}})
    assert status == 400
    assert (await pressed.answer({"type": 5, "data": {"flags": 64}}))[0] == 200


async def test_first_follow_up_takes_the_place_of_a_deferral(
    pressed: Pressed, wire: Wire, alice: Person, bob: Person
) -> None:
    """It edits the placeholder and stays ephemeral, regardless of its own flags."""
    await pressed.answer({"type": 5, "data": {"flags": 64}})
    waiting = alice.messages("#table")[0]
    assert waiting.loading
    _, message = await wire.call("POST", pressed.hook(), {"content": "done"})
    assert int(message["id"]) == waiting.id
    assert [(m.content, m.loading) for m in alice.messages("#table")] == [("done", False)]
    await wire.call("POST", pressed.hook(), {"content": "public"})
    assert [m.content for m in bob.messages("#table")] == ["public"]


async def test_follow_up_before_an_answer(pressed: Pressed, wire: Wire) -> None:
    """The webhook of an interaction is unknown until the first answer."""
    assert await wire.code("POST", pressed.hook(), {"content": "x"}) == 10015
    assert await wire.code("GET", pressed.hook("/messages/@original")) == 10015


async def test_expired_token(pressed: Pressed, wire: Wire) -> None:
    """After fifteen minutes editing and following up with the token are 401/50027."""
    await pressed.answer(SAY_X_BODY)
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
    """Messages from outside an interaction are unknown to its webhook."""
    await pressed.answer(SAY_X_BODY)
    _, other = await wire.call("POST", f"/channels/{table.id}/messages", {"content": "o"})
    assert await wire.code("PATCH", pressed.hook(f"/messages/{other['id']}"), {"content": "y"}) == 10008
    assert await wire.code("DELETE", pressed.hook("/messages/@original")) == 0
    assert await wire.code("GET", pressed.hook("/messages/@original")) == 10008


async def test_ephemeral_messages_are_unknown_to_the_channel_routes(
    pressed: Pressed, wire: Wire, table: Channel
) -> None:
    """Only the interaction's token gives access to an ephemeral message."""
    _, answer = await pressed.answer({"type": 4, "data": {"content": "x", "flags": 64}})
    path = f"/channels/{table.id}/messages/{answer['resource']['message']['id']}"
    assert await wire.code("PATCH", path, {"content": "y"}) == 10008
    assert await wire.code("DELETE", path) == 10008
    assert await wire.call("GET", f"/channels/{table.id}/messages") == (200, [])


async def test_an_answer_needs_no_channel_permission(pressed: Pressed, box: Sandbox, table: Channel) -> None:
    """An answer to an interaction requires no channel permission."""
    box.deny(table, "SEND_MESSAGES")
    assert (await pressed.answer(SAY_X_BODY))[0] == 200
