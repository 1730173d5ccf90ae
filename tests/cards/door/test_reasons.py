"""Reasons behind answers: who may give one, when it becomes an event, and what is refused."""

import pytest

from cards.door.combat_events import ReasonGiven
from cards.door.events import DOOR_EVENT_KINDS
from cards.door.reasons import REASON_PLACE_BY_VERB, Reason, with_reason, without_reason
from cards.door.rules import RULE_TABLES
from cards.kernel.events import Event
from cards.kernel.moves import Action, Pick, Picks, Refusal
from tests.cards.players.situations import PlayerSituation

HELP_TERMS: Picks = (("1",), (), (), (), (), ())


def fight(**more: object) -> PlayerSituation:
    return PlayerSituation(
        {"carried": ["Flaming Armor"]}, {"level": 9}, {"level": 9}, fight={"monsters": ["Net Troll"]}, **more
    )


def answer(situation: PlayerSituation, seat: int, verb: str, *picks: tuple[Pick, ...]) -> Action:
    move = next(move for move in situation.moves(seat) if move.verb == verb)
    return Action(seat, verb, move.card, move.ability, picks)


def done(situation: PlayerSituation, action: Action) -> tuple[Event, ...]:
    result = situation.game.step_in_place(situation.state, action)
    assert not isinstance(result, Refusal), result
    return result


def given(events: tuple[Event, ...]) -> list[ReasonGiven]:
    return [event for event in events if isinstance(event, ReasonGiven)]


def test_a_refusal_may_carry_a_reason_and_needs_none() -> None:
    """H-131: with the reason nothing else is different."""
    plain, told = fight(), fight()
    for situation in (plain, told):
        done(situation, answer(situation, 0, "ask_help", (1,), *HELP_TERMS))
    without = done(plain, answer(plain, 1, "refuse_help"))
    events = done(told, answer(told, 1, "refuse_help", ("price", 2)))
    assert given(events) == [ReasonGiven(1, to=0, reason="price", treasures=2)]
    assert tuple(event for event in events if not isinstance(event, ReasonGiven)) == without
    assert told.game.encode(told.state) == plain.game.encode(plain.state)


def test_every_sort_of_answer_may_carry_one() -> None:
    """H-131: refusals of help, truces and trades, and offers that answer one."""
    situation = fight()
    armor = situation.card("Flaming Armor")
    done(situation, answer(situation, 0, "ask_help", (1,), *HELP_TERMS))
    assert given(done(situation, answer(situation, 1, "offer_help", *HELP_TERMS, ("danger",))))
    assert given(done(situation, answer(situation, 0, "ask_help", (1,), *HELP_TERMS, ("dear",))))
    done(situation, answer(situation, 1, "offer_truce", (armor,)))
    assert given(done(situation, answer(situation, 0, "refuse_truce", ("harmless",))))
    situation = PlayerSituation({"carried": ["Flaming Armor"]}, {"carried": ["Spork of Destiny"]}, {})
    armor, spork = situation.card("Flaming Armor"), situation.card("Spork of Destiny")
    done(situation, Action(0, "offer_trade", -1, 1, ((armor,), ())))
    assert given(done(situation, Action(1, "offer_trade", -1, 0, ((spork,), (armor,), ("price",)))))
    assert given(done(situation, answer(situation, 0, "refuse_trade", ("useless",)))) == [
        ReasonGiven(0, to=1, reason="useless")
    ]


def test_who_only_asks_gives_no_reason() -> None:
    """H-131: a reason behind an offer that answers nothing is not told."""
    situation = fight()
    assert not given(done(situation, answer(situation, 0, "ask_help", (1,), *HELP_TERMS, ("dear",))))


@pytest.mark.parametrize(
    "reason",
    [(), ("because",), (3,), ("dear", 2), ("price", 0), ("price", 100), ("price", 1, 2), ("price", "two")],
)
def test_what_is_no_reason_is_refused_and_changes_nothing(reason: tuple[Pick, ...]) -> None:
    """H-131: the list of reasons is closed; nobody's own words get into the game by it."""
    situation = fight()
    done(situation, answer(situation, 0, "ask_help", (1,), *HELP_TERMS))
    before = situation.game.encode(situation.state)
    result = situation.game.step_in_place(situation.state, answer(situation, 1, "refuse_help", reason))
    assert isinstance(result, Refusal)
    assert result.code == "bad_choice"
    assert situation.game.encode(situation.state) == before


def test_a_reason_stands_right_behind_the_picks_of_the_move() -> None:
    """H-131: so an old action with fewer terms is never taken for one with a reason."""
    situation = fight()
    slots = {"refuse_help": 0, "refuse_truce": 0, "refuse_trade": 0}
    for seat in range(3):
        slots.update((move.verb, len(move.slots)) for move in situation.moves(seat) if move.verb in PLACES)
    situation = PlayerSituation({"carried": ["Flaming Armor"]}, {}, {})
    slots.update((move.verb, len(move.slots)) for move in situation.moves(0) if move.verb in PLACES)
    assert slots == PLACES
    for verb in PLACES:
        assert verb in RULE_TABLES.verb_handlers


PLACES = dict(REASON_PLACE_BY_VERB)


def test_an_action_is_the_same_without_the_reason_that_it_was_given() -> None:
    action = Action(1, "refuse_help", -1, 4)
    assert without_reason(action) == (action, None)
    for reason in (Reason("dear"), Reason("price"), Reason("price", 3)):
        assert without_reason(with_reason(action, reason)) == (action, reason)


def test_the_event_is_saved_in_the_slots_that_all_events_have() -> None:
    event = ReasonGiven(1, to=0, reason="price", treasures=2)
    record = event.to_record()
    assert (record.kind, record.other, record.word, record.count) == ("reason_given", 0, "price", 2)
    assert DOOR_EVENT_KINDS.read(record) == event
