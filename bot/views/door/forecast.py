"""What would come of a move in a door-kicking game, in a few words; empty where that is open."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.text import clean, listed, plural, signed
from cards.door import escape, forecast, people, places, score
from cards.door.game import DoorGame
from cards.door.trial import TrialTable
from cards.door.view_types import DoorCombatView, DoorView
from cards.door.windows import COMBAT_WINDOWS
from cards.kernel.dice import DIE_SIDES
from cards.kernel.moves import Move, Pick, Picks

Known = tuple[DoorView, TrialTable]
"""What the reader sees, and the table as they know it."""

NO_ROLL, CERTAIN = "cannot make it", "always gets away"
"""What a die is told to need that cannot show it, or that always does."""

NOT_FOLLOWED = "nobody follows"
"""What is told of a roll against monsters that do not follow."""

MAX_TOLD_CHANCES = 3
"""Different sums that are told; of more for each side only the least and the most, else the card says how."""

LASTING_KINDS = frozenset({"item", "class", "race", "companion", "steed"})
"""Kinds of cards that stay before their owner, where there may be room for one only."""

WON, LOST = "you win", "you lose"
"""How a forecast of the reader's own fight ends."""

CARRIED = "can only be carried"
"""What an Item does that its owner has no use for: others may steal it."""

GAME_WON = "you WIN THE GAME"
"""How it ends where that kill is the last one."""

ENOUGH = "enough"
"""How the forecast of a bargain ends that wins the fight and no more."""

GOT_AWAY = "get away"
"""How a forecast ends of a flight that succeeds for the reader, or for several."""

GONE = "no monster is left"
"""What a forecast says of a fight without monsters."""

FIGHT_VERBS = ("use", "join", "stack", "raise", "play")
"""Moves that put a card of the reader's into a fight."""


def in_fight(view: TableView, move: Move, picks: Picks = ()) -> str:
    """Say what would come of a move in the fight that is on."""
    known = _imagined(view)
    if known is None or known[0].combat is None:
        return ""
    seen, table = known
    if move.verb == "run_away":
        return _run(table, table.fighter, [foe.card for foe in table.combat.foes])
    if move.verb == "flee":
        awaited = () if seen.wait is None else seen.wait.awaited
        chasing = [known[0].combat.fleeing]
        return _run(table, awaited[0], chasing) if len(awaited) == 1 and chasing[0] >= 0 else ""
    if seen.wait is not None and seen.wait.name in ("flee", "caught"):
        return _rescue(view, known, move, picks) if move.verb in ("use", "sacrifice") else ""
    if seen.wait is not None and seen.wait.name not in COMBAT_WINDOWS:
        return ""
    if not forecast.adds_up(table, known[0].combat):
        return ""
    if move.verb == "claim":
        return game_won(view, score.winners(table))
    after = None
    if move.verb == "ask_help" and picks and len(picks[0]) == 1:
        after = _helped(table, picks[0][0])
    elif move.verb == "accept_help":
        helper = _helper(known[0].combat, move.ability)
        after = _helped(table, helper)
        if after is not None and after.margin() <= 0:
            return helped_score(view, helper)
    elif move.verb in FIGHT_VERBS and view.seat is not None:
        after = forecast.fight_with_card(seen, table, move, picks)
    return "" if after is None else _score(view, table, after)


def trouble_score(view: TableView, move: Move) -> str:
    """Give the sums of the fight that looking for trouble begins, and who is ahead."""
    known = _own(view)
    fight = None if known is None else forecast.fight_after(*known, move)
    sums = None if fight is None else forecast.sums(fight)
    if fight is None or sums is None:
        return ""
    lead = fight.margin()
    return f"{sums[0]} : {sums[1]}, {WON if lead > 0 else _short(lead)}"


def gear_effect(view: TableView, move: Move) -> str:
    """Say what laying out a card does: what goes for it; of an Item what it does to the reader's strength.

    Empty where that depends on a choice or changes nothing that can be told.
    """
    known = _own(view)
    if known is None or move.slots or known[1].defs[move.card].kind not in LASTING_KINDS:
        return ""
    table, after = known[1], forecast.after_move(*known, move)
    if after is None:
        return ""
    gone = [card for card in places.in_play(table, table.me) if card not in places.in_play(after, table.me)]
    if gone:
        return f"instead of {listed(naming.card_label(view, card, 30) for card in gone)}"
    if table.defs[move.card].kind != "item":
        return ""
    before, now = forecast.own_strength(table), forecast.own_strength(after)
    if before != now:
        return f"⚔ {before} → {now}"
    worn = move.card in after.state.people[table.me].equipped
    return "" if worn or move.verb == "unequip" else CARRIED


def curse_effect(view: TableView, move: Move, picks: Picks) -> str:
    """Say that a Curse would do nothing to somebody, or what it would do to their Level.

    Empty where it does something else, or where that depends on a die, a decision or a hand.
    """
    known = _own(view)
    target = picks[0][0] if picks and picks[0] else -1
    if known is None or known[1].defs[move.card].kind != "curse":
        return ""
    if len(move.slots) != 1 or not isinstance(target, int) or target < 0:
        return ""
    table, after = known[1], forecast.after_move(*known, move, picks)
    if after is None or forecast.concerned_seats(table, after, move.card):
        return ""
    before, now = ([people.level(each, seat) for seat in range(each.state.seats)] for each in (table, after))
    changed = [seat for seat, level in enumerate(before) if level != now[seat]]
    if changed == [target]:
        return f"Level {before[target]} → {now[target]}"
    return "" if changed else "does nothing"


def _imagined(view: TableView) -> Known | None:
    seen, game = view.game_view, view.game
    if not isinstance(seen, DoorView) or not isinstance(game, DoorGame):
        return None
    return seen, forecast.imagined_table(seen, game)


def _own(view: TableView) -> Known | None:
    return None if view.seat is None else _imagined(view)


def run_chance(view: TableView, seat: int, monster: int) -> str:
    """Say what the die has to show for a seat to get away from a monster of the fight that is on (R-430)."""
    known = _imagined(view)
    if known is None or known[0].combat is None:
        return ""
    table = known[1]
    told = _run(table, seat, [monster])
    foe = table.combat.foe(monster)
    rolled = "+" in told or told in (NO_ROLL, CERTAIN)
    lines = [] if foe is None or not rolled else escape.flee_lines(table, seat, foe)
    added = [f"{signed(amount)} {naming.card_name(view, card)}" for amount, card in lines if amount]
    return f"{told} ({', '.join(added)})" if added else told


def _run(table: TrialTable, seat: int, monsters: Sequence[int]) -> str:
    """Say what the die has to show for a seat to get away from each of these monsters."""
    need = forecast.roll_to_escape(table, seat, monsters)
    if need is None:
        return NOT_FOLLOWED
    if need == forecast.NO_ESCAPE:
        return "no escape"
    if need > DIE_SIDES:
        return NO_ROLL
    return f"needs {need}+" if need > 1 else CERTAIN


def _helper(combat: DoorCombatView, number: int) -> int:
    """Return who would help by a bargain; -1 if there is none with this number."""
    offer = next((offer for offer in combat.offers if offer.number == number), None)
    if offer is None:
        return -1
    return offer.by if offer.to == combat.fighter else offer.to


def _helped(table: TrialTable, seat: Pick) -> TrialTable | None:
    return table.helped_by(seat) if isinstance(seat, int) and seat >= 0 else None


def _rescue(view: TableView, known: Known, move: Move, picks: Picks) -> str:
    """Say whom a card saves who runs away, or what the die needs then."""
    table, after = known[1], forecast.after_move(*known, move, picks)
    if after is None or after.state.combat is None:
        return ""
    saved = forecast.saved_seats(table, after)
    if saved:
        return _saved(view, saved)
    runner = escape.runner(table)
    chasing = [table.combat.fleeing]
    before, now = (_run(each, runner, chasing) if runner >= 0 else "" for each in (table, after))
    return now if before != now else ""


def _saved(view: TableView, seats: Sequence[int]) -> str:
    others = [clean(naming.raw_name(view.table, seat)) for seat in seats if seat != view.seat]
    both = (["you"] if len(others) < len(seats) else []) + others
    return f"{listed(both)} {'gets away' if both == others[:1] else GOT_AWAY}"


def helped_score(view: TableView, helper: int) -> str:
    """Give the sums as they would be with this helper, whether they are enough, and what more comes of it."""
    known = _imagined(view)
    if known is None or known[0].combat is None:
        return ""
    after = _helped(known[1], helper) if forecast.adds_up(known[1], known[0].combat) else None
    if after is None or after.state.combat is None or not after.combat.foes:
        return ""
    sums = forecast.sums(after)
    if sums is None:
        return ""
    told, lead = f"{sums[0]} : {sums[1]}", after.margin()
    if lead <= 0:
        return f"{told}, still {_short(lead)}"
    rises, won = score.helper_levels(after), game_won(view, score.winners(after))
    who = "you" if helper == view.seat else clean(naming.raw_name(view.table, helper))
    more = f"{who} {'rise' if who == 'you' else 'rises'} {plural(rises, 'Level')} too" if rises else ""
    return ", ".join(filter(None, (told, won or ENOUGH, more)))


def game_won(view: TableView, winners: Sequence[int]) -> str:
    """Say who wins the game; empty where nobody does."""
    who = [clean(naming.raw_name(view.table, seat)) for seat in winners if seat != view.seat]
    if len(who) < len(winners):
        return " and ".join([GAME_WON, *who])
    return f"{listed(who)} {'WINS' if len(who) == 1 else 'WIN'} THE GAME" if who else ""


def _short(lead: float) -> str:
    return f"{int(1 - lead)} short"


def _score(view: TableView, before: TrialTable, after: TrialTable) -> str:
    """Give the sums as they would be, and who would win, unless nothing would change."""
    if after.state.combat is None:
        return ""
    if not after.combat.foes:
        return GONE
    old, new = forecast.sums(before), forecast.sums(after)
    if old is None or new is None:
        return ""
    if old == new:
        return _prize(after) if _prize(before) != _prize(after) else ""
    party, monsters = new
    gained = party - old[0]
    plus = f"{signed(gained)}: " if gained and monsters == old[1] else ""
    won = after.margin() > 0
    if won and (told := game_won(view, score.winners(after))):
        return f"{plus}{party} : {monsters}, {told}"
    if after.combat.fighter == view.seat:
        return f"{plus}{party} : {monsters}, {WON if won else LOST}"
    who = clean(naming.raw_name(view.table, after.combat.fighter))
    return f"{plus}{party} : {monsters}, {who} {'wins' if won else 'loses'}"


def chances(view: TableView, move: Move, picks: Picks) -> str:
    """Give the sums that a die, or a guess of the reader's own, may lead to; empty where more decides."""
    seen, game = view.game_view, view.game
    if not isinstance(seen, DoorView) or not isinstance(game, DoorGame) or view.seat is None:
        return ""
    if seen.combat is None or seen.wait is None or seen.wait.name not in COMBAT_WINDOWS:
        return ""
    found = forecast.chances(seen, game, move, picks)
    party, monsters = seen.combat.party, seen.combat.monsters
    if len(found) <= MAX_TOLD_CHANCES:
        return " or ".join(f"{ours} : {theirs}" for ours, theirs in found)
    ours = [each[0] for each in found if each[1] == monsters]
    theirs = [each[1] for each in found if each[0] == party]
    if not ours or not theirs or len(ours) + len(theirs) < len(found):
        return ""
    return f"{min(ours)} to {max(ours)} : {monsters} or {party} : {min(theirs)} to {max(theirs)}"


def _prize(table: TrialTable) -> str:
    levels = score.levels_to_win(table) + table.combat.banked_levels
    return f"{plural(score.pool(table), 'Treasure')} and {plural(levels, 'Level')} at stake"
