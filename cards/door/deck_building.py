"""Joins packs into the card list of one game, by its house rules, and mixes what only one set has (H-151)."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Final

from pydantic import ValidationError

from cards.door.decks import Decks, pays_for_removed
from cards.door.options import DoorOptions
from cards.door.windows import (
    BIG_MARK,
    COMPANION_MARK,
    DOUBLE_MARK,
    GEAR_KINDS,
    GEAR_MARK,
    ITEM_MARK,
    KIND_BITS,
    LIMITED_KINDS,
    LIMITED_MARK,
    MONSTER_MARK,
    PLAYED_KINDS,
    SPENT_MARK,
    STEED_MARK,
    TRAIT_KINDS,
    TRAIT_MARK,
    USABLE_MARK,
)
from cards.kernel.dice import Dice
from cards.kernel.game import Setup, SetupError
from cards.language.definition import Definition
from cards.language.lint import parts_of
from cards.language.packs import Pack, at_table, combine_packs, load_pack
from cards.language.text_renderer import STANDARD_HOUSE_RULES
from cards.language.words.people import SealWord

MAX_RARE_CARDS: Final = 8
"""Up to this many cards it is quicker to look up the zone of each than to go through the table."""


def read_options(setup: Setup) -> DoorOptions:
    """Validate the setup's options. Raises SetupError naming the first one that is invalid."""
    try:
        return DoorOptions.model_validate(dict(setup.options))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        raise SetupError("bad_option", {"option": place, "reason": first["msg"]}) from error


def build_decks(setup: Setup) -> Decks:
    """Return the cards of the setup's packs. Raises SetupError for a pack that does not exist."""
    return _decks_of_game(setup.game, read_options(setup).model_dump_json())


@lru_cache(maxsize=64)
def _decks_of_game(game: str, options: str) -> Decks:
    """Return the decks for a game and its house rules, shared by all such tables and never changed."""
    packs: list[Pack] = []
    for name in game.split("+"):
        try:
            packs.append(load_pack(name))
        except KeyError as error:
            raise SetupError("unknown_game", {"game": name}) from error
    return decks_of(packs, DoorOptions.model_validate_json(options))


def decks_of(packs: list[Pack], options: DoorOptions) -> Decks:
    """Join packs into the card list of one game; the house rule for smaller decks halves it (H-81)."""
    pack = combine_packs(packs)
    cards = _cards_of(pack, options)
    if options.halve_decks and len(packs) > 1:
        whole = ("seal", "role")
        cards = tuple(card for number, card in enumerate(cards) if card.back in whole or number % 2 == 0)
    stats = {stat for card in cards for stat in card.mods_by_stat}
    events = {event for card in cards for event in card.on}
    holders = {
        stat: frozenset(n for n, card in enumerate(cards) if stat in card.mods_by_stat) for stat in stats
    }
    wide = {stat: tuple(n for n in sorted(holders[stat]) if _is_wide(cards[n], stat)) for stat in stats}
    first: dict[int, int] = {}
    return Decks(
        cards,
        pack.edition,
        options,
        pack.digest,
        _top_level(options),
        _top_level(options) - (2 if options.epic else 1),
        holders,
        {stat: sorted(found) for stat, found in holders.items() if len(found) <= MAX_RARE_CARDS},
        {stat: reaching for stat, reaching in wide.items() if reaching},
        {event: frozenset(n for n, card in enumerate(cards) if event in card.on) for event in events},
        tuple(first.setdefault(id(card), n) for n, card in enumerate(cards)),
        [_marks(card) for card in cards],
        [KIND_BITS[card.kind] for card in cards],
        [_moments(card) for card in cards],
        {},
        pack.id.count("+") + 4 if options.keep_weight and "+" in pack.id else 0,
    )


def _marks(card: Definition) -> int:
    """Return the bits that say what a card is."""
    kind = card.kind
    found = {
        ITEM_MARK: card.item,
        BIG_MARK: card.big and kind in GEAR_KINDS,  # no Steeds
        DOUBLE_MARK: kind == "double",
        LIMITED_MARK: kind in LIMITED_KINDS,
        USABLE_MARK: bool(card.play),
        SPENT_MARK: kind in PLAYED_KINDS,
        COMPANION_MARK: kind == "companion",
        STEED_MARK: kind == "steed",
        TRAIT_MARK: kind in TRAIT_KINDS,
        MONSTER_MARK: kind == "monster",
        GEAR_MARK: kind == "item",
    }
    return sum(mark for mark, wanted in found.items() if wanted)


def _moments(card: Definition) -> int:
    """Return the bits of all moments at which one of its abilities can be used."""
    found = 0
    for whens in card.moments:
        found |= whens
    return found


def _cards_of(pack: Pack, options: DoorOptions) -> tuple[Definition, ...]:
    """Return the definition of every physical card, with the texts that hold at this table."""
    house = {name: getattr(options, name) for name in STANDARD_HOUSE_RULES}
    sacrifice = options.sacrifice is not False
    pays = pays_for_removed(pack.edition, options)
    told = pack.definitions
    standard = house == dict(STANDARD_HOUSE_RULES) and pays == pack.edition.treasures_for_removed
    if not standard or not sacrifice:
        told = at_table(pack, house, sacrifice=sacrifice, pays=pays)
    return tuple(made for made in told for _ in range(made.copies))


def _top_level(options: DoorOptions) -> int:
    """Return the winning Level (R-143, R-710); the short game goes three fifths of the way (H-125)."""
    whole = 20 if options.epic else 10
    return whole * 3 // 5 if options.short else whole


def _is_wide(card: Definition, stat: str) -> bool:
    return any(mod.to not in (None, "owner", "this") for mod in card.mods_by_stat[stat])


def raise_own_cards(
    order: list[int], definitions: tuple[Definition, ...], stacks: tuple[str, ...], dice: Dice
) -> None:
    """Bring the cards that only some sets have into the upper part of a shuffled deck; its top is the end.

    That part is as large as the deck of one set and gets as many of them as one of their sets has: a game
    seldom sees more. Both parts are in random order.
    """
    sets = len({made.pack for made in definitions})
    raised: set[int] = set()
    others = set(order)
    for cards, owners in _own_cards(definitions, stacks).items():
        mine = [card for card in order if card in cards]
        raised.update(mine[: len(mine) // owners])
        others.difference_update(cards)
    room = max(len(order) // sets - len(raised), 0)
    raised.update([card for card in order if card in others][:room])
    upper = [card for card in order if card in raised]
    dice.shuffle(upper)
    order[:] = [*(card for card in order if card not in raised), *upper]


@lru_cache(maxsize=16)
def _own_cards(definitions: tuple[Definition, ...], stacks: tuple[str, ...]) -> dict[frozenset[int], int]:
    """Return the cards of each kind that not all sets have, and how many do."""
    cards: defaultdict[str, set[int]] = defaultdict(set)
    owners: defaultdict[str, set[str]] = defaultdict(set)
    kinds = {made: _kind(made, stacks) for made in set(definitions)}
    for card, made in enumerate(definitions):
        cards[kinds[made]].add(card)
        owners[kinds[made]].add(made.pack)
    sets = len({made.pack for made in definitions})
    own = (kind for kind in sorted(cards) if len(owners[kind]) < sets)
    return {frozenset(cards[kind]): len(owners[kind]) for kind in own}


def _kind(made: Definition, stacks: tuple[str, ...]) -> str:
    """Return as what a card counts, by its deck: the tag that piles up, Seals, or its kind."""
    if made.kind not in TRAIT_KINDS and any(
        isinstance(part, SealWord) for _, part in parts_of(made.form, "")
    ):
        return f"{made.back} seal"
    return f"{made.back} {next((tag for tag in stacks if tag in made.tags), made.kind)}"
