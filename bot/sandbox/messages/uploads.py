"""Turn uploaded files into attachments of a message."""

import io
import mimetypes
import re
from dataclasses import dataclass, replace

from PIL import Image, UnidentifiedImageError

from bot.sandbox.protocol.errors import Problem, invalid_form, refusal
from bot.sandbox.protocol.values import Json, number, objects
from bot.sandbox.world import render
from bot.sandbox.world.model import Attachment, Channel
from bot.sandbox.world.state import World

MAX_ATTACHMENTS = 10


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a multipart request; `index` is the n of `files[n]`."""

    index: int
    filename: str
    content_type: str | None
    data: bytes


def store(
    world: World,
    channel: Channel,
    upload: Upload,
    *,
    name: str = "",
    description: str | None = None,
) -> Attachment:
    """Store a file for download under the name that Discord would give it."""
    if len(upload.data) > render.MAX_ATTACHMENT_BYTES:
        raise refusal(40005)
    filename = re.sub(r"[^\w.\-]", "_", name or upload.filename) or "file"
    width, height = _size(upload.data)
    kind = upload.content_type
    if kind in (None, "", "application/octet-stream"):
        kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    attachment = Attachment(
        world.ids.take(),
        channel.id,
        filename,
        str(kind),
        upload.data,
        description or None,
        width,
        height,
    )
    world.attachments[attachment.id] = attachment
    return attachment


def _size(data: bytes) -> tuple[int | None, int | None]:
    """Return width and height of a picture."""
    try:
        return Image.open(io.BytesIO(data)).size
    except UnidentifiedImageError:
        return None, None


def arrange(
    world: World, channel: Channel, body: Json, uploads: list[Upload], old: list[Attachment]
) -> list[Attachment]:
    """Return a message's attachments after a request.

    A request that lists `attachments` keeps only the old ones it names; without the list all
    are kept. New files need no entry in it.
    """
    if "attachments" not in body:
        kept = [*old]
        kept += [store(world, channel, upload) for upload in uploads]
    else:
        kept = _listed(world, channel, body, uploads, old)
    if len(kept) > MAX_ATTACHMENTS:
        text = f"Must be {MAX_ATTACHMENTS} or fewer in length."
        raise invalid_form([Problem(("attachments",), "BASE_TYPE_MAX_LENGTH", text)])
    return kept


def _listed(
    world: World, channel: Channel, body: Json, uploads: list[Upload], old: list[Attachment]
) -> list[Attachment]:
    before = {attachment.id: attachment for attachment in old}
    fresh = {upload.index: upload for upload in uploads}
    kept: list[Attachment] = []
    for index, entry in enumerate(objects(body["attachments"])):
        id = number(entry.get("id"))
        if id in before:
            known = before[id]
            kept.append(replace(known, description=entry.get("description", known.description)))
        elif id in fresh:
            upload = fresh.pop(id)
            name = str(entry.get("filename") or "")
            kept.append(store(world, channel, upload, name=name, description=entry.get("description")))
        else:
            text = "No file and no attachment has this id"
            raise invalid_form([Problem(("attachments", index, "id"), "ATTACHMENT_UNKNOWN", text)])
    return kept + [store(world, channel, upload) for upload in fresh.values()]


class Resolver:
    """Turn a URL in a component into a media object."""

    def __init__(self, world: World, attachments: list[Attachment]) -> None:
        self._world = world
        self._by_name = {f"attachment://{a.filename}": a for a in attachments}

    def __call__(self, url: str) -> Json:
        """Resolve an attached file by its name; any other link stays as it is."""
        attachment = self._by_name.get(url)
        if attachment is None:
            return {"url": url, "proxy_url": url, "loading_state": 2}
        link = render.attachment_url(self._world, attachment)
        return {
            "url": link,
            "proxy_url": link,
            "width": attachment.width,
            "height": attachment.height,
            "content_type": attachment.content_type,
            "loading_state": 2,
            "attachment_id": str(attachment.id),
        }
