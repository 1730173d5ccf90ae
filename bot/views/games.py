"""The screens of all games: the one file of the screens that lists them."""

from __future__ import annotations

from bot.views.base.game_screens import PLAIN_KEY, SCREENS_BY_KEY, GameScreens, Painter, screens_of
from bot.views.door.highlights import door_highlights
from bot.views.door.rules.pages import door_rules
from bot.views.door.screens import DoorShape
from bot.views.door.words.vocabulary import DOOR_WORDS
from bot.views.panic.highlights import panic_highlights
from bot.views.panic.rules.pages import panic_rules
from bot.views.panic.screens import PanicShape
from bot.views.panic.words.vocabulary import PANIC_WORDS
from bot.views.pictures.castle import draw_castle
from bot.views.pictures.curves import draw_curves
from bot.views.pictures.ending import draw_ending
from bot.views.pictures.fight import draw_fight
from bot.views.pictures.models import Castle, Curves, Ending, FightBox, Reveal, Scene
from bot.views.pictures.reveal import draw_reveal
from bot.views.pictures.scene import draw_scene
from bot.views.table.plain import PlainShape

__all__ = ["GAME_SCREENS", "SCREENS_BY_KEY", "painter_for", "screens_of"]

DOOR_SCREENS = GameScreens(
    DoorShape(),
    DOOR_WORDS,
    door_rules,
    {Scene: draw_scene, FightBox: draw_fight, Reveal: draw_reveal, Curves: draw_curves, Ending: draw_ending},
    summary=door_highlights,
)
PANIC_SCREENS = GameScreens(
    PanicShape(),
    PANIC_WORDS,
    panic_rules,
    {Castle: draw_castle, Curves: draw_curves, Ending: draw_ending},
    summary=panic_highlights,
    last_sealed_turn=1,
)

GAME_SCREENS = {
    PLAIN_KEY: GameScreens(PlainShape()),
    "door": DOOR_SCREENS,
    "panic": PANIC_SCREENS,
}

SCREENS_BY_KEY.update(GAME_SCREENS)  # the files below look a game up there; they cannot import this one


def painter_for(sketch: object) -> Painter:
    """Return what paints a sketch. Raises LookupError for one that no game has registered."""
    for screens in SCREENS_BY_KEY.values():
        if (painter := screens.painters.get(type(sketch))) is not None:
            return painter
    raise LookupError(f"nothing paints a {type(sketch).__name__}")
