"""What a table of the castle-defense game plays with."""

from __future__ import annotations

from cards.kernel.game import CardFace
from cards.panic.faces import TIMING_TEXTS
from cards.panic.game import PanicGame
from cards.panic.pack import CardTiming, MonsterDefinition
from cards.panic.rules import PanicRules, rules_for


class PanicSet:
    """One table of the castle-defense game, asked for what it plays with."""

    def __init__(self, game: PanicGame, *, may_be_alone: bool = False) -> None:
        self.game = game
        self.rules = game.rules
        self.options = game.options
        self.alone = game.rules.seats == 1
        self.may_be_alone = may_be_alone
        """Whether nobody knows yet if this will be a game for one."""
        definitions = list(dict.fromkeys(range(len(game.catalog))))
        unique = {game.catalog.definitions[card].id: card for card in reversed(definitions)}
        self.faces = [game.face(card) for card in sorted(unique.values())]
        self.kinds = frozenset(face.kind for face in self.faces)
        self.bargains = not self.alone and not self.options.swap

    def rules_for(self, seats: int) -> PanicRules:
        """Return the figures of this game for so many players."""
        return rules_for(seats, self.options, self.game.catalog)

    def of_kind(self, kind: str, back: str = "") -> list[CardFace]:
        """Return the different cards of a kind, of one deck where it is named."""
        return [face for face in self.faces if face.kind == kind and back in ("", face.back)]

    def timed(self, when: CardTiming) -> list[CardFace]:
        """Return the cards that can be played at a moment."""
        return [face for face in self.faces if face.text[:1] == (TIMING_TEXTS[when],)]

    def monsters(self) -> list[MonsterDefinition]:
        """Return the monsters."""
        return [found for found in self.game.catalog.definitions if isinstance(found, MonsterDefinition)]
