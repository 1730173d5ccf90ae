"""Read a request's body: JSON, or a form with `payload_json` and files."""

import json
import re
from dataclasses import dataclass, field

from aiohttp import BodyPartReader, web

from bot.sandbox.errors import refusal
from bot.sandbox.uploads import Upload
from bot.sandbox.wire import Json, an_object, objects

MOST_BYTES = 25 * 1024 * 1024

_FILE = re.compile(r"files\[(\d{1,3})\]")


@dataclass(slots=True)
class Body:
    """What came: the JSON as it is, and the files."""

    value: object = None
    uploads: list[Upload] = field(default_factory=list[Upload])

    @property
    def fields(self) -> Json:
        """The JSON if it is an object; callbacks keep their message under `data`."""
        return an_object(self.value)

    @property
    def items(self) -> list[Json]:
        """The JSON if it is an array of objects."""
        return objects(self.value)


async def read(request: web.Request) -> Body:
    """Read a body, refusing broken JSON and too many bytes."""
    if not request.body_exists:
        return Body()
    if request.content_type == "multipart/form-data":
        return await _multipart(request)
    try:
        raw = await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise refusal(40005) from None
    return Body(_json(raw)) if raw else Body()


async def _multipart(request: web.Request) -> Body:
    body = Body()
    total = 0
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        if not isinstance(part, BodyPartReader):
            raise refusal(50109)
        data = bytes(await part.read())
        total += len(data)
        if total > MOST_BYTES:
            raise refusal(40005)
        if part.name == "payload_json":
            body.value = _json(data)
        elif found := _FILE.fullmatch(part.name or ""):
            kind = part.headers.get("Content-Type")
            body.uploads.append(Upload(int(found[1]), part.filename or "file", kind, data))
    return body


def _json(raw: bytes) -> object:
    try:
        return json.loads(raw)
    except ValueError:
        raise refusal(50109) from None
