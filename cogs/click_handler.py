"""From a press to a request, and from its result to an answer; knows tables and screens, not Discord."""

from __future__ import annotations

from collections.abc import Sequence

from bot.delivery.api import ScreenApi
from bot.tables.api import TableApi
from bot.tables.game_kinds import GameLookup
from bot.tables.intents import Act, Intent, Request, Return, Vote
from bot.tables.results import Done, TableView
from bot.views import custom_ids, moves, news, private, screens, wording
from bot.views.custom_ids import CustomId, PartialChoice
from bot.views.help import rules_screen
from bot.views.layout import Screen
from bot.views.moves import CompleteChoice, OpenSlot
from bot.views.text import fit
from bot.views.words.base import Words
from cards.kernel.moves import Move, Pick, Refusal
from cogs.answers import Answer, Click, OpenForm, PrivateReply, UpdateMessage
from cogs.lobby_clicks import LobbyClicks

DMS_CLOSED_HINT = "I may not write to you directly, so your hand stays behind the button “My hand”."


class ClickHandler:
    """Answers every press on every screen."""

    def __init__(self, tables: TableApi, games: GameLookup, screens: ScreenApi) -> None:
        self._tables = tables
        self._screens = screens
        self._games = games
        self._lobby = LobbyClicks(tables, games)

    async def answer(self, click: Click) -> Answer:
        """Do what was pressed, if it may be done, and say what to show."""
        pressed = custom_ids.parse(click.custom_id)
        if pressed is None:
            return PrivateReply(private.note_screen(refusal_text(None, Refusal("old_button"))))
        if (
            pressed.action != "a"
            and (account := await self._return_to_seat(click, pressed.table)) is not None
        ):
            return account
        if pressed.action == "g" and pressed.rest == "do":
            return await self._menu(click, pressed)
        match pressed.action:
            case "a" | "w":
                return await self._step(click, pressed)
            case "f":
                return await self._form(click, pressed)
            case "g":
                return await self._show(click, pressed)
            case "h":
                return self._privately(click, rules_screen(click.values[0] if click.values else ""))
            case "v":
                return await self._ask(click, pressed, Vote(pressed.rest == "yes"), pressed.seen)
            case "l":
                return await self._table(click, pressed)

    async def hand(self, table: int, user: int) -> Screen:
        """Draw somebody's hand, with a hint on top if direct messages failed."""
        await self._tables.send(table, Request(0, user, Return()))
        view = await self._tables.view_for(table, user)
        if isinstance(view, Refusal):
            return private.note_screen(refusal_text(None, view))
        return screens.hand_screen(view, note=DMS_CLOSED_HINT if self._screens.take_dm_hint(user) else "")

    # moves

    async def _menu(self, click: Click, custom_id: CustomId) -> Answer:
        """Take the choice in a menu of moves for a press of its own."""
        inner = custom_ids.parse(click.values[0]) if click.values else None
        if inner is None or inner.action not in ("a", "w", "f") or inner.table != custom_id.table:
            return await self._refuse(click, custom_id.table, Refusal("forged"))
        if inner.action == "f":
            return await self._form(click, inner)
        return await self._step(click, inner, ())

    async def _step(self, click: Click, custom_id: CustomId, values: tuple[str, ...] | None = None) -> Answer:
        """Fill the next slot of a move; make it once all are filled."""
        view = await self._tables.view_for(custom_id.table, click.user)
        if isinstance(view, Refusal):
            return await self._refuse(click, custom_id.table, view)
        if view.seat is None:
            return await self._refuse(click, custom_id.table, Refusal("not_seated"))
        step = custom_ids.parse_partial_choice(custom_id.rest)
        picks = [custom_ids.parse_pick(value) for value in (click.values if values is None else values)]
        if step is None or None in picks:
            return await self._refuse(click, custom_id.table, Refusal("forged"))
        if custom_id.action == "a":
            return await self._ask(click, custom_id, Act(step.choice), custom_id.seen)
        return await self._advance(click, custom_id, view, step, [pick for pick in picks if pick is not None])

    async def _advance(
        self,
        click: Click,
        custom_id: CustomId,
        view: TableView,
        partial_choice: PartialChoice,
        picks: Sequence[Pick],
    ) -> Answer:
        move = partial_choice.choice.find_move(view.moves)
        if self._is_outdated(view, custom_id, move):
            return await self._refuse(click, custom_id.table, Refusal("stale"))
        if move is None:
            # The game knows best why not.
            return await self._ask(click, custom_id, Act(partial_choice.choice), custom_id.seen)
        if click.place == "table" and moves.form_slots(moves.words_of(view), move):
            return OpenForm(moves.form(view, move))
        found = moves.advance(move, partial_choice)
        note = ""
        if isinstance(found, OpenSlot) and picks:
            words = moves.words_of(view)
            taken = moves.add_picks(found, words, picks)
            if taken is None:
                return await self._refuse(click, custom_id.table, Refusal("bad_choice"))
            if taken.choice == found.step.choice and not taken.partial:
                note = _too_little_text(found, picks)
            found = moves.advance(move, taken)
        if isinstance(found, CompleteChoice):
            return await self._ask(click, custom_id, Act(found.choice), custom_id.seen)
        if found is None:
            return await self._refuse(click, custom_id.table, Refusal("bad_choice"))
        return self._privately(click, private.step_screen(view, screens.shape_of(view), found, note))

    def _is_outdated(self, view: TableView, custom_id: CustomId, move: Move | None) -> bool:
        """Return True if the button was drawn for another moment, and its move may not mean the same now."""
        if custom_id.seen >= view.table.since:
            return False
        kind = self._games.find(view.table.game)
        return move is None or kind is None or move.verb not in kind.valid_when_stale

    async def _form(self, click: Click, custom_id: CustomId) -> Answer:
        """Open a form, or take one that was sent."""
        view = await self._tables.view_for(custom_id.table, click.user)
        step = custom_ids.parse_partial_choice(custom_id.rest)
        if isinstance(view, Refusal):
            return await self._refuse(click, custom_id.table, view)
        if step is None:
            return await self._refuse(click, custom_id.table, Refusal("forged"))
        if view.seat is None:
            return await self._refuse(click, custom_id.table, Refusal("not_seated"))
        move = step.choice.find_move(view.moves)
        # What is filled in belongs to its moment; the form itself can be had at any.
        old = custom_id.seen < view.table.since
        outdated = old if click.fields is not None else self._is_outdated(view, custom_id, move)
        if move is None or outdated:
            code = "stale" if outdated else "not_now"
            return await self._refuse(click, custom_id.table, Refusal(code))
        if click.fields is None:
            return OpenForm(moves.form(view, move))
        choice = moves.choice_from_form(move, click.fields)
        if choice is None:
            return await self._refuse(click, custom_id.table, Refusal("bad_choice"))
        return await self._ask(click, custom_id, Act(choice), custom_id.seen)

    # requests

    async def _ask(self, click: Click, custom_id: CustomId, intent: Intent, seen: int | None) -> Answer:
        """Send a request and show what came of it."""
        result = await self._tables.send(
            custom_id.table, Request(click.interaction_id, click.user, intent, seen)
        )
        if isinstance(result, Refusal):
            return await self._return_to_seat(click, custom_id.table) or await self._refuse(
                click, custom_id.table, result
            )
        return await self._done(click, result)

    async def _return_to_seat(self, click: Click, table: int) -> Answer | None:
        """Hand the seat back to somebody who was away, whatever it was that he pressed."""
        result = await self._tables.send(table, Request(0, click.user, Return()))
        return None if isinstance(result, Refusal) else await self._absence_report(click, result)

    async def _done(self, click: Click, done: Done) -> Answer:
        table = done.table.id
        if (account := await self._absence_report(click, done)) is not None:
            return account
        if click.place == "table":
            drawn = await self._screens.render_table(table)
            # A hand must never stand in for the table's own message, which everybody reads.
            if drawn is None:
                return PrivateReply(private.note_screen("Done.", private.SUCCESS_COLOUR))
            return UpdateMessage(drawn.screen, drawn.version, table=table)
        view = await self._tables.view_for(table, click.user)
        if isinstance(view, Refusal):
            return PrivateReply(private.note_screen(refusal_text(None, view)))
        if click.place == "hand":
            screen = screens.hand_screen(view, auto_updated=True)
            return UpdateMessage(screen, view.table.revision, table=table, hand=click.user)
        told = _news_text(view, done)
        if click.place == "private" and not click.guild:
            return UpdateMessage(private.note_screen(told or "Done.", private.SUCCESS_COLOUR))
        return UpdateMessage(screens.hand_screen(view, note=told or "Done."))

    async def _absence_report(self, click: Click, done: Done) -> Answer | None:
        """Give somebody who was away an account of what the caretaker has done meanwhile."""
        change = done.change
        if change.before is None or change.seat < 0 or not change.before.seats[change.seat].away:
            return None
        since = change.before.seats[change.seat].away_since
        view = await self._tables.view_for(done.table.id, click.user)
        if isinstance(view, Refusal) or view.game_view is None:
            return None
        events = await self._tables.events_since(done.table.id, click.user, since)
        own = tuple(event for event in events if event.seat == view.seat)
        past = TableView(view.table, view.seat, view.game, view.game_view, (), None, own)
        lines = [f"> {line}" for line in news.sentences(past, 12)]
        title = "Welcome back. While you were away, the caretaker played for you:"
        note = fit([title, *lines], 900) if lines else "Welcome back. The caretaker has done nothing for you."
        return PrivateReply(screens.hand_screen(view, note=note))

    async def _refuse(self, click: Click, table: int, why: Refusal) -> Answer:
        """Say kindly why not, with what can be done now instead."""
        view = await self._tables.view_for(table, click.user)
        if isinstance(view, Refusal):
            return PrivateReply(private.note_screen(refusal_text(None, why), private.ERROR_COLOUR))
        text = refusal_text(view, why)
        if view.seat is None or view.table.phase != "playing" or click.place == "hand":
            if click.place == "hand":
                await self._screens.invalidate_hand(table, click.user)
            return PrivateReply(private.note_screen(text, private.ERROR_COLOUR))
        return self._privately(click, screens.hand_screen(view, note=text))

    def _privately(self, click: Click, screen: Screen) -> Answer:
        return UpdateMessage(screen) if click.place == "private" else PrivateReply(screen)

    # screens

    async def _show(self, click: Click, custom_id: CustomId) -> Answer:
        """Show a screen that changes nothing."""
        view = await self._tables.view_for(custom_id.table, click.user)
        if isinstance(view, Refusal):
            return await self._refuse(click, custom_id.table, view)
        name, _, rest = custom_id.rest.partition(".")
        screen = self._screen(view, click, name, rest)
        if screen is None:
            return await self._refuse(click, custom_id.table, Refusal("not_seated"))
        return self._privately(click, screen)

    def _screen(self, view: TableView, click: Click, name: str, rest: str) -> Screen | None:
        shape = screens.shape_of(view)
        number = int(rest) if rest.isdecimal() and len(rest) < 7 else 0
        value = click.values[0] if click.values else ""
        if name == "seat" and view.game_view is not None:
            known = dict(shape.seats(view))
            seat = int(value) if value.isdecimal() else -1
            return private.seat_screen(view, shape, seat) if seat in known else None
        if view.seat is None:
            return None
        if name in ("card", "cards") and view.game_view is not None:
            card = int(value) if name == "cards" and value.isdecimal() else number
            own = {card for group in shape.groups(view) for card in group.cards}
            if card in own | shape.public_cards(view):
                return private.card_screen(view, shape, card)
        if name == "desk" and view.game_view is not None:
            return private.desk_screen(view, shape, rest)
        hint = DMS_CLOSED_HINT if self._screens.take_dm_hint(click.user) else ""
        return screens.hand_screen(view, page=number if name == "hand" else 0, note=hint)

    # the table itself

    async def _table(self, click: Click, custom_id: CustomId) -> Answer:
        outcome = await self._lobby.press(click, custom_id)
        if isinstance(outcome, Refusal):
            return await self._refuse(click, custom_id.table, outcome)
        if not isinstance(outcome, Done):
            return outcome
        if outcome.table.id != custom_id.table:
            return PrivateReply(private.note_screen("A new table is open below.", private.SUCCESS_COLOUR))
        if click.place == "private" and outcome.table.phase == "lobby":
            settings = await self._lobby.settings(outcome.table.id, click)
            return settings if not isinstance(settings, Refusal) else await self._done(click, outcome)
        return await self._done(click, outcome)


def refusal_text(view: TableView | None, why: Refusal) -> str:
    """Put a refusal into words."""
    words = Words() if view is None else moves.words_of(view)
    return wording.refusal(words, why)


def _news_text(view: TableView, done: Done) -> str:
    """Say what came of the request, as the one who asked may know it."""
    events = done.change.seen_by(view.seat)
    own = TableView(view.table, view.seat, view.game, view.game_view, (), None, events)
    return fit([line if n == 0 else f"> {line}" for n, line in enumerate(news.sentences(own, 5))], 500)


def _too_little_text(asking: OpenSlot, picks: Sequence[Pick]) -> str:
    slot = asking.slot
    if slot.need > 1:
        made = sum(slot.weights[slot.options.index(pick)] for pick in picks)
        return f"That adds up to {made}; {slot.need} is needed."
    return "That choice does not work. Please choose again."
