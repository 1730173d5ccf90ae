"""Presses that make moves, or show what is still to be chosen for one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from bot.tables.choices import Choice, decode, decode_pick
from bot.tables.intents import Act, Say
from bot.tables.results import TableView, refuse
from bot.views.base import custom_ids
from bot.views.base.custom_ids import MoveDraft, PartialChoice
from bot.views.base.game_screens import screens_of
from bot.views.base.parts import OfferAnswers
from bot.views.press import move_form, moves, saying, slot_steps, terms
from bot.views.press.moves import CompleteChoice, OpenSlot
from bot.views.table import private
from cards.kernel.moves import PASS_VERB, Move, Pick, Refusal
from cards.say import say
from cogs.answer_builder import Outcome
from cogs.answers import Click
from cogs.presses.base import PressContext, Pressed, PressRequest, Reader, forged, read_number

CHANGED_TERMS_TEXT = "Something has changed meanwhile. Please set the terms again."


def _too_late(choice: Choice) -> Refusal:
    """Refuse what comes too late: a pass has come about without its press, so nothing has to be shown."""
    return Refusal("passed" if choice.verb == PASS_VERB else "stale")


@dataclass(frozen=True, slots=True)
class SeatRequest(PressRequest):
    """A request of somebody who sits there; ``seen`` is the revision the button was drawn for."""

    seen: int

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        return await self.answer_seat(click, at, await at.seated_view(click, self.table))

    async def answer_seat(self, click: Click, at: PressContext, view: TableView) -> Outcome:
        """Answer somebody who sees the table like this."""
        raise NotImplementedError

    async def act(self, click: Click, at: PressContext, choice: Choice) -> Outcome:
        """Make the move; the game gives the best reason for a refusal."""
        found = await at.send(click, self.table, Act(choice), self.seen)
        late = isinstance(found, Refusal) and found.code in ("stale", "not_now", "too_late")
        return _too_late(choice) if late and choice.verb == PASS_VERB else found

    def is_outdated(self, at: PressContext, view: TableView, move: Move | None) -> bool:
        """Return True if the button was drawn for another moment, and its move may not mean the same now."""
        if self.seen >= view.table.since:
            return False
        kind = at.games.find(view.table.game)
        return move is None or kind is None or move.verb not in kind.valid_when_stale

    def find(self, view: TableView, choice: Choice) -> Move:
        """Return the move that is chosen; refuse one that there is not any more."""
        return choice.find_move(view.moves) or refuse("stale" if self.seen < view.table.since else "not_now")


@dataclass(frozen=True, slots=True)
class MakeMove(SeatRequest):
    """Make a move whose slots are all filled."""

    choice: Choice
    from_menu: bool = False

    @property
    def returns_first(self) -> bool:
        """Return False for a button: a move is tried first, because its own refusal tells more.

        A move from a menu is not: the caretaker may have acted since the menu was drawn.
        """
        return self.from_menu

    async def answer_seat(self, click: Click, at: PressContext, view: TableView) -> Outcome:
        return await self.act(click, at, self.choice)


@dataclass(frozen=True, slots=True)
class LookAtMove(SeatRequest):
    """Show a move whose slots are all filled before it is made, however old the button is."""

    choice: Choice

    async def answer_seat(self, click: Click, at: PressContext, view: TableView) -> Outcome:
        move, forecast = self.find(view, self.choice), screens_of(view).forecast
        if forecast is None or not forecast.may_ask_first(view, move):
            refuse("forged")
        found = moves.advance(move, PartialChoice(self.choice))
        if not isinstance(found, CompleteChoice):
            refuse("bad_choice")
        return private.sure_screen(view, move, found)


@dataclass(frozen=True, slots=True)
class FillSlot(SeatRequest):
    """Fill the next slot of a move with these picks; without any, ask for it. Make it once all are filled."""

    partial_choice: PartialChoice
    picks: tuple[Pick, ...]

    async def answer_seat(self, click: Click, at: PressContext, view: TableView) -> Outcome:
        choice = self.partial_choice.choice
        move = choice.find_move(view.moves)
        # Who has chosen nothing yet is asked as things stand now, however old the button is.
        begins = move is not None and not (choice.picks or self.partial_choice.partial or self.picks)
        if not begins and self.is_outdated(at, view, move):
            return _too_late(choice)
        if move is None:
            return await self.act(click, at, choice)
        words = moves.words_of(view)
        if click.place == "table" and moves.form_slots(words, move):
            return move_form.form(view, move)
        if not choice.picks and not self.picks and moves.has_terms_screen(words, move):
            return terms.terms_screen(view, move, terms.begin(view, move))
        found = moves.advance(move, self.partial_choice)
        note = ""
        if isinstance(found, OpenSlot) and self.picks:
            taken = slot_steps.add_picks(found, words, self.picks)
            if taken is None:
                refuse("bad_choice")
            if taken.choice == found.step.choice and not taken.partial:
                note = _too_little_text(found, self.picks)
            found = moves.advance(move, taken)
        if isinstance(found, CompleteChoice):
            return await self.act(click, at, found.choice)
        if found is None:
            refuse("bad_choice")
        if note:
            found = replace(found, tried=self.picks)
        return private.step_screen(view, found, note)


@dataclass(frozen=True, slots=True)
class OpenMoveForm(SeatRequest):
    """Open the form of a move."""

    choice: Choice

    async def answer_seat(self, click: Click, at: PressContext, view: TableView) -> Outcome:
        return move_form.form(view, self.find(view, self.choice))


@dataclass(frozen=True, slots=True)
class SendMoveForm(SeatRequest):
    """Make a move with what was filled in."""

    choice: Choice
    fields: dict[str, tuple[str, ...]]

    async def answer_seat(self, click: Click, at: PressContext, view: TableView) -> Outcome:
        # A form can be opened at any moment, but what is filled in counts only for its own.
        if self.seen < view.table.since:
            refuse("stale")
        choice = move_form.choice_from_form(self.find(view, self.choice), self.fields)
        return await self.act(click, at, choice or refuse("bad_choice"))


@dataclass(frozen=True, slots=True)
class SetTerm(SeatRequest):
    """Show the terms of a move, with these picks for the one whose menu was used; or send them.

    ``line`` is what was written to go with them; None before that.
    """

    draft: MoveDraft
    picks: tuple[Pick, ...]
    line: str | None = None

    async def answer_seat(self, click: Click, at: PressContext, view: TableView) -> Outcome:
        draft = self.draft
        if self.line is not None:
            view = await say_line(click, at, view, self.line)
        move = draft.choice.find_move(view.moves)
        if self.is_outdated(at, view, move):
            refuse("stale")
        if move is None:
            return await self.act(click, at, draft.choice)
        if draft.stamp:
            picks = terms.read(move, draft)
        else:
            picks = terms.usual(move) if draft.control else terms.begin(view, move)
        if picks is None:
            return terms.terms_screen(view, move, terms.begin(view, move), say(CHANGED_TERMS_TEXT))
        if draft.control == terms.SAY and self.line is None:
            return saying.line_form(click.custom_id)
        if draft.control == terms.SEND:
            choice = terms.complete(move, picks)
            if choice is not None:
                return await self.act(click, at, choice)
        elif draft.control not in ("", terms.MORE, terms.SAY):
            changed = terms.set_term(move, picks, draft.control, self.picks)
            if changed is None:
                refuse("bad_choice")
            picks = changed
        all_terms = terms.shows_all(move, draft.control, moves.words_of(view))
        return terms.terms_screen(view, move, picks, all_terms=all_terms)


async def say_line(click: Click, at: PressContext, view: TableView, line: str) -> TableView:
    """Have a line go with what the presser sends next; return what they see then."""
    await at.done(click, view.table.id, Say(line))
    return await at.seated_view(click, view.table.id)


@dataclass(frozen=True, slots=True)
class SaySomething(SeatRequest):
    """Ask for a line of the presser's own, or (``line``) have it go with what they send next.

    ``where`` is the desk at which it was pressed, or the move whose slots are being filled.
    """

    where: str
    line: str | None

    async def answer_seat(self, click: Click, at: PressContext, view: TableView) -> Outcome:
        if self.line is None:
            return saying.line_form(click.custom_id)
        view = await say_line(click, at, view, self.line)
        choice = decode(self.where)
        move = None if choice is None else choice.find_move(view.moves)
        found = None if move is None else moves.advance(move, PartialChoice(Choice.of(move)))
        if isinstance(found, OpenSlot):
            return private.step_screen(view, found)
        return private.desk_screen(view, self.where)


AnswerKind = Literal["accept", "refuse", "counter"]


@dataclass(frozen=True, slots=True)
class AnswerOffer(SeatRequest):
    """Answer what somebody offers the presser, from the message that all can see.

    ``offers`` are the numbers of those that stood there.
    """

    how: AnswerKind
    offers: frozenset[int]

    async def answer_seat(self, click: Click, at: PressContext, view: TableView) -> Outcome:
        bargains = screens_of(view).bargains
        found = OfferAnswers() if bargains is None else bargains.answers(view)
        made = {"accept": found.accept, "refuse": found.refuse, "counter": found.counter}[self.how]
        if not found.offers:
            refuse("no_offer")
        if found.offers.isdisjoint(self.offers):
            refuse("stale")
        if len(made) != 1 or len(found.offers) > 1:
            return private.desk_screen(view, found.group)
        if self.how == "counter":
            return terms.terms_screen(view, made[0], terms.begin(view, made[0]))
        return await self.act(click, at, Choice.of(made[0]))


def _too_little_text(asking: OpenSlot, picks: tuple[Pick, ...]) -> str:
    slot = asking.slot
    if slot.need > 1:
        made = sum(slot.weights[slot.options.index(pick)] for pick in picks)
        return say("That makes {made:,}. You need {need:,}.", made=made, need=slot.need)
    return say("No luck. Pick again.")


# reading


def _picks(pressed: Pressed) -> tuple[Pick, ...] | None:
    """Read what was chosen in a menu of picks; None where some of it was never offered."""
    found = [decode_pick(value) for value in pressed.click.values]
    return None if None in found else tuple(pick for pick in found if pick is not None)


def _read_move(pressed: Pressed, *, from_menu: bool = False) -> PressRequest:
    partial_choice = custom_ids.parse_partial_choice(pressed.rest)
    if partial_choice is None or _picks(pressed) is None:
        return forged(pressed)
    return MakeMove(pressed.id.table, pressed.id.seen, partial_choice.choice, from_menu)


def _read_slot(pressed: Pressed) -> PressRequest:
    partial_choice, picks = custom_ids.parse_partial_choice(pressed.rest), _picks(pressed)
    if partial_choice is None or picks is None:
        return forged(pressed)
    return FillSlot(pressed.id.table, pressed.id.seen, partial_choice, picks)


def _read_form(pressed: Pressed) -> PressRequest:
    partial_choice, fields = custom_ids.parse_partial_choice(pressed.rest), pressed.click.fields
    if partial_choice is None or _picks(pressed) is None:
        return forged(pressed)
    table, seen, choice = pressed.id.table, pressed.id.seen, partial_choice.choice
    return OpenMoveForm(table, seen, choice) if fields is None else SendMoveForm(table, seen, choice, fields)


def _read_terms(pressed: Pressed) -> PressRequest:
    draft, picks = custom_ids.parse_draft(pressed.rest), _picks(pressed)
    if draft is None or picks is None:
        return forged(pressed)
    return SetTerm(pressed.id.table, pressed.id.seen, draft, picks, _read_line(pressed))


def _read_line(pressed: Pressed) -> str | None:
    """Return what was written into the form for a line of one's own; None for a press that opens it."""
    fields = pressed.click.fields
    return None if fields is None else " ".join(fields.get(saying.NOTE_FIELD, ()))


def _read_saying(pressed: Pressed) -> PressRequest:
    return SaySomething(pressed.id.table, pressed.id.seen, pressed.rest, _read_line(pressed))


def _read_look(pressed: Pressed) -> PressRequest:
    choice = decode(pressed.rest)
    return forged(pressed) if choice is None else LookAtMove(pressed.id.table, pressed.id.seen, choice)


def _read_answer(pressed: Pressed) -> PressRequest:
    name, *offers = pressed.rest.split(".")
    kinds: tuple[AnswerKind, ...] = get_args(AnswerKind)
    for how in kinds:
        if how == name:
            numbers = frozenset(map(read_number, offers))
            return AnswerOffer(pressed.id.table, pressed.id.seen, how, numbers)
    return forged(pressed)


def _read_menu(pressed: Pressed) -> PressRequest:
    """Read the choice in a menu of moves: each option holds the custom_id of a button."""
    inner = custom_ids.parse(pressed.chosen)
    if inner is None or inner.table != pressed.id.table:
        return forged(pressed)
    behind = Pressed(replace(pressed.click, values=(), fields=None), inner, inner.rest)
    if inner.action == "a":
        return _read_move(behind, from_menu=True)
    if inner.action == "g" and inner.rest.startswith(f"{custom_ids.SURE}."):
        return _read_look(replace(behind, rest=inner.rest.partition(".")[2]))
    return READERS[inner.action](behind) if inner.action in ("w", "f", "t") else forged(pressed)


READERS: dict[str, Reader] = {
    "a": _read_move,
    "w": _read_slot,
    "f": _read_form,
    "t": _read_terms,
    f"g.{custom_ids.SURE}": _read_look,
    "g.do": _read_menu,
    "g.offer": _read_answer,
    "l.say": _read_saying,
}
