"""Moments of the castle-defense game that no played game is sure to bring: arranged, then drawn."""

from collections.abc import Iterator

from bot.views import screens
from bot.views.base.layout import Screen
from bot.views.press import asking
from bot.views.table import private
from cards.panic.arrange import Arrangement
from cards.registry import module_of
from tests.bot.views.games import view_of
from tests.bot.views.panic.screens import begin, button_with, table, tap
from tests.cards.panic.situation import PanicSituationTable, arrange

TROLL = "net_troll"
THREE_CARDS = ("red_knight", "any_knight", "boots_of_butt_kicking", "horny_helmet", "blue_archer")
CROWD = ("bullrog", "pit_bull", "harpies", "lawyers", "gazebo")
SECOND_CROWD = ("unspeakably_awful_indescribable_horror", "wight_brothers", "plutonium_dragon")


def castle_screens() -> Iterator[tuple[str, Screen]]:
    """Yield the screens with their names."""
    yield from _attacks()
    yield from _bargains()
    yield from _swaps()
    waiting = PanicSituationTable(_marching(), phase=4)
    yield "asking screen", asking.asking_screen(view_of(waiting.game, waiting.state, 1))
    for name, arrangement, phase in (
        ("march", _marching(), 4),
        ("march of many", _marching().monster("king_tut", "swordsman", 4, 1).walls(1, 2, 3, 5, 6), 3),
        ("crowded arc", _crowd(), 3),
        ("full board", _full_board(), 3),
    ):
        made = PanicSituationTable(arrangement, phase=phase)
        onlooker = view_of(made.game, made.state, None)
        yield f"table of {name}", screens.table_screen(onlooker, module_of("panic"))
        reader = view_of(made.game, made.state, 0)
        yield f"hand of {name}", screens.hand_screen(reader)
        if phase == 3:
            yield f"attack desk of {name}", private.desk_screen(reader, "combat")


def _attacks() -> Iterator[tuple[str, Screen]]:
    """Yield the calculator: what slays, what does not, and a mix that is no attack."""
    made, view = table(arrange().hand(0, *THREE_CARDS).monster(TROLL, "knight", 1))
    slain = begin(view, made.game, TROLL)
    yield "attack that slays", slain
    yield "attack that hurts", tap(view, button_with(slain, "Red Knight"))
    without = tap(view, button_with(slain, "Boots"))
    yield "attack of two Hits", without
    mix = tap(view, button_with(without, "Any Color Knight"))
    for card in ("Boots", "Horny"):
        mix = tap(view, button_with(mix, card))
    yield "attack with a Weapon too many", mix


def _bargains() -> Iterator[tuple[str, Screen]]:
    """Yield full hands in a bargain: two or three offers for the asker, terms for a helper, and Charity."""
    castle = ("any_archer", "red_knight", "green_archer", "blue_hero", "flask_of_glue")
    helper = ("boots_of_butt_kicking", "any_knight", "red_hero", "green_hero", "duck_of_doom", "hoard")
    board = (
        arrange().hand(0, *castle, "spiky_knees", "rat_on_a_stick").hand(1, *helper).hand(2, "horny_helmet")
    )
    board = board.hand(3, "potion_of_halitosis").trophies(0, "undead_horse")
    made = PanicSituationTable(board.monster("bullrog", "knight", 1)).do(0, "ask", "", "bullrog")
    made.do(1, "offer", "boots_of_butt_kicking", "bullrog", "helper", 1, ())
    made.do(2, "offer", "horny_helmet", "bullrog", "asker", 1, ())
    yield "hand of two offers", screens.hand_screen(view_of(made.game, made.state, 0, made.events))
    made.do(3, "offer", "potion_of_halitosis", "bullrog", "asker", 0, "undead_horse")
    yield "hand of three offers", screens.hand_screen(view_of(made.game, made.state, 0, made.events))
    made.do(0, "counter", "boots_of_butt_kicking", "asker", 1, (), "end")
    yield "hand of other terms", screens.hand_screen(view_of(made.game, made.state, 1, made.events))
    treasures = ("rat_on_a_stick", "spiky_knees", "magic_missile", "loaded_die", "hoard")
    given = PanicSituationTable(arrange(3).hand(0, *treasures).trophies(0, "undead_horse"), phase=1).passes(0)
    yield "hand of charity", screens.hand_screen(view_of(given.game, given.state, 0, given.events))


def _swaps() -> Iterator[tuple[str, Screen]]:
    """Yield a swap: the table and both hands while cards are offered for one that lies on the table."""
    board = arrange(3, swap=True).hand(0, "blue_archer", "red_knight", "spiky_knees")
    board = board.hand(1, "any_knight", "hoard").hand(2, "green_hero").monster("bullrog", "knight", 1)
    made = PanicSituationTable(board)
    yield "hand before a swap", screens.hand_screen(view_of(made.game, made.state, 0))
    made.do(0, "ask", "blue_archer")
    yield "hand of who may swap", screens.hand_screen(view_of(made.game, made.state, 1, made.events))
    made.do(1, "offer", "any_knight").do(2, "offer", "green_hero")
    asker = view_of(made.game, made.state, 0, made.events)
    yield "hand of who swaps", screens.hand_screen(asker)
    yield "swap desk", private.desk_screen(asker, "help")
    onlooker = view_of(made.game, made.state, None, made.events)
    yield "table of a swap", screens.table_screen(onlooker, module_of("panic"))


def _marching() -> Arrangement:
    """Return a board on which a Tower, a Wall and a Fortify token are about to fall."""
    made = arrange().hand(0, "red_knight", "flask_of_glue", "any_archer").walls(1, 2, 3, 4, 6).fortified(3)
    made = made.monster("bullrog", "swordsman", 1, 1).monster("platycore", "swordsman", 3)
    made = made.monster("pit_bull", "swordsman", 5).monster(TROLL, "knight", 6)
    return made.monster("harpies", "archer", 2)


def _crowd() -> Arrangement:
    """Return five monsters in one space, and three behind them."""
    made = arrange().hand(0, "red_knight", "any_knight", "boots_of_butt_kicking", "super_munchkin")
    for monster in CROWD:
        made = made.monster(monster, "knight", 1)
    for monster in SECOND_CROWD:
        made = made.monster(monster, "archer", 1)
    return made


def _full_board() -> Arrangement:
    """Return a late board: monsters in every ring and arc, ruins, and two inside the Castle."""
    made = arrange().hand(0, "red_knight", "blue_hero", "horny_helmet")
    made = made.walls(2, 4).towers(2, 4, 5, 6)
    rings = ("forest", "archer", "knight", "swordsman")
    names = [*CROWD, *SECOND_CROWD, "king_tut", "orcs", "mr_bones", "bigfoot", "pukachu", "maul_rat"]
    for number, monster in enumerate(names):
        made = made.monster(monster, rings[number % 4], number % 6 + 1)
    return made.monster("drooling_slime", "castle", 1).monster("face_sucker", "castle", 3)
