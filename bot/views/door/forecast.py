"""What would come of a move in a door-kicking game, tried on a table that looks like what the reader sees.

Nothing here reads a hidden card: the table is put together from the reader's own view, and what depends on
chance or on somebody's decision has no forecast.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.text import clean, listed, plural, signed
from cards.door import escape, people, places, score
from cards.door.game import DoorGame
from cards.door.state import (
    DOOR_DECK,
    DOOR_DISCARD,
    FIRST_HAND_ZONE,
    MONSTERS_SIDE,
    PARTY_SIDE,
    SEAL_DECK,
    SPARE_ROLES,
    TREASURE_DECK,
    TREASURE_DISCARD,
    CombatAdjustment,
    DoorState,
)
from cards.door.view_types import DoorCombatView, DoorView
from cards.door.windows import COMBAT_WINDOWS
from cards.kernel.dice import DIE_SIDES
from cards.kernel.frames import Prompt
from cards.kernel.machine import InvariantError
from cards.kernel.moves import Move, Pick, Picks
from cards.players.door.belief import believe
from cards.players.door.board import Board
from cards.players.door.worth import Taste

MAX_REMEMBERED_BOARDS = 8
"""Boards kept for the views that were drawn last: a screen asks for many forecasts."""

NO_ROLL, CERTAIN = "cannot make it", "always gets away"
"""What a die is told to need that cannot show it, or that always does."""

NOT_FOLLOWED = "no need, nobody follows"
"""What is told of a roll against monsters that do not follow."""

MAX_GUESSES = 2
"""Ways to guess a die: low or high."""

MAX_TOLD_CHANCES = 3
"""Different sums that are told; of more the card says how they come about."""

LASTING_KINDS = frozenset({"item", "class", "race", "companion", "steed"})
"""Kinds of cards that stay before their owner, where there may be room for one only."""

WON, LOST = "you win", "you lose"
"""How a forecast of the reader's own fight ends."""

GOT_AWAY = "get away"
"""How a forecast ends of a flight that succeeds for the reader, or for several."""

GONE = "no monster is left"
"""What a forecast says of a fight without monsters."""

UNSEEN_ZONES = frozenset({DOOR_DECK, TREASURE_DECK, DOOR_DISCARD, TREASURE_DISCARD, SEAL_DECK, SPARE_ROLES})
"""Zones, besides hands, of which nobody sees the cards; of discards only the top."""

DENIALS = ("level_only", "no_items")
"""Rules of a fight while which some bonuses do not count, and are not shown."""

FIGHT_VERBS = ("use", "join", "stack", "raise", "play")
"""Moves that put a card of the reader's into a fight."""


def forecast(view: TableView, move: Move, picks: Picks = ()) -> str:
    """Say in a few words what would come of a move; empty where that is open."""
    game_view = view.game_view
    if not isinstance(game_view, DoorView) or not isinstance(view.game, DoorGame) or game_view.combat is None:
        return ""
    board = _board(game_view, view.game)
    if move.verb == "run_away":
        return _run(board, board.fighter, [foe.card for foe in board.combat.foes])
    if move.verb == "flee":
        awaited = () if game_view.wait is None else game_view.wait.awaited
        chasing = [game_view.combat.fleeing]
        return _run(board, awaited[0], chasing) if len(awaited) == 1 and chasing[0] >= 0 else ""
    if game_view.wait is not None and game_view.wait.name in ("flee", "caught"):
        return _rescue(view, board, move, picks) if move.verb in ("use", "sacrifice") else ""
    if game_view.wait is not None and game_view.wait.name not in COMBAT_WINDOWS:
        return ""
    if not _adds_up(board, game_view.combat):
        return ""
    after = None
    if move.verb == "ask_help" and picks and len(picks[0]) == 1:
        after = _helped(board, picks[0][0])
    elif move.verb == "accept_help":
        after = _helped(board, _helper(game_view.combat, move.ability))
    elif move.verb in FIGHT_VERBS and view.seat is not None:
        after = _used(view, board, move, picks)
    return "" if after is None else _score(view, board, after)


def trouble_score(view: TableView, move: Move) -> str:
    """Give the sums of the fight that looking for trouble begins, and who is ahead.

    Empty where there may be no fight, or where more decides how it begins.
    """
    board = _own_board(view)
    fight = None if board is None else board.fight_after(move)
    if board is None or fight is None or not _is_sure(view, board, fight, move):
        return ""
    sums, lead = _sums(fight), fight.margin()
    verdict = WON if lead > 0 else f"{int(1 - lead)} short"
    return "" if sums is None else f"{sums[0]} : {sums[1]}, {verdict}"


def gear_effect(view: TableView, move: Move) -> str:
    """Say what laying out a card does: what goes for it; of an Item what it does to the reader's strength.

    Empty where that depends on a choice or changes nothing that can be told.
    """
    board = _own_board(view)
    if board is None or move.slots or board.defs[move.card].kind not in LASTING_KINDS:
        return ""
    after = board.after_move(move, ())
    if after is None or not _is_sure(view, board, after, move):
        return ""
    gone = [card for card in places.in_play(board, board.me) if card not in places.in_play(after, board.me)]
    if gone:
        return f"instead of {listed(naming.card_label(view, card, 30) for card in gone)}"
    if board.defs[move.card].kind != "item":
        return ""
    before, now = (sum(line.amount for line in score.member_lines(each, each.me)) for each in (board, after))
    if before != now:
        return f"⚔ {before} → {now}"
    worn = move.card in after.state.people[board.me].equipped
    return "" if worn or move.verb == "unequip" else "can only be carried"


def curse_effect(view: TableView, move: Move, picks: Picks) -> str:
    """Say that a Curse would do nothing to somebody, or what it would do to their Level.

    Empty where it does something else, or where that depends on a die, a decision or a hand.
    """
    board = _own_board(view)
    target = picks[0][0] if board is not None and picks and picks[0] else -1
    curse = board is not None and board.defs[move.card].kind == "curse"
    if board is None or not curse or len(move.slots) != 1 or not isinstance(target, int) or target < 0:
        return ""
    after = board.after_move(move, picks)
    if after is None or not _is_sure(view, board, after, move, picks):
        return ""
    seats = range(board.state.seats)
    changed = [
        seat
        for seat in seats
        if _cards_and_figures(board, seat, move.card) != _cards_and_figures(after, seat, move.card)
    ]
    levels = [seat for seat in seats if people.level(board, seat) != people.level(after, seat)]
    if changed or levels not in ([], [target]):
        return ""
    return (
        f"Level {people.level(board, target)} → {people.level(after, target)}" if levels else "does nothing"
    )


def _cards_and_figures(board: Board, seat: int, but: int) -> object:
    """Return what a Curse could change about a seat, except for its Level and the Curse itself."""
    person = board.state.people[seat]
    hand = sorted(card for card in places.hand(board, seat) if card != but)
    figures = person.sex, person.alive, person.left, person.skips, person.equipped, person.aside
    return hand, places.in_play(board, seat), figures


def _own_board(view: TableView) -> Board | None:
    known = isinstance(view.game_view, DoorView) and isinstance(view.game, DoorGame)
    if not known or view.seat is None:
        return None
    assert isinstance(view.game_view, DoorView)
    assert isinstance(view.game, DoorGame)
    return _board(view.game_view, view.game)


def _adds_up(board: Board, combat: DoorCombatView) -> bool:
    """Return True if a fight stands on the believed table as it does on the real one, without any guess."""
    return _sums(board) == (combat.party, combat.monsters) and score.ahead(board) == combat.ahead


def _sums(board: Board) -> tuple[int, int] | None:
    """Return the strength of both sides, None where it depends on what is only guessed."""
    sums = score.strength(board, PARTY_SIDE), score.strength(board, MONSTERS_SIDE)
    return None if board.guessed else sums


def _is_sure(view: TableView, before: Board, after: Board, move: Move, picks: Picks = ()) -> bool:
    """Return True if what a move led to came of neither chance nor a card that the reader cannot see."""
    return not after.rolled and not after.guessed and not _turns_up(before, after, _seen(view, move, picks))


def _seen(view: TableView, move: Move, picks: Picks) -> set[Pick]:
    """Return the cards that the reader sees in hands, and those that they have picked."""
    assert isinstance(view.game_view, DoorView)
    found: set[Pick] = {card for seat in view.game_view.seats for card in seat.hand}
    for slot, picked in zip(move.slots, picks, strict=False):
        if slot.kind == "card":
            found.update(picked)
    return found


def _turns_up(before: Board, after: Board, seen: set[Pick]) -> bool:
    """Return True if a card comes to light that the reader does not see; a hand may take and discard such."""
    moved = zip(before.state.zones.place, after.state.zones.place, strict=True)
    for card, (old, new) in enumerate(moved):
        if old == new or card in seen or _is_hand(new):
            continue
        if old in UNSEEN_ZONES or (_is_hand(old) and new not in UNSEEN_ZONES):
            return True
    return False


def _is_hand(zone: int) -> bool:
    return zone >= FIRST_HAND_ZONE and (zone - FIRST_HAND_ZONE) % 2 == 0


def _is_settled(slot: object) -> bool:
    return getattr(slot, "least", 1) == 0


@lru_cache(MAX_REMEMBERED_BOARDS)
def _board(game_view: DoorView, game: DoorGame) -> Board:
    me = 0 if game_view.seat is None else game_view.seat
    return Board(_believed(game_view, game), game.decks, me, _ask_nobody, Taste()).freeze()


def _believed(game_view: DoorView, game: DoorGame) -> DoorState:
    """Return the table as computer players believe it to be, with what was played about running away."""
    state = believe(game_view, game.decks)
    if state.combat is not None and game_view.combat is not None:
        state.combat.adds += [
            CombatAdjustment(run.rule, PARTY_SIDE, run.amount, run.card, run.seat, run.monster)
            for run in game_view.combat.runs
        ]
    return state


def _ask_nobody(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    """Give up a trial that depends on somebody's answer."""
    raise InvariantError("a decision is open")


def run_chance(view: TableView, seat: int, monster: int) -> str:
    """Say what the die has to show for a seat to get away from a monster of the fight that is on (R-430)."""
    game_view, game = view.game_view, view.game
    if not isinstance(game_view, DoorView) or not isinstance(game, DoorGame) or game_view.combat is None:
        return ""
    board = _board(game_view, game)
    told = _run(board, seat, [monster])
    foe = next((foe for foe in board.combat.foes if foe.card == monster), None)
    rolled = "+" in told or told in (NO_ROLL, CERTAIN)
    lines = [] if foe is None or not rolled else escape.flee_lines(board, seat, foe)
    added = [f"{signed(amount)} {naming.card_name(view, card)}" for amount, card in lines if amount]
    return f"{told} ({', '.join(added)})" if added else told


def _run(board: Board, seat: int, monsters: Sequence[int]) -> str:
    """Say what the die has to show for a seat to get away from each of these monsters."""
    needs: set[int] = set()
    for foe in board.combat.foes:
        if foe.card not in monsters:
            continue
        if score.has_combat_rule(board, "no_escape") or score.foe_flag(board, foe, "no_escape"):
            return "no escape"
        if escape.is_pursued(board, seat, foe):
            needs.add(escape.MIN_ESCAPE_ROLL - escape.flee_bonus(board, seat, foe))
    if not needs:
        return NOT_FOLLOWED
    most = max(needs)
    if most > DIE_SIDES:
        return NO_ROLL
    return f"needs {most}+" if most > 1 else CERTAIN


def _helper(combat: DoorCombatView, number: int) -> int:
    """Return who would help by a bargain; -1 if there is none with this number."""
    offer = next((offer for offer in combat.offers if offer.number == number), None)
    if offer is None:
        return -1
    return offer.by if offer.to == combat.fighter else offer.to


def _helped(board: Board, seat: Pick) -> Board | None:
    return board.helped_by(seat) if isinstance(seat, int) and seat >= 0 else None


def _used(view: TableView, board: Board, move: Move, picks: Picks, dice: Sequence[int] = ()) -> Board | None:
    """Return the fight after a card is played; None if that is open, or depends on what nobody has seen.

    With ``dice`` the next rolls are known.
    """
    rest = move.slots[len(picks) :]
    if not all(map(_is_settled, rest)):
        return None
    made = (*picks, *(() for _ in rest))
    after = board.after_move(move, made, dice=dice)
    if after is None or after.state.combat is None or not _is_sure(view, board, after, move, made):
        return None
    freed = any(score.combat_flag(board, rule) and not score.combat_flag(after, rule) for rule in DENIALS)
    return None if freed and after.combat.foes else after  # what begins to count now is not seen


def _rescue(view: TableView, board: Board, move: Move, picks: Picks) -> str:
    """Say whom a card saves who runs away, or what the die needs then."""
    rest = move.slots[len(picks) :]
    if not all(map(_is_settled, rest)):
        return ""
    after = board.after_move(move, (*picks, *(() for _ in rest)))
    if after is None or after.state.combat is None or not _is_sure(view, board, after, move, picks):
        return ""
    saved = {seat for seat, _ in set(after.combat.escaped) - set(board.combat.escaped)}
    if saved:
        others = [clean(naming.raw_name(view.table, seat)) for seat in sorted(saved - {view.seat})]
        both = (["you"] if view.seat in saved else []) + others
        return f"{listed(both)} {'gets away' if both == others[:1] else GOT_AWAY}"
    foe, runner = board.combat.fleeing, escape.runner(board)
    needs = [_run(each, runner, [foe]) for each in (board, after)] if runner >= 0 else ["", ""]
    return needs[1] if needs[0] != needs[1] else ""


def helped_score(view: TableView, helper: int) -> str:
    """Give the sums of the fight as they would be with this helper, and whether they are enough."""
    game_view = view.game_view
    if not isinstance(game_view, DoorView) or not isinstance(view.game, DoorGame) or game_view.combat is None:
        return ""
    board = _board(game_view, view.game)
    after = _helped(board, helper) if _adds_up(board, game_view.combat) else None
    if after is None or after.state.combat is None or not after.combat.foes:
        return ""
    sums, enough = _sums(after), "enough" if after.margin() > 0 else "not enough"
    return "" if sums is None else f"{sums[0]} : {sums[1]}, {enough}"


def _score(view: TableView, before: Board, after: Board) -> str:
    """Give the sums as they would be, and who would win, unless nothing would change."""
    if after.state.combat is None:
        return ""
    if not after.combat.foes:
        return GONE
    old, new = _sums(before), _sums(after)
    if old is None or new is None:
        return ""
    if old == new:
        return _prize(after) if _prize(before) != _prize(after) else ""
    party, monsters = new
    gained = party - old[0]
    plus = f"{signed(gained)}: " if gained and monsters == old[1] else ""
    won = after.margin() > 0
    if after.combat.fighter == view.seat:
        return f"{plus}{party} : {monsters}, {WON if won else LOST}"
    who = clean(naming.raw_name(view.table, after.combat.fighter))
    return f"{plus}{party} : {monsters}, {who} {'wins' if won else 'loses'}"


def chances(view: TableView, move: Move, picks: Picks) -> str:
    """Give the sums that a die, or a guess of the reader's own, may lead to; empty where more decides."""
    game_view = view.game_view
    if not isinstance(game_view, DoorView) or not isinstance(view.game, DoorGame) or view.seat is None:
        return ""
    if game_view.combat is None or game_view.wait is None or game_view.wait.name not in COMBAT_WINDOWS:
        return ""
    told: list[str] = []
    for answer in range(MAX_GUESSES):
        board = _guessing_board(game_view, view.game, view.seat, answer)
        if not _adds_up(board, game_view.combat):
            return ""
        for die in range(1, DIE_SIDES + 1):
            after = _used(view, board, move, picks, (die,))
            sums = None if after is None or not after.combat.foes else _sums(after)
            if sums is None:
                return ""
            told.append(f"{sums[0]} : {sums[1]}")
    found = list(dict.fromkeys(told))
    return " or ".join(found) if len(found) <= MAX_TOLD_CHANCES else ""


def _guessing_board(game_view: DoorView, game: DoorGame, me: int, answer: int) -> Board:
    """Return the table of a reader who guesses one way, by the number of the option."""

    def guess(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
        if prompt.ask != "guess" or prompt.seat != me:
            raise InvariantError("a decision is open")
        return (prompt.slot.options[answer],)

    return Board(_believed(game_view, game), game.decks, me, guess, Taste()).freeze()


def _prize(board: Board) -> str:
    levels = score.levels_to_win(board) + board.combat.banked_levels
    return f"{plural(score.pool(board), 'Treasure')} and {plural(levels, 'Level')} at stake"
