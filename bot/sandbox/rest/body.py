"""Read a request's body: JSON, or a form with `payload_json` and files."""

import json
import re
from dataclasses import dataclass, field

from aiohttp import BodyPartReader, web

from bot.sandbox.messages.uploads import Upload
from bot.sandbox.protocol.errors import refusal
from bot.sandbox.protocol.values import Json, as_object, objects

MAX_BODY_BYTES = 25 * 1024 * 1024

_FILE_FIELD = re.compile(r"files\[(\d{1,3})\]")


@dataclass(slots=True)
class RequestBody:
    """The parsed body: its JSON value and its files."""

    value: object = None
    uploads: list[Upload] = field(default_factory=list[Upload])

    @property
    def fields(self) -> Json:
        """The JSON if it is an object; callbacks keep their message under `data`."""
        return as_object(self.value)

    @property
    def items(self) -> list[Json]:
        """The JSON if it is an array of objects."""
        return objects(self.value)


async def read(request: web.Request) -> RequestBody:
    """Read a body. Refuses broken JSON and too many bytes."""
    if not request.body_exists:
        return RequestBody()
    if request.content_type == "multipart/form-data":
        return await _multipart(request)
    try:
        raw = await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise refusal(40005) from None
    return RequestBody(_json(raw)) if raw else RequestBody()


async def _multipart(request: web.Request) -> RequestBody:
    body = RequestBody()
    total = 0
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        if not isinstance(part, BodyPartReader):
            raise refusal(50109)
        data = bytes(await part.read())
        total += len(data)
        if total > MAX_BODY_BYTES:
            raise refusal(40005)
        if part.name == "payload_json":
            body.value = _json(data)
        elif found := _FILE_FIELD.fullmatch(part.name or ""):
            kind = part.headers.get("Content-Type")
            body.uploads.append(Upload(int(found[1]), part.filename or "file", kind, data))
    return body


def _json(raw: bytes) -> object:
    try:
        return json.loads(raw)
    except ValueError:
        raise refusal(50109) from None
