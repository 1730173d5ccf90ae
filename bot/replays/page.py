"""A finished game as one HTML file: no network, for a phone as for a keyboard, words for every picture."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

from bot.replays.markup import inline_to_html, to_html, to_plain
from bot.replays.replay import Chapter, Replay
from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.layout import Picture, Screen
from bot.views.games import screens_of
from bot.views.table.fairness import proof_text, sealed_line
from bot.views.table.replay import own_cards, story_lines

TEMPLATE_PATH = Path(__file__).with_name("page.html")
_MARK_PATTERN = re.compile("__TITLE__|__GAME__")


def page_html(replay: Replay, *, with_hands: bool) -> str:
    """Return the page. Without hands it has only what everybody at the table has seen."""
    views = [replay.view(number) for number in range(len(replay.chapters))]
    chapters = [_chapter(replay, number, view, with_hands=with_hands) for number, view in enumerate(views)]
    fairness = (
        proof_text(replay.table) if with_hands and replay.table.seed >= 0 else sealed_line(replay.table)
    )
    title = to_plain(replay.title)
    data = {
        "note": replay.note,
        "fairness": to_html(fairness),
        "hands": with_hands,
        "chapters": chapters,
    }
    # Nothing in the data can end the element that holds it.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    template = TEMPLATE_PATH.read_text(encoding="utf-8")
    filled = {"__TITLE__": html.escape(title), "__GAME__": text}
    # In one go, for somebody may be called like a mark.
    return _MARK_PATTERN.sub(lambda mark: filled[mark[0]], template)


def _chapter(replay: Replay, number: int, view: TableView, *, with_hands: bool) -> dict[str, Any]:
    chapter = replay.chapters[number]
    made: dict[str, Any] = {
        "turn": chapter.turn,
        "head": inline_to_html(screens_of(view).board.title(view).split("\n")[0].lstrip("# ")),
        "told": [inline_to_html(line) for line in story_lines(view)],
        "board": _board(view),
        **_marks(chapter),
    }
    if with_hands:
        complete = replay.view(number, hands_open=True)
        made["open"] = [inline_to_html(line) for line in story_lines(complete)]
        made["hands"] = [_hand(own) for own in replay.hands(number)]
    return made


def _marks(chapter: Chapter) -> dict[str, Any]:
    marks: dict[str, Any] = {"fight": 1} if chapter.fight else {}
    return marks | ({"mark": chapter.headline} if chapter.headline else {})


def _board(view: TableView) -> str:
    """Return the board in words; a picture becomes the words that stand for it."""
    made: list[str] = []
    for block in screens_of(view).board.draw(view):
        if isinstance(block, Picture):
            words = to_html(block.text_instead) if block.text_instead else f"<p>{html.escape(block.alt)}</p>"
            made.append(f'<div role="img" aria-label="{html.escape(block.alt)}">{words}</div>')
        else:
            made.append(to_html(Screen((block,)).as_text()))
    return "".join(made)


def _hand(own: TableView) -> dict[str, Any]:
    assert own.seat is not None
    groups = [
        [html.escape(title), ", ".join(inline_to_html(name) for name in names)]
        for title, names in own_cards(own)
        if names
    ]
    facts = [inline_to_html(line.removeprefix("-# ")) for line in screens_of(own).hand.own(own)]
    return {"name": html.escape(naming.raw_name(own.table, own.seat)), "facts": facts, "groups": groups}
