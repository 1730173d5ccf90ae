"""The check of a state finds what is broken."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from cards.kernel.moves import Slot
from cards.panic.state import (
    BAG,
    CASTLE_DECK,
    DRAWN_TOKEN,
    FRONT_CARDS,
    PLAYED_CARDS,
    TREASURE_DECK,
    Deal,
    PanicOffer,
    zone,
)
from tests.cards.panic.situation import PanicSituationTable, arrange


def _lose_a_card(t: PanicSituationTable) -> None:
    t.state.zones.lists[BAG] = t.state.zones.lists[BAG][1:]


def _mix_decks(t: PanicSituationTable) -> None:
    t.state.zones.move(t.state.zones.lists[CASTLE_DECK][0], TREASURE_DECK)


def _leave_cards(t: PanicSituationTable) -> None:
    t.state.gone = 0b10
    t.state.zones.move(t.state.zones.lists[BAG][0], zone(1, FRONT_CARDS))


def _forget_a_monster(t: PanicSituationTable) -> None:
    t.state.board.pop()


def _step_off_the_board(t: PanicSituationTable) -> None:
    t.state.board[0].arc = 7


def _overfeed(t: PanicSituationTable) -> None:
    t.state.board[0].health = 9


def _climb_a_tower(t: PanicSituationTable) -> None:
    t.state.board[0].ring = 4


def _fortify_nothing(t: PanicSituationTable) -> None:
    t.state.walls, t.state.fortified = 0, 0b10


def _glue_nothing(t: PanicSituationTable) -> None:
    t.state.glued = t.state.zones.lists[BAG][0]


def _remember_the_gone(t: PanicSituationTable) -> None:
    t.state.unslayable = [t.state.zones.lists[BAG][0]]


def _pad_nothing(t: PanicSituationTable) -> None:
    t.state.under = {t.state.zones.lists[TREASURE_DECK][0]: 1}


def _offer_anothers(t: PanicSituationTable) -> None:
    t.state.offers = [PanicOffer(1, t.state.zones.lists[CASTLE_DECK][0])]


def _deal_without_a_card(t: PanicSituationTable) -> None:
    t.state.deals = [Deal(PanicOffer(1, t.state.zones.lists[CASTLE_DECK][0]))]


def _deal_too_late(t: PanicSituationTable) -> None:
    t.state.phase, t.state.borrowed = 5, {1: 1}


def _play_nothing(t: PanicSituationTable) -> None:
    t.state.zones.move(t.state.zones.lists[CASTLE_DECK][0], PLAYED_CARDS)


def _draw_too_early(t: PanicSituationTable) -> None:
    t.state.zones.move(t.state.zones.lists[BAG][0], DRAWN_TOKEN)


def _wait_for_nobody(t: PanicSituationTable) -> None:
    window = t.state.frames[-1].window
    assert window is not None
    window.passed = window.awaited


def _wait_for_nothing(t: PanicSituationTable) -> None:
    t.state.frames[-1].window = None


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (_lose_a_card, "lies in no zone"),
        (_mix_decks, "in zone"),
        (_leave_cards, "in zone"),
        (_forget_a_monster, "the board and its zone differ"),
        (_step_off_the_board, "stands at"),
        (_overfeed, "has health 9"),
        (_climb_a_tower, "stands on a Tower"),
        (_fortify_nothing, "Fortify tokens"),
        (_glue_nothing, "the glued monster is not on the board"),
        (_remember_the_gone, "but not on the board"),
        (_pad_nothing, "under"),
        (_offer_anothers, "offers a card"),
        (_deal_without_a_card, "pledged cards"),
        (_deal_too_late, "in phase 5"),
        (_play_nothing, "no frame"),
        (_draw_too_early, "drawn tokens"),
        (_wait_for_nobody, "waits for nobody"),
        (_wait_for_nothing, "nobody is awaited"),
    ],
)
def test_broken_states_are_found(spoil: Callable[[PanicSituationTable], None], found: str) -> None:
    """Each broken invariant is named."""
    t = PanicSituationTable(arrange().monster("bullrog", "knight", 1))
    spoil(t)
    assert any(found in fault for fault in t.game.check(t.state)), t.game.check(t.state)


def test_broken_questions_are_found() -> None:
    """An invalid default, a question to nobody, a question after the end."""
    t = PanicSituationTable(arrange().hand(0, "wandering_monster").monster("bullrog", "knight", 1))
    t.play(0, "wandering_monster", "bullrog")
    prompt = t.state.prompt
    assert prompt is not None
    t.state.prompt = replace(prompt, slot=Slot("arc", "number", (9,)))
    assert t.game.check(t.state) == ["the default answer of wander is not valid"]
    t.state.prompt = prompt
    t.state.gone = 1
    assert "a closed seat is asked" in t.game.check(t.state)
    t.state.gone, t.state.over = 0, True
    assert "a question after the end" in t.game.check(t.state)
