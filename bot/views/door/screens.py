"""The screens of the door-kicking games, drawn from a DoorView."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from bot.tables.results import TableView
from bot.views.base import naming, wording
from bot.views.base.layout import Block, Button, Text
from bot.views.base.shape import Bargaining, CardGroup, OfferAnswers, QuickTerm
from bot.views.base.text import escape, plural, shorten, signed
from bot.views.door import bargains as door_bargains
from bot.views.door import combat as door_combat
from bot.views.door import hand as door_hand
from bot.views.door import outcomes as door_outcomes
from bot.views.door import suggestions as door_suggestions
from bot.views.door import table as door_table
from bot.views.door import why as door_why
from bot.views.door.pictures import fight_picture, reveal_picture, table_picture
from bot.views.door.reveal import reveal_of
from bot.views.press import moves
from bot.views.table.plain import PlainShape
from cards.door.game import DoorGame
from cards.door.view_types import DoorCombatView, DoorView
from cards.kernel.moves import PASS_VERB, Move, Pick, Picks, Slot
from cards.registry import module_of

MAX_NOTED_CARDS = 5
"""Cards of the hand whose text stands at the desk of a fight."""

MAX_DESK_NOTE_CHARS = 75
"""Characters of such a text."""

PHASE_COLORS = {
    "setup": 0x5865F2,
    "arrange": 0x57A0F2,
    "door": 0xE67E22,
    "trouble": 0xE67E22,
    "combat": 0xED4245,
    "after": 0x57A0F2,
    "charity": 0x57F287,
    "over": 0xFEE75C,
}

SHARED_VERBS = {
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
"""The moves that lead on from each window, as buttons for the seats that may make them."""


def view_of(view: TableView) -> DoorView:
    """Return the view of a door-kicking game."""
    assert isinstance(view.game_view, DoorView)
    return view.game_view


class DoorShape(PlainShape):
    """Draws the door-kicking games of all editions."""

    def color(self, view: TableView) -> int:
        return PHASE_COLORS.get(view_of(view).phase, 0x5865F2)

    def title(self, view: TableView) -> str:
        game_view = view_of(view)
        if game_view.combat is not None:
            return door_combat.title(view, game_view.combat)
        if game_view.phase == "setup":
            return "## 🚪 Laying out the first cards"
        who = naming.name(view.table, game_view.active)
        return f"## 🚪 Turn {game_view.turn}: {who}"

    def board(self, view: TableView) -> list[Block]:
        game_view = view_of(view)
        combat = game_view.combat
        reveal = reveal_of(view, game_view)
        if reveal is not None:
            blocks: list[Block] = [reveal_picture(reveal)]
        elif combat is not None:
            blocks = [fight_picture(view, combat)]
        else:
            blocks = [
                table_picture(view, game_view, f"{door_table.track(view)}\n{door_table.worn(view)}".rstrip())
            ]
        facts = [door_table.seals_line(view)] if game_view.seals else []
        if combat is not None and (stage := door_combat.stage_line(view, combat)):
            facts.append(stage)
        if game_view.curse >= 0 and reveal is None:
            on = f" on **{naming.name(view.table, game_view.curse_on)}**" if game_view.curse_on >= 0 else ""
            facts.append(f"🌀 **{naming.card_name(view, game_view.curse)}** is coming down{on}")
        return [*blocks, Text("\n".join(facts))] if facts else blocks

    def details(self, view: TableView) -> list[Block]:
        game_view = view_of(view)
        # During a fight the menu below says how everybody stands.
        if game_view.combat is None:
            blocks: list[Block] = [Text(door_table.standing(view))]
        else:
            blocks = door_why.details(view, game_view.combat)
        facts = [
            *([door_table.seals_line(view), door_table.seal_rule(view)] if game_view.seals else []),
            *([] if game_view.combat is not None else [door_table.decks_line(view)]),
        ]
        return [*blocks, Text("\n".join(facts))] if facts else blocks

    def details_label(self, view: TableView) -> str:
        return "Why?" if view_of(view).combat is not None else "More"

    def waiting(self, view: TableView) -> str:
        game_view = view_of(view)
        wait = game_view.wait
        if wait is None:
            return ""
        still = tuple(seat for seat in wait.awaited if seat not in wait.passed) or wait.awaited
        if wait.kind == "prompt":
            return f"{naming.names(view.table, still)}: {wording.ask(moves.words_of(view), wait.name)}"
        told = door_hand.window_told(view, wait.name)
        if wait.name == "combat" and game_view.combat is not None and not game_view.combat.ahead:
            return f"{naming.names(view.table, still)}, {door_combat.verdict(game_view.combat)}: {told}"
        return naming.call(view.table, still, told)

    def shared_moves(self, view: TableView) -> list[Move]:
        game_view = view_of(view)
        if game_view.wait is None or game_view.wait.kind == "prompt":
            return []
        if game_view.wait.name == "combat" and game_view.combat is not None:
            if game_view.combat.ahead:
                return [Move("claim")]
            return ([Move("ask_help")] if game_view.combat.can_be_helped else []) + [Move("run_away")]
        return [Move(verb) for verb in SHARED_VERBS.get(game_view.wait.name, ())]

    def own(self, view: TableView) -> list[str]:
        return door_hand.own_lines(view)

    def card_rank(self, view: TableView, card: int) -> int:
        return door_hand.card_rank(view, card)

    def own_powers(self, view: TableView) -> list[tuple[Move, str]]:
        held = {card for group in self.groups(view)[1:] for card in group.cards}
        return door_hand.own_powers(view, held)

    def _is_helpless(self, view: TableView) -> bool:
        """Return True if a Curse is about to hit the reader and nothing that they hold changes it."""
        game_view = view_of(view)
        if view.seat is None or view.game is None or game_view.curse < 0 or game_view.curse_on != view.seat:
            return False
        has_stake = module_of(view.game.setup.game).has_stake
        if has_stake is None:
            return False
        return not has_stake(view.game, game_view, view.moves, view.seat, only_wins=False)

    def groups(self, view: TableView) -> list[CardGroup]:
        game_view = view_of(view)
        assert view.seat is not None
        mine = game_view.seats[view.seat]
        gear = tuple(item.card for item in mine.items)
        marks = tuple(door_table.gear_mark(item) for item in mine.items)
        rest = (*mine.traits, *mine.companions, *mine.curses)
        return [
            CardGroup("Your hand", mine.hand),
            CardGroup("Your gear", gear, marks),
            CardGroup("Your other cards", rest),
        ]

    def best_gear(self, view: TableView) -> tuple[str, frozenset[int]]:
        game_view = view_of(view)
        if view.seat is None or not isinstance(view.game, DoorGame) or game_view.combat is not None:
            return "", frozenset()
        found = door_outcomes.layout(view)
        cards = frozenset(action.card for action in found.actions)
        # A single card of the hand has a button of its own.
        if len(cards) <= 1 and cards <= set(game_view.seats[view.seat].hand):
            return "", frozenset()
        return door_suggestions.layout_label(view, found), cards

    def suggestion(self, view: TableView, move: Move) -> Button | None:
        return door_suggestions.suggestion(view, move)

    def desks(self, view: TableView) -> list[tuple[str, str]]:
        game_view = view_of(view)
        if game_view.combat is not None:
            found = [("combat", _combat_desk(view, game_view.combat))]
            if game_view.combat.stage in ("fight", "victory", "defeat"):
                count = len(game_view.combat.offers) + len(game_view.combat.truce_offers)
                found.append(("help", f"🤝 Bargains ({count})" if count else "🤝 Bargains"))
            verbs = {move.verb for move in view.moves if moves.verb_of(view, move).group == "trade"}
            if game_view.trades or verbs:
                only_shows = not game_view.trades and verbs == {"show"}
                found.append(("trade", "👀 Show" if only_shows else door_table.trade_desk(game_view)))
            return found
        return [] if game_view.phase in ("setup", "over") else [("trade", door_table.trade_desk(game_view))]

    def main_desk(self, view: TableView) -> str:
        return ""

    def desk(self, view: TableView, group: str) -> list[Block]:
        game_view = view_of(view)
        if group in ("combat", "help") and game_view.combat is not None:
            lines = [
                f"### {_combat_desk(view, game_view.combat)}" if group == "combat" else "### 🤝 Bargains"
            ]
            lines.append(door_combat.summary(view, game_view.combat))
            lines += door_bargains.offers(view, game_view.combat) if group == "help" else _hand_notes(view)
            return [Text("\n".join(lines))]
        if group == "trade":
            lines = ["### 🔁 Trade", *(door_table.trade_line(view, trade) for trade in game_view.trades)]
            return [Text("\n".join(lines))]
        return []

    def seats(self, view: TableView) -> list[tuple[int, str]]:
        game_view = view_of(view)
        return [
            (seat.seat, f"Level {seat.level}, strength {seat.strength}, {plural(seat.hand_size, 'card')}")
            for seat in game_view.seats
            if not seat.left
        ]

    def seat(self, view: TableView, seat: int) -> list[Block]:
        game_view = view_of(view)
        seen = game_view.seats[seat]
        lines = [
            f"### {naming.name(view.table, seat)}",
            f"**Level {seen.level}** of {seen.win_level} · ⚔ {seen.strength} · ✋ {seen.hand_size}",
        ]
        lines += door_table.cards_lines(view, seen, "Is", seen.traits)
        lines += door_table.item_lines(view, seen)
        lines += door_table.cards_lines(view, seen, "Companions", seen.companions)
        lines += door_table.cards_lines(view, seen, "Under", seen.curses)
        return [Text(shorten("\n".join(lines), 3500))]

    def cards_of(self, view: TableView, seat: int) -> tuple[int, ...]:
        seen = view_of(view).seats[seat]
        return (*seen.traits, *(item.card for item in seen.items), *seen.companions, *seen.curses)

    def open_cards(self, view: TableView) -> list[tuple[int, str]]:
        game_view = view_of(view)
        foes = () if game_view.combat is None else game_view.combat.foes
        # A Mate has the enhancers of the monster that it copies: they lie there once.
        fought = dict.fromkeys(card for foe in foes for card in (foe.card, *foe.enhancers))
        fighting = [(card, "In the fight") for card in fought]
        seals = [(card, "An open Seal, covered by others") for card in game_view.seals[:-1]]
        seals += [(card, "The Seal on top: it is in force") for card in game_view.seals[-1:]]
        tops = (game_view.door_top, "Door"), (game_view.treasure_top, "Treasure")
        return (
            fighting
            + seals[::-1]
            + [(card, f"On top of the {pile} discards") for card, pile in tops if card >= 0]
        )

    def public_fingerprint(self, view: TableView, seat: int) -> Hashable:
        return view_of(view).seats[seat]

    def asked_seats(self, view: TableView) -> frozenset[int]:
        return frozenset(trade.to for trade in view_of(view).trades)

    def open_fight(self, view: TableView) -> bool:
        return view_of(view).combat is not None

    def public_cards(self, view: TableView) -> frozenset[int]:
        return open_cards(view_of(view))

    def offer_name(self, view: TableView, move: Move) -> str:
        game_view = view_of(view)
        offers = () if game_view.combat is None else game_view.combat.offers
        found = next((offer for offer in offers if offer.number == move.ability), None)
        if found is not None:
            return _offer_name(view, (found.by, found.to), "bargain")
        truces = () if game_view.combat is None else game_view.combat.truce_offers
        truce = next((truce for truce in truces if truce.number == move.ability), None)
        if truce is not None:
            return _offer_name(view, (truce.by, truce.to), "truce")
        trades = (trade for trade in game_view.trades if trade.number == move.ability)
        return _offer_name(view, next(((trade.by, trade.to) for trade in trades), None), "trade")

    def bargaining(self, view: TableView) -> Bargaining | None:
        combat = view_of(view).combat
        return None if combat is None else door_bargains.bargaining(view, combat)

    def answers(self, view: TableView) -> OfferAnswers:
        combat = view_of(view).combat
        return OfferAnswers() if combat is None else door_bargains.answers(view, combat)

    def quick_terms(self, view: TableView, move: Move, picks: Picks) -> list[QuickTerm]:
        return door_bargains.quick_terms(view, move, picks)

    def first_picks(self, view: TableView, move: Move) -> Mapping[str, tuple[Pick, ...]]:
        """Begin an offer to somebody who has made one with the terms of theirs."""
        game_view = view_of(view)
        if move.verb == "offer_trade":
            pair = (move.ability, view.seat)
            trade = next((trade for trade in game_view.trades if (trade.by, trade.to) == pair), None)
            return {} if trade is None else {"gives": trade.wants, "wants": trade.gives}
        if move.verb not in ("ask_help", "offer_help") or game_view.combat is None:
            return {}
        offer = next((offer for offer in game_view.combat.offers if offer.to == view.seat), None)
        return {} if offer is None else door_bargains.terms(offer)

    def harms(self, view: TableView, move: Move) -> bool:
        assert isinstance(view.game, DoorGame)
        return move.card >= 0 and view.game.decks.definitions[move.card].kind == "curse"

    def verb_case(self, view: TableView, move: Move) -> str:
        if move.verb == PASS_VERB and self._is_helpless(view):
            return "struck"
        return "poorest" if move.verb == "give_away" and door_table.is_poorest(view_of(view)) else ""

    def outcome(self, view: TableView, move: Move, picks: Picks = ()) -> str:
        return door_outcomes.outcome(view, move, picks)

    def may_ask_first(self, view: TableView, move: Move) -> bool:
        return door_outcomes.may_ask_first(view, move)

    def asks_first(self, view: TableView, move: Move, picks: Picks) -> bool:
        return door_outcomes.asks_first(view, move, picks)

    def before_move(self, view: TableView, move: Move, picks: Picks) -> list[str]:
        return door_outcomes.before_move(view, move, picks)

    def power_name(self, view: TableView, move: Move) -> str:
        assert isinstance(view.game, DoorGame)
        if move.verb in ("play", "raise") and door_outcomes.joins(view, move.card):
            (slot,) = move.slots
            sent = slot.options[0] if len(slot.options) == 1 else -1
            own = isinstance(sent, int) and sent in view_of(view).seats[view.seat or 0].hand
            return naming.card_label(view, sent, 40) if own and isinstance(sent, int) else ""
        if move.card < 0 or move.ability < 0:
            return ""
        powers = view.game.decks.definitions[move.card].play
        if move.ability >= len(powers):
            return ""
        ways = [other for other in view.moves if (other.verb, other.card) == (move.verb, move.card)]
        # A number tells nothing where there is nothing to choose.
        return powers[move.ability].name or (f"way {move.ability + 1}" if len(ways) > 1 else "")

    def pick_name(self, view: TableView, slot: Slot, candidate: Pick) -> str:
        """Name a card that lies before somebody else with whose it is."""
        seat = door_outcomes.owner(view, candidate) if slot.kind == "card" else -1
        if seat in (view.seat, -1) or not isinstance(candidate, int):
            return ""
        return f"{naming.face(view, candidate).name} ({naming.raw_name(view.table, seat)})"

    def pick_note(self, view: TableView, card: int) -> str:
        """Return what an Item that the reader uses adds at the moment, followed by its own text."""
        items = () if view.seat is None else view_of(view).seats[view.seat].items
        item = next((item for item in items if item.card == card and item.equipped), None)
        if item is None:
            return ""
        return f"{signed(item.bonus)} now · {naming.card_note(naming.face(view, card), 80)}"


def _combat_desk(view: TableView, combat: DoorCombatView) -> str:
    """Call what somebody does in a fight by its name: others interfere; the table's button is for all."""
    return "⚔ Play cards" if view.seat in (combat.fighter, combat.helper, None) else "⚔ Interfere"


def _hand_notes(view: TableView) -> list[str]:
    """Say what each card of the reader's hand does that could be played into the fight."""
    hand = () if view.seat is None else view_of(view).seats[view.seat].hand
    cards = [card for card in hand if any(move.card == card for move in view.moves)]
    notes = ((naming.face(view, card), card) for card in cards[:MAX_NOTED_CARDS])
    return [
        f"-# **{naming.card_name(view, card)}**: {escape(naming.card_note(shown, MAX_DESK_NOTE_CHARS))}"
        for shown, card in notes
    ]


def _offer_name(view: TableView, between: tuple[int, int] | None, what: str) -> str:
    if between is None:
        return f"the {what}"
    by, to = between
    if by == view.seat:
        return f"my {what} for {naming.raw_name(view.table, to)}"
    return f"{naming.raw_name(view.table, by)}’s {what}"


def open_cards(game_view: DoorView) -> frozenset[int]:
    """Return every card that lies open on the table."""
    found = {game_view.door_top, game_view.treasure_top, game_view.curse, *game_view.seals}
    for seat in game_view.seats:
        found.update((*seat.traits, *seat.companions, *seat.curses))
        found.update(item.card for item in seat.items)
    if game_view.combat is not None:
        for foe in game_view.combat.foes:
            found.update((foe.card, *foe.enhancers, *foe.stacked))
    return frozenset(found - {-1})
