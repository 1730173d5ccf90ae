"""What a sensible player does in situations that call for judgment."""

import pytest

from cards.kernel.moves import Action
from tests.cards.players.situations import PlayerSituation

POTION = "Potion of Mild Inconvenience"


def test_takes_a_fight_that_is_won() -> None:
    situation = PlayerSituation({"level": 4}, {}, {}, fight={"monsters": ["Kobold With a Clipboard"]})
    assert situation.asked_in_words(0) == "claim"


def test_spends_a_one_shot_where_it_wins_a_fight_and_not_where_it_cannot() -> None:
    won = PlayerSituation({"level": 4, "hand": [POTION]}, {}, {}, fight={"monsters": ["Goose Knight"]})
    assert won.asked_in_words(0) == f"use {POTION}"
    lost = PlayerSituation(
        {"level": 1, "hand": [POTION]}, {}, {}, fight={"monsters": ["Dragon With a Podcast"]}
    )
    assert lost.asked_in_words(0) == "run_away"


def test_asks_the_one_who_can_turn_the_fight_for_a_fair_share() -> None:
    strong = {"level": 5, "equipped": ["Sword of Adequacy"]}
    situation = PlayerSituation({"level": 4}, strong, {"level": 2}, fight={"monsters": ["Net Troll"]})
    asked = situation.asked(0, must=False)
    assert (asked.verb, asked.picks[0]) == ("ask_help", (1,))
    assert 0 < int(asked.picks[1][0]) < 3
    situation.take(asked)
    assert situation.asked_in_words(0, must=False) == "wait"
    assert situation.asked_in_words(1) == "accept_help"


def test_offers_more_when_refused_and_gives_up_at_last() -> None:
    strong = {"level": 5, "equipped": ["Sword of Adequacy"]}
    situation = PlayerSituation({"level": 4}, strong, {}, fight={"monsters": ["Net Troll"]})
    offered: list[tuple[int, bool]] = []
    for _ in range(7):
        asked = situation.asked(0, must=False)
        if asked.verb != "ask_help":
            break
        offered.append((int(asked.picks[1][0]), "fighter" not in asked.picks[2]))
        situation.take(asked)
        situation.do(1, "refuse_help")
    assert offered == sorted(set(offered))
    assert len(offered) >= 2
    assert asked.verb == "run_away"


@pytest.mark.parametrize(
    ("level", "treasures", "told"), [(4, "all", "accept_help"), (5, "all", "refuse_help")]
)
def test_who_is_far_behind_helps_to_a_victory_for_all_the_treasures(
    level: int, treasures: str, told: str
) -> None:
    helper = {"level": level, "equipped": ["Sword of Adequacy"]}
    situation = PlayerSituation({"level": 9}, helper, {}, fight={"monsters": ["Net Troll"]})
    assert (situation.asked_in_words(0, must=False) == "ask_help") is (told == "accept_help")
    situation.do(0, "ask_help", picks=[[1], [treasures], [], [], [], [], []])
    assert situation.asked_in_words(1) == told


def test_a_shared_victory_is_price_enough() -> None:
    """R-701: the fighter asks for help although the helper wins as well, who helps for nothing else."""
    helper = {"level": 6, "equipped": ["Sword of Adequacy"]}
    fight = {"monsters": ["Net Troll"]}
    situation = PlayerSituation({"level": 9}, helper, {}, fight=fight, options={"shared_victory": True})
    asked = situation.asked(0, must=False)
    assert (asked.verb, asked.picks[1][0]) == ("ask_help", "0")
    situation.take(asked)
    assert situation.asked_in_words(1) == "accept_help"


def test_nobody_who_hopes_helps_to_win_the_game() -> None:
    strong = {"level": 8, "equipped": ["Flaming Armor"]}
    situation = PlayerSituation({"level": 9}, strong, {}, fight={"monsters": ["Two-Faced Giant"]})
    situation.do(0, "ask_help", picks=[[1], ["all"], [], [], [], [], []])
    assert situation.asked_in_words(1) == "refuse_help"


def test_an_elf_helps_for_the_level_alone() -> None:
    elf = {"level": 5, "in_play": ["Elf"]}
    situation = PlayerSituation({"level": 3}, elf, {}, {}, fight={"monsters": ["Zombie Accountant"]})
    situation.do(0, "ask_help", picks=[[1], ["0"], [], [], [], [], []])
    assert situation.asked_in_words(1) == "accept_help"


@pytest.mark.parametrize("weapon", ["Noodle Arms", "Existential Dread", "Bottled Thunder"])
def test_stops_a_leader_in_the_winning_fight(weapon: str) -> None:
    leader = {"level": 9}
    situation = PlayerSituation(
        leader, {"level": 3, "hand": [weapon]}, {}, fight={"monsters": ["Bouncer Troll"]}
    )
    situation.do(0, "claim")
    verb = "use" if weapon == "Bottled Thunder" else "play"
    assert situation.asked_in_words(1) == f"{verb} {weapon}"


def test_a_thief_stabs_a_leader_in_the_back() -> None:
    thief = {"level": 3, "in_play": ["Thief"], "hand": ["Dust Bunnies"]}
    situation = PlayerSituation({"level": 9}, thief, {}, fight={"monsters": ["Bouncer Troll"]})
    situation.do(0, "claim")
    assert situation.asked_in_words(1) == "use Thief"


def test_brings_a_second_monster_into_the_winning_fight() -> None:
    hand = ["Wandering Monster", "Dust Bunnies", "Net Troll"]
    situation = PlayerSituation({"level": 9}, {"hand": hand}, {}, fight={"monsters": ["Bouncer Troll"]})
    situation.do(0, "claim")
    act = situation.asked(1)
    assert situation.name(act.card) == "Wandering Monster"
    assert [situation.name(int(card)) for card in act.picks[0]] == ["Net Troll"]


def test_keeps_its_cards_where_they_cannot_stop_the_win_or_nobody_leads() -> None:
    hopeless = PlayerSituation({"level": 9}, {"hand": [POTION]}, {}, fight={"monsters": ["Dust Bunnies"]})
    hopeless.do(0, "claim")
    assert hopeless.asked_in_words(1) == "pass"
    poor = PlayerSituation(
        {"level": 2}, {"level": 5, "hand": [POTION]}, {}, fight={"monsters": ["Dust Bunnies"]}
    )
    poor.do(0, "claim")
    assert poor.asked_in_words(1) == "pass"


def test_saves_a_winning_fight_from_a_curse() -> None:
    hand = ["Bottled Thunder", POTION]
    situation = PlayerSituation(
        {"level": 9, "hand": hand}, {"hand": ["Existential Dread"]}, {}, fight={"monsters": ["Bouncer Troll"]}
    )
    situation.do(0, "claim")
    situation.do(1, "play", "Existential Dread", [[0]])
    for seat in (0, 2):
        situation.do(seat, "pass")
    assert situation.asked_in_words(0) == f"use {POTION}"


def test_wears_what_is_better_and_then_leaves_off() -> None:
    gear = {"level": 3, "carried": ["Second-Hand Dragon Hide"], "equipped": ["Bubble Wrap Mail"]}
    situation = PlayerSituation(gear, {}, {})
    assert situation.asked_in_words(0) == "equip Second-Hand Dragon Hide"
    situation.take(situation.asked(0))
    assert situation.asked_in_words(0) == "kick"


@pytest.mark.parametrize("card", ["Sword of Adequacy", "Warrior", "Read the Manual"])
def test_plays_what_is_good_at_once(card: str) -> None:
    assert PlayerSituation({"level": 2, "hand": [card]}, {}, {}).asked_in_words(0) == f"play {card}"


def test_plays_no_level_that_cannot_lift_anybody_it_likes() -> None:
    assert (
        PlayerSituation({"level": 9, "hand": ["Read the Manual"]}, {"level": 8}, {}).asked_in_words(0)
        == "kick"
    )


def test_sells_what_it_cannot_use_for_a_level() -> None:
    carried = ["Mace of Sharpness", "Staff of Napalm"]
    situation = PlayerSituation({"level": 2, "carried": carried, "equipped": ["Sword of Adequacy"]}, {}, {})
    sale = situation.asked(0)
    assert sale.verb == "sell"
    assert {situation.name(int(card)) for card in sale.picks[0]} == set(carried)


def test_sells_no_gear_that_it_needs() -> None:
    worn = ["Sword of Adequacy", "Second-Hand Dragon Hide"]
    assert PlayerSituation({"level": 2, "equipped": worn}, {}, {}).asked_in_words(0) == "kick"


LEVEL_HOOK = {
    "id": "level-hook",
    "kind": "special",
    "back": "treasure",
    "name": "Level Hook",
    "play": [
        {
            "when": ["any_time"],
            "if": {"is": "can_rise"},
            "targets": [{"name": "target", "who": "others"}],
            "then": [{"do": "level", "n": -1, "who": "target"}, {"do": "level", "n": 1}],
        }
    ],
}
SERMON = {
    "id": "sermon",
    "kind": "special",
    "back": "door",
    "name": "Sermon",
    "play": [
        {
            "when": ["any_time"],
            "then": [
                {
                    "do": "level",
                    "may_win": True,
                    "who": {"among": "everyone", "if": {"is": "class", "name": "cleric", "who": "it"}},
                }
            ],
        }
    ],
}


def test_takes_the_leaders_level() -> None:
    seats = {"level": 5, "hand": ["Level Hook"]}, {"level": 3}, {"level": 8}
    situation = PlayerSituation(*seats, cards=[LEVEL_HOOK])
    act = situation.asked(0)
    assert (situation.asked_in_words(0), act.picks) == ("use Level Hook", ((2,),))


def test_wins_by_a_card_that_lifts_clerics_and_never_lets_another_win_by_it() -> None:
    cleric = {"level": 9, "in_play": ["Cleric"]}
    own = PlayerSituation({**cleric, "hand": ["Sermon"]}, {}, {}, cards=[SERMON])
    assert own.asked_in_words(0) == "use Sermon"
    others = PlayerSituation({"level": 5, "hand": ["Sermon"]}, cleric, {}, cards=[SERMON])
    assert others.asked_in_words(0) == "kick"


def test_looks_for_trouble_only_where_it_wins() -> None:
    hand = ["Goose Knight", "Net Troll"]
    assert (
        PlayerSituation({"level": 6, "hand": hand}, {}, {}, phase="trouble").asked_in_words(0)
        == "trouble Goose Knight"
    )
    assert PlayerSituation({"level": 2, "hand": hand}, {}, {}, phase="trouble").asked_in_words(0) == "loot"


def test_gives_away_what_is_worth_least() -> None:
    hand = [
        "Magic Missile",
        "Undo Button",
        "Wizard",
        "Honorary Degree",
        "Elf",
        "Net Troll",
        "Wandering Monster",
    ]
    in_play = ["Wizard", "Elf"]
    situation = PlayerSituation({"level": 9, "hand": hand, "in_play": in_play}, {}, {}, phase="charity")
    act = situation.asked(0)
    assert act.verb == "give_away"
    assert {situation.name(int(card)) for card in act.picks[0]} == {"Wizard", "Elf"}


def test_cancels_a_curse_that_would_cost_much_and_no_other() -> None:
    me = {"level": 5, "in_play": ["Wizard"], "equipped": ["Staff of Napalm"], "hand": ["Undo Button"]}
    other = {"hand": ["Planned Obsolescence", "Knotted Laces"]}
    situation = PlayerSituation(me, other, {"hand": ["Undo Button"]})
    situation.do(1, "play", "Planned Obsolescence", [[0]])
    assert (situation.asked_in_words(0), situation.asked_in_words(2)) == ("use Undo Button", "pass")
    light = PlayerSituation(me, other, {})
    light.do(1, "play", "Knotted Laces", [[0]])
    assert light.asked_in_words(0) == "pass"


@pytest.mark.parametrize(("monster", "told"), [("Dragon With a Podcast", "use"), ("Dust Bunnies", "pass")])
def test_changes_a_failed_roll_where_much_is_at_stake(monster: str, told: str) -> None:
    me = {"level": 6, "hand": ["Die of Convenient Faces"], "equipped": ["Sword of Adequacy"]}
    fight = {"monsters": [monster], "enhancers": {monster: ["Ancient"]}}
    situation = PlayerSituation(me, {}, {}, fight=fight, dice=[1])
    situation.do(0, "run_away")
    situation.do(1, "pass")
    situation.do(2, "pass")
    situation.take(situation.asked(0))
    act = situation.asked(0)
    assert act.verb == told


def test_loses_the_least_where_it_may_choose() -> None:
    worn = {"level": 3, "equipped": ["Sword of Adequacy", "Spork of Destiny"]}
    situation = PlayerSituation(worn, {"hand": ["Butterfingers"]}, {})
    situation.do(1, "play", "Butterfingers", [[0]])
    for seat in (0, 2):
        situation.do(seat, "pass")
    act = situation.asked(0)
    assert [situation.name(int(card)) for card in act.picks[0]] == ["Spork of Destiny"]


def test_proposes_an_exchange_that_serves_both_and_accepts_one() -> None:
    wizard = {"level": 3, "in_play": ["Wizard"], "carried": ["Mace of Sharpness"]}
    cleric = {"in_play": ["Cleric"], "carried": ["Staff of Napalm"]}
    situation = PlayerSituation(wizard, cleric, {})
    act = situation.asked(0)
    assert (act.verb, act.ability) == ("offer_trade", 1)
    situation.take(act)
    assert situation.asked_in_words(1) == "accept_trade"


def test_waits_for_the_answer_to_an_exchange_and_goes_on_without() -> None:
    wizard = {"level": 3, "in_play": ["Wizard"], "carried": ["Mace of Sharpness"]}
    cleric = {"in_play": ["Cleric"], "carried": ["Staff of Napalm", "Sword of Adequacy"]}
    situation = PlayerSituation(wizard, cleric, {})
    situation.take(situation.asked(0, must=False))
    assert [trade.by for trade in situation.state.trades] == [0]
    assert situation.asked_in_words(0, must=False) == "wait"
    assert situation.asked_in_words(0) == "kick"


def test_refuses_an_exchange_that_only_serves_the_other_and_is_not_asked_again() -> None:
    situation = PlayerSituation({"equipped": ["Spork of Destiny"]}, {"equipped": ["Sword of Adequacy"]}, {})
    mine, theirs = situation.card("Spork of Destiny"), situation.card("Sword of Adequacy")
    situation.do(0, "offer_trade", picks=[[mine], [theirs]])
    assert situation.asked_in_words(1) == "refuse_trade"
    situation.take(situation.asked(1))
    assert situation.asked_in_words(0) == "kick"


def test_a_helper_who_is_asked_for_too_little_names_the_price() -> None:
    """R-352, H-122: the answer is a bargain that the fighter should take, once, and then a yes or a no."""
    strong = {"level": 5, "equipped": ["Sword of Adequacy"]}
    situation = PlayerSituation({"level": 4}, strong, {}, fight={"monsters": ["Net Troll"]})
    situation.do(0, "ask_help", picks=[[1], ["0"], [], [], [], [], []])
    answer = situation.asked(1)
    assert answer.verb == "offer_help"
    situation.take(answer)
    assert situation.asked_in_words(0) == "accept_help"


def test_a_fighter_beats_a_dear_volunteer_down_once() -> None:
    """H-122: all the Treasures are too many where fewer are enough for the helper."""
    strong = {"level": 5, "equipped": ["Sword of Adequacy"]}
    situation = PlayerSituation({"level": 4}, strong, {}, fight={"monsters": ["Net Troll"]})
    situation.do(1, "offer_help", picks=[["all"], [], [], [], [], []])
    answer = situation.asked(0)
    assert (answer.verb, answer.picks[0]) == ("ask_help", (1,))
    assert answer.picks[1] != ("all",)
    situation.take(answer)
    situation.do(1, "offer_help", picks=[["all"], [], [], [], [], []])
    assert situation.asked_in_words(0) == "accept_help"


def test_a_fighter_adds_an_item_where_all_the_treasures_are_not_enough() -> None:
    """R-352: an Item that the fighter does not use, and the helper would."""
    strong = {"level": 5, "equipped": ["Sword of Adequacy"]}
    weak = {"level": 3, "carried": ["Flaming Armor"]}
    situation = PlayerSituation(weak, strong, {}, fight={"monsters": ["Goose Knight"]})
    situation.take(situation.asked(0, must=False))
    situation.do(1, "refuse_help")
    asked = situation.asked(0, must=False)
    assert asked.verb == "ask_help"
    assert [situation.name(int(card)) for card in asked.picks[3]] == ["Flaming Armor"]


def test_answers_a_plea_by_a_trade_that_suits_both() -> None:
    """H-122: an Item that is asked for as a gift is offered for one that is of use, and that is accepted."""
    mine = {"level": 3, "carried": ["Flaming Armor"], "equipped": ["Second-Hand Dragon Hide"]}
    theirs = {"level": 3, "carried": ["Sword of Adequacy"], "equipped": ["Spork of Destiny"]}
    situation = PlayerSituation(theirs, mine, {})
    wanted = situation.card("Flaming Armor")
    situation.take(Action(0, "offer_trade", -1, 1, ((), (wanted,))))
    answer = situation.asked(1)
    assert (answer.verb, answer.picks[0]) == ("offer_trade", (wanted,))
    situation.take(answer)
    assert situation.asked_in_words(0) == "accept_trade"


FULL_HAND = ["Existential Dread", "Bottled Thunder", POTION, "Noodle Arms", "Dust Bunnies"]


def test_buys_off_whoever_could_spoil_a_fight_that_matters_and_waits_for_the_answer() -> None:
    """H-123: an Item to spare for the bystander with the full hand, before the kill is claimed."""
    rich = {"level": 6, "equipped": ["Sword of Adequacy"], "carried": ["Spork of Destiny"]}
    situation = PlayerSituation(
        rich, {"level": 6, "hand": FULL_HAND}, {}, fight={"monsters": ["Goose Knight"]}
    )
    offer = situation.asked(0, must=False)
    assert (offer.verb, offer.ability) == ("offer_truce", 1)
    situation.take(offer)
    assert situation.asked_in_words(0, must=False) == "wait"
    assert situation.asked_in_words(0, must=True) == "claim"


@pytest.mark.parametrize(("level", "told"), [(3, "accept_truce"), (9, "refuse_truce")])
def test_takes_an_item_for_keeping_out_unless_the_game_is_at_stake(level: int, told: str) -> None:
    """H-123: nobody sells the game; who cannot spoil a fight takes what is offered."""
    rich = {"level": level, "equipped": ["Sword of Adequacy"], "carried": ["Flaming Armor"]}
    situation = PlayerSituation(
        rich, {"hand": ["Existential Dread"]}, {}, fight={"monsters": ["Bouncer Troll"]}
    )
    move = next(m for m in situation.moves(0) if m.verb == "offer_truce" and m.ability == 1)
    situation.take(Action(0, "offer_truce", -1, move.ability, ((situation.card("Flaming Armor"),),)))
    assert situation.asked_in_words(1) == told


def test_a_demand_that_is_too_dear_is_answered_by_a_cheaper_item() -> None:
    """H-122, H-123: the best Item is not worth the peace, a spare one is."""
    mine = {"level": 6, "equipped": ["Sword of Adequacy"], "carried": ["Spork of Destiny"]}
    situation = PlayerSituation(
        mine, {"level": 6, "hand": FULL_HAND}, {}, fight={"monsters": ["Goose Knight"]}
    )
    sword, spork = situation.card("Sword of Adequacy"), situation.card("Spork of Destiny")
    situation.take(Action(1, "offer_truce", -1, 0, ((sword, spork),)))
    answer = situation.asked(0)
    assert (answer.verb, answer.picks[0]) == ("offer_truce", (spork,))


def test_tries_a_move_after_which_a_class_has_to_go() -> None:
    """H-13: what is missed least is found on an imagined table, too."""
    classes = ["Warrior", "Thief", "Super Munchkin"]
    situation = PlayerSituation({"level": 2, "in_play": classes, "hand": ["Wizard", "Dust Bunnies"]}, {}, {})
    assert situation.asked_in_words(0) in ("kick", "play Wizard")


def test_takes_its_own_side_after_a_roll() -> None:
    """The roll lies in pending work, which a player does not see."""
    fight = {"monsters": ["Goose Knight"]}
    ada = {"level": 2, "hand": ["Mutagen Roulette"]}
    situation = PlayerSituation(ada, {"level": 3}, {}, game="rick_and_morty+classic", fight=fight)
    situation.do(0, "use", "Mutagen Roulette")
    act = situation.asked(0)
    assert act.picks == (("party",),)
