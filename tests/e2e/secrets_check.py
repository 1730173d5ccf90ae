"""What each person may have learnt by when, worked out from the rules alone, and who saw more."""

from __future__ import annotations

import re

from bot.shelf import make_door
from bot.store.rows import LogRow
from bot.tables.history import replay, told
from cards.door.game import DoorGame
from cards.door.state import DECKS, DoorState, hand_zone
from cards.kernel.game import Setup
from tests.e2e.evening import Evening, Seen

NUMBERS = re.compile(r'"custom_id": "k1:[^"]*:(?:g:card\.|[aw]:[a-z_]+\.)(\d+)')
BLANK = "\u200b"


class Knowledge:
    """For every step of a game, which cards each seat may know: its own, the open ones, what it was told.

    Works on the zones of the replayed states, not on the views that the screens are drawn from.
    """

    def __init__(self, game: DoorGame, log: list[LogRow]) -> None:
        self._game = game
        self._seats = game.setup.seats
        self._steps: list[int] = []
        self._known: list[list[frozenset[int]]] = []
        states = replay(game, log)
        rows = {row.revision: row for row in log}
        known: list[set[int]] = [set() for _ in range(self._seats)]
        for revision in sorted(states):
            for seat in range(self._seats):
                known[seat] |= self._open(states[revision], seat) | self._told(rows[revision], seat)
            self._steps.append(revision)
            self._known.append([frozenset(cards) for cards in known])

    def by(self, step: int, seat: int) -> frozenset[int]:
        """Return the cards that a seat may know when the table is at this step."""
        place = max((n for n, revision in enumerate(self._steps) if revision <= step), default=-1)
        return frozenset() if place < 0 else self._known[place][seat]

    def _open(self, state: DoorState, seat: int) -> set[int]:
        hidden = set(DECKS.values()) | {hand_zone(other) for other in range(self._seats) if other != seat}
        cards = {card for zone, lists in enumerate(state.zones.lists) if zone not in hidden for card in lists}
        if state.prompt is not None and state.prompt.seat == seat and state.prompt.slot.kind == "card":
            cards |= {card for card in state.prompt.slot.options if isinstance(card, int)}
        return cards

    def _told(self, row: LogRow, seat: int) -> set[int]:
        return {card for event in told(row) for card in event.seen_by(seat).cards}


def telling_names(game: DoorGame) -> dict[str, set[int]]:
    """Return names that give a card away: those that stand in no other card's text, with their cards."""
    texts = " ".join(" ".join((*d.face.text, d.face.flavour)) for d in game.decks.definitions)
    found: dict[str, set[int]] = {}
    for card, definition in enumerate(game.decks.definitions):
        if " " in definition.name and definition.name not in texts:
            found.setdefault(definition.name, set()).add(card)
    return found


def leaks(evening: Evening, seed: int) -> list[str]:
    """Name everything that somebody saw and may not have known."""
    game = make_door(Setup("classic", 4, seed), None)
    knowledge = Knowledge(game, evening.log)
    names = telling_names(game)
    return [leak for seen in evening.seen for leak in _leaks_of(seen, knowledge, names)]


def _leaks_of(seen: Seen, knowledge: Knowledge, names: dict[str, set[int]]) -> list[str]:
    known = knowledge.by(seen.step, seen.person)
    text = seen.text.replace("\\\\", "").replace(BLANK, "")
    found = [
        f"step {seen.step}: seat {seen.person} saw {name}"
        for name, cards in names.items()
        if name in text and known.isdisjoint(cards)
    ]
    found += [
        f"step {seen.step}: seat {seen.person} got the number of card {number}"
        for number in NUMBERS.findall(text)
        if int(number) not in known
    ]
    return found
