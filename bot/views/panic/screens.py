"""The screens of the castle-defense game, drawn from a PanicView."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.custom_ids import PartialChoice
from bot.views.base.layout import Block, Button, Text
from bot.views.base.shape import CardGroup
from bot.views.base.text import plural, shorten
from bot.views.panic import attack as panic_attack
from bot.views.panic import offers as panic_offers
from bot.views.panic import table as panic_table
from bot.views.panic import waiting as panic_waiting
from bot.views.panic.board import ARC_LABELS, RING_NAMES, catalog_of, letter_of, view_of
from bot.views.panic.words.powers import POWER_NOTES, POWER_TEXTS
from bot.views.press import asking, moves, slot_steps
from bot.views.table.plain import PlainShape
from cards.kernel.moves import Move, Pick, Slot
from cards.panic.board import ring_and_arc
from cards.panic.pack import CharacterDefinition

PHASE_COLORS = (0x5865F2, 0x57A0F2, 0x57A0F2, 0xED4245, 0xFEE75C, 0xE67E22, 0x9B59B6)

PLAY_PHASE = 3
"""The phase at whose end a lost turn of help is served (P-182)."""

WAIVED_TEXTS = {"turn": "not asked until your turn", "me": "asked only when it is about you"}

SHARED_VERBS = {
    "draw": ("pass",),
    "play": ("pass",),
    "offers": ("pass", "enough"),
    "claim": ("pass",),
    "trophy": ("pass",),
    "settle": ("pass",),
    "place": ("pass",),
    "token": ("pass",),
    "curse": ("pass",),
}
"""The moves that lead on from each window, as buttons for the seats that may make them."""


class PanicShape(PlainShape):
    """Draws the castle-defense game."""

    brief_news = 2

    def color(self, view: TableView) -> int:
        return PHASE_COLORS[view_of(view).phase]

    def title(self, view: TableView) -> str:
        game_view = view_of(view)
        if game_view.phase == 0:
            return "## 🏰 Picking characters"
        return f"## 🏰 {panic_table.short_name(view, game_view.active)}’s turn"

    def board(self, view: TableView) -> list[Block]:
        words = (panic_table.march(view), panic_table.scores(view))
        return [panic_table.picture(view), Text("\n".join(filter(None, words)))]

    def details(self, view: TableView) -> list[Block]:
        tops = [naming.card_name(view, card) for card, _ in self.open_cards(view)]
        told = (
            panic_table.march_in_full(view),
            panic_table.monsters(view),
            panic_table.holdings(view),
            panic_table.decks(view, tops),
        )
        return [Text(text) for text in told if text]

    def details_label(self, view: TableView) -> str:
        return "Map"

    def waiting(self, view: TableView) -> str:
        return panic_waiting.waiting(view)

    def shared_moves(self, view: TableView) -> list[Move]:
        wait = view_of(view).wait
        if wait is None or wait.kind == "prompt":
            return []
        if wait.name == "place" and view_of(view).quota > 1:
            return [Move("roll_all")]  # one by one from the hand, where a Loaded Die is as well
        if wait.name == "offers" and not view.table.seats[view_of(view).active].human:
            return [Move("pass")]  # a computer has its own patience
        return [Move(verb) for verb in SHARED_VERBS.get(wait.name, ())]

    def own(self, view: TableView) -> list[str]:
        game_view = view_of(view)
        assert view.seat is not None
        mine = game_view.seats[view.seat]
        lines: list[str] = []
        if game_view.phase > 0:
            points = plural(mine.points, "point")
            lines.append(f"**{points}** · 🏆 {len(mine.trophies)} · {panic_table.held(mine)}")
        elif mine.character < 0:
            lines += _characters(view)
        if mine.character >= 0:
            lines.append(f"-# 🎭 {naming.card_name(view, mine.character)}")
        if mine.curse >= 0:
            is_now = game_view.active == view.seat and game_view.phase <= PLAY_PHASE
            told = "No help in this turn" if is_now else naming.card_name(view, mine.curse)
            lines.append(f"-# 🌀 {told}")
        if mine.waived:
            lines.append(f"-# 🔕 {WAIVED_TEXTS[mine.waived]}")
        lines += _peeked(view)
        for card, owner in game_view.shown_treasures:
            lines.append(f"-# {naming.name(view.table, owner)} shows {naming.card_name(view, card)}")
        return [*lines, *panic_offers.hand_lines(view), *panic_waiting.hand_call(view)]

    def own_powers(self, view: TableView) -> list[tuple[Move, str]]:
        """Return what the reader's Character can do now."""
        definitions = catalog_of(view).definitions
        found: list[tuple[Move, str]] = []
        for move in view.moves:
            character = definitions[move.card] if move.verb == "power" else None
            if isinstance(character, CharacterDefinition):
                found.append((move, POWER_TEXTS[character.powers[move.ability].can]))
        return found

    def verb_case(self, view: TableView, move: Move) -> str:
        """While offers wait, asking once more leaves its place to them; a full hand draws nothing."""
        game_view = view_of(view)
        if move.verb == "ask" and move.card >= 0:
            return "swap"
        if move.verb == "ask":
            return "again" if any(not offer.accepted for offer in game_view.offers) else ""
        if move.verb == "pass" and panic_waiting.is_countered(view):
            return "haggle"
        mine = game_view.seats[game_view.active]
        is_drawing = game_view.wait is not None and game_view.wait.name == "draw"
        is_full = is_drawing and mine.castle_count >= mine.hand_size
        return "full" if is_full and move.verb in ("pass", "discard") else ""

    def first_picks(self, view: TableView, move: Move) -> Mapping[str, tuple[Pick, ...]]:
        return panic_offers.first_terms(view, move)

    def groups(self, view: TableView) -> list[CardGroup]:
        game_view = view_of(view)
        assert view.seat is not None
        mine = game_view.seats[view.seat]
        found = [CardGroup("Your hand", (*game_view.castle, *game_view.treasures))]
        if mine.character >= 0:
            found.append(CardGroup("Your character", (mine.character,)))
        if game_view.peeked:
            whose = (
                "Discards"
                if game_view.peeked_seat < 0
                else naming.raw_name(view.table, game_view.peeked_seat)
            )
            found.append(CardGroup(whose, game_view.peeked))
        if mine.trophies:
            found.append(CardGroup("Your trophies", mine.trophies))
        return found

    def desks(self, view: TableView) -> list[tuple[str, str]]:
        game_view = view_of(view)
        may_say = any(move.verb in ("waive", "resume") for move in view.moves)
        is_urgent = panic_waiting.is_countered(view)
        quiet = [(asking.ASKING_DESK, f"{asking.ASKING_SIGN} {asking.ASKING_SHORT_TITLE}")]
        quiet = quiet if may_say and not is_urgent else []
        # Asking for help has a button of its own, so the desk is for what is said afterwards.
        if game_view.phase != 3 or game_view.over or game_view.wait is None:
            return quiet
        window = game_view.wait.name if game_view.wait.kind == "window" else ""
        found: list[tuple[str, str]] = []
        may_fight = any(move.verb == "attack" for move in view.moves)
        if may_fight or (view.seat is None and window in ("play", "claim")):
            found.append(("combat", "⚔ Attack"))
        in_talks = bool(game_view.offers) or window == "offers"
        others = [move for move in view.moves if move.verb != "ask"]
        if in_talks or any(moves.verb_of(view, move).group == "help" for move in others):
            found.append(("help", "🤝 Offers"))
        return found + quiet

    def is_for_combat(self, view: TableView, move: Move) -> bool:
        return any(slot.name == "monster" for slot in move.slots)

    def main_desk(self, view: TableView) -> str:
        wait = view_of(view).wait
        return "combat" if wait is not None and (wait.kind, wait.name) == ("window", "play") else ""

    def desk(self, view: TableView, group: str) -> list[Block]:
        if group == "combat":
            return [Text(panic_attack.desk_text(view))]
        if group == "help":
            return [Text(panic_offers.offers_text(view))]
        return []

    def seats(self, view: TableView) -> list[tuple[int, str]]:
        return [
            (seat.seat, f"{plural(seat.points, 'point')}, {panic_table.held(seat)}")
            for seat in view_of(view).seats
            if not seat.gone
        ]

    def seat(self, view: TableView, seat: int) -> list[Block]:
        seen = view_of(view).seats[seat]
        lines = [
            f"### {naming.name(view.table, seat)}",
            f"**{plural(seen.points, 'point')}** · 🃏 {seen.castle_count} · 💰 {seen.treasure_count}",
        ]
        if seen.character >= 0:
            lines.append(f"🎭 {naming.card_name(view, seen.character)}")
        if seen.curse >= 0:
            lines.append(f"🌀 {naming.card_name(view, seen.curse)}")
        padded = {token: card for card, token in seen.padded}
        for token in seen.trophies:
            under = f" with {naming.card_name(view, padded[token])}" if token in padded else ""
            lines.append(f"🏆 {naming.card_name(view, token)}{under}")
        return [Text(shorten("\n".join(lines), 3500))]

    def cards_of(self, view: TableView, seat: int) -> tuple[int, ...]:
        seen = view_of(view).seats[seat]
        return tuple(card for card in (seen.character, seen.curse, *seen.trophies) if card >= 0)

    def open_cards(self, view: TableView) -> list[tuple[int, str]]:
        game_view = view_of(view)
        tops = (game_view.castle_top, "castle"), (game_view.treasure_top, "treasure")
        return [(card, f"On top of the {pile} discards") for card, pile in tops if card >= 0]

    def public_fingerprint(self, view: TableView, seat: int) -> Hashable:
        return view_of(view).seats[seat]

    def public_cards(self, view: TableView) -> frozenset[int]:
        game_view = view_of(view)
        found = {monster.token for monster in game_view.monsters}
        found |= {game_view.castle_top, game_view.treasure_top, game_view.drawn, *game_view.token_discards}
        found |= {card for offer in game_view.offers for card in (offer.card, *offer.pay)}
        for seat in game_view.seats:
            found |= {*seat.trophies, seat.character, seat.curse}
        return frozenset(found - {-1})

    def power_name(self, view: TableView, move: Move) -> str:
        return panic_attack.target(view, move) if move.verb == "attack" else ""

    def uses_of(self, view: TableView, card: int) -> list[Button]:
        return panic_attack.attacks_with(view, card)

    def step(self, view: TableView, move: Move, step: PartialChoice) -> list[Block]:
        return panic_attack.calculator(view, move, step) if move.verb == "attack" else []

    def pick_name(self, view: TableView, slot: Slot, candidate: Pick) -> str:
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

    def pick_note(self, view: TableView, card: int) -> str:
        catalog = catalog_of(view)
        definition = catalog.definitions[card]
        if isinstance(definition, CharacterDefinition):
            told, nemesis = _powers(definition), definition.nemesis
            return told if nemesis is None else f"{told}. Nemesis: {catalog.name(nemesis.monster)}"
        monster = view_of(view).monster(card)
        if monster is None:
            return ""
        return f"{RING_NAMES[monster.ring]} {ARC_LABELS[monster.arc]}, {monster.health}♥"


def _powers(character: CharacterDefinition) -> str:
    return " and ".join(POWER_NOTES[power.can] for power in character.powers)


def _characters(view: TableView) -> list[str]:
    """Say what the Characters can do that the reader may pick; those of a menu are explained there."""
    lines = ["Everybody is somebody: with a power and a nemesis, for the whole game."]
    answer = slot_steps.answer_of(view)
    options = () if answer is None else answer.slots[0].options
    if len(options) <= slot_steps.MAX_PICK_BUTTONS:
        for card in map(int, options):
            definition = catalog_of(view).definitions[card]
            if isinstance(definition, CharacterDefinition):
                lines.append(f"-# **{naming.card_name(view, card)}**: {_powers(definition)}")
    return lines


def _peeked(view: TableView) -> list[str]:
    """Name the cards of a hand or of the discards that the reader is looking at."""
    game_view = view_of(view)
    seat = game_view.peeked_seat
    if game_view.peeked:
        counted = Counter(naming.card_name(view, card) for card in game_view.peeked)
        cards = ", ".join(f"{name} (×{count})" if count > 1 else name for name, count in counted.items())
        whose = "In the discards" if seat < 0 else f"{panic_table.short_name(view, seat)} shows you"
        return [f"👀 {whose}: {cards}"]
    return [f"👀 {naming.name(view.table, seat)} has an empty hand"] if seat >= 0 else []
