"""The interactions endpoint takes what Discord has signed, once, and nothing else."""

import asyncio
import io
import json
import re
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from prometheus_client import CollectorRegistry, Counter

from bot.app.arrival import waited_s
from bot.app.http_worker import HttpKickdoor
from bot.cluster.endpoint import (
    ENDPOINT_PATH,
    MAX_BODY_BYTES,
    InteractionEndpoint,
    SignatureChecker,
    UnreadableInteractionError,
    read_payload,
)
from bot.operations.connections import ListenError
from bot.operations.exit_codes import ExitCode
from bot.store.api import StoreError

NOW_S = 1_800_000_000
MAX_AGE_S = 30

PRESS = {"id": "1234567890123456789", "type": 3, "token": "secret", "data": {"custom_id": "k1"}}

IDENTITY = {"Content-Encoding": "identity"}


class Discord:
    """Signs and sends requests to an endpoint, which takes presses into a list."""

    def __init__(self) -> None:
        self.key = Ed25519PrivateKey.generate()
        self.taken: list[dict[str, Any]] = []
        self.seen: set[int] = set()
        self.arrived: list[float] = []
        self.store_fails = False
        self.store_takes_s = 0.0
        self.registry = CollectorRegistry()
        self.now = float(NOW_S)
        self.looked_at = asyncio.Event()
        checker = SignatureChecker(self.key.public_key().public_bytes_raw().hex(), MAX_AGE_S, self._clock)
        requests = Counter("requests", "Requests", ["outcome"], registry=self.registry)
        self.endpoint = InteractionEndpoint(checker, self._is_new, self._take, requests)

    def counted(self) -> dict[str, float]:
        """Return how often each outcome was counted."""
        (family,) = self.registry.collect()
        return {sample.labels["outcome"]: sample.value for sample in family.samples}

    def _clock(self) -> float:
        self.looked_at.set()
        return self.now

    async def _is_new(self, press: int) -> bool:
        await asyncio.sleep(self.store_takes_s)
        if self.store_fails:
            raise StoreError("the server is gone")
        new = press not in self.seen
        self.seen.add(press)
        return new

    def _take(self, payload: dict[str, Any], arrived: float) -> None:
        self.arrived.append(arrived)
        if "data" not in payload:
            raise UnreadableInteractionError("KeyError")
        self.taken.append(payload)

    def headers(
        self, body: bytes, *, at: int = NOW_S, key: Ed25519PrivateKey | None = None
    ) -> dict[str, str]:
        signature = (key or self.key).sign(str(at).encode() + body).hex()
        return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": str(at)}

    async def post(
        self, body: object, headers: dict[str, str] | None = None, *, at: int = NOW_S
    ) -> tuple[int, Any]:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        url = f"http://127.0.0.1:{self.endpoint.port}{ENDPOINT_PATH}"
        sent = self.headers(raw, at=at) if headers is None else headers
        async with (
            aiohttp.ClientSession() as session,
            session.post(url, data=io.BytesIO(raw), headers=sent) as answer,
        ):
            text = await answer.text()
            return answer.status, json.loads(text) if text else None


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    found = Discord()
    await found.endpoint.start("127.0.0.1", 0)
    yield found
    await found.endpoint.stop()


async def test_a_ping_gets_a_pong(discord: Discord) -> None:
    assert await discord.post({"id": "1", "type": 1}) == (200, {"type": 1})
    assert discord.taken == []


async def test_a_press_is_taken_and_answered_later(discord: Discord) -> None:
    """202 without a body tells Discord that the answer comes by the callback route."""
    assert await discord.post(PRESS) == (202, None)
    assert discord.taken == [PRESS]


async def test_the_time_that_the_database_takes_is_handed_along(discord: Discord) -> None:
    """Discord counts its three seconds from the moment of the request."""
    discord.store_takes_s = 0.2
    before = time.monotonic()
    assert (await discord.post(PRESS))[0] == 202
    assert before <= discord.arrived[0] <= time.monotonic() - 0.2


async def test_whoever_answers_a_press_knows_how_long_it_has_waited() -> None:
    """The library starts a task for each press; presses of one moment do not mix."""
    waited: list[float] = []

    async def answer() -> None:
        await asyncio.sleep(0)
        waited.append(waited_s())

    started: list[asyncio.Task[None]] = []
    state = SimpleNamespace(parse_interaction_create=lambda _: started.append(asyncio.create_task(answer())))
    bot: Any = SimpleNamespace(_connection=state)
    for ago_s in (1.5, 0.0):
        HttpKickdoor._take(bot, PRESS, time.monotonic() - ago_s)
    await answer()  # by the gateway
    await asyncio.gather(*started)
    assert [round(each, 1) for each in sorted(waited)] == [0.0, 0.0, 1.5]


async def test_a_wrong_signature_is_refused(discord: Discord) -> None:
    """Of another key, of another body, of another time, cut off, or none."""
    body = json.dumps(PRESS).encode()
    right = discord.headers(body)
    for headers, said in (
        (discord.headers(body, key=Ed25519PrivateKey.generate()), "bad_signature"),
        (discord.headers(body + b" "), "bad_signature"),
        ({**right, "X-Signature-Timestamp": str(NOW_S - 1)}, "bad_signature"),
        ({**right, "X-Signature-Timestamp": f"0{NOW_S}"}, "bad_signature"),
        ({**right, "X-Signature-Ed25519": right["X-Signature-Ed25519"][:-2]}, "no_signature"),
        ({**right, "X-Signature-Ed25519": "zz" * 64}, "no_signature"),
        ({**right, "X-Signature-Ed25519": right["X-Signature-Ed25519"][:-2] + "  "}, "no_signature"),
        ({**right, "X-Signature-Timestamp": "soon"}, "no_signature"),
        ({**right, "X-Signature-Timestamp": "9" * 500}, "no_signature"),
        ({"X-Signature-Timestamp": str(NOW_S)}, "no_signature"),
        ({}, "no_signature"),
    ):
        assert await discord.post(body, headers) == (401, {"error": said})
    assert discord.taken == []
    assert discord.seen == set()


@pytest.mark.parametrize("seconds", [-MAX_AGE_S - 1, MAX_AGE_S + 1])
async def test_an_old_signature_is_refused_and_one_from_the_future_too(
    discord: Discord, seconds: int
) -> None:
    """Either clock may be the wrong one."""
    assert await discord.post(PRESS, at=NOW_S + seconds) == (401, {"error": "old_signature"})
    assert (await discord.post(PRESS, at=NOW_S + seconds + (1 if seconds < 0 else -1)))[0] == 202


async def begun_request(discord: Discord, body: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send all of a signed request but its body, and wait until the endpoint has looked at it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", discord.endpoint.port)
    lines = {"Host": "x", "Connection": "close", "Content-Length": len(body), **discord.headers(body)}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    discord.looked_at.clear()
    writer.write(f"POST {ENDPOINT_PATH} HTTP/1.1\r\n{head}\r\n".encode())
    await discord.looked_at.wait()
    return reader, writer


async def test_a_body_that_is_held_back_makes_a_request_old(discord: Discord) -> None:
    """Ids are remembered for some minutes only: later the same press would be new again."""
    body = json.dumps(PRESS).encode()
    reader, writer = await begun_request(discord, body)
    discord.now += 3600
    writer.write(body)
    assert (await reader.read()).startswith(b"HTTP/1.1 401 ")
    writer.close()
    assert discord.counted() == {"old_signature": 1}
    assert discord.taken == []


async def test_a_body_that_never_comes_is_not_waited_for(
    discord: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cluster.endpoint.BODY_TIMEOUT_S", 0.05, raising=False)
    reader, writer = await begun_request(discord, b"never")
    async with asyncio.timeout(20):
        assert (await reader.readline()).startswith(b"HTTP/1.1 400 ")
    writer.close()
    assert discord.counted() == {"unreadable": 1}


async def test_a_replayed_request_is_refused(discord: Discord) -> None:
    """The very same one, and the same press signed again; also if both come at once."""
    body = json.dumps(PRESS).encode()
    headers = discord.headers(body)
    answers = await asyncio.gather(*(discord.post(body, headers) for _ in range(5)))
    assert sorted(status for status, _ in answers) == [202, 401, 401, 401, 401]
    assert await discord.post(PRESS, at=NOW_S + 1) == (401, {"error": "replayed"})
    assert len(discord.taken) == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"[" * 100_000,
        b'{"type": 3}',
        b'{"id": 5, "type": 3}',
        b'{"id": "5", "type": true}',
        b'{"id": "5", "type": 9}',
        b'{"id": "-5", "type": 3}',
        b'{"id": "9223372036854775808", "type": 3}',
        '{"id": "٣", "type": 3}'.encode(),
        b'{"id": "5", "type": 3}',
    ],
)
async def test_a_signed_body_that_is_no_interaction_is_refused(discord: Discord, body: bytes) -> None:
    """With a code, and without an exception."""
    assert await discord.post(body) == (400, {"error": "unreadable"})
    assert discord.taken == []


async def test_a_body_is_not_read_without_end(discord: Discord) -> None:
    """Too much is refused before its signature is looked at."""
    assert await discord.post(b" " * (MAX_BODY_BYTES + 1)) == (413, {"error": "too_large"})


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "GZIP", "rot13"])
@pytest.mark.parametrize("signed", [True, False])
async def test_a_packed_body_is_refused_and_never_unpacked(
    encoding: str, signed: bool, discord: Discord, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord packs nothing. What anybody can send must not fill the log with tracebacks."""
    body = b"garbage"
    signature = discord.headers(body, key=None if signed else Ed25519PrivateKey.generate())
    headers = {**signature, "Content-Encoding": encoding}
    assert await discord.post(body, headers) == (400, {"error": "unreadable"})
    assert discord.counted() == {"unreadable": 1}
    assert caplog.text == ""
    assert (await discord.post(PRESS, {**discord.headers(json.dumps(PRESS).encode()), **IDENTITY}))[0] == 202


@pytest.mark.parametrize(
    "rest",
    [
        b"Transfer-Encoding: chunked\r\n\r\nno number\r\n",
        b"Content-Length: 100\r\n\r\nonly the beginning",
        b"a header without a colon\r\n\r\n",
    ],
)
async def test_what_is_no_proper_http_leaves_no_traceback_in_the_log(
    rest: bytes, discord: Discord, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", discord.endpoint.port)
    signature = "".join(f"{name}: {value}\r\n" for name, value in discord.headers(b"").items())
    writer.write(f"POST {ENDPOINT_PATH} HTTP/1.1\r\nHost: x\r\n{signature}".encode() + rest)
    await writer.drain()
    writer.write_eof()
    said = await asyncio.wait_for(reader.read(), 5)
    writer.close()
    await writer.wait_closed()
    assert re.match(rb"$|HTTP/1\.[01] 400 ", said)
    await discord.endpoint.stop()
    assert caplog.text == ""


async def test_a_mistake_of_ours_is_still_in_the_log(
    discord: Discord, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cluster.endpoint.read_payload", None)
    with pytest.raises(json.JSONDecodeError):
        await discord.post(PRESS)
    assert "TypeError" in caplog.text


async def test_without_the_database_nothing_is_taken(discord: Discord) -> None:
    """Discord tells the person, who presses again."""
    discord.store_fails = True
    assert await discord.post(PRESS) == (503, {"error": "not_saved"})
    discord.store_fails = False
    assert (await discord.post(PRESS))[0] == 202


async def test_requests_are_counted_by_what_became_of_them(discord: Discord) -> None:
    await discord.post({"id": "1", "type": 1})
    await discord.post(PRESS)
    await discord.post(PRESS)
    await discord.post(PRESS, {})
    assert discord.counted() == dict.fromkeys(("no_signature", "ping", "replayed", "taken"), 1)


async def test_only_posts_to_one_address_are_served(discord: Discord) -> None:
    root = f"http://127.0.0.1:{discord.endpoint.port}"
    async with aiohttp.ClientSession() as session:
        for method, path, status in (
            ("GET", ENDPOINT_PATH, 405),
            ("POST", "/", 404),
            ("GET", "/metrics", 404),
        ):
            async with session.request(method, root + path) as answer:
                assert answer.status == status


async def test_a_port_of_another_program_is_said(discord: Discord) -> None:
    other = Discord()
    with pytest.raises(ListenError) as caught:
        await other.endpoint.start("127.0.0.1", discord.endpoint.port)
    assert caught.value.code == ExitCode.PORT_TAKEN
    assert str(caught.value).startswith(f"KICKDOOR_HTTP_PORT {discord.endpoint.port} cannot be listened on")


def test_the_largest_ids_are_read() -> None:
    assert read_payload(b'{"id": "9223372036854775807", "type": 2}') is not None
