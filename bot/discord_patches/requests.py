"""What we read of Discord's answers: whether they can be read at all, and of a new message its id alone.

Of the answer to an interaction's callback the library makes a message that nobody here asks for.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

import aiohttp
from discord.http import MultipartParameters, Route
from discord.utils import MISSING
from discord.webhook import async_ as webhooks

_UPDATE_MESSAGE = 7
"""Discord's number of the answer that puts something else into the message that was pressed."""

_CALLBACK_TYPE_PATTERN = re.compile(r'\{"type":\s?(\d+)')


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

    async def request(self, *given: Any, **more: Any) -> Any:
        """Make a request; an answer that cannot be read is an error of the connection."""
        with readable():
            return await super().request(*given, **more)

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


def _callback_type(params: MultipartParameters) -> int:
    """Return which kind of answer this is; 0 if it cannot be told."""
    if params.payload is not None and params.payload is not MISSING:
        return int(params.payload.get("type", 0))
    fields = params.multipart or []
    found = _CALLBACK_TYPE_PATTERN.match(str(fields[0]["value"])) if fields else None
    return int(found[1]) if found else 0
