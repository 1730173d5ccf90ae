"""What has just changed everything is shown large, until the next act."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views import screens
from bot.views.base.sketches import FightBox, Reveal
from bot.views.door.pictures import reveal_picture
from bot.views.door.reveal import MAX_QUIET_REVISIONS, reveal_of
from cards.door.card_events import CardPlayed
from cards.door.character_events import Cursed, LevelChanged
from cards.door.combat_events import CombatStarted, MonsterEnhanced, MonsterJoined, MonsterKilled
from cards.door.events import DoorKicked, LookedForTrouble, PassedWindow
from cards.door.view_types import LedgerLine
from cards.kernel.events import Drew, Event
from tests.bot.views.door.test_score_lines import ANN, BEN, CLEO, ENHANCER, MONSTER, OTHER, fight
from tests.bot.views.games import positions, view_of

PASS = PassedWindow(BEN, window="combat")


def seen(*acts: tuple[Event, ...]) -> TableView:
    """Return a fight with its two monsters, after these acts."""
    view, _ = fight()
    return replace(view, past=tuple(PastRevision(number, events) for number, events in enumerate(acts, 1)))


def reveal(*acts: tuple[Event, ...]) -> Reveal | None:
    view = seen(*acts)
    game_view: Any = view.game_view
    return reveal_of(view, game_view)


def test_a_kicked_door_shows_the_monster_who_kicked_and_the_score() -> None:
    joined = (CombatStarted(ANN, monster=MONSTER), MonsterJoined(ANN, monster=MONSTER))
    found = reveal((DoorKicked(ANN, card=MONSTER), *joined))
    assert found is not None
    assert found.head == "Ann kicks the door open"
    assert found.score == (7, 40)
    assert found.joke == found.face.flavour
    assert "34 short" in found.notes[-1]


def test_looking_for_trouble_is_not_sending_in() -> None:
    found = reveal((LookedForTrouble(ANN, monster=MONSTER), MonsterJoined(ANN, monster=MONSTER)))
    assert found is not None
    assert found.head == "Ann looks for trouble"


def test_it_stays_while_others_pass_and_gives_way_to_the_next_act() -> None:
    kick = (DoorKicked(ANN, card=MONSTER),)
    assert reveal(kick, (PASS,), (PASS,)) == reveal(kick)
    assert reveal(kick, (CardPlayed(ANN, card=1, card_kind="item"),)) is None
    assert reveal(kick, *((PASS,),) * (MAX_QUIET_REVISIONS + 1)) is None


def test_a_stab_shows_who_sent_it_and_what_it_does() -> None:
    sent = reveal((DoorKicked(ANN, card=MONSTER),), (MonsterJoined(CLEO, monster=OTHER),))
    assert sent is not None
    assert sent.head == "Cleo sends it in"
    worse = reveal((MonsterEnhanced(CLEO, card=ENHANCER, monster=OTHER, bonus=3),))
    assert worse is not None
    assert worse.head == "Cleo makes it worse"
    assert worse.notes[0].startswith("+3 for ")
    easier = reveal((MonsterEnhanced(CLEO, card=ENHANCER, monster=OTHER, bonus=-5),))
    assert easier is not None
    assert easier.head == "Cleo makes it easier"


def test_what_the_monster_has_against_the_fighter_is_lit() -> None:
    view = seen((DoorKicked(ANN, card=MONSTER),))
    game_view: Any = view.game_view
    foe = replace(game_view.combat.foes[0], lines=(LedgerLine(4, "ability", MONSTER),))
    combat = replace(game_view.combat, foes=(foe,))
    found = reveal_of(view, replace(game_view, combat=combat))
    assert found is not None
    assert found.notes[0] == "+4 against you"


def test_a_win_shows_the_monster_and_what_the_winners_gained() -> None:
    """Two monsters and a helper who goes up, too; what was drawn stays secret but for its number."""
    won = reveal(
        (
            MonsterKilled(ANN, monster=MONSTER, helper=BEN),
            LevelChanged(ANN, levels=2),
            MonsterKilled(ANN, monster=OTHER, helper=BEN),
            LevelChanged(BEN, levels=1),
            LevelChanged(CLEO, levels=-1),
            Drew(ANN, cards=(), card_count=3, deck="treasure"),
        ),
        (PASS,),
    )
    assert won is not None
    assert won.head == "Ann wins with Ben"
    assert won.notes == ("Ann +2 Levels", "Ben +1 Level", "3 Treasures")
    assert won.score is None
    alone = reveal((MonsterKilled(ANN, monster=OTHER, helper=-1),))
    assert alone is not None
    assert (alone.head, alone.notes) == ("Ann wins", ())


def test_a_curse_says_who_threw_it_at_whom() -> None:
    curse = first_of("classic", "Curse")
    thrown = reveal((Cursed(ANN, card=curse, by=CLEO),))
    assert thrown is not None
    assert thrown.head == "Cleo throws a curse at Ann"
    found = reveal((DoorKicked(ANN, card=curse), Cursed(ANN, card=curse, by=-1)))
    assert found is not None
    assert found.head == "Ann opens the door on a curse"


def first_of(game: str, kind: str) -> int:
    """Return the first card of a kind, as the edition calls it."""
    made, _, _ = next(positions(game, 3, 1, 1))
    return next(card for card in range(200) if made.face(card).kind == kind)


@pytest.mark.parametrize(("game", "kind"), [("rick_and_morty", "Trap"), ("apocalypse", "Disaster")])
def test_what_strikes_is_called_as_on_the_card(game: str, kind: str) -> None:
    made, state, _ = next(positions(game, 3, 1, 1))
    card = first_of(game, kind)
    view = view_of(made, state, None)
    view = replace(view, past=(PastRevision(1, (DoorKicked(ANN, card=card), Cursed(ANN, card=card, by=-1))),))
    game_view: Any = view.game_view
    found = reveal_of(view, game_view)
    assert found is not None
    assert found.head.endswith(f"opens the door on a {kind.lower()}")


def test_the_table_shows_the_card_first_and_then_the_sums() -> None:
    def sketch(view: TableView) -> object:
        (picture,) = screens.table_screen(view, None).sketches()  # type: ignore[arg-type]  # a game that is on
        return picture

    kick = (DoorKicked(ANN, card=MONSTER),)
    assert isinstance(sketch(seen(kick)), Reveal)
    assert isinstance(sketch(seen(kick, (CardPlayed(ANN, card=1, card_kind="item"),))), FightBox)


def test_a_note_that_ends_with_a_stop_gets_no_second_one() -> None:
    found = reveal((Cursed(ANN, card=ENHANCER, by=CLEO),))
    assert found is not None
    told = reveal_picture(replace(found, notes=("Lose a Level.",), joke="Ouch.")).alt
    assert told.endswith("Lose a Level. Ouch.")
