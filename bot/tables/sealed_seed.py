"""The seed of a game, which nobody can choose: a secret of the bot, mixed with the presses of the people.

The bot draws its secret when a lobby opens and shows the hash of it at once. Discord numbers every press, and
those of joining and starting go into the seed; so the bot is bound before it knows them, and people press
without knowing the secret. docs/fair-dice.md explains it, and what it does not prevent.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.tables.table import SEED_HEX_DIGITS, Contribution, Seat, Table, seed_message
from cards.kernel.dice import commitment
from cards.kernel.game import Setup

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class StartRecord:
    """What is logged of a start: all that the game was made from, so that its log alone replays it.

    ``secret`` is empty where no presses went into the seed; then ``commitment`` is the hash of the seed.
    """

    game: str
    seats: int
    seed: int = field(repr=False)
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    sexes: tuple[str, ...] = ()
    digest: str = ""
    secret: str = field(default="", repr=False)
    secret_hash: str = ""
    contributions: tuple[Contribution, ...] = ()
    commitment: str = ""

    @property
    def setup(self) -> Setup:
        """Return what the game is made from."""
        return Setup(self.game, self.seats, self.seed, self.options, self.sexes)


def new_seed() -> int:
    """Return 64 bits that nobody can guess."""
    return secrets.randbits(64)


def new_secret() -> str:
    """Return 256 bits that nobody can guess, in hex."""
    return secrets.token_hex(SECRET_BYTES)


def hash_of_secret(secret: str) -> str:
    """Return the SHA-256 of a secret, taken as text, in hex."""
    return hashlib.sha256(secret.encode()).hexdigest()


def mix_seed(secret: str, contributions: Iterable[Contribution]) -> int:
    """Return the first 64 bits of the HMAC-SHA256 of the contributions, with the secret as its key."""
    message = seed_message(contributions)
    return int(hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()[:SEED_HEX_DIGITS], 16)


def contributions_of(seats: Iterable[Seat], starter: int, interaction_id: int) -> tuple[Contribution, ...]:
    """Return the presses that go into a seed: everybody's joining in the order of seats, and the start."""
    joined = [
        Contribution("join", number, seat.interaction_id)
        for number, seat in enumerate(seats)
        if seat.interaction_id
    ]
    return (*joined, *([Contribution("start", starter, interaction_id)] if interaction_id else []))


def reveal_seed(table: Table, seed: int, secret: str) -> Table:
    """Return the facts of a game that has ended, with all that shows how its dice came about."""
    assert not table.secret_hash or hash_of_secret(secret) == table.secret_hash
    assert not table.commitment or commitment(seed) == table.commitment
    return replace(table, seed=seed, secret=secret)


def start_record(setup: Setup, table: Table, secret: str) -> StartRecord:
    """Return what to log of a start."""
    return StartRecord(
        game=setup.game,
        seats=setup.seats,
        seed=setup.seed,
        options=setup.options,
        sexes=setup.sexes,
        digest=table.digest,
        secret=secret,
        secret_hash=table.secret_hash,
        contributions=table.contributions,
        commitment=table.commitment,
    )
