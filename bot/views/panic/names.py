"""What moves, powers and candidates of the castle-defense game are called."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.text import plural
from bot.views.panic import attack as panic_attack
from bot.views.panic import waiting as panic_waiting
from bot.views.panic.board import ARC_LABELS, RING_NAMES, catalog_of, letter_of, view_of
from bot.views.panic.words.reasons import POWER_NOTES, POWER_TEXTS
from cards.kernel.moves import Move, Pick, Slot
from cards.panic.board import ring_and_arc
from cards.panic.pack import CharacterDefinition


def verb_case(view: TableView, move: Move) -> str:
    """While offers wait, asking once more leaves its place to them; a full hand draws nothing."""
    game_view = view_of(view)
    if move.verb == "ask" and move.card >= 0:
        return "swap"
    if move.verb == "ask":
        return "again" if any(not offer.accepted for offer in game_view.offers) else ""
    if move.verb == "pass" and panic_waiting.is_countered(view):
        return "haggle"
    if move.verb == "refuse" and move.ability == view.seat:
        return "own"
    mine = game_view.seats[game_view.active]
    is_drawing = game_view.wait is not None and game_view.wait.name == "draw"
    is_full = is_drawing and mine.castle_count >= mine.hand_size
    return "full" if is_full and move.verb in ("pass", "discard") else ""


def power_name(view: TableView, move: Move) -> str:
    """Say of an attack where its monster stands, and what the cards for it would do."""
    return panic_attack.target(view, move) if move.verb == "attack" else ""


def own_powers(view: TableView) -> list[tuple[Move, str]]:
    """Return what the reader's Character can do now."""
    definitions = catalog_of(view).definitions
    found: list[tuple[Move, str]] = []
    for move in view.moves:
        character = definitions[move.card] if move.verb == "power" else None
        if isinstance(character, CharacterDefinition):
            found.append((move, POWER_TEXTS[character.powers[move.ability].can]))
    return found


def pick_name(view: TableView, slot: Slot, candidate: Pick) -> str:
    """Name a monster with its letter, an arc, a space."""
    if not isinstance(candidate, int):
        return ""
    if slot.kind == "card":
        is_placed = view_of(view).monster(candidate) is not None
        return f"{letter_of(view, candidate)} {naming.face(view, candidate).name}" if is_placed else ""
    if slot.name == "arc":
        return f"Arc {ARC_LABELS[candidate]}"
    if slot.name == "space":
        ring, arc = ring_and_arc(candidate)
        return f"{RING_NAMES[ring]} {ARC_LABELS[arc]}"
    return ""


def pick_note(view: TableView, card: int) -> str:
    """Return what a Character can do, or where a monster stands."""
    catalog = catalog_of(view)
    definition = catalog.definitions[card]
    if isinstance(definition, CharacterDefinition):
        told, nemesis = powers_told(definition), definition.nemesis
        return told if nemesis is None else f"{told}. Nemesis: {catalog.name(nemesis.monster)}"
    monster = view_of(view).monster(card)
    if monster is None:
        return ""
    where = f"{RING_NAMES[monster.ring]} {ARC_LABELS[monster.arc]}, {monster.health}♥"
    return f"{where}, {plural(catalog.points[card], 'point')}, {plural(catalog.dots[card], 'Treasure')}"


def powers_told(character: CharacterDefinition) -> str:
    """Say what a Character can do."""
    return " and ".join(POWER_NOTES[power.can] for power in character.powers)
