"""The cards of a game as their files have them, in the order in which a game numbers them."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

PACKS = Path(__file__).resolve().parents[2] / "cards" / "packs"

Card = dict[str, Any]


@cache
def _pack(name: str) -> tuple[Card, list[Card]]:
    header: Card = {}
    cards: list[Card] = []
    for path in sorted((PACKS / name).glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        header |= data.get("pack", {})
        cards += data.get("cards", [])
    return header.get("edition", {}), cards


def _mods_by_stat(card: Card) -> dict[str, list[Card]]:
    found: dict[str, list[Card]] = {}
    for mod in card.get("mods", []):
        found.setdefault(mod["stat"], []).append(mod)
    if card["kind"] == "companion" and card.get("bonus"):
        found.setdefault("strength", []).append({"stat": "strength", "n": card["bonus"]})
    return found


class Box:
    """What a game is played with; where sets differ the stricter rule holds (H-81)."""

    def __init__(self, game: str, options: dict[str, Any]) -> None:
        packs = [_pack(name) for name in game.split("+")]
        kinds = {card["kind"] for _, cards in packs for card in cards}
        doubled = {"class", "race"} & kinds
        self.cards = [
            card
            for _, cards in packs
            for card in cards
            if card["kind"] != "double" or card["of"] in doubled
            for _ in range(card.get("copies", 1))
        ]
        self.mods: list[dict[str, list[Card]]] = [_mods_by_stat(card) for card in self.cards]
        self.holders: dict[str, set[int]] = {}
        """For each figure the cards that change it; most figures are changed by few."""
        for number, found in enumerate(self.mods):
            for stat in found:
                self.holders.setdefault(stat, set()).add(number)
        limits = [
            edition.get("big_limit", 1) for edition, _ in packs if edition.get("big_limit", 1) != "none"
        ]
        self.big_limit = min(limits) if limits else None
        self.options = {"charm_min_cards": 3, "halfling": "newer", "cowboy_early_win": True, **options}
        self.top = (
            (12 if options.get("epic") else 6) if options.get("short") else 20 if options.get("epic") else 10
        )
        self.cap = self.top - (2 if options.get("epic") else 1)


@cache
def box_of(game: str, options: tuple[tuple[str, Any], ...] = ()) -> Box:
    """Return the box of a game."""
    return Box(game, dict(options))
