"""The Apocalypse pack: its composition, and the figures of its rule sheet."""

from collections import Counter

import pytest

from cards.language.packs import load_pack

PACK = load_pack("apocalypse")


def test_95_doors_73_treasures_and_12_seals() -> None:
    """R-660: twelve Seals besides the 168 cards (H-64 leaves the split to us)."""
    assert Counter(made.back for made in PACK.cards()) == {"door": 95, "treasure": 73, "seal": 12}


def test_composition() -> None:
    kinds = Counter(made.kind for made in PACK.cards())
    assert kinds["monster"] == kinds["item"] == 37
    assert (kinds["class"], kinds["double"], kinds["curse"]) == (16, 2, 18)
    assert (kinds["one_shot"], kinds["level_up"], kinds["wandering"]) == (24, 9, 3)


def test_undead_and_sharks_have_company() -> None:
    """R-311, R-312: there must be several of a kind for one to join another."""
    tags = Counter(tag for made in PACK.cards() for tag in made.tags)
    assert tags["undead"] >= 6
    assert tags["shark"] >= 6
    assert PACK.edition.joins == ("undead", "shark")


@pytest.mark.parametrize(
    ("id_", "figures"),
    [
        ("fire-ants", {"level": 10, "treasures": 3}),
        ("tire-iron", {"bonus": 2, "hands": 1}),
        ("dehydrated-water", {"bonus": 5, "once": True}),
        ("beer-shortage", {"kind": "seal"}),
        ("zoo-breakout", {"kind": "curse"}),
    ],
)
def test_figures_of_the_sheet(id_: str, figures: dict[str, object]) -> None:
    made = PACK.find(id_)
    assert {key: getattr(made, key) for key in figures} == figures


def test_disasters_are_called_so() -> None:
    """R-570: a Disaster is a Curse under another name."""
    assert PACK.find("sinkhole").face.kind == "Disaster"
