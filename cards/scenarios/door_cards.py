"""The cards of a situation of the door-kicking games: those of its packs, and those of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from cards.door.decks import Decks, decks_of, read_options
from cards.kernel.game import Setup
from cards.language.checking import PackError
from cards.language.packs import Pack, build_pack, combine_packs, load_pack, pack_names
from cards.language.typeguards import is_list, is_object
from cards.scenarios.door_form import DoorSituation
from cards.scenarios.form import ScenarioError, listed
from cards.scenarios.scenario_game import Card, OwnCards

OWN_PACK_ID = "scenario"


def cards_for(data: Mapping[str, Any], shared: Sequence[Card]) -> list[Card]:
    """Return the cards of its own with which a situation is laid out.

    Cards of the file (``shared``) that the game cannot read are left out unless the situation names them:
    they are there for situations of another game.
    """
    own = list(data.get("cards", ()))
    game = str(data["game"])
    kept = list(shared)
    while kept:
        bad = faulty_cards(game, [*own, *kept])
        useless = [card for card in kept if card.get("id") in bad]
        if not useless or any(card in used_cards(data, shared) for card in useless):
            break
        kept = [card for card in kept if card not in useless]
    return [*own, *kept]


def faulty_cards(game: str, cards: Sequence[Card]) -> set[str]:
    """Return the ids of the cards that the game cannot read."""
    try:
        _own_pack(game, json.dumps(cards))
    except PackError as error:
        return {fault.card for fault in error.faults}
    return set()


def card_faults(game: str, card: Card) -> str:
    """Return what keeps a game from reading a card, "" if nothing does."""
    try:
        _own_pack(game, json.dumps([card]))
    except PackError as error:
        return str(error)
    return ""


def used_cards(data: Mapping[str, Any], shared: Sequence[Card]) -> list[Card]:
    """Return the cards of the file that a situation names, or that such a card names."""
    texts = _texts_in({key: part for key, part in data.items() if key not in ("name", "note", "rules")})
    used: list[Card] = []
    rest = list(shared)
    while named := [card for card in rest if texts & {card.get("id"), card.get("name")}]:
        used += named
        rest = [card for card in rest if card not in named]
        texts |= _texts_in(named)
    return used


def _texts_in(data: object) -> set[object]:
    """Return every text within some data, keys included."""
    if is_object(data):
        return set(data).union(*map(_texts_in, data.values()))
    if is_list(data):
        return set[object]().union(*map(_texts_in, data))
    return {data}


def decks_for(situation: DoorSituation, setup: Setup) -> Decks:
    """Return the packs' cards, with the situation's own first, so that their names win."""
    options = read_options(setup)
    packs = packs_of(situation.game)
    if not situation.cards:
        return decks_of(packs, options)
    try:
        own = _own_pack(situation.game, json.dumps(situation.cards))
    except PackError as error:
        raise ScenarioError(f"the situation's own cards: {error}") from error
    return decks_of([combine_packs([own, combine_packs(packs)])], options)


def packs_of(game: str) -> list[Pack]:
    """Return the packs that are joined in a game. Raises ScenarioError for a name that does not exist."""
    try:
        return [load_pack(name) for name in game.split("+")]
    except KeyError as error:
        raise ScenarioError(f"there is no game {game!r}; the games: {listed(pack_names())}") from error


@cache
def _own_pack(game: str, cards: str) -> Pack:
    """Build a situation's own cards (JSON) as a pack that decides nothing else.

    Raises PackError for cards that the game cannot read.
    """
    base = combine_packs(packs_of(game))
    header = {
        "id": OWN_PACK_ID,
        "title": "Cards of the situation",
        "labels": asdict(base.labels),
        "edition": base.edition.model_dump(),
        "traits": sorted({made.trait for made in base.definitions if made.trait}),
    }
    return build_pack({"pack": header, "cards": json.loads(cards)})


DOOR_CARDS = OwnCards(cards_for, used_cards, card_faults)
