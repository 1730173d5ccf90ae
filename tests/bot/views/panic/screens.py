"""The private screens of the castle-defense game, opened and pressed without a bot."""

from bot.tables.choices import Choice
from bot.tables.results import TableView
from bot.views.base import custom_ids, limits
from bot.views.base.custom_ids import ButtonAction, PartialChoice
from bot.views.base.layout import Button, Container, Screen, Section, Text
from bot.views.press import moves
from bot.views.press.moves import OpenSlot
from bot.views.table import private
from cards.panic.arrange import Arrangement
from cards.panic.game import PanicGame
from tests.bot.views.games import view_of
from tests.cards.panic.situation import PanicSituationTable


def table(arrangement: Arrangement) -> tuple[PanicSituationTable, TableView]:
    """Return a situation, and what the first seat sees of it."""
    made = PanicSituationTable(arrangement)
    return made, view_of(made.game, made.state, 0)


def begin(view: TableView, game: PanicGame, monster: str) -> Screen:
    """Open the attack on a monster."""
    token = game.catalog.index(monster)
    move = next(m for m in view.moves if m.verb == "attack" and m.card == token)
    return shown(view, PartialChoice(Choice.of(move)))


def shown(view: TableView, step: PartialChoice) -> Screen:
    """Return the screen that asks for the next slot."""
    move = step.choice.find_move(view.moves)
    assert move is not None
    found = moves.advance(move, step)
    assert isinstance(found, OpenSlot)
    screen = private.step_screen(view, found)
    limits.check(screen)
    return screen


def text_of(screen: Screen) -> str:
    """Return the words of a screen."""
    blocks = [block for part in screen.parts if isinstance(part, Container) for block in part.blocks]
    texts = [block.texts if isinstance(block, Section) else (block,) for block in blocks]
    return "\n".join(text.content for some in texts for text in some if isinstance(text, Text))


def offers_of(screen: Screen) -> dict[str, Button]:
    """Return the buttons that take an offer, by the words beside them."""
    beside = [block for block in screen.blocks() if isinstance(block, Section)]
    return {b.texts[0].content: b.beside for b in beside if isinstance(b.beside, Button)}


def buttons_of(screen: Screen) -> dict[str, Button]:
    """Return the buttons of a screen by their labels."""
    return {button.label: button for button in screen.controls() if isinstance(button, Button)}


def button_with(screen: Screen, words: str) -> Button:
    """Return the first button whose label has these words."""
    return next(button for name, button in buttons_of(screen).items() if words in name)


def tap(view: TableView, button: Button) -> Screen:
    """Press a button that changes the choice."""
    pressed = custom_ids.parse(button.custom_id)
    assert pressed is not None
    assert pressed.action is ButtonAction.PICK
    step = custom_ids.parse_partial_choice(pressed.rest)
    assert step is not None
    return shown(view, step)
