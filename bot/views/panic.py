"""The screens of the castle-defence game, drawn from a PanicView."""

from __future__ import annotations

from collections.abc import Hashable

from bot.tables.results import TableView
from bot.views import moves, naming, panic_attack, panic_march, wording
from bot.views.custom_ids import PartialChoice
from bot.views.layout import Block, Button, Picture, Text
from bot.views.panic_board import ARC_LABELS, RING_NAMES, letter_of, view_of
from bot.views.pictures.models import Castle, MonsterToken
from bot.views.plain import PlainShape
from bot.views.shape import CardGroup
from bot.views.text import escape, fit, listed, plural, shorten
from cards.kernel.moves import Move, Pick, Slot
from cards.panic.board import CASTLE, SWORDSMAN, ring_and_arc
from cards.panic.view import PanicSeenMonster, PanicSeenOffer, PanicSeenSeat, PanicView

PHASE_TITLES = (
    "Picking characters",
    "Discard and draw",
    "Charity",
    "Play cards",
    "Collect treasure",
    "Monsters move",
    "New monsters",
)

PHASE_COLOURS = (0x5865F2, 0x57A0F2, 0x57A0F2, 0xED4245, 0xFEE75C, 0xE67E22, 0x9B59B6)

SHARED_VERBS = {
    "draw": ("pass",),
    "play": ("pass", "ask"),
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
    """Draws the castle-defence game."""

    def colour(self, view: TableView) -> int:
        return PHASE_COLOURS[view_of(view).phase]

    def title(self, view: TableView) -> str:
        game_view = view_of(view)
        if game_view.phase == 0:
            return "## 🏰 Picking characters"
        who = naming.name(view.table, game_view.active)
        return f"## 🏰 {who}’s turn\n-# Turn {game_view.turn} · {PHASE_TITLES[game_view.phase]}"

    def board(self, view: TableView) -> list[Block]:
        game_view = view_of(view)
        coming = panic_march.march_lines(view)
        march = [Text("**If they march now**\n" + "\n".join(coming))] if coming else []
        blocks: list[Block] = [_picture(view), *march, Text(_monsters(view)), Text(_scores(view))]
        facts = [
            f"-# 🃏 {game_view.castle_count} castle cards · 💰 {game_view.treasure_count} treasures"
            f" · 👹 {game_view.bag_count} tokens to come"
        ]
        tops = [naming.card_name(view, card) for card, _ in self.open_cards(view)]
        if tops:
            facts.append(f"-# 🗑 {listed(tops)}")
        if game_view.drawn >= 0:
            facts.insert(0, f"🔶 {naming.card_name(view, game_view.drawn)} has been drawn")
        if game_view.curse is not None:
            named = f" ({escape(game_view.curse.named)})" if game_view.curse.named else ""
            facts.insert(0, f"🌀 {naming.card_name(view, game_view.curse.card)}{named} is coming down")
        return [*blocks, Text("\n".join(facts))]

    def waiting(self, view: TableView) -> str:
        wait = view_of(view).wait
        if wait is None:
            return ""
        words = moves.words_of(view)
        if wait.kind == "prompt":
            return f"{naming.names(view.table, wait.awaited)}: {wording.ask(words, wait.name)}"
        return naming.call(view.table, wait.awaited, wording.window(words, wait.name))

    def shared_moves(self, view: TableView) -> list[Move]:
        wait = view_of(view).wait
        if wait is None or wait.kind == "prompt":
            return []
        return [Move(verb) for verb in SHARED_VERBS.get(wait.name, ())]

    def own(self, view: TableView) -> list[str]:
        game_view = view_of(view)
        assert view.seat is not None
        mine = game_view.seats[view.seat]
        lines = [f"**{plural(mine.points, 'point')}** · 🏆 {len(mine.trophies)} · {_held(mine)}"]
        if mine.character >= 0:
            lines.append(f"-# 🎭 {naming.card_name(view, mine.character)}")
        if mine.curse >= 0:
            lines.append(f"-# 🌀 {naming.card_name(view, mine.curse)}")
        for card, owner in game_view.shown_treasures:
            lines.append(f"-# {naming.name(view.table, owner)} shows {naming.card_name(view, card)}")
        return lines

    def groups(self, view: TableView) -> list[CardGroup]:
        game_view = view_of(view)
        assert view.seat is not None
        mine = game_view.seats[view.seat]
        found = [CardGroup("Your hand", (*game_view.castle, *game_view.treasures))]
        if mine.character >= 0:
            found.append(CardGroup("Your character", (mine.character,)))
        if mine.trophies:
            found.append(CardGroup("Your trophies", mine.trophies))
        return found

    def desks(self, view: TableView) -> list[tuple[str, str]]:
        game_view = view_of(view)
        if game_view.phase != 3 or game_view.over:
            return []
        return [("combat", "⚔ Attack"), ("help", "🤝 Help desk")]

    def desk(self, view: TableView, group: str) -> list[Block]:
        game_view = view_of(view)
        if group == "combat":
            return [Text(f"### ⚔ Attack\n{_monsters(view)}")]
        if group == "help":
            lines = ["### 🤝 Help desk"]
            if game_view.asked_for >= 0:
                lines.append(f"Asked for: {naming.card_name(view, game_view.asked_for)}")
            if game_view.asked_note:
                lines.append(f"“{escape(game_view.asked_note)}”")
            lines += [_offer(view, offer) for offer in game_view.offers] or ["-# No offers yet."]
            return [Text(fit(lines, 1500))]
        return []

    def seats(self, view: TableView) -> list[tuple[int, str]]:
        return [
            (seat.seat, f"{plural(seat.points, 'point')}, {_held(seat)}")
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
        return panic_attack.outlook(view, move) if move.verb == "attack" else ""

    def uses_of(self, view: TableView, card: int) -> list[Button]:
        return panic_attack.attacks_with(view, card)

    def step(self, view: TableView, move: Move, step: PartialChoice) -> list[Block]:
        return panic_attack.calculator(view, move, step) if move.verb == "attack" else []

    def pick_name(self, view: TableView, slot: Slot, candidate: Pick) -> str:
        if isinstance(candidate, int) and slot.kind == "number":
            if slot.name == "arc":
                return f"Arc {ARC_LABELS[candidate]}"
            if slot.name == "space":
                ring, arc = ring_and_arc(candidate)
                return f"{RING_NAMES[ring]}, arc {ARC_LABELS[arc]}"
        return ""

    def pick_note(self, view: TableView, card: int) -> str:
        for monster in view_of(view).monsters:
            if monster.token == card:
                return f"{RING_NAMES[monster.ring]}, arc {ARC_LABELS[monster.arc]}, health {monster.health}"
        return ""


def lettered(view: TableView) -> list[tuple[str, PanicSeenMonster]]:
    """Return the monsters on the board with their letters, the nearest to the towers first."""
    order = sorted(view_of(view).monsters, key=lambda monster: (-monster.ring, monster.arc, monster.token))
    return [(letter_of(view, monster.token), monster) for monster in order]


def _picture(view: TableView) -> Picture:
    """Return the board as a picture; in words: the same defences, and the monsters by name."""
    game_view = view_of(view)
    tokens = tuple(_token(game_view, letter, m) for letter, m in lettered(view))
    towers, walls = game_view.towers, game_view.walls
    if game_view.phase == 0:
        # Nothing has been built yet, so nothing may look like a ruin.
        towers, walls = (True,) * 6, (True,) * 6
    castle = Castle(tokens, towers, walls, game_view.fortified, game_view.asleep)
    told = [f"{sum(towers)} towers and {sum(walls)} walls stand.", *panic_march.march_lines(view)]
    told += [
        f"{letter}: {naming.face(view, m.token).name}, {RING_NAMES[m.ring]} arc {m.arc}, health {m.health}."
        for letter, m in lettered(view)
    ]
    return Picture("attachment://castle.png", shorten(" ".join(told), 1000), castle, _castle(game_view))


def _token(game_view: PanicView, letter: str, monster: PanicSeenMonster) -> MonsterToken:
    space = panic_march.next_space(game_view, monster)
    breaks = False
    if space is not None:
        ring, arc = space
        is_walled = monster.ring == SWORDSMAN and game_view.walls[arc - 1]
        breaks = is_walled or (ring == CASTLE and game_view.towers[arc - 1])
    return MonsterToken(
        monster.ring,
        monster.arc,
        letter,
        monster.health,
        monster.top,
        monster.glued,
        lowest=monster.lowest,
        marches=space is not None,
        breaks=breaks,
    )


def _castle(game_view: PanicView) -> str:
    """Draw towers, walls and Fortify tokens by arc."""
    parts: list[str] = []
    for place, tower in enumerate(game_view.towers):
        sign = "🗼" if tower else "✖️"
        sign += "🧱" if game_view.walls[place] else ""
        sign += "🛡️" if game_view.fortified[place] else ""
        parts.append(f"{ARC_LABELS[place + 1]} {sign}")
    asleep = "\n😴 The monsters are asleep" if game_view.asleep else ""
    return " · ".join(parts[:3]) + "\n" + " · ".join(parts[3:]) + asleep


def _monsters(view: TableView) -> str:
    """List the monsters arc by arc, with what stands there; those nearest to the towers first."""
    game_view = view_of(view)
    lines: list[str] = []
    for arc in range(1, 7):
        here = [(letter, monster) for letter, monster in lettered(view) if monster.arc == arc]
        if not here:
            continue
        stands = ["Tower" if game_view.towers[arc - 1] else "no Tower"]
        stands.append("Wall" if game_view.walls[arc - 1] else "no Wall")
        lines.append(f"**{ARC_LABELS[arc]}** · {', '.join(stands)}")
        lines += [f"-# {letter} {_monster(view, monster)}" for letter, monster in here]
    return fit(lines, 1400) or "-# No monsters on the board"


def _monster(view: TableView, monster: PanicSeenMonster) -> str:
    marks = ("🍯" if monster.glued else "") + ("🚫" if monster.unslayable else "")
    hearts = "❤️" * monster.health + "🤍" * max(0, monster.top - monster.health)
    claimed = f" – {listed(naming.name(view.table, s) for s in monster.claimed)}" if monster.claimed else ""
    lock = f" 🔒{monster.lowest}" if monster.lowest > 1 else ""
    where = RING_NAMES[monster.ring]
    return f"{where}: {naming.card_name(view, monster.token)} {hearts}{lock}{marks}{claimed}"


def _scores(view: TableView) -> str:
    game_view = view_of(view)
    parts: list[str] = []
    for seat in game_view.seats:
        if not seat.gone:
            mark = "▶ " if seat.seat == game_view.active else ""
            name = naming.name(view.table, seat.seat)
            parts.append(f"{mark}**{name}** {plural(seat.points, 'point')} · {_held(seat)}")
    return "\n".join(parts)


def _held(seat: PanicSeenSeat) -> str:
    """Say how many cards and Treasures a seat holds."""
    return f"🃏{seat.castle_count} 💰{seat.treasure_count}"


def _offer(view: TableView, offer: PanicSeenOffer) -> str:
    name = naming.name(view.table, offer.seat)
    target = f" against {naming.card_name(view, offer.monster)}" if offer.monster >= 0 else ""
    price: list[str] = []
    if offer.trophy == "helper":
        price.append("the trophy")
    if offer.treasures:
        price.append(plural(offer.treasures, "treasure"))
    if offer.pay:
        when = "now" if offer.when == "now" else "when the fighting is over"
        price.append(f"{listed(naming.card_name(view, card) for card in offer.pay)} {when}")
    wants = f" for {listed(price)}" if price else ""
    note = f"\n-# “{escape(offer.note)}”" if offer.note else ""
    done = " ✅" if offer.accepted else ""
    if offer.by_asker and not offer.accepted:
        name = f"{naming.name(view.table, view_of(view).active)} → {name}"
    return f"• **{name}**: {naming.card_name(view, offer.card)}{target}{wants}{done}{note}"
