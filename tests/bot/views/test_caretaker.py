"""The table says when a caretaker has taken over, and soon speaks of other things."""

from dataclasses import replace

import pytest

from bot.views import screens
from cards.registry import module_of
from tests.bot.views.door.test_honest_buttons import LOSING
from tests.bot.views.games import view_of
from tests.cards.players.situations import PlayerSituation


@pytest.mark.parametrize(
    ("since", "revision", "told"), [(9, 9, True), (2, 9, True), (1, 9, False), (9, 300, False)]
)
def test_a_caretaker_is_introduced_when_it_takes_over(since: int, revision: int, told: bool) -> None:
    """H-17: two seats, one of which fell asleep long ago."""
    situation = PlayerSituation({}, {}, {}, fight=LOSING)
    view = view_of(situation.game, situation.state, None)
    ann, ben, cleo = view.table.seats
    seats = (replace(ann, away=True, away_since=since), ben, replace(cleo, away=True, away_since=-50))
    view = replace(view, table=replace(view.table, seats=seats, revision=revision))
    text = screens.table_screen(view, module_of("classic"), view.past).as_text()
    assert ("A caretaker plays for **Ann** until they press something." in text) is told
