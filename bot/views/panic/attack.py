"""The attack as a calculator: what the chosen cards would do to a monster, before it is final."""

from __future__ import annotations

from bot.tables.choices import Choice, encode
from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.custom_ids import ButtonAction, PartialChoice
from bot.views.base.layout import Block, Button, Text
from bot.views.base.text import label, listed, listed_within, plural
from bot.views.panic import table as panic_table
from bot.views.panic.board import ARC_LABELS, RING_NAMES, catalog_of, letter_of, view_of
from bot.views.press import moves
from bot.views.press.moves import custom_id_for
from cards.kernel.moves import Move, Slot
from cards.panic.forecast import forecast, plan
from cards.panic.view import PanicSeenMonster

MAX_CARD_BUTTONS = 15
MAX_QUICK_ATTACKS = 2
"""Attacks that are one press on the hand, with the cards that lie ready."""
MAX_READY_CHARS = 80
"""Characters of the line that names their cards."""
MAX_FAR_CHARS = 90
"""Characters of the line that names the monsters out of reach."""
CHOSEN_PAGE = 1
"""Page of a choice that somebody has changed: no cards are proposed for it any more."""


def step(view: TableView, move: Move, step: PartialChoice) -> list[Block]:
    """Draw an attack on one monster: its figures, the cards that reach it, and what the chosen ones do.

    It begins with the fewest cards that slay the monster, if any do.
    """
    if move.verb != "attack":
        return []
    (slot,) = move.slots
    monster = _monster(view, move.card)
    chosen = tuple(int(card) for card in step.partial)
    if not chosen and step.page != CHOSEN_PAGE:
        chosen = plan(catalog_of(view), view_of(view), monster, slot)
    cards = [int(card) for card in slot.options][:MAX_CARD_BUTTONS]
    toggles = [_toggle(view, move, monster, chosen, card) for card in cards]
    done = custom_id_for(view, ButtonAction.MOVE, encode(step.choice.with_picks(*chosen)))
    fire = Button("Attack", str(done.with_tag("x")), "primary", disabled=not slot.accepts(chosen), emoji="⚔️")
    lines = [_head(view, monster), result(view, monster, slot, chosen)]
    return [Text("\n".join(lines)), *moves.rows(toggles, 3), *moves.rows([fire])]


def quick(view: TableView) -> tuple[Button, ...]:
    """Return a button for each attack that lies ready and slays, the biggest monster first; or for blows."""
    return tuple(
        Button(label(text), press, "good", emoji="⚔️") for _, text, press in _ready(view)[:MAX_QUICK_ATTACKS]
    )


def ready_line(view: TableView) -> list[str]:
    """Say which cards the quick attacks take; empty where there are none."""
    told = [line for line, _, _ in _ready(view)[:MAX_QUICK_ATTACKS]]
    while len(told) > 1 and len(" · ".join(told)) > MAX_READY_CHARS:
        told.pop()  # never half a name
    return [f"-# ⚔ {' · '.join(told)}"] if told else []


def _ready(view: TableView) -> list[tuple[str, str, str]]:
    """List the attacks that lie ready: the cards of each, what its button says, and its press."""
    return view.drawn_once("ready attacks", lambda: _reckoned(view))


def _reckoned(view: TableView) -> list[tuple[str, str, str]]:
    catalog = catalog_of(view)
    found: list[tuple[bool, int, tuple[str, str, str]]] = []
    offered = any(not offer.accepted for offer in view_of(view).offers)  # they come first, and need the room
    for move in view.moves if view.seat is not None and not offered else ():
        if move.verb != "attack":
            continue
        monster = _monster(view, move.card)
        cards = plan(catalog, view_of(view), monster, move.slots[0])
        press = custom_id_for(view, ButtonAction.MOVE, encode(Choice.of(move, cards)))
        if not cards or not press.fits:
            continue
        left = forecast(catalog, view_of(view), monster, cards).health
        letter, points = letter_of(view, monster.token), catalog.points[monster.token]
        comes = f"{monster.health}♥ → {left}♥" if left else f"slain, {plural(points, 'point')}"
        used = f"**{letter}**: {listed(naming.card_name(view, card) for card in cards)}"
        text = f"{letter} {naming.card_label(view, monster.token, 40)}: {comes}"
        found.append((left > 0, -points, (used, text, str(press))))
    found.sort(key=lambda entry: entry[:2])
    return [entry[2] for entry in found if entry[0] == found[0][0]]


def uses_of(view: TableView, card: int) -> list[Button]:
    """Return a button for each monster that the reader can attack with this card."""
    found: list[Button] = []
    for move in view.moves:
        if move.verb != "attack" or card not in move.slots[0].options:
            continue
        monster = _monster(view, move.card)
        begun = PartialChoice(Choice.of(move), (card,), CHOSEN_PAGE)
        name = f"{letter_of(view, monster.token)} {naming.card_label(view, monster.token, 40)}"
        where = f"{RING_NAMES[monster.ring]} {ARC_LABELS[monster.arc]}"
        text = label(f"{name} · {where}, {outlook(view, move)}")
        press = str(custom_id_for(view, ButtonAction.PICK, str(begun)))
        found.append(Button(text, press, "primary", emoji="⚔️"))
    return found


def desk_text(view: TableView) -> str:
    """Say what the march brings down, and which monsters are out of reach; those in reach have buttons."""
    targets = {move.card for move in view.moves if move.verb == "attack"}
    far = [
        f"{naming.card_name(view, monster.token)} ({letter})"
        for letter, monster in panic_table.lettered(view)
        if monster.token not in targets
    ]
    lines = ["### ⚔ Attack", panic_table.march(view)]
    lines.append(
        "Pick a target; I lay out the cheapest cards that do it."
        if targets
        else "Your cards cannot reach any monster now."
    )
    if targets and far:
        lines.append(f"-# Out of reach: {listed_within(far, MAX_FAR_CHARS)}")
    return "\n".join(filter(None, lines))


def target(view: TableView, move: Move) -> str:
    """Say where the monster stands that a move attacks, and what the cards for it would do."""
    monster = _monster(view, move.card)
    where = f"{letter_of(view, monster.token)} {RING_NAMES[monster.ring]} {ARC_LABELS[monster.arc]}"
    return f"{where}, {outlook(view, move)}"


def outlook(view: TableView, move: Move) -> str:
    """Say in a few words what the cards that lie ready for an attack would do."""
    monster = _monster(view, move.card)
    cards = plan(catalog_of(view), view_of(view), monster, move.slots[0])
    if not cards:
        return f"{monster.health}♥, no effect"
    left = forecast(catalog_of(view), view_of(view), monster, cards).health
    points = plural(catalog_of(view).points[monster.token], "point")
    return f"{monster.health}♥ → {f'{left}♥' if left else f'slain, {points}'}"


def result(view: TableView, monster: PanicSeenMonster, slot: Slot, chosen: tuple[int, ...]) -> str:
    """Say in a line what the chosen cards would do, or why they cannot be used together."""
    if not chosen:
        return "Tap the cards you attack with."
    catalog = catalog_of(view)
    if not slot.accepts(chosen):
        return "✋ Every Weapon needs a Hit of its own. Add a Hit, or put a Weapon away."
    seen = forecast(catalog, view_of(view), monster, chosen)
    damage = f"**{seen.damage} of {monster.health}**"
    if seen.spared:
        return f"🚫 {damage}: enough, but it cannot be slain like this. It stays at {seen.health}."
    if seen.health == 0:
        return f"💀 {damage}: slain!"
    if seen.health == monster.health:
        return f"🛡️ {damage}: no effect on {naming.card_name(view, monster.token)} at {monster.health}."
    lowest = ", its lowest number" if seen.health == monster.lowest > 1 else ""
    return f"🩹 {damage}: survives at {seen.health}{lowest}."


def _head(view: TableView, monster: PanicSeenMonster) -> str:
    """Say what has to be known of the monster."""
    catalog = catalog_of(view)
    facts = [f"{ARC_LABELS[monster.arc]} {RING_NAMES[monster.ring]}", f"{monster.health}♥"]
    if monster.lowest > 1:
        facts.append(f"🔒 lowest number {monster.lowest}")
    facts.append(plural(catalog.points[monster.token], "point"))
    facts.append(plural(catalog.dots[monster.token], "Treasure"))
    if catalog.alone[monster.token]:
        facts.append("alone: no help")
    helpers = [
        offer.seat
        for offer in view_of(view).offers
        if offer.used and offer.target == monster.token and catalog.counts_as_help(offer.card)
    ]
    facts += [f"{naming.name(view.table, seat)} helped" for seat in helpers]
    name = f"{naming.card_name(view, monster.token)} ({letter_of(view, monster.token)})"
    return f"### ⚔️ {name}\n" + " · ".join(facts)


def _toggle(
    view: TableView, move: Move, monster: PanicSeenMonster, chosen: tuple[int, ...], card: int
) -> Button:
    """Return the button that takes a card into the attack or out of it."""
    lit = card in chosen
    rest = tuple(each for each in chosen if each != card) if lit else (*chosen, card)
    begun = PartialChoice(Choice.of(move), rest, CHOSEN_PAGE)
    catalog = catalog_of(view)
    harm = f"+{catalog.harm[card][monster.ring]}"
    text = label(f"{'✓ ' if lit else ''}{naming.card_label(view, card, 60)} {harm}")
    custom_id = custom_id_for(view, ButtonAction.PICK, str(begun)).with_tag(str(card))
    return Button(text, str(custom_id), "good" if lit else "plain")


def _monster(view: TableView, token: int) -> PanicSeenMonster:
    found = view_of(view).monster(token)
    assert found is not None
    return found
