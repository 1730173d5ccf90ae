"""What the die needs to get away counts the cards of this fight, and they are named."""

import pytest

from bot.views.base import limits
from bot.views.door.forecast import in_fight
from bot.views.table import details
from cards.kernel.moves import Move
from tests.bot.views.games import view_of
from tests.cards.players.situations import PlayerSituation
from tests.gallery.budget import MAX_HEIGHT_PX
from tests.gallery.estimate import estimated_height_px

BEES = "Hatful of Hornets"


def test_a_card_that_makes_running_harder_is_counted_and_named() -> None:
    """On the button of the table and of the hand, and in Why, for everybody alike."""
    situation = PlayerSituation(
        {"level": 3}, {"hand": [BEES]}, {}, game="wild_west", fight={"monsters": ["Railroad Baron"]}
    )
    assert in_fight(view_of(situation.game, situation.state, None), Move("run_away")) == "needs 5+"
    situation.do(1, "use", BEES, [["monsters"]])
    for seat in (None, 0, 2):
        view = view_of(situation.game, situation.state, seat)
        assert in_fight(view, Move("run_away")) == "needs 6+"
        assert "needs 6+ (−1 Hatful of Hornets)" in details.details_screen(view).as_text()


@pytest.mark.parametrize("more", [0, 1, 3])
def test_why_adds_up_each_side_says_what_running_takes_and_fits_a_phone(more: int) -> None:
    ada = {"level": 8, "in_play": ["Dude"], "equipped": ["20-Gallon Hat"]}
    ben = {"level": 3, "in_play": ["Cowboy"], "equipped": ["Rawhide Vest"]}
    foes = ["Railroad Baron", "Two-Bit Rustlers", "Undead Tinhorn", "Grizzly", "Hurricane Hen"][: 2 + more]
    situation = PlayerSituation(ada, ben, {}, game="wild_west", fight={"monsters": foes, "helper": "Ben"})
    view = view_of(situation.game, situation.state, 0)
    screen = details.details_screen(view)
    told = screen.as_text()
    for line in (
        "🛡 **16** **Ann** and **\\*\\*Ben\\*\\***",
        "-# **12** **Ann**: +8 Level, +3 20-Gallon Hat, +1 Dude",
        "-# **13** Railroad Baron: +12 Level, +1 against you",
        "**Ann** needs 6+ (−1 20-Gallon Hat)",
        "💥 Lose two",
    ):
        assert line in told, told
    assert limits.faults(screen) == []
    assert estimated_height_px(screen) <= MAX_HEIGHT_PX
