"""What lies on the table of a door-kicking game, in words: Levels, gear, decks and Seals."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.text import clean, escape, fit, listed, plural, shorten, signed
from bot.views.door.seen import definition_of, view_of
from bot.views.table import story
from cards.door.card_events import TradeOffered
from cards.door.state import Trade
from cards.door.view_types import DoorItemView, DoorSeatView, DoorView
from cards.door.winning import LAST_SEAL_NUMBER
from cards.language.grammar import plural as noun_plural


def track(view: TableView) -> str:
    """Draw every seat's level as a bar, aligned, in a code block."""
    game_view = view_of(view)
    width = max(len(_plain_name(view, seat.seat)) for seat in game_view.seats)
    lines: list[str] = []
    for seat in game_view.seats:
        if seat.left:
            continue
        done = min(10, round(10 * seat.level / seat.win_level))
        bar = "█" * done + "░" * (10 - done)
        mark = "▶" if seat.seat == game_view.active and game_view.phase not in ("setup", "over") else " "
        tail = f"{seat.level:>2} ⚔{seat.strength:<3}" if seat.alive else f"{seat.level:>2} 💀 "
        lines.append(f"{mark}{_plain_name(view, seat.seat):<{width}} {bar} {tail}✋{seat.hand_size}")
    return "```\n" + "\n".join(lines) + "\n```"


def worn(view: TableView) -> str:
    """Say in a line for each seat what it is and what it wears, as the picture does."""
    lines: list[str] = []
    for seat in view_of(view).seats:
        worn = [f"{naming.card_name(view, i.card)} {signed(i.bonus)}" for i in seat.items if i.equipped]
        names = [naming.card_name(view, card) for card in (*seat.traits, *seat.companions)]
        if (names or worn) and not seat.left:
            lines.append(f"-# **{naming.name(view.table, seat.seat)}**: {', '.join([*names, *worn])}")
    return fit(lines, 900)


def _plain_name(view: TableView, seat: int) -> str:
    """Return a short name for the code block, in which nothing is escaped."""
    raw = clean(naming.raw_name(view.table, seat)).replace("`", "'")
    return shorten(raw, 9) + ("🤖" if view.table.seats[seat].robot else "")


def decks_line(view: TableView) -> str:
    """Say how many cards are left in each deck, and what lies on top of its discards."""
    game_view = view_of(view)
    doors = f"🚪 {plural(game_view.door_count, 'Door')}"
    treasures = f"💰 {plural(game_view.treasure_count, 'Treasure')}"
    if game_view.door_top < 0 and game_view.treasure_top < 0:
        return f"-# {doors} · {treasures} left"
    tops = _top(view, game_view.door_top), _top(view, game_view.treasure_top)
    return f"-# {doors} left{tops[0]}\n-# {treasures} left{tops[1]}"


def _top(view: TableView, card: int) -> str:
    return f" · 🗑 {naming.card_name(view, card)}" if card >= 0 else ""


def seals_line(view: TableView) -> str:
    """Say how many Seals are open."""
    opened = view_of(view).seals
    label = definition_of(view, opened[-1]).label
    count = f"**{len(opened)} of {LAST_SEAL_NUMBER} {escape(noun_plural(label))}**"
    return f"🔖 {count}: +{len(opened)} to each monster"


def seal_rule(view: TableView) -> str:
    """Say what holds because of the Seal on top."""
    top = definition_of(view, view_of(view).seals[-1])
    lasting = " ".join(top.text[1:] if top.hits else top.text)  # what opening it does is its first line
    return f"-# {escape(f'{top.name}: {lasting}' if lasting else top.name)}"


def standing(view: TableView) -> str:
    """Say in words what the picture of the table shows: figures, and what everybody is and wears."""
    game_view = view_of(view)
    lines: list[str] = []
    for seat in game_view.seats:
        if seat.left:
            continue
        state = f"Level {seat.level} · ⚔ {seat.strength} · ✋ {seat.hand_size}" if seat.alive else "💀 dead"
        gear = [f"{naming.card_name(view, item.card)}{gear_mark(item)}" for item in seat.items]
        lines.append(f"**{naming.name(view.table, seat.seat)}** {state}")
        owned = " · ".join(filter(None, [traits_line(view, seat), ", ".join(gear)]))
        lines += [f"-# {owned}"] if owned else []
    return shorten("\n".join(lines), 1500)


def traits_line(view: TableView, seat: DoorSeatView) -> str:
    parts = special_traits(view, seat)
    sex = [seat.sex if parts or not seat.sex else f"{seat.sex}, and nothing special yet"] if seat.sex else []
    return " · ".join([*sex, *parts])


def special_traits(view: TableView, seat: DoorSeatView) -> list[str]:
    """List what sets a seat apart from any other man or woman."""
    parts = [_with_strength(view, seat, card) for card in (*seat.traits, *seat.companions)]
    parts += [f"{naming.card_name(view, card)} is set aside" for card in seat.aside]
    parts += [f"⚥ {naming.card_name(view, card)} has changed sex" for card in seat.turned]
    parts += [f"🌀 {naming.card_name(view, card)}" for card in seat.curses]
    return [*parts, *filter(None, [win_note(view_of(view), seat)])]


def win_note(game_view: DoorView, seat: DoorSeatView) -> str:
    """Warn of a seat that is about to win, or wins on a lower Level than the others (H-50)."""
    if seat.win_level - seat.level == 1:
        return "1 Level from winning"
    return f"wins at Level {seat.win_level}" if seat.win_level < game_view.win_level else ""


def gear_mark(item: DoorItemView) -> str:
    """Return what stands behind an Item’s name: what it adds at the moment, or that it is only carried."""
    if not item.equipped:
        return " (carried)"
    return f" ({signed(item.bonus)})" if item.bonus else ""


def cards_lines(view: TableView, seat: DoorSeatView, heading: str, cards: tuple[int, ...]) -> list[str]:
    if not cards:
        return []
    return [f"**{heading}:** " + ", ".join(_with_strength(view, seat, card) for card in cards)]


def _with_strength(view: TableView, seat: DoorSeatView, card: int) -> str:
    """Name a card of a seat, with what it adds to the seat's strength by itself."""
    added = sum(line.amount for line in seat.strength_lines if line.source == card)
    return naming.card_name(view, card) + (f" ({signed(added)})" if added else "")


def item_lines(view: TableView, seat: DoorSeatView) -> list[str]:
    if not seat.items:
        return ["-# No Items"]
    lines = ["**Items**"]
    for item in seat.items:
        under = f" under {naming.card_name(view, item.under)}" if item.under >= 0 else ""
        lines.append(f"• {naming.card_name(view, item.card)}{gear_mark(item)}{under}")
    return lines


def others(view: TableView, game_view: DoorView) -> str:
    """Say in a line how all others stand, the one whose turn it is marked."""
    return " · ".join(
        f"{'▶ ' if seat.seat == game_view.active else ''}{naming.short_name(view.table, seat.seat)} "
        + (f"{seat.level} ⚔{seat.strength}" if seat.alive else "💀")
        for seat in game_view.seats
        if seat.seat != view.seat and not seat.left
    )


def is_poorest(game_view: DoorView) -> bool:
    """Return True if nobody has a lower Level than the active player: they discard in Charity (R-131)."""
    return not charity_seats(game_view)


def charity_seats(game_view: DoorView) -> tuple[int, ...]:
    """Return who gets what the active player cannot keep: the others with the lowest Level (R-131, R-132)."""
    others = [
        seat for seat in game_view.seats if seat.alive and not seat.left and seat.seat != game_view.active
    ]
    lowest = min((seat.level for seat in others), default=0)
    if game_view.seats[game_view.active].level <= lowest:
        return ()
    return tuple(seat.seat for seat in others if seat.level == lowest)


def trade_desk(game_view: DoorView) -> str:
    """Name the screen for trades, with how many are offered."""
    return f"🔁 Trade ({len(game_view.trades)})" if game_view.trades else "🔁 Trade"


def trade_line(view: TableView, trade: Trade) -> str:
    """Say who offers whom what, and when it would change hands."""
    gives = listed(naming.card_name(view, card) for card in trade.gives)
    wants = listed(naming.card_name(view, card) for card in trade.wants)
    by, to = (naming.name(view.table, seat) for seat in (trade.by, trade.to))
    combat = view_of(view).combat
    fighting = combat is not None and not {trade.by, trade.to}.isdisjoint((combat.fighter, combat.helper))
    waits = " (after the fight)" if fighting else ""
    waits += story.said_with(
        view, lambda event: isinstance(event, TradeOffered) and (event.seat, event.to) == (trade.by, trade.to)
    )
    if not gives:
        return f"• **{by}** asks **{to}** for {wants}, as a gift{waits}"
    return f"• **{by}** offers **{to}** {gives}" + (f" for {wants}" if wants else " as a gift") + waits
