"""What to do in a combat that is not decided yet, as fighter, helper or bystander."""

from __future__ import annotations

from cards.door import curses, escape, people, places
from cards.kernel.moves import PASS_VERB, Action, Move
from cards.players.door.bargains import offer_help, offer_truce, request_help, truce_reward
from cards.players.door.board import Board
from cards.players.door.combat_values import (
    CombatPlan,
    find_plan,
    is_for_the_win,
    outlook_as_it_stands,
    outlook_if_lost,
    outlook_if_won,
    points_if_lost,
)
from cards.players.door.inventory import best_free_move
from cards.players.door.prompts import find_move, make_action, variants

SPOILED_CHANCE = 0.6
"""How likely a fight that was turned against the fighter is to stay lost."""

MIN_CARD_GAIN = 0.3
"""Points that a card has to save to be worth using up."""


def combat(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Take the win, turn the fight, ask for help or give up; those outside it wait for the claim."""
    me, fight = board.me, board.combat
    if me != fight.fighter:
        return _as_bystander(board, moves)
    claim = find_move(moves, "claim")
    if claim is not None:
        waiting = any(truce.by == me for truce in fight.truce_offers)
        bribe = None if must else offer_truce(board, moves)
        return None if waiting and not must else bribe or make_action(me, claim)
    alone = outlook_if_lost(board)
    turning = find_plan(board, moves, 1)
    asking = find_move(moves, "ask_help")
    pending = any(offer.by == me for offer in fight.offers)
    call = request_help(board, asking) if asking is not None and not pending else None
    if turning is not None and turning.succeeds and turning.value > alone + MIN_CARD_GAIN:
        cheap = turning.value >= outlook_if_won(board) - 3.0
        if cheap or is_for_the_win(board) or (call is None and not pending) or must:
            return turning.first
    if pending and not must:
        return None
    if call is not None:
        return call
    if turning is not None and turning.succeeds and turning.value > alone + MIN_CARD_GAIN:
        return turning.first
    give_up = find_move(moves, "run_away")
    return None if give_up is None else make_action(me, give_up)


def _as_bystander(board: Board, moves: list[Move]) -> Action | None:
    """Support the party as its helper, offer help as a bystander, or do what is good at any time."""
    if board.me == board.combat.helper:
        return _support_party(board, moves)
    offer = find_move(moves, "offer_help")
    if offer is not None:
        offered = offer_help(board, offer)
        if offered is not None:
            return offered
    return play_own_benefit(board, moves)


def play_own_benefit(board: Board, moves: list[Move]) -> Action | None:
    """Play what is good at any time: Levels, companions, cards just received."""
    if board.combat_only:
        return None
    luck = [move for move in moves if move.card >= 0 and _is_own_benefit(board, move)]
    return best_free_move(board, luck) if luck else None


def _is_own_benefit(board: Board, move: Move) -> bool:
    kind = board.defs[move.card].kind
    if move.verb == "play":
        return kind in ("level_up", "companion", "item", "class", "race", "double")
    return move.verb == "equip" or (
        move.verb == "use" and "any_time" in board.defs[move.card].play[move.ability].when
    )


def _support_party(board: Board, moves: list[Move]) -> Action | None:
    """Turn a lost fight in which the seat takes part, if that is worth the cards."""
    if board.margin() > 0:
        return None
    turning = find_plan(board, moves, 1)
    if turning is not None and turning.succeeds and turning.value > outlook_if_lost(board) + MIN_CARD_GAIN:
        return turning.first
    return None


def victory(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Interfere with a kill if that is worth the cards, else pass."""
    me, fight = board.me, board.combat
    passing = find_move(moves, PASS_VERB)
    if me in (fight.fighter, fight.helper):
        found = _support_party(board, moves)
    else:
        found = interfere(board, moves) or play_own_benefit(board, moves)
    if found is not None:
        return found
    return None if passing is None else make_action(me, passing)


def interfere(board: Board, moves: list[Move]) -> Action | None:
    """Turn a won fight against its party, if that is worth the cards."""
    if board.margin() <= 0:
        return None
    stake = outlook_as_it_stands(board) + truce_reward(board)
    if is_for_the_win(board):
        turning = find_plan(board, moves, -1)
        return turning.first if turning is not None and _may_stop_win(board, turning) else None
    wanted = board.taste.min_gain_against_leader if _is_leader(board) else board.taste.min_gain_against_others
    if SPOILED_CHANCE * (outlook_if_lost(board) - stake) <= wanted:
        return None
    turning = find_plan(board, moves, -1)
    if turning is None or not turning.succeeds or SPOILED_CHANCE * (turning.value - stake) <= wanted:
        return None
    return turning.first


def _may_stop_win(board: Board, turning: CombatPlan) -> bool:
    """Return True if cards against the winning kill can stop it, with what others may add."""
    if turning.succeeds:
        return True
    fight = board.combat
    idle = [s for s in board.others() if s not in (fight.fighter, fight.helper)]
    others = sum(2.0 + len(places.hand(board, seat)) for seat in idle)
    return turning.margin_gain + others >= board.margin()


def _is_leader(board: Board) -> bool:
    """Return True if the fighter has the highest worth of all seats, or nearly so."""
    estates = board.seat_worths()
    fighter = board.combat.fighter
    return estates[fighter] >= max(estates) - 1.0 and people.level(board, fighter) > 2


def defeat(board: Board, moves: list[Move], must: bool) -> Action | None:
    """After the fighter gave up: use cards if that pays, else let the fight be lost."""
    me = board.me
    if me == board.combat.fighter:
        return None
    found = _support_party(board, moves) if me == board.combat.helper else play_own_benefit(board, moves)
    passing = find_move(moves, PASS_VERB)
    if found is not None:
        return found
    return None if passing is None else make_action(me, passing)


def flee(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Use a card to get away if that is worth it, then run."""
    me = board.me
    if me not in people.party(board):
        return play_own_benefit(board, moves)
    here = board.outlook(points_if_lost(board))
    best: tuple[float, Action] | None = None
    for move in moves:
        if move.verb not in ("use", "sacrifice"):
            continue
        for picks in variants(board, me, move):
            after = board.after_move(move, picks)
            if after is None or after.state.combat is None:
                continue
            gain = after.outlook(points_if_lost(after)) - here
            if gain > MIN_CARD_GAIN and (best is None or gain > best[0]):
                best = (gain, make_action(me, move, picks))
    if best is not None:
        return best[1]
    run = find_move(moves, "flee")
    if run is None:
        return None
    worst = max(run.slots[0].options, key=lambda card: board.harm_of(me, int(card)))
    return make_action(me, run, ((worst,),))


def caught(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Change a failed roll if the Bad Stuff would cost more than the card."""
    me, fight = board.me, board.combat
    passing = find_move(moves, PASS_VERB)
    found: Action | None = None
    if passing is not None and fight.fleeing >= 0:
        found = _second_chance(board, moves, fight.fleeing)
    if found is not None:
        return found
    return None if passing is None else make_action(me, passing)


def _second_chance(board: Board, moves: list[Move], monster: int) -> Action | None:
    me = board.me
    harm = board.harm_of(me, monster)
    before = board.outlook({me: -harm})
    best: tuple[float, Action] | None = None
    for move in moves:
        if move.verb != "use":
            continue
        for picks in variants(board, me, move):
            value = 0.0
            for die in range(1, 7):
                after = board.after_move(move, picks, dice=(die,))
                if after is None or after.state.combat is None:
                    break
                value += after.outlook({} if _gets_away(after, me, monster) else {me: -harm})
            gain = value / 6 - before
            if gain > MIN_CARD_GAIN and (best is None or gain > best[0]):
                best = (gain, make_action(me, move, picks))
    return None if best is None else best[1]


def _gets_away(board: Board, seat: int, monster: int) -> bool:
    foe = board.combat.foe(monster)
    if foe is None or not escape.is_pursued(board, seat, foe):
        return True
    return board.combat.roll + escape.flee_bonus(board, seat, foe) >= escape.MIN_ESCAPE_ROLL


def curse(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Cancel a curse on the seat itself if it would cost more than the card that cancels it."""
    me = board.me
    passing = find_move(moves, PASS_VERB)
    if curses.victim(board) == me:
        struck = board.outlook_after_curse()
        if struck is not None:
            for move in moves:
                if move.verb != "use":
                    continue
                for picks in variants(board, me, move):
                    after = board.after_move(move, picks)
                    if after is not None and after.outlook() > struck + MIN_CARD_GAIN:
                        return make_action(me, move, picks)
    return None if passing is None else make_action(me, passing)
