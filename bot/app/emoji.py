"""Keeps the emoji of the bot's own application in step with our pictures, under names that hold a digest.

Cards' drawings are none of them: no phone shows those at the height of a line, and seven hundred uploads
would take most of a first day.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import re

import discord

from bot.views.base import emoji
from bot.views.pictures.faces import cut_out, draw_svg

log = logging.getLogger(__name__)

SIZE_PX = 128

_OWN_NAME = re.compile(r"kd_[a-z0-9_]+_[0-9a-f]{6}")
"""Anything else among the application's emoji is somebody's own."""


async def keep_emoji(client: discord.Client, *, uploads: bool) -> None:
    """Use the pictures that Discord has; before that upload what is missing, and delete what is outdated.

    Whatever goes wrong, cards have Unicode's signs, and the next start tries again.
    """
    names = {f"kd_{name}_{_digest(look)}": name for name, look in emoji.LOOKS.items()}
    found: dict[str, discord.Emoji] = {}
    try:
        found |= {each.name: each for each in await client.fetch_application_emojis()}
        for full in [full for full in names if uploads and full not in found]:
            image = await asyncio.to_thread(_png, emoji.LOOKS[names[full]])
            found[full] = await client.create_application_emoji(name=full, image=image)
        outdated = [each for full, each in found.items() if _OWN_NAME.fullmatch(full) and full not in names]
        for each in outdated if uploads else ():
            await each.delete()
    except Exception as error:
        log.warning("cards have plain signs where Discord lacks our emoji: %s", error)
    emoji.use({names[full]: (full, each.id) for full, each in found.items() if full in names})


def _digest(look: str) -> str:
    """Return what changes with the picture: not its bytes, which depend on the libraries that draw."""
    return hashlib.sha256(cut_out(look, SIZE_PX).encode()).hexdigest()[:6]


def _png(look: str) -> bytes:
    buffer = io.BytesIO()
    draw_svg(cut_out(look, SIZE_PX)).save(buffer, "PNG")
    return buffer.getvalue()
