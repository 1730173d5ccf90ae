"""How computers bargain in the castle-defense game, and what they say (P-201, H-122, H-131)."""

from dataclasses import replace

import pytest

from cards.kernel.dice import Dice
from cards.kernel.moves import Action, Refusal
from cards.panic.card_events import OfferLapsed, PanicReasonGiven
from cards.panic.reasons import REASONS, with_reason, without_reason
from cards.players.panic.bargains import ask_for_help, least_terms
from cards.players.panic.fears import PanicFears
from cards.players.panic.prospects import FAIR, GREEDY, LOYAL, TEMPERS, Prospects, rank_factor, temper_of
from cards.players.panic.sensible import SensiblePanicPlayer
from cards.players.panic.values import PanicValues
from tests.cards.panic.situation import PanicSituationTable, arrange


def decide(table: PanicSituationTable, seat: int) -> Action | None:
    player = SensiblePanicPlayer(table.game.catalog)
    moves = table.game.legal_moves(table.state, seat)
    return player.choose_or_wait(table.game.view(table.state, seat), moves, seat, Dice(1))


def look(table: PanicSituationTable, seat: int, temper: int = 0) -> Prospects:
    view = table.game.view(table.state, seat)
    return Prospects(PanicValues(table.game.catalog), PanicFears(), view, TEMPERS[temper])


def asked(*hand: str, health: int | None = None) -> PanicSituationTable:
    """Seat 0 has asked for help against a Bullrog; seat 1 holds a Knight."""
    a = arrange(3).hand(0, *hand).hand(1, "any_knight").trophies(0, "pit_bull", "undead_horse")
    return PanicSituationTable(a.monster("bullrog", "knight", 1, health)).do(0, "ask", "", ("bullrog",))


def test_neighbors_have_different_tempers_and_keep_them() -> None:
    """Three temperaments sit side by side; another turn changes none."""
    table = PanicSituationTable(arrange(3))
    views = [table.game.view(table.state, seat) for seat in range(3)]
    assert {temper_of(view) for view in views} == {LOYAL, FAIR, GREEDY}
    assert temper_of(replace(views[0], turn=99, active=2)) == temper_of(views[0])


def test_a_tower_is_dearer_to_the_leader_and_when_few_stand() -> None:
    a = arrange(3).trophies(0, "net_troll", "pukachu").trophies(1, "gazebo").monster("bullrog", "castle", 1)
    table = PanicSituationTable(a.towers(2, 3, 4, 5, 6))
    factors = [rank_factor(table.game.view(table.state, seat), seat) for seat in range(3)]
    assert factors[0] > factors[1] > factors[2]
    few = PanicSituationTable(arrange(3).monster("bullrog", "castle", 1).towers(2))
    many = PanicSituationTable(arrange(3).monster("bullrog", "castle", 1).towers(2, 3, 4, 5, 6))
    fears = [look(t, 0).fear(t.game.view(t.state, 0).monsters[0]) for t in (few, many)]
    assert fears[0] > fears[1]


def test_what_is_too_dear_is_answered_or_refused_with_a_word() -> None:
    """H-131: nobody is left waiting; the phase ends only when each offer has been answered."""
    table = asked("red_knight", health=2)
    table.do(1, "offer", "any_knight", ("bullrog",), ("helper",), (1,), ("undead_horse",)).passes(2)
    events = []
    while table.state.phase == 3:
        seat = table.waiting.awaited[0]
        action = decide(table, seat)
        assert action is not None
        table.send(action)
        events += table.events
    said = [event.reason for event in events if isinstance(event, PanicReasonGiven)]
    lapsed = [event for event in events if isinstance(event, OfferLapsed) and event.why == "untaken"]
    assert said
    assert set(said) <= set(REASONS)
    assert len(lapsed) <= len(said)


def test_a_helper_comes_down_or_agrees_when_it_is_answered() -> None:
    """H-122: a counter-offer gets an answer, never silence."""
    table = asked("red_knight", health=2)
    table.do(1, "offer", "any_knight", ("bullrog",), ("helper",), (1,), ()).passes(2)
    table.do(0, "counter", "any_knight", ("asker",), (0,), (), ("end",))
    action = decide(table, 1)
    assert action is not None
    assert action.verb in ("agree", "offer", "refuse")
    table.send(action)


def test_asked_once_more_a_helper_wants_less() -> None:
    """The price falls when help is asked for again."""
    table = asked("red_knight", health=2)
    view = table.game.view(table.state, 1)
    prices = []
    for asks in (1, 2):
        seen = Prospects(PanicValues(table.game.catalog), PanicFears(), replace(view, asks=asks), GREEDY)
        prices.append(least_terms(seen, table.hand_cards(1)[0], view.monsters[0].token)[1])
    assert prices[1] < prices[0]


def test_a_helper_offers_a_hit_before_a_weapon_that_needs_one_of_the_askers() -> None:
    """P-203: a Weapon without a Hit helps nobody, and the asker's hand is not seen."""
    a = arrange(3).hand(1, "horny_helmet", "any_knight").monster("bullrog", "knight", 1, 2)
    table = PanicSituationTable(a).do(0, "ask", "", ("bullrog",))
    action = decide(table, 1)
    assert action is not None
    assert table.game.catalog.definitions[action.card].id == "any_knight"


def test_help_is_asked_for_again_against_another_monster() -> None:
    a = arrange(3).monster("bullrog", "swordsman", 1, 1).monster("king_tut", "swordsman", 2, 1)
    table = PanicSituationTable(a)
    (ask,) = [move for move in table.game.legal_moves(table.state, 0) if move.verb == "ask"]
    prospects = look(table, 0)
    first = ask_for_help(prospects, ask, 0)
    assert first is not None
    prospects.view = replace(prospects.view, asks=1, asked_for=int(first.picks[0][0]))
    again = ask_for_help(prospects, ask, 0)
    assert again is not None
    assert again.picks != first.picks


@pytest.mark.parametrize(
    "picks", [(), (("price",),), (("no such word", 1),), (("price", 9),), (("price", 1), ())]
)
def test_only_words_of_the_list_are_reasons(picks: tuple[tuple[str | int, ...], ...]) -> None:
    """H-131: anything else stays in the action, which is refused for it."""
    action = Action(0, "refuse", 3, 1, picks)
    assert without_reason(action) == (action, "", 0)
    assert without_reason(with_reason(action._replace(picks=()), "price", 2)) == (
        action._replace(picks=()),
        "price",
        2,
    )


def test_a_wrong_reason_is_refused() -> None:
    table = asked(health=1)
    table.do(1, "offer", "any_knight", ("bullrog",), ("asker",), (0,), ())
    card = table.hand_cards(1)[0]
    result = table.game.step(table.state, Action(0, "refuse", card, 1, (("rude words", 0),)))
    assert isinstance(result, Refusal)
    assert result.code == "bad_choice"
