"""Makes the moves that people press, choose and fill in."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from bot.tables.api import TableApi
from bot.tables.choices import Choice
from bot.tables.game_kinds import GameLookup
from bot.tables.intents import Act
from bot.tables.results import TableView
from bot.views.base.custom_ids import PartialChoice
from bot.views.press import move_form, moves, slot_steps, sure, terms
from bot.views.press.moves import CompleteChoice, OpenSlot
from bot.views.table import private, screens
from cards.kernel.moves import Move, Pick, Refusal
from cogs.answer_builder import Outcome
from cogs.answers import Click
from cogs.click_requests import (
    AnswerOffer,
    FillSlot,
    LookAtMove,
    MakeMove,
    MoveRequest,
    OpenMoveForm,
    SendMoveForm,
    SetTerm,
)
from cogs.seat_requests import SeatRequests


class MoveHandler:
    """Makes a move, or shows what is still to be chosen for it."""

    def __init__(self, tables: TableApi, games: GameLookup) -> None:
        self._games = games
        self._seats = SeatRequests(tables)

    async def answer(self, click: Click, request: MoveRequest | AnswerOffer) -> Outcome:
        """Return what comes of the press."""
        view = await self._seats.view(click, request.table)
        if isinstance(view, Refusal):
            return view
        match request:
            case MakeMove():
                return await self._seats.send(click, request.table, Act(request.choice), request.seen)
            case LookAtMove():
                return self._look(request, view)
            case FillSlot():
                return await self._fill_slot(click, request, view)
            case OpenMoveForm():
                return self._open_form(request, view)
            case SetTerm():
                return await self._set_term(click, request, view)
            case SendMoveForm():
                return await self._send_form(click, request, view)
            case AnswerOffer():
                return await self._answer_offer(click, request, view)
        assert_never(request)

    def _look(self, request: LookAtMove, view: TableView) -> Outcome:
        """Show a move before it is made, as things stand now, however old the button is."""
        move = request.choice.find_move(view.moves)
        if move is None:
            return Refusal("stale" if self._is_outdated(view, request.seen, move) else "not_now")
        shape = screens.shape_of(view)
        if not shape.may_ask_first(view, move):
            return Refusal("forged")
        found = moves.advance(move, PartialChoice(request.choice))
        if not isinstance(found, CompleteChoice):
            return Refusal("bad_choice")
        return sure.sure_screen(view, shape, move, found)

    async def _fill_slot(self, click: Click, request: FillSlot, view: TableView) -> Outcome:
        """Fill the next slot of a move; make the move once all are filled."""
        choice = request.partial_choice.choice
        move = choice.find_move(view.moves)
        # Who has chosen nothing yet is asked as things stand now, however old the button is.
        begins = move is not None and not (choice.picks or request.partial_choice.partial or request.picks)
        if not begins and self._is_outdated(view, request.seen, move):
            return Refusal("stale")
        if move is None:
            # The game gives the best reason for a refusal.
            return await self._seats.send(click, request.table, Act(choice), request.seen)
        words = moves.words_of(view)
        if click.place == "table" and moves.form_slots(words, move):
            return move_form.form(view, move)
        if not choice.picks and not request.picks and moves.has_terms_screen(words, move):
            return terms.terms_screen(view, screens.shape_of(view), move, terms.begin(view, move))
        found = moves.advance(move, request.partial_choice)
        note = ""
        if isinstance(found, OpenSlot) and request.picks:
            taken = slot_steps.add_picks(found, words, request.picks)
            if taken is None:
                return Refusal("bad_choice")
            if taken.choice == found.step.choice and not taken.partial:
                note = _too_little_text(found, request.picks)
            found = moves.advance(move, taken)
        if isinstance(found, CompleteChoice):
            return await self._seats.send(click, request.table, Act(found.choice), request.seen)
        if found is None:
            return Refusal("bad_choice")
        if note:
            found = replace(found, tried=request.picks)
        return private.step_screen(view, screens.shape_of(view), found, note)

    def _open_form(self, request: OpenMoveForm, view: TableView) -> Outcome:
        move = request.choice.find_move(view.moves)
        if move is not None:
            return move_form.form(view, move)
        return Refusal("stale" if self._is_outdated(view, request.seen, move) else "not_now")

    async def _set_term(self, click: Click, request: SetTerm, view: TableView) -> Outcome:
        """Show the terms of a move, changed by a menu; or make the move with them."""
        draft = request.draft
        move = draft.choice.find_move(view.moves)
        if self._is_outdated(view, request.seen, move):
            return Refusal("stale")
        if move is None:
            # The game knows best why not.
            return await self._seats.send(click, request.table, Act(draft.choice), request.seen)
        shape = screens.shape_of(view)
        if draft.stamp:
            picks = terms.read(move, draft)
        else:
            picks = terms.usual(move) if draft.control else terms.begin(view, move)
        if picks is None:
            note = "Something has changed meanwhile. Please set the terms again."
            return terms.terms_screen(view, shape, move, terms.begin(view, move), note)
        if draft.control == terms.SAY:
            return terms.line_form(view, move, picks) if terms.has_line(move) else Refusal("bad_choice")
        if draft.control == terms.SEND:
            choice = terms.complete(move, terms.with_line(move, picks, request.line))
            if choice is not None:
                return await self._seats.send(click, request.table, Act(choice), request.seen)
        elif draft.control and draft.control != terms.MORE:
            changed = terms.set_term(move, picks, draft.control, request.picks)
            if changed is None:
                return Refusal("bad_choice")
            picks = changed
        all_terms = terms.shows_all(move, draft.control, moves.words_of(view))
        return terms.terms_screen(view, shape, move, picks, all_terms=all_terms)

    async def _send_form(self, click: Click, request: SendMoveForm, view: TableView) -> Outcome:
        # A form can be opened at any moment, but what is filled in counts only for its own.
        if request.seen < view.table.since:
            return Refusal("stale")
        move = request.choice.find_move(view.moves)
        if move is None:
            return Refusal("not_now")
        choice = move_form.choice_from_form(move, request.fields)
        if choice is None:
            return Refusal("bad_choice")
        return await self._seats.send(click, request.table, Act(choice), request.seen)

    async def _answer_offer(self, click: Click, request: AnswerOffer, view: TableView) -> Outcome:
        """Accept or refuse what the presser is offered, or show the terms to counter it with."""
        shape = screens.shape_of(view)
        found = shape.answers(view)
        moves_by_kind = {"accept": found.accept, "refuse": found.refuse, "counter": found.counter}
        made = moves_by_kind[request.how]
        if not found.refuse:
            return Refusal("no_offer")
        if not any(move.ability in request.offers for move in found.refuse):
            return Refusal("stale")
        if len(made) != 1 or len(found.refuse) > 1:
            return private.desk_screen(view, shape, found.group)
        if request.how == "counter":
            return terms.terms_screen(view, shape, made[0], terms.begin(view, made[0]))
        return await self._seats.send(click, request.table, Act(Choice.of(made[0])), request.seen)

    def _is_outdated(self, view: TableView, seen: int, move: Move | None) -> bool:
        """Return True if the button was drawn for another moment, and its move may not mean the same now."""
        if seen >= view.table.since:
            return False
        kind = self._games.find(view.table.game)
        return move is None or kind is None or move.verb not in kind.valid_when_stale


def _too_little_text(asking: OpenSlot, picks: tuple[Pick, ...]) -> str:
    slot = asking.slot
    if slot.need > 1:
        made = sum(slot.weights[slot.options.index(pick)] for pick in picks)
        return f"That adds up to {made:,}; {slot.need:,} is needed."
    return "That choice does not work. Please choose again."
