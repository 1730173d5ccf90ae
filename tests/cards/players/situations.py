"""Situations for computer players: a table set up with named cards, and what a player does there."""

from collections.abc import Sequence
from typing import Any

from cards.kernel.dice import Dice
from cards.kernel.moves import Action, Move, Refusal
from cards.players.base import Player, ask
from cards.players.door.sensible import SensiblePlayer
from cards.scenarios.door_form import DoorSituation
from cards.scenarios.door_table import door_table

SEAT_NAMES = ("Ada", "Ben", "Cleo", "Dan")


class PlayerSituation:
    """A door-kicking table in a situation; it is the turn of the first seat named."""

    def __init__(self, *seats: dict[str, Any], **situation: Any) -> None:
        named = [{"name": name, **seat} for name, seat in zip(SEAT_NAMES, seats, strict=False)]
        form = DoorSituation.model_validate(
            {"name": "a situation", "rules": ["R-001"], "game": "classic", "seats": named, **situation}
        )
        self.table = door_table(form)
        self.game, self.state = self.table.game, self.table.state

    def moves(self, seat: int) -> list[Move]:
        return self.game.legal_moves(self.state, seat)

    def do(self, seat: int, verb: str, card: str = "", picks: Sequence[Sequence[Any]] = ()) -> None:
        """Make the first move with this verb and card."""
        move = next(m for m in self.moves(seat) if m.verb == verb and (not card or self.name(m.card) == card))
        self.take(Action(seat, verb, move.card, move.ability, tuple(tuple(slot) for slot in picks)))

    def card(self, name: str) -> int:
        """Return a card of the situation."""
        return next(card for card in self.table.placed if self.name(card) == name)

    def name(self, card: int) -> str:
        return self.game.decks.definitions[card].name if card >= 0 else ""

    def asked(self, seat: int, player: Player | None = None, *, must: bool = True) -> Action:
        """Return what a player does here, who does not wait."""
        action = ask(player or SensiblePlayer(), self.game, self.state, seat, Dice(1), must=must)
        assert action is not None
        return action

    def asked_in_words(self, seat: int, player: Player | None = None, *, must: bool = True) -> str:
        """Return what a player does here as verb and card."""
        action = ask(player or SensiblePlayer(), self.game, self.state, seat, Dice(1), must=must)
        return "wait" if action is None else f"{action.verb} {self.name(action.card)}".strip()

    def take(self, action: Action | None) -> None:
        """Carry out an action."""
        assert action is not None
        result = self.game.step_in_place(self.state, action)
        assert not isinstance(result, Refusal), result
