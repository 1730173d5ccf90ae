"""What people say in their own words, how they react, whom they ask: of the table, never of game or log.

So a game is played again without them, and a person who is forgotten takes them along.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.tables import intents
from bot.tables.lobby import Decision, RequestContext, require_phase
from bot.tables.results import refuse
from bot.tables.seat_names import clean
from bot.tables.table import MAX_LINE_CHARS, REACTIONS, OwnLine, Reaction, Table

MAX_KEPT: Final = 40
"""Lines, and reactions, that a table keeps, the latest: they are saved again with every move."""


def say(ctx: RequestContext, intent: intents.Say) -> Decision:
    """Have a line of one's own go with the next offer or answer of this turn; nothing takes it back."""
    seat = ctx.own_seat()
    require_phase(ctx.table, "playing")
    kept = tuple(line for line in ctx.table.lines if line.seat != seat or line.revision)
    text = clean(intent.text)[:MAX_LINE_CHARS]
    own = (OwnLine(seat, ctx.request.user, text, turn=ctx.state.turn),) if text else ()
    return ctx.with_table(lines=kept + own)


def with_line_sent(ctx: RequestContext, seat: int, verb: str, table: Table) -> Table:
    """Return the table with the line that goes with a move of its maker's; one of an earlier turn is void."""
    waiting = table.line_waiting(seat)
    if waiting is None or verb not in ctx.game_module().bargain_verbs:
        return table
    sent = (replace(waiting, revision=ctx.table.revision + 1),) if waiting.turn == ctx.state.turn else ()
    rest = tuple(line for line in table.lines if line is not waiting)
    return replace(table, lines=(*rest, *sent)[-MAX_KEPT:])


def react(ctx: RequestContext, intent: intents.React) -> Decision:
    """React to what happened in a revision; another reaction takes the place of the person's first one."""
    ctx.own_seat()
    require_phase(ctx.table, "playing")
    if intent.sign not in range(len(REACTIONS)) or not 0 < intent.revision <= ctx.table.revision:
        refuse("forged")
    mine = Reaction(intent.revision, ctx.request.user, intent.sign)
    others = (one for one in ctx.table.reactions if (one.revision, one.user) != (mine.revision, mine.user))
    return ctx.with_table(reactions=(*others, mine)[-MAX_KEPT:])


def take_hint(ctx: RequestContext, _: intents.TakeHint) -> Decision:
    """Count a hint for one's own seat, where the house rules allow any."""
    number = ctx.own_seat()
    require_phase(ctx.table, "playing")
    if not ctx.table.gives_hints:
        refuse("no_hints")
    seat = ctx.table.seats[number]
    return ctx.with_seat(number, replace(seat, hints=seat.hints + 1))
