"""Lessons at a table: how far the script has come, and the way back to where it still fitted."""

from __future__ import annotations

from dataclasses import replace

from bot.store.api import Store
from bot.tables import intents
from bot.tables.history import replay
from bot.tables.lobby import Decision, RequestContext, Undo
from bot.tables.results import refuse
from bot.tables.state import TableState
from bot.tables.table import Table
from cards.kernel.moves import Action
from cards.lessons.lesson import Lesson
from cards.lessons.progress import LEARNER, Guide, Progress
from cards.registry import GameRegistry


def lesson_of(games: GameRegistry, table: Table) -> Lesson | None:
    """Return the lesson that is being taught at a table."""
    module = None if table.lesson is None else games.find(table.game)
    return None if module is None else module.lesson


def followed(ctx: RequestContext, decision: Decision) -> Decision:
    """Return a decision with how far the lesson has come by it; any other table's as it is."""
    after, progress = decision.state, decision.state.table.lesson
    lesson = lesson_of(ctx.config.games, after.table)
    if lesson is None or progress is None or not decision.actions or after.game is None:
        return decision
    before = ctx.state.game_state
    progress = lesson.follow(after.game, before, decision.actions, after.game_state, progress)
    if not progress.strayed and ctx.state.turn != after.turn:
        progress = replace(progress, turn_revision=ctx.table.revision + 1, turn_step=progress.step)
    return replace(decision, state=replace(after, table=replace(after.table, lesson=progress)))


def scripted_action(lesson: Lesson, state: TableState, seat: int) -> Action | None:
    """Return what a seat does by the script without being asked; None if it waits, or is on its own."""
    progress = state.table.lesson
    if progress is None or progress.adrift or state.game is None:
        return None
    return lesson.computer_action(state.game, state.game_state, progress, seat)


def guide_of(games: GameRegistry, state: TableState) -> Guide | None:
    """Return what the lesson at a table says now."""
    lesson, progress = lesson_of(games, state.table), state.table.lesson
    if lesson is None or progress is None or state.game is None:
        return None
    return lesson.guide(state.game, state.game_state, progress)


# what learners ask


def skip_tip(ctx: RequestContext, intent: intents.SkipTip) -> Decision:
    """Take the present tip away."""
    ctx.own_seat()
    progress = ctx.table.lesson or refuse("not_now")
    return ctx.with_table(lesson=replace(progress, skipped=progress.step))


def back_to_turn(ctx: RequestContext, intent: intents.BackToTurn) -> Decision:
    """Go back to the beginning of the turn in which the script was left."""
    ctx.own_seat()
    progress, undo = ctx.table.lesson, ctx.undo
    if progress is None or undo is None or ctx.table.phase != "playing":
        refuse("not_now")
    step = progress.turn_step
    progress = Progress(step, since=step, turn_revision=progress.turn_revision, turn_step=step)
    table = replace(ctx.table, lesson=progress)
    state = replace(ctx.state, game_state=undo.game_state, table=table)
    return Decision(state, back_to=undo.revision, invalidates_buttons=True)


async def load_turn(store: Store, before: TableState) -> Undo | None:
    """Return the way back to the turn that the script fitted last.

    Raises ``StoreError`` and ``UnreadableTableError``.
    """
    progress = before.table.lesson
    if progress is None or before.game is None:
        return None
    states = replay(before.game, await store.log(before.table.id))
    return Undo(LEARNER, progress.turn_revision, states[progress.turn_revision])
