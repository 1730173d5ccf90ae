"""Offers on the table's message in the castle-defense game: who is called, for what, and how they answer."""

from dataclasses import replace

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views import screens
from bot.views.base.layout import Screen
from bot.views.base.limits import check
from bot.views.base.parts import OfferAnswers
from bot.views.panic import bargains, waiting
from bot.views.press import move_form, terms
from bot.views.table import public
from cards.kernel.moves import Move
from cards.panic.events import PanicTurnStarted
from cards.panic.negotiation import ANY_MONSTER
from tests.bot.views.games import view_of
from tests.bot.views.panic.screens import buttons_of, text_of
from tests.cards.panic.situation import PanicSituationTable, arrange

ANSWERS = ["Accept", "Counter", "Refuse"]


class Talks:
    """Ann's turn with a Bullrog in reach of the others' Hits; some seats may be computers."""

    def __init__(self, computers: tuple[int, ...] = ()) -> None:
        board = arrange().hand(0, "any_archer", "red_hero").hand(1, "red_knight").hand(2, "any_knight")
        self.made = PanicSituationTable(board.monster("bullrog", "knight", 1))
        self.computers = computers
        self.past = [PastRevision(1, (PanicTurnStarted(0, turn=1),), 0)]

    def do(self, seat: int, verb: str, card: str = "", *picks: object) -> None:
        self.made.do(seat, verb, card, *picks)
        self.past.append(PastRevision(len(self.past) + 1, tuple(self.made.events), seat))

    def offer(self, seat: int, card: str, treasures: int = 1) -> None:
        """Offer a card against the Bullrog for some Treasures; the asker keeps the trophy."""
        self.do(seat, "offer", card, "bullrog", "asker", treasures, ())

    def counter(self, card: str, treasures: int) -> None:
        self.do(0, "counter", card, "asker", treasures, (), "end")

    def view(self, seat: int | None = None) -> TableView:
        view = view_of(self.made.game, self.made.state, seat)
        seats = tuple(
            replace(taken, user=0, robot="sensible") if number in self.computers else taken
            for number, taken in enumerate(view.table.seats)
        )
        past = tuple(revision.redacted_for(seat) for revision in self.past)
        return replace(view, table=replace(view.table, seats=seats), past=past)

    def shown(self) -> Screen:
        """Return the table's message."""
        return check(public.game_screen(self.view()))

    def called(self) -> list[int]:
        """Return the seats whose users the message calls."""
        return [user - 100 for user in self.shown().mentioned_users]

    def offered(self) -> dict[str, str]:
        """Return the buttons with which offers are answered, each with what it asks for."""
        found = {label: button.custom_id for label, button in buttons_of(self.shown()).items()}
        return {label: press for label, press in found.items() if ":g:offer." in press}

    def answers(self, seat: int) -> OfferAnswers:
        return bargains.answers(self.view(seat))


def asked() -> Talks:
    talks = Talks()
    talks.do(0, "ask", "", "bullrog")
    return talks


def test_an_offer_calls_the_asker_to_accept_counter_or_refuse_it() -> None:
    talks = asked()
    assert not talks.offered(), "to ask is no offer yet"
    talks.offer(1, "red_knight")
    assert list(talks.offered()) == ANSWERS
    assert talks.called() == [0]
    text = text_of(talks.shown())
    assert "Ben" in text
    line = "Red Knight for 1 Treasure · **N: 2 left of 3** → <@100>"
    assert line in text, "what comes of it stands beside the price"


def test_who_is_asked_a_second_time_reads_that_it_is_another_question() -> None:
    """Whoever has just declined would think that the press was lost."""
    talks = asked()
    assert "Who helps Ann" in waiting.waiting(talks.view())
    talks.made.until("play")
    talks.do(0, "ask", "", "bullrog")
    assert "Once more: who helps Ann" in waiting.waiting(talks.view())


def test_other_terms_call_the_helper() -> None:
    talks = asked()
    talks.offer(1, "red_knight")
    assert screens.to_answer(talks.view(), len(talks.past)) == {0}
    talks.offer(2, "any_knight")
    assert screens.to_answer(talks.view(), len(talks.past)) == set(), "the asker was called before"
    talks.counter("red_knight", 0)
    assert screens.to_answer(talks.view(), len(talks.past)) == {1}
    assert talks.called() == [1, 0]
    assert "**Ann**: nothing but thanks for Red Knight" in text_of(talks.shown())


def test_only_people_are_called() -> None:
    talks = Talks(computers=(0,))
    talks.do(0, "ask", "", "bullrog")
    talks.offer(1, "red_knight")
    assert not talks.offered()
    talks.counter("red_knight", 0)
    assert talks.called() == [1]


def test_what_came_of_offers_is_told_without_buttons() -> None:
    talks = asked()
    talks.offer(1, "red_knight")
    talks.do(0, "refuse", "red_knight")
    assert not talks.offered()
    assert "does not take" in text_of(talks.shown())
    talks.offer(2, "any_knight")
    talks.do(0, "accept", "any_knight")
    assert not talks.offered()
    assert "accepts" in text_of(talks.shown())


def test_a_press_counts_for_the_terms_that_stood_there() -> None:
    talks = asked()
    talks.offer(1, "red_knight")
    before = talks.answers(0)
    assert [len(moves) for moves in (before.accept, before.refuse, before.counter)] == [1, 1, 1]
    assert {f"offer.{how.lower()}" in press for how, press in talks.offered().items()} == {True}
    assert all(str(*before.offers) in press for press in talks.offered().values())
    talks.offer(1, "red_knight", 2)
    assert before.offers.isdisjoint(talks.answers(0).offers)


def test_the_helper_answers_terms_with_an_offer_of_the_same_card_that_begins_with_them() -> None:
    talks = asked()
    talks.offer(1, "red_knight", 2)
    talks.counter("red_knight", 0)
    assert not talks.answers(0).offers, "nobody answers their own terms"
    found = talks.answers(1)
    made = (*found.accept, *found.refuse, *found.counter)
    assert [move.verb for move in made] == ["agree", "refuse", "offer"]
    assert quick(talks.view(1), found.counter[0]) == [("+1 Treasure", 1)], "from the terms as they stand"
    talks.do(1, "refuse", "red_knight")
    assert "takes their offer back" in text_of(talks.shown())


def test_the_asker_bids_a_treasure_less() -> None:
    talks = asked()
    talks.offer(1, "red_knight", 2)
    (counter,) = talks.answers(0).counter
    assert quick(talks.view(0), counter) == [("−1 Treasure", 1)]


def test_an_offer_that_misses_the_asked_monster_begins_with_the_next_to_break_something() -> None:
    """One tap sends it: nothing that is needed stands empty."""
    board = arrange().hand(1, "green_archer").monster("bullrog", "knight", 1)
    made = PanicSituationTable(board.monster("maul_rat", "forest", 4).monster("pit_bull", "archer", 4))
    made.do(0, "ask", "", "bullrog")
    view = view_of(made.game, made.state, 1)
    offer = next(move for move in view.moves if move.verb == "offer")
    token = made.game.catalog.index("pit_bull")
    assert terms.begin(view, offer)[:3] == ((token,), ("asker",), (1,))


def test_no_question_of_a_bargain_is_cut() -> None:
    talks = asked()
    talks.offer(1, "red_knight")
    found = [move for seat in (0, 1) for move in talks.view(seat).moves if move.verb in ("counter", "offer")]
    assert {move.verb for move in found} == {"counter", "offer"}
    for move in found:
        fields = move_form.form(talks.view(0 if move.verb == "counter" else 1), move).fields
        assert not [field.label for field in fields if "…" in field.label]


def quick(view: TableView, move: Move) -> list[tuple[str, object]]:
    """Return the changes that have a button, each with the Treasures that it sets."""
    place = next(number for number, slot in enumerate(move.slots) if slot.name == "treasures")
    found = bargains.quick_terms(view, move, terms.begin(view, move))
    return [(each.text, each.picks[place][0]) for each in found]


def test_offers_go_with_the_phase() -> None:
    talks = asked()
    talks.do(1, "offer", "red_knight", ANY_MONSTER, "asker", 0, ())
    assert talks.offered()
    talks.made.until("settle")
    assert not talks.offered()
