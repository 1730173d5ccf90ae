"""A combat on the screen: both totals and why, the monsters, and the bargains at the help desk."""

from __future__ import annotations

from bot.tables.results import Sight
from bot.views import moves, people, wording
from bot.views.layout import Block, Text
from bot.views.text import escape, fit, listed, plural, signed
from cards.door.seen import Line, SeenCombat, SeenMonster, SeenOffer

STAGES = {
    "fight": "",
    "victory": "⏳ The kill is claimed: last chance to interfere!",
    "defeat": "🏳️ The fighter gives up: last chance to step in!",
    "escape": "🏃 Running away",
    "reward": "💰 Sharing the loot",
}

ORDERS = {
    "helper": "helper picks first",
    "fighter": "fighter picks first",
    "alternating": "taking turns, helper first",
}


def title(sight: Sight, combat: SeenCombat) -> str:
    """Say who fights what."""
    party = [combat.fighter] + ([combat.helper] if combat.helper >= 0 else [])
    who = listed(people.name(sight.table, seat) for seat in party)
    foes = listed(people.card_name(sight, foe.card) for foe in combat.foes[:3])
    more = f" and {len(combat.foes) - 3} more" if len(combat.foes) > 3 else ""
    return f"## ⚔ {who} vs. {foes or 'nothing'}{more}"


def summary(sight: Sight, combat: SeenCombat) -> str:
    """Give both totals and what they mean in one line."""
    gap = combat.party - combat.monsters
    if combat.ahead:
        verdict = "winning"
    else:
        verdict = "a tie is not enough" if gap == 0 else f"{-gap + 1} short" if gap < 0 else "not winning"
    return f"**Party {combat.party}** : **{combat.monsters} Monsters** – {verdict}"


def blocks(sight: Sight, combat: SeenCombat) -> list[Block]:
    """Draw the combat: totals, reasons, what each monster does and pays."""
    head = [summary(sight, combat)]
    if STAGES.get(combat.stage):
        head.append(STAGES[combat.stage])
    if combat.for_the_win:
        head.append("👑 **This is for the win!**")
    if combat.fleeing >= 0:
        roll = f" – rolled {combat.roll}" if combat.roll else ""
        head.append(f"🏃 From {people.card_name(sight, combat.fleeing)}{roll}")
    reasons = [
        "🛡 " + ledger(sight, combat.party_lines),
        *(_foe_reason(sight, foe) for foe in combat.foes[:4]),
    ]
    if combat.side_lines:
        reasons.append("👹 " + ledger(sight, combat.side_lines))
    foes = [line for foe in combat.foes[:3] for line in _foe(sight, foe)]
    stakes = f"💰 {plural(combat.treasures, 'treasure')} · ⬆️ {plural(combat.levels, 'level')} to win"
    return [
        Text("\n".join(head)),
        Text(fit([f"-# {line}" for line in reasons], 700)),
        Text(fit([*foes, stakes], 900)),
    ]


def ledger(sight: Sight, lines: tuple[Line, ...]) -> str:
    """Write a ledger as a sum, each figure with its reason."""
    return " ".join(_entry(sight, line) for line in lines) or "nothing"


def _entry(sight: Sight, line: Line) -> str:
    words = moves.words_of(sight)
    if line.source >= 0 and line.reason != "level":
        why = people.card_name(sight, line.source)
    else:
        why = wording.reason(words, line.reason)
        if line.seat >= 0:
            why = f"{people.name(sight.table, line.seat)}’s {why}"
    return f"{signed(line.amount)} {why}"


def _foe_reason(sight: Sight, foe: SeenMonster) -> str:
    return f"👹 **{foe.strength}** {people.card_name(sight, foe.card)}: {ledger(sight, foe.lines)}"


def _foe(sight: Sight, foe: SeenMonster) -> list[str]:
    shown = people.face(sight, foe.card)
    lines = [f"**{escape(shown.name)}**"]
    if foe.copy_of >= 0:
        lines[0] += f" (like {people.card_name(sight, foe.copy_of)})"
    if foe.enhancers:
        lines[0] += " + " + ", ".join(people.card_name(sight, card) for card in foe.enhancers)
    if foe.stacked:
        lines[0] += ", on top of " + listed(people.card_name(sight, card) for card in foe.stacked)
    lines += [f"-# {escape(line)}" for line in shown.text]
    return lines


def offers(sight: Sight, combat: SeenCombat) -> list[str]:
    """List the bargains on the table."""
    if combat.helper >= 0:
        return [f"**{people.name(sight.table, combat.helper)}** is helping."]
    if not combat.offers:
        return ["-# No bargains yet."]
    return [f"• {bargain(sight, offer)}" for offer in combat.offers]


def bargain(sight: Sight, offer: SeenOffer) -> str:
    """Say in a sentence what is offered for help."""
    by, to = (people.name(sight.table, seat) for seat in (offer.by, offer.to))
    parts: list[str] = []
    if offer.treasures < 0:
        parts.append("all treasures")
    elif offer.treasures:
        parts.append(plural(offer.treasures, "treasure"))
    parts += [people.card_name(sight, card) for card in offer.items]
    if offer.promises:
        parts.append("a promise to play " + listed(people.card_name(sight, c) for c in offer.promises))
    elif offer.promised:
        parts.append(f"a promise to play {plural(offer.promised, 'hand card')}")
    share = listed(parts) or "nothing"
    order = f" ({ORDERS.get(offer.order, offer.order)})" if offer.treasures else ""
    when = " in any case" if offer.condition not in ("", "won") else ""
    return f"**{by}** ↔ **{to}**: {share}{order} for the help{when}"
