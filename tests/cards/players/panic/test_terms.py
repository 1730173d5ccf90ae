"""How computers haggle in the castle-defense game: what they agree to, what they bid, what they pay."""

from __future__ import annotations

import pytest

from cards.kernel.dice import Dice
from cards.kernel.moves import Action
from cards.players.panic.sensible import SensiblePanicPlayer
from cards.players.panic.terms import may_bid_less, payment_worth, terms_pay
from cards.players.panic.values import PanicValues
from tests.cards.panic.situation import PanicSituationTable, arrange


def asked(*hand: str, helper: str = "red_knight", seats: int = 3) -> PanicSituationTable:
    """Seat 0 has asked for help against a Bullrog at one health; seat 1 can help."""
    made = arrange(seats).hand(0, *hand).hand(1, helper).trophies(0, "pit_bull", "undead_horse")
    table = PanicSituationTable(made.monster("bullrog", "knight", 1, 1))
    return table.do(0, "ask", "", "bullrog", ())


def offered(table: PanicSituationTable, trophy: str = "asker", treasures: int = 0, *pay: str) -> None:
    """Seat 1 offers its card for the Bullrog."""
    held = table.name(table.hand_cards(1)[0])
    table.do(1, "offer", held, "bullrog", trophy, treasures, pay, ())


def countered(table: PanicSituationTable, trophy: str = "asker", treasures: int = 0, *pay: str) -> None:
    """Seat 0 answers with its own terms."""
    move = next(m for m in table.game.legal_moves(table.state, 0) if m.verb == "counter")
    picks = tuple(table.card(0, card) for card in pay)
    if pay and not set(picks) <= set(move.slots[2].options):
        picks = tuple(table.game.catalog.index(card) for card in pay)
    table.send(Action(0, "counter", move.card, 1, ((trophy,), (treasures,), picks, ("end",), ())))


def wish(table: PanicSituationTable, seat: int) -> Action | None:
    player = SensiblePanicPlayer(table.game.catalog)
    moves = table.game.legal_moves(table.state, seat)
    return player.choose_or_wait(table.game.view(table.state, seat), moves, seat, Dice(1))


def pays(table: PanicSituationTable) -> bool:
    values = PanicValues(table.game.catalog)
    return terms_pay(values, table.game.view(table.state, 1), table.hand_cards(1)[0])


def test_trophies_are_worth_their_points_twice_and_cards_their_use() -> None:
    table = asked("hoard")
    values = PanicValues(table.game.catalog)
    trophy, card = table.game.catalog.index("pit_bull"), table.card(0, "hoard")
    assert payment_worth(values, (trophy,)) == 2.0 * table.game.catalog.points[trophy]
    assert payment_worth(values, (card, trophy)) == values.worth(card) + payment_worth(values, (trophy,))
    assert payment_worth(values, ()) == 0.0


@pytest.mark.parametrize(
    ("terms", "enough"),
    [
        (("asker", 0), False),
        (("asker", 1), True),
        (("helper", 0), True),
        (("asker", 0, "pit_bull"), True),
    ],
)
def test_a_helper_agrees_to_terms_that_are_worth_the_card(terms: tuple[str, int], enough: bool) -> None:
    """A Hit goes for a Treasure, the trophy or a trophy of the asker's; not for thanks."""
    table = asked()
    offered(table, "helper", 1)
    countered(table, *terms)
    assert pays(table) is enough
    wished = wish(table, 1)
    assert (wished is not None and wished.verb == "agree") is enough


def test_a_costly_potion_is_not_given_for_one_treasure() -> None:
    """What would be worth more elsewhere is kept: the same terms that buy a Hit do not buy a Potion of 2."""
    table = asked(helper="potion_of_halitosis")
    offered(table, "helper", 1)
    countered(table, "asker", 0)
    assert not pays(table)
    wished = wish(table, 1)
    assert wished is None or wished.verb != "agree"


def test_an_asker_bids_a_treasure_for_an_offer_that_asks_for_more_once() -> None:
    """First a counter-offer of one Treasure; when the helper insists, the terms are accepted or left."""
    table = asked("any_archer")
    offered(table, "helper", 2)
    move = next(m for m in table.game.legal_moves(table.state, 0) if m.verb == "counter")
    assert may_bid_less(table.game.view(table.state, 0), move)
    table.do(1, "withdraw")
    offered(table, "asker", 1)
    move = next(m for m in table.game.legal_moves(table.state, 0) if m.verb == "counter")
    assert not may_bid_less(table.game.view(table.state, 0), move)


def test_haggling_ends() -> None:
    """An offer that answers the asker's terms is not answered by a lower bid again."""
    table = asked("any_archer")
    offered(table, "helper", 3)
    countered(table, "asker", 0)
    offered(table, "helper", 2)
    view = table.game.view(table.state, 0)
    (move,) = [m for m in table.game.legal_moves(table.state, 0) if m.verb == "counter"]
    assert view.offers[0].answers == 2
    assert not may_bid_less(view, move)


def test_an_offer_of_lost_causes_is_left_and_a_kill_is_taken() -> None:
    """Two trophies are too much for one; for a Treasure the kill is taken, once everybody has answered."""
    table = asked()
    offered(table, "asker", 0, "pit_bull", "undead_horse")
    wished = wish(table, 0)
    assert wished is None or wished.verb != "accept"
    table.do(1, "withdraw")
    offered(table, "asker", 1)
    assert wish(table, 0) is None
    table.passes(2)
    wished = wish(table, 0)
    assert wished is not None
    assert wished.verb == "accept"
