"""What is asked of a running game: moves, time running out, seats given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.tables import intents
from bot.tables.choices import Choice
from bot.tables.lobby import (
    VALID_SEXES,
    Decision,
    RequestContext,
    require_fresh,
    require_phase,
    robot_name,
    with_seat_replaced,
)
from bot.tables.passing import habit_of, with_habit, without_habit
from bot.tables.results import RefusedError, refuse
from bot.tables.state import TableState
from bot.tables.table import Former, Halt, Poll, Seat, Table
from bot.tables.talk import with_line_sent
from bot.tables.timing import MAX_MISSED_WAITS, MIN_COUNTED_WAIT_S
from cards.game_module import GameModule, LayOutJudge
from cards.kernel.game import Game, Pending
from cards.kernel.moves import (
    ANSWER_VERB,
    CORRECT_VERB,
    DROP_VERB,
    HOST_SEAT,
    PASS_VERB,
    TIME_UP_VERB,
    Action,
    Move,
    Refusal,
)

RESERVED_VERBS = frozenset({TIME_UP_VERB, DROP_VERB, CORRECT_VERB})
"""Verbs that no seat may use, whatever a forged button says."""

MAX_STEPS = 12
"""Moves for one press: the end of a turn, the gift and a question for each receiver, or four monsters."""


def require_playing(table: Table, *halts: Halt) -> None:
    """Refuse unless a game is on, or stands still for one of these reasons."""
    require_phase(table, "playing")
    if table.halt and table.halt not in halts:
        refuse("halted", halt=table.halt)


def act(ctx: RequestContext, intent: intents.Act) -> Decision:
    """Make a person's move. The person counts as present again, and a sleeping table wakes up."""
    seat = ctx.own_seat()
    require_playing(ctx.table, "asleep")
    require_fresh(ctx, ctx.table.since, lambda: _is_valid_when_stale(ctx, seat, intent.choice))
    if intent.choice.verb in RESERVED_VERBS:
        refuse("forged")
    done = _by_person(seat, apply_action(ctx.state, intent.choice.action(seat)))
    table = with_line_sent(ctx, seat, intent.choice.verb, done.state.table)
    return replace(done, state=replace(done.state, table=table))


def _seat_and_module(ctx: RequestContext) -> tuple[int, GameModule]:
    """Return the seat that acts and its game's module."""
    seat, module = ctx.own_seat(), ctx.game_module()
    require_playing(ctx.table, "asleep")
    return seat, module


def equip_best(ctx: RequestContext, intent: intents.EquipBest) -> Decision:
    """Lay out the best of a person's cards. A move that has become illegal on the way is left out."""
    seat, module = _seat_and_module(ctx)
    return _by_person(seat, _laid_out(ctx.state, module.best_layout, seat) or refuse("nothing_better"))


def give_surplus(ctx: RequestContext, intent: intents.GiveSurplus) -> Decision:
    """End a person's turn and give away what they need least, or the cards that their button has named.

    Nothing happens if these are not what they have to give any more.
    """
    seat, module = _seat_and_module(ctx)
    done = set[str]()

    def step(game: Game[Any, Any], view: Any, moves: Sequence[Move]) -> Action | None:
        find = module.surplus_action
        action = None if find is None else find(game, view, moves, seat, intent.cards)
        if action is None or (action.verb in done and action.verb != ANSWER_VERB):
            return None  # the turn has come round to the seat again
        done.add(action.verb)
        return action

    decision = _step_by_step(ctx.state, seat, step) or refuse("nothing_to_give")
    if intent.cards and not any(intent.cards in action.picks for action in decision.actions):
        refuse("nothing_to_give")
    require_fresh(ctx, ctx.table.since, lambda: decision.actions[0].verb in module.valid_when_stale)
    return _by_person(seat, decision)


def roll_for_all(ctx: RequestContext, intent: intents.RollForAll) -> Decision:
    """Make all rolls of a person who runs, and let what catches them do its worst."""
    seat, module = _seat_and_module(ctx)
    require_fresh(ctx, ctx.table.since)
    find = module.flight_action or refuse("not_now")
    decision = _step_by_step(ctx.state, seat, lambda _, view, moves: find(view, moves, seat))
    return _by_person(seat, decision or refuse("not_now"))


def _step_by_step(
    state: TableState, seat: int, step: Callable[[Game[Any, Any], Any, Sequence[Move]], Action | None]
) -> Decision | None:
    """Make the moves that ``step`` returns, each found from what the one before has left."""
    decision: Decision | None = None
    for _ in range(MAX_STEPS):
        now = state if decision is None else decision.state
        if now.game is None or now.table.phase != "playing":
            break
        moves = now.game.legal_moves(now.game_state, seat)
        action = step(now.game, now.game.view(now.game_state, seat), moves)
        if action is None:
            break
        decision = joined(decision, apply_action(now, action))
    return decision


def _laid_out(state: TableState, judge: LayOutJudge | None, seat: int) -> Decision | None:
    """Make all the moves by which a seat lays out its best; None if there are none."""
    game, decision = state.game, None
    if judge is None or game is None:
        return None
    moves = game.legal_moves(state.game_state, seat)
    for action in judge(game, game.view(state.game_state, seat), moves, seat).actions:
        with suppress(RefusedError):
            decision = joined(decision, apply_action(state if decision is None else decision.state, action))
    return decision


def joined(first: Decision | None, second: Decision) -> Decision:
    """Return two decisions as one; the second was made on what the first has left."""
    if first is None:
        return second
    return replace(
        second,
        events=first.events + second.events,
        actions=first.actions + second.actions,
        invalidates_buttons=first.invalidates_buttons or second.invalidates_buttons,
    )


def _by_person(seat: int, decision: Decision) -> Decision:
    """Note that whoever sits here is present, and that the table is awake."""
    table = decision.state.table
    seats = with_seat_replaced(table.seats, seat, marked_present(table.seats[seat]))
    return replace(decision, state=replace(decision.state, table=replace(table, seats=seats, halt="")))


def _is_valid_when_stale(ctx: RequestContext, seat: int, choice: Choice) -> bool:
    """Return True if the move counts even from an old button: it is legal, and its meaning never changes."""
    game, module = ctx.state.game, ctx.config.games.find(ctx.table.game)
    if game is None or module is None or choice.verb not in module.valid_when_stale:
        return False
    return choice.find_move(game.legal_moves(ctx.state.game_state, seat)) is not None


def robot_act(ctx: RequestContext, intent: intents.RobotAct) -> Decision:
    """Make a computer's move, for its own seat or as caretaker."""
    require_playing(ctx.table)
    require_fresh(ctx, ctx.table.since)
    seat = ctx.table.seats[intent.action.seat]
    # A lesson passes for its learner where there is nothing to learn.
    passes = ctx.table.lesson is not None and intent.action.verb == PASS_VERB
    if intent.action.verb in RESERVED_VERBS or not (seat.robot or seat.away or passes):
        refuse("forged")
    return apply_action(ctx.state, intent.action)


def require_wait(ctx: RequestContext, serial: int) -> Pending:
    """Return the wait that the clock asks about, if the game goes on and that is still the one."""
    require_playing(ctx.table)
    pending = ctx.state.pending
    if pending is None or pending.serial != serial:
        refuse("stale", revision=ctx.table.revision)
    return pending


def time_up(ctx: RequestContext, intent: intents.TimeUp) -> Decision:
    """Lead on. Those who let a long wait run out twice in a row are away (H-17).

    At a live table once is enough, where others were asked whether to wait.
    """
    pending = require_wait(ctx, intent.serial)
    laid_out = _equipped(ctx, pending)
    before = ctx.state if laid_out is None else laid_out.state
    serial = pending.serial if before.pending is None else before.pending.serial
    decision = joined(laid_out, apply_action(before, Action(HOST_SEAT, TIME_UP_VERB, ability=serial)))
    table = decision.state.table
    given_up = ctx.state.timer.stage == "poll" and table.speed == "live"
    most = 1 if given_up else MAX_MISSED_WAITS
    seats = count_missed_wait(table.seats, pending, table.revision + 1, most)
    return replace(decision, state=replace(decision.state, table=replace(table, seats=seats)))


def _equipped(ctx: RequestContext, pending: Pending) -> Decision | None:
    """Equip those who have let the set-up run out, so that nobody begins naked with a hand full of gear."""
    module = ctx.config.games.find(ctx.table.game)
    if module is None or pending.name != module.setup_wait:
        return None
    decision: Decision | None = None
    for seat in pending.awaited:
        found = _laid_out(ctx.state if decision is None else decision.state, module.best_gear, seat)
        if found is not None:
            decision = joined(decision, found)
    return decision


def pass_unasked(ctx: RequestContext, intent: intents.PassUnasked) -> Decision:
    """Pass for somebody who is there and has nothing to decide. It says nothing of whether they look."""
    seat = intent.seat
    if seat not in require_wait(ctx, intent.serial).awaited:
        refuse("stale", revision=ctx.table.revision)
    module, sitting = ctx.config.games.find(ctx.table.game), ctx.table.seats[seat]
    if module is None or not sitting.present or has_to_be_asked(ctx.state, module, seat):
        refuse("not_now")
    return apply_action(ctx.state, Action(seat, PASS_VERB))


def has_to_be_asked(state: TableState, module: GameModule, seat: int) -> bool:
    """Return True if only the person can pass: they want to be asked, or it could matter."""
    habit, pending, game = habit_of(state, seat), state.pending, state.game
    if pending is None or not pending.optional or game is None or module.has_stake is None:
        return True
    view, moves = game.view(state.game_state, seat), game.legal_moves(state.game_state, seat)
    if pending.name in module.fight_waits and habit.quiet_turn == view.turn:
        return not any(move.verb == PASS_VERB for move in moves)
    if habit.rule == "always":
        return True
    return module.has_stake(game, view, moves, seat, only_wins=habit.rule == "win")


def set_asking(ctx: RequestContext, intent: intents.SetAsking) -> Decision:
    """Note when somebody wants to be asked. Who wants no more of a fight passes at once if they are asked."""
    state, seat = ctx.state, ctx.own_seat()
    require_phase(ctx.table, "playing")
    habit = habit_of(state, seat)
    if intent.choice != "fight":
        return Decision(replace(state, habits=with_habit(state, replace(habit, rule=intent.choice))))
    state = replace(state, habits=with_habit(state, replace(habit, quiet_turn=state.turn)))
    pending = state.pending
    if pending is not None and pending.optional and seat in pending.awaited and not ctx.table.halt:
        with suppress(RefusedError):
            return apply_action(state, Action(seat, PASS_VERB))
    return Decision(state)


def set_sex(ctx: RequestContext, intent: intents.SetSex) -> Decision:
    """Say what one's character starts as: in a game, as long as it waits for one's first cards (R-034).

    There the seat keeps what the game was made from, so that its log replays.
    """
    pending, module, seat = ctx.state.pending, ctx.game_module(), ctx.own_seat()
    if intent.sex not in VALID_SEXES:
        refuse("bad_sex", sex=intent.sex)
    if ctx.table.phase == "lobby":
        return ctx.with_seat(seat, replace(ctx.table.seats[seat], sex=intent.sex))
    is_first = pending is not None and pending.name == module.setup_wait and seat in pending.awaited
    if not module.has_sexes or not is_first:
        refuse("wrong_phase", phase=ctx.table.phase)
    action = Action(HOST_SEAT, CORRECT_VERB, ability=seat, picks=(("sex", intent.sex),))
    return _by_person(seat, apply_action(ctx.state, action))


def count_missed_wait(
    seats: tuple[Seat, ...], pending: Pending, revision: int, most: int = MAX_MISSED_WAITS
) -> tuple[Seat, ...]:
    """Count one missed wait for the people who were awaited; ``revision`` is the one that this makes.

    With ``most`` of them in a row somebody is away.
    """
    if pending.optional and pending.seconds < MIN_COUNTED_WAIT_S:
        return seats
    for number in pending.awaited:
        seat = seats[number]
        if seat.present:
            count = seat.missed + 1
            away = count >= most
            since = revision if away else 0
            seats = with_seat_replaced(
                seats, number, replace(seat, missed=count, away=away, away_since=since)
            )
    return seats


def marked_present(seat: Seat) -> Seat:
    """Return the seat of somebody who has just shown up."""
    return replace(seat, away=False, missed=0, away_since=0) if seat.away or seat.missed else seat


def leave(ctx: RequestContext, intent: intents.Leave) -> Decision:
    """Give one's own seat up; a lobby's button does that in the lobby only."""
    seat = ctx.own_seat()
    require_fresh(ctx, ctx.table.since)
    plays_on = intent.robot and ctx.table.phase == "playing"
    return hand_over(ctx, seat) if plays_on else drop_seat(ctx, seat)


def hand_over(ctx: RequestContext, number: int, kind: str = "") -> Decision:
    """Let a computer play on in a game, with all of a person's cards; without people the table is over."""
    table, module = ctx.table, ctx.game_module()
    kind, seat = kind or module.default_player, table.seats[number]
    # The name goes with the person, who may want to be forgotten.
    robot = Seat(0, robot_name(table, kind), sex=seat.sex, robot=kind)
    table = with_host(passed_on(table, number, robot))
    habits = without_habit(ctx.state.habits, number)
    return Decision(replace(ctx.state, table=table, habits=habits))


def passed_on(table: Table, number: int, seat: Seat) -> Table:
    """Return the table with somebody else in a seat; the story keeps who had it before."""
    old, poll = table.seats[number], poll_without(table.poll, number)
    former = (*table.former, Former(number, table.revision + 1, old.name, old.user))
    poll = None if poll is not None and poll.user and poll.user == seat.user else poll
    seats = with_seat_replaced(table.seats, number, seat)
    return replace(table, seats=seats, former=former, poll=poll)


def drop_seat(ctx: RequestContext, number: int) -> Decision:
    """Take a person or a computer out of the table for good; without people it is over."""
    table = ctx.table
    require_phase(table, "lobby", "playing")
    if table.phase == "lobby":
        seats = (*table.seats[:number], *table.seats[number + 1 :])
        return Decision(replace(ctx.state, table=with_host(replace(table, seats=seats))))
    habits = without_habit(ctx.state.habits, number)
    state = replace(ctx.state, table=replace(table, poll=poll_without(table.poll, number)), habits=habits)
    decision = apply_action(state, Action(HOST_SEAT, DROP_VERB, ability=number))
    after = decision.state.table
    gone = after.seats[number]
    seat = replace(gone, user=0, robot="", away=False, missed=0, dropped=True, was=gone.user)
    after = with_host(replace(after, seats=with_seat_replaced(after.seats, number, seat)))
    return replace(decision, state=replace(decision.state, table=after))


def poll_without(poll: Poll | None, seat: int) -> Poll | None:
    """Return the vote after a seat has changed hands: one about it is over, and nobody inherits a voice."""
    if poll is None or poll.subject == seat:
        return None
    asked, yes, no = (tuple(s for s in part if s != seat) for part in (poll.asked, poll.yes, poll.no))
    return replace(poll, asker=-1 if poll.asker == seat else poll.asker, asked=asked, yes=yes, no=no)


def with_host(table: Table) -> Table:
    """Return the table with a host who sits at it, and is there if anybody is; without people it is over."""
    people = [seat for seat in table.seats if seat.human]
    if table.host in [seat.user for seat in people]:
        return table
    if not people:
        return replace(table, phase="ended", halt="", poll=None)
    return replace(table, host=min(people, key=lambda seat: seat.away).user)


def apply_action(state: TableState, action: Action) -> Decision:
    """Put an action to the game. A poll on something else does not outlive it."""
    game: Game[Any, Any] | None = state.game
    assert game is not None
    answer = game.step(state.game_state, action)
    if isinstance(answer, Refusal):
        raise RefusedError(answer)
    poll = state.table.poll
    outlives = poll is not None and poll.kind in ("kick", "end", "correct", "seat")
    table = replace(state.table, poll=poll if outlives else None)
    if game.pending(answer.state) is None:
        table = replace(table, phase="ended", winners=answer.state.winners, poll=None)
    after = replace(state, table=table, game_state=answer.state)
    return Decision(after, answer.events, (action,))
