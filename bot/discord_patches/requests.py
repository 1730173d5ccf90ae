"""How our requests to Discord are put together, and how much of the answers is read.

An action causes some four requests, most of them with pictures. The library hands each part of such a body to
aiohttp by itself, which wraps and sends each by itself; joined to one piece they take a quarter of the time.
Of the answer to an interaction's callback it makes a message that nobody here asks for: only the id of a new
message counts.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any, cast

import aiohttp
import discord
from discord.http import MultipartParameters, Route
from discord.utils import MISSING
from discord.webhook import async_ as webhooks

MAX_JOINED_BYTES = 1_000_000
"""Bytes of a body that is sent in one piece; a larger one would hold up the event loop."""

_UPDATE_MESSAGE = 7
"""Discord's number of the answer that puts something else into the message that was pressed."""

_BOUNDARY = secrets.token_hex(16)
"""Stands between the parts of a body. Nobody outside knows it, so that no part can hold it."""

_written: Callable[[object], str] = discord.utils._to_json  # pyright: ignore[reportPrivateUsage]  # by orjson if it is there

_PLAIN_NAME_PATTERN = re.compile(r"[\w.-]*", re.ASCII)
"""Names of files that need no quoting; ours are such."""

_CALLBACK_TYPE_PATTERN = re.compile(r'\{"type":\s?(\d+)')


@dataclass(frozen=True, slots=True)
class JoinedBody:
    """A body in one piece."""

    data: bytes
    content_type: str

    def as_payload(self) -> aiohttp.Payload:
        """Return it as what an aiohttp session sends."""
        return aiohttp.BytesPayload(self.data, content_type=self.content_type)


@dataclass(frozen=True, slots=True)
class BodyPart:
    """One part of a body: the JSON if it has no file name, a file otherwise."""

    name: str
    data: bytes
    file_name: str = ""

    def lines(self) -> Iterable[bytes]:
        """Yield it with what stands before it."""
        file = f'; filename="{self.file_name}"' if self.file_name else ""
        kind = "application/octet-stream" if self.file_name else "application/json"
        yield (
            f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{self.name}"{file}\r\n'
            f"Content-Type: {kind}\r\n\r\n"
        ).encode()
        yield self.data
        yield b"\r\n"


def joined(parts: Iterable[BodyPart]) -> JoinedBody:
    """Return a body of these parts in one piece."""
    pieces = [piece for part in parts for piece in part.lines()]
    pieces.append(f"--{_BOUNDARY}--\r\n".encode())
    return JoinedBody(b"".join(pieces), f"multipart/form-data; boundary={_BOUNDARY}")


def to_json(value: object) -> str:
    """Return the value as compact JSON, written as the library writes it."""
    return _written(value)


class UploadFailedError(aiohttp.ClientError):
    """Discord is broken for a request with files."""


@contextmanager
def readable() -> Generator[None]:
    """Turn what the library raises over an answer that it cannot read into an error of the connection."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise aiohttp.ClientPayloadError(f"an answer that cannot be read: {type(error).__name__}") from error


async def refuse_odd_answers(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
    """Look at answers before the library: it repeats failing uploads for 25 s, and takes any 200 for success.

    Where no message is asked for in return, Discord answers an interaction with 204.
    """
    if end.response.status == 200 and end.url.path.endswith("/callback") and not end.url.query:
        end.response.close()
        raise aiohttp.ClientPayloadError("HTTP 200 instead of 204")
    sent_as = end.response.request_info.headers.get("Content-Type", "")
    if end.response.status >= 500 and sent_as.startswith("multipart/"):
        end.response.close()
        raise UploadFailedError(f"HTTP {end.response.status}")


@contextmanager
def lean_webhooks() -> Generator[None]:
    """Have the library answer interactions by a ``LeanWebhooks`` for a while, in all tasks made meanwhile."""
    before = webhooks.async_context.set(cast(Any, LeanWebhooks)())
    try:
        yield
    finally:
        webhooks.async_context.reset(before)


class LeanWebhooks(webhooks.AsyncWebhookAdapter):
    """The library's adapter for webhooks and answers to interactions, with less work for the same requests.

    The library has no public name for it; `tests/bot/discord_patches/test_requests.py` notices if it changes.
    """

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        payload: dict[str, Any] | None = None,
        multipart: list[dict[str, Any]] | None = None,
        files: Sequence[discord.File] | None = None,
        **more: Any,
    ) -> Any:
        body = _joined_form(multipart) if multipart else None
        with readable():
            if body is None:
                return await super().request(
                    route, session, payload=payload, multipart=multipart, files=files, **more
                )
            return await super().request(route, cast(aiohttp.ClientSession, _Sender(session, body)), **more)

    async def create_interaction_response(
        self,
        interaction_id: int,
        token: str,
        *,
        session: aiohttp.ClientSession,
        params: MultipartParameters,
        **more: Any,
    ) -> Any:
        """Answer an interaction; ask for no more in return than is needed."""
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=interaction_id,
            webhook_token=token,
        )
        wanted = _callback_type(params) != _UPDATE_MESSAGE
        content: dict[str, Any] = (
            {"multipart": params.multipart, "files": params.files}
            if params.files
            else {"payload": params.payload}
        )
        answer = await self.request(
            route, session, params={"with_response": "1"} if wanted else None, **content, **more
        )
        told = cast(dict[str, Any], answer) if wanted and isinstance(answer, dict) else {}
        # Without the message: the library would make an object of it.
        return {"interaction": told.get("interaction", {"id": interaction_id})}


class _Sender:
    """Sends a body that is ready, in the place of the session that the library would have build one."""

    def __init__(self, session: aiohttp.ClientSession, body: JoinedBody) -> None:
        self._session = session
        self._body = body

    def request(self, method: str, url: str, *, headers: dict[str, str], data: object, **more: Any) -> Any:
        """Make the request that the library asks for."""
        headers = {**headers, "Content-Type": self._body.content_type}
        return self._session.request(method, url, headers=headers, data=self._body.data, **more)


def _joined_form(fields: list[dict[str, Any]]) -> JoinedBody | None:
    """Return the library's form in one piece; None for one that is large or unusual."""
    parts: list[BodyPart] = []
    for field in fields:
        value, file_name = field["value"], field.get("filename", "")
        if not (isinstance(value, str | BytesIO) and _PLAIN_NAME_PATTERN.fullmatch(file_name)):
            return None
        data = value.encode() if isinstance(value, str) else value.getvalue()
        parts.append(BodyPart(field["name"], data, file_name))
    size = sum(len(part.data) for part in parts)
    return joined(parts) if size <= MAX_JOINED_BYTES else None


def _callback_type(params: MultipartParameters) -> int:
    """Return which kind of answer this is; 0 if it cannot be told."""
    if params.payload is not None and params.payload is not MISSING:
        return int(params.payload.get("type", 0))
    fields = params.multipart or []
    found = _CALLBACK_TYPE_PATTERN.match(str(fields[0]["value"])) if fields else None
    return int(found[1]) if found else 0
