"""The games of this bot, checked before it starts."""

from __future__ import annotations

from bot.operations.exit_codes import UnusableError
from cards.language.checking import PackError
from cards.language.packs import PACKS_DIR
from cards.registry import REGISTRY, GameRegistry


def game_registry() -> GameRegistry:
    """Return all games. Raises UnusableError for a faulty pack."""
    for name in REGISTRY.names():
        try:
            REGISTRY.find(name)
        except PackError as error:
            folder = PACKS_DIR / name
            raise UnusableError(
                f"The card set in {folder} cannot be used:\n\n{error}\n\n"
                f"Fix it (`kickdoor packs check {folder}`), or take the folder away."
            ) from error
    return REGISTRY
