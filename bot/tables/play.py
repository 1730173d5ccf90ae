"""What is asked of a running game: moves, time running out, seats given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.tables.choices import Choice
from bot.tables.intents import (
    Act,
    EquipBest,
    GiveSurplus,
    Leave,
    PassUnasked,
    RobotAct,
    RollForAll,
    SetAsking,
    TimeUp,
)
from bot.tables.lobby import Decision, RequestContext, refuse_stale, robot_name, with_seat_replaced
from bot.tables.passing import due_passes, habit_of, with_habit, without_habit
from bot.tables.state import TableState
from bot.tables.table import Former, Poll, Seat, Table
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


def require_playing(table: Table) -> Refusal | None:
    if table.phase != "playing":
        return Refusal("wrong_phase", {"phase": table.phase})
    return Refusal("halted", {"halt": table.halt}) if table.halt else None


def act(ctx: RequestContext, intent: Act) -> Decision | Refusal:
    """Make a person's move. The person counts as present again, and a sleeping table wakes up."""
    if ctx.seat is None:
        return Refusal("not_seated")
    refusal = _require_awake(ctx) or refuse_stale(ctx, ctx.table.since)
    if refusal and not (refusal.code == "stale" and is_valid_when_stale(ctx, intent.choice)):
        return refusal
    if intent.choice.verb in RESERVED_VERBS:
        return Refusal("forged")
    return _by_person(ctx.seat, apply_action(ctx.state, intent.choice.action(ctx.seat)))


def _seat_and_module(ctx: RequestContext) -> tuple[int, GameModule] | Refusal:
    """Return the seat that acts and its game's module, or why it may not act."""
    if ctx.seat is None:
        return Refusal("not_seated")
    module = ctx.game_module()
    if isinstance(module, Refusal):
        return module
    return _require_awake(ctx) or (ctx.seat, module)


def equip_best(ctx: RequestContext, intent: EquipBest) -> Decision | Refusal:
    """Lay out the best of a person's cards. A move that has become illegal on the way is left out."""
    acting = _seat_and_module(ctx)
    if isinstance(acting, Refusal):
        return acting
    seat, module = acting
    decision = _laid_out(ctx.state, module.best_layout, seat)
    return _by_person(seat, decision or Refusal("nothing_better"))


def give_surplus(ctx: RequestContext, intent: GiveSurplus) -> Decision | Refusal:
    """End a person's turn and give away what they need least, or the cards that their button has named.

    Nothing happens if these are not what they have to give any more.
    """
    acting = _seat_and_module(ctx)
    if isinstance(acting, Refusal):
        return acting
    seat, module = acting
    decision = _surplus_given(ctx.state, module, seat, intent.cards)
    if isinstance(decision, Refusal):
        return decision
    stale = refuse_stale(ctx, ctx.table.since)
    if stale and (stale.code != "stale" or decision.actions[0].verb not in module.valid_when_stale):
        return stale
    return _by_person(seat, decision)


def _surplus_given(
    state: TableState, module: GameModule, seat: int, cards: tuple[int, ...]
) -> Decision | Refusal:
    """Make the moves that give the surplus of a hand away."""
    done = set[str]()

    def step(game: Game[Any, Any], view: Any, moves: Sequence[Move]) -> Action | None:
        find = module.surplus_action
        action = None if find is None else find(game, view, moves, seat, cards)
        if action is None or (action.verb in done and action.verb != ANSWER_VERB):
            return None  # the turn has come round to the seat again
        done.add(action.verb)
        return action

    decision = _step_by_step(state, seat, step)
    if isinstance(decision, Refusal):
        return decision
    if decision is None or (cards and not any(cards in action.picks for action in decision.actions)):
        return Refusal("nothing_to_give")
    return decision


def roll_for_all(ctx: RequestContext, intent: RollForAll) -> Decision | Refusal:
    """Make all rolls of a person who runs, and let what catches them do its worst."""
    acting = _seat_and_module(ctx)
    if isinstance(acting, Refusal):
        return acting
    if stale := refuse_stale(ctx, ctx.table.since):
        return stale
    seat, module = acting
    if (find := module.flight_action) is None:
        return Refusal("not_now")
    decision = _step_by_step(ctx.state, seat, lambda _, view, moves: find(view, moves, seat))
    return _by_person(seat, decision or Refusal("not_now"))


def _step_by_step(
    state: TableState, seat: int, step: Callable[[Game[Any, Any], Any, Sequence[Move]], Action | None]
) -> Decision | Refusal | None:
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
        after = apply_action(now, action)
        if isinstance(after, Refusal):
            return after
        decision = joined(decision, after)
    return decision


def _laid_out(state: TableState, judge: LayOutJudge | None, seat: int) -> Decision | None:
    """Make all the moves by which a seat lays out its best; None if there are none."""
    game, decision = state.game, None
    if judge is None or game is None:
        return None
    moves = game.legal_moves(state.game_state, seat)
    for action in judge(game, game.view(state.game_state, seat), moves, seat).actions:
        after = apply_action(state if decision is None else decision.state, action)
        if isinstance(after, Decision):
            decision = joined(decision, after)
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


def _require_awake(ctx: RequestContext) -> Refusal | None:
    """Refuse where no game is on; a table that fell asleep wakes up by what its people do."""
    table = ctx.table
    return require_playing(replace(table, halt="") if table.halt == "asleep" else table)


def _by_person(seat: int, decision: Decision | Refusal) -> Decision | Refusal:
    """Note that whoever sits here is present, and that the table is awake."""
    if isinstance(decision, Refusal):
        return decision
    table = decision.state.table
    seats = with_seat_replaced(table.seats, seat, marked_present(table.seats[seat]))
    return replace(decision, state=replace(decision.state, table=replace(table, seats=seats, halt="")))


def is_valid_when_stale(ctx: RequestContext, choice: Choice) -> bool:
    """Return True if the move counts even from an old button: it is legal, and its meaning never changes."""
    module, state = ctx.game_module(), ctx.state
    if isinstance(module, Refusal) or choice.verb not in module.valid_when_stale:
        return False
    if ctx.seat is None or state.game is None:
        return False
    return choice.find_move(state.game.legal_moves(state.game_state, ctx.seat)) is not None


def robot_act(ctx: RequestContext, intent: RobotAct) -> Decision | Refusal:
    """Make a computer's move, for its own seat or as caretaker."""
    if refusal := require_playing(ctx.table) or refuse_stale(ctx, ctx.table.since):
        return refusal
    seat = ctx.table.seats[intent.action.seat]
    if intent.action.verb in RESERVED_VERBS or not (seat.robot or seat.away):
        return Refusal("forged")
    return apply_action(ctx.state, intent.action)


def time_up(ctx: RequestContext, intent: TimeUp) -> Decision | Refusal:
    """Lead on. Those who let a long wait run out twice in a row are away (H-17)."""
    state, pending = ctx.state, ctx.state.pending
    if refusal := require_playing(ctx.table):
        return refusal
    if pending is None or pending.serial != intent.serial:
        return Refusal("stale", {"revision": ctx.table.revision})
    laid_out = _equipped(ctx, pending)
    before = state if laid_out is None else laid_out.state
    serial = pending.serial if before.pending is None else before.pending.serial
    decision = apply_action(before, Action(HOST_SEAT, TIME_UP_VERB, ability=serial))
    if isinstance(decision, Refusal):
        return decision
    decision = joined(laid_out, decision)
    table = decision.state.table
    seats = count_missed_wait(table.seats, pending, table.revision + 1)
    return replace(decision, state=replace(decision.state, table=replace(table, seats=seats)))


def _equipped(ctx: RequestContext, pending: Pending) -> Decision | None:
    """Equip those who have let the set-up run out, so that nobody begins naked with a hand full of gear."""
    module = ctx.game_module()
    if isinstance(module, Refusal) or pending.name != module.setup_wait:
        return None
    decision: Decision | None = None
    for seat in pending.awaited:
        found = _laid_out(ctx.state if decision is None else decision.state, module.best_gear, seat)
        if found is not None:
            decision = joined(decision, found)
    return decision


def pass_unasked(ctx: RequestContext, intent: PassUnasked) -> Decision | Refusal:
    """Pass for somebody who is there and has nothing to decide. It says nothing of whether they look."""
    state, seat, pending = ctx.state, intent.seat, ctx.state.pending
    if refusal := require_playing(ctx.table):
        return refusal
    if pending is None or pending.serial != intent.serial or seat not in pending.awaited:
        return Refusal("stale", {"revision": ctx.table.revision})
    module, sitting = ctx.game_module(), ctx.table.seats[seat]
    if (
        isinstance(module, Refusal)
        or not sitting.human
        or sitting.away
        or has_to_be_asked(state, module, seat)
    ):
        return Refusal("not_now")
    return apply_action(state, Action(seat, PASS_VERB))


SeatLook = Callable[[int], tuple[Any, Sequence[Move]]]
"""Returns what a seat sees and may do in this state, where that is known already."""


def has_to_be_asked(state: TableState, module: GameModule, seat: int, look: SeatLook | None = None) -> bool:
    """Return True if only the person can pass: they want to be asked, or it could matter."""
    habit, pending, game = habit_of(state, seat), state.pending, state.game
    if pending is None or not pending.optional or game is None or module.has_stake is None:
        return True
    view, moves = _look(state, seat) if look is None else look(seat)
    if pending.name in module.fight_waits and habit.quiet_turn == view.turn:
        return not any(move.verb == PASS_VERB for move in moves)
    if habit.rule == "always":
        return True
    return module.has_stake(game, view, moves, seat, only_wins=habit.rule == "win")


def _look(state: TableState, seat: int) -> tuple[Any, Sequence[Move]]:
    assert state.game is not None
    return state.game.view(state.game_state, seat), state.game.legal_moves(state.game_state, seat)


def passing_seats(
    state: TableState, module: GameModule, now: int, look: SeatLook | None = None
) -> tuple[int, ...]:
    """List the seats that pass the present wait by themselves if nothing more happens."""
    coming = [due.seat for due in due_passes(state) if due.at > now]
    return tuple(seat for seat in coming if not has_to_be_asked(state, module, seat, look))


def set_asking(ctx: RequestContext, intent: SetAsking) -> Decision | Refusal:
    """Note when somebody wants to be asked. Who wants no more of a fight passes at once if they are asked."""
    state, seat = ctx.state, ctx.seat
    if seat is None:
        return Refusal("not_seated")
    if ctx.table.phase != "playing" or state.game is None:
        return Refusal("wrong_phase", {"phase": ctx.table.phase})
    habit = habit_of(state, seat)
    if intent.choice != "fight":
        return Decision(replace(state, habits=with_habit(state, replace(habit, rule=intent.choice))))
    turn = state.game.view(state.game_state, seat).turn
    state = replace(state, habits=with_habit(state, replace(habit, quiet_turn=turn)))
    pending = state.pending
    passing = Action(seat, PASS_VERB)
    if pending is None or not pending.optional or seat not in pending.awaited or require_playing(ctx.table):
        return Decision(state)
    decision = apply_action(state, passing)
    return Decision(state) if isinstance(decision, Refusal) else decision


def count_missed_wait(seats: tuple[Seat, ...], pending: Pending, revision: int) -> tuple[Seat, ...]:
    """Count one missed wait for the people who were awaited; ``revision`` is the one that this makes."""
    if pending.optional and pending.seconds < MIN_COUNTED_WAIT_S:
        return seats
    for number in pending.awaited:
        seat = seats[number]
        if seat.human and not seat.away:
            count = seat.missed + 1
            away = count >= MAX_MISSED_WAITS
            since = revision if away else 0
            seats = with_seat_replaced(
                seats, number, replace(seat, missed=count, away=away, away_since=since)
            )
    return seats


def marked_present(seat: Seat) -> Seat:
    """Return the seat of somebody who has just shown up."""
    return replace(seat, away=False, missed=0, away_since=0) if seat.away or seat.missed else seat


def leave(ctx: RequestContext, intent: Leave) -> Decision | Refusal:
    """Give one's own seat up; a lobby's button does that in the lobby only."""
    if ctx.seat is None:
        return Refusal("not_seated")
    if refusal := refuse_stale(ctx, ctx.table.since):
        return refusal
    plays_on = intent.robot and ctx.table.phase == "playing"
    return hand_over(ctx, ctx.seat) if plays_on else drop_seat(ctx, ctx.seat)


def hand_over(ctx: RequestContext, number: int, kind: str = "") -> Decision | Refusal:
    """Let a computer play on in a game, with all of a person's cards; without people the table is over."""
    table, module = ctx.table, ctx.game_module()
    if isinstance(module, Refusal):
        return module
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


def drop_seat(ctx: RequestContext, number: int) -> Decision | Refusal:
    """Take a person or a computer out of the table for good; without people it is over."""
    table = ctx.table
    if table.phase == "ended":
        return Refusal("wrong_phase", {"phase": table.phase})
    if table.phase == "lobby":
        seats = (*table.seats[:number], *table.seats[number + 1 :])
        return Decision(replace(ctx.state, table=with_host(replace(table, seats=seats))))
    habits = without_habit(ctx.state.habits, number)
    state = replace(ctx.state, table=replace(table, poll=poll_without(table.poll, number)), habits=habits)
    decision = apply_action(state, Action(HOST_SEAT, DROP_VERB, ability=number))
    if isinstance(decision, Refusal):
        return decision
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


def apply_action(state: TableState, action: Action) -> Decision | Refusal:
    """Put an action to the game. A poll on something else does not outlive it."""
    game: Game[Any, Any] | None = state.game
    assert game is not None
    answer = game.step(state.game_state, action)
    if isinstance(answer, Refusal):
        return answer
    table = replace(state.table, poll=state.table.poll if _poll_outlives_moves(state.table) else None)
    if game.pending(answer.state) is None:
        table = replace(table, phase="ended", winners=answer.state.winners, poll=None)
    after = replace(state, table=table, game_state=answer.state)
    return Decision(after, answer.events, (action,))


def _poll_outlives_moves(table: Table) -> bool:
    return table.poll is not None and table.poll.kind in ("kick", "end", "correct", "seat")
