"""The games and computer players that tables can have, put together from the cards."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ValidationError

from bot.exit_codes import Unusable
from bot.tables.games import GameKind, Shelf
from cards.catalogue import PLAYERS, door_packs
from cards.door.decks import decks_of
from cards.door.game import DoorGame
from cards.door.options import DoorOptions
from cards.kernel.game import Face, Setup
from cards.language.checking import PackFaults
from cards.language.packs import HOME, Pack, build_pack, load_pack, pack_data
from cards.panic.game import PanicGame
from cards.panic.options import PanicOptions
from cards.panic.pack import Box, box

ROBOTS = PLAYERS

CROWD = 8
"""Seats of a door-kicking game where the house allows more than the sheets do (H-19)."""


def shelf() -> Shelf:
    """Return all games; door-kicking packs can be joined with ``+``. Raises Unusable for a faulty pack."""
    kinds = [_checked(name) for name in door_packs()]
    return Shelf([*kinds, panic()], join)


def _checked(name: str) -> GameKind:
    try:
        return door(name)
    except PackFaults as error:
        folder = HOME / name
        raise Unusable(
            f"The card set in {folder} cannot be used:\n\n{error}\n\n"
            f"Mend it (`kickdoor packs check {folder}`), or take the folder away."
        ) from error


def join(names: tuple[str, ...]) -> GameKind | None:
    """Return several door-kicking sets as one game, if all of them are such."""
    return door("+".join(names)) if set(names) <= set(door_packs()) else None


def faults_of(model: type[BaseModel], options: Mapping[str, Any]) -> list[str]:
    """Name every option that the model does not take."""
    try:
        model.model_validate(dict(options))
    except ValidationError as error:
        return [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
    return []


# the door-kicking games


def door(name: str) -> GameKind:
    """Return the game with these packs."""
    packs = [load_pack(part) for part in name.split("+")]
    return GameKind(
        name=name,
        title=" + ".join(pack.title for pack in packs),
        least=3,
        most=6,
        defaults=DoorOptions.model_validate({}).model_dump(mode="json"),
        make=make_door,
        definitions=door_definitions,
        check=lambda options: faults_of(DoorOptions, options),
        sexes=not any(pack.edition.roles for pack in packs),  # where Roles are dealt the sex is theirs
        faces=lambda: tuple(card.face for pack in packs for card in pack.definitions),
        steady=frozenset({"kick", "loot", "end_turn", "ask_help", "claim"}),
        widened=lambda options: CROWD if options.get("allow_many") else 6,
    )


def make_door(setup: Setup, definitions: bytes | None) -> DoorGame:
    """Make the game with today's cards, or with those that were kept."""
    if definitions is None:
        return DoorGame(setup)
    packs = list(kept_packs(definitions))
    return DoorGame(setup, decks_of(packs, DoorOptions.model_validate(dict(setup.options))))


def door_definitions(setup: Setup) -> bytes:
    """Return the packs of a game as compressed JSON."""
    return packed(setup.game)


@cache
def packed(game: str) -> bytes:
    """Compress the packs of a game, once for all."""
    packs = [pack_data(name) for name in game.split("+")]
    return zlib.compress(json.dumps(packs).encode())


@cache
def kept_packs(definitions: bytes) -> tuple[Pack, ...]:
    """Read what ``door_definitions`` wrote. Raises ValueError."""
    return tuple(build_pack(data) for data in json.loads(zlib.decompress(definitions)))


# the castle-defence game


def panic() -> GameKind:
    """Return the castle-defence game."""
    return GameKind(
        name="panic",
        title="Panic",
        least=1,
        most=6,
        defaults=PanicOptions.model_validate({}).model_dump(mode="json"),
        make=make_panic,
        definitions=lambda setup: zlib.compress(box().model_dump_json().encode()),
        check=lambda options: faults_of(PanicOptions, options),
        faces=panic_faces,
    )


def panic_faces() -> tuple[Face, ...]:
    """List every different card of the game with the whole expansion."""
    game = PanicGame(Setup("panic", 6, 0, {"more_munchkin": True}))
    return tuple({(face := game.face(card)).id: face for card in range(len(game.catalog))}.values())


def make_panic(setup: Setup, definitions: bytes | None) -> PanicGame:
    """Make the game with today's cards, or with those that were kept."""
    return PanicGame(setup, None if definitions is None else kept_box(definitions))


@cache
def kept_box(definitions: bytes) -> Box:
    """Read the cards that were kept with a game. Raises ValueError."""
    return Box.model_validate_json(zlib.decompress(definitions))
