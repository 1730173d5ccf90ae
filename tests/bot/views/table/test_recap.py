"""What somebody has missed: short, what concerns them first, and nothing that is not theirs to know."""

import re
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import Any

import pytest

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views import screens
from bot.views.base import limits
from bot.views.press.moves import words_of
from bot.views.table import recap, status, story
from cards.door.card_events import CardPlayed, Traded, TradeEnded, TradeOffered
from cards.door.combat_events import (
    CombatScored,
    CombatStarted,
    HelpOffered,
    HelpRefused,
    KillClaimed,
    MonsterEnhanced,
    MonsterKilled,
)
from cards.door.events import (
    CharacterDied,
    Cursed,
    CurseStruck,
    DoorKicked,
    LevelChanged,
    TimedOut,
    TurnEnded,
    TurnStarted,
)
from cards.kernel.events import Event
from cards.kernel.game import Game, Setup
from cards.kernel.moves import Refusal
from cards.registry import module_of
from tests.bot.views.games import action_of, positions, view_of
from tests.bot.views.table.test_story import GAMES, assert_reads_well, played, view_of_past
from tests.e2e.secrets_check import faces_of, revealing_names

ADA, RUSTY, COGSWORTH = range(3)
MONSTER, ENHANCER, CURSE = 35, 80, 44


def begun() -> tuple[Game[Any, Any], Any]:
    game, state, _ = next(positions("classic", 3, 1, 1))
    return game, state


def after(*revisions: PastRevision, seat: int | None = ADA) -> TableView:
    """Return what a seat sees of a game in which this has happened."""
    return view_of_past(*begun(), revisions, seat)


def done(number: int, *events: Event, seat: int = -1, kind: str = "act") -> PastRevision:
    return PastRevision(number, events, seat, kind)


def turn(number: int, seat: int) -> PastRevision:
    return done(number, TurnEnded((seat - 1) % 3), TurnStarted(seat, turn=number), seat=(seat - 1) % 3)


OWN_TURN = (turn(1, ADA), done(2, KillClaimed(ADA), seat=ADA), turn(3, RUSTY))


def test_what_concerns_the_reader_comes_first_and_then_the_big_moments() -> None:
    view = after(
        *OWN_TURN,
        done(4, CharacterDied(COGSWORTH), seat=COGSWORTH),
        done(5, Cursed(ADA, card=CURSE, by=RUSTY), seat=RUSTY),
        turn(6, ADA),
    )
    first, second = recap.since_last_turn(view)
    assert first.startswith("🌀 **Rusty**")
    assert "**Ada**" in first
    assert second.startswith("💀 **Cogsworth**")


def test_what_the_reader_did_and_what_is_trifling_is_left_out() -> None:
    view = after(
        *OWN_TURN,
        done(4, Cursed(RUSTY, card=CURSE, by=ADA), seat=ADA),
        done(5, CardPlayed(RUSTY, card=MONSTER, card_kind="item"), seat=RUSTY),
        done(6, DoorKicked(RUSTY, card=MONSTER), seat=RUSTY),
        turn(7, ADA),
    )
    assert recap.since_last_turn(view) == []


def test_a_stab_in_ones_own_fight_concerns_one_and_in_anothers_it_does_not() -> None:
    stab = done(
        4,
        MonsterEnhanced(RUSTY, card=ENHANCER, monster=MONSTER, bonus=5),
        CombatScored(ADA, party=1, monsters=9, ahead=False),
        seat=RUSTY,
    )
    words = words_of(after())
    assert words.events.concern(stab.events, ADA) > 0
    assert words.events.concern(stab.events, COGSWORTH) == 0
    assert words.events.moment(stab.events) > 0


@pytest.mark.parametrize(
    ("event", "reader"),
    [
        (LevelChanged(ADA, levels=-1), ADA),
        (HelpOffered(RUSTY, to=ADA, items=(), treasures=1), ADA),
        (MonsterKilled(RUSTY, monster=MONSTER, helper=ADA), ADA),
        (CharacterDied(ADA), ADA),
    ],
)
def test_loss_gain_promises_and_help_concern_the_reader(event: Event, reader: int) -> None:
    words = words_of(after())
    assert words.events.concern((event,), reader) > 0
    assert words.events.concern((event,), COGSWORTH) == 0


def test_an_answer_that_the_clock_gave_was_not_given_for_who_asked() -> None:
    answered = (
        turn(4, COGSWORTH),
        done(5, HelpOffered(ADA, to=RUSTY, items=(), treasures=1), seat=ADA),
        done(6, HelpRefused(RUSTY, to=ADA), kind="time_up"),
        turn(7, ADA),
    )
    (asked,) = recap.since_last_turn(after(*OWN_TURN, *answered))
    assert asked.startswith("🤝 **Ada** asks **Rusty** for help: 1 Treasure; **Rusty** ")
    (given,) = recap.since_last_turn(after(*answered[:-1], turn(7, RUSTY), seat=RUSTY))
    assert given.startswith("🤖 For you: 🤝 **Ada** asks **Rusty**")


@pytest.mark.parametrize(
    "answer",
    [
        Traded(RUSTY, partner=ADA, cards=(ENHANCER,), wanted_from=2),
        TradeEnded(ADA, partner=RUSTY, how="refused"),
    ],
)
def test_a_trade_that_has_come_to_an_end_is_not_offered_any_more(answer: Event) -> None:
    """Not even where the reader has answered, which they know."""
    offered = done(4, TradeOffered(RUSTY, to=ADA, cards=(ENHANCER,), form="trade", wanted_from=2), seat=RUSTY)
    elsewhere = done(5, TradeEnded(COGSWORTH, partner=RUSTY, how="refused"), seat=COGSWORTH)
    (told,) = recap.since_last_turn(after(*OWN_TURN, offered, elsewhere, turn(7, ADA)))
    assert "offers **Ada**" in told
    answered = done(6, answer, seat=ADA)
    assert recap.since_last_turn(after(*OWN_TURN, offered, elsewhere, answered, turn(7, ADA))) == []


def test_of_what_somebody_asks_again_the_latest_is_told() -> None:
    asked = [done(n, HelpOffered(RUSTY, to=ADA, items=(), treasures=n), seat=RUSTY) for n in (4, 5, 6)]
    both = done(
        7,
        HelpOffered(COGSWORTH, to=RUSTY, items=(), treasures=1),
        HelpOffered(COGSWORTH, to=ADA, items=(), treasures=1),
    )
    rusty, cogsworth = recap.since_last_turn(after(*OWN_TURN, *asked, both, turn(8, ADA)))
    assert rusty.endswith("for help: 6 Treasures")
    assert cogsworth.startswith("🤝 **Cogsworth** asks **Rusty** and **Ada**")


def test_what_a_fighter_does_in_their_own_fight_is_no_big_moment() -> None:
    own = done(
        4,
        MonsterEnhanced(RUSTY, card=ENHANCER, monster=MONSTER, bonus=-5),
        CombatScored(RUSTY, party=9, monsters=5, ahead=True),
        seat=RUSTY,
    )
    assert recap.since_last_turn(after(*OWN_TURN, own, turn(5, ADA))) == []
    assert recap.since_last_turn(after(*OWN_TURN, replace(own, seat=COGSWORTH), turn(5, ADA))) == []
    stab = done(
        4,
        MonsterEnhanced(COGSWORTH, card=ENHANCER, monster=MONSTER, bonus=5),
        CombatScored(RUSTY, party=9, monsters=15, ahead=False),
        seat=COGSWORTH,
    )
    assert len(recap.since_last_turn(after(*OWN_TURN, stab, turn(5, ADA)))) == 1


def test_what_the_caretaker_and_the_clock_did_is_marked_and_comes_first() -> None:
    view = after(
        *OWN_TURN,
        done(4, CharacterDied(COGSWORTH), seat=COGSWORTH),
        done(5, KillClaimed(ADA), seat=ADA, kind="robot_act"),
        done(6, TimedOut(ADA, window="answer"), kind="time_up"),
        done(7, KillClaimed(RUSTY), seat=RUSTY, kind="robot_act"),
        turn(8, ADA),
    )
    lines = recap.since_last_turn(view)
    assert [line.startswith("🤖 For you: ") for line in lines] == [True, True, False]
    assert recap.played_for(view, view.past[4:6]) == lines[:2]


@pytest.mark.parametrize("how", ["act", "pass_unasked", "time_up", "robot_act"])
def test_what_a_curse_does_is_told_however_its_window_closed(how: str) -> None:
    """The victim passed, or was passed for, or let time run out: it is the curse of somebody else still."""
    struck = (CurseStruck(ADA, card=CURSE), LevelChanged(ADA, levels=-1))
    if how == "time_up":
        closed = done(5, TimedOut(window="curse"), *struck, kind=how)
    else:
        closed = replace(done(5, *struck, seat=ADA, kind=how), verb="pass")
    cursed = done(4, Cursed(ADA, card=CURSE, by=RUSTY), seat=RUSTY)
    view = after(*OWN_TURN, cursed, closed)
    assert "Level" in recap.hand_notices(view)
    lines = recap.since_last_turn(after(*OWN_TURN, cursed, closed, turn(6, ADA)))
    assert [line for line in lines if "Level" in line]
    assert not [line for line in lines if line.startswith("🤖")]
    assert not [line for line in lines if "ran out" in line]


def test_of_ones_own_pass_only_blows_are_told() -> None:
    own = replace(done(4, MonsterKilled(ADA, monster=MONSTER, helper=-1), seat=ADA), verb="pass")
    assert recap.hand_notices(after(turn(1, ADA), own)) == ""


def test_a_turn_that_begins_as_time_runs_out_was_not_played_for_its_owner() -> None:
    """In Panic a turn ends with waits for all: the clock may end the last of them."""
    begun = replace(turn(5, ADA), kind="time_up")
    assert recap.since_last_turn(after(*OWN_TURN, turn(4, RUSTY), begun)) == []


def test_before_ones_first_turn_all_is_told_and_in_the_very_first_nothing() -> None:
    died = done(4, CharacterDied(RUSTY), seat=RUSTY)
    assert len(recap.since_last_turn(after(turn(1, RUSTY), died, turn(5, ADA)))) == 1
    assert recap.since_last_turn(after(turn(1, ADA))) == []
    assert recap.since_last_turn(after(turn(1, ADA), turn(2, ADA))) == []


@pytest.mark.parametrize("name", ["classic", "rick_and_morty", "panic"])
def test_on_top_of_a_hand_it_stands_when_a_turn_or_question_comes_until_one_acts(name: str) -> None:
    """In whole games: never too big for Discord, at most ten lines, only for who is asked."""
    seen = gone = 0
    for view in _views_on_the_way(name):
        assert view.seat is not None
        screen = screens.hand_screen(view, auto_updated=True)
        limits.check(screen)
        where, _, text = screen.as_text().partition("\n")
        assert where == status.address(view.table)
        if recap.RECAP_TITLE not in text:
            gone += 1
            continue
        seen += 1
        assert text.startswith(recap.RECAP_TITLE)
        assert view.pending is not None
        assert view.seat in view.pending.awaited
        lines = text.partition("\n")[2].splitlines()
        assert [line for line in lines[:10] if line.startswith("-# ")]
        told = recap.since_last_turn(view)
        assert 0 < len(told) <= recap.MAX_RECAP_LINES
        shown = list(takewhile(lambda line: line.startswith("-# "), lines))
        left_out = re.match(r" · (\d+) more\n", text[len(recap.RECAP_TITLE) :])
        assert len(shown) + (int(left_out[1]) if left_out else 0) >= len(told)
        for line in told:
            assert_reads_well(line)
            assert "“" not in line
        turns = [
            past for past in view.past if any(words_of(view).events.turn_begun(e) >= 0 for e in past.events)
        ]
        began = turns[-1].revision if turns else 0
        acted = [past for past in view.past if past.revision > began and past.seat == view.seat]
        assert acted == []
    assert seen > 3
    assert gone > seen


def _views_on_the_way(name: str) -> list[TableView]:
    module = module_of(name)
    game = module.make(Setup(name, 3, 6, {}), None)
    rng = Random(6)
    state: Any
    state, events = game.start()
    past = [PastRevision(1, events)]
    views: list[TableView] = []
    while len(past) < 300 and (pending := game.pending(state)) is not None:
        for seat in pending.awaited:
            view = replace(view_of(game, state, seat), past=tuple(p.redacted_for(seat) for p in past))
            views.append(view)
        seat = rng.choice(pending.awaited)
        move = rng.choice(game.legal_moves(state, seat))
        result = game.step(state, action_of(move, seat, rng))
        assert not isinstance(result, Refusal)
        state = result.state
        past.append(PastRevision(len(past) + 1, result.events, seat))
    return views


@pytest.mark.parametrize("name", GAMES)
def test_neither_recap_nor_story_names_a_card_that_its_reader_may_not_know(name: str) -> None:
    game, state, past = played(name, 3, 7, 300)
    _, _, faces = faces_of(game.setup)
    revealing = revealing_names(faces)
    for seat in (None, 0, 1, 2):
        view = view_of_past(game, state, past, seat)
        known = {card for event in view.events for card in event.to_record().cards}
        pages = [recap.story_screen(view, view.past, page).as_text() for page in range(30)]
        text = "\n".join([*recap.since_last_turn(view), *pages]).replace("\\", "")
        assert [n for n, cards in revealing.items() if n in text and known.isdisjoint(cards)] == []


def test_the_story_can_be_leafed_through_from_the_newest_page_to_the_first() -> None:
    game, state, past = played("classic", 3, 7, 300)
    view = view_of_past(game, state, past, 0)
    whole = story.counted(story.tell(view, view.past))
    pages: list[str] = []
    page = 0
    while True:
        screen = limits.check(recap.story_screen(view, view.past, page))
        text = screen.as_text().partition("📜 The story**")[2]
        pages.insert(0, "\n".join(line for line in text.splitlines() if line.startswith("-# ")))
        assert ("Later" in text) is (page > 0)
        if "Earlier" not in text:
            break
        page += 1
    assert page > 2
    assert "\n".join(pages).splitlines() == [f"-# {line}" for line in whole]
    assert recap.story_screen(view, view.past, 99) == recap.story_screen(view, view.past, page)


def test_an_onlooker_has_a_story_but_missed_nothing() -> None:
    game, state, past = played("panic", 3, 7, 200)
    view = view_of_past(game, state, past, None)
    text = limits.check(recap.story_screen(view, view.past)).as_text()
    assert recap.RECAP_TITLE not in text
    assert "The story" in text
    started = after(done(1, CombatStarted(ADA, monster=MONSTER)), seat=None)
    assert "The story" in limits.check(recap.story_screen(started, started.past)).as_text()
