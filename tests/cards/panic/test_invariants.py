"""The check of a state finds what is broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from cards.kernel.moves import Slot
from cards.panic.state import BAG, CASTLE_DECK, DRAWN, FRONT, PLAYED, TREASURE_DECK, Deal, Offer, zone
from tests.cards.panic.situation import Table, arrange


def _lose_a_card(t: Table) -> None:
    t.state.zones.lists[BAG] = t.state.zones.lists[BAG][1:]


def _mix_decks(t: Table) -> None:
    t.state.zones.move(t.state.zones.lists[CASTLE_DECK][0], TREASURE_DECK)


def _leave_cards(t: Table) -> None:
    t.state.gone = 0b10
    t.state.zones.move(t.state.zones.lists[BAG][0], zone(1, FRONT))


def _forget_a_monster(t: Table) -> None:
    t.state.board.pop()


def _step_off_the_board(t: Table) -> None:
    t.state.board[0].arc = 7


def _overfeed(t: Table) -> None:
    t.state.board[0].health = 9


def _climb_a_tower(t: Table) -> None:
    t.state.board[0].ring = 4


def _fortify_nothing(t: Table) -> None:
    t.state.walls, t.state.fortified = 0, 0b10


def _glue_nothing(t: Table) -> None:
    t.state.glued = t.state.zones.lists[BAG][0]


def _remember_the_gone(t: Table) -> None:
    t.state.unslayable = [t.state.zones.lists[BAG][0]]


def _pad_nothing(t: Table) -> None:
    t.state.under = {t.state.zones.lists[TREASURE_DECK][0]: 1}


def _offer_anothers(t: Table) -> None:
    t.state.offers = [Offer(1, t.state.zones.lists[CASTLE_DECK][0])]


def _deal_without_a_card(t: Table) -> None:
    t.state.deals = [Deal(Offer(1, t.state.zones.lists[CASTLE_DECK][0]))]


def _deal_too_late(t: Table) -> None:
    t.state.phase, t.state.borrowed = 5, {1: 1}


def _play_nothing(t: Table) -> None:
    t.state.zones.move(t.state.zones.lists[CASTLE_DECK][0], PLAYED)


def _draw_too_early(t: Table) -> None:
    t.state.zones.move(t.state.zones.lists[BAG][0], DRAWN)


def _wait_for_nobody(t: Table) -> None:
    window = t.state.frames[-1].window
    assert window is not None
    window.passed = window.awaited


def _wait_for_nothing(t: Table) -> None:
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
        (_glue_nothing, "the glue holds nothing"),
        (_remember_the_gone, "absent monsters"),
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
def test_broken_states_are_found(spoil: Callable[[Table], None], found: str) -> None:
    """Each broken invariant is named."""
    t = Table(arrange().monster("bullrog", "knight", 1))
    spoil(t)
    assert any(found in fault for fault in t.game.check(t.state)), t.game.check(t.state)


def test_broken_questions_are_found() -> None:
    """A default that does not fit, a question to nobody, a question after the end."""
    t = Table(arrange().hand(0, "wandering_monster").monster("bullrog", "knight", 1))
    t.play(0, "wandering_monster", "bullrog")
    prompt = t.state.prompt
    assert prompt is not None
    t.state.prompt = replace(prompt, slot=Slot("arc", "number", (9,)))
    assert t.game.check(t.state) == ["the default of wander does not fit"]
    t.state.prompt = prompt
    t.state.gone = 1
    assert "a closed seat is asked" in t.game.check(t.state)
    t.state.gone, t.state.over = 0, True
    assert "a question after the end" in t.game.check(t.state)
