"""From a press to a request, and from its result to an answer; knows tables and screens, not Discord."""

from __future__ import annotations

from collections.abc import Sequence

from bot.delivery.boards import Boards
from bot.tables.front import Tables
from bot.tables.games import Games
from bot.tables.intents import Act, Intent, Request, Return, Vote
from bot.tables.results import Done, Sight
from bot.views import gallery, moves, news, presses, private, wording
from bot.views.help import rules_screen
from bot.views.layout import Screen
from bot.views.moves import Asking, Ready
from bot.views.presses import Press, Step
from bot.views.text import fit
from cards.kernel.moves import Move, Pick, Refusal
from cogs.answers import Answer, Click, Open, Private, Update
from cogs.lobby import Lobby

HINT = "I may not write to you directly, so your hand stays behind the button “My hand”."


class Clicks:
    """Answers every press on every screen."""

    def __init__(self, tables: Tables, games: Games, boards: Boards) -> None:
        self._tables = tables
        self._boards = boards
        self._games = games
        self._lobby = Lobby(tables, games)

    async def answer(self, click: Click) -> Answer:
        """Do what was pressed, if it may be done, and say what to show."""
        pressed = presses.read(click.custom_id)
        if pressed is None:
            return Private(private.note_screen(say(None, Refusal("old_button"))))
        if pressed.kind != "a" and (account := await self._back(click, pressed.table)) is not None:
            return account
        if pressed.kind == "g" and pressed.rest == "do":
            return await self._menu(click, pressed)
        match pressed.kind:
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
        sight = await self._tables.sight(table, user)
        if isinstance(sight, Refusal):
            return private.note_screen(say(None, sight))
        return gallery.hand_screen(sight, note=HINT if self._boards.take_hint(user) else "")

    # moves

    async def _menu(self, click: Click, pressed: Press) -> Answer:
        """Take the choice in a menu of moves for a press of its own."""
        inner = presses.read(click.values[0]) if click.values else None
        if inner is None or inner.kind not in ("a", "w", "f") or inner.table != pressed.table:
            return await self._refuse(click, pressed.table, Refusal("forged"))
        if inner.kind == "f":
            return await self._form(click, inner)
        return await self._step(click, inner, ())

    async def _step(self, click: Click, pressed: Press, values: tuple[str, ...] | None = None) -> Answer:
        """Fill the next slot of a move; make it once all are filled."""
        sight = await self._tables.sight(pressed.table, click.user)
        if isinstance(sight, Refusal):
            return await self._refuse(click, pressed.table, sight)
        if sight.seat is None:
            return await self._refuse(click, pressed.table, Refusal("not_seated"))
        step = presses.read_step(pressed.rest)
        picks = [presses.pick(value) for value in (click.values if values is None else values)]
        if step is None or None in picks:
            return await self._refuse(click, pressed.table, Refusal("forged"))
        if pressed.kind == "a":
            return await self._ask(click, pressed, Act(step.choice), pressed.seen)
        return await self._walk(click, pressed, sight, step, [pick for pick in picks if pick is not None])

    async def _walk(
        self, click: Click, pressed: Press, sight: Sight, step: Step, picks: Sequence[Pick]
    ) -> Answer:
        move = step.choice.move_in(sight.moves)
        if self._outdated(sight, pressed, move):
            return await self._refuse(click, pressed.table, Refusal("stale"))
        if move is None:
            # The game knows best why not.
            return await self._ask(click, pressed, Act(step.choice), pressed.seen)
        if click.place == "table" and moves.form_slots(moves.words_of(sight), move):
            return Open(moves.form(sight, move))
        found = moves.advance(move, step)
        note = ""
        if isinstance(found, Asking) and picks:
            words = moves.words_of(sight)
            taken = moves.take(found, words, picks)
            if taken is None:
                return await self._refuse(click, pressed.table, Refusal("bad_choice"))
            if taken.choice == found.step.choice and not taken.partial:
                note = _too_little(found, picks)
            found = moves.advance(move, taken)
        if isinstance(found, Ready):
            return await self._ask(click, pressed, Act(found.choice), pressed.seen)
        if found is None:
            return await self._refuse(click, pressed.table, Refusal("bad_choice"))
        return self._privately(click, private.step_screen(sight, gallery.shape_of(sight), found, note))

    def _outdated(self, sight: Sight, pressed: Press, move: Move | None) -> bool:
        """Tell whether the button was drawn for another moment, and its move may not mean the same now."""
        if pressed.seen >= sight.table.since:
            return False
        kind = self._games.find(sight.table.game)
        return move is None or kind is None or move.verb not in kind.steady

    async def _form(self, click: Click, pressed: Press) -> Answer:
        """Open a form, or take one that was sent."""
        sight = await self._tables.sight(pressed.table, click.user)
        step = presses.read_step(pressed.rest)
        if isinstance(sight, Refusal):
            return await self._refuse(click, pressed.table, sight)
        if step is None:
            return await self._refuse(click, pressed.table, Refusal("forged"))
        if sight.seat is None:
            return await self._refuse(click, pressed.table, Refusal("not_seated"))
        move = step.choice.move_in(sight.moves)
        # What is filled in belongs to its moment; the form itself can be had at any.
        old = pressed.seen < sight.table.since
        outdated = old if click.fields is not None else self._outdated(sight, pressed, move)
        if move is None or outdated:
            code = "stale" if outdated else "not_now"
            return await self._refuse(click, pressed.table, Refusal(code))
        if click.fields is None:
            return Open(moves.form(sight, move))
        choice = moves.filled(move, click.fields)
        if choice is None:
            return await self._refuse(click, pressed.table, Refusal("bad_choice"))
        return await self._ask(click, pressed, Act(choice), pressed.seen)

    # requests

    async def _ask(self, click: Click, pressed: Press, intent: Intent, seen: int | None) -> Answer:
        """Send a request and show what came of it."""
        result = await self._tables.send(pressed.table, Request(click.press, click.user, intent, seen))
        if isinstance(result, Refusal):
            return await self._back(click, pressed.table) or await self._refuse(click, pressed.table, result)
        return await self._done(click, result)

    async def _back(self, click: Click, table: int) -> Answer | None:
        """Hand the seat back to somebody who was away, whatever it was that he pressed."""
        result = await self._tables.send(table, Request(0, click.user, Return()))
        return None if isinstance(result, Refusal) else await self._account(click, result)

    async def _done(self, click: Click, done: Done) -> Answer:
        table = done.table.id
        if (account := await self._account(click, done)) is not None:
            return account
        if click.place == "table":
            drawn = await self._boards.table_drawn(table)
            # A hand must never stand in for the table's own message, which everybody reads.
            if drawn is None:
                return Private(private.note_screen("Done.", private.GOOD))
            return Update(drawn.screen, drawn.version, table=table)
        sight = await self._tables.sight(table, click.user)
        if isinstance(sight, Refusal):
            return Private(private.note_screen(say(None, sight)))
        if click.place == "hand":
            screen = gallery.hand_screen(sight, lasting=True)
            return Update(screen, sight.table.revision, table=table, hand=click.user)
        told = _told(sight, done)
        if click.place == "private" and not click.guild:
            return Update(private.note_screen(told or "Done.", private.GOOD))
        return Update(gallery.hand_screen(sight, note=told or "Done."))

    async def _account(self, click: Click, done: Done) -> Answer | None:
        """Give somebody who was away an account of what the caretaker has done meanwhile."""
        change = done.change
        if change.before is None or change.seat < 0 or not change.before.seats[change.seat].away:
            return None
        since = change.before.seats[change.seat].away_since
        sight = await self._tables.sight(done.table.id, click.user)
        if isinstance(sight, Refusal) or sight.view is None:
            return None
        events = await self._tables.events_since(done.table.id, click.user, since)
        own = tuple(event for event in events if event.seat == sight.seat)
        past = Sight(sight.table, sight.seat, sight.game, sight.view, (), None, own)
        lines = [f"> {line}" for line in news.sentences(past, 12)]
        title = "Welcome back. While you were away, the caretaker played for you:"
        note = fit([title, *lines], 900) if lines else "Welcome back. The caretaker has done nothing for you."
        return Private(gallery.hand_screen(sight, note=note))

    async def _refuse(self, click: Click, table: int, why: Refusal) -> Answer:
        """Say kindly why not, with what can be done now instead."""
        sight = await self._tables.sight(table, click.user)
        if isinstance(sight, Refusal):
            return Private(private.note_screen(say(None, why), private.BAD))
        text = say(sight, why)
        if sight.seat is None or sight.table.phase != "playing" or click.place == "hand":
            if click.place == "hand":
                await self._boards.doubt_hand(table, click.user)
            return Private(private.note_screen(text, private.BAD))
        return self._privately(click, gallery.hand_screen(sight, note=text))

    def _privately(self, click: Click, screen: Screen) -> Answer:
        return Update(screen) if click.place == "private" else Private(screen)

    # screens

    async def _show(self, click: Click, pressed: Press) -> Answer:
        """Show a screen that changes nothing."""
        sight = await self._tables.sight(pressed.table, click.user)
        if isinstance(sight, Refusal):
            return await self._refuse(click, pressed.table, sight)
        name, _, rest = pressed.rest.partition(".")
        screen = self._screen(sight, click, name, rest)
        if screen is None:
            return await self._refuse(click, pressed.table, Refusal("not_seated"))
        return self._privately(click, screen)

    def _screen(self, sight: Sight, click: Click, name: str, rest: str) -> Screen | None:
        shape = gallery.shape_of(sight)
        number = int(rest) if rest.isdecimal() and len(rest) < 7 else 0
        value = click.values[0] if click.values else ""
        if name == "seat" and sight.view is not None:
            known = dict(shape.seats(sight))
            seat = int(value) if value.isdecimal() else -1
            return private.seat_screen(sight, shape, seat) if seat in known else None
        if sight.seat is None:
            return None
        if name in ("card", "cards") and sight.view is not None:
            card = int(value) if name == "cards" and value.isdecimal() else number
            own = {card for group in shape.groups(sight) for card in group.cards}
            if card in own | shape.public_cards(sight):
                return private.card_screen(sight, shape, card)
        if name == "desk" and sight.view is not None:
            return private.desk_screen(sight, shape, rest)
        hint = HINT if self._boards.take_hint(click.user) else ""
        return gallery.hand_screen(sight, page=number if name == "hand" else 0, note=hint)

    # the table itself

    async def _table(self, click: Click, pressed: Press) -> Answer:
        outcome = await self._lobby.press(click, pressed)
        if isinstance(outcome, Refusal):
            return await self._refuse(click, pressed.table, outcome)
        if not isinstance(outcome, Done):
            return outcome
        if outcome.table.id != pressed.table:
            return Private(private.note_screen("A new table is open below.", private.GOOD))
        if click.place == "private" and outcome.table.phase == "lobby":
            settings = await self._lobby.settings(outcome.table.id, click)
            return settings if not isinstance(settings, Refusal) else await self._done(click, outcome)
        return await self._done(click, outcome)


def say(sight: Sight | None, why: Refusal) -> str:
    """Put a refusal into words."""
    words = wording.words_for("" if sight is None else sight.table.game)
    return wording.refusal(words, why)


def _told(sight: Sight, done: Done) -> str:
    """Say what came of the request, as the one who asked may know it."""
    events = done.change.seen_by(sight.seat)
    own = Sight(sight.table, sight.seat, sight.game, sight.view, (), None, events)
    return fit([line if n == 0 else f"> {line}" for n, line in enumerate(news.sentences(own, 5))], 500)


def _too_little(asking: Asking, picks: Sequence[Pick]) -> str:
    slot = asking.slot
    if slot.need > 1:
        made = sum(slot.weights[slot.options.index(pick)] for pick in picks)
        return f"That adds up to {made}; {slot.need} is needed."
    return "That choice does not work. Please choose again."
