"""The table's message in the channel during a game and after it, and the message that tells the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.seat_names import MAX_NAME_CHARS
from bot.tables.table import Poll, Table
from bot.views.base import highlights, naming
from bot.views.base.custom_ids import DETAILS, ButtonAction, CustomId
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Block, Button, ButtonRow, Container, Screen, Separator, Text
from bot.views.base.table_words import CORRECTION_TEXTS, LEFT_ASKER_TEXT, POLL_TEXTS, halt_text
from bot.views.base.text import clean, escape, fit, listed, plural, say, shorten
from bot.views.pages.rule_links import rules_button
from bot.views.press import asking, moves
from bot.views.press.moves import desk_button, lobby_custom_id, screen_custom_id
from bot.views.table import news, words_said
from bot.views.table.bargaining import offer_blocks
from bot.views.table.details import closer_look, watch_button
from bot.views.table.fairness import short_seal
from bot.views.table.hint import hints_taken
from bot.views.table.lesson import lesson_end
from bot.views.table.replay import replay_custom_id
from cards.kernel.moves import PASS_VERB, Action

ENDED_COLOR = 0xFEE75C
HALTED_COLOR = 0x99AAB5

MAX_NAMED_WATCHERS = 8

MAX_EARNED_BLOCK_CHARS = 900
"""Characters of all that was earned in one game."""


MAX_NEWS_SENTENCES = 6
"""Sentences about what happened lately."""

BRIEF_SENTENCE_CHARS = 66
"""Characters for each of the sentences where the details are one tap away."""
CARETAKER_TOLD_REVISIONS = 8
"""Accepted requests for which the table says that somebody has been given a caretaker."""


def halt_blocks(table: Table) -> list[Block]:
    """Say why the table stands still, in the lobby as in a game, and offer to go on."""
    if not table.halt:
        return []
    resume = Button(say("Resume"), lobby_custom_id(table, "resume"), "good", emoji="▶️")
    return [Text(f"⏸ **{halt_text(table)}**"), ButtonRow((resume,))]


# game


def watchers_line(view: TableView, names: Sequence[str]) -> str:
    """Say who watches, as far as the host wants it said; ``names`` are the spectators'."""
    if not names or view.table.watchers == "hidden":
        return ""
    if view.table.watchers == "count":
        return f"-# 👀 {plural(len(names), 'spectator')}"
    shown = [escape(shorten(clean(name), MAX_NAME_CHARS)) for name in names[:MAX_NAMED_WATCHERS]]
    more = len(names) - len(shown)
    people = listed([*shown, plural(more, "more", "more")] if more else shown)
    return say("-# 👀 Watched by {people}", people=people)


def game_screen(view: TableView, watchers: Sequence[str] = (), calls: int = 0) -> Screen:
    """Draw the running game as everybody may see it. The view has to be an onlooker's.

    ``watchers`` are the names of the spectators, ``calls`` is who is to come (0: nobody).
    """
    table = view.table
    game = screens_of(view)
    blocks: list[Block] = [Text(game.board.title(view)), *game.board.draw(view)]
    if view.game_view is not None and view.game_view.turn <= game.last_sealed_turn:
        blocks += [Text(sealed)] if (sealed := short_seal(table)) else []
    bargaining = None if game.bargains is None else game.bargains.bargaining(view)
    offers, asked = ([], ()) if bargaining is None else offer_blocks(view, bargaining)
    blocks += _news(view, 0 if bargaining is None else len(bargaining.open))
    if said := words_said.under_scene(view):
        blocks.append(Text(said))
    if line := watchers_line(view, watchers):
        blocks.append(Text(line))
    blocks += [] if game.details is not None else [Separator()]
    voters = tuple(table.seats[seat].user for seat in table.asked_to_vote)
    if table.halt:
        blocks += [*halt_blocks(table), *_poll(table)]
        return Screen((Container(tuple(blocks), HALTED_COLOR),), (), voters, silent=not voters)
    wait = game.board.waiting(view)
    if wait:
        seat = table.seat_of(calls)
        if seat is not None:
            wait = wait.replace(f"**{naming.name(table, seat)}**", f"<@{calls}>", 1)
        what, line, rest = wait.partition("\n")
        blocks.append(Text(f"👉 {what}{naming.clock(view)}{line}{rest}"))
    blocks += [Text(line) for line in _caretaker_lines(table)]
    blocks += _poll(table)
    called = tuple(dict.fromkeys((*voters, *asked, *((calls,) if calls else ()))))
    blocks += [*offers, *_game_buttons(view, answered=bool(offers))]
    return Screen((Container(tuple(blocks), game.board.color(view)),), (), called, silent=not called)


def _news(view: TableView, offers: int) -> list[Block]:
    """Tell what happened lately; open offers take the place of news."""
    game = screens_of(view)
    if game.details is None:
        told = news.block(view, MAX_NEWS_SENTENCES, 800)
        return [Separator(), Text(told)] if told else []
    most = game.brief_news - offers
    told = news.block(view, most, game.brief_news * BRIEF_SENTENCE_CHARS, jokes=False) if most > 0 else ""
    return [Text(told)] if told else []


def _caretaker_lines(table: Table) -> list[str]:
    """Introduce the caretaker to the others when it has just taken over."""
    asleep = [
        number
        for number, seat in enumerate(table.seats)
        if seat.away and table.revision - seat.away_since < CARETAKER_TOLD_REVISIONS
    ]
    if not asleep:
        return []
    names = naming.names(table, tuple(asleep))
    return [say("-# 💤 A caretaker plays for {names} until they press something.", names=names)]


def _game_buttons(view: TableView, *, answered: bool) -> list[Block]:
    """Draw what may be done in a row that changes, and below it one that stays where it is.

    To let things pass stands behind that row: no button that does something ever takes its place. Where
    offers are ``answered`` above, there is room for one act, and what else is for help or cards is on the
    hand.
    """
    game, acts, passes = screens_of(view), list[Button](), list[Button]()
    for move in game.board.shared_moves(view)[:4] if _awaits_person(view) else []:
        if answered and moves.verb_of(view, move).group == "help":
            continue
        suggested = None if game.advice is None else game.advice.suggestion(view, move)
        found = [*([] if suggested is None else [suggested]), moves.shared_button(view, move)]
        (passes if move.verb == PASS_VERB and found[-1].style == "plain" else acts).extend(found)
    passes += asking.shared_quiet_buttons(view) if acts or passes else []
    acts = acts[:1] if answered else acts
    for desk in asking.desks_of(view)[: not answered]:
        is_first = desk.is_main and bool(acts or passes)
        acts.insert(0 if is_first else len(acts), desk_button(view, replace(desk, is_main=is_first)))
    hand = Button(say("My hand"), screen_custom_id(view, "hand"), "primary", emoji="✋")
    story = Button(say("Story"), screen_custom_id(view, "story"), emoji="📖")
    details = "" if game.details is None else game.details.details_label(view)
    if details:  # the rest is one tap away
        steady = [hand, story, Button(details, screen_custom_id(view, DETAILS))]
        return moves.rows(acts) + moves.rows([*steady, *passes])
    steady = [hand, story, rules_button(view.table), watch_button(view)]
    return moves.rows(acts) + moves.rows([*steady, *passes]) + closer_look(view)


def _awaits_person(view: TableView) -> bool:
    """Return True if a person is awaited; a button that only computers can press would be in the way."""
    awaited = view.pending.awaited if view.pending is not None else ()
    return any(view.table.seats[seat].human for seat in awaited)


def _poll(table: Table) -> list[Block]:
    poll = table.poll
    if poll is None:
        return []
    text = say(
        POLL_TEXTS.get(poll.kind, "{asker} asks something."),
        asker=_asker(table, poll),
        subject=f"**{naming.name(table, poll.subject)}**",
        correction=_correction(table, poll.action),
        joiner=escape(poll.name),
    )
    missing = ", ".join(naming.mention(table, seat) for seat in table.asked_to_vote)
    need, yes, no = table.votes_needed(poll), len(poll.yes), len(poll.no)
    tally = say("-# Yes: {yes} of {need} needed · No: {no}", yes=yes, need=need, no=no)
    tally += " · " + say("still asked: {missing}", missing=missing) if missing else ""
    buttons = (
        Button(say("Yes"), str(CustomId(table.id, table.revision, ButtonAction.VOTE, "yes")), "good"),
        Button(say("No"), str(CustomId(table.id, table.revision, ButtonAction.VOTE, "no")), "bad"),
    )
    return [Text(f"🗳️ {text}\n{tally}"), ButtonRow(buttons)]


def _asker(table: Table, poll: Poll) -> str:
    """Say who asks; not the computer that plays on for somebody who has left."""
    if poll.asker < 0 or not table.seats[poll.asker].human:
        return say(LEFT_ASKER_TEXT)
    return f"**{naming.name(table, poll.asker)}**"


def _correction(table: Table, action: Action | None) -> str:
    """Say what the host wants to be so."""
    if action is None:
        return ""
    what, *rest = (str(pick) for pick in action.picks[0])
    card, place = (*rest, "", "")[:2] if what == "card" else ("", what)
    return say(
        CORRECTION_TEXTS.get(place, ""),
        subject=f"**{naming.name(table, action.ability)}**",
        card=escape(card),
        figure="".join(rest),
    )


# end


def table_over_screen(view: TableView, ending_url: str = "") -> Screen:
    """Draw what the table's message says once the game is finished: who won, and where the end is told."""
    table = view.table
    who = naming.won(table) or say("nobody won")
    told = say("[How it went]({url})", url=ending_url) if ending_url else say("See below how it went.")
    text = say("🏁 This game is over: {who}. {told}", who=who, told=told)
    return Screen((Container((Text(text),), ENDED_COLOR),))


def ending_screen(view: TableView, past: Sequence[PastRevision], earned: Sequence[str] = ()) -> Screen:
    """Draw the end of a finished game: who won and how, and what it is remembered by.

    ``past`` is the whole game as everybody may know it. ``earned`` says who has earned what in it.
    """
    blocks = _finish(view, past)
    if lines := [*earned, *hints_taken(view.table)]:
        blocks.append(Text(fit([f"-# {line}" for line in lines], MAX_EARNED_BLOCK_CHARS)))
    buttons = ButtonRow((_again(view.table), _story(view), *_looking_back(view)))
    return Screen((Container((*blocks, buttons), ENDED_COLOR),))


def alone_over_screen(view: TableView, past: Sequence[PastRevision] = ()) -> Screen:
    """Draw the end of a game that one person has played alone; a lesson has last words of its own."""
    if view.table.lesson is None:
        return ending_screen(view, past) if is_finished(view) else closed_screen(view)
    story = ButtonRow((_story(view),))
    return Screen((lesson_end(view), Container((*_finish(view, past), story), ENDED_COLOR)))


IDLE_TEXT = "Nobody came by for a whole day, so I swept the floor and put the cards away."
"""Said of a lobby that has closed itself."""


def closed_screen(view: TableView) -> Screen:
    """Draw the table's message after a game was closed before its end, or a lobby."""
    blocks: list[Block] = [
        Text(say("## The game was closed")),
        *([Text(say(IDLE_TEXT))] if view.table.trouble == "idle" else []),
    ]
    buttons = [_again(view.table)]
    if view.game_view is not None:
        blocks += screens_of(view).board.draw(view)
        buttons.append(_story(view))
    buttons += _looking_back(view)
    return Screen((Container((*blocks, ButtonRow(tuple(buttons))), ENDED_COLOR),))


def last_screen(view: TableView, past: Sequence[PastRevision]) -> Screen:
    """Draw the end for somebody who has watched: the same, with what they can look at in private."""
    head: list[Block] = [Text(say("## The game was closed")), *screens_of(view).board.draw(view)]
    blocks = _finish(view, past) if is_finished(view) else head
    return Screen((Container((*blocks, ButtonRow((_story(view), *_looking_back(view)))), ENDED_COLOR),))


def _again(table: Table) -> Button:
    press = lobby_custom_id(table, "alone" if table.alone else "rematch")
    return Button(say("Play again"), press, "primary", emoji="🔁")


def _story(view: TableView) -> Button:
    return Button(say("Story"), screen_custom_id(view, "story"), emoji="📖")


def _looking_back(view: TableView) -> list[Button]:
    table, buttons = view.table, list[Button]()
    if table.digest:
        buttons.append(Button(say("Replay"), str(replay_custom_id(table.id)), emoji="🎬"))
    if table.seed >= 0:
        buttons.append(Button(say("Dice"), screen_custom_id(view, "dice"), emoji="🎲"))
    return buttons


def is_finished(view: TableView) -> bool:
    """Return True if the game was played to its end, and not closed before."""
    return view.table.phase == "ended" and view.game_view is not None and view.pending is None


def ending_heading(table: Table) -> str:
    """Say who has won a finished game."""
    if not table.winners:
        return say("## 💥 The game is lost: nobody won")
    names = listed(f"**{naming.short_name(table, seat)}**" for seat in table.winners)
    return say("## 🏆 {names} won!", names=names)


def _finish(view: TableView, past: Sequence[PastRevision]) -> list[Block]:
    """Draw who won and how; nothing of a fight that may have been on."""
    blocks: list[Block] = [Text(ending_heading(view.table))]
    game = screens_of(view)
    found = game.summary(view, past)
    blocks += game.board.draw(view) if found is None else highlights.blocks(view.table, found)
    quote = words_said.quote_of_the_evening(view, past)
    return [*blocks, *([Text(quote)] if quote else [])]
