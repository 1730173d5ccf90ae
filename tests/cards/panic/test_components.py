"""The box: how many of what, and what the cards say (P-001 to P-010)."""

from collections import Counter

import pytest
from pydantic import ValidationError

from cards.kernel.game import Setup, SetupError
from cards.panic.game import PanicGame
from cards.panic.pack import Box, CardDefinition, MonsterDefinition, load_box
from cards.panic.rules import FORTIFY_TOKEN_COUNT, TOWER_COUNT
from cards.panic.words.attack import Hit

STANDARD_GAME = PanicGame(Setup("panic", 4, 1))
EXPANDED_GAME = PanicGame(Setup("panic", 4, 1, {"more_munchkin": True}))
SOLO_GAME = PanicGame(Setup("panic", 1, 1))


def count(game: PanicGame, deck: str) -> int:
    return len(game.catalog.of_deck(deck))


def kinds(game: PanicGame, deck: str) -> Counter[str]:
    return Counter(game.catalog.kind[card] for card in game.catalog.of_deck(deck))


def test_structures() -> None:
    """P-001: six Walls, six Towers, two Fortify tokens; one Flask of Glue token (see test_specials)."""
    state, _ = STANDARD_GAME.start()
    assert state.walls.bit_count() == state.towers.bit_count() == TOWER_COUNT == 6
    assert STANDARD_GAME.rules.fortify_tokens == FORTIFY_TOKEN_COUNT == 2


def test_castle_cards() -> None:
    """P-002: 45 Castle cards, 33 Hits, 4 Curses, 8 Specials."""
    assert count(STANDARD_GAME, "castle") == 45
    assert kinds(STANDARD_GAME, "castle") == {"hit": 33, "curse": 4, "special": 8}


def test_kinds_of_hits() -> None:
    """P-003, P-004: nine kinds three times, a Hero of each color, an Any Color of each ring once."""
    copies: Counter[str] = Counter()
    for card in load_box().castle:
        if isinstance(card.effect, Hit):
            one = len(card.effect.rings), len(card.effect.colours)
            copies[f"{one} x{card.copies}"] += 1
    assert copies == {"(1, 1) x3": 9, "(3, 1) x1": 3, "(1, 3) x1": 3}
    assert 9 * 3 + 3 + 3 == 33


def test_treasures() -> None:
    """P-005: 28 Treasures, 16 Weapons, 5 Potions, 7 Specials, one of each."""
    assert count(STANDARD_GAME, "treasure") == 28
    assert kinds(STANDARD_GAME, "treasure") == {"weapon": 16, "potion": 5, "special": 7}
    assert (
        len({STANDARD_GAME.catalog.definitions[c].id for c in STANDARD_GAME.catalog.of_deck("treasure")})
        == 28
    )


def test_tokens() -> None:
    """P-006, H-101: 39 tokens, 31 monsters and 8 Curses, one of each (so Lose help comes up once)."""
    assert count(STANDARD_GAME, "token") == 39
    assert (len(load_box().monsters), len(load_box().curses)) == (31, 8)


def test_points_and_dots() -> None:
    """P-007: 5, 7, 13, 5 and 1 monsters of 1 to 5 points; 83 points and 39 Treasures in all."""
    monsters = load_box().monsters
    assert Counter(m.points for m in monsters) == {1: 5, 2: 7, 3: 13, 4: 5, 5: 1}
    assert sum(m.points for m in monsters) == 83
    assert sum(m.treasures for m in monsters) == 39

    def dots(monster: MonsterDefinition) -> int:
        return {4: 2, 5: 3}.get(monster.points, 2 if monster.id == "leperchaun" else 1)

    assert all(m.treasures == dots(m) for m in monsters)


def test_expansion() -> None:
    """P-008: one Castle card, seven Treasures (two Weapons, five Enhancers), seven Characters; 88 cards."""
    assert count(EXPANDED_GAME, "castle") == 46
    assert kinds(EXPANDED_GAME, "treasure") - kinds(STANDARD_GAME, "treasure") == {"weapon": 2, "enhancer": 5}
    assert count(EXPANDED_GAME, "character") == 7
    assert count(EXPANDED_GAME, "castle") + count(EXPANDED_GAME, "treasure") + 7 == 88


def test_solitaire_box() -> None:
    """P-009, P-243: 40 Castle cards, 27 Treasures, 38 tokens."""
    assert [count(SOLO_GAME, deck) for deck in ("castle", "treasure", "token")] == [40, 27, 38]
    gone = {d.id for d in STANDARD_GAME.catalog.definitions} - {d.id for d in SOLO_GAME.catalog.definitions}
    assert gone == {
        "duck_of_doom",
        "truly_obnoxious",
        "lightning",
        "chicken_on_your_head",
        "help_me_out_here",
        "sandals_of_protection",
        "lose_help",
    }


@pytest.mark.parametrize("seats", [0, 7])
def test_one_to_six_players(seats: int) -> None:
    """P-010: one to six may play, no other number."""
    with pytest.raises(SetupError, match="bad_seat_count"):
        PanicGame(Setup("panic", seats, 1))


def test_every_card_reads() -> None:
    """Each card, token and Character has a name and a text made from its data; flavour is its own."""
    seen: set[str] = set()
    for card in range(len(EXPANDED_GAME.catalog)):
        face = EXPANDED_GAME.face(card)
        assert face.name
        assert face.back in ("castle", "treasure", "token", "character")
        assert face.text or face.kind == "monster"
        assert all((line[0].isupper() or line[0].isdigit()) and line.endswith(".") for line in face.text)
        seen.add(face.kind)
    assert seen == {
        "hit", "curse", "special", "weapon", "potion", "enhancer", "monster", "token", "character",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("red_swordsman", "1 point of damage in the red Swordsman ring"),
        ("any_knight", "the Knight ring, any color"),
        ("buckler_of_swashing", "+1 in Knight or Archer; +2 in Swordsman"),
        ("potion_of_halitosis", "2 points of damage to a monster anywhere but in the Forest"),
        ("wishing_ring", "a Curse token as it is drawn"),
        ("net_troll", "only one attack of 2 or more finishes it"),
        ("plutonium_dragon", "only one attack of 3 or more finishes it"),
        ("gazebo", "without help"),
        ("dwarf", "3 Hits in one attack to slay 3,872 Orcs"),
    ],
)
def test_texts_say_what_runs(card: str, words: str) -> None:
    """A card's text contains the figures of its data."""
    face = EXPANDED_GAME.face(EXPANDED_GAME.catalog.index(card))
    assert words in " ".join(face.text)


def test_icons() -> None:
    """P-053, P-175: the Tower icon stands for reaching the Castle ring, the Tree for the Forest."""
    towers = {f.id for f in map(EXPANDED_GAME.face, range(len(EXPANDED_GAME.catalog))) if "tower" in f.traits}
    trees = {f.id for f in map(EXPANDED_GAME.face, range(len(EXPANDED_GAME.catalog))) if "tree" in f.traits}
    assert towers == {
        "super_munchkin",
        "drive_him_back",
        "flask_of_glue",
        "out_to_lunch",
        "wandering_monster",
        "potion_of_idiotic_bravery",
        "potion_of_halitosis",
        "sleep_potion",
        "cotion_of_ponfusion",
    }
    assert trees == {"sleep_potion", "wandering_monster"}


def test_black_borders() -> None:
    """P-221: the seven nemeses are marked, the Cleric's Vampire too."""
    marked = {
        face.id
        for face in map(EXPANDED_GAME.face, range(len(EXPANDED_GAME.catalog)))
        if "nemesis" in face.traits
    }
    assert marked == {
        "orcs", "face_sucker", "bigfoot", "lawyers", "shrieking_geek", "harpies", "wannabe_vampire",
    }  # fmt: skip


def test_a_broken_pack_is_refused() -> None:
    """Unknown fields, duplicate ids and contradictory combinations do not load."""
    data = load_box().model_dump()
    data["castle"][0]["colour"] = "pink"
    with pytest.raises(ValidationError, match="colour"):
        Box.model_validate(data)
    data = load_box().model_dump()
    data["castle"][1]["id"] = data["castle"][0]["id"]
    with pytest.raises(ValidationError, match="duplicate ids"):
        Box.model_validate(data)
    curse = next(card for card in load_box().castle if card.kind == "curse").model_dump()
    with pytest.raises(ValidationError, match="curse"):
        CardDefinition.model_validate({**curse, "kind": "special"})
    hit = load_box().castle[0].model_dump()
    with pytest.raises(ValidationError, match="needs when = 'play'"):
        CardDefinition.model_validate({**hit, "when": "any"})


def test_kept_cards() -> None:
    """A game goes on with the cards it began with: they can be written down and read again."""
    kept = Box.model_validate_json(load_box().model_dump_json())
    assert kept == load_box()
    assert PanicGame(Setup("panic", 4, 1), kept).digest == STANDARD_GAME.digest


def test_the_definitions_have_a_digest() -> None:
    """The digest shows whether a saved game is loaded with the same cards."""
    assert STANDARD_GAME.digest == PanicGame(Setup("panic", 3, 9)).digest
    assert STANDARD_GAME.digest != SOLO_GAME.digest
