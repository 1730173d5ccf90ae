"""Situations of the door-kicking games: their form, how they are laid out, what can be looked at."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from cards.door.arrange import Arranger
from cards.door.decks import Decks, decks_of, read_options
from cards.door.game import DoorGame
from cards.door.help import ALL_TREASURES, DEAL_CONDITIONS, PICK_ORDERS
from cards.door.rules import DoorEngine
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE, DoorState, HelpOffer, Trade
from cards.door.view_types import LedgerLine
from cards.kernel.game import Setup
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Move
from cards.language.checking import PackError
from cards.language.packs import Pack, build_pack, combine_packs, load_pack
from cards.scenarios.door_readers import READERS
from cards.scenarios.form import Expect, Form, Name, Situation, Step
from cards.scenarios.table import Table, Wrong

LEAST_SEATS = 3
FILLERS = ("Bystander", "Onlooker")
"""Idle players who sit down where a situation names fewer than three."""
OWN_PACK = "scenario"

SEAT_VERBS = ("offer_trade",)
"""Verbs whose ability number is a seat."""
OFFER_VERBS = ("accept_help", "refuse_help", "withdraw_help")
TRADE_VERBS = ("accept_trade", "refuse_trade", "withdraw_trade")

Level = Annotated[int, Field(ge=1, le=20)]
Die = Annotated[int, Field(ge=1, le=6)]
Place = Literal["door_deck", "treasure_deck", "door_discard", "treasure_discard", "seal_deck", "seals_open"]


class DoorSeat(Form):
    """A player and what he has. ``attached`` maps a card (Cheat!, Hireling) to the one it is laid on."""

    name: Name
    level: Level = 1
    sex: Literal["male", "female"] = "male"
    alive: bool = True
    skips: int = 0
    hand: tuple[str, ...] = ()
    received: tuple[str, ...] = ()
    """Cards of the hand that came just now (R-093)."""
    in_play: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    equipped: tuple[str, ...] = ()
    curses: tuple[str, ...] = ()
    attached: dict[str, str] = Field(default_factory=dict[str, str])


class Fight(Form):
    """A combat that is on when the situation begins; the fighter is whose turn it is."""

    monsters: Annotated[list[str], Field(min_length=1)]
    helper: str = ""
    enhancers: dict[str, str | list[str]] = Field(default_factory=dict[str, str | list[str]])
    """The monster and what lies on it."""


class DoorExpect(Expect):
    """What can be looked at on a door-kicking table; docs/scenarios.md explains each key."""

    party: int | None = None
    monsters: int | None = None
    party_ledger: list[str] | None = None
    monster_ledger: list[str] | None = None
    ahead: bool | None = None
    treasures: int | None = None
    levels: int | None = None
    for_the_win: bool | None = None
    stage: str | None = None
    fighter: str | None = None
    helper: str | None = None
    foes: list[str] | None = None
    offers: int | None = None
    trades: int | None = None
    level: dict[str, int] | None = None
    strength: dict[str, int] | None = None
    sex: dict[str, str] | None = None
    alive: dict[str, bool] | None = None
    hand: dict[str, list[str]] | None = None
    hand_size: dict[str, int] | None = None
    hand_limit: dict[str, int] | None = None
    in_play: dict[str, list[str]] | None = None
    carried: dict[str, list[str]] | None = None
    equipped: dict[str, list[str]] | None = None
    curses: dict[str, list[str]] | None = None
    attached: dict[str, str] | None = None
    zone: dict[str, str | list[str]] | None = None
    top: dict[Place, list[str]] | None = None
    size: dict[Place, int] | None = None
    sees: dict[str, dict[str, list[str]]] | None = None
    """What somebody sees of others' hands."""
    turn: str | None = None
    phase: str | None = None


class DoorStep(Step):
    """A step at a door-kicking table."""

    expect: DoorExpect = DoorExpect()


class DoorSituation(Situation):
    """A situation at a door-kicking table."""

    seats: Annotated[list[DoorSeat], Field(min_length=1, max_length=8)]
    turn: str = ""
    """Whose turn it is; the first seat's if not said."""
    phase: Literal["setup", "begin", "arrange", "trouble", "after", "charity", "end"] = "arrange"
    dice: tuple[Die, ...] = ()
    door_deck: tuple[str, ...] = ()
    treasure_deck: tuple[str, ...] = ()
    door_discard: tuple[str, ...] = ()
    treasure_discard: tuple[str, ...] = ()
    seal_deck: tuple[str, ...] = ()
    seals_open: tuple[str, ...] = ()
    empty: tuple[Literal["door", "treasure"], ...] = ()
    """Decks without any cards but those named, in the deck and among its discards."""
    fight: Fight | None = None
    expect: DoorExpect = DoorExpect()
    steps: tuple[DoorStep, ...] = ()


class DoorTable(Table):
    """A door-kicking game in a situation. Raises Wrong for names that there are not."""

    readers = READERS
    verbs = frozenset({*DoorEngine.verb_handlers, ANSWER_VERB, PASS_VERB})
    words = frozenset(
        {PARTY_SIDE, MONSTERS_SIDE, ALL_TREASURES, *PICK_ORDERS, *DEAL_CONDITIONS, "alone", "both"}
    )
    game: DoorGame
    state: DoorState

    def __init__(self, situation: DoorSituation) -> None:
        names = [seat.name for seat in situation.seats]
        names += FILLERS[: max(0, LEAST_SEATS - len(names))]
        if len(set(names)) != len(names):
            raise Wrong("two seats have the same name")
        setup = Setup(situation.game, len(names), situation.seed, situation.options)
        game = DoorGame(setup, decks_for(situation, setup))
        arranger = Arranger(game, names)
        data = situation.model_dump(exclude={"expect", "steps"})
        data["seats"] = [*data["seats"], *({"name": name} for name in names[len(situation.seats) :])]
        data["turn"] = situation.turn or names[0]
        try:
            state = arranger.lay_out(data)
        except LookupError as error:
            raise Wrong(str(error.args[0])) from error
        super().__init__(game, state, names, arranger.placed)

    @property
    def engine(self) -> DoorEngine:
        return DoorEngine(self.state, self.game.decks)

    def owner(self, card: int) -> int:
        return self.engine.owner(card)

    def ability_name(self, move: Move) -> str:
        if move.verb != "use":
            return ""
        return self.game.decks.definitions[move.card].play[move.ability].name

    def other_seat(self, verb: str, ability: int) -> int:
        if verb in SEAT_VERBS:
            return ability
        mine = verb in ("withdraw_help", "withdraw_trade")
        offers: Sequence[HelpOffer | Trade] = ()
        if verb in OFFER_VERBS and self.state.combat is not None:
            offers = self.state.combat.offers
        elif verb in TRADE_VERBS:
            offers = self.state.trades
        return next((o.to if mine else o.by for o in offers if o.number == ability), -1)

    def ability_number(self, seat: int, step: Step) -> int:
        if step.do in SEAT_VERBS:
            return self.seat(step.other)
        if step.do != "use":
            return -1
        card = self.held(seat, step.card)
        names = [ability.name for ability in self.game.decks.definitions[card].play]
        return names.index(step.ability) if step.ability in names else 0

    def ledger(self, lines: list[LedgerLine]) -> list[str]:
        return [self.line_text(line) for line in lines]

    def line_text(self, line: LedgerLine) -> str:
        """Return an entry of a ledger as in "+3 item Sword (Aric)"."""
        card = f" {self.card_name(line.source)}" if line.source >= 0 else ""
        seat = f" ({self.seat_name(line.seat)})" if line.seat >= 0 else ""
        return f"{line.amount:+d} {line.reason}{card}{seat}"


def decks_for(situation: DoorSituation, setup: Setup) -> Decks:
    """Return the packs' cards, with the situation's own first, so that their names win."""
    options = read_options(setup)
    try:
        packs = [load_pack(name) for name in situation.game.split("+")]
    except KeyError as error:
        raise Wrong(f"there is no game {situation.game!r}") from error
    if not situation.cards:
        return decks_of(packs, options)
    own = own_pack(situation.game, json.dumps(situation.cards))
    return decks_of([combine_packs([own, combine_packs(packs)])], options)


@cache
def own_pack(game: str, cards: str) -> Pack:
    """Build a situation's own cards (JSON) as a pack that decides nothing else.

    Raises Wrong for a bad card.
    """
    base = combine_packs([load_pack(name) for name in game.split("+")])
    header = {
        "id": OWN_PACK,
        "title": "Cards of the situation",
        "labels": asdict(base.labels),
        "edition": base.edition.model_dump(),
        "traits": sorted({made.trait for made in base.definitions if made.trait}),
    }
    try:
        return build_pack({"pack": header, "cards": json.loads(cards)})
    except PackError as error:
        raise Wrong(f"the situation's own cards: {error}") from error
