"""A client of the sandbox's REST API that sends exactly what a test writes."""

import io
import json
from types import TracebackType
from typing import Any, Self

import aiohttp

from tests.sandbox.box import Sandbox


class Wire:
    """Send raw requests with the bot's token."""

    def __init__(self, box: Sandbox) -> None:
        self.box = box
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._session is not None
        await self._session.close()

    @property
    def session(self) -> aiohttp.ClientSession:
        assert self._session is not None
        return self._session

    async def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: dict[str, bytes] | None = None,
        token: str | None = None,
    ) -> tuple[int, Any]:
        """Return status and body; a refusal's body has its code."""
        headers = {"Authorization": f"Bot {token or self.box.token}"}
        data: Any = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body or {}))
            for index, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
        elif body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = self.box.api_base + path
        async with self.session.request(method, url, data=data, headers=headers) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def code(self, method: str, path: str, body: Any = None, **more: Any) -> int:
        """Return the code of a refusal, 0 for success."""
        status, answer = await self.call(method, path, body, **more)
        return 0 if status < 300 else int(answer["code"])
