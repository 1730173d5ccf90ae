"""Draws the gallery into build/gallery: every moment on a phone and a desktop. ``make gallery`` runs it.

``make gallery ARGS=WORDS`` draws only what has these words in its name, on a phone; ``sheet`` puts sixty
drawings of cards on one sheet, dark and light.
"""

import asyncio
import sys
from html import escape

from tests.browser import CHROMIUM
from tests.e2e.bot_process import ROOT
from tests.gallery.budget import fault_of
from tests.gallery.moments import moments
from tests.gallery.page import gallery_page
from tests.gallery.sheet import draw_sheets

FOLDER = ROOT / "build" / "gallery"
SHEET_NAME = "sheet"
VARIANTS = (
    ("phone", 390, 844, True),
    ("desktop", 1280, 800, False),
    ("phone-light", 390, 844, False),
    ("desktop-dark", 1280, 800, True),
)


async def draw_gallery(wanted: str) -> None:
    """Draw every moment whose name has these words, and print how large it is."""
    shown = [moment for moment in moments() if wanted in moment.name]
    rows: list[str] = []
    async with gallery_page() as page:
        for variant, width, height, dark in VARIANTS[: 1 if wanted else None]:
            sizes = await page.show([moment.screen for moment in shown], width, height, dark=dark)
            for number, (moment, size) in enumerate(zip(shown, sizes, strict=True)):
                name = f"{moment.name.replace(' ', '-')}-{variant}.png"
                (FOLDER / name).write_bytes(await page.shot(number))
                fault = fault_of(moment.name, size) if variant == "phone" else ""
                if variant == "phone":
                    print(f"{size.height_px:5} px {size.lines:3} lines  {moment.name} {fault}")  # noqa: T201
                rows.append(
                    f'<figure><img src="{name}"><figcaption>{escape(moment.name)}</figcaption></figure>'
                )
    (FOLDER / "index.html").write_text("\n".join(rows))


if __name__ == "__main__":
    words = " ".join(sys.argv[1:])
    FOLDER.mkdir(parents=True, exist_ok=True)
    if words in ("", SHEET_NAME):
        draw_sheets(FOLDER)
    if words != SHEET_NAME:
        if CHROMIUM is None:
            sys.exit("make gallery needs Chromium")
        asyncio.run(draw_gallery(words))
