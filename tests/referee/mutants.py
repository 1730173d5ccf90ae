"""Rules broken one line at a time, each of which the referee has to notice.

`nice .venv/bin/python -m tests.referee.mutants` breaks all of them and prints who noticed.
"""

import inspect
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import FunctionType
from typing import Any

from tests.referee.dense import play_table
from tests.referee.games import play_whole_game

FIRST_TABLES, MOST_GAMES, MOST_TABLES = 150, 60, 1500
"""Some tables are tried first, then whole games, then the other tables."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A line of a function, as it is and as it is broken."""

    function: str
    line: str
    broken: str

    def __str__(self) -> str:
        return f"{self.function}: {self.line} -> {self.broken or '(gone)'}"


MUTANTS = [
    Mutant("score._foe_parts", "(len(seals), ", "(len(seals) - 1, "),
    Mutant("score._foe_parts", "for card in foes.shapers(table, foe)", "for card in (root.like,)"),
    Mutant("score._foe_parts", "add.monster in (foe.card, root.card)", "add.monster == foe.card"),
    Mutant("score._enhancement", "min(definition.minimum - base, 0)", "definition.minimum"),
    Mutant("score._foe_mods", "table.reacting = mod.drawback", "table.reacting = False"),
    Mutant("score._new_member_parts", "if amount and facts.usable(table, seat, card)", "if amount"),
    Mutant("score._new_member_parts", "bare and is_item and amount > 0", "bare and is_item"),
    Mutant("score._new_member_parts", 'level_only = combat_flag(table, "level_only")', "level_only = False"),
    Mutant("score._party_parts", "people.in_combat(table, add.seat)", "True"),
    Mutant("score._is_ahead", 'has_combat_rule(table, "wins_ties") or any(', "any("),
    Mutant("score._is_ahead", 'facts.flag(table, seat, "wins_ties")', "False"),
    Mutant("score.loot", "min(more, 1)", "0"),
    Mutant("score.treasures", "max(own, 0)", "own if own else 1"),
    Mutant("score.pool", " + combat.banked + whole", " + whole"),
    Mutant("score.kill_levels", "table.defs[foe.like].levels + extra", "1 + extra"),
    Mutant("score.for_the_win", "+ levels >= facts", "+ levels > facts"),
    Mutant("score.would_helper_win", "(len(combat.foes) + combat.slain)", "1"),
    Mutant("facts.win_level", ' + total(table, seat, "win_level")', ""),
    Mutant("facts.has_trait", " and not (lone and table.as_drawback)", ""),
    Mutant("facts.has_trait", "not held or (lone and not table.as_drawback)", "not held"),
    Mutant("facts.usable", "drawback=False", "drawback=True"),
    Mutant("facts.own_mods", " and not (worse and is_lone(table, seat, definition.kind))", ""),
    Mutant("facts.counts", "card in table.state.people[seat].equipped and ", ""),
    Mutant("facts.denied", "return flag(table, seat, stat)", "return False"),
    Mutant("facts.steeds", "card not in aside and ", ""),
    Mutant("facts._reaches_all", "card == table.state.zones.lists[zone][-1]", "True"),
    Mutant(
        "facts.tags",
        "(*table.defs[like].tags, *foes.original(table, foe).tags, *given)",
        "table.defs[like].tags",
    ),
    Mutant("foes.stack_of", "root.stacked[: foe.matched]", "root.stacked"),
    Mutant("foes.stack_bonus", ">= 10", "> 10"),
    Mutant("foes.shapers", "(root.like, *root.borrowed, *root.enhancers)", "(root.like, *root.enhancers)"),
    Mutant("fights._freeze", ' - sum(add.amount for add in own if add.stat == "treasures")', " + 1"),
    Mutant("gear.bonus", "table.defs[card].bonus + extra", "table.defs[card].bonus"),
    Mutant("gear.occupants", " and not places.is_cheated(table, card)", ""),
    Mutant("gear.big_items", " if not places.is_cheated(table, card)", ""),
    Mutant("gear.big_limit", "max(limit + more, 1)", "limit"),
    Mutant("gear.room", 'table.defs[card].hands if slot == "hand" else 1', "1"),
    Mutant("gear.places_left", " if not places.is_cheated(table, card)", ""),
    Mutant("gear.trait_limit", "2 if places.double(table, seat, kind) else 1", "1"),
    Mutant("escape.flee_lines", "steed or own", "own"),
    Mutant("escape.flee_lines", "if foe.card != foe.like else []", "if foe.linked >= 0 else []"),
    Mutant("escape.flee_lines", "add.seat in (seat, -1) and ", ""),
    Mutant("escape.is_pursued", "table.fighter, seat, like", "table.fighter, table.fighter, like"),
    Mutant("escape._roll", ">= MIN_ESCAPE_ROLL", ">= MIN_ESCAPE_ROLL - 1"),
    Mutant("reward._levels", "+ fight.banked_levels", "+ 1"),
    Mutant("reward._levels", '"helper_levels") * slain', '"helper_levels")'),
    Mutant("reward._draw", "pool = score.pool(table)", "pool = score.killed_pool(table) + 1"),
    Mutant("characters.change_level", "max(1, before + n)", "before + n"),
    Mutant("trade.sell", "gold // LEVEL_PRICE_GOLD", "1"),
    Mutant("trade.may_sell", "< table.decks.gain_cap", "<= table.decks.gain_cap"),
    Mutant("trade.do_sell_double", "2 * gear.value(table, move.card)", "gear.value(table, move.card)"),
    Mutant("charity.hand_limit", ' + facts.total(table, seat, "hand_limit")', ""),
    Mutant("charity.receivers", "lowest = min(", "lowest = max("),
    Mutant("charity.excess", " - hand_limit(table, seat)", " - hand_limit(table, seat) - 1"),
    Mutant("death._looters", ", reverse=True", ""),
    Mutant("state_based_actions._enforce_limits", "len(bigs) > gear.big_limit(table, seat)", "len(bigs) > 2"),
]


@contextmanager
def in_force(mutant: Mutant) -> Iterator[None]:
    """Break a rule for as long as the block runs."""
    module_name, name = mutant.function.split(".")
    module = import_module(f"cards.door.{module_name}")
    function: Any = inspect.unwrap(getattr(module, name))
    assert isinstance(function, FunctionType), "the rules are compiled"
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(mutant.line) == 1, f"{mutant}: the line is there {source.count(mutant.line)} times"
    space = dict(vars(module))
    exec(compile(source.replace(mutant.line, mutant.broken), mutant.function, "exec"), space)
    whole, function.__code__ = function.__code__, inspect.unwrap(space[name]).__code__
    try:
        yield
    finally:
        function.__code__ = whole


def noticed(mutant: Mutant, tables: int = MOST_TABLES, games: int = MOST_GAMES) -> str:
    """Return where the referee notices a mutant first, an empty text if nowhere."""
    first = min(tables, FIRST_TABLES)
    tries = [
        *((play_table, number) for number in range(first)),
        *((play_whole_game, number) for number in range(games)),
        *((play_table, number) for number in range(first, tables)),
    ]
    with in_force(mutant):
        for play, number in tries:
            try:
                found = play(number).found
            except Exception:  # a broken rule may break anything; what counts is what the referee says
                continue
            if found:
                return f"{play.__name__}({number}): {found[0]}"
    return ""


def main() -> int:
    """Print a line for each mutant; exit code 1 if one goes unnoticed."""
    unnoticed = 0
    for mutant in MUTANTS:
        where = noticed(mutant)
        unnoticed += not where
        sys.stdout.write(f"{'noticed' if where else 'UNNOTICED'}  {mutant}\n    {where[:160]}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(MUTANTS) - unnoticed} of {len(MUTANTS)} noticed\n")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    raise SystemExit(main())
