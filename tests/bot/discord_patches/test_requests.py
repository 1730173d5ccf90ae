"""Our requests say the same as the library's; of the answers nothing is read in vain."""

from __future__ import annotations

import inspect
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import MultipartParameters
from discord.webhook import async_ as webhooks

from bot.discord_patches.requests import LeanWebhooks, lean_webhooks
from bot.sandbox.rest import body
from bot.views.base.layout import File, Screen, Text
from bot.views.base.paint import files, paint

TOLD = {"interaction": {"id": "5", "response_message_id": "9"}, "resource": {"type": 4, "message": {}}}
UPDATE, MESSAGE = 7, 4


class Taker:
    """Takes requests as Discord would, and notes them."""

    def __init__(self) -> None:
        self.queries: list[dict[str, str]] = []
        self.bodies: list[body.RequestBody] = []
        self.limits = 0
        """How many requests are refused for coming too fast."""

    async def take(self, request: web.Request) -> web.Response:
        self.queries.append(dict(request.query))
        self.bodies.append(await body.read(request))
        if self.limits:
            self.limits -= 1
            told = json.dumps({"retry_after": 0.0}).encode()
            headers = {"Via": "1.1"}  # without it the library takes the refusal for a ban
            return web.Response(body=told, status=429, headers=headers, content_type="application/json")
        if "with_response" not in request.query:
            return web.Response(status=204)
        return web.Response(body=json.dumps(TOLD).encode(), content_type="application/json")

    @asynccontextmanager
    async def listening(self, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[aiohttp.ClientSession]:
        """Listen on this machine, and let the library's routes lead here."""
        app = web.Application(client_max_size=1 << 25)
        app.router.add_route("*", "/{rest:.*}", self.take)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
        async with aiohttp.ClientSession() as session:
            yield session
        await runner.cleanup()


def parameters(kind: int, *more: File) -> MultipartParameters:
    """Return what the library makes of an answer with these files."""
    screen = Screen((Text("Ärger 🙂"),), files=more)
    return webhooks.interaction_message_response_params(
        type=kind, view=paint(screen), files=files(screen.files)
    )


async def answer(adapter: Any, session: aiohttp.ClientSession, params: MultipartParameters) -> Any:
    return await adapter.create_interaction_response(5, "token", session=session, params=params)


@pytest.mark.parametrize("kind", [UPDATE, MESSAGE])
@pytest.mark.parametrize(
    "given",
    [(), (File("hand.png", b"\x89PNG\r\n--\r\n\x00"), File("fight-2.png", b""))],
)
async def test_an_answer_says_the_same_as_the_librarys(
    kind: int, given: tuple[File, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Taker()
    async with there.listening(monkeypatch) as session:
        await answer(webhooks.AsyncWebhookAdapter(), session, parameters(MESSAGE, *given))
        await answer(LeanWebhooks(), session, parameters(kind, *given))
    theirs, ours = there.bodies
    assert ours.uploads == theirs.uploads
    assert ours.fields == {**theirs.fields, "type": kind}


@pytest.mark.parametrize("given", [(), (File("hand.png", b"a"),)])
async def test_only_the_id_of_a_new_message_is_asked_for(
    given: tuple[File, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Taker()
    async with there.listening(monkeypatch) as session:
        updated = await answer(LeanWebhooks(), session, parameters(UPDATE, *given))
        posted = await answer(LeanWebhooks(), session, parameters(MESSAGE, *given))
    assert there.queries == [{}, {"with_response": "1"}]
    assert (updated, posted) == ({"interaction": {"id": 5}}, {"interaction": TOLD["interaction"]})


async def test_a_body_is_sent_again_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord may ask for a pause before it takes the answer."""
    there = Taker()
    there.limits = 1
    async with there.listening(monkeypatch) as session:
        await answer(LeanWebhooks(), session, parameters(UPDATE, File("hand.png", b"abc")))
    first, second = there.bodies
    assert second == first
    assert [upload.data for upload in second.uploads] == [b"abc"]


async def test_a_refusal_is_the_librarys_error(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_: web.Request) -> web.Response:
        told = json.dumps({"code": 10062, "message": "Unknown interaction"}).encode()
        return web.Response(body=told, status=404, content_type="application/json")

    there = Taker()
    monkeypatch.setattr(there, "take", refuse)
    async with there.listening(monkeypatch) as session:
        with pytest.raises(discord.NotFound) as caught:
            await answer(LeanWebhooks(), session, parameters(UPDATE, File("hand.png", b"a")))
    assert caught.value.code == 10062


def test_the_library_answers_by_its_adapter_as_we_know_it() -> None:
    """It has no public way to change what it does there: a new release may do it otherwise."""
    assert type(webhooks.async_context.get()) is webhooks.AsyncWebhookAdapter
    with lean_webhooks():
        assert isinstance(webhooks.async_context.get(), LeanWebhooks)
    assert type(webhooks.async_context.get()) is webhooks.AsyncWebhookAdapter
    known = set(inspect.signature(webhooks.AsyncWebhookAdapter.create_interaction_response).parameters)
    assert known == {"self", "interaction_id", "token", "session", "proxy", "proxy_auth", "params"}
    assert discord.utils._to_json({"type": UPDATE, "data": {}}).startswith('{"type":7,')
