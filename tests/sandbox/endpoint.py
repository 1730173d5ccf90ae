"""Deliver interactions to the application's endpoint, and look closely at how it answers."""

import asyncio
import contextlib
import json
from collections.abc import Coroutine
from dataclasses import dataclass
from urllib.parse import urlsplit

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bot.sandbox.loopback import is_loopback
from bot.sandbox.messages import interactions
from bot.sandbox.messages.posting import MessageDraft
from bot.sandbox.protocol.errors import ApiError
from bot.sandbox.protocol.request_log import RequestLog
from bot.sandbox.protocol.values import Json, as_object
from bot.sandbox.world import events, render
from bot.sandbox.world.model import Interaction
from bot.sandbox.world.state import World

PROBE_INTERVAL = 25
"""So many deliveries come between two that are signed wrongly, to see if the endpoint still checks."""

BALANCER_STATUSES = frozenset({502, 503, 504})
"""What stands in front of an application says these when nobody is there: a failure, and no one's fault."""

PING_TYPE, PONG_TYPE = 1, 1


class SigningKey:
    """Signs deliveries; `public` is what the application is told."""

    def __init__(self) -> None:
        """Draw a key."""
        self._key = Ed25519PrivateKey.generate()
        self.public = self._key.public_key().public_bytes_raw().hex()

    def headers(self, moment: float, body: bytes, *, genuine: bool = True) -> dict[str, str]:
        """Return the headers of a delivery; one that is not `genuine` is signed for another body."""
        timestamp = str(int(moment))
        signed = body if genuine else body + b" "
        return {
            "X-Signature-Ed25519": self._key.sign(timestamp.encode() + signed).hex(),
            "X-Signature-Timestamp": timestamp,
            "Content-Type": "application/json",
            "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
        }


class EndpointRefusedError(Exception):
    """The endpoint cannot be used: it does not answer as Discord asks."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """How the endpoint answered a delivery."""

    status: int
    content_type: str
    body: bytes

    def json(self) -> Json:
        """Return the body as an object, an empty one if it is something else."""
        try:
            return as_object(json.loads(self.body))
        except ValueError:
            return {}


class EndpointSender:
    """Posts each interaction, once an endpoint is set; the gateway then hears of none."""

    def __init__(self, world: World, log: RequestLog, key: SigningKey) -> None:
        self._world = world
        self._log = log
        self._key = key
        self._session: aiohttp.ClientSession | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.deliveries = 0
        self.probes = 0
        world.public_key = key.public
        world.listeners.append(self._on_event)

    async def use(self, url: str) -> None:
        """Set the endpoint, if it answers a ping and refuses a wrong signature; "" goes back to the gateway.

        Raises EndpointRefusedError.
        """
        if url and not is_loopback(urlsplit(url).hostname or ""):
            raise EndpointRefusedError(f"the sandbox sends to this machine only, not to {url}")
        if url:
            await self._check(url)
        self._world.endpoint_url = url

    async def stop(self) -> None:
        """Drop what is under way."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._session is not None:
            await self._session.close()

    # Checking

    async def _check(self, url: str) -> None:
        pong = await self._post(url, self._ping())
        if pong is None:
            raise EndpointRefusedError("no answer to a ping")
        if (
            pong.status != 200
            or pong.content_type != "application/json"
            or pong.json() != {"type": PONG_TYPE}
        ):
            raise EndpointRefusedError(f"a ping was answered with {pong.status} {pong.body[:100]!r}")
        if fault := await self._probe(url):
            raise EndpointRefusedError(fault)

    async def _probe(self, url: str) -> str:
        """Send a wrong signature; return what is wrong with the answer, "" if nothing is."""
        self.probes += 1
        refused = await self._post(url, self._ping(), genuine=False)
        if refused is None or refused.status in BALANCER_STATUSES or refused.status == 401:
            return ""
        return f"a wrong signature was answered with {refused.status} instead of 401"

    def _ping(self) -> bytes:
        world = self._world
        ping: Json = {
            "id": str(world.ids.take()),
            "application_id": str(world.bot.id),
            "type": PING_TYPE,
            "token": world.token(),
            "version": 1,
            "user": render.user(world.owner),
            "entitlements": [],
        }
        return json.dumps(ping).encode()

    # Delivering

    def _on_event(self, event: events.Event) -> None:
        url = self._world.endpoint_url
        if isinstance(event, events.InteractionCreated) and url:
            self.deliveries += 1
            self._start(self._deliver(url, event.interaction, event.payload))
            if self.deliveries % PROBE_INTERVAL == 0:
                self._start(self._probe_again(url))

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _probe_again(self, url: str) -> None:
        """Do as Discord does from time to time: an endpoint that does not check is taken out of use."""
        if fault := await self._probe(url):
            self._log.add_violation("endpoint", url, fault)
            self._world.endpoint_url = ""

    async def _deliver(self, url: str, interaction: Interaction, payload: Json) -> None:
        answer = await self._post(url, json.dumps(payload).encode())
        fault = "" if answer is None else self._judge(interaction, answer)
        if fault:
            self._log.add_violation("endpoint", url, fault)
        if fault or answer is None or answer.status in BALANCER_STATUSES:
            interactions.fail(self._world, interaction)

    def _judge(self, interaction: Interaction, answer: Delivered) -> str:
        """Take what the endpoint says; return what is wrong with it, "" if nothing is.

        202 without a body means that the answer comes by the callback route.
        """
        if answer.status in BALANCER_STATUSES:
            return ""
        if answer.status == 202:
            return f"202 with a body of {len(answer.body)} bytes" if answer.body else ""
        if answer.status != 200:
            return f"a delivery was answered with {answer.status}"
        if answer.content_type != "application/json":
            return f"an answer of type {answer.content_type}"
        try:
            interactions.answer(self._world, interaction, MessageDraft(answer.json(), []))
        except ApiError as error:
            return json.dumps(error.body())
        return ""

    async def _post(self, url: str, body: bytes, *, genuine: bool = True) -> Delivered | None:
        """Send a delivery; None if there was no answer within the time for one."""
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        headers = self._key.headers(self._world.clock.now(), body, genuine=genuine)
        timeout = aiohttp.ClientTimeout(total=interactions.ANSWER_DEADLINE_S)
        try:
            async with self._session.post(url, data=body, headers=headers, timeout=timeout) as response:
                return Delivered(response.status, response.content_type, await response.read())
        except (aiohttp.ClientError, OSError, TimeoutError):
            return None
