"""A whole turn of the castle-defense game, pressed on the hand: how many taps it takes."""

from bot.views import screens
from bot.views.base import custom_ids
from bot.views.base.custom_ids import ButtonAction
from bot.views.base.layout import Picture
from bot.views.base.sketches import Outlook, Strip
from bot.views.press import moves, terms
from cards.panic.arrange import Arrangement
from tests.bot.views.games import view_of
from tests.bot.views.panic.screens import button_with, buttons_of, tap, text_of
from tests.cards.panic.situation import PanicSituationTable, arrange

HAND = ("red_knight", "any_knight", "red_archer", "any_archer", "blue_hero")


class Thumb:
    """Presses the buttons that stand on the first seat's hand, and counts."""

    def __init__(self, board: Arrangement) -> None:
        self.made = PanicSituationTable(board, phase=1)
        self.taps = 0

    def hand(self) -> dict[str, str]:
        view = view_of(self.made.game, self.made.state, 0, self.made.events)
        return {name: button.custom_id for name, button in buttons_of(screens.hand_screen(view)).items()}

    def press(self, words: str) -> None:
        """Press the button with these words, which has to make a move at once."""
        pressed = custom_ids.parse(next(press for name, press in self.hand().items() if words in name))
        assert pressed is not None
        assert pressed.action is ButtonAction.MOVE
        choice = custom_ids.parse_partial_choice(pressed.rest)
        assert choice is not None
        self.made.send(choice.choice.action(0))
        self.taps += 1

    def to_the_march(self) -> None:
        """End the turn; what only others are asked takes no tap."""
        self.press("Done")
        while self.made.state.active == 0 and not self.made.state.over:
            wait = self.made.waiting
            if 0 not in wait.awaited:
                self.made.passes(wait.awaited[0])
            else:
                self.press("Roll for all" if "Roll for all" in self.hand() else "March on")


def board(*monsters: tuple[str, str, int]) -> Arrangement:
    made = arrange(3).hand(0, *HAND).next_cards("king_tut", "harpies", "gazebo")
    for monster, ring, arc in monsters:
        made = made.monster(monster, ring, arc, 2)
    return made


def test_a_turn_with_one_attack_takes_five_taps() -> None:
    """Keep all, the attack that lies ready, done, march, dice."""
    thumb = Thumb(board(("bullrog", "knight", 1)))
    thumb.press("Keep all")
    thumb.press("Bullrog: slain, 3 points")
    thumb.to_the_march()
    assert thumb.taps <= 5
    assert thumb.made.points(0) == 3


def test_a_turn_with_three_attacks_takes_nine_taps() -> None:
    thumb = Thumb(board(("bullrog", "knight", 1), ("pit_bull", "archer", 1), ("maul_rat", "archer", 5)))
    thumb.made.state.board[2].health = 1
    thumb.press("Keep all")
    for _ in range(3):
        thumb.press(": slain")
    thumb.to_the_march()
    assert thumb.taps <= 9
    assert len(thumb.made.trophies(0)) == 3


def test_a_turn_with_a_bargain_takes_twelve_taps() -> None:
    """Ask for help begins with the monster in most need of it: its screen and Send are two taps."""
    made = board(("bullrog", "knight", 1), ("pit_bull", "swordsman", 5))
    thumb = Thumb(made.hand(1, "green_hero", "any_swordsman"))
    thumb.press("Keep all")
    thumb.press("Bullrog: slain")
    view = view_of(thumb.made.game, thumb.made.state, 0)
    ask = next(move for move in view.moves if move.verb == "ask")
    assert "Ask for help" in thumb.hand()
    token = thumb.made.game.catalog.index("pit_bull")
    assert dict(zip([s.name for s in ask.slots], terms.begin(view, ask), strict=True))["monster"] == (token,)
    assert moves.has_terms_screen(moves.words_of(view), ask), "one screen"
    thumb.taps += 2
    thumb.made.do(0, "ask", "", "pit_bull")
    thumb.made.do(1, "offer", "any_swordsman", "pit_bull", "asker", 1, ())
    thumb.made.passes(*(seat for seat in (1, 2) if seat in thumb.made.waiting.awaited))
    thumb.press("Accept")
    thumb.press("Pit Bull: ")
    thumb.to_the_march()
    assert thumb.taps <= 12


def test_glue_before_the_march_takes_two_taps_however_many_monsters_there_are() -> None:
    """Its card, then the monster that would break something; all the others are in the menu below."""
    near = board(("bullrog", "swordsman", 1), ("pit_bull", "swordsman", 5)).hand(1, "flask_of_glue")
    for number, monster in enumerate(("pukachu", "lawyers", "bigfoot", "platycore")):
        near.monster(monster, "archer", number + 1)
    made = PanicSituationTable(near, phase=4)
    view = view_of(made.game, made.state, 1)
    card = button_with(screens.hand_screen(view), "Flask of Glue")
    picked = tap(view, card)
    assert [name.partition(":")[0][2:] for name in buttons_of(picked)][:2] == ["Bullrog", "Pit Bull"]
    pressed = custom_ids.parse(button_with(picked, "Bullrog").custom_id)
    assert pressed is not None
    assert pressed.action is ButtonAction.MOVE
    assert "Platycore" in picked.as_text()


def test_the_threatened_arcs_stand_above_the_hand_two_marches_ahead() -> None:
    """What falls now comes first, then what falls in the march after it."""
    made = PanicSituationTable(board(("bullrog", "knight", 1), ("pit_bull", "swordsman", 5)))
    screen = screens.hand_screen(view_of(made.game, made.state, 0))
    (strip,) = [b for b in screen.blocks() if isinstance(b, Picture) and isinstance(b.sketch, Outlook)]
    assert isinstance(strip.sketch, Outlook)
    assert [(cell.what, cell.arc, cell.later) for cell in strip.sketch.cells] == [
        ("Wall", 5, False),
        ("Tower", 5, True),
        ("Wall", 1, True),
    ]
    assert "Next march" in strip.alt
    assert "⚔" in text_of(screen), "the cards of the attacks that lie ready"


def test_the_strip_stays_after_an_attack_within_one_view_of_a_phone() -> None:
    """Four cards stand in one row, so that board, hand, attacks and what has just happened fit together."""
    foes = board(("bullrog", "knight", 1), ("pit_bull", "swordsman", 5), ("maul_rat", "archer", 5))
    made = PanicSituationTable(foes.hand(0, "flask_of_glue"))
    note = "⚔️ **Ann** slays *Mr. Bones* (2 points)"
    screen = screens.hand_screen(view_of(made.game, made.state, 0), note=note)
    sketches = [block.sketch for block in screen.blocks() if isinstance(block, Picture)]
    assert [type(sketch) for sketch in sketches] == [Outlook, Strip]
