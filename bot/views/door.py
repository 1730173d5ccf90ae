"""The screens of the door-kicking games, drawn from a DoorView."""

from __future__ import annotations

from collections.abc import Hashable

from bot.tables.results import Sight
from bot.views import door_combat, moves, people, wording
from bot.views.layout import Block, Gap, Text
from bot.views.shape import Group
from bot.views.sketches import table_picture
from bot.views.text import clean, escape, listed, plural, shorten, signed
from cards.door.seen import DoorView, SeenItem, SeenSeat, SeenTrade
from cards.kernel.moves import Move

COLOURS = {
    "setup": 0x5865F2,
    "arrange": 0x57A0F2,
    "door": 0xE67E22,
    "trouble": 0xE67E22,
    "combat": 0xED4245,
    "after": 0x57A0F2,
    "charity": 0x57F287,
    "over": 0xFEE75C,
}

SHARED = {
    "setup": ("pass",),
    "arrange": ("kick",),
    "trouble": ("loot",),
    "after": ("end_turn",),
    "charity": ("give_away",),
    "victory": ("pass",),
    "defeat": ("pass",),
    "curse": ("pass",),
    "flee": ("flee",),
    "caught": ("pass",),
    "reward": ("pass",),
}
"""The moves that lead on from each window, as buttons for whoever may make them."""

PHASES = {
    "setup": "Laying out the first cards",
    "arrange": "Getting ready for the door",
    "door": "Behind the door",
    "trouble": "Trouble or loot",
    "combat": "Combat",
    "after": "After the fight",
    "charity": "Charity",
    "over": "Game over",
}


def view_of(sight: Sight) -> DoorView:
    """Return the view of a door-kicking game."""
    assert isinstance(sight.view, DoorView)
    return sight.view


class DoorShape:
    """Draws the door-kicking games of all editions."""

    def colour(self, sight: Sight) -> int:
        return COLOURS.get(view_of(sight).phase, 0x5865F2)

    def title(self, sight: Sight) -> str:
        view = view_of(sight)
        if view.combat is not None:
            return door_combat.title(sight, view.combat)
        if view.phase == "setup":
            return "## 🚪 Laying out the first cards"
        who = people.name(sight.table, view.active)
        return f"## 🚪 Turn {view.turn}: {who}\n-# {PHASES.get(view.phase, '')}"

    def board(self, sight: Sight) -> list[Block]:
        view = view_of(sight)
        blocks: list[Block] = []
        if view.combat is not None:
            blocks += [*door_combat.blocks(sight, view.combat), Gap()]
        blocks.append(table_picture(sight, view, track(sight)))
        facts = [_decks(view)]
        if view.curse >= 0:
            on = f" on **{people.name(sight.table, view.curse_on)}**" if view.curse_on >= 0 else ""
            facts.insert(0, f"🌀 **{people.card_name(sight, view.curse)}** is coming down{on}")
        if view.seals:
            names = listed(people.card_name(sight, card) for card in view.seals)
            facts.insert(0, f"🔖 Open: {names}")
        blocks.append(Text("\n".join(facts)))
        return blocks

    def waiting(self, sight: Sight) -> str:
        view = view_of(sight)
        wait = view.wait
        if wait is None:
            return ""
        words = moves.words_of(sight)
        still = tuple(seat for seat in wait.awaited if seat not in wait.passed) or wait.awaited
        if wait.kind == "prompt":
            return f"{people.names(sight.table, still)}: {wording.ask(words, wait.name)}"
        ahead = wait.name == "combat" and view.combat is not None and view.combat.ahead
        told = wording.window(words, "combat.ahead" if ahead else wait.name)
        return people.call(sight.table, still, told)

    def shared_moves(self, sight: Sight) -> list[Move]:
        view = view_of(sight)
        if view.wait is None or view.wait.kind == "prompt":
            return []
        if view.wait.name == "combat" and view.combat is not None:
            if view.combat.ahead:
                return [Move("claim")]
            return ([Move("ask_help")] if view.combat.helper < 0 else []) + [Move("run_away")]
        return [Move(verb) for verb in SHARED.get(view.wait.name, ())]

    def own(self, sight: Sight) -> list[str]:
        view = view_of(sight)
        assert sight.seat is not None
        mine = view.seats[sight.seat]
        lines: list[str] = []
        if view.combat is not None:
            lines.append(door_combat.summary(sight, view.combat))
        cards = f"✋ {len(mine.hand)} (keep {mine.hand_limit})"
        lines.append(f"**Level {mine.level}** of {view.win_level} · ⚔ {mine.strength} · {cards}")
        traits = _traits(sight, mine)
        if traits:
            lines.append(f"-# {traits}")
        if not mine.alive:
            lines.append("-# 💀 Dead until the next turn begins")
        return lines

    def groups(self, sight: Sight) -> list[Group]:
        view = view_of(sight)
        assert sight.seat is not None
        mine = view.seats[sight.seat]
        gear = tuple(item.card for item in mine.items)
        marks = tuple(_gear_mark(item) for item in mine.items)
        rest = (*mine.traits, *mine.companions, *mine.curses)
        return [
            Group("Your hand", mine.hand),
            Group("Your gear", gear, marks),
            Group("Your other cards", rest),
        ]

    def desks(self, sight: Sight) -> list[tuple[str, str]]:
        view = view_of(sight)
        if view.combat is not None:
            found = [("combat", "⚔ Interfere")]
            if view.combat.stage == "fight":
                found.append(("help", "🤝 Help desk"))
            return found
        return [] if view.phase in ("setup", "over") else [("trade", "🔁 Trade")]

    def desk(self, sight: Sight, group: str) -> list[Block]:
        view = view_of(sight)
        if group in ("combat", "help") and view.combat is not None:
            lines = ["### ⚔ Interfere" if group == "combat" else "### 🤝 Help desk"]
            lines.append(door_combat.summary(sight, view.combat))
            if group == "help":
                lines += door_combat.offers(sight, view.combat)
            return [Text("\n".join(lines))]
        if group == "trade":
            lines = ["### 🔁 Trade", *(_trade(sight, trade) for trade in view.trades)]
            return [Text("\n".join(lines))]
        return []

    def seats(self, sight: Sight) -> list[tuple[int, str]]:
        view = view_of(sight)
        return [
            (seat.seat, f"Level {seat.level}, strength {seat.strength}, {plural(seat.hand_size, 'card')}")
            for seat in view.seats
            if not seat.left
        ]

    def seat(self, sight: Sight, seat: int) -> list[Block]:
        view = view_of(sight)
        seen = view.seats[seat]
        lines = [
            f"### {people.name(sight.table, seat)}",
            f"**Level {seen.level}** · ⚔ {seen.strength} · ✋ {seen.hand_size}",
        ]
        lines += _cards(sight, "Is", seen.traits)
        lines += _items(sight, seen)
        lines += _cards(sight, "Companions", seen.companions)
        lines += _cards(sight, "Under", seen.curses)
        return [Text(shorten("\n".join(lines), 3500))]

    def lot(self, sight: Sight, seat: int) -> Hashable:
        return view_of(sight).seats[seat]

    def open_fight(self, sight: Sight) -> bool:
        return view_of(sight).combat is not None

    def public_cards(self, sight: Sight) -> frozenset[int]:
        return open_cards(view_of(sight))


def open_cards(view: DoorView) -> frozenset[int]:
    """Return every card that lies open on the table."""
    found = {view.door_top, view.treasure_top, view.curse, *view.seals}
    for seat in view.seats:
        found.update((*seat.traits, *seat.companions, *seat.curses))
        found.update(item.card for item in seat.items)
    if view.combat is not None:
        for foe in view.combat.foes:
            found.update((foe.card, *foe.enhancers, *foe.stacked))
    return frozenset(found - {-1})


def track(sight: Sight) -> str:
    """Draw every seat's level as a bar, aligned, in a code block."""
    view = view_of(sight)
    width = max(len(_plain_name(sight, seat.seat)) for seat in view.seats)
    lines: list[str] = []
    for seat in view.seats:
        if seat.left:
            continue
        done = round(10 * seat.level / view.win_level)
        bar = "█" * done + "░" * (10 - done)
        mark = "▶" if seat.seat == view.active and view.phase not in ("setup", "over") else " "
        tail = f"{seat.level:>2} ⚔{seat.strength:<3}" if seat.alive else f"{seat.level:>2} 💀 "
        lines.append(f"{mark}{_plain_name(sight, seat.seat):<{width}} {bar} {tail}✋{seat.hand_size}")
    return "```\n" + "\n".join(lines) + "\n```"


def _plain_name(sight: Sight, seat: int) -> str:
    """Return a short name for the code block, in which nothing is escaped."""
    raw = clean(people.raw_name(sight.table, seat)).replace("`", "'")
    return shorten(raw, 9) + ("🤖" if sight.table.seats[seat].robot else "")


def _decks(view: DoorView) -> str:
    return f"-# 🚪 {view.door_count} doors · 💰 {view.treasure_count} treasures left"


def _traits(sight: Sight, seat: SeenSeat) -> str:
    parts = [people.card_name(sight, card) for card in (*seat.traits, *seat.companions)]
    parts += [f"⚥ {people.card_name(sight, card)} has changed sex" for card in seat.turned]
    parts += [f"🌀 {people.card_name(sight, card)}" for card in seat.curses]
    return " · ".join([*([seat.sex] if seat.sex else []), *parts])


def _gear_mark(item: SeenItem) -> str:
    return f" ({signed(item.bonus)})" if item.equipped else " (carried)"


def _cards(sight: Sight, heading: str, cards: tuple[int, ...]) -> list[str]:
    if not cards:
        return []
    return [f"**{heading}:** " + ", ".join(people.card_name(sight, card) for card in cards)]


def _items(sight: Sight, seat: SeenSeat) -> list[str]:
    if not seat.items:
        return ["-# No items"]
    lines = ["**Items**"]
    for item in seat.items:
        under = f" under {people.card_name(sight, item.under)}" if item.under >= 0 else ""
        lines.append(f"• {people.card_name(sight, item.card)}{escape(_gear_mark(item))}{under}")
    return lines


def _trade(sight: Sight, trade: SeenTrade) -> str:
    gives = listed(people.card_name(sight, card) for card in trade.gives) or "nothing"
    wants = listed(people.card_name(sight, card) for card in trade.wants)
    by, to = (people.name(sight.table, seat) for seat in (trade.by, trade.to))
    return f"• **{by}** offers **{to}** {gives}" + (f" for {wants}" if wants else " as a gift")
