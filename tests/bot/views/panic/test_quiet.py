"""Saying that one wants to be asked less: two taps from the hand, seen by all, taken back as easily."""

from bot.views.base import limits
from bot.views.base.layout import Button, ButtonRow, Screen, Text
from bot.views.panic import table as board
from bot.views.press.asking import ALOUD_TEXT, ASKING_SHORT_TITLE, ASKING_SIGN
from bot.views.table import private
from tests.bot.views.games import view_of
from tests.cards.panic.situation import PanicSituationTable, arrange

ASKING = f"{ASKING_SIGN} {ASKING_SHORT_TITLE}"


def labels(screen: Screen) -> list[str]:
    rows = [block for block in screen.blocks() if isinstance(block, ButtonRow)]
    return [button.label for row in rows for button in row.buttons if isinstance(button, Button)]


def text_of(screen: Screen) -> str:
    return "\n".join(block.content for block in screen.blocks() if isinstance(block, Text))


def desk(made: PanicSituationTable, seat: int) -> Screen:
    view = view_of(made.game, made.state, seat)
    screen = private.desk_screen(view, "quiet")
    limits.check(screen)
    return screen


def hand(made: PanicSituationTable, seat: int) -> Screen:
    view = view_of(made.game, made.state, seat)
    return private.hand_screen(view)


def test_the_bell_is_on_the_hand_while_all_are_asked_and_afterwards_to_take_it_back() -> None:
    made = PanicSituationTable(arrange(3).hand(1, "hoard").monster("bullrog", "archer", 1), phase=4)
    assert ASKING in labels(hand(made, 1))
    assert {"Not until my turn", "Only when it is about me"} <= set(labels(desk(made, 1)))
    assert ALOUD_TEXT in text_of(desk(made, 1))
    made.do(1, "waive", "", "me")
    assert "Ask me everything again" in labels(desk(made, 1))
    assert "only when it is about you" in text_of(hand(made, 1))
    view = view_of(made.game, made.state, None)
    told = "\n".join(b.content for b in board.details(view) if isinstance(b, Text))
    assert told.count("🔕") == 1
    made.do(1, "resume")
    assert ASKING not in labels(hand(made, 1))
    assert "not asked" not in text_of(hand(made, 1))


def test_nobody_says_so_alone_or_in_their_own_phase() -> None:
    """Alone there is nobody to wait for; in one's own phase 3 nothing is asked of all."""
    alone = PanicSituationTable(arrange(1).monster("bullrog", "archer", 1), phase=4)
    assert ASKING not in labels(hand(alone, 0))
    made = PanicSituationTable(arrange(3).monster("bullrog", "archer", 1))
    assert ASKING not in labels(hand(made, 0))
