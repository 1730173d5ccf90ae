"""Windows, time, refusals and leaving: nothing stalls, nothing is done twice."""

import pytest

from cards.kernel.game import Setup
from cards.kernel.moves import ANSWER_VERB, DROP_VERB, HOST_SEAT, PASS_VERB, TIME_UP_VERB, Action, Refusal
from cards.panic.card_events import CardGivenBack
from cards.panic.game import MAX_WINDOW_REOPENINGS, PanicGame
from cards.panic.state import (
    CASTLE_DISCARDS,
    EARNED_TREASURES,
    FRONT_CARDS,
    TOKEN_DISCARDS,
    TREASURE_DISCARDS,
    UNDER_TROPHIES,
    zone,
)
from tests.cards.panic.situation import PanicSituationTable, arrange


def test_every_wait_has_its_own_number() -> None:
    """An old time-out has no effect: it carries the serial of a wait that is over."""
    t = PanicSituationTable(arrange().hand(0, "red_knight", "any_knight").monster("bullrog", "knight", 1))
    old = t.waiting.serial
    t.attack(0, "bullrog", "red_knight")
    assert t.waiting.serial > old
    result = t.game.step(t.state, Action(HOST_SEAT, TIME_UP_VERB, ability=old))
    assert isinstance(result, Refusal)
    assert result.code == "stale"


def test_an_old_answer_time_out_misses() -> None:
    """The same holds for questions."""
    t = PanicSituationTable(arrange().hand(0, "wandering_monster").monster("bullrog", "knight", 1))
    old = t.waiting.serial
    t.play(0, "wandering_monster", "bullrog")
    result = t.game.step(t.state, Action(HOST_SEAT, TIME_UP_VERB, ability=old))
    assert isinstance(result, Refusal)
    assert result.code == "stale"
    t.time_up()
    assert t.at("bullrog") == ("knight", 3)


@pytest.mark.parametrize(
    "action",
    [
        Action(1, PASS_VERB),
        Action(0, "dance"),
        Action(0, "play", 0),
        Action(0, ANSWER_VERB, -1, -1, ((1,),)),
        Action(0, "attack", 3, -1, ((1,),)),
        Action(7, PASS_VERB),
        Action(-1, PASS_VERB),
        Action(0, "ask", -1, -1),
        Action(0, "ask", -1, -1, ((99,), ())),
        Action(0, "ask", -1, -1, (("x",), (5,))),
    ],
)
def test_nonsense_is_refused(action: Action) -> None:
    """Bad input is a refusal with a code, never an exception, and changes nothing."""
    t = PanicSituationTable(arrange().hand(0, "red_knight").monster("bullrog", "knight", 1))
    before = t.game.encode(t.state)
    result = t.game.step(t.state, action)
    assert isinstance(result, Refusal)
    assert result.code in ("not_now", "bad_choice")
    assert t.game.encode(t.state) == before


def test_only_the_asked_seat_answers() -> None:
    """While a question is open nobody else can do anything."""
    t = PanicSituationTable(
        arrange().hand(0, "wandering_monster").hand(1, "hoard").monster("bullrog", "knight", 1)
    )
    t.play(0, "wandering_monster", "bullrog")
    assert t.game.legal_moves(t.state, 1) == []
    assert t.refused(1, ANSWER_VERB, "", (5,)) == "not_now"
    assert t.refused(0, ANSWER_VERB, "", (1,)) == "bad_choice"


def test_an_act_opens_the_window_again() -> None:
    """R-330: after an act everybody has to pass again, up to a limit, as in all games."""
    a = arrange().hand(1, "hoard", "swiss_army_polearm").monster("bullrog", "archer", 1)
    t = PanicSituationTable(a, phase=4).passes(0, 2, 3)
    t.play(1, "hoard")
    assert t.waiting.awaited == (0, 1, 2, 3)


def test_a_window_closes_at_last() -> None:
    """H-01: after a certain number of acts, passes stay."""
    draws = ("hoard", "swiss_army_polearm", "draw_2_castle_cards", "fortify_wall", "flask_of_glue")
    a = arrange().hand(1, *draws, "wandering_monster").monster("bullrog", "archer", 1)
    t = PanicSituationTable(a.next_cards("red_hero", "blue_hero", "green_hero", "any_knight"), phase=4)
    t.play(1, "wandering_monster", "bullrog").answer(5)
    for card, picks in zip(draws, ((), (), (), (1,), ("bullrog",)), strict=True):
        t.passes(0) if 0 in t.waiting.awaited else None
        t.play(1, card, *picks)
    frame = t.state.frames[-1]
    assert frame.window is not None
    assert frame.window.reopened == MAX_WINDOW_REOPENINGS
    assert 0 not in t.waiting.awaited


def test_passing_twice() -> None:
    """A seat that has passed is not asked again."""
    t = PanicSituationTable(arrange(), phase=4).passes(1)
    assert t.refused(1, PASS_VERB) == "not_now"


def test_everything_of_a_leaver_is_discarded() -> None:
    """H-17: hand, trophies with what lies under them, earned Treasures, Curse token; the Character stays."""
    a = arrange(more_munchkin=True).character(1, "elf").curse(1, "lose_help").trophies(1, "pit_bull")
    a.card_under_trophy("convenient_addition_error", "pit_bull").hand(1, "red_knight", "hoard")
    t = PanicSituationTable(a.monster("bullrog", "archer", 1)).drop(1)
    assert t.hand(1) == []
    assert t.trophies(1) == []
    assert t.zone(zone(1, FRONT_CARDS)) == ["elf"]
    assert t.zone(TOKEN_DISCARDS) == ["lose_help", "pit_bull"]
    assert t.zone(UNDER_TROPHIES) == []
    assert t.zone(CASTLE_DISCARDS) == ["red_knight"]
    assert t.zone(TREASURE_DISCARDS) == ["convenient_addition_error", "hoard"]
    assert t.game.view(t.state, None).seats[1].gone
    assert t.game.legal_moves(t.state, 1) == []


def test_earned_treasures_of_a_leaver() -> None:
    """H-17: they are discarded too."""
    a = arrange().hand(0, "red_knight").monster("orcs", "knight", 1).next_cards("hoard")
    t = PanicSituationTable(a).attack(0, "orcs", "red_knight").drop(0)
    assert t.zone(zone(0, EARNED_TREASURES)) == []
    assert t.zone(TREASURE_DISCARDS) == ["hoard"]


def test_the_active_player_leaves() -> None:
    """H-17: the monsters still move and new ones come; then it is the next seat's turn."""
    a = arrange().monster("bullrog", "archer", 1).next_cards("orcs", "maul_rat", "pit_bull").dice(1, 2, 3)
    t = PanicSituationTable(a).drop(0)
    assert t.waiting.name == "settle"
    t.all_pass()
    assert t.at("bullrog") == ("knight", 1)
    assert len(t.on_board()) == 4
    assert (t.state.active, t.waiting.name) == (1, "draw")
    t.until("settle").until("draw").until("settle").until("draw").until("settle").until("draw")
    assert t.state.active == 1


def test_a_question_to_a_leaver() -> None:
    """H-17: the leaving player's question gets its default answer."""
    a = arrange().hand(0, "wandering_monster").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a).play(0, "wandering_monster", "bullrog").drop(0)
    assert t.at("bullrog") == ("knight", 3)
    assert t.waiting.awaited == (1, 2, 3)


def test_the_last_one_awaited_leaves() -> None:
    """H-17: the window closes as if the leaving player had passed."""
    t = (
        PanicSituationTable(arrange().hand(0, "duck_of_doom").hand(1, "hoard"))
        .play(0, "duck_of_doom", 1)
        .drop(1)
    )
    assert t.waiting.name == "play"
    assert t.hand(0) == []


def test_too_few_are_left() -> None:
    """H-17: with fewer than two the game is over and nobody has won; alone one may stop, too."""
    t = PanicSituationTable(arrange(2).trophies(1, "pit_bull").monster("bullrog", "archer", 1)).drop(0)
    assert t.state.over
    assert t.state.winners == ()
    assert PanicSituationTable(arrange(1).monster("bullrog", "archer", 1)).drop(0).state.over


def test_nobody_leaves_twice() -> None:
    """H-17: an unknown or closed seat is refused."""
    t = PanicSituationTable(arrange().monster("bullrog", "archer", 1)).drop(2)
    for seat in (2, 9, -1):
        result = t.game.step(t.state, Action(HOST_SEAT, DROP_VERB, ability=seat))
        assert isinstance(result, Refusal)
        assert result.code == "no_seat"


def test_a_thiefs_victim_leaves() -> None:
    """H-17, P-226: if the hand that the Thief looks at is gone, nothing is taken."""
    a = arrange(more_munchkin=True).character(0, "thief").hand(1, "red_hero")
    t = PanicSituationTable(a, phase=1).do(0, "power", "", 1).drop(1)
    assert t.options() == set()
    t.answer()
    assert t.hand(0) == []


def test_a_power_of_a_leaver() -> None:
    """H-17: a power that the leaving player was using is dropped."""
    a = arrange(more_munchkin=True).character(0, "wizard").dice(6).monster("bullrog", "archer", 1)
    t = PanicSituationTable(a).do(0, "power").drop(0)
    assert t.at("bullrog") == ("archer", 1)
    assert t.waiting.awaited == (1, 2, 3)


def test_a_character_for_a_leaver() -> None:
    """H-17, P-221: a player who leaves before picking still gets a Character, and the deal goes on."""
    game = PanicGame(Setup("panic", 3, 5, {"more_munchkin": True}))
    state, _ = game.start()
    pending = game.pending(state)
    assert pending is not None
    result = game.step(state, Action(HOST_SEAT, DROP_VERB, ability=pending.awaited[0]))
    assert not isinstance(result, Refusal)
    assert game.check(result.state) == []
    after = game.pending(result.state)
    assert after is not None
    assert (after.name, after.awaited) == ("character", ((pending.awaited[0] + 1) % 3,))


def test_the_borrower_leaves() -> None:
    """H-17, P-111: a card that was borrowed and not played goes back to its owner."""
    a = arrange().hand(1, "red_archer", "hoard").hand(0, "help_me_out_here", "red_knight")
    t = PanicSituationTable(a.monster("pukachu", "archer", 1)).play(0, "help_me_out_here", 1)
    t.answer(t.card(1, "red_archer")).drop(0)
    assert t.hand(1) == ["hoard", "red_archer"]
    assert t.zone(CASTLE_DISCARDS) == ["help_me_out_here", "red_knight"]
    given_back = t.events_of(CardGivenBack)
    assert [(event.seat, t.name(event.card)) for event in given_back] == [(1, "red_archer")]
    assert all(event.is_known_to(1) and not event.is_known_to(2) for event in given_back)
