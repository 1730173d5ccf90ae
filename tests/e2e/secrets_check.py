"""What each person may have learnt by when, worked out from the rules alone, and who saw more."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any

from bot.store.rows import LogRow
from bot.tables.history import events_of, replay
from cards.door import state as door
from cards.games.door import make_door
from cards.games.panic import make_panic
from cards.kernel.game import CardFace, Game, Setup
from cards.panic import state as panic
from tests.e2e.recorded_game import RecordedGame, SeenText

CARD_NUMBER_PATTERN = re.compile(r'"custom_id": "k1:[^"]*:(?:g:card\.|[aw]:[a-z_]+\.)(\d+)')
BLANK_NAME = "\u200b"

LOOKING_QUESTIONS = ("borrow", "pilfer")
"""Questions that are asked with somebody's whole hand in view."""

Hidden = Callable[[Any, int], set[int]]
"""The zones of a state that a seat cannot look into."""


def hidden_behind_doors(state: door.DoorState, seat: int) -> set[int]:
    """Return the decks and the other hands."""
    others = {door.hand_zone(other) for other in range(state.seats) if other != seat}
    return set(door.DECK_ZONES.values()) | others


def hidden_in_the_castle(state: panic.PanicState, seat: int) -> set[int]:
    """Return the decks, the bag, the other hands, and Treasures that nobody has looked at yet."""
    parts = (panic.HAND, panic.TREASURES)
    others = {panic.zone(other, part) for other in range(state.seats) if other != seat for part in parts}
    unseen = {panic.zone(other, panic.EARNED_TREASURES) for other in range(state.seats)}
    return {panic.CASTLE_DECK, panic.TREASURE_DECK, panic.BAG} | others | unseen


class Knowledge:
    """For every step of a game, which cards each seat may know: its own, the open ones, what it was told.

    The reader after the last seat is an onlooker.
    Works on the zones of the replayed states, not on the views that the screens are drawn from.
    """

    def __init__(self, game: Game[Any, Any], hidden: Hidden, log: list[LogRow]) -> None:
        self._game = game
        self._hidden = hidden
        self._seats = game.setup.seats
        self._steps: list[int] = []
        self._known: list[list[frozenset[int]]] = []
        self._offered: list[list[frozenset[str]]] = []
        states = replay(game, log)
        rows = {row.revision: row for row in log}
        known: list[set[int]] = [set() for _ in range(self._seats + 1)]
        offered: list[set[str]] = [set() for _ in range(self._seats + 1)]
        for revision in sorted(states):
            for seat in range(self._seats + 1):
                known[seat] |= self._open(states[revision], seat) | self._told(rows[revision], seat)
                offered[seat] |= _names_to_recall(states[revision], seat)
            self._steps.append(revision)
            self._known.append([frozenset(cards) for cards in known])
            self._offered.append([frozenset(names) for names in offered])

    def by(self, step: int, seat: int) -> frozenset[int]:
        """Return the cards that a seat may know when the table is at this step."""
        place = self._place(step)
        return frozenset() if place < 0 else self._known[place][seat]

    def names_by(self, step: int, seat: int) -> frozenset[str]:
        """Return the names that a seat was given to choose from by then; they tell nothing of any hand."""
        place = self._place(step)
        return frozenset() if place < 0 else self._offered[place][seat]

    def _place(self, step: int) -> int:
        return bisect_right(self._steps, step) - 1

    def _open(self, state: Any, seat: int) -> set[int]:
        hidden = self._hidden(state, seat)
        cards = {card for zone, lists in enumerate(state.zones.lists) if zone not in hidden for card in lists}
        if state.prompt is not None and state.prompt.seat == seat and state.prompt.slot.kind == "card":
            cards |= {card for card in state.prompt.slot.options if isinstance(card, int)}
        return cards | _looked_at(state, seat)

    def _told(self, row: LogRow, seat: int) -> set[int]:
        reader = seat if seat < self._seats else None
        seen = [event.redacted_for(reader).to_record() for event in events_of(row, self._game)]
        return {card for record in seen for card in record.cards}


def _looked_at(state: Any, seat: int) -> set[int]:
    """Return the cards of the hand out of which a seat is choosing, of use to it or not (P-111, P-226)."""
    prompt = state.prompt
    if prompt is None or prompt.seat != seat or prompt.ask not in LOOKING_QUESTIONS:
        return set()
    owner = state.frames[-1].vars["seat"][0]
    return {
        card for part in (panic.HAND, panic.TREASURES) for card in state.zones.lists[panic.zone(owner, part)]
    }


def _names_to_recall(state: Any, seat: int) -> set[str]:
    """Return the names among which a seat looks for one that it saw some time ago."""
    prompt = state.prompt
    if prompt is None or prompt.seat != seat or prompt.ask != "recall":
        return set()
    return {str(name) for name in prompt.slot.options}


def faces_of(setup: Setup) -> tuple[Game[Any, Any], Hidden, list[CardFace]]:
    """Return a game with what it hides and the faces of all its cards."""
    if setup.game == "panic":
        castle = make_panic(setup, None)
        return castle, hidden_in_the_castle, [castle.face(card) for card in range(len(castle.catalog))]
    dungeon = make_door(setup, None)
    return dungeon, hidden_behind_doors, [definition.face for definition in dungeon.decks.definitions]


def revealing_names(faces: Iterable[CardFace]) -> dict[str, set[int]]:
    """Return names that give a card away: those that stand in no other card's text, with their cards."""
    listed = list(faces)
    texts = " ".join(" ".join((*face.text, face.flavour)) for face in listed)
    found: dict[str, set[int]] = {}
    for card, face in enumerate(listed):
        if " " in face.name and face.name not in texts:
            found.setdefault(face.name, set()).add(card)
    return found


def knowledge_of(evening: RecordedGame) -> tuple[Knowledge, dict[str, set[int]]]:
    """Return who may know what in a game, and the names that tell a card."""
    game, hidden, faces = faces_of(evening.setup)
    return Knowledge(game, hidden, evening.log), revealing_names(faces)


def leaks_in(seen: Iterable[SeenText], knowledge: Knowledge, names: dict[str, set[int]]) -> list[str]:
    """Name everything seen that its reader may not have known; ``names`` are those that tell a card."""
    return [leak for one in seen for leak in _leaks_of(one, knowledge, names)]


def _leaks_of(seen: SeenText, knowledge: Knowledge, names: dict[str, set[int]]) -> list[str]:
    known = knowledge.by(seen.step, seen.person)
    offered = knowledge.names_by(seen.step, seen.person)
    text = seen.text.replace("\\\\", "").replace(BLANK_NAME, "")
    found = [
        f"step {seen.step}: seat {seen.person} saw {name}"
        for name, cards in names.items()
        if name in text and name not in offered and known.isdisjoint(cards)
    ]
    found += [
        f"step {seen.step}: seat {seen.person} got the number of card {number}"
        for number in CARD_NUMBER_PATTERN.findall(text)
        if int(number) not in known
    ]
    return found
