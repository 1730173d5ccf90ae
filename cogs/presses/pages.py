"""Presses on pages of rules and on replays: they need no seat, and some no table."""

from __future__ import annotations

from dataclasses import dataclass

from cards.kernel.moves import Refusal
from cogs.answer_builder import Outcome
from cogs.answers import Click
from cogs.presses.base import PressContext, Pressed, PressRequest, Reader, read_number


@dataclass(frozen=True, slots=True)
class PageRequest(PressRequest):
    """A request that has nothing to do with a seat."""

    @property
    def returns_first(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class ShowRules(PageRequest):
    """Show a page of the rules of a table, or of a game where there is none.

    ``card`` is the card that was being read, -1 if none; without a topic the moment chooses the page.
    """

    topic: str = ""
    game: str = ""
    card: int = -1

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        return await at.rules.page(self.topic, self.table, self.game, self.card)


@dataclass(frozen=True, slots=True)
class ShowReplay(PageRequest):
    """Show a chapter of a finished game, from this part of its story on."""

    chapter: int
    hands_open: bool = False
    part: int = 0

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        if at.replays is None:
            return Refusal("no_replay")
        return await at.replays.show(
            click, self.table, self.chapter, hands_open=self.hands_open, part=self.part
        )


@dataclass(frozen=True, slots=True)
class SendGameFiles(PageRequest):
    """Hand the files of a finished game to its host."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        return Refusal("no_replay") if at.replays is None else await at.replays.files(click, self.table)


def _read_page(pressed: Pressed) -> PressRequest:
    """Read ``topic.game.card``."""
    topic, game, card, *_ = (*pressed.rest.split("."), "", "")
    return ShowRules(pressed.id.table, topic, game, read_number(card, default=-1))


def _read_topic(pressed: Pressed) -> PressRequest:
    """Read ``menu.number.game.card``; the topic is what was chosen."""
    _, _, game, card, *_ = (*pressed.rest.split("."), "", "", "")
    return ShowRules(pressed.id.table, pressed.chosen, game, read_number(card, default=-1))


def _read_chapter(text: str, pressed: Pressed) -> PressRequest:
    chapter, mode, part, *_ = (*text.split("."), "", "")
    return ShowReplay(pressed.id.table, read_number(chapter), mode == "open", read_number(part))


READERS: dict[str, Reader] = {
    "h": _read_topic,
    "h.game": lambda pressed: ShowRules(pressed.id.table, game=pressed.chosen),
    "h.page": _read_page,
    "r": lambda pressed: _read_chapter(pressed.rest, pressed),
    "r.files": lambda pressed: SendGameFiles(pressed.id.table),
    "r.jump": lambda pressed: _read_chapter(pressed.chosen, pressed),
}
