"""Every card of every pack: it has a proper text, and its effects run on a bare and on a crowded table."""

import re
from dataclasses import replace

import pytest

from cards.kernel.frames import Frame
from cards.language.definition import Definition
from cards.language.packs import combine_packs, load_pack, pack_names
from cards.language.timing import EVENTS
from tests.cards.language.table import LanguageTable

CARDS = [
    pytest.param(made, id=f"{name}:{made.id}")
    for name in pack_names()
    for made in load_pack(name).definitions
]


@pytest.mark.parametrize("made", CARDS)
def test_it_reads_well(made: Definition) -> None:
    """There is a text without leftovers of templates, and every line is a sentence."""
    assert made.text
    assert made.face.text == made.text
    assert made.face.name == made.name
    assert made.flavour
    for line in made.text:
        assert not set(line) & set("{}_<>"), line
        assert line[0].isupper() or line[0] in "+-", line
        assert line.endswith((".", "?", "!")), line
        assert "  " not in line
        assert not re.search(
            r"\b(a [aeiou]\w+|you (loses|gains|draws|is|has)|player (lose|gain|draw|are|have))\b", line
        ), line


@pytest.mark.parametrize("made", CARDS)
def test_its_figures_make_sense(made: Definition) -> None:
    assert made.copies >= 1
    assert made.value % 100 == 0
    assert set(made.on) <= set(EVENTS)
    if made.kind == "monster":
        assert made.bad
        assert made.treasures >= 1
        assert 1 <= made.level <= 20
    if made.slot == "hand":
        assert made.hands in (1, 2)
    for number, block in enumerate(made.blocks):
        assert made.number_of(block) == number


def crowded(made: Definition) -> tuple[LanguageTable, int]:
    """Return a table with cards of every kind in play, and the card itself at seat 0."""
    table = LanguageTable()
    card = len(table.cards)
    table.cards.append(made)
    for seat in range(3):
        table.give(seat, "equipped", "hat", "boots", "axe")
        table.give(seat, "carried", "bow", "bomb")
        table.give(seat, "hand", "rat", "itch", "hat")
        table.give(seat, "traits", "elf", "thief")
        table.give(seat, "companions", "squire")
    table.fight("rat", "ghoul", helper=1)
    table.pile_up("door_discard", "rat", "itch", "ghoul", "elf")
    table.pile_up("treasure_discard", "hat", "bomb")
    table.fled, table.pending_curse, table.victim = table.foes[0], table.card("itch"), 0
    table.dice = [3] * 20
    return table, card


def bare(made: Definition) -> tuple[LanguageTable, int]:
    """Return a table with nothing on it."""
    table = LanguageTable()
    table.deck.clear()
    table.dice = [3] * 20
    table.cards.append(made)
    return table, 0


@pytest.mark.parametrize("most", [False, True], ids=["least", "most"])
@pytest.mark.parametrize("setting", [bare, crowded])
@pytest.mark.parametrize("made", [case for case in CARDS if case.values[0].blocks])  # type: ignore[union-attr]
def test_all_it_does_comes_to_an_end(made: Definition, setting: object, most: bool) -> None:
    """With nothing, one and several to act on: no question stays open, however it is answered."""
    assert callable(setting)
    for block in range(len(made.blocks)):
        table, card = setting(made)
        bindings = {"target": 1, "second": 2, "side": "party", "word": "x", "paid": 1}
        if table.foes:
            bindings |= {"card": table.cards_of(1, "carried")[0], "monster": table.foes[0]}
        table.frames.append(Frame("run", 0, 1, card, block, vars=bindings))
        table.go_on()
        while table.question is not None:
            _, _, slot = table.question
            count = min(slot.most, len(slot.options)) if most else slot.least
            table.answer(*(slot.options[-count:] if most and count else slot.options[:count]))
        assert table.frames == []


def test_packs_join_in_any_order_without_losing_a_card() -> None:
    packs = [load_pack(name) for name in pack_names()]
    whole = combine_packs(packs)
    assert len(whole.cards()) == sum(len(pack.cards()) for pack in packs)
    assert combine_packs(packs[:1]) is packs[0]


def test_joined_editions_obey_the_stricter_rule() -> None:
    """H-81: a Big limit if any has one, Treasures for removed monsters only if all pay; the rest adds up."""
    classic = load_pack("classic")
    loose = replace(
        classic,
        id="loose",
        edition=classic.edition.model_copy(
            update={
                "big_limit": "none",
                "treasures_for_removed": True,
                "sacrifice": True,
                "joins": ("sharks",),
            }
        ),
        definitions=tuple(made for made in classic.definitions if made.kind != "race"),
    )
    both = combine_packs([classic, loose])
    assert both.id == "classic+loose"
    assert both.edition.big_limit == 1
    assert not both.edition.treasures_for_removed
    assert both.edition.sacrifice
    assert both.edition.joins == ("undead", "sharks")
    assert combine_packs([loose, loose]).edition.big_limit == "none"
    assert both.digest != classic.digest


def test_doublers_without_anything_to_double_are_left_out() -> None:
    """R-721: no Races in play, no Half-Breeds."""
    classic = load_pack("classic")
    raceless = replace(
        classic, definitions=tuple(made for made in classic.definitions if made.kind != "race")
    )
    left = {made.id for made in combine_packs([raceless, raceless]).definitions}
    assert "super-munchkin" in left
    assert "half-breed" not in left


def test_a_pack_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        load_pack("../packs/classic")
    with pytest.raises(KeyError):
        load_pack("classic").find("no-such-card")
