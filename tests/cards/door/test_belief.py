"""What players believe of a table: with everything that can be seen, it behaves as the real one does."""

from typing import Any

import pytest

from cards.door import escape, fights, score
from cards.door.belief import believe
from cards.door.rules import DoorEngine
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE
from tests.cards.players.situations import PlayerSituation

MATE, OTHER_ONE = "Mate", "Same One, Other Universe"
KNEES = "The Dimension That Is All Knees"


def totals(situation: PlayerSituation, seat: int) -> tuple[int, int]:
    """Return both totals on the table that a seat believes in."""
    board = DoorEngine(
        believe(situation.game.view(situation.state, seat), situation.game.decks), situation.game.decks
    )
    return score.strength(board, PARTY_SIDE), score.strength(board, MONSTERS_SIDE)


def shown(situation: PlayerSituation, seat: int) -> tuple[int, int]:
    """Return both totals that a seat sees."""
    combat = situation.game.view(situation.state, seat).combat
    assert combat is not None
    return combat.party, combat.monsters


def paired(copy: str, hand: list[str], **more: Any) -> PlayerSituation:
    """Return a fight against a Goose Knight and a copy of it; the second seat holds more cards."""
    fight = {"monsters": ["Goose Knight"], "enhancers": more.pop("enhancers", {})}
    situation = PlayerSituation({"level": 4}, {"hand": [copy, *hand]}, {}, fight=fight, **more)
    situation.do(1, "use", copy, [[situation.card("Goose Knight")]])
    return situation


@pytest.mark.parametrize("on", ["Goose Knight", MATE])
@pytest.mark.parametrize("viewer", [0, 1])
def test_what_enhances_one_of_a_pair_counts_for_both(on: str, viewer: int) -> None:
    """R-303: before and after, on the real table and on the believed one."""
    situation = paired(MATE, ["Ancient"], enhancers={"Goose Knight": "Freshly Exhumed"})
    before = totals(situation, viewer)
    assert before == shown(situation, viewer)
    believed = believe(situation.game.view(situation.state, 1), situation.game.decks)
    ancient = situation.card("Ancient")
    fights.enhance(DoorEngine(believed, situation.game.decks), ancient, situation.card(on), 1)
    assert score.strength(DoorEngine(believed, situation.game.decks), MONSTERS_SIDE) == before[1] + 20
    situation.do(1, "play", "Ancient", [[situation.card(on)]])
    assert totals(situation, viewer) == shown(situation, viewer) == (before[0], before[1] + 20)


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
    situation = paired(MATE, ["Goad"], cards=[goad])
    situation.do(1, "use", "Goad", [[situation.card(on)]])
    assert totals(situation, 0) == shown(situation, 0) == (4, 12 if on == "Goose Knight" else 10)


def test_what_shaped_the_original_of_a_copy_goes_on_shaping_the_copy() -> None:
    """R-647: its figures, and the roll to run away from it."""
    situation = PlayerSituation(
        {"level": 4},
        {"hand": [OTHER_ONE, "Genetically Mutated…"]},
        {},
        game="rick_and_morty",
        fight={"monsters": [KNEES], "enhancers": {KNEES: "Rocket-Propelled…"}},
    )
    situation.do(1, "use", OTHER_ONE, [[situation.card(KNEES)]])
    situation.do(1, "play", "Genetically Mutated…", [[situation.card(KNEES)]])
    real = DoorEngine(situation.state, situation.game.decks)
    believed = DoorEngine(
        believe(situation.game.view(situation.state, 0), situation.game.decks), situation.game.decks
    )
    assert totals(situation, 0) == shown(situation, 0)
    rolls = [[escape.flee_bonus(board, 0, foe) for foe in board.combat.foes] for board in (real, believed)]
    assert rolls[0] == rolls[1]
    assert rolls[0][1] == escape.COPY_FLEE_MODIFIER - 1
