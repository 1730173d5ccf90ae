"""Shows screens as the sandbox's page draws them, and measures them, in a headless Chromium."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from aiohttp import web
from PIL import Image

from bot.sandbox.page import files
from bot.views.base.layout import Screen
from bot.views.base.paint import paint
from bot.views.pictures.render import render_png
from tests.browser import Browser

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/page/icon.svg">
<link rel="stylesheet" href="/page/theme.css"><link rel="stylesheet" href="/page/layout.css">
<link rel="stylesheet" href="/page/message.css"><link rel="stylesheet" href="/page/controls.css"></head>
<body><ol id="messages" class="messages"></ol></body></html>"""

DRAW_SCRIPT = """(async messages => {
  const { drawMessage } = await import('/page/message.js');
  const nobody = { id: '1', users: new Map(), channels: new Map(), guilds: new Map(), messages: new Map(),
                   me: null, membersOf: () => [], guildOf: () => null };
  const list = document.querySelector('#messages');
  list.replaceChildren(...messages.map(message => drawMessage(nobody, null, message, false)));
  list.querySelectorAll('img').forEach(image => { image.loading = 'eager'; });
  await Promise.all([...list.querySelectorAll('img')].map(image => image.decode()));
})"""

MEASURE_SCRIPT = """[...document.querySelectorAll('#messages > .message')].map(message => {
  const lines = element => {
    const style = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()].filter(box => box.width > 0);
    const tops = boxes.map(box => box.bottom).sort((a, b) => a - b);
    let count = 0, last = -Infinity;
    for (const top of tops) if (top - last > 9) { count += 1; last = top; }
    return count;
  };
  const blocks = [...message.querySelectorAll('.words > *')]
    .filter(block => !block.matches('.h2, .h3, .h1') && !block.textContent.startsWith('👉'));
  return {
    height: Math.ceil(message.getBoundingClientRect().height),
    lines: blocks.reduce((sum, block) => sum + lines(block), 0),
    wide: message.scrollWidth > message.clientWidth,
  };
})"""

ONLY_SCRIPT = """(number => document.querySelectorAll('#messages > .message').forEach((message, place) => {
  message.hidden = place !== number;
}))(%d)"""


@dataclass(frozen=True, slots=True)
class Size:
    """How high a message is, and how many lines its texts take below their headings."""

    height_px: int
    lines: int
    too_wide: bool


class GalleryPage:
    """A page that shows screens as messages."""

    def __init__(self, browser: Browser, url: str, pictures: list[bytes]) -> None:
        self.browser = browser
        self._url = url
        self._pictures = pictures

    async def show(self, screens: Sequence[Screen], width: int, height: int, *, dark: bool) -> list[Size]:
        """Show screens one below the other and return how large each is."""
        await self.browser.resize(width, height, dark=dark)
        messages = [self._message(screen, number) for number, screen in enumerate(screens)]
        await self.browser.goto(self._url)
        await self.browser.run(f"{DRAW_SCRIPT}({json.dumps(messages)})")
        found = await self.browser.run(MEASURE_SCRIPT)
        return [Size(each["height"], each["lines"], each["wide"]) for each in found]

    async def shot(self, number: int) -> bytes:
        """Return a picture of one of the screens alone, as it stands in the window."""
        await self.browser.run(ONLY_SCRIPT % number)
        return await self.browser.shot()

    def _message(self, screen: Screen, number: int) -> dict[str, Any]:
        """Return a screen as Discord would send it."""
        painted = screen.with_pictures({sketch: render_png(sketch) for sketch in screen.sketches()})
        places = {f"attachment://{file.name}": self._place(file.data) for file in painted.files}
        author = {"id": "2", "username": "Kickdoor", "global_name": "Kickdoor", "bot": True}
        return {
            "id": str(number), "type": 0, "flags": 1 << 15, "author": author, "content": "", "mentions": [],
            "mention_roles": [], "mention_everyone": False, "embeds": [], "attachments": [],
            "components": _placed(paint(painted).to_components(), places),
            "timestamp": "2030-01-01T12:00:00Z", "edited_timestamp": None,
        }  # fmt: skip

    def _place(self, data: bytes) -> dict[str, Any]:
        """Keep a picture for the page and return where it is found."""
        self._pictures.append(data)
        wide, high = Image.open(BytesIO(data)).size
        return {"url": f"{self._url}picture/{len(self._pictures) - 1}", "width": wide, "height": high}


def _placed(value: Any, places: dict[str, dict[str, Any]]) -> Any:
    """Return components with the addresses of their pictures."""
    if isinstance(value, list):
        return [_placed(each, places) for each in value]
    if not isinstance(value, dict):
        return value
    found = places.get(str(value.get("url", "")), {})
    return {**{key: _placed(each, places) for key, each in value.items()}, **found}


@asynccontextmanager
async def gallery_page() -> AsyncIterator[GalleryPage]:
    """Serve an empty page with the sandbox's style on this machine, and open it."""
    pictures: list[bytes] = []
    app = web.Application()
    files.add_to(app)

    async def index(request: web.Request) -> web.Response:
        return web.Response(text=PAGE, content_type="text/html")

    async def picture(request: web.Request) -> web.Response:
        return web.Response(body=pictures[int(request.match_info["number"])], content_type="image/png")

    app.router.add_get("/gallery/", index)
    app.router.add_get(r"/gallery/picture/{number:\d+}", picture)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        async with Browser() as browser:
            yield GalleryPage(browser, f"http://127.0.0.1:{port}/gallery/", pictures)
    finally:
        await runner.cleanup()
