"""Why a fight stands as it does: who and what makes up each side, and what running away takes and costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.tables.results import TableView
from bot.views.base import naming, wording
from bot.views.base.layout import Block, Text
from bot.views.base.text import fit, listed, shorten, signed
from bot.views.door import combat as door_combat
from bot.views.door.forecast import NOT_FOLLOWED, run_chance
from bot.views.door.seen import view_of
from bot.views.press import moves
from cards.door.view_types import DoorCombatView, LedgerLine

MAX_SUMS_CHARS, MAX_RUNS_CHARS = 480, 420
"""Characters of both parts: with the menu and the buttons below they fill one view of a phone."""

BAD_STUFF_CHARS = (250, 90, 36)
"""Characters of what each monster does to whom it catches, by the number of monsters."""

MIN_BAD_STUFF_CHARS = 24
"""Characters where there are still more of them."""


def details(view: TableView, combat: DoorCombatView) -> list[Block]:
    """Say in three parts how the fight stands, why the sums are what they are, and what running takes.

    What else the monsters do stands on their cards, in the menu below.
    """
    verdict = door_combat.verdict(combat)
    prize = f"{verdict[:1].upper()}{verdict[1:]} · 💰 {door_combat.stakes(combat)}"
    sent = door_combat.meddlers(view, combat)
    sums = [*_party(view, combat, sent), *_monsters(view, combat, sent)]
    blocks: list[Block] = [
        Text(f"#{door_combat.title(view, combat)}\n{prize}"),
        Text(fit(sums, MAX_SUMS_CHARS)),
    ]
    runs = _runs(view, combat)
    return [*blocks, Text(fit(runs, MAX_RUNS_CHARS))] if runs else blocks


def _seats(combat: DoorCombatView) -> list[int]:
    return [seat for seat in (combat.fighter, combat.helper) if seat >= 0]


def _party(view: TableView, combat: DoorCombatView, sent: Mapping[int, int]) -> list[str]:
    """Add up the party: what each of them brings, and what was played for them."""
    own: dict[int, list[LedgerLine]] = {seat: [] for seat in _seats(combat)}
    rest: list[LedgerLine] = []
    for line in combat.party_lines:
        (rest if line.source in sent else own.get(line.seat, rest)).append(line)
    parts = [(f"**{naming.name(view.table, seat)}**", lines) for seat, lines in own.items()]
    who = listed(name for name, _ in parts)
    return _side(view, f"🛡 **{combat.party}** {who}", parts, rest, sent)


def _monsters(view: TableView, combat: DoorCombatView, sent: Mapping[int, int]) -> list[str]:
    """Add up the monsters: each with who sent it, and what was played for all of them."""
    parts: list[tuple[str, Sequence[LedgerLine]]] = []
    for foe in combat.foes:
        like = f" (like {naming.card_name(view, foe.copy_of)})" if foe.copy_of >= 0 else ""
        by = f", sent by **{naming.name(view.table, sent[foe.card])}**" if foe.card in sent else ""
        parts.append((f"{naming.card_name(view, foe.card)}{like}{by}", foe.lines))
    who = parts[0][0] if len(parts) == 1 else "Monsters"
    return _side(view, f"👹 **{combat.monsters}** {who}", parts, combat.side_lines, sent)


def _side(
    view: TableView,
    head: str,
    parts: Sequence[tuple[str, Sequence[LedgerLine]]],
    rest: Sequence[LedgerLine],
    sent: Mapping[int, int],
) -> list[str]:
    """Write a side with its total, then a line for each that belongs to it, and one for all together."""
    alone = len(parts) == 1
    lines = [head]
    for name, found in parts:
        total = "" if alone else f"**{sum(line.amount for line in found)}** {name}: "
        lines.append(f"-# {total}{_ledger(view, found, sent)}")
    if rest:
        lines.append(f"-# {'' if alone else 'All: '}{_ledger(view, rest, sent)}")
    return lines


def _ledger(view: TableView, lines: Sequence[LedgerLine], sent: Mapping[int, int]) -> str:
    """Write a sum, each figure with its reason and, where it was a meddler, who brought it."""
    return ", ".join(_entry(view, line, sent) for line in lines) or "nothing"


def _entry(view: TableView, line: LedgerLine, sent: Mapping[int, int]) -> str:
    if line.source < 0 or line.reason == "level":
        return f"{signed(line.amount)} {wording.reason(moves.words_of(view), line.reason)}"
    combat = view_of(view).combat
    if combat is not None and any(line.source == foe.card for foe in combat.foes):
        return f"{signed(line.amount)} against you"
    why = naming.card_name(view, line.source)
    if line.source in sent:
        why += f" (**{naming.name(view.table, sent[line.source])}**)"
    return f"{signed(line.amount)} {why}"


def _runs(view: TableView, combat: DoorCombatView) -> list[str]:
    """Say what the die needs against each monster, why, and what happens to whom it catches."""
    foes = [foe.card for foe in combat.foes if combat.fleeing in (-1, foe.card)]
    if combat.stage == "reward" or not foes:
        return []
    told = {foe: _chances(view, combat, foe) for foe in foes}
    alike = len(set(told.values())) == 1
    head = "🏃 **To get away**, a die for each" if len(foes) > 1 else "🏃 **To get away**"
    lines = [head, f"-# {told[foes[0]]}"] if alike else [head]
    most = BAD_STUFF_CHARS[len(foes) - 1] if len(foes) <= len(BAD_STUFF_CHARS) else MIN_BAD_STUFF_CHARS
    for foe in foes:
        worst = door_combat.bad_stuff(view, foe).removeprefix(f"{door_combat.BAD_STUFF}: ")
        what = ([] if alike else [told[foe]]) + ([f"💥 {shorten(worst, most)}"] if worst else [])
        if what:
            lines.append(f"-# {naming.card_name(view, foe)}: {' · '.join(what)}")
    return lines


def _chances(view: TableView, combat: DoorCombatView, foe: int) -> str:
    """Say what each of the party needs against a monster, and what changes their roll."""
    found = [(naming.name(view.table, seat), run_chance(view, seat, foe)) for seat in _seats(combat)]
    return ", ".join(
        f"**{name}** {'is not followed' if chance == NOT_FOLLOWED else chance}"
        for name, chance in found
        if chance
    )
