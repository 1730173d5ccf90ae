"""Who loses anything in the castle-defense game is told so, and sees the hand that they may see."""

from dataclasses import replace
from random import Random

import pytest

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views.base.layout import Screen, Select, Text
from bot.views.base.sketches import Reveal
from bot.views.panic.outcomes import curse_on
from bot.views.panic.words.vocabulary import PANIC_EVENTS
from bot.views.table import private, recap, story
from cards.kernel.events import Event
from cards.kernel.game import Setup
from cards.kernel.moves import Refusal
from cards.panic.card_events import OfferLapsed, PanicReasonGiven
from cards.panic.events import PanicTurnStarted, WaitTimedOut
from cards.panic.game import PanicGame
from cards.panic.state import FRONT_CARDS, HAND, TREASURES, TROPHIES, PanicState, zone
from tests.bot.views.games import action_of, view_of
from tests.cards.panic.situation import PanicSituationTable, arrange


def owned(state: PanicState, seat: int) -> set[int]:
    lists = state.zones.lists
    return {card for part in (HAND, TREASURES, TROPHIES) for card in lists[zone(seat, part)]}


def tokens(state: PanicState, seat: int) -> set[int]:
    return set(state.zones.lists[zone(seat, FRONT_CARDS)])


@pytest.mark.parametrize("options", [{}, {"more_munchkin": True}, {"swap": True}, {"deals_per_turn": 3}])
def test_every_loss_concerns_its_loser(options: dict[str, object]) -> None:
    """What somebody else's act takes from a seat, and the token that it lays there, a line tells it."""
    losses = 0
    for seed in range(4):
        game = PanicGame(Setup("panic", 4, seed, options))
        rng = Random(seed)
        state, _ = game.start()
        for _ in range(1500):
            if state.over:
                break
            pending = game.pending(state)
            assert pending is not None
            every = [(seat, move) for seat in range(4) for move in game.legal_moves(state, seat)]
            talk = [pair for pair in every if pair[1].verb != "pass"]
            seat, move = rng.choice(talk if talk and rng.random() < 0.8 else every)
            result = game.step(state, action_of(move, seat, rng))
            if isinstance(result, Refusal):
                continue
            for other in range(4):
                lost = owned(state, other) - owned(result.state, other)
                gained = tokens(result.state, other) - tokens(state, other)
                if other == seat or not (lost or gained) or state.phase == 0:
                    continue
                told = tuple(event.redacted_for(other) for event in result.events)
                if other == state.active and only_own_turn(told):
                    continue
                losses += 1
                assert PANIC_EVENTS.concern(told, other) > 0, [event.kind for event in told]
            state = result.state
    assert losses > 5


def only_own_turn(events: tuple[Event, ...]) -> bool:
    """Return True if the cards went where their owner sent them: at a phase's end what was lent goes back."""
    return {event.kind for event in events} <= {"discarded", "given_back", "help_again", "settled"}


def text_of(screen: Screen) -> str:
    return "\n".join(block.content for block in screen.blocks() if isinstance(block, Text))


def looking() -> tuple[PanicSituationTable, list[TableView]]:
    """Ada looks at Ben's hand; Cleo watches them."""
    hands = arrange(3).hand(0, "help_me_out_here").hand(1, "red_knight", "fortify_wall", "wishing_ring")
    made = PanicSituationTable(hands.monster("bullrog", "knight", 1))
    made.play(0, "help_me_out_here", 1)
    return made, [view_of(made.game, made.state, seat) for seat in (0, 1, 2)]


def test_the_whole_hand_is_shown_to_who_may_see_it_and_to_nobody_else() -> None:
    """P-111: also the cards that may not be taken; they can be read in the menu, and talks go on."""
    made, (ada, ben, cleo) = looking()
    screen = private.hand_screen(ada)
    for name in ("Red Knight", "Fortify Wall", "Wishing Ring"):
        assert name in text_of(screen)
        assert name not in text_of(private.hand_screen(cleo))
    (menu,) = [b for b in screen.blocks() if isinstance(b, Select) and b.hint.startswith("Read")]
    assert {str(made.card(1, name)) for name in ("red_knight", "wishing_ring")} <= {
        option.value for option in menu.options
    }
    assert "shows you" not in text_of(private.hand_screen(ben))
    made.do(0, "ask", "", ())
    asking = private.hand_screen(view_of(made.game, made.state, 0))
    assert "Wishing Ring" in text_of(asking)
    made.all_pass()
    made.answer()
    after = private.hand_screen(view_of(made.game, made.state, 0))
    assert "Wishing Ring" not in text_of(after)


def test_a_victim_reads_at_once_who_took_what() -> None:
    """In somebody else's turn too, on top of the hand; not what the reader did, and not twice."""
    made = PanicSituationTable(arrange(3).hand(0, "duck_of_doom").hand(1, "hoard"))
    made.play(0, "duck_of_doom", 1)
    made.do(1, "pass")
    events = tuple(event.redacted_for(1) for event in made.events)
    view = view_of(made.game, made.state, 1, events)
    assert recap.hand_notices(view).splitlines()[0] == r"**🔔 For you, \*\*Ben\*\***"
    assert "Hoard!" in recap.hand_notices(view)
    screen = private.hand_screen(view)
    (shown,) = screen.sketches()
    assert isinstance(shown, Reveal)
    assert (shown.head, shown.face.name) == ("Ann snatches Hoard! from **Ben**", "Hoard!")
    assert "Hoard!" not in text_of(screen), "the picture says it"
    thief = view_of(made.game, made.state, 0, tuple(event.redacted_for(0) for event in made.events))
    acted = PastRevision(1, thief.past[0].events, 0, "act")
    assert (
        recap.hand_notices(TableView(thief.table, 0, thief.game, thief.game_view, (), None, (acted,))) == ""
    )


def robbed(how: str) -> TableView:
    """Ben's Curse takes Ada's best trophy; return what she sees after her window has closed in this way."""
    hands = arrange(2).hand(0, "lightning").trophies(0, "flying_frogs")
    hands = hands.trophies(1, "unspeakably_awful_indescribable_horror")
    made = PanicSituationTable(hands)
    past = [PastRevision(1, (PanicTurnStarted(0, turn=1),), 0, "act")]
    made.play(0, "lightning", 1)
    past.append(PastRevision(2, made.events, 0, "act", "play"))
    if how == "time_up":
        made.time_up()
    else:
        made.do(1, "pass")
    seat = -1 if how == "time_up" else 1
    past.append(PastRevision(3, made.events, seat, how, how if how == "time_up" else "pass"))
    view = view_of(made.game, made.state, 1)
    return replace(view, past=tuple(each.redacted_for(1) for each in past))


WAYS = ["act", "pass_unasked", "time_up", "robot_act"]


@pytest.mark.parametrize("how", WAYS)
def test_a_victim_reads_what_a_curse_took_however_their_window_closed(how: str) -> None:
    view = robbed(how)
    told = recap.hand_notices(view)
    assert (
        "*Unspeakably Awful Indescribable Horror* from **\\*\\*Ben\\*\\***, who gets *Flying Frogs* in return"
        in told
    )


@pytest.mark.parametrize("how", WAYS)
def test_what_a_curse_took_stands_in_the_recap_and_nobody_did_it_for_the_victim(how: str) -> None:
    view = robbed(how)
    begun = PastRevision(4, (PanicTurnStarted(1, turn=2),), 0, "time_up", "time_up")
    lines = recap.since_last_turn(replace(view, past=(*view.past, begun)))
    assert [line for line in lines if "Unspeakably Awful Indescribable Horror" in line]
    assert not [line for line in lines if line.startswith("🤖")]


def test_a_window_that_lapsed_goes_without_saying() -> None:
    view = robbed("time_up")
    assert not [line for line in story.tell(view, view.past) if "ran out" in line.text]
    waited = TableView(
        view.table,
        1,
        view.game,
        view.game_view,
        (),
        None,
        (PastRevision(1, (WaitTimedOut(waited_for="play"),), -1, "time_up", "time_up"),),
    )
    assert [line.text for line in story.tell(waited, waited.past)] == ["⏱ Time ran out"]


def test_what_was_only_said_goes_whole_where_there_is_little_room() -> None:
    """A line that names two people and nothing else tells nobody anything."""
    made = PanicSituationTable(arrange(2).hand(0, "lightning"))
    view = view_of(made.game, made.state, 1)
    refusal = OfferLapsed(1, card=made.card(0, "lightning"), asker=0, why="untaken")
    reason = PanicReasonGiven(0, to=1, reason="own_mind", mood=1)
    past = tuple(PastRevision(number, (event,), 0, "act") for number, event in ((1, refusal), (2, reason)))
    told = recap.hand_notices(replace(view, past=past))
    assert "does not take" in told
    assert "💬" not in told or "“" in told


def test_who_holds_one_treasure_reads_that_it_is_the_one_at_stake() -> None:
    for count, told in ((1, "takes your only Treasure."), (2, "takes one of your 2 Treasures, at random.")):
        cards = ("magic_missile", "horny_helmet")[:count]
        made = PanicSituationTable(arrange(2).hand(0, "duck_of_doom").hand(1, *cards))
        made.play(0, "duck_of_doom", 1)
        assert told in curse_on(view_of(made.game, made.state, 1))


def test_who_loses_help_is_named_to_all_others() -> None:
    """A token in front of somebody else is nothing to keep in front of oneself."""
    made = PanicSituationTable(arrange().next_cards("lose_help", "lame_goblin"), phase=6)
    texts = [curse_on(view_of(made.game, made.state, seat)) for seat in (0, 1)]
    assert texts == ["", "Ann gets no help in the next Attack phase of theirs."]
