"""Presses that show screens and change nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from discord.utils import snowflake_time

from bot.delivery.live_replies import REPLY_LIFETIME_S, LiveScreen
from bot.delivery.surface_keys import watch_key
from bot.tables.intents import React, TakeHint
from bot.tables.results import TableView, refuse
from bot.views.base import custom_ids
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Screen
from bot.views.press import asking
from bot.views.table import details, hint, host, parting, private, status
from bot.views.table.fairness import dice_screen
from bot.views.table.hand_cards import TRIED_VERBS, is_idle
from bot.views.table.recap import story_screen
from cogs.answer_builder import Outcome
from cogs.answers import Click, PrivateReply
from cogs.presses.base import PressContext, Pressed, PressRequest, Reader, read_number


@dataclass(frozen=True, slots=True)
class ShowHand(PressRequest):
    """Show the presser's own hand; what shows something else falls back to it."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        view = await at.view(self.table, click.user)
        screen = await self.draw(click, at, view) if view.game_view is not None else None
        if screen is not None:
            return screen
        return refuse("not_seated") if view.seat is None else at.answers.hand(click, view)

    async def draw(self, click: Click, at: PressContext, view: TableView) -> Screen | None:
        """Draw the screen; None for the hand, and where there is nothing of that kind to see."""
        return None


@dataclass(frozen=True, slots=True)
class ShowGames(PressRequest):
    """Show all games of the presser, with a way into each."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        return status.games_screen(await at.answers.games_of(click.user))


@dataclass(frozen=True, slots=True)
class BringHand(PressRequest):
    """Show the presser's hand in their direct message again, instead of where its copy is."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        view = await at.seated_view(click, self.table)
        return at.answers.lasting_hand(click, view) if click.place == "hand" else at.answers.hand(click, view)


@dataclass(frozen=True, slots=True)
class ShowCard(ShowHand):
    """Show one card, or the hand if the card cannot be seen."""

    card: int

    async def draw(self, click: Click, at: PressContext, view: TableView) -> Screen | None:
        idle = None
        if is_idle(view, self.card):
            idle = await at.tables.why_idle(self.table, click.user, self.card, TRIED_VERBS)
        return private.card_screen(view, self.card, idle) if self.card in _visible_cards(view) else None


def _visible_cards(view: TableView) -> set[int]:
    """Return the reader's own cards and those that lie open."""
    game = screens_of(view)
    groups = [] if view.seat is None else game.hand.groups(view)
    own = {card for group in groups for card in group.cards}
    return own if game.open_cards is None else own | game.open_cards.public_cards(view)


@dataclass(frozen=True, slots=True)
class ShowDesk(ShowHand):
    """Show a screen of moves that belong together."""

    name: str

    async def draw(self, click: Click, at: PressContext, view: TableView) -> Screen | None:
        return None if view.seat is None else private.desk_screen(view, self.name)


@dataclass(frozen=True, slots=True)
class ShowSeat(ShowHand):
    """Show what lies in front of somebody."""

    seat: int

    async def draw(self, click: Click, at: PressContext, view: TableView) -> Screen | None:
        return details.seat_screen(view, self.seat)


@dataclass(frozen=True, slots=True)
class ShowDetails(ShowHand):
    """Show what the table's message has no room for, to anybody who asks."""

    async def draw(self, click: Click, at: PressContext, view: TableView) -> Screen | None:
        return details.details_screen(view)


@dataclass(frozen=True, slots=True)
class ShowHint(PressRequest):
    """Show what a cunning player would do in the presser's place, and count it."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        await at.done(click, self.table, TakeHint())
        advice = await at.tables.hint(self.table, click.user)
        return hint.hint_screen(await at.seated_view(click, self.table), advice)


@dataclass(frozen=True, slots=True)
class ShowAside(PressRequest):
    """Show somebody who plays what they can do beside playing, or ask whether they really want to."""

    screen: Callable[[TableView], Screen]

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        return self.screen(await at.playing_view(click, self.table))


@dataclass(frozen=True, slots=True)
class ShowHost(PressRequest):
    """Show what may be done at a running table beside playing, or what the host may do about a seat."""

    seat: int | None = None

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        view = await at.playing_view(click, self.table)
        module = at.games.find(view.table.game) or refuse("no_game")
        if self.seat is None:
            return host.host_screen(view, module)
        if not view.table.hosted_by(view.seat):
            refuse("not_host")
        return host.chair_screen(view, self.seat, module) or refuse("no_seat")


@dataclass(frozen=True, slots=True)
class ShowAsking(PressRequest):
    """Show when the presser is asked whether they pass, and let them choose."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        view = await at.seated_view(click, self.table)
        asked = asking.can_pass_unasked(view)
        return asking.asking_screen(view) if asked else refuse("wrong_phase", phase=view.table.phase)


@dataclass(frozen=True, slots=True)
class ShowStory(PressRequest):
    """Show a page of the story; page 0 begins with what the presser has missed.

    What is remembered is shown at once; what was before that, or all, comes from the log.
    """

    page: int = 0

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        view = await at.view(self.table, click.user)
        if view.game_view is None:
            refuse("wrong_phase", phase=view.table.phase)
        if self.page == 0 and view.table.phase != "ended":
            return story_screen(view, view.past, self.page)
        past = await at.tables.past_since(self.table, click.user, 0)
        return await asyncio.to_thread(story_screen, view, past, self.page)  # all of a long game


@dataclass(frozen=True, slots=True)
class ReactTo(PressRequest):
    """React to a moment, and show the story with it."""

    revision: int
    sign: int

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        await at.done(click, self.table, React(self.revision, self.sign))
        return await ShowStory(self.table).answer(click, at)


@dataclass(frozen=True, slots=True)
class WatchTable(PressRequest):
    """Show the table to somebody who does not sit there, and keep that up to date."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        view = await at.view(self.table, click.user)
        if view.seat is not None and view.table.live:
            refuse("seated")
        until = int(snowflake_time(click.interaction_id).timestamp()) + REPLY_LIFETIME_S
        drawn = await at.screens.render_watch(self.table, click.user, until)
        if drawn is None:
            refuse("wrong_phase", phase=view.table.phase)
        if drawn.last:
            return drawn.screen
        live = LiveScreen(watch_key(self.table, click.user), drawn.version, until, click.name)
        return PrivateReply(drawn.screen, live)


@dataclass(frozen=True, slots=True)
class ShowDice(PressRequest):
    """Open the seal of a finished game's dice."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        view = await at.view(self.table, None)
        if view.table.phase != "ended" or view.table.seed < 0:
            refuse("not_over")
        return dice_screen(view.table)


def _read_closer_look(pressed: Pressed) -> PressRequest:
    """Read the menu on the table's message: a seat, or a card that lies open in the middle."""
    value = pressed.chosen
    card = value.removeprefix(custom_ids.OPEN_CARD_SIGN)
    if card != value and card.isdecimal():
        return ShowCard(pressed.id.table, read_number(card))
    return ShowSeat(pressed.id.table, read_number(value, default=-1))


def _read_reaction(pressed: Pressed) -> PressRequest:
    revision, _, sign = pressed.rest.partition(".")
    return ReactTo(pressed.id.table, read_number(revision), read_number(sign, default=-1))


READERS: dict[str, Reader] = {
    "g": lambda pressed: ShowHand(pressed.id.table),
    "g.asking": lambda pressed: ShowAsking(pressed.id.table),
    "g.card": lambda pressed: ShowCard(pressed.id.table, read_number(pressed.rest)),
    "g.cards": lambda pressed: ShowCard(pressed.id.table, read_number(pressed.chosen or pressed.rest)),
    "g.desk": lambda pressed: ShowDesk(pressed.id.table, pressed.rest),
    f"g.{custom_ids.DETAILS}": lambda pressed: ShowDetails(pressed.id.table),
    "g.dice": lambda pressed: ShowDice(pressed.id.table),
    "g.chair": lambda pressed: ShowHost(pressed.id.table, read_number(pressed.chosen, default=-1)),
    "g.end": lambda pressed: ShowAside(pressed.id.table, parting.end_screen),
    "g.hint": lambda pressed: ShowHint(pressed.id.table),
    f"g.{custom_ids.HERE}": lambda pressed: BringHand(pressed.id.table),
    "g.host": lambda pressed: ShowHost(pressed.id.table),
    "g.games": lambda pressed: ShowGames(pressed.id.table),
    "g.leave": lambda pressed: ShowAside(pressed.id.table, parting.leave_screen),
    "g.undo": lambda pressed: ShowAside(pressed.id.table, parting.undo_screen),
    "g.seat": _read_closer_look,
    "g.story": lambda pressed: ShowStory(pressed.id.table, read_number(pressed.rest)),
    "g.watch": lambda pressed: WatchTable(pressed.id.table),
    "l.react": _read_reaction,
}
