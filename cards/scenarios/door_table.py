"""A door-kicking game in a situation: its cards, how it is laid out, and what its moves are called."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from cards.door import places
from cards.door.arrange import Arranger
from cards.door.deck_building import decks_of, read_options
from cards.door.decks import Decks
from cards.door.game import DoorGame
from cards.door.rules import DoorEngine
from cards.door.state import PILE_ZONES, DoorState, HelpOffer, Trade, Truce
from cards.door.view_types import LedgerLine
from cards.kernel.game import Setup
from cards.kernel.moves import Move
from cards.language.abilities import Ability
from cards.language.checking import PackError
from cards.language.packs import Pack, build_pack, combine_packs, load_pack, pack_names
from cards.language.typeguards import is_list, is_object
from cards.scenarios.door_form import (
    DOOR_WORDS,
    OFFER_VERBS,
    SEAT_VERBS,
    TRADE_VERBS,
    TRUCE_VERBS,
    WITHDRAW_VERBS,
    DoorSituation,
)
from cards.scenarios.form import ScenarioError, ScenarioStep, listed
from cards.scenarios.scenario_game import Card, OwnCards
from cards.scenarios.table import ScenarioTable

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


MIN_SEATS = 3
FILLERS = ("Bystander", "Onlooker")
"""Idle players who sit down where a situation names fewer than three."""


def door_table(situation: DoorSituation, decks: Decks | None = None) -> DoorScenarioTable:
    """Lay out a situation, with today's cards or with these.

    Raises ScenarioError for names that do not exist.
    """
    names = [seat.name for seat in situation.seats]
    names += FILLERS[: max(0, MIN_SEATS - len(names))]
    if len(set(names)) != len(names):
        raise ScenarioError("two seats have the same name")
    setup = Setup(situation.game, len(names), situation.seed, situation.options)
    game = DoorGame(setup, decks or decks_for(situation, setup))
    arranger = Arranger(game, names)
    data = situation.model_dump(exclude={"expect", "steps"})
    data["seats"] = [*data["seats"], *({"name": name} for name in names[len(situation.seats) :])]
    data["turn"] = situation.turn or names[0]
    try:
        state = arranger.lay_out(data)
    except LookupError as error:
        raise ScenarioError(str(error.args[0])) from error
    return DoorScenarioTable(game, state, names, arranger.placed)


class DoorScenarioTable(ScenarioTable):
    """A door-kicking game in a situation."""

    words = DOOR_WORDS
    game: DoorGame
    state: DoorState

    @property
    def engine(self) -> DoorEngine:
        return DoorEngine(self.state, self.game.decks)

    def owner(self, card: int) -> int:
        return places.owner(self.engine, card)

    def ability_name(self, move: Move) -> str:
        if move.verb != "use":
            return ""
        return self.game.decks.definitions[move.card].play[move.ability].name

    def other_seat(self, verb: str, ability: int) -> int:
        if verb in SEAT_VERBS:
            return ability
        mine = verb in WITHDRAW_VERBS
        return next((o.to if mine else o.by for o in self._offers_of(verb) if o.number == ability), -1)

    def _offers_of(self, verb: str) -> Sequence[HelpOffer | Trade | Truce]:
        """Return the open offers that the verb can be about."""
        combat = self.state.combat
        if verb in OFFER_VERBS and combat is not None:
            return combat.offers
        if verb in TRUCE_VERBS and combat is not None:
            return combat.truce_offers
        return self.state.trades if verb in TRADE_VERBS else ()

    def ability_number(self, seat: int, step: ScenarioStep[Any]) -> int:
        if step.do in SEAT_VERBS:
            return self.seat(step.other)
        if step.do in (*OFFER_VERBS, *TRADE_VERBS, *TRUCE_VERBS) and step.other:
            other = self.seat(step.other)
            pair = (seat, other) if step.do in WITHDRAW_VERBS else (other, seat)
            return next((o.number for o in self._offers_of(step.do) if (o.by, o.to) == pair), -1)
        if step.do != "use":
            return -1
        card = self.held(seat, step.card)
        names = [ability.name for ability in self.game.decks.definitions[card].play]
        return names.index(step.ability) if step.ability in names else 0

    def ability_names(self, verb: str, card: str) -> Collection[str]:
        if verb != "use" or not card:
            return ()
        return [ability.name for ability in self._abilities(card) if ability.name]

    def slot_names(self, verb: str, card: str, ability: str) -> Collection[str]:
        if verb != "use" or not card:
            return super().slot_names(verb, card, ability)
        abilities = [each for each in self._abilities(card) if ability in ("", each.name)]
        found = [target.name for each in abilities for target in each.targets]
        return [*dict.fromkeys(found), *(["cost"] if any(each.cost for each in abilities) else [])]

    def _abilities(self, card: str) -> Iterable[Ability]:
        """Yield the abilities of all cards of this name."""
        definitions = self.game.decks.definitions
        for made in {id(definitions[n]): definitions[n] for n in self.candidates(card)}.values():
            yield from made.play

    def places(self) -> Collection[str]:
        return [*PILE_ZONES, *(f"{name}'s {place}" for name in self.names for place in ("hand", "table"))]

    def ledger(self, lines: list[LedgerLine]) -> list[str]:
        return [self.line_text(line) for line in lines]

    def line_text(self, line: LedgerLine) -> str:
        """Return an entry of a ledger as in "+3 item Sword (Aric)"."""
        card = f" {self.card_name(line.source)}" if line.source >= 0 else ""
        seat = f" ({self.seat_name(line.seat)})" if line.seat >= 0 else ""
        return f"{line.amount:+d} {line.reason}{card}{seat}"
