"""An application with an endpoint gets its interactions by signed POST, and is held to Discord's rules."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from bot.sandbox.people.person import Person
from bot.sandbox.world.model import Channel
from tests.bot.sandbox.sample import Connect, sample
from tests.bot.sandbox.waiting import eventually
from tests.bot.sandbox.wire import Wire
from tests.sandbox.box import Sandbox
from tests.sandbox.endpoint import PROBE_INTERVAL, EndpointRefusedError

COMMAND: dict[str, Any] = {"id": "1", "name": "x", "type": 1}
SAY_X = {"type": 4, "data": {"content": "x"}}

Answer = Callable[[dict[str, Any]], web.Response]


@dataclass
class Application:
    """An endpoint that checks signatures, and answers interactions as a test wants it to."""

    public_key: str
    url: str = ""
    checks: bool = True
    answer: Answer = field(default=lambda _: web.json_response(SAY_X))
    pong: Answer = field(default=lambda _: web.json_response({"type": 1}))
    got: list[dict[str, Any]] = field(default_factory=list)
    refused: int = 0

    async def serve(self, request: web.Request) -> web.Response:
        body = await request.read()
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.public_key))
        signed = request.headers["X-Signature-Timestamp"].encode() + body
        try:
            key.verify(bytes.fromhex(request.headers["X-Signature-Ed25519"]), signed)
        except InvalidSignature:
            if self.checks:
                self.refused += 1
                return web.Response(status=401)
        payload = json.loads(body)
        if payload["type"] == 1:
            return self.pong(payload)
        self.got.append(payload)
        return self.answer(payload)


@pytest.fixture
async def application(box: Sandbox) -> AsyncIterator[Application]:
    """An endpoint on this machine, which the sandbox does not know yet."""
    found = Application(box.public_key)
    app = web.Application()
    app.router.add_post("/", found.serve)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    found.url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    yield found
    await runner.cleanup()


async def test_an_interaction_comes_signed_and_is_answered_in_the_response(
    box: Sandbox, application: Application, alice: Person, table: Channel, connect: Connect
) -> None:
    """The endpoint hears it and the gateway does not; a server's other events still come that way."""
    client = await connect(sample())
    await box.endpoint.use(application.url)
    outcome = await alice.forge(table, 2, COMMAND)  # type: ignore[arg-type]
    assert outcome.message is not None
    assert outcome.message.text == "x"
    assert [payload["member"]["user"]["id"] for payload in application.got] == [str(alice.id)]
    assert box.gateway.repeat("INTERACTION_CREATE") == 0
    made = box.world.add_channel(box.world.guilds[table.guild_id or 0], "new")
    await eventually(lambda: client.get_channel(made.id))
    assert box.violations == []


async def test_an_answer_may_come_by_the_callback_route(
    box: Sandbox, application: Application, wire: Wire, alice: Person, table: Channel
) -> None:
    """202 without a body leaves the answer to the route."""
    application.answer = lambda _: web.Response(status=202)
    await box.endpoint.use(application.url)

    async def call_back() -> None:
        await eventually(lambda: application.got)
        [payload] = application.got
        path = f"/interactions/{payload['id']}/{payload['token']}/callback"
        assert await wire.code("POST", path, SAY_X) == 0

    calling = asyncio.create_task(call_back())
    assert (await alice.forge(table, 2, COMMAND)).ok  # type: ignore[arg-type]
    await calling
    assert box.violations == []


@pytest.mark.parametrize(
    "answer",
    [
        lambda: web.Response(status=202, text="later"),
        lambda: web.Response(status=204),
        lambda: web.Response(status=401),
        lambda: web.Response(status=500),
        lambda: web.Response(text="hello"),
        lambda: web.json_response({"type": 7, "data": {"content": "no message was pressed"}}),
        lambda: web.json_response({"type": 4, "data": {"content": "x" * 2001}}),
    ],
)
async def test_a_wrong_answer_is_a_violation(
    box: Sandbox,
    application: Application,
    alice: Person,
    table: Channel,
    answer: Callable[[], web.Response],
) -> None:
    """The person sees a failed interaction at once."""
    application.answer = lambda _: answer()
    await box.endpoint.use(application.url)
    assert (await alice.forge(table, 2, COMMAND)).status == "failed"  # type: ignore[arg-type]
    assert [violation.kind for violation in box.violations] == ["endpoint"]


async def test_nobody_behind_the_balancer_is_a_failure_and_no_violation(
    box: Sandbox, application: Application, alice: Person, table: Channel
) -> None:
    """A process may die at any time; that breaks no rule."""
    await box.endpoint.use(application.url)
    application.answer = lambda _: web.Response(status=502)
    assert (await alice.forge(table, 2, COMMAND)).status == "failed"  # type: ignore[arg-type]
    assert box.violations == []


async def test_an_endpoint_that_checks_nothing_is_refused(box: Sandbox, application: Application) -> None:
    """Discord sends a wrong signature before it takes an endpoint."""
    application.checks = False
    with pytest.raises(EndpointRefusedError, match="wrong signature"):
        await box.endpoint.use(application.url)
    assert box.world.endpoint_url == ""


@pytest.mark.parametrize(
    "pong",
    [
        lambda: web.Response(status=202),
        lambda: web.json_response({"type": 4}),
        lambda: web.Response(text='{"type": 1}'),
        lambda: web.json_response({"type": 1}, status=201),
    ],
)
async def test_a_ping_wants_a_pong(
    box: Sandbox, application: Application, pong: Callable[[], web.Response]
) -> None:
    """Nothing else is taken for one, and the gateway goes on to deliver."""
    application.pong = lambda _: pong()
    with pytest.raises(EndpointRefusedError, match="ping"):
        await box.endpoint.use(application.url)
    assert box.world.endpoint_url == ""


async def test_an_endpoint_elsewhere_is_refused(box: Sandbox) -> None:
    """The sandbox sends nothing into the world."""
    with pytest.raises(EndpointRefusedError):
        await box.endpoint.use("https://example.com/")


async def test_an_endpoint_that_stops_checking_is_taken_out_of_use(
    box: Sandbox, application: Application, alice: Person, table: Channel
) -> None:
    """From time to time a wrong signature comes again."""
    await box.endpoint.use(application.url)
    for _ in range(PROBE_INTERVAL):
        assert (await alice.forge(table, 2, COMMAND)).ok  # type: ignore[arg-type]
    await eventually(lambda: application.refused == 2)
    assert box.violations == []
    application.checks = False
    for _ in range(PROBE_INTERVAL):
        assert (await alice.forge(table, 2, COMMAND)).ok  # type: ignore[arg-type]
    await eventually(lambda: box.world.endpoint_url == "")
    assert [violation.kind for violation in box.violations] == ["endpoint"]
