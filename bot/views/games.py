"""The screens of all games: the one file of the screens that lists them."""

from __future__ import annotations

from bot.views.base.game_screens import PLAIN_KEY, SCREENS_BY_KEY, GameScreens, screens_of
from bot.views.base.sketches import Castle, Ending, FightBox, Outlook, Reveal, Scene
from bot.views.door import bargains as door_bargains
from bot.views.door import board as door_board
from bot.views.door import desks as door_desks
from bot.views.door import hand as door_hand
from bot.views.door import names as door_names
from bot.views.door import open_cards as door_open_cards
from bot.views.door import outcomes as door_outcomes
from bot.views.door import suggestions as door_suggestions
from bot.views.door.highlights import door_highlights
from bot.views.door.rules.pages import door_rules
from bot.views.door.words.vocabulary import DOOR_WORDS
from bot.views.panic import attack as panic_attack
from bot.views.panic import bargains as panic_bargains
from bot.views.panic import desks as panic_desks
from bot.views.panic import hand as panic_hand
from bot.views.panic import names as panic_names
from bot.views.panic import open_cards as panic_open_cards
from bot.views.panic import outcomes as panic_outcomes
from bot.views.panic import table as panic_table
from bot.views.panic.highlights import panic_highlights
from bot.views.panic.rules.pages import panic_rules
from bot.views.panic.words.vocabulary import PANIC_WORDS
from bot.views.pictures.castle import draw_castle
from bot.views.pictures.ending import draw_ending
from bot.views.pictures.fight import draw_fight
from bot.views.pictures.outlook import draw_outlook
from bot.views.pictures.reveal import draw_reveal
from bot.views.pictures.scene import draw_scene
from bot.views.table.plain import PlainBoard, PlainHand

__all__ = ["GAME_SCREENS", "SCREENS_BY_KEY", "screens_of"]

DOOR_SCREENS = GameScreens(
    door_board,
    door_hand,
    DOOR_WORDS,
    door_rules,
    {Scene: draw_scene, FightBox: draw_fight, Reveal: draw_reveal, Ending: draw_ending},
    summary=door_highlights,
    struck=door_board.struck,
    details=door_board,
    open_cards=door_open_cards,
    desks=door_desks,
    names=door_names,
    advice=door_suggestions,
    bargains=door_bargains,
    forecast=door_outcomes,
)
PANIC_SCREENS = GameScreens(
    panic_table,
    panic_hand,
    PANIC_WORDS,
    panic_rules,
    {Castle: draw_castle, Outlook: draw_outlook, Ending: draw_ending},
    summary=panic_highlights,
    struck=panic_hand.struck,
    details=panic_table,
    open_cards=panic_open_cards,
    desks=panic_desks,
    names=panic_names,
    bargains=panic_bargains,
    calculator=panic_attack,
    forecast=panic_outcomes,
    offers=panic_bargains.offers_beside,
    strip=panic_table.strip,
    brief_news=2,
    last_sealed_turn=1,
)

GAME_SCREENS = {
    PLAIN_KEY: GameScreens(PlainBoard(), PlainHand()),
    "door": DOOR_SCREENS,
    "panic": PANIC_SCREENS,
}

SCREENS_BY_KEY.update(GAME_SCREENS)  # the files below look a game up there; they cannot import this one
