"""Beside every part of the score that a meddler brought stands who it was."""

from dataclasses import replace
from typing import Any

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.layout import Text
from bot.views.base.sketches import FightBox
from bot.views.door import combat as door_combat
from bot.views.door import pictures as door_pictures
from bot.views.door import why as door_why
from cards.door.card_events import CardUsed
from cards.door.combat_events import CombatEnded, CombatStarted, MonsterEnhanced, MonsterJoined
from cards.door.view_types import DoorCombatView, DoorMonsterView, DoorView, LedgerLine
from cards.kernel.events import Event
from tests.bot.views.games import positions, view_of

ANN, BEN, CLEO = range(3)
MONSTER, OTHER, ENHANCER, POTION, SWORD = 35, 32, 80, 141, 119


def fight(*events: Event) -> tuple[TableView, DoorCombatView]:
    """Return a fight of Ann, helped by Ben, in which these events have happened."""
    game: Any
    game, state, _ = next(positions("classic", 3, 1, 1))
    view = view_of(game, state, None)
    foes = (
        DoorMonsterView(MONSTER, 18, 18, 3, (), (LedgerLine(18, "level", MONSTER),)),
        DoorMonsterView(
            OTHER,
            19,
            16,
            4,
            (ENHANCER,),
            (LedgerLine(16, "level", OTHER), LedgerLine(3, "enhancer", ENHANCER)),
        ),
    )
    combat = DoorCombatView(
        ANN, BEN, False, 7, 40, False,
        (LedgerLine(4, "level", -1, ANN), LedgerLine(3, "item", SWORD, ANN)),
        (LedgerLine(3, "card", POTION),),
        foes, 7, 2, "fight", (),
    )  # fmt: skip
    assert isinstance(view.game_view, DoorView)
    seats = tuple(replace(each, name=name) for each, name in zip(view.table.seats, NAMES, strict=True))
    table = replace(view.table, seats=seats)
    game_view = replace(view.game_view, combat=combat)
    past = (PastRevision(1, (CombatStarted(ANN, monster=MONSTER),)), PastRevision(2, events))
    return replace(view, table=table, game_view=game_view, past=past), combat


NAMES = ("Ann", "Ben", "Cleo")


def words(view: TableView, combat: DoorCombatView) -> str:
    return "\n".join(block.content for block in door_why.details(view, combat) if isinstance(block, Text))


def test_who_sent_a_monster_an_enhancer_and_a_potion_stands_beside_them() -> None:
    view, combat = fight(
        MonsterJoined(ANN, monster=MONSTER),
        MonsterJoined(CLEO, monster=OTHER),
        MonsterEnhanced(CLEO, card=ENHANCER, monster=OTHER, bonus=3),
        CardUsed(CLEO, card=POTION, spent=True),
    )
    text = words(view, combat)
    lines = text.splitlines()
    assert lines[lines.index("👹 **40** Monsters") :][1:4] == [
        f"-# **18** {naming.card_name(view, MONSTER)}: +18 Level",
        f"-# **19** {naming.card_name(view, OTHER)}, sent by **Cleo**: +16 Level, "
        f"+3 {naming.card_name(view, ENHANCER)} (**Cleo**)",
        f"-# All: +3 {naming.card_name(view, POTION)} (**Cleo**)",
    ]
    assert f"-# **7** **Ann**: +4 Level, +3 {naming.card_name(view, SWORD)}" in lines
    picture = door_pictures.fight_picture(view, combat)
    assert isinstance(picture.sketch, FightBox)
    parts = picture.sketch.monsters.parts
    assert [part.amount for part in parts] == ["18", "16", "+3", "+3"]
    assert [part.by for part in parts] == ["", "sent by Cleo", "played by Cleo", "played by Cleo"]
    assert "sent by Cleo" in picture.alt
    assert "sent by Cleo" in picture.text_instead


def test_what_the_party_brought_itself_needs_no_name() -> None:
    view, combat = fight(
        MonsterJoined(BEN, monster=OTHER),
        MonsterEnhanced(ANN, card=ENHANCER, monster=OTHER, bonus=3),
        CardUsed(BEN, card=POTION, spent=True),
    )
    assert door_combat.meddlers(view, combat) == {}
    assert "sent by" not in words(view, combat)


def test_an_earlier_fight_and_nobody_do_not_count() -> None:
    view, combat = fight(MonsterJoined(-1, monster=OTHER))
    earlier = PastRevision(1, (MonsterJoined(CLEO, monster=OTHER), CombatEnded(ANN)))
    assert door_combat.meddlers(replace(view, past=(earlier, *view.past)), combat) == {}
