"""Offers on the table's message: whom they call, how they are answered, what is said of answers."""

from dataclasses import replace

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import OwnLine
from bot.views import screens
from bot.views.base.layout import Screen
from bot.views.base.limits import check
from bot.views.door import bargains
from bot.views.door.words.reasons import PRICE_SAYINGS, REASON_SAYINGS
from bot.views.table import private, public
from bot.views.table.story import tell
from cards.door.reasons import REASONS
from cards.kernel.moves import Action, Pick, Refusal
from tests.bot.views.door.test_honest_buttons import LOSING, buttons_of
from tests.bot.views.games import view_of
from tests.cards.players.situations import PlayerSituation

TERMS = (("1",), ("fighter",), (), (), (), ())

BARGAINS = ("ask_help", "offer_help", "offer_truce", "accept_help", "refuse_help")


MAX_SAYING_CHARS = 60


class Fight:
    """A losing fight of four with its past; some of the seats may be computers."""

    def __init__(self, computers: tuple[int, ...] = ()) -> None:
        self.situation = PlayerSituation({}, {}, {}, {}, fight=LOSING)
        self.computers = computers
        self.past: list[PastRevision] = []
        self.lines: tuple[OwnLine, ...] = ()

    def do(self, seat: int, verb: str, *picks: tuple[Pick, ...]) -> None:
        """Make the first move with this verb."""
        move = next(move for move in self.situation.moves(seat) if move.verb == verb)
        action = Action(seat, verb, move.card, move.ability, picks)
        result = self.situation.game.step_in_place(self.situation.state, action)
        assert not isinstance(result, Refusal), result
        self.past.append(PastRevision(len(self.past) + 1, result, seat))

    def say(self, seat: int, text: str) -> None:
        """Have a line go with the latest move."""
        self.lines = (OwnLine(seat, 100 + seat, text, len(self.past)),)

    def view(self) -> TableView:
        view = view_of(self.situation.game, self.situation.state, None)
        return replace(view, table=replace(view.table, lines=self.lines))

    def table_view(self) -> TableView:
        """Return what everybody sees, with the computers in their seats."""
        view = self.view()
        seats = tuple(
            replace(seat, user=0, robot="sensible") if number in self.computers else seat
            for number, seat in enumerate(view.table.seats)
        )
        past = tuple(revision.redacted_for(None) for revision in self.past)
        return replace(view, table=replace(view.table, seats=seats), past=past)

    def shown(self) -> Screen:
        """Return the table's message."""
        return check(public.game_screen(self.table_view()))

    def answers(self) -> list[str]:
        """Return the buttons with which offers are answered."""
        return [b.label for b in buttons_of(self.shown()) if ".offer." in f".{b.custom_id.split(':')[-1]}"]

    def called(self) -> tuple[int, ...]:
        """Return the seats of the users whom the message would call."""
        return tuple(user - 100 for user in self.shown().mentioned_users)

    def first_asked(self) -> frozenset[int]:
        """Return the seats that the latest move has asked for the first time."""
        return screens.to_answer(self.table_view(), len(self.past))


def test_offers_stand_on_the_tables_message_as_long_as_somebody_has_to_answer() -> None:
    fight = Fight()
    assert fight.answers() == []
    fight.do(0, "ask_help", (1,), *TERMS)
    assert fight.answers() == ["Counter", "Refuse", "Accept: 2 : 14, still 13 short"]
    assert "help me for 1 of 4 Treasures (I pick first)" in fight.shown().as_text()
    fight.do(1, "refuse_help")
    assert fight.answers() == []
    text = fight.shown().as_text()
    assert "Ben" in text, "a refusal is told in several ways"
    assert "1 of 4 treasures" not in text


def test_only_people_are_called_and_offers_to_computers_have_no_buttons() -> None:
    fight = Fight(computers=(1, 3))
    fight.do(0, "ask_help", (1, 3), *TERMS)
    assert (fight.answers(), fight.called()) == ([], ())
    fight.do(0, "ask_help", (1, 2, 3), *TERMS)
    assert fight.called() == (2,)


def test_each_is_called_once_in_a_fight() -> None:
    fight = Fight()
    fight.do(0, "ask_help", (1, 2), *TERMS)
    drawn = fight.shown()
    assert drawn.as_text().count("I pick first") == 1, "equal terms are told once"
    assert "<@101> **2 : 14, still 13 short** · <@102> **2 : 14, still 13 short**" in drawn.as_text()
    assert (fight.called(), fight.first_asked()) == ((1, 2), {1, 2})
    fight.do(1, "refuse_help")
    assert (fight.called(), fight.first_asked()) == ((2,), set())
    fight.do(0, "ask_help", (1,), *TERMS)
    assert (fight.called(), fight.first_asked()) == ((2, 1), set()), "they were called before"
    fight.do(0, "ask_help", (3,), *TERMS)
    assert fight.first_asked() == {3}


def test_who_offers_their_own_help_asks_the_fighter() -> None:
    fight = Fight()
    fight.do(2, "offer_help", *TERMS)
    assert fight.called() == (0,)
    drawn = fight.shown()
    assert "I will help" in drawn.as_text()


def test_who_answers_a_demand_has_a_button_for_less_and_who_makes_one_for_more() -> None:
    fight = Fight()
    assert quick_terms(fight, 0, "ask_help", "0") == [("+1 Treasure", "1")]
    fight.do(1, "offer_help", ("2",), *TERMS[1:])
    assert quick_terms(fight, 0, "ask_help", "2") == [("−1 Treasure", "1")]
    assert quick_terms(fight, 0, "ask_help", "0") == [], "less than nothing nobody pays"
    assert quick_terms(fight, 2, "offer_help", "1") == [("+1 Treasure", "2")]


def quick_terms(fight: Fight, seat: int, verb: str, treasures: str) -> list[tuple[str, Pick]]:
    """Return the buttons that change the number of Treasures, with the new one."""
    view = view_of(fight.situation.game, fight.situation.state, seat)
    move = next(move for move in view.moves if move.verb == verb)
    place = [slot.name for slot in move.slots].index("treasures")
    picks = tuple((treasures,) if number == place else () for number in range(len(move.slots)))
    found = bargains.quick_terms(view, move, picks)
    return [(each.text, each.picks[place][0]) for each in found if "Treasure" in each.text]


def test_a_computer_says_why_it_refuses_or_wants_more() -> None:
    """H-131: to everybody, behind its answer and behind the offer that is open."""
    fight = Fight(computers=(1,))
    fight.do(0, "ask_help", (1, 2), *TERMS)
    fight.do(1, "offer_help", *TERMS, ("danger",))
    drawn = fight.shown()
    (offer,) = [line for line in drawn.as_text().split("\n") if "no, but I will help" in line]
    assert offer.split(". “")[1].partition("”")[0] in REASON_SAYINGS["danger"]
    fight.do(0, "ask_help", (1,), *TERMS)
    fight.do(1, "refuse_help", ("hopeless",))
    drawn = fight.shown()
    assert any(saying in drawn.as_text() for saying in REASON_SAYINGS["hopeless"])


def test_a_line_of_ones_own_stands_behind_the_offer_and_in_the_story() -> None:
    """H-132: once for all who are asked, and without any markup of its writer."""
    fight = Fight()
    fight.do(0, "ask_help", (1, 2), *TERMS)
    fight.say(0, "**Please**, @everyone, before it eats me")
    text = fight.shown().as_text()
    assert text.count("before it eats me”") == 1
    assert "@everyone" not in text
    assert "**Please**" not in text
    view = replace(fight.view(), past=tuple(fight.past))
    told = [each.text for each in tell(view, view.past, 0)]
    assert sum("before it eats me”" in each for each in told) == 1
    fight.do(1, "offer_help", *TERMS)
    drawn = fight.shown()
    (answer,) = [each for each in drawn.as_text().split("\n") if "no, but I will help" in each]
    assert "eats me" not in answer


def test_the_desk_of_bargains_tells_the_latest_answers() -> None:
    """H-131: who asked finds there what they were told, with the reason."""
    fight = Fight(computers=(1,))
    fight.do(0, "ask_help", (1,), *TERMS)
    fight.do(1, "refuse_help", ("price", 2))
    view = view_of(fight.situation.game, fight.situation.state, 0)
    view = replace(view, past=tuple(revision.redacted_for(0) for revision in fight.past))
    text = private.desk_screen(view, "help").as_text()
    assert "2 Treasures" in text.rsplit(": “", 1)[1]


def test_every_reason_has_several_sayings_that_are_short() -> None:
    """H-131"""
    assert REASON_SAYINGS.keys() == REASONS.keys()
    for sayings in (*REASON_SAYINGS.values(), PRICE_SAYINGS):
        assert len(set(sayings)) >= 3
        assert all(len(saying) <= MAX_SAYING_CHARS for saying in sayings)
