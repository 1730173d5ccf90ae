"""A combat on the screen: both totals and why, the monsters, and the bargains at the help desk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.tables.results import TableView
from bot.views import moves, naming, wording
from bot.views.layout import Block, Text
from bot.views.text import escape, fit, listed, plural, shorten, signed
from cards.door.card_events import CardUsed
from cards.door.combat_events import CombatStarted, MonsterEnhanced, MonsterJoined
from cards.door.help import ALL_TREASURES
from cards.door.view_types import DoorCombatView, DoorMonsterView, DoorOfferView, DoorTruceView, LedgerLine
from cards.kernel.events import Event
from cards.kernel.moves import Pick

PICK_ORDER_TEXTS = {
    "helper": "helper picks first",
    "fighter": "fighter picks first",
    "alternating": "in turn, helper first",
    "fighter_alternating": "in turn, fighter first",
    "lot": "by lot",
}


MAX_TITLE_NAME_CHARS = 14
MAX_TITLE_FOES = 2
"""Monsters that are named in the title."""


def title(view: TableView, combat: DoorCombatView) -> str:
    """Say who fights what, and how it stands."""
    party = [combat.fighter] + ([combat.helper] if combat.helper >= 0 else [])
    who = listed(escape(shorten(naming.raw_name(view.table, seat), MAX_TITLE_NAME_CHARS)) for seat in party)
    names = [naming.card_name(view, foe.card) for foe in combat.foes]
    if len(names) > MAX_TITLE_FOES:
        names = [names[0], f"{len(names) - 1} more"]
    return f"## ⚔ {who} {combat.party} : {combat.monsters} {listed(names) or 'nothing'}"


def verdict(combat: DoorCombatView) -> str:
    """Say in two words what the sums mean."""
    gap = combat.party - combat.monsters
    if combat.ahead:
        return "winning"
    return "a tie is not enough" if gap == 0 else f"{-gap + 1} short" if gap < 0 else "not winning"


def summary(view: TableView, combat: DoorCombatView) -> str:
    """Give both totals and what they mean in one line."""
    return f"**Party {combat.party}** : **{combat.monsters} Monsters** – {verdict(combat)}"


def stakes(combat: DoorCombatView) -> str:
    """Say what the party gets if it wins."""
    prize = f"{plural(combat.treasures, 'Treasure')} · {plural(combat.levels, 'Level')}"
    return f"For the win! {prize}" if combat.for_the_win else prize


def stage_line(view: TableView, combat: DoorCombatView) -> str:
    """Say how a flight goes; empty where the question below says it all."""
    if combat.fleeing < 0:
        return ""
    roll = f" – rolled {combat.roll}" if combat.roll else ""
    return f"🏃 From {naming.card_name(view, combat.fleeing)}{roll}"


def details(view: TableView, combat: DoorCombatView) -> list[Block]:
    """Say why the totals are what they are, what each monster does and pays."""
    head = [f"### ⚔ {title(view, combat).removeprefix('## ⚔ ')}", summary(view, combat)]
    sent = meddlers(view, combat)
    reasons = [
        "🛡 " + ledger(view, combat.party_lines, sent),
        *(_foe_reason(view, foe, sent) for foe in combat.foes),
    ]
    if combat.side_lines:
        reasons.append("👹 " + ledger(view, combat.side_lines, sent))
    foes = [line for foe in combat.foes for line in _foe(view, foe)]
    return [Text("\n".join(head)), Text(fit(reasons, 1000)), Text(fit([*foes, f"💰 {stakes(combat)}"], 1400))]


def meddlers(view: TableView, combat: DoorCombatView) -> dict[int, int]:
    """Return who outside the party brought each card into the fight, by the card."""
    brought: dict[int, int] = {}
    for event in _fight_backwards(view):
        match event:
            case MonsterJoined():
                brought.setdefault(event.monster, event.seat)
            case MonsterEnhanced() | CardUsed():
                brought.setdefault(event.card, event.seat)
            case _:
                pass
    party = (combat.fighter, combat.helper)
    return {card: seat for card, seat in brought.items() if seat >= 0 and seat not in party}


def _fight_backwards(view: TableView) -> Iterator[Event]:
    """Yield the events of the fight that is on, the newest first."""
    for past in reversed(view.past):
        for event in reversed(past.events):
            if isinstance(event, CombatStarted):
                return
            yield event


def ledger(view: TableView, lines: tuple[LedgerLine, ...], sent: Mapping[int, int]) -> str:
    """Write a ledger as a sum, each figure with its reason and, where it was a meddler, who brought it."""
    return " ".join(_entry(view, line, sent) for line in lines) or "nothing"


def _entry(view: TableView, line: LedgerLine, sent: Mapping[int, int]) -> str:
    words = moves.words_of(view)
    if line.source >= 0 and line.reason != "level":
        why = naming.card_name(view, line.source)
        if line.source in sent:
            why += f" (**{naming.name(view.table, sent[line.source])}**)"
    else:
        why = wording.reason(words, line.reason)
        if line.seat >= 0:
            why = f"{naming.name(view.table, line.seat)}’s {why}"
    return f"{signed(line.amount)} {why}"


def _foe_reason(view: TableView, foe: DoorMonsterView, sent: Mapping[int, int]) -> str:
    by = f", sent by **{naming.name(view.table, sent[foe.card])}**" if foe.card in sent else ""
    return f"👹 **{foe.strength}** {naming.card_name(view, foe.card)}{by}: {ledger(view, foe.lines, sent)}"


def _foe(view: TableView, foe: DoorMonsterView) -> list[str]:
    shown = naming.face(view, foe.card)
    lines = [f"**{escape(shown.name)}**"]
    if foe.copy_of >= 0:
        lines[0] += f" (like {naming.card_name(view, foe.copy_of)})"
    if foe.enhancers:
        lines[0] += " + " + ", ".join(naming.card_name(view, card) for card in foe.enhancers)
    if foe.stacked:
        lines[0] += ", on top of " + listed(naming.card_name(view, card) for card in foe.stacked)
    lines += [f"-# {escape(line)}" for line in shown.text]
    return lines


def offers(view: TableView, combat: DoorCombatView) -> list[str]:
    """List the bargains on the table."""
    helping = [f"**{naming.name(view.table, combat.helper)}** is helping."] if combat.helper >= 0 else []
    lines = [*helping, *(f"• {bargain(view, offer)}" for offer in combat.offers)]
    lines += [f"• {truce(view, each)}" for each in combat.truces]
    lines += [f"• {truce(view, each)} (offered)" for each in combat.truce_offers]
    addressed = [offer.to for offer in combat.offers] + [each.to for each in combat.truce_offers]
    if view.seat in addressed:
        lines.append("-# An offer of your own to the same person takes the place of theirs.")
    return lines or ["-# No bargains yet."]


def truce(view: TableView, found: DoorTruceView) -> str:
    """Say in a sentence who gives what for whose keeping out of the fight."""
    bystander = found.by if found.to == found.payer else found.to
    payer, idle = (naming.name(view.table, seat) for seat in (found.payer, bystander))
    items = listed(naming.card_name(view, card) for card in found.items)
    return f"🕊️ {items} from **{payer}** if **{idle}** does nothing against the party"


def terms(offer: DoorOfferView) -> dict[str, tuple[Pick, ...]]:
    """Return the terms of a bargain as what they would be filled with, but for secret promises."""
    numbers = tuple(str(number) for number in offer.numbers)
    return {
        "seats": (offer.by,),
        "treasures": (ALL_TREASURES if offer.treasures < 0 else str(offer.treasures),),
        "order": numbers or (offer.order,),
        "items": offer.items,
        "condition": (offer.condition,),
        "pays": offer.pays,
    }


def bargain(view: TableView, offer: DoorOfferView) -> str:
    """Say in a sentence what is offered for help."""
    by, to = (naming.name(view.table, seat) for seat in (offer.by, offer.to))
    parts: list[str] = []
    if offer.treasures < 0:
        parts.append("all treasures")
    elif offer.treasures:
        parts.append(plural(offer.treasures, "treasure"))
    parts += [naming.card_name(view, card) for card in offer.items]
    if offer.promises:
        parts.append("a promise to play " + listed(naming.card_name(view, c) for c in offer.promises))
    elif offer.promised:
        parts.append(f"a promise to play {plural(offer.promised, 'hand card')}")
    share = listed(parts) or "nothing"
    order = PICK_ORDER_TEXTS.get(offer.order, offer.order)
    if offer.numbers:
        order = "number " + listed(str(number) for number in offer.numbers)
    picking = f" ({order})" if offer.treasures else ""
    pays = listed(naming.card_name(view, card) for card in offer.pays)
    paid = f", and the helper pays {pays}" if pays else ""
    when = ", in any case unless the fighter dies" if offer.condition not in ("", "won") else ""
    return f"**{by}** ↔ **{to}**: {share}{picking} for the help{paid}{when}"
