"""From a press to what comes of it; knows tables and screens, not Discord."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import assert_never

from bot.delivery.api import ScreenApi
from bot.delivery.live_replies import REPLY_LIFETIME_S, LiveScreen
from bot.delivery.message_ids import posted_at_s
from bot.delivery.surface_keys import watch_key
from bot.tables.api import TableApi
from bot.tables.choices import Choice
from bot.tables.game_kinds import GameLookup
from bot.tables.intents import Act, Intent, Request, Return, SetOptions, Vote
from bot.tables.results import Done, TableView
from bot.views import asking, details, moves, parting, private, public, screens, settings, terms
from bot.views.fairness import dice_screen
from bot.views.layout import Screen
from bot.views.moves import CompleteChoice, OpenSlot
from bot.views.recap import story_screen
from cards.kernel.moves import Move, Pick, Refusal
from cogs.answer_builder import AnswerBuilder, FollowedScreen, Outcome, refusal_text, was_away
from cogs.answers import Answer, Click, PrivateReply, PublicPost
from cogs.click_requests import (
    AnswerOffer,
    AnswerPoll,
    ChangeTable,
    ClickRequest,
    FillSlot,
    MakeMove,
    OpenMoveForm,
    OpenSettingForm,
    RefusedPress,
    SendGameFiles,
    SendMoveForm,
    SetFlags,
    SetTerm,
    ShareHighlights,
    ShowAsking,
    ShowCard,
    ShowDesk,
    ShowDetails,
    ShowDice,
    ShowHand,
    ShowLeaving,
    ShowReplay,
    ShowRules,
    ShowSeat,
    ShowSettings,
    ShowStory,
    WatchTable,
    parse_click,
)
from cogs.lobby_settings import lobby_settings
from cogs.replay_handler import ReplayHandler
from cogs.rule_lookup import RuleLookup

SHARED_TEXT = "The highlights have been shared already."
MAX_REMEMBERED_SHARES = 1000
"""Tables of which it is remembered that their highlights have been shared."""


class ClickHandler:
    """Answers every press on every screen."""

    def __init__(
        self,
        tables: TableApi,
        games: GameLookup,
        screen_api: ScreenApi,
        replays: ReplayHandler | None = None,
    ) -> None:
        """``replays`` None: there are none to be shown."""
        self._replays = replays
        self._tables = tables
        self._games = games
        self._rules = RuleLookup(tables, games)
        self._shared: OrderedDict[int, bool] = OrderedDict()
        self._screens = screen_api
        self._answers = AnswerBuilder(tables, games, screen_api)

    async def answer(self, click: Click) -> Answer:
        """Do what was pressed, if it may be done, and say what to show."""
        request = parse_click(click)
        if request is None:
            return self._answers.old_button()
        if await self._is_elsewhere(click, request.table):
            return await self._answers.build(click, 0, Refusal("no_table"))
        if isinstance(request, AnswerOffer) and click.place == "table":
            click = replace(click, place="bargain")
        return await self._answers.build(click, request.table, await self._handle(click, request))

    async def _is_elsewhere(self, click: Click, table: int) -> bool:
        """Return True for a forged button: it names a table of another server than it was pressed in."""
        guild = await self._tables.guild_of(table) if click.guild and table else None
        return guild is not None and guild != click.guild

    async def hand(self, click: Click, table: int) -> PrivateReply:
        """Show the hand of the person who asks."""
        await self._tables.send(table, Request(0, click.user, Return()))
        view = await self._tables.view_for(table, click.user)
        if isinstance(view, Refusal):
            return PrivateReply(private.note_screen(refusal_text(None, view)))
        found = self._answers.hand(click, view)
        return PrivateReply(found.screen, found.live)

    async def _handle(self, click: Click, request: ClickRequest) -> Outcome:
        if _returns_first(request) and (returned := await self._return_to_seat(click, request.table)):
            return returned
        match request:
            case MakeMove():
                return await self._make_move(click, request)
            case FillSlot():
                return await self._fill_slot(click, request)
            case OpenMoveForm():
                return await self._open_move_form(click, request)
            case SetTerm():
                return await self._set_term(click, request)
            case SendMoveForm():
                return await self._send_move_form(click, request)
            case ShowHand() | ShowCard() | ShowDesk() | ShowSeat() | ShowDetails():
                return await self._show(click, request)
            case AnswerOffer():
                return await self._answer_offer(click, request)
            case ShowLeaving(table):
                return await self._show_leaving(click, table)
            case ShowAsking(table):
                return await self._show_asking(click, table)
            case ShowStory():
                return await self._show_story(click, request)
            case WatchTable(table):
                return await self._watch(click, table)
            case ShowDice(table):
                return await self._show_dice(table)
            case ShareHighlights(table):
                return await self._share(click, table)
            case ShowRules(topic, table, game, card):
                return await self._rules.page(topic, table, game, card)
            case AnswerPoll(table, seen, yes):
                return await self._send(click, table, Vote(yes), seen)
            case ChangeTable(table, intent, seen):
                return await self._tables.send(table, Request(click.interaction_id, click.user, intent, seen))
            case SetFlags():
                return await self._set_flags(click, request)
            case ShowSettings(table):
                return await lobby_settings(self._tables, self._games, table, click.user)
            case OpenSettingForm():
                return await self._open_setting_form(click, request)
            case ShowReplay(table, chapter, hands_open):
                if self._replays is None:
                    return Refusal("no_replay")
                return await self._replays.show(click, table, chapter, hands_open=hands_open)
            case SendGameFiles(table):
                return (
                    Refusal("no_replay") if self._replays is None else await self._replays.files(click, table)
                )
            case RefusedPress(_, why):
                return why
        assert_never(request)

    # requests to the table

    async def _send(self, click: Click, table: int, intent: Intent, seen: int) -> Done | Refusal:
        """Ask something of the table. A person who was away gets the seat back even if it refuses."""
        result = await self._tables.send(table, Request(click.interaction_id, click.user, intent, seen))
        if isinstance(result, Refusal):
            return await self._return_to_seat(click, table) or result
        return result

    async def _return_to_seat(self, click: Click, table: int) -> Done | None:
        """Give the seat back to a person who was away; return None if they were not."""
        result = await self._tables.send(table, Request(0, click.user, Return()))
        return result if isinstance(result, Done) and was_away(result) else None

    # moves

    async def _make_move(self, click: Click, request: MakeMove) -> Outcome:
        view = await self._seated_view(click, request.table)
        if isinstance(view, Refusal):
            return view
        return await self._send(click, request.table, Act(request.choice), request.seen)

    async def _fill_slot(self, click: Click, request: FillSlot) -> Outcome:
        """Fill the next slot of a move; make the move once all are filled."""
        view = await self._seated_view(click, request.table)
        if isinstance(view, Refusal):
            return view
        choice = request.partial_choice.choice
        move = choice.find_move(view.moves)
        # Who has chosen nothing yet is asked as things stand now, however old the button is.
        begins = move is not None and not (choice.picks or request.partial_choice.partial or request.picks)
        if not begins and self._is_outdated(view, request.seen, move):
            return Refusal("stale")
        if move is None:
            # The game gives the best reason for a refusal.
            return await self._send(click, request.table, Act(choice), request.seen)
        words = moves.words_of(view)
        if click.place == "table" and moves.form_slots(words, move):
            return moves.form(view, move)
        if not choice.picks and not request.picks and moves.has_terms_screen(words, move):
            return terms.terms_screen(view, screens.shape_of(view), move, terms.begin(view, move))
        found = moves.advance(move, request.partial_choice)
        note = ""
        if isinstance(found, OpenSlot) and request.picks:
            taken = moves.add_picks(found, words, request.picks)
            if taken is None:
                return Refusal("bad_choice")
            if taken.choice == found.step.choice and not taken.partial:
                note = _too_little_text(found, request.picks)
            found = moves.advance(move, taken)
        if isinstance(found, CompleteChoice):
            return await self._send(click, request.table, Act(found.choice), request.seen)
        if found is None:
            return Refusal("bad_choice")
        return private.step_screen(view, screens.shape_of(view), found, note)

    async def _open_move_form(self, click: Click, request: OpenMoveForm) -> Outcome:
        view = await self._seated_view(click, request.table)
        if isinstance(view, Refusal):
            return view
        move = request.choice.find_move(view.moves)
        if move is not None:
            return moves.form(view, move)
        return Refusal("stale" if self._is_outdated(view, request.seen, move) else "not_now")

    async def _set_term(self, click: Click, request: SetTerm) -> Outcome:
        """Show the terms of a move, changed by a menu; or make the move with them."""
        view = await self._seated_view(click, request.table)
        if isinstance(view, Refusal):
            return view
        draft = request.draft
        move = draft.choice.find_move(view.moves)
        if self._is_outdated(view, request.seen, move):
            return Refusal("stale")
        if move is None:
            # The game knows best why not.
            return await self._send(click, request.table, Act(draft.choice), request.seen)
        shape = screens.shape_of(view)
        if draft.stamp:
            picks = terms.read(move, draft)
        else:
            picks = terms.usual(move) if draft.control else terms.begin(view, move)
        if picks is None:
            note = "Something has changed meanwhile. Please set the terms again."
            return terms.terms_screen(view, shape, move, terms.begin(view, move), note)
        if draft.control == terms.SEND:
            choice = terms.complete(move, picks)
            if choice is not None:
                return await self._send(click, request.table, Act(choice), request.seen)
        elif draft.control and draft.control != terms.MORE:
            changed = terms.set_term(move, picks, draft.control, request.picks)
            if changed is None:
                return Refusal("bad_choice")
            picks = changed
        all_terms = terms.shows_all(move, draft.control, moves.words_of(view))
        return terms.terms_screen(view, shape, move, picks, all_terms=all_terms)

    async def _send_move_form(self, click: Click, request: SendMoveForm) -> Outcome:
        view = await self._seated_view(click, request.table)
        if isinstance(view, Refusal):
            return view
        # A form can be opened at any moment, but what is filled in counts only for its own.
        if request.seen < view.table.since:
            return Refusal("stale")
        move = request.choice.find_move(view.moves)
        if move is None:
            return Refusal("not_now")
        choice = moves.choice_from_form(move, request.fields)
        if choice is None:
            return Refusal("bad_choice")
        return await self._send(click, request.table, Act(choice), request.seen)

    def _is_outdated(self, view: TableView, seen: int, move: Move | None) -> bool:
        """Return True if the button was drawn for another moment, and its move may not mean the same now."""
        if seen >= view.table.since:
            return False
        kind = self._games.find(view.table.game)
        return move is None or kind is None or move.verb not in kind.valid_when_stale

    async def _seated_view(self, click: Click, table: int) -> TableView | Refusal:
        """Return the presser's view; a refusal where they have no seat."""
        view = await self._tables.view_for(table, click.user)
        if isinstance(view, TableView) and view.seat is None:
            return Refusal("not_seated")
        return view

    # screens

    async def _show(
        self, click: Click, request: ShowHand | ShowCard | ShowDesk | ShowSeat | ShowDetails
    ) -> Outcome:
        """Show a screen that changes nothing."""
        view = await self._tables.view_for(request.table, click.user)
        if isinstance(view, Refusal):
            return view
        screen = self._screen(view, request)
        if screen is not None:
            return screen
        return Refusal("not_seated") if view.seat is None else self._answers.hand(click, view)

    def _screen(
        self, view: TableView, request: ShowHand | ShowCard | ShowDesk | ShowSeat | ShowDetails
    ) -> Screen | None:
        """Draw a screen; None for the hand, and where there is nothing of that kind to see."""
        shape = screens.shape_of(view)
        started = view.game_view is not None
        if isinstance(request, ShowSeat) and started:
            known = dict(shape.seats(view))
            return private.seat_screen(view, shape, request.seat) if request.seat in known else None
        if isinstance(request, ShowDetails) and started:
            return details.details_screen(view, shape)
        if isinstance(request, ShowCard) and started:
            groups = [] if view.seat is None else shape.groups(view)
            own = {card for group in groups for card in group.cards}
            if request.card in own | shape.public_cards(view):
                return private.card_screen(view, shape, request.card)
        if isinstance(request, ShowDesk) and started and view.seat is not None:
            return private.desk_screen(view, shape, request.name)
        return None

    async def _answer_offer(self, click: Click, request: AnswerOffer) -> Outcome:
        """Accept or refuse what the presser is offered, or show the terms to counter it with."""
        view = await self._seated_view(click, request.table)
        if isinstance(view, Refusal):
            return view
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
        return await self._send(click, request.table, Act(Choice.of(made[0])), request.seen)

    async def _show_leaving(self, click: Click, table: int) -> Outcome:
        """Ask the presser whether they want to leave the game."""
        view = await self._seated_view(click, table)
        if isinstance(view, Refusal) or view.table.phase == "playing":
            return view if isinstance(view, Refusal) else parting.leave_screen(view)
        return Refusal("wrong_phase", {"phase": view.table.phase})

    async def _show_asking(self, click: Click, table: int) -> Outcome:
        """Show when the presser is asked whether they pass."""
        view = await self._seated_view(click, table)
        if isinstance(view, Refusal) or asking.can_pass_unasked(view):
            return view if isinstance(view, Refusal) else asking.asking_screen(view)
        return Refusal("wrong_phase", {"phase": view.table.phase})

    async def _show_story(self, click: Click, request: ShowStory) -> Outcome:
        """Show a page of the story: what is remembered, and from the log what was before that or all."""
        view = await self._tables.view_for(request.table, click.user)
        if isinstance(view, Refusal):
            return view
        if view.game_view is None:
            return Refusal("wrong_phase", {"phase": view.table.phase})
        whole = request.page > 0 or view.table.phase == "ended"
        past = await self._tables.past_since(request.table, click.user, 0) if whole else view.past
        return story_screen(view, past, request.page)

    async def _watch(self, click: Click, table: int) -> Outcome:
        """Show the table as everybody may see it, and have that follow the game."""
        view = await self._tables.view_for(table, click.user)
        if isinstance(view, Refusal):
            return view
        if view.seat is not None and view.table.live:
            return Refusal("seated")
        until = int(posted_at_s(click.interaction_id)) + REPLY_LIFETIME_S
        drawn = await self._screens.render_watch(table, click.user, until)
        if drawn is None:
            return Refusal("wrong_phase", {"phase": view.table.phase})
        if drawn.last:
            return drawn.screen
        live = LiveScreen(watch_key(table, click.user), drawn.version, until, click.name)
        return FollowedScreen(drawn.screen, live)

    async def _show_dice(self, table: int) -> Outcome:
        view = await self._tables.view_for(table, None)
        if isinstance(view, Refusal):
            return view
        if view.table.phase != "ended" or view.table.seed < 0:
            return Refusal("not_over")
        return dice_screen(view.table)

    async def _share(self, click: Click, table: int) -> Outcome:
        """Post the highlights of a finished game, once for each table, for who sat there."""
        view = await self._tables.view_for(table, None)
        if isinstance(view, Refusal):
            return view
        if not public.is_finished(view):
            return Refusal("wrong_phase", {"phase": view.table.phase})
        if click.user not in {seat.user or seat.was for seat in view.table.seats}:
            return Refusal("not_seated")
        if table in self._shared:
            return private.note_screen(SHARED_TEXT)
        self._shared[table] = True
        if len(self._shared) > MAX_REMEMBERED_SHARES:
            self._shared.popitem(last=False)
        past = await self._tables.past_since(table, None, 0)
        return PublicPost(public.shared_screen(view, screens.shape_of(view), past))

    # the lobby

    async def _set_flags(self, click: Click, request: SetFlags) -> Outcome:
        view = await self._tables.view_for(request.table, None)
        if isinstance(view, Refusal):
            return view
        kind = self._games.find(view.table.game)
        if kind is None:
            return Refusal("no_game")
        intent = SetOptions({key: key in request.chosen for key in settings.flags(kind)})
        return await self._tables.send(request.table, Request(click.interaction_id, click.user, intent))

    async def _open_setting_form(self, click: Click, request: OpenSettingForm) -> Outcome:
        view = await self._tables.view_for(request.table, click.user)
        if isinstance(view, Refusal):
            return view
        kind = self._games.find(view.table.game)
        if kind is None or request.key not in kind.default_options:
            return Refusal("forged")
        return settings.value_form(view.table, kind, request.key)


def _returns_first(request: ClickRequest) -> bool:
    """Return True if a person who was away gets the seat back before the request itself is tried.

    A move is tried first, because its own refusal tells them more. A move from a menu is not: the caretaker
    may have acted since the menu was drawn.
    """
    if isinstance(request, MakeMove):
        return request.from_menu
    return not isinstance(request, ShowRules | ShowReplay | SendGameFiles)


def _too_little_text(asking: OpenSlot, picks: tuple[Pick, ...]) -> str:
    slot = asking.slot
    if slot.need > 1:
        made = sum(slot.weights[slot.options.index(pick)] for pick in picks)
        return f"That adds up to {made}; {slot.need} is needed."
    return "That choice does not work. Please choose again."
