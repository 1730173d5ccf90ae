"""A look at Discord's answers before the library takes them: whether they can be read, and mean success."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

import aiohttp
from discord.webhook import async_ as webhooks


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
    """Look at answers before the library: it repeats failing uploads for 25 s."""
    sent_as = end.response.request_info.headers.get("Content-Type", "")
    if end.response.status >= 500 and sent_as.startswith("multipart/"):
        end.response.close()
        raise UploadFailedError(f"HTTP {end.response.status}")


@contextmanager
def checked_webhooks() -> Generator[None]:
    """Have the library use ``CheckedWebhooks`` for a while, in all tasks made meanwhile."""
    before = webhooks.async_context.set(cast(Any, CheckedWebhooks)())
    try:
        yield
    finally:
        webhooks.async_context.reset(before)


class CheckedWebhooks(webhooks.AsyncWebhookAdapter):
    """The library's adapter for webhooks and answers to interactions, which looks at what comes back.

    The library has no public name for it; `tests/bot/discord_patches/test_requests.py` notices if it changes.
    """

    async def request(self, *given: Any, params: dict[str, Any] | None = None, **more: Any) -> Any:
        """Make a request; an answer that cannot be read is an error of the connection."""
        with readable():
            answer = await super().request(*given, params=params, **more)
            if "with_response" in (params or {}):
                # The library reads it later, where nobody expects it to fail.
                int(answer["interaction"]["id"])
            return answer
