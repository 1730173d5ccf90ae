"""Highlights: who won and how, curves, awards; true, readable, and without anybody's secrets."""

from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.tables.past import PastRevision, acts_of
from bot.tables.results import TableView
from bot.tables.table import Former, OwnLine, Reaction
from bot.views import screens
from bot.views.base import highlights, limits, naming
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Picture
from bot.views.base.sketches import Curve, Curves, Ending
from bot.views.base.text import escape
from bot.views.door.highlights import door_highlights
from bot.views.pages.profile import ACHIEVEMENT_TEXTS, earned_lines
from bot.views.pictures.ending import ticks
from bot.views.pictures.render import render_png
from bot.views.table import public
from cards.door.card_events import CardReceived, CardUsed, ItemsSold
from cards.door.chronicle import DoorRecord, DoorRecorder, record_of
from cards.door.combat_events import (
    Caught,
    CombatEnded,
    CombatLost,
    CombatScored,
    CombatStarted,
    Escaped,
    FighterChanged,
    FleeRolled,
    HelperJoined,
    HelperLeft,
    HelperPaymentSet,
    HelpOffered,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
)
from cards.door.events import (
    CharacterDied,
    CorrectionMade,
    Cursed,
    CurseStruck,
    GameWon,
    LevelChanged,
    SealOpened,
    TurnStarted,
)
from cards.door.seat_figures import door_figures
from cards.kernel.events import Event
from cards.kernel.game import Setup
from cards.panic.monster_events import MonsterAttacked
from cards.registry import module_of
from cards.simulate import play_game
from tests.bot.views.games import positions, view_of
from tests.bot.views.table.test_story import ONE_OF_MANY, PLAIN_NAMES, view_of_past
from tests.e2e.secrets_check import faces_of, hidden_behind_doors, hidden_in_the_castle, revealing_names

ADA, RUSTY, COGSWORTH = range(3)
MONSTER, OTHER, ENHANCER, CURSE, ITEM, POTION = 35, 32, 80, 44, 119, 120


@cache
def finished(name: str, seats: int, seed: int) -> tuple[TableView, Any]:
    """Let computers play a game to its end; return an onlooker's view with the whole past, and the state."""
    module = module_of(name)
    game = module.make(Setup(name, seats, seed, {}), None)
    past: list[PastRevision] = [PastRevision(1, game.start()[1])]
    last: list[Any] = []

    def watch(_: Any, state: Any, events: tuple[Event, ...]) -> None:
        past.append(PastRevision(len(past) + 1, events))
        last[:] = [state]

    play_game(game, [module.players["sensible"]() for _ in range(seats)], seed, watch=watch)
    view = view_of_past(game, last[0], tuple(past))
    table = replace(view.table, phase="ended", winners=last[0].winners, seed=seed, commitment="c0ffee")
    return replace(view, table=table), last[0]


GAMES = [
    ("classic", 4, 1),
    ("wild_west", 3, 2),
    ("apocalypse", 4, 1),
    ("rick_and_morty", 3, 1),
    ("panic", 3, 4),
]


@pytest.mark.parametrize(("name", "seats", "seed"), GAMES)
def test_the_end_of_a_game_is_told_with_curves_and_awards(name: str, seats: int, seed: int) -> None:
    view, _ = finished(name, seats, seed)
    found = screens_of(view).summary(view, view.past)
    assert found is not None
    assert found.how
    assert len(found.awards) >= 4
    for line in (found.how.removesuffix("."), *found.awards):
        assert_reads_well_enough(line)
    assert found.curves is not None
    assert len(found.curves.rows) == seats
    assert len({len(row.points) for row in found.curves.rows}) == 1
    assert found.curves.rows[0].winner or not view.table.winners
    screen = limits.check(screens.ending_screen(view, view.past))
    text = screen.as_text()
    assert found.awards[0] in text
    assert "[Play again] [Story] [Dice]" in text
    assert "**Party " not in text
    assert "Sharing the loot" not in text
    plain = screen.without_pictures().as_text()
    assert all(escape(told) in plain for told in highlights.curves_told(found.curves))
    assert len(screen.sketches()) == 1


def test_one_line_becomes_the_quote_of_the_evening() -> None:
    """What got most reactions, or else what was said last; never one whose move was taken back."""
    view, _ = finished(*GAMES[0])
    first, last = view.past[3].revision, view.past[-3].revision
    gone = view.past[-1].revision + 5
    lines = tuple(OwnLine(0, 100, f"line {n}", n) for n in (first, last, gone))
    for reactions, quote in (((), last), ((Reaction(first, 101, 2),), first)):
        table = replace(view.table, lines=lines, reactions=reactions)
        text = limits.check(screens.ending_screen(replace(view, table=table), view.past)).as_text()
        assert [n for n in (first, last, gone) if f"“line {n}”" in text] == [quote]


@pytest.mark.parametrize(("name", "seed"), [("classic", 3), ("panic", 2)])
def test_the_end_of_six_with_long_names_and_many_achievements_fits(name: str, seed: int) -> None:
    view, _ = finished(name, 6, seed)
    people = tuple(replace(seat, name=f"{n}" + "*" * 31) for n, seat in enumerate(view.table.seats))
    view = replace(view, table=replace(view.table, seats=people))
    lines = earned_lines([(seat.name, tuple(ACHIEVEMENT_TEXTS)) for seat in people])
    screen = limits.check(screens.ending_screen(view, view.past, lines))
    for drawn in (screen, limits.check(screen.without_pictures())):
        text = drawn.as_text()
        assert all(line in text for line in lines)
        assert "[Play again] [Story] [Dice]" in text


def assert_reads_well_enough(line: str) -> None:
    assert len(line) <= highlights.MAX_AWARD_CHARS + 200
    assert "  " not in line, line
    assert "None" not in line.partition("“")[0], line
    assert "S-1" not in line
    assert line.replace("\\*", "").count("**") % 2 == 0, line
    assert not ONE_OF_MANY.search(line), line
    for wrong in (" ,", ". .", "nobody’s *"):
        assert wrong not in line, line


@pytest.mark.parametrize(("name", "seats", "seed"), GAMES)
def test_curves_end_where_everybody_stands(name: str, seats: int, seed: int) -> None:
    view, _ = finished(name, seats, seed)
    found = screens_of(view).summary(view, view.past)
    assert found is not None
    assert found.curves is not None
    for row in found.curves.rows:
        seat = view.game_view.seats[row.color]
        assert row.points[-1] == (seat.points if name == "panic" else seat.level)
        assert row.name == PLAIN_NAMES[row.color]


@pytest.mark.parametrize(("name", "seats", "seed"), GAMES)
def test_highlights_name_no_card_that_stayed_hidden(name: str, seats: int, seed: int) -> None:
    view, state = finished(name, seats, seed)
    _, _, faces = faces_of(view.game.setup if view.game is not None else Setup(name, seats, seed))
    hidden = hidden_in_the_castle if name == "panic" else hidden_behind_doors
    told = {card for event in view.events for card in event.to_record().cards}
    secret = {c for zone in hidden(state, -1) for c in state.zones.lists[zone]} - told
    text = screens.ending_screen(view, view.past).as_text().replace("\\", "")
    assert [n for n, cards in revealing_names(faces).items() if cards <= secret and n in text] == []


def test_a_game_that_was_closed_has_no_highlights() -> None:
    game, state, _ = next(positions("classic", 3, 1, 1))
    view = view_of(game, state, None)
    closed = replace(view, table=replace(view.table, phase="ended"))
    text = limits.check(public.closed_screen(closed)).as_text()
    assert "The game was closed" in text
    assert "Meanest stab" not in text


def test_the_picture_of_the_curves_can_be_drawn_and_is_small() -> None:
    rows = tuple(
        Curve(name, n, (1, 1, 2, 5 - n), n == 0) for n, name in enumerate(("Ada", "Ben", "", "Zoë 🦊"))
    )
    for curves in (
        Curves(rows, "Level", 10),
        Curves(rows[:1], "point"),
        Curves((Curve("A", 0, (0,)),), "point"),
    ):
        data = render_png(Ending(curves))
        assert len(data) < 60_000
        with Image.open(BytesIO(data)) as picture:
            assert picture.width == 780
            assert picture.height > 350


@pytest.mark.parametrize(
    ("lowest", "highest", "goal", "expected"),
    [
        (1, 10, 10, [2, 4, 6, 8, 10]),
        (1, 9, 9, [2, 4, 6, 9]),
        (1, 20, 20, [5, 10, 15, 20]),
        (0, 150, 0, [0, 50, 100, 150]),
        (-130, 210, 0, [-100, -50, 0, 50, 100, 150, 200]),
        (0, 3, 0, [0, 1, 2, 3]),
        (0, 0, 0, [0]),
    ],
)
def test_the_lines_of_a_chart_stand_at_round_figures_and_the_goal(
    lowest: int, highest: int, goal: int, expected: list[int]
) -> None:
    assert ticks(lowest, highest, goal) == expected


def record(*revisions: tuple[Event, ...]) -> DoorRecord:
    """Return the record of a game in which this has happened."""
    past = [PastRevision(n + 1, events) for n, events in enumerate(revisions)]
    return DoorRecorder({ADA: 1, RUSTY: 8, COGSWORTH: 1}).read(acts_of(past))


def test_a_curve_follows_a_corrected_level_from_where_it_really_began() -> None:
    game, state, _ = next(positions("classic", 3, 1, 1))
    past = tuple(
        PastRevision(n + 1, events)
        for n, events in enumerate(
            (
                (TurnStarted(ADA, turn=1), LevelChanged(ADA, levels=2)),
                (TurnStarted(RUSTY, turn=2), CorrectionMade(ADA, what="level", level=2, before=3)),
                (TurnStarted(COGSWORTH, turn=3), LevelChanged(ADA, levels=-1)),
            )
        )
    )
    found = door_highlights(view_of_past(game, state, past), past)
    assert found is not None
    assert found.curves is not None
    assert found.curves.rows[ADA].points == (1, 1, 3, 2, 1)
    (life, *_) = record(*(revision.events for revision in past)).lives.values()
    assert life.lost_levels == 1, "nobody loses a Level by a correction"


def test_a_helper_who_takes_the_fight_over_is_the_fighter_and_nobodys_helper() -> None:
    (fight,) = record(
        (TurnStarted(ADA, turn=1), CombatStarted(ADA, monster=MONSTER)),
        (HelperJoined(RUSTY, fighter=ADA, compelled=False),),
        (FighterChanged(RUSTY, card=ITEM),),
    ).fights
    assert (fight.fighter, fight.helper, fight.deal) == (RUSTY, -1, None)


def test_the_bargain_of_a_fight_is_off_when_somebody_else_takes_the_fight_over() -> None:
    (fight,) = record(
        (TurnStarted(ADA, turn=1), CombatStarted(ADA, monster=MONSTER)),
        (HelpOffered(RUSTY, to=ADA, items=(), treasures=2),),
        (HelperJoined(RUSTY, fighter=ADA, compelled=False),),
        (FighterChanged(COGSWORTH, card=ITEM),),
    ).fights
    assert (fight.fighter, fight.helper, fight.deal) == (COGSWORTH, RUSTY, None)


HELPED = (
    *((TurnStarted(ADA, turn=1), CombatStarted(ADA, monster=MONSTER), MonsterJoined(-1, monster=MONSTER)),),
    (HelpOffered(RUSTY, to=ADA, items=(), treasures=2),),
    (
        HelperJoined(RUSTY, fighter=ADA, compelled=False),
        CombatScored(ADA, party=30, monsters=25, ahead=True),
    ),
)


def figures(seat: int, *revisions: tuple[Event, ...]) -> dict[str, int]:
    """Return what is counted of a seat in a game in which this has happened."""
    game, state, _ = next(positions("classic", 3, 1, 1))
    past = tuple(PastRevision(n + 1, events) for n, events in enumerate(revisions))
    return dict(door_figures(game, game.view(state, None), acts_of(past))[seat].counts)


def test_a_kill_after_the_helper_has_left_is_made_alone_and_keeps_no_bargain() -> None:
    game = (
        *HELPED,
        (HelperLeft(RUSTY, card=ITEM),),
        (MonsterKilled(ADA, monster=MONSTER, helper=-1), LevelChanged(ADA, levels=1)),
    )
    (fight,) = record(*game).fights
    assert (fight.helper, fight.deal) == (-1, None)
    assert award("Best bargain", *game) == ""
    assert [figures(seat, *game).get("bargains", 0) for seat in (ADA, RUSTY)] == [0, 0]
    assert figures(ADA, *game)["won_alone"] == 1


def test_the_kill_says_who_helped_whatever_was_noted_before() -> None:
    (fight,) = record(*HELPED, (MonsterKilled(ADA, monster=MONSTER, helper=COGSWORTH),)).fights
    assert (fight.helper, fight.deal) == (COGSWORTH, None)
    (fight,) = record(
        *HELPED, (MonsterKilled(ADA, monster=MONSTER, helper=RUSTY),), (HelperLeft(RUSTY),)
    ).fights
    assert fight.helper == RUSTY, "they leave after it is won"
    assert fight.deal is not None


def test_a_helper_was_in_the_fight_as_the_fighter_was() -> None:
    game = (*HELPED, (MonsterKilled(ADA, monster=MONSTER, helper=RUSTY),))
    assert [figures(seat, *game).get("largest_fight", 0) for seat in range(3)] == [55, 55, 0]


def test_a_fight_is_turned_only_if_it_is_lost_in_the_end() -> None:
    won = (*STAB, (MonsterKilled(RUSTY, monster=MONSTER, helper=-1),))
    assert figures(ADA, *STAB, *LOST)["turned"] == 1
    assert "turned" not in figures(ADA, *won)


def test_what_happens_to_a_helper_is_not_told_of_the_one_who_was_stabbed() -> None:
    helped = (*STAB[:2], (HelperJoined(COGSWORTH, fighter=RUSTY, compelled=True),), STAB[2])
    lost = (*helped, (CombatLost(RUSTY),), (Escaped(RUSTY, monster=MONSTER, by_card=False),))
    line = award("Meanest stab", *lost, (CharacterDied(COGSWORTH),))
    assert line.endswith("who was winning at Level 1 and has to run. **Cogsworth** dies of it.")
    line = award("Meanest stab", *lost, (LevelChanged(COGSWORTH, levels=-2),))
    assert line.endswith("who was winning at Level 1 and has to run. **Cogsworth** loses 2 Levels.")
    line = award("Meanest stab", *lost, (CharacterDied(COGSWORTH), CharacterDied(RUSTY)))
    assert line.endswith("who was winning at Level 1 and dies of it.")
    handed_on = (*STAB, (FighterChanged(COGSWORTH, card=ITEM),), (CombatLost(COGSWORTH),))
    assert award("Meanest stab", *handed_on).endswith("who was winning at Level 1 until then.")


def test_all_wins_came_without_help_only_if_all_did() -> None:
    def fought(*events: Event, helper: int = -1) -> tuple[tuple[Event, ...], ...]:
        begun = (CombatStarted(ADA, monster=MONSTER), MonsterJoined(-1, monster=MONSTER))
        return (begun, events or (MonsterKilled(ADA, monster=MONSTER, helper=helper),), (CombatEnded(ADA),))

    alone = fought() * 4
    assert award("Best bargain", *alone, *fought(CombatLost(ADA))).endswith(
        "none. All 4 wins came without help."
    )
    assert award("Best bargain", *alone, *fought(helper=RUSTY)) == ""
    assert award("Best bargain", *fought() * 3) == ""


def name_of(card: int) -> str:
    game, state, _ = next(positions("classic", 3, 1, 1))
    return f"*{naming.card_name(view_of(game, state, None), card)}*"


def awards(*revisions: tuple[Event, ...], former: tuple[Former, ...] = ()) -> list[str]:
    """Return the awards of a game in which this has happened, and who has left a seat in it."""
    game, state, _ = next(positions("classic", 3, 1, 1))
    past = tuple(PastRevision(n + 1, events) for n, events in enumerate(revisions))
    view = view_of_past(game, state, past)
    found = door_highlights(replace(view, table=replace(view.table, former=former)), past)
    assert found is not None
    return list(found.awards)


def award(title: str, *revisions: tuple[Event, ...]) -> str:
    return next((line for line in awards(*revisions) if title in line), "")


STAB = (
    (TurnStarted(RUSTY, turn=4),),
    (
        CombatStarted(RUSTY, monster=MONSTER),
        MonsterJoined(RUSTY, monster=MONSTER),
        CombatScored(RUSTY, party=20, monsters=18, ahead=True),
    ),
    (
        MonsterEnhanced(ADA, card=ENHANCER, monster=MONSTER, bonus=10),
        CombatScored(RUSTY, party=20, monsters=28, ahead=False),
    ),
)
LOST = (
    (CombatLost(RUSTY),),
    (Caught(RUSTY, monster=MONSTER), LevelChanged(RUSTY, levels=-2)),
    (CombatEnded(RUSTY),),
)


def test_a_stab_that_turns_a_fight_is_meaner_than_one_that_does_not() -> None:
    (stab,) = record(*STAB, *LOST).stabs
    assert (stab.seat, stab.victim, stab.card, stab.swing, stab.turned) == (ADA, RUSTY, ENHANCER, 10, True)
    assert stab.victim_level == 8
    won = record(*STAB, (MonsterKilled(RUSTY, monster=MONSTER, helper=-1),)).stabs[0]
    assert stab.meanness > won.meanness
    died = record(*STAB, (CombatLost(RUSTY),), (CharacterDied(RUSTY),)).stabs[0]
    assert died.meanness > stab.meanness
    line = award("Meanest stab", *STAB, *LOST)
    assert f"{name_of(ENHANCER)} {'at' if 'throws' in line else 'on'} **Rusty**, who was winning" in line
    assert "loses 2 Levels instead." in line


def test_what_the_party_does_to_itself_is_no_stab_and_no_stab_is_told_too() -> None:
    own = (*STAB[:2], (replace(STAB[2][0], seat=RUSTY), STAB[2][1]))
    assert record(*own).stabs == []
    assert "none" in award("Meanest stab", *own)


def test_a_curse_of_somebody_else_is_a_stab_and_one_behind_a_door_is_not() -> None:
    struck = (CurseStruck(RUSTY, card=CURSE), LevelChanged(RUSTY, levels=-2))
    (stab,) = record((Cursed(RUSTY, card=CURSE, by=ADA),), struck).stabs
    assert stab.curse_levels == 2
    assert record((Cursed(RUSTY, card=CURSE, by=-1),), struck).stabs == []
    line = award("Meanest stab", (Cursed(RUSTY, card=CURSE, by=ADA),), struck)
    assert "**Ada** strikes **Rusty**" in line
    assert f"with {name_of(CURSE)}: 2 Levels gone" in line


def test_awards_name_who_sat_there_then() -> None:
    told = awards(*STAB, *LOST, former=(Former(RUSTY, 9, "Tinker"), Former(ADA, 1, "Bleep")))
    line = next(line for line in told if "Meanest stab" in line)
    assert "**Tinker**, who was winning" in line
    assert "**Ada**" in line


def test_the_best_bargain_says_who_helped_whom_for_what() -> None:
    line = award(
        "Best bargain",
        *STAB[:2],
        (HelpOffered(RUSTY, to=ADA, items=(), treasures=2),),
        (
            HelperJoined(ADA, fighter=RUSTY, compelled=False),
            CombatScored(RUSTY, party=30, monsters=18, ahead=True),
        ),
        (MonsterKilled(RUSTY, monster=MONSTER, helper=ADA), LevelChanged(RUSTY, levels=2)),
        (CardReceived(ADA, card=ITEM, source="treasure"),),
        (CardReceived(ADA, card=ITEM + 1, source="treasure"), CombatEnded(RUSTY)),
    )
    assert "**Ada** helps **Rusty** past" in line
    assert "(2 Levels) for 2 Treasures." in line


def test_the_best_bargain_says_what_the_helper_paid_for_being_let_in() -> None:
    line = award(
        "Best bargain",
        *STAB[:2],
        (
            HelpOffered(ADA, to=RUSTY, items=(), treasures=1),
            HelperPaymentSet(ADA, fighter=RUSTY, items=(POTION,)),
        ),
        (
            HelpOffered(ADA, to=RUSTY, items=(), treasures=0),
            HelperPaymentSet(ADA, fighter=RUSTY, items=(ITEM,)),
        ),
        (HelperJoined(ADA, fighter=RUSTY, compelled=False),),
        (MonsterKilled(RUSTY, monster=MONSTER, helper=ADA), LevelChanged(RUSTY, levels=2)),
    )
    assert f"(2 Levels) for nothing but thanks, and pays {name_of(ITEM)}. " in line
    assert "friendship" not in line


def test_dice_are_lucky_or_unlucky_only_if_rolled_more_than_once() -> None:
    def ran(seat: int, *dice: int) -> list[tuple[Event, ...]]:
        found: list[tuple[Event, ...]] = []
        for die in dice:
            found.append((FleeRolled(seat, monster=MONSTER, die=die, bonus=0),))
            found.append(
                (Escaped(seat, monster=MONSTER, by_card=False) if die > 4 else Caught(seat, monster=MONSTER),)
            )
        return found

    games = [*ran(ADA, 6, 6), *ran(RUSTY, 1, 1, 2), *ran(COGSWORTH, 1)]
    assert award("Luckiest dice", *games).endswith("**Ada** rolled 6 and 6 to run away: never caught.")
    assert award("Unluckiest dice", *games).endswith(
        "**Rusty** rolled 1, 1 and 2 to run away: caught 3 times."
    )
    assert award("Luckiest dice", *ran(ADA, 6)) == ""
    assert award("Unluckiest dice", *ran(ADA, 1)) == ""


def test_longest_survival_names_the_living_or_who_died_last() -> None:
    died = [(TurnStarted(ADA, turn=3),), (CharacterDied(ADA),)]
    line = award("Longest survival", *died)
    assert "**Rusty** and **Cogsworth** lived to tell it. **Ada** died once." in line
    rest = [(TurnStarted(ADA, turn=9),), (CharacterDied(RUSTY), CharacterDied(COGSWORTH), CharacterDied(ADA))]
    line = award("Longest survival", *died, *rest)
    assert "alive until turn 9" in line
    assert line.endswith("**Ada** died twice.")


def test_how_it_was_won_tells_the_last_blow_and_the_road() -> None:
    game, state, _ = next(positions("classic", 3, 1, 1))
    past = tuple(
        PastRevision(n + 1, events)
        for n, events in enumerate(
            (
                (TurnStarted(ADA, turn=7),),
                (ItemsSold(ADA, cards=(ITEM,), gold=1000), LevelChanged(ADA, levels=1)),
                (
                    CombatStarted(ADA, monster=MONSTER),
                    MonsterJoined(ADA, monster=MONSTER),
                    CombatScored(ADA, party=20, monsters=18, ahead=True),
                ),
                (MonsterKilled(ADA, monster=MONSTER, helper=-1), LevelChanged(ADA, levels=2), GameWon(ADA)),
            )
        )
    )
    view = view_of_past(game, state, past)
    view = replace(view, table=replace(view.table, phase="ended", winners=(ADA,)))
    found = door_highlights(view, past)
    assert found is not None
    assert found.how.startswith("On turn 7 **Ada** ")
    assert found.how.endswith(", 20 : 18.")
    assert "3 Levels gained: 2 by killing and 1 bought." in found.details
    assert "9 Levels short" in found.details


def test_levels_of_a_whole_game_add_up() -> None:
    """What the record says of kills, sales, cards and losses is what the curves say."""
    view, _ = finished("classic", 4, 1)
    made = record_of(view.game_view, acts_of(view.past))
    for seat, life in made.lives.items():
        gained = life.kill_levels + life.bought_levels + life.card_levels - life.lost_levels
        assert (
            made.curves.points[seat][0] + gained
            == made.curves.figures[seat]
            == view.game_view.seats[seat].level
        )


def test_the_picture_has_words() -> None:
    view, _ = finished("classic", 4, 1)
    screen = screens.ending_screen(view, view.past)
    (picture,) = [block for block in screen.blocks() if isinstance(block, Picture)]
    assert picture.alt.startswith("The end: 1. ")
    assert ", the winner." in picture.alt


def test_who_wins_by_the_end_of_the_world_is_best_armed_whatever_the_levels_are() -> None:
    """R-665: the highest bonus without the Level wins, so nobody else was so many Levels short."""
    game, state, _ = next(positions("classic", 3, 1, 1))
    past = (PastRevision(1, (SealOpened(ADA, card=ITEM, open_count=7), GameWon(ADA), GameWon(RUSTY))),)
    view = view_of_past(game, state, past)
    for winners, told in (
        ((ADA,), "**Ada** is best armed: +0 from cards alone"),
        ((ADA, RUSTY), "**Ada** and **Rusty** are best armed: +0 from cards alone"),
    ):
        found = door_highlights(replace(view, table=replace(view.table, winners=winners)), past)
        assert found is not None
        assert f"the world ends, and {told}." in found.how
        assert "short" not in found.how


def test_a_fight_that_was_larger_than_in_the_end_is_told_with_its_peak() -> None:
    fought = (*STAB, (CombatScored(RUSTY, party=20, monsters=12, ahead=True),), *LOST)
    assert "20 : 28 at its peak, 20 : 12 in the end, lost (turn 4)." in award("Largest fight", *fought)
    assert "20 : 28, lost (turn 4)." in award("Largest fight", *STAB, *LOST)


def test_what_is_told_of_the_victory_and_the_stab_is_not_told_again() -> None:
    won = (MonsterKilled(RUSTY, monster=MONSTER, helper=-1), GameWon(RUSTY))
    assert award("Largest fight", *STAB, won) == ""
    assert award("Cards that decided it", *STAB, *LOST) == ""
    potion = (
        CardUsed(RUSTY, card=POTION, spent=True),
        CombatScored(RUSTY, party=26, monsters=28, ahead=False),
    )
    told = award("Cards that decided it", *STAB, potion, *LOST)
    assert told.endswith(f"**Rusty**’s {name_of(POTION)}, 6 points for themselves.")


def test_items_of_a_bargain_count_as_pay() -> None:
    paid = (HelpOffered(RUSTY, to=ADA, items=(ITEM, ITEM + 1, ITEM + 2), treasures=0),)
    joined = (HelperJoined(ADA, fighter=RUSTY, compelled=False),)
    line = award(
        "Best bargain", *STAB[:2], paid, joined, (MonsterKilled(RUSTY, monster=MONSTER, helper=ADA),)
    )
    assert any(line.endswith(end) for end in ("well paid.", "can haggle.", "on both sides."))


def test_a_castle_that_falls_has_no_master_and_cards_alike_are_counted() -> None:
    view, _ = finished("panic", 3, 4)
    fallen = replace(view, table=replace(view.table, winners=()))
    found = screens_of(view).summary(fallen, view.past)
    assert found is not None
    assert "Nobody is Master Munchkin." in found.details
    assert "had the most to lose" in found.details
    attack = PastRevision(1, (MonsterAttacked(ADA, monster=1, cards=(4, 5, 4), damage=3),))
    found = screens_of(view).summary(view, (attack,))
    assert found is not None
    line = next(line for line in found.awards if "Largest attack" in line)
    assert "(×" in line
