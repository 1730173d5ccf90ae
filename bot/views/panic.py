"""The screens of the castle-defence game, drawn from a PanicView."""

from __future__ import annotations

from collections.abc import Hashable

from bot.tables.results import Sight
from bot.views import moves, people, wording
from bot.views.details import ARCS, RINGS
from bot.views.layout import Block, Picture, Text
from bot.views.pictures.sketch import Castle, Token
from bot.views.shape import Group
from bot.views.text import escape, fit, listed, plural, shorten
from cards.kernel.moves import Move
from cards.panic.view import PanicView, SeenMonster, SeenOffer

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

PHASES = (
    "Picking characters",
    "Draw up",
    "Discard and draw",
    "Play cards",
    "Collect treasure",
    "Monsters move",
    "New monsters",
)

COLOURS = (0x5865F2, 0x57A0F2, 0x57A0F2, 0xED4245, 0xFEE75C, 0xE67E22, 0x9B59B6)

SHARED = {
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
"""The moves that lead on from each window, as buttons for whoever may make them."""


def view_of(sight: Sight) -> PanicView:
    """Return the view of a castle-defence game."""
    assert isinstance(sight.view, PanicView)
    return sight.view


class PanicShape:
    """Draws the castle-defence game."""

    def colour(self, sight: Sight) -> int:
        return COLOURS[view_of(sight).phase]

    def title(self, sight: Sight) -> str:
        view = view_of(sight)
        if view.phase == 0:
            return "## 🏰 Picking characters"
        who = people.name(sight.table, view.active)
        return f"## 🏰 {who}’s turn\n-# Turn {view.turn} · {PHASES[view.phase]}"

    def board(self, sight: Sight) -> list[Block]:
        view = view_of(sight)
        blocks: list[Block] = [_picture(sight), Text(_monsters(sight)), Text(_scores(sight))]
        facts = [
            f"-# 🃏 {view.castle_count} castle cards · 💰 {view.treasure_count} treasures"
            f" · 👹 {view.bag_count} tokens to come"
        ]
        if view.drawn >= 0:
            facts.insert(0, f"🔶 {people.card_name(sight, view.drawn)} has been drawn")
        if view.curse is not None:
            named = f" ({escape(view.curse.named)})" if view.curse.named else ""
            facts.insert(0, f"🌀 {people.card_name(sight, view.curse.card)}{named} is coming down")
        return [*blocks, Text("\n".join(facts))]

    def waiting(self, sight: Sight) -> str:
        wait = view_of(sight).wait
        if wait is None:
            return ""
        words = moves.words_of(sight)
        if wait.kind == "prompt":
            return f"{people.names(sight.table, wait.awaited)}: {wording.ask(words, wait.name)}"
        return people.call(sight.table, wait.awaited, wording.window(words, wait.name))

    def shared_moves(self, sight: Sight) -> list[Move]:
        wait = view_of(sight).wait
        if wait is None or wait.kind == "prompt":
            return []
        return [Move(verb) for verb in SHARED.get(wait.name, ())]

    def own(self, sight: Sight) -> list[str]:
        view = view_of(sight)
        assert sight.seat is not None
        mine = view.seats[sight.seat]
        lines = [f"**{plural(mine.points, 'point')}** · 🏆 {len(mine.trophies)} · ✋ {mine.hand_size}"]
        if mine.character >= 0:
            lines.append(f"-# 🎭 {people.card_name(sight, mine.character)}")
        if mine.curse >= 0:
            lines.append(f"-# 🌀 {people.card_name(sight, mine.curse)}")
        for card, owner in view.foreheads:
            lines.append(f"-# {people.name(sight.table, owner)} shows {people.card_name(sight, card)}")
        return lines

    def groups(self, sight: Sight) -> list[Group]:
        view = view_of(sight)
        assert sight.seat is not None
        mine = view.seats[sight.seat]
        found = [Group("Your hand", (*view.castle, *view.treasures))]
        if mine.character >= 0:
            found.append(Group("Your character", (mine.character,)))
        if mine.trophies:
            found.append(Group("Your trophies", mine.trophies))
        return found

    def desks(self, sight: Sight) -> list[tuple[str, str]]:
        view = view_of(sight)
        if view.phase != 3 or view.over:
            return []
        return [("combat", "⚔ Attack"), ("help", "🤝 Help desk")]

    def desk(self, sight: Sight, group: str) -> list[Block]:
        view = view_of(sight)
        if group == "combat":
            return [Text(f"### ⚔ Attack\n{_monsters(sight)}")]
        if group == "help":
            lines = ["### 🤝 Help desk"]
            if view.asked_for >= 0:
                lines.append(f"Asked for: {people.card_name(sight, view.asked_for)}")
            lines += [_offer(sight, offer) for offer in view.offers] or ["-# No offers yet."]
            return [Text(fit(lines, 1500))]
        return []

    def seats(self, sight: Sight) -> list[tuple[int, str]]:
        return [
            (seat.seat, f"{plural(seat.points, 'point')}, {plural(seat.hand_size, 'card')}")
            for seat in view_of(sight).seats
            if not seat.gone
        ]

    def seat(self, sight: Sight, seat: int) -> list[Block]:
        seen = view_of(sight).seats[seat]
        lines = [
            f"### {people.name(sight.table, seat)}",
            f"**{plural(seen.points, 'point')}** · 🃏 {seen.castle_count} · 💰 {seen.treasure_count}",
        ]
        if seen.character >= 0:
            lines.append(f"🎭 {people.card_name(sight, seen.character)}")
        if seen.curse >= 0:
            lines.append(f"🌀 {people.card_name(sight, seen.curse)}")
        padded = {token: card for card, token in seen.padded}
        for token in seen.trophies:
            under = f" with {people.card_name(sight, padded[token])}" if token in padded else ""
            lines.append(f"🏆 {people.card_name(sight, token)}{under}")
        return [Text(shorten("\n".join(lines), 3500))]

    def lot(self, sight: Sight, seat: int) -> Hashable:
        return view_of(sight).seats[seat]

    def open_fight(self, sight: Sight) -> bool:
        return False

    def public_cards(self, sight: Sight) -> frozenset[int]:
        view = view_of(sight)
        found = {monster.token for monster in view.monsters}
        found |= {view.castle_top, view.treasure_top, view.drawn, *view.grave}
        found |= {offer.card for offer in view.offers}
        for seat in view.seats:
            found |= {*seat.trophies, seat.character, seat.curse}
        return frozenset(found - {-1})


def lettered(view: PanicView) -> list[tuple[str, SeenMonster]]:
    """Give every monster on the board a letter, the nearest to the towers first, as lists show them."""
    order = sorted(view.monsters, key=lambda monster: (-monster.ring, monster.arc, monster.token))
    return [(LETTERS[number % len(LETTERS)], monster) for number, monster in enumerate(order)]


def _picture(sight: Sight) -> Picture:
    """Return the board as a picture; in words: the same defences, and the monsters by name."""
    view = view_of(sight)
    tokens = tuple(Token(m.ring, m.arc, letter, m.health, m.top, m.glued) for letter, m in lettered(view))
    castle = Castle(tokens, view.towers, view.walls, view.fortified, view.asleep)
    told = [f"{sum(view.towers)} towers and {sum(view.walls)} walls stand."]
    told += [
        f"{letter}: {people.face(sight, m.token).name}, {RINGS[m.ring]} arc {m.arc}, health {m.health}."
        for letter, m in lettered(view)
    ]
    return Picture("attachment://castle.png", shorten(" ".join(told), 1000), castle, _castle(view))


def _castle(view: PanicView) -> str:
    """Draw towers, walls and Fortify tokens by arc."""
    parts: list[str] = []
    for place, tower in enumerate(view.towers):
        sign = "🗼" if tower else "✖️"
        sign += "🧱" if view.walls[place] else ""
        sign += "🛡️" if view.fortified[place] else ""
        parts.append(f"{ARCS[place + 1]} {sign}")
    asleep = "\n😴 The monsters are asleep" if view.asleep else ""
    return " · ".join(parts[:3]) + "\n" + " · ".join(parts[3:]) + asleep


def _monsters(sight: Sight) -> str:
    """List the monsters by ring, those nearest to the towers first."""
    lines: list[str] = []
    ring = -1
    for letter, monster in lettered(view_of(sight)):
        if monster.ring != ring:
            ring = monster.ring
            lines.append(f"**{RINGS[ring]}**")
        lines.append(f"-# {letter} {_monster(sight, monster)}")
    return fit(lines, 1400) or "-# No monsters on the board"


def _monster(sight: Sight, monster: SeenMonster) -> str:
    marks = ("🍯" if monster.glued else "") + ("🚫" if monster.unslayable else "")
    hearts = "❤️" * monster.health + "🤍" * max(0, monster.top - monster.health)
    claimed = f" – {listed(people.name(sight.table, s) for s in monster.claimed)}" if monster.claimed else ""
    return f"{ARCS[monster.arc]} {people.card_name(sight, monster.token)} {hearts}{marks}{claimed}"


def _scores(sight: Sight) -> str:
    view = view_of(sight)
    parts: list[str] = []
    for seat in view.seats:
        if not seat.gone:
            mark = "▶ " if seat.seat == view.active else ""
            name = people.name(sight.table, seat.seat)
            parts.append(f"{mark}**{name}** {plural(seat.points, 'point')} ✋{seat.hand_size}")
    return "\n".join(parts)


def _offer(sight: Sight, offer: SeenOffer) -> str:
    name = people.name(sight.table, offer.seat)
    target = f" against {people.card_name(sight, offer.monster)}" if offer.monster >= 0 else ""
    price: list[str] = []
    if offer.trophy == "helper":
        price.append("the trophy")
    if offer.treasures:
        price.append(plural(offer.treasures, "treasure"))
    wants = f" for {listed(price)}" if price else ""
    note = f"\n-# “{escape(offer.note)}”" if offer.note else ""
    done = " ✅" if offer.accepted else ""
    return f"• **{name}**: {people.card_name(sight, offer.card)}{target}{wants}{done}{note}"
