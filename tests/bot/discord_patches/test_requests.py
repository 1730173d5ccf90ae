"""What comes back for an answer is looked at before the library takes it for success."""

import inspect
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.webhook import async_ as webhooks

from bot.discord_patches.requests import CheckedWebhooks, checked_webhooks
from bot.views.base.layout import File, Screen, Text
from bot.views.base.paint import files, paint

TOLD = {"interaction": {"id": "5", "response_message_id": "9"}, "resource": {"type": 4, "message": {}}}


@asynccontextmanager
async def told(
    monkeypatch: pytest.MonkeyPatch, body: bytes, status: int = 200
) -> AsyncGenerator[aiohttp.ClientSession]:
    """Answer every request with this, and let the library's routes lead here."""

    async def take(_: web.Request) -> web.Response:
        return web.Response(body=body, status=status, content_type="application/json")

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    async with aiohttp.ClientSession() as session:
        yield session
    await runner.cleanup()


async def answer(session: aiohttp.ClientSession) -> Any:
    screen = Screen((Text("Ärger 🙂"),), files=(File("hand.png", b"a"),))
    params = webhooks.interaction_message_response_params(
        type=4, view=paint(screen), files=files(screen.files)
    )
    adapter: Any = CheckedWebhooks()
    return await adapter.create_interaction_response(5, "token", session=session, params=params)


async def test_what_discord_says_is_the_librarys_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async with told(monkeypatch, json.dumps(TOLD).encode()) as session:
        assert await answer(session) == TOLD


@pytest.mark.parametrize("body", [b"", b"{", b'"\xff"', b"{}", b"[]", b'{"interaction": null}'])
async def test_success_in_words_that_nobody_can_read_is_none(
    body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with told(monkeypatch, body) as session:
        with pytest.raises(aiohttp.ClientPayloadError):
            await answer(session)


async def test_a_refusal_is_the_librarys_error(monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = json.dumps({"code": 10062, "message": "Unknown interaction"}).encode()
    async with told(monkeypatch, refusal, 404) as session:
        with pytest.raises(discord.NotFound) as caught:
            await answer(session)
    assert caught.value.code == 10062


def test_the_library_answers_by_its_adapter_as_we_know_it() -> None:
    """It has no public way to change what it does there: a new release may do it otherwise."""
    assert type(webhooks.async_context.get()) is webhooks.AsyncWebhookAdapter
    with checked_webhooks():
        assert isinstance(webhooks.async_context.get(), CheckedWebhooks)
    assert type(webhooks.async_context.get()) is webhooks.AsyncWebhookAdapter
    assert "params" in inspect.signature(webhooks.AsyncWebhookAdapter.request).parameters
