"""The screens of Last Stone: what the plain ones lack."""

from dataclasses import dataclass

from PIL import Image

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import EventTable, Told
from bot.views.base.game_screens import GameScreens
from bot.views.base.layout import Block, Picture, Text
from bot.views.base.rules_book import RuleBook, RulePage
from bot.views.base.text import plural
from bot.views.base.word_tables import Verb, Words
from bot.views.table.plain import PlainBoard, PlainHand
from cards.kernel.events import SeatLeft
from cards.kernel.moves import Move
from tests.third_game.rules import STONE_EVENT_KINDS, StonesTaken


@dataclass(frozen=True, slots=True)
class Heap:
    """What the picture of the table shows."""

    stones: int


class StoneBoard(PlainBoard):
    def title(self, view: TableView) -> str:
        return f"## 🪨 Turn {view.game_view.turn}: {naming.name(view.table, view.game_view.active)}"

    def draw(self, view: TableView) -> list[Block]:
        heap = plural(view.game_view.heap, "stone")
        lines = [
            f"**{naming.name(view.table, seat)}** {plural(taken, 'stone')}"
            for seat, taken in enumerate(view.game_view.taken)
        ]
        picture = Picture("attachment://heap.png", heap, Heap(view.game_view.heap), f"🪨 {heap} left")
        return [picture, Text("\n".join(lines))]

    def shared_moves(self, view: TableView) -> list[Move]:
        return [Move("take")]


class StoneHand(PlainHand):
    def own(self, view: TableView) -> list[str]:
        return [f"You have taken {plural(view.game_view.taken[view.seat or 0], 'stone')}."]


def draw_heap(heap: Heap) -> Image.Image:
    """Draw a bar as long as the heap is high."""
    return Image.new("RGB", (10 * max(heap.stones, 1), 20), (120, 110, 100))


def stones_taken(event: StonesTaken, names: EventNames) -> str:
    """Say in a sentence who took how many."""
    return f"🪨 {names.seat(event.seat)} took {plural(event.stone_count, 'stone')}"


WORDS = Words(
    verbs={"take": Verb("Take stones", group="turn", style="primary", emoji="🪨")},
    windows={"take": "Take one to three stones"},
    slots={"count": "How many?"},
    events=EventTable(
        STONE_EVENT_KINDS,
        Told(StonesTaken, stones_taken),
        Told(SeatLeft, lambda event, names: f"{names.seat(event.seat)} left"),
    ),
    options={"stones": ("Stones", "5 to 30 in the heap")},
)

SCREENS = GameScreens(
    StoneBoard(),
    StoneHand(),
    WORDS,
    lambda context: RuleBook(
        {"last_stone": RulePage("Last Stone", "One heap", "Take one to three stones. The last stone wins.")}
    ),
    {Heap: draw_heap},
)
