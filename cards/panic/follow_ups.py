"""Weapons that follow a Hit of an earlier attack of the same phase (P-203, H-121)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cards.panic.pack import Catalog
from cards.panic.state import PastAttack


@dataclass(frozen=True, slots=True)
class JoinedAttack:
    """The earlier attacks that a new one continues.

    ``hits`` and ``wasted`` are theirs, ``open_hits`` what they have left, ``own_weapons`` how many Weapons
    of the new attack need one of its own Hits.
    """

    continued: tuple[PastAttack, ...]
    hits: int
    wasted: int
    open_hits: tuple[int, ...]
    own_weapons: int


def fitting_hits(catalog: Catalog, attack: PastAttack, ring: int) -> list[int]:
    """Return the Hits of an earlier attack that a Weapon can follow in this ring, Heroes last (P-160)."""
    fitting = [card for card in attack.open_hits if catalog.spaces[card] >> 6 * ring & 0b111111]
    return sorted(fitting, key=lambda card: catalog.spaces[card].bit_count())


def count_open_hits(catalog: Catalog, attacks: Iterable[PastAttack], seat: int, token: int, ring: int) -> int:
    """Return how many Weapons may follow the Hits that the seat used on the monster in this phase."""
    return sum(
        len(fitting_hits(catalog, attack, ring))
        for attack in attacks
        if (attack.seat, attack.token) == (seat, token)
    )


def join_attacks(
    catalog: Catalog, attacks: Iterable[PastAttack], seat: int, token: int, ring: int, weapons: int
) -> JoinedAttack:
    """Return the earlier attacks that a new one with this many Weapons continues.

    Weapons go with earlier Hits first, those of the attack that was weakest for its monster before others.
    """
    past = [attack for attack in attacks if (attack.seat, attack.token) == (seat, token)]
    continued: list[PastAttack] = []
    open_hits: list[int] = []
    for attack in sorted(past, key=lambda attack: -attack.wasted):
        taken = fitting_hits(catalog, attack, ring)[:weapons]
        if not taken:
            continue
        weapons -= len(taken)
        left = list(attack.open_hits)
        for card in taken:
            left.remove(card)
        continued.append(attack)
        open_hits += left
    return JoinedAttack(
        continued=tuple(continued),
        hits=sum(attack.hits for attack in continued),
        wasted=sum(attack.wasted for attack in continued),
        open_hits=tuple(open_hits),
        own_weapons=weapons,
    )
