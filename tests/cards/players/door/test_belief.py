"""What players believe of a table: with everything that can be seen, it behaves as the real one does."""

from __future__ import annotations

from typing import Any

import pytest

from cards.door import escape, fights, score
from cards.door.rules import DoorEngine
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE
from cards.players.door.belief import believe
from tests.cards.players.situations import PlayerSituation

MATE, OTHER_ONE = "Mate", "Same One, Other Universe"
KNEES = "The Dimension That Is All Knees"


def totals(spot: PlayerSituation, seat: int) -> tuple[int, int]:
    """Return both totals on the table that a seat believes in."""
    board = DoorEngine(believe(spot.game.view(spot.state, seat), spot.game.decks), spot.game.decks)
    return score.strength(board, PARTY_SIDE), score.strength(board, MONSTERS_SIDE)


def shown(spot: PlayerSituation, seat: int) -> tuple[int, int]:
    """Return both totals that a seat sees."""
    combat = spot.game.view(spot.state, seat).combat
    assert combat is not None
    return combat.party, combat.monsters


def paired(copy: str, hand: list[str], **situation: Any) -> PlayerSituation:
    """Return a fight against a Goose Knight and a copy of it; the second seat holds more cards."""
    fight = {"monsters": ["Goose Knight"], "enhancers": situation.pop("enhancers", {})}
    spot = PlayerSituation({"level": 4}, {"hand": [copy, *hand]}, {}, fight=fight, **situation)
    spot.do(1, "use", copy, [[spot.card("Goose Knight")]])
    return spot


@pytest.mark.parametrize("on", ["Goose Knight", MATE])
@pytest.mark.parametrize("viewer", [0, 1])
def test_what_enhances_one_of_a_pair_counts_for_both(on: str, viewer: int) -> None:
    """R-303: before and after, on the real table and on the believed one."""
    spot = paired(MATE, ["Ancient"], enhancers={"Goose Knight": "Freshly Exhumed"})
    before = totals(spot, viewer)
    assert before == shown(spot, viewer)
    believed = believe(spot.game.view(spot.state, 1), spot.game.decks)
    ancient = spot.card("Ancient")
    fights.enhance(DoorEngine(believed, spot.game.decks), ancient, spot.card(on), 1)
    assert score.strength(DoorEngine(believed, spot.game.decks), MONSTERS_SIDE) == before[1] + 20
    spot.do(1, "play", "Ancient", [[spot.card(on)]])
    assert totals(spot, viewer) == shown(spot, viewer) == (before[0], before[1] + 20)


@pytest.mark.parametrize("on", ["Goose Knight", MATE])
def test_what_is_played_on_one_of_a_pair_is_counted_once_for_each_it_concerns(on: str) -> None:
    """What counts for the original counts for its Mate as well, but not the other way round."""
    goad = {
        "id": "goad",
        "kind": "one_shot",
        "name": "Goad",
        "play": [
            {
                "when": ["combat"],
                "targets": [{"name": "monster"}],
                "then": [{"do": "power", "n": 2, "side": "monsters", "monster": "monster"}],
            }
        ],
    }
    spot = paired(MATE, ["Goad"], cards=[goad])
    spot.do(1, "use", "Goad", [[spot.card(on)]])
    assert totals(spot, 0) == shown(spot, 0) == (4, 12 if on == "Goose Knight" else 10)


def test_what_shaped_the_original_of_a_copy_goes_on_shaping_the_copy() -> None:
    """R-647: its figures, and the roll to run away from it."""
    spot = PlayerSituation(
        {"level": 4},
        {"hand": [OTHER_ONE, "Genetically Mutated…"]},
        {},
        game="rick_and_morty",
        fight={"monsters": [KNEES], "enhancers": {KNEES: "Rocket-Propelled…"}},
    )
    spot.do(1, "use", OTHER_ONE, [[spot.card(KNEES)]])
    spot.do(1, "play", "Genetically Mutated…", [[spot.card(KNEES)]])
    real = DoorEngine(spot.state, spot.game.decks)
    believed = DoorEngine(believe(spot.game.view(spot.state, 0), spot.game.decks), spot.game.decks)
    assert totals(spot, 0) == shown(spot, 0)
    rolls = [[escape.flee_bonus(board, 0, foe) for foe in board.combat.foes] for board in (real, believed)]
    assert rolls[0] == rolls[1]
    assert rolls[0][1] == escape.COPY_FLEE_MODIFIER - 1
