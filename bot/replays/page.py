"""A finished game as one HTML file: no network, for a phone as for a keyboard, words for every picture."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.replays.markup import inline_to_html, to_html, to_plain
from bot.replays.replay import Chapter, Replay
from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.layout import Block, Picture, Screen
from bot.views.base.sketches import Sketch
from bot.views.games import screens_of
from bot.views.pictures.render import render_png
from bot.views.table.fairness import proof_text, sealed_line
from bot.views.table.replay import cut_at, own_cards

TEMPLATE_PATH = Path(__file__).with_name("page.html")
MAX_PICTURES_CHARS = 7_000_000
"""Characters of all pictures in a page: Discord takes files of 10 MB."""

_MARK_PATTERN = re.compile("__TITLE__|__GAME__")


def page_html(replay: Replay, *, with_hands: bool) -> str:
    """Return the page. Without hands it has only what everybody at the table has seen."""
    views = [replay.view(number) for number in range(len(replay.chapters))]
    files = _Files()
    chapters = [
        _chapter(replay, number, view, files, with_hands=with_hands) for number, view in enumerate(views)
    ]
    fairness = (
        proof_text(replay.table) if with_hands and replay.table.seed >= 0 else sealed_line(replay.table)
    )
    title = to_plain(replay.title)
    data = {
        "note": replay.note,
        "fairness": to_html(fairness),
        "hands": with_hands,
        "chapters": chapters,
        "pictures": files.data,
    }
    # Nothing in the data can end the element that holds it.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    template = TEMPLATE_PATH.read_text(encoding="utf-8")
    filled = {"__TITLE__": html.escape(title), "__GAME__": text}
    # In one go, for somebody may be called like a mark.
    return _MARK_PATTERN.sub(lambda mark: filled[mark[0]], template)


class _Files:
    """The files of a page's pictures, each once, as long as there is room: then words stand for them."""

    def __init__(self) -> None:
        self.data: list[str] = []
        self._places: dict[Sketch, int] = {}
        self._left = MAX_PICTURES_CHARS

    def html(self, picture: Picture) -> str:
        """Return what shows a picture; the page's script fetches its file."""
        alt, place = html.escape(picture.alt), self._place(picture.sketch)
        if place is not None:
            return f'<img data-file="{place}" alt="{alt}">'
        words = to_html(picture.text_instead) if picture.text_instead else f"<p>{alt}</p>"
        return f'<div role="img" aria-label="{alt}">{words}</div>'

    def _place(self, sketch: Sketch | None) -> int | None:
        if sketch is None or sketch in self._places:
            return None if sketch is None else self._places[sketch]
        file = base64.b64encode(render_png(sketch)).decode() if self._left > 0 else ""
        self._left -= len(file)
        if self._left <= 0:
            return None
        self.data.append(file)
        return self._places.setdefault(sketch, len(self.data) - 1)


def _chapter(
    replay: Replay, number: int, view: TableView, files: _Files, *, with_hands: bool
) -> dict[str, Any]:
    chapter = replay.chapters[number]
    board = screens_of(view).board.draw(view)
    made: dict[str, Any] = {
        "turn": chapter.turn,
        "head": inline_to_html(screens_of(view).board.title(view).split("\n")[0].lstrip("# ")),
        "told": _told(view, chapter, board, files),
        "board": "".join(_block(block, files) for block in board),
        **_marks(chapter),
    }
    if with_hands:
        complete = replay.view(number, hands_open=True)
        made["open"] = _told(complete, chapter, board, files)
        made["hands"] = [_hand(own) for own in replay.hands(number)]
    return made


def _told(view: TableView, chapter: Chapter, board: Sequence[Block], files: _Files) -> list[str]:
    """Tell the story, with the pictures between the lines; the last one stands on the board."""
    *scenes, (rest, _) = cut_at(view, chapter.moments, board)
    told: list[str] = []
    for lines, shown in scenes:
        told += [*map(inline_to_html, lines), *(_block(block, files) for block in shown)]
    return [*told, *map(inline_to_html, rest)]


def _block(block: Block, files: _Files) -> str:
    return files.html(block) if isinstance(block, Picture) else to_html(Screen((block,)).as_text())


def _marks(chapter: Chapter) -> dict[str, Any]:
    marks: dict[str, Any] = {"fight": 1} if chapter.fight else {}
    return marks | ({"mark": chapter.headline} if chapter.headline else {})


def _hand(own: TableView) -> dict[str, Any]:
    assert own.seat is not None
    groups = [
        [html.escape(title), ", ".join(inline_to_html(name) for name in names)]
        for title, names in own_cards(own)
        if names
    ]
    facts = [inline_to_html(line.removeprefix("-# ")) for line in screens_of(own).hand.own(own)]
    return {"name": html.escape(naming.raw_name(own.table, own.seat)), "facts": facts, "groups": groups}
