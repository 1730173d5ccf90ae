"""Why a computer player says no: what it says where, and that it tells nothing of its hand."""

import pytest

from cards.door.belief import believe
from cards.door.game import DoorGame
from cards.door.reasons import REASON_PLACE_BY_VERB, REASONS, Reason, without_reason
from cards.door.state import DoorState
from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.kernel.moves import Action, Move, Refusal
from cards.players.base import decide, fill_randomly
from cards.players.door.cunning import CunningPlayer
from cards.players.door.reasons import JUDGES_BY_VERB, as_onlooker
from cards.players.door.sensible import CaretakerPlayer, SensiblePlayer
from cards.registry import make_game
from tests.cards.players.situations import PlayerSituation

NOTHING = [["0"], [], [], [], [], []]


RICH_HAND = ["Read the Manual", "Convenient Rounding Error", "Blame the Dice"]
POOR_HAND = ["Drooling Slime", "Unpaid Intern", "Pebble Golem"]


def reason_of(action: Action | None) -> Reason | None:
    assert action is not None
    return without_reason(action)[1]


def asked_for(treasures: str, fighter: dict[str, object], helper: dict[str, object], monster: str) -> Reason:
    """Return why the helper refuses to help for so many Treasures, or asks for more."""
    situation = PlayerSituation(fighter, helper, {}, fight={"monsters": [monster]})
    situation.do(0, "ask_help", picks=[[1], [treasures], *NOTHING[1:]])
    action = situation.asked(1)
    assert action.verb in ("refuse_help", "offer_help"), action
    reason = reason_of(action)
    assert reason is not None
    return reason


STRONG: dict[str, object] = {"level": 5, "equipped": ["Sword of Adequacy"]}


@pytest.mark.parametrize(
    ("treasures", "fighter", "helper", "monster", "reason"),
    [
        ("all", {"level": 1}, {"level": 1}, "Two-Faced Giant", Reason("hopeless")),
        ("all", {"level": 9}, STRONG, "Net Troll", Reason("would_win")),
        ("0", {"level": 4}, STRONG, "Net Troll", Reason("price")),
        ("0", {"level": 6}, STRONG, "Net Troll", Reason("leader")),
    ],
)
def test_a_helper_says_why(
    treasures: str, fighter: dict[str, object], helper: dict[str, object], monster: str, reason: Reason
) -> None:
    """H-131"""
    assert asked_for(treasures, fighter, helper, monster) == reason


def test_who_has_asked_for_more_in_vain_names_the_treasures_that_would_do_and_means_it() -> None:
    """H-131: one who is asked twice for too little refuses, with a price, and accepts that."""
    situation = PlayerSituation({"level": 4}, STRONG, {}, fight={"monsters": ["Goose Knight"]})
    situation.do(0, "ask_help", picks=[[1], *NOTHING])
    situation.do(1, "refuse_help")
    situation.do(1, "offer_help", picks=[["all"], *NOTHING[1:]])
    situation.do(0, "ask_help", picks=[[1], *NOTHING])
    action = situation.asked(1)
    reason = reason_of(action)
    if reason is None or not reason.treasures:
        pytest.fail(f"{action}")
    situation.take(action)
    situation.do(0, "ask_help", picks=[[1], [str(reason.treasures)], *NOTHING[1:]])
    assert situation.asked_in_words(1) == "accept_help"


def test_a_fighter_with_a_card_for_it_only_says_that_they_manage() -> None:
    """H-131: the refusal tells that much; which card it is stays in the hand."""
    situation = PlayerSituation(
        {"level": 4, "hand": ["Bottled Thunder"]}, STRONG, {}, fight={"monsters": ["Net Troll"]}
    )
    situation.do(1, "offer_help", picks=[["1"], *NOTHING[1:]])
    action = situation.asked(0)
    if action.verb == "refuse_help":
        assert reason_of(action) == Reason("alone")


def test_trades_are_refused_with_a_reason() -> None:
    """H-131"""
    mine = {"level": 3, "equipped": ["Sword of Adequacy"]}
    situation = PlayerSituation({"level": 3, "carried": ["Spork of Destiny"]}, mine, {})
    sword, spork = situation.card("Sword of Adequacy"), situation.card("Spork of Destiny")
    situation.take(Action(0, "offer_trade", -1, 1, ((), (sword,))))
    assert reason_of(situation.asked(1)) == Reason("for_nothing")
    situation.take(Action(0, "offer_trade", -1, 1, ((spork,), (sword,))))
    assert reason_of(situation.asked(1)) == Reason("worn")


def test_who_could_do_no_harm_is_not_paid_for_doing_none() -> None:
    """H-123, H-131"""
    mine = {"level": 6, "equipped": ["Sword of Adequacy"]}
    situation = PlayerSituation(
        mine, {"level": 6, "hand": ["Noodle Arms"]}, {}, fight={"monsters": ["Goose Knight"]}
    )
    situation.take(Action(1, "offer_truce", -1, 0, ((situation.card("Sword of Adequacy"),),)))
    assert reason_of(situation.asked(0)) == Reason("harmless")


def test_the_caretaker_says_that_it_only_minds_the_seat() -> None:
    """H-131"""
    situation = PlayerSituation({"level": 4}, STRONG, {}, fight={"monsters": ["Net Troll"]})
    situation.do(0, "ask_help", picks=[[1], ["all"], *NOTHING[1:]])
    action = situation.asked(1, CaretakerPlayer())
    assert action.verb == "refuse_help"
    assert reason_of(action) == Reason("minding")


def test_a_reason_is_found_for_each_sort_of_answer() -> None:
    assert JUDGES_BY_VERB.keys() == REASON_PLACE_BY_VERB.keys()


@pytest.mark.parametrize("edition", ["classic", "wild_west+apocalypse", "rick_and_morty"])
def test_the_same_answer_has_the_same_reason_however_the_hidden_cards_lie(edition: str) -> None:
    """H-131: those who hear a reason learn no more from it than from the answer and the open table.

    All that an onlooker cannot see is dealt again, the hand of who answers with it.
    """
    answers = 0
    for seed in (3, 8):
        for game, state, seat, action in _answers(edition, seed):
            bare, reason = without_reason(action)
            assert reason is not None
            assert reason.word in REASONS
            answers += 1
            for lot in range(3):
                other = game.redeal_hidden(state, None, lot)
                player = SensiblePlayer()
                player.set_game(game)
                assert player.explained(game.view(other, seat), bare) == action
    assert answers >= 10


def _answers(edition: str, seed: int) -> list[tuple[DoorGame, DoorState, int, Action]]:
    """Return answers with a reason that sensible players gave in a game, each with the table before it.

    Two of the four seats ask for anything at random.
    """
    game = make_game(Setup(edition, 4, seed))
    assert isinstance(game, DoorGame)
    state, _ = game.start()
    player, dice = SensiblePlayer(), Dice(seed)
    player.set_game(game)
    found: list[tuple[DoorGame, DoorState, int, Action]] = []
    for _ in range(400):
        pending = game.pending(state)
        if pending is None:
            break
        action, seat = None, -1
        for seat in (*range(4), *pending.awaited):
            moves = game.legal_moves(state, seat)
            asking = [move for move in moves if move.verb in ASKING_VERBS]
            if seat > 1 and asking and not dice.randbelow(4):
                action = fill_randomly(asking[dice.randbelow(len(asking))], seat, dice)
            elif moves:
                must = seat in pending.awaited
                action = decide(player, game, state, moves, seat, dice, must=must)
            if action is not None:
                break
        if action is None:
            break
        if without_reason(action)[1] is not None:
            found.append((game, state.clone(), seat, action))
        assert not isinstance(game.step_in_place(state, action), Refusal)
    return found


ASKING_VERBS = frozenset({"ask_help", "offer_help", "offer_truce", "offer_trade"})


def test_a_seats_view_without_its_hand_is_what_an_onlooker_believes() -> None:
    """H-131: nothing that only a seat sees is left in what a reason is found by."""
    for game, state, seat, _ in _answers("classic", 3)[:12]:
        decks = game.decks
        stripped = believe(as_onlooker(game.view(state, seat)), decks)
        assert game.encode(stripped) == game.encode(believe(game.view(state, None), decks))


def test_a_cunning_player_gives_a_reason_too_and_remembers_the_bare_answer() -> None:
    """H-131"""
    situation = PlayerSituation({"level": 9}, STRONG, {}, fight={"monsters": ["Net Troll"]})
    situation.do(0, "ask_help", picks=[[1], ["0"], *NOTHING[1:]])
    action = situation.asked(1, CunningPlayer())
    assert action.verb == "refuse_help"
    assert reason_of(action) == Reason("would_win")
    moves: list[Move] = situation.moves(1)
    assert any((move.verb, move.ability) == (action.verb, action.ability) for move in moves)


@pytest.mark.parametrize("hand", [RICH_HAND, POOR_HAND])
def test_what_being_caught_would_cost_the_hand_is_reckoned_by_its_number_of_cards(hand: list[str]) -> None:
    """H-131: three cards lost are a disaster for one hand, a relief for another: the reason is the same."""
    helper: dict[str, object] = {"level": 8, "equipped": ["Sword of Adequacy"], "hand": hand}
    assert asked_for("0", {"level": 4}, helper, "Homework Hydra") == Reason("price")
