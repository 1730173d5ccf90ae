"""Listens for Discord's signed requests and passes on what people press.

A request is answered with 202 as soon as it is taken; the answer to the press goes by the callback route, as
it does for a press that comes by the gateway.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from aiohttp import hdrs, web
from aiohttp.http import HttpProcessingError
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from prometheus_client import Counter

from bot.operations.connections import GuardedRunner
from bot.store.api import StoreError

log = logging.getLogger(__name__)
http_log = logging.getLogger(f"{__name__}.http")
"""What aiohttp says about the requests of this endpoint."""

ENDPOINT_PATH = "/interactions"

MAX_BODY_BYTES = 1024 * 1024
"""Bytes of one request. The largest message that can be pressed, with all its menus, takes half of them."""

MAX_CONNECTIONS = 512
"""Connections at a time: half of the files that a process may usually open."""

BODY_TIMEOUT_S = 3.0
"""Seconds for the body of a request to come: Discord waits no longer for the answer."""

PING_TYPE = PONG_TYPE = 1
INTERACTION_TYPES = (2, 3, 4, 5)
MAX_ID_DIGITS = 19

SIGNATURE_HEADER = "X-Signature-Ed25519"
TIMESTAMP_HEADER = "X-Signature-Timestamp"

SIGNATURE_BYTES = 64
MAX_TIMESTAMP_DIGITS = 12

SignatureRefusal = Literal["no_signature", "old_signature", "bad_signature"]
"""Why a request is not taken for one of Discord's."""

RequestRefusal = SignatureRefusal | Literal["replayed", "too_large", "unreadable", "not_saved"]

STATUS_OF_REFUSAL: dict[RequestRefusal, int] = {
    "no_signature": 401,
    "old_signature": 401,
    "bad_signature": 401,
    "replayed": 401,
    "too_large": 413,
    "unreadable": 400,
    "not_saved": 503,
}


SENDER_ERRORS = (HttpProcessingError, web.RequestPayloadError, ConnectionError)
"""What aiohttp raises where the sender writes no proper HTTP, or hangs up before the end."""


def is_our_fault(record: logging.LogRecord) -> bool:
    """Return False for a line of the log that anybody could cause by what they send, signed or not."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, SENDER_ERRORS)


http_log.addFilter(is_our_fault)


class UnreadableInteractionError(Exception):
    """What Discord has signed cannot be read as an interaction."""


Payload = dict[str, Any]
"""An interaction as Discord describes it."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What the headers of a request claim."""

    value: bytes
    timestamp: str


class SignatureChecker:
    """Knows the application's public key, and how old a signature may be."""

    def __init__(self, public_key: str, max_age_s: float, clock: Callable[[], float]) -> None:
        """``public_key`` is 64 hexadecimal digits, ``clock`` gives seconds since 1970.

        Raises ValueError for what is no key.
        """
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        self._max_age_s = max_age_s
        self._clock = clock

    def read(self, headers: Mapping[str, str]) -> Signature | SignatureRefusal:
        """Return what the headers claim, if it may still be true: the body need not be read otherwise.

        Old and future alike are refused, since either clock may be the wrong one.
        """
        timestamp = headers.get(TIMESTAMP_HEADER, "")
        digits = headers.get(SIGNATURE_HEADER, "")
        if not timestamp.isdecimal() or not timestamp.isascii() or len(timestamp) > MAX_TIMESTAMP_DIGITS:
            return "no_signature"
        if len(digits) != 2 * SIGNATURE_BYTES or not digits.isalnum():  # fromhex passes over blanks
            return "no_signature"
        try:
            value = bytes.fromhex(digits)
        except ValueError:
            return "no_signature"
        signature = Signature(value, timestamp)
        return "old_signature" if self._is_old(signature) else signature

    def refusal(self, signature: Signature, body: bytes) -> SignatureRefusal | None:
        """Return why the body is not what was signed, or has come too late; None if it is to be taken."""
        if self._is_old(signature):
            return "old_signature"
        try:
            self._key.verify(signature.value, signature.timestamp.encode() + body)
        except InvalidSignature:
            return "bad_signature"
        return None

    def _is_old(self, signature: Signature) -> bool:
        return abs(self._clock() - int(signature.timestamp)) > self._max_age_s


class InteractionEndpoint:
    """Takes each press once, whichever process of the application it is given to."""

    def __init__(
        self,
        checker: SignatureChecker,
        is_new: Callable[[int], Awaitable[bool]],
        take: Callable[[Payload, float], None],
        requests: Counter,
    ) -> None:
        """``is_new`` says, once for each id and all processes together, that a press has not come before.

        ``take`` gets what is pressed and when that came, by ``time.monotonic``: from then on Discord waits
        for three seconds. It raises ``UnreadableInteractionError`` and does not wait."""
        self._checker = checker
        self._is_new = is_new
        self._take = take
        self._requests = requests
        self._runner: web.AppRunner | None = None
        self.port = 0

    async def start(self, host: str, port: int) -> None:
        """Listen; port 0 takes a free one. Raises ``ListenError``."""
        app = web.Application(client_max_size=MAX_BODY_BYTES)
        app.router.add_post(ENDPOINT_PATH, self._serve)
        # Nothing is unpacked: what is signed is what was sent, and Discord packs nothing.
        self._runner = GuardedRunner(app, MAX_CONNECTIONS, auto_decompress=False, logger=http_log)
        self.port = await self._runner.listen("KICKDOOR_HTTP", host, port)

    async def stop(self) -> None:
        """Take nothing more."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _serve(self, request: web.Request) -> web.Response:
        refusal, pong = await self._receive(request)
        if refusal is not None:
            self._requests.labels(refusal).inc()
            return _json({"error": refusal}, STATUS_OF_REFUSAL[refusal])
        self._requests.labels("ping" if pong else "taken").inc()
        return _json({"type": PONG_TYPE}, 200) if pong else web.Response(status=202)

    async def _receive(self, request: web.Request) -> tuple[RequestRefusal | None, bool]:
        """Take what was sent; return why not, and whether it was a ping."""
        arrived = time.monotonic()
        signature = self._checker.read(request.headers)
        if isinstance(signature, str):
            return signature, False
        if request.headers.get(hdrs.CONTENT_ENCODING, "identity") != "identity":
            return "unreadable", False
        try:
            async with asyncio.timeout(BODY_TIMEOUT_S):
                body = await request.read()
        except web.HTTPRequestEntityTooLarge:
            return "too_large", False
        except (*SENDER_ERRORS, TimeoutError):
            return "unreadable", False
        if refusal := self._checker.refusal(signature, body):
            return refusal, False
        payload = read_payload(body)
        if payload is None:
            return "unreadable", False
        try:
            if not await self._is_new(int(payload["id"])):
                return "replayed", False
        except StoreError as error:
            log.warning("a press was not taken: %s", error)
            return "not_saved", False
        if payload["type"] == PING_TYPE:
            return None, True
        try:
            self._take(payload, arrived)
        except UnreadableInteractionError as error:
            log.error("interaction %s cannot be read: %s", payload["id"], error)
            return "unreadable", False
        return None, False


def read_payload(body: bytes) -> Payload | None:
    """Return a signed body as an interaction with its id and type; None where it is none."""
    try:
        found: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    payload = cast("Payload", found)
    number, kind = payload.get("id"), payload.get("type")
    if (
        not isinstance(number, str)
        or not number.isdecimal()
        or not number.isascii()
        or len(number) > MAX_ID_DIGITS
    ):
        return None
    known = isinstance(kind, int) and not isinstance(kind, bool) and kind in (PING_TYPE, *INTERACTION_TYPES)
    return payload if known and int(number) < 1 << 63 else None


def _json(value: object, status: int) -> web.Response:
    # With a charset in the content type some clients take it for plain text.
    return web.Response(body=json.dumps(value).encode(), status=status, content_type="application/json")
