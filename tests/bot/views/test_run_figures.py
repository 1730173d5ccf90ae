"""What the die needs to get away counts the cards of this fight, and they are named."""

from __future__ import annotations

from bot.views import details, screens
from bot.views.door_forecast import forecast
from cards.kernel.moves import Move
from tests.bot.views.games import sight_of
from tests.cards.players.situations import PlayerSituation

BEES = "Hatful of Bees"


def test_a_card_that_makes_running_harder_is_counted_and_named() -> None:
    """On the button of the table and of the hand, and in Why, for everybody alike."""
    spot = PlayerSituation(
        {"level": 3}, {"hand": [BEES]}, {}, game="wild_west", fight={"monsters": ["Railroad Baron"]}
    )
    assert forecast(sight_of(spot.game, spot.state, None), Move("run_away")) == "needs 5+"
    spot.do(1, "use", BEES, [["monsters"]])
    for seat in (None, 0, 2):
        view = sight_of(spot.game, spot.state, seat)
        assert forecast(view, Move("run_away")) == "needs 6+"
        assert (
            "needs 6+ (−1 Hatful of Bees)" in details.details_screen(view, screens.shape_of(view)).as_text()
        )
