"""Finds the cards that an effect works on, asking players or drawing at random where the card says so."""

from __future__ import annotations

from collections.abc import Callable

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot, numbers_in
from cards.language.filters import PICK_METHODS, CardSelection, PickMethod, What
from cards.language.finding import fitting, matching, ref_card, zone_cards
from cards.language.numbers import number_value
from cards.language.player_words import CARD_REFERENCES, bound_cards
from cards.language.rules_api import PromptName, Rules
from cards.language.seats import first_seat, who_seats
from cards.language.zones import SHARED_ZONES


def select(
    what: What, rules: Rules, frame: Frame, ask: PromptName, key: str = "?cards", carrier: int = -1
) -> list[int]:
    """Return the cards meant, fewer or none if there are not enough; or raise Asked for somebody to choose.

    With a ``carrier``, only what that seat has room for is meant of the Items that others have in play.

    Where several people's cards are meant, everybody's are found in turn. Ties for the best or worst are
    broken by the chooser (R-009).
    """
    if isinstance(what, str):
        return _referred(what, rules, frame)
    if what.zone in SHARED_ZONES:
        chooser = frame.seat if what.by == "holder" else first_seat(what.by, rules, frame)
        return _from(what, matching(what, rules, frame), chooser, rules, frame, ask, key)
    found: list[int] = []
    for seat in who_seats(what.whose, rules, frame):
        cards = fitting(what, zone_cards(what.zone, rules, [seat]), rules, frame)
        if what.zone == "own" and "curse" not in what.kind:
            lasting = rules.cards_of(seat, "curses")
            cards = [card for card in cards if card not in lasting]  # they pay for nothing
        if carrier >= 0 and what.zone not in ("hand", "own"):
            cards = [card for card in cards if rules.can_carry(carrier, card)]
        chooser = seat if what.by == "holder" else first_seat(what.by, rules, frame)
        found += _from(what, cards, chooser, rules, frame, ask, f"{key}{seat}")
    return found


def _referred(what: str, rules: Rules, frame: Frame) -> list[int]:
    if CARD_REFERENCES[what].chosen:
        return bound_cards(frame, what)
    card = ref_card(what, rules, frame)
    return [card] if card >= 0 else []


def _from(
    what: CardSelection, cards: list[int], chooser: int, rules: Rules, frame: Frame, ask: PromptName, key: str
) -> list[int]:
    if what.pick == "all" or not cards:
        return cards
    wanted = min(max(number_value(what.n, rules, frame), 0), len(cards))
    if what.pick == "top":
        return cards[::-1][:wanted]
    if what.pick == "bottom":
        return cards[:wanted]
    if what.pick == "random":
        return _by_lot(cards, wanted, rules, frame, key)
    certain: list[int] = []
    way = PICK_METHODS[what.pick]
    if way.figure and wanted:
        certain, cards = _ends(way, cards, wanted, rules)
        wanted -= len(certain)
    if not wanted or chooser < 0:
        return certain
    slot = Slot("cards", "card", tuple(cards), 0 if what.up_to else wanted, wanted)
    return [*certain, *numbers_in(rules.choose(frame, key, chooser, ask, slot))]


def _by_lot(cards: list[int], wanted: int, rules: Rules, frame: Frame, key: str) -> list[int]:
    left = cards.copy()
    return [left.pop(rules.randbelow(frame, f"{key}:{turn}", len(left))) for turn in range(wanted)]


def _ends(way: PickMethod, cards: list[int], wanted: int, rules: Rules) -> tuple[list[int], list[int]]:
    """Return the best (or worst) cards that are certain, and those that tie for the places left."""
    measure: Callable[[int], int] = rules.bonus if way.figure == "bonus" else rules.value
    sign = -1 if way.order == "highest" else 1
    figures = {card: sign * measure(card) for card in cards}
    mark = sorted(figures.values())[wanted - 1]
    certain = [card for card in cards if figures[card] < mark]
    return certain, [card for card in cards if figures[card] == mark]
