"""What has just changed everything is shown large, until the next act."""

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import Former
from bot.views import screens
from bot.views.base.card_text import reveal_picture
from bot.views.base.sketches import FINAL_MARK, FightBox, Reveal
from bot.views.door.combat import final, verdict
from bot.views.door.pictures import fight_picture
from bot.views.door.reveal import DOOM_LOOK, MAX_QUIET_REVISIONS, reveal_of
from cards.door.card_events import CardPlayed, CardReceived, CardUsed
from cards.door.combat_events import (
    BadStuffSuffered,
    Caught,
    CombatStarted,
    Escaped,
    FleeRolled,
    HelperJoined,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
)
from cards.door.events import (
    BodyLaidOut,
    BodyLooted,
    CharacterDied,
    Cursed,
    DieChanged,
    DieRolled,
    DoorKicked,
    LevelChanged,
    LookedForTrouble,
    PassedWindow,
    SealClosed,
    SealOpened,
)
from cards.door.view_types import LedgerLine
from cards.kernel.events import Drew, Event
from cards.kernel.looks import parse_look
from tests.bot.views.door.test_score_lines import ANN, BEN, CLEO, ENHANCER, MONSTER, OTHER, fight
from tests.bot.views.games import positions, view_of

PASS = PassedWindow(BEN, window="combat")


def seen(*acts: tuple[Event, ...]) -> TableView:
    """Return a fight with its two monsters, after these acts."""
    view, _ = fight()
    return replace(view, past=tuple(PastRevision(number, events) for number, events in enumerate(acts, 1)))


def reveal(*acts: tuple[Event, ...], stage: str = "fight") -> Reveal | None:
    view = seen(*acts)
    game_view: Any = view.game_view
    return reveal_of(view, replace(game_view, combat=replace(game_view.combat, stage=stage)))


def shown(*acts: tuple[Event, ...], stage: str = "fight") -> Reveal:
    found = reveal(*acts, stage=stage)
    assert found is not None
    return found


def drawn(view: TableView, game_view: Any = None) -> Reveal:
    found = reveal_of(view, game_view or view.game_view)
    assert found is not None
    return found


def test_a_kicked_door_shows_the_monster_who_kicked_and_the_score() -> None:
    joined = (CombatStarted(ANN, monster=MONSTER), MonsterJoined(ANN, monster=MONSTER))
    found = shown((DoorKicked(ANN, card=MONSTER), *joined))
    assert found.head == "Ann kicks the door open"
    assert found.score == (7, 40)
    assert found.joke == found.face.flavour
    assert "34 short" in found.notes[-1]


def test_a_picture_names_who_sat_there_then() -> None:
    view = seen((DoorKicked(ANN, card=MONSTER),))
    view = replace(view, table=replace(view.table, former=(Former(ANN, 2, "Tinker"),)))
    found = drawn(view)
    assert found.head == "Tinker kicks the door open"


def test_looking_for_trouble_is_not_sending_in() -> None:
    found = shown((LookedForTrouble(ANN, monster=MONSTER), MonsterJoined(ANN, monster=MONSTER)))
    assert found.head == "Ann looks for trouble"


def test_it_stays_while_others_pass_and_gives_way_to_the_next_act() -> None:
    kick = (DoorKicked(ANN, card=MONSTER),)
    assert reveal(kick, (PASS,), (PASS,)) == reveal(kick)
    assert reveal(kick, (CardPlayed(ANN, card=1, card_kind="item"),)) is None
    assert reveal(kick, *((PASS,),) * (MAX_QUIET_REVISIONS + 1)) is None


def test_a_stab_shows_who_sent_it_and_what_it_does() -> None:
    sent = shown((DoorKicked(ANN, card=MONSTER),), (MonsterJoined(CLEO, monster=OTHER),))
    assert sent.head == "Cleo sends it in"
    worse = shown((MonsterEnhanced(CLEO, card=ENHANCER, monster=OTHER, bonus=3),))
    assert worse.head == "Cleo makes it worse"
    assert worse.notes[0].startswith("+3 for ")
    easier = shown((MonsterEnhanced(CLEO, card=ENHANCER, monster=OTHER, bonus=-5),))
    assert easier.head == "Cleo makes it easier"


def test_what_the_monster_has_against_the_fighter_is_lit() -> None:
    view = seen((DoorKicked(ANN, card=MONSTER),))
    game_view: Any = view.game_view
    foe = replace(game_view.combat.foes[0], lines=(LedgerLine(4, "ability", MONSTER),))
    combat = replace(game_view.combat, foes=(foe,))
    found = drawn(view, replace(game_view, combat=combat))
    assert found.notes[0] == "+4 against you"


def test_a_win_shows_the_monster_and_what_the_winners_gained() -> None:
    """Two monsters and a helper who goes up, too; what was drawn stays secret but for its number."""
    won = shown(
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
    assert won.head == "Ann wins with Ben"
    assert won.notes == ("Ann +2 Levels", "Ben +1 Level", "3 Treasures")
    assert won.score is None
    alone = shown((MonsterKilled(ANN, monster=OTHER, helper=-1),))
    assert (alone.head, alone.notes) == ("Ann wins", ())


def test_a_curse_says_who_threw_it_at_whom() -> None:
    curse = first_of("classic", "Curse")
    thrown = shown((Cursed(ANN, card=curse, by=CLEO),))
    assert thrown.head == "Cleo throws a curse at Ann"
    found = shown((DoorKicked(ANN, card=curse), Cursed(ANN, card=curse, by=-1)))
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
    found = drawn(view)
    assert found.head.endswith(f"opens the door on a {kind.lower()}")


def test_the_table_shows_the_card_first_and_then_the_sums() -> None:
    def sketch(view: TableView) -> object:
        (picture,) = screens.table_screen(view, None).sketches()  # type: ignore[arg-type]  # a game that is on
        return picture

    kick = (DoorKicked(ANN, card=MONSTER),)
    assert isinstance(sketch(seen(kick)), Reveal)
    assert isinstance(sketch(seen(kick, (CardPlayed(ANN, card=1, card_kind="item"),))), FightBox)


def test_a_note_that_ends_with_a_stop_gets_no_second_one() -> None:
    found = shown((Cursed(ANN, card=ENHANCER, by=CLEO),))
    told = reveal_picture(replace(found, notes=("Lose a Level.",), joke="Ouch.")).alt
    assert told.endswith("Lose a Level. Ouch.")


def named(name: str) -> int:
    """Return the first card of that name in the classic set."""
    made, _, _ = next(positions("classic", 3, 1, 1))
    return next(card for card in range(200) if made.face(card).name == name)


def test_a_run_shows_the_die_what_it_needs_and_what_is_coming() -> None:
    failed = shown((FleeRolled(ANN, monster=MONSTER, die=2, bonus=-1),), (PASS,), stage="escape")
    assert (failed.head, failed.die, failed.need) == ("Ann runs", 2, 6)
    assert failed.notes[0] == "needs 6+, rolled 2"
    assert failed.notes[-1].startswith("Bad Stuff")
    away = shown(
        (FleeRolled(ANN, monster=MONSTER, die=6, bonus=-1), Escaped(ANN, by_card=False)), stage="escape"
    )
    assert away.notes == ("needs 6+, rolled 6",)
    easy = shown((FleeRolled(ANN, monster=MONSTER, die=1, bonus=7),), stage="escape")
    assert easy.notes == ("needs 1+, rolled 1",)
    hopeless = shown((FleeRolled(ANN, monster=MONSTER, die=6, bonus=-3),), stage="escape")
    assert hopeless.notes[0] == "needs a bigger die, rolled 6"


def test_a_die_that_a_card_turns_still_needs_as_much() -> None:
    rolled = (FleeRolled(ANN, monster=MONSTER, die=2, bonus=0),)
    turned = shown(rolled, (DieChanged(ANN, card=ENHANCER, die=5),))
    assert (turned.head, turned.die, turned.need) == ("The die is turned", 5, 5)


def test_a_power_shows_its_die_and_what_comes_of_it() -> None:
    """The Thief needs 4 or more, or loses a Level."""
    thief, item = named("Thief"), named("Kneepads of Allure")
    used = (CardUsed(BEN, card=thief, monsters=(), target=-1, spent=False),)
    failed = shown(used, (DieRolled(BEN, die=3, card=thief), LevelChanged(BEN, levels=-1)))
    assert (failed.face.name, failed.die, failed.need) == ("Thief", 3, 4)
    assert failed.notes[:2] == ("needs 4+, rolled 3", "lose a Level")
    stolen = CardReceived(BEN, card=item, giver=ANN, source="carried")
    robbed = shown((*used, DieRolled(BEN, die=5, card=thief), stolen))
    assert (robbed.face.name, robbed.head, robbed.die) == ("Kneepads of Allure", "Ben robs Ann", 5)
    hidden = shown((*used, replace(stolen, card=-1)))
    assert hidden.face.name == "Thief", "nobody may know which card it was"
    assert reveal((stolen,)) is None, "what is given freely is no robbery"


def test_what_strikes_with_a_die_shows_it_without_a_need() -> None:
    rolled = shown((DieRolled(ANN, die=2, card=named("Assorted Lightning")),))
    assert (rolled.die, rolled.need) == (2, 0)
    assert rolled.notes[:2] == ("rolled 2", "+2 to either side")
    assert reveal((DieRolled(ANN, die=6, purpose="first"),)) is None


def test_whoever_is_caught_is_not_winning() -> None:
    """The sums of a fight that somebody runs from say nothing; what the monster does, does."""
    caught = (Caught(ANN, monster=MONSTER), BadStuffSuffered(ANN, monster=MONSTER))
    view = seen(caught)
    game_view: Any = view.game_view
    running = replace(game_view.combat, stage="escape", ahead=True, fleeing=MONSTER)
    found = drawn(view, replace(game_view, combat=running))
    assert found.head == "It got Ann"
    assert found.score is None
    assert found.notes[-1].startswith("Bad Stuff")
    assert verdict(running) == "running"
    picture = fight_picture(view, running).sketch
    assert isinstance(picture, FightBox)
    assert not picture.ahead


def test_who_runs_sees_what_is_behind_them() -> None:
    view = seen((CardPlayed(ANN, card=1, card_kind="item"),))
    game_view: Any = view.game_view
    running = replace(game_view.combat, stage="escape", fleeing=MONSTER)
    found = drawn(view, replace(game_view, combat=running))
    assert (found.head, found.face.name) == ("Close behind", view.game.face(MONSTER).name)  # type: ignore[union-attr]
    assert found.notes[0].startswith("Bad Stuff")


def test_forced_help_shows_the_card_that_did_it() -> None:
    """R-357: help can be compelled."""
    card = named("Kneepads of Allure")
    forced = HelperJoined(BEN, fighter=ANN, compelled=True)
    used = CardUsed(ANN, card=card, monsters=(), target=BEN, spent=False)
    found = shown((used,), (forced,))
    assert (found.head, found.face.name) == ("Ben has to help Ann", "Kneepads of Allure")
    assert reveal((replace(forced, compelled=False),)) is None


def test_a_body_is_shown_card_by_card() -> None:
    """R-485: each of the living may take one of them."""
    body = (MONSTER, OTHER, ENHANCER)
    dead = (CharacterDied(ANN, card=MONSTER), BodyLaidOut(ANN, cards=body, card_count=3))
    lies = shown(dead)
    assert lies.head == "Ann is dead"
    assert [face.name for face in lies.cards] == [seen().game.face(card).name for card in body]  # type: ignore[union-attr]
    assert all(face.name in reveal_picture(lies).alt for face in lies.cards)
    looted = shown(dead, (BodyLooted(BEN, card=OTHER, body=ANN),))
    assert looted.head == "Ben loots Ann"
    assert len(looted.cards) == 2


def test_seals_count_down_to_the_end_of_the_world() -> None:
    """R-665: the seventh ends it, and is drawn like nothing else, whatever else happens."""
    made, state, _ = next(positions("apocalypse", 3, 1, 1))
    seal = next(card for card in range(400) if made.face(card).kind == "Seal")
    view = view_of(made, state, None)

    def opened(*acts: Event) -> Reveal:
        return drawn(replace(view, past=(PastRevision(1, acts),)))

    third = opened(SealOpened(ANN, card=seal, open_count=3))
    assert (third.head, third.steps) == ("Ann opens 3 of 7", (3, 7))
    assert third.notes == made.face(seal).text[:1]
    assert third.face == made.face(seal)
    assert opened(SealClosed(ANN, card=seal, open_count=2)).steps == (2, 7)
    assert opened(SealClosed(ANN, card=seal, open_count=0)).steps == (0, 7), (
        "an empty way to doom is good news"
    )
    caught = BadStuffSuffered(ANN, monster=first_of("apocalypse", "Monster"))
    end = opened(caught, SealOpened(ANN, card=seal, open_count=7))
    assert end.head.endswith("the world ends")
    assert end.face.look == DOOM_LOOK
    parse_look(DOOM_LOOK)


@pytest.mark.parametrize(
    ("ahead", "told"), [(True, "Ann wins the game"), (False, "Ann is 34 short of the game")]
)
def test_a_fight_for_the_win_says_who_wins(ahead: bool, told: str) -> None:
    """R-360."""
    view = seen((DoorKicked(ANN, card=MONSTER),))
    game_view: Any = view.game_view
    combat = replace(game_view.combat, winners=(ANN,), ahead=ahead)
    found = drawn(view, replace(game_view, combat=combat))
    assert found.final == told
    assert f"{FINAL_MARK}: {told}" in reveal_picture(found).alt
    fighting = fight_picture(view, combat)
    assert f"{FINAL_MARK}: {told}" in fighting.alt
    assert f"{FINAL_MARK}: {told}" in fighting.text_instead


def test_an_elf_may_win_by_helping() -> None:
    """R-402."""
    view = seen(())
    game_view: Any = view.game_view
    combat = replace(game_view.combat, winners=(CLEO,), ahead=True, helper=CLEO)
    assert final(view, combat) == "Cleo wins the game"
