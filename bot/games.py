"""The games and computer players that tables can have, put together from the cards."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ValidationError

from bot.exit_codes import UnusableError
from bot.tables.game_kinds import GameKind, GameRegistry
from cards.catalogue import PLAYER_FACTORIES, door_packs
from cards.door.decks import decks_of
from cards.door.game import DoorGame
from cards.door.options import DoorOptions
from cards.kernel.game import CardFace, Setup
from cards.language.checking import PackError
from cards.language.packs import PACKS_DIR, Pack, build_pack, load_pack, pack_data
from cards.panic.game import PanicGame
from cards.panic.options import PanicOptions
from cards.panic.pack import Box, load_box

ROBOT_FACTORIES = PLAYER_FACTORIES

MAX_SEATS_HOUSE_RULE = 8
"""Seats of a door-kicking game where the house allows more than the sheets do (H-19)."""


def game_registry() -> GameRegistry:
    """Return all games; door packs can be joined with ``+``. Raises UnusableError for a faulty pack."""
    kinds = [_checked(name) for name in door_packs()]
    return GameRegistry([*kinds, panic_kind()], join_packs)


def _checked(name: str) -> GameKind:
    try:
        return door_kind(name)
    except PackError as error:
        folder = PACKS_DIR / name
        raise UnusableError(
            f"The card set in {folder} cannot be used:\n\n{error}\n\n"
            f"Mend it (`kickdoor packs check {folder}`), or take the folder away."
        ) from error


def join_packs(names: tuple[str, ...]) -> GameKind | None:
    """Return several door-kicking sets as one game, if all of them are such."""
    return door_kind("+".join(names)) if set(names) <= set(door_packs()) else None


def faults_of(model: type[BaseModel], options: Mapping[str, Any]) -> list[str]:
    """Name every option that the model does not take."""
    try:
        model.model_validate(dict(options))
    except ValidationError as error:
        return [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
    return []


# the door-kicking games


def door_kind(name: str) -> GameKind:
    """Return the game with these packs."""
    packs = [load_pack(part) for part in name.split("+")]
    return GameKind(
        name=name,
        title=" + ".join(pack.title for pack in packs),
        min_seats=3,
        max_seats=6,
        default_options=DoorOptions.model_validate({}).model_dump(mode="json"),
        make=make_door,
        definitions=door_definitions,
        option_faults=lambda options: faults_of(DoorOptions, options),
        has_sexes=not any(pack.edition.roles for pack in packs),  # where Roles are dealt the sex is theirs
        faces=lambda: tuple(card.face for pack in packs for card in pack.definitions),
        valid_when_stale=frozenset({"kick", "loot", "end_turn", "ask_help", "claim"}),
        seat_limit_for=lambda options: MAX_SEATS_HOUSE_RULE if options.get("allow_many") else 6,
    )


def make_door(setup: Setup, definitions: bytes | None) -> DoorGame:
    """Make the game with today's cards, or with those saved with it."""
    if definitions is None:
        return DoorGame(setup)
    packs = list(decode_packs(definitions))
    return DoorGame(setup, decks_of(packs, DoorOptions.model_validate(dict(setup.options))))


def door_definitions(setup: Setup) -> bytes:
    """Return the packs of a game as compressed JSON."""
    return encode_packs(setup.game)


@cache
def encode_packs(game: str) -> bytes:
    """Compress the packs of a game, once for all."""
    packs = [pack_data(name) for name in game.split("+")]
    return zlib.compress(json.dumps(packs).encode())


@cache
def decode_packs(definitions: bytes) -> tuple[Pack, ...]:
    """Read what ``door_definitions`` wrote. Raises ValueError."""
    return tuple(build_pack(data) for data in json.loads(zlib.decompress(definitions)))


# the castle-defence game


def panic_kind() -> GameKind:
    """Return the castle-defence game."""
    return GameKind(
        name="panic",
        title="Panic",
        min_seats=1,
        max_seats=6,
        default_options=PanicOptions.model_validate({}).model_dump(mode="json"),
        make=make_panic,
        definitions=lambda setup: zlib.compress(load_box().model_dump_json().encode()),
        option_faults=lambda options: faults_of(PanicOptions, options),
        faces=panic_faces,
    )


def panic_faces() -> tuple[CardFace, ...]:
    """List every different card of the game with the whole expansion."""
    game = PanicGame(Setup("panic", 6, 0, {"more_munchkin": True}))
    return tuple({(face := game.face(card)).id: face for card in range(len(game.catalog))}.values())


def make_panic(setup: Setup, definitions: bytes | None) -> PanicGame:
    """Make the game with today's cards, or with those saved with it."""
    return PanicGame(setup, None if definitions is None else decode_box(definitions))


@cache
def decode_box(definitions: bytes) -> Box:
    """Read the cards that were kept with a game. Raises ValueError."""
    return Box.model_validate_json(zlib.decompress(definitions))
