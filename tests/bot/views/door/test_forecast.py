"""Buttons and choices say what comes of them, from what the reader may see and nothing else."""

import re
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.views.door import outcomes as door_outcomes
from bot.views.door.forecast import chances, helped_score, in_fight, trouble_score
from bot.views.press import moves
from cards.door.game import DoorGame
from cards.door.view_types import DoorView
from cards.kernel.moves import Action, Move, Refusal
from tests.bot.views.games import positions, view_of
from tests.cards.players.situations import PlayerSituation

GAMES = (
    ("classic", 4, 11, 500),
    ("classic", 6, 12, 500),
    ("wild_west", 4, 13, 400),
    ("rick_and_morty", 4, 17, 400),
)


@cache
def fights() -> list[tuple[DoorGame, object]]:
    """Return the fights of some random games, one position in three."""
    found: list[tuple[DoorGame, object]] = []
    for name, seats, seed, steps in GAMES:
        for number, (game, state, _) in enumerate(positions(name, seats, seed, steps)):
            if number % 3 == 0 and state.combat is not None and isinstance(game, DoorGame):
                found.append((game, state))
    return found


def test_what_a_card_would_do_is_what_it_does() -> None:
    """Whenever the forecast names a score, playing the card leads to it."""
    checked = 0
    for game, state in fights():
        for seat in range(game.setup.seats):
            view = view_of(game, state, seat)
            for move in view.moves:
                if move.verb != "use" or len(move.slots) != 1 or move.slots[0].most != 1:
                    continue
                for candidate in move.slots[0].options:
                    told = re.search(r"(-?\d+) : (-?\d+)", in_fight(view, move, ((candidate,),)))
                    if told is None:
                        continue
                    result = game.step(
                        state, Action(seat, move.verb, move.card, move.ability, ((candidate,),))
                    )  # type: ignore[arg-type]  # the state of a door game
                    assert not isinstance(result, Refusal)
                    after = game.view(result.state, seat)
                    if after.combat is None or (after.wait is not None and after.wait.kind == "prompt"):
                        continue
                    assert (after.combat.party, after.combat.monsters) == (int(told[1]), int(told[2]))
                    checked += 1
    assert checked >= 10


def test_no_forecast_depends_on_a_hidden_card() -> None:
    """With the hidden cards dealt again, everything that is said stays the same."""
    rng = Random(5)
    told = 0
    for game, state in rng.sample(fights(), min(len(fights()), 40)):
        for seat in (None, *range(game.setup.seats)):
            other = game.redeal_hidden(state, seat, 99)  # type: ignore[arg-type]  # the state of a door game
            views = [view_of(game, each, seat) for each in (state, other)]
            moves_ = views[0].moves if seat is not None else (Move("run_away"),)
            for move in moves_:
                said = [moves.verb_label(view, move) for view in views]
                assert said[0] == said[1]
                for candidate in move.slots[0].options if move.slots else ():
                    said = [in_fight(view, move, ((candidate,),)) for view in views]
                    assert said[0] == said[1]
                    told += bool(said[0])
    assert told > 0


def test_running_says_what_the_die_needs() -> None:
    labels = set[str]()
    for game, state in fights():
        view = view_of(game, state, None)
        assert isinstance(view.game_view, DoorView)
        labels.add(in_fight(view, Move("run_away")))
    assert any(re.fullmatch(r"needs [2-6]\+", label) for label in labels)


def test_who_is_asked_for_help_is_shown_with_the_sum() -> None:
    """The figure beside a name is what the party would have with them."""
    found = False
    for game, state in fights():
        view = view_of(game, state, None)
        combat = view.game_view.combat
        asker = view_of(game, state, combat.fighter)
        ask = next((move for move in asker.moves if move.verb == "ask_help"), None)
        if ask is None or combat.helper >= 0:
            continue
        for seat in ask.slots[0].options:
            told = moves.option(asker, ask, ask.slots[0], seat).note
            if told:
                found = True
                assert re.fullmatch(r"([+−]\d+: )?-?\d+ : -?\d+, you (win|lose)", told), told
    assert found


def test_what_a_die_decides_has_no_forecast() -> None:
    situation = PlayerSituation(
        {"level": 4, "hand": ["Assorted Lightning", "Magic Missile"]},
        {},
        {},
        fight={"monsters": ["Goose Knight"]},
    )
    view = view_of(situation.game, situation.state, 0)
    told = {situation.name(m.card): in_fight(view, m, (("party",),)) for m in view.moves if m.verb == "use"}
    assert told["Assorted Lightning"] == ""
    assert " : " in told["Magic Missile"]


@cache
def quiet() -> list[tuple[DoorGame, object]]:
    """Return some positions of random games without a fight."""
    return [
        (game, state)
        for name, seats, seed, steps in GAMES
        for number, (game, state, _) in enumerate(positions(name, seats, seed, steps))
        if number % 3 == 0 and state.combat is None and isinstance(game, DoorGame)
    ]


def tells_the_same_of_other_deals(game: DoorGame, state: Any, seat: int, action: Action) -> bool:
    """Return True if a move leads to the same fight wherever the cards lie that the seat cannot see."""
    found = set[tuple[int, int] | None]()
    for deal in range(6):
        result = game.step(game.redeal_hidden(state, seat, deal), action)
        assert not isinstance(result, Refusal)
        combat = game.view(result.state, seat).combat
        found.add(None if combat is None else (combat.party, combat.monsters))
    return len(found) == 1


def test_looking_for_trouble_and_changing_gear_do_what_their_buttons_say() -> None:
    """The sums of the fight that begins, the strength with an Item, or that it is only carried."""
    checked = dict.fromkeys(("trouble", "strength", "carried"), 0)
    for game, state in quiet():
        for seat in range(game.setup.seats):
            view = view_of(game, state, seat)
            for move in view.moves:
                if move.slots or move.verb not in ("trouble", "play", "equip", "unequip"):
                    continue
                told = door_outcomes.outcome(view, move)
                result = game.step(state, Action(seat, move.verb, move.card))  # type: ignore[arg-type]  # as above
                assert not isinstance(result, Refusal)
                after = game.view(result.state, seat)
                if after.wait is None or after.wait.kind == "prompt" or not told:
                    continue
                if move.verb == "trouble":
                    assert after.combat is not None
                    assert told.startswith(f"{after.combat.party} : {after.combat.monsters}, ")
                    assert told.endswith("you win") == after.combat.ahead
                    assert tells_the_same_of_other_deals(
                        game, state, seat, Action(seat, move.verb, move.card)
                    )
                    checked["trouble"] += 1
                elif "→" in told:
                    assert told.endswith(f"→ {after.seats[seat].strength}")
                    checked["strength"] += 1
                elif told == "can only be carried":
                    assert not any(
                        item.equipped for item in after.seats[seat].items if item.card == move.card
                    )
                    assert after.seats[seat].strength == view.game_view.seats[seat].strength  # type: ignore[union-attr]  # a door game
                    checked["carried"] += 1
    assert min(checked.values()) >= 3, checked


def test_no_quiet_forecast_depends_on_a_hidden_card() -> None:
    told = 0
    for game, state in Random(6).sample(quiet(), min(len(quiet()), 60)):
        for seat in range(game.setup.seats):
            other = game.redeal_hidden(state, seat, 99)  # type: ignore[arg-type]  # the state of a door game
            views = [view_of(game, each, seat) for each in (state, other)]
            for move in views[0].moves:
                said = [moves.verb_label(view, move) for view in views]
                assert said[0] == said[1]
                told += "(" in said[0]
    assert told > 0


def test_a_monster_sent_into_a_fight_says_how_it_would_stand() -> None:
    situation = PlayerSituation(
        {"level": 4, "hand": ["Ghost Writer"]}, {}, {}, fight={"monsters": ["Bone Idle"]}
    )
    view = view_of(situation.game, situation.state, 0)
    (join,) = [move for move in view.moves if move.verb == "join"]
    assert re.search(r"4 : 7, you lose", moves.verb_label(view, join))


def test_what_has_to_go_for_a_card_is_named_before_it_is_played() -> None:
    ada = {
        "in_play": ["Chatty Stagecoach Driver", "Cowboy"],
        "hand": ["Saloon Pianist", "Sword of Adequacy"],
    }
    situation = PlayerSituation(ada, {}, {}, game="wild_west+classic")
    view = view_of(situation.game, situation.state, 0)
    labels = [moves.verb_label(view, move) for move in view.moves if move.verb == "play"]
    assert any(label.endswith("(instead of Chatty Stagecoach Driver)") for label in labels), labels


def test_what_has_to_go_for_a_card_is_named_while_somebody_else_fights_as_well() -> None:
    ada = {"in_play": ["Chatty Stagecoach Driver"], "hand": ["Schoolmarm"]}
    ben = {"level": 5}
    fight = {"monsters": ["Railroad Baron"]}
    situation = PlayerSituation(ben, ada, {}, game="wild_west", fight=fight)
    view = view_of(situation.game, situation.state, 1)
    labels = [moves.verb_label(view, move) for move in view.moves if move.verb == "play"]
    assert any(label.endswith("(instead of Chatty Stagecoach Driver)") for label in labels), labels


def test_what_a_lot_decides_has_no_forecast() -> None:
    """Whoever the portal picks fights on, and nobody knows whom."""
    situation = PlayerSituation(
        {"level": 4},
        {"level": 9, "hand": ["Portal Underfoot"]},
        {"level": 2},
        game="rick_and_morty",
        fight={"monsters": ["Passive-Aggressive Supernova"]},
    )
    view = view_of(situation.game, situation.state, 1)
    portal = next(move for move in view.moves if situation.name(move.card) == "Portal Underfoot")
    assert in_fight(view, portal) == ""
    assert chances(view, portal, ()) == ""
    assert door_outcomes.asks_first(view, portal, ())


def test_the_chances_of_a_die_are_not_told_where_a_second_one_decides_too() -> None:
    roll = {"do": "roll", "outcomes": [{"on": [4, 6], "then": [{"do": "power", "n": 2}]}]}
    twice = {"id": "dice", "kind": "one_shot", "name": "Two Dice", "play": [{"then": [roll]}]}
    told = []
    for effects in ([roll], [roll, roll]):
        twice["play"] = [{"when": ["combat"], "then": effects}]
        situation = PlayerSituation(
            {"level": 4, "hand": ["Two Dice"]}, {}, {}, cards=[twice], fight={"monsters": ["Goose Knight"]}
        )
        view = view_of(situation.game, situation.state, 0)
        move = next(move for move in view.moves if situation.name(move.card) == "Two Dice")
        told.append(chances(view, move, ()))
    assert told == ["4 : 4 or 6 : 4", ""]


def trouble_told(game: str, monster: str, level: int = 4, discards: Sequence[str] = ()) -> str:
    """Return what the button says that looks for trouble with this monster."""
    ada = {"level": level, "hand": [monster]}
    situation = PlayerSituation(ada, {}, {}, game=game, phase="trouble", door_discard=discards)
    view = view_of(situation.game, situation.state, 0)
    (move,) = [move for move in view.moves if move.verb == "trouble"]
    return trouble_score(view, move)


@pytest.mark.parametrize(
    ("game", "monster", "level", "told"),
    [
        ("classic", "Goose Knight", 4, "4 : 4, 1 short"),
        ("classic", "Bouncer Troll", 2, ""),
        ("classic", "Bouncer Troll", 9, "9 : 8, you win"),
        ("wild_west", "Rodeo Clowns, However Many There Are", 4, ""),
        ("apocalypse", "Killer Chatbots (Beta)", 4, ""),
        ("rick_and_morty", "Ghost in a Jar", 4, "4 : 4, 1 short"),
    ],
)
def test_trouble_says_how_the_fight_begins_where_that_is_certain(
    game: str, monster: str, level: int, told: str
) -> None:
    """Not of a monster that spares such players, nor of one that rolls a die; the discards are empty."""
    assert trouble_told(game, monster, level) == told


GHOSTED = "Everybody You Ever Ghosted"
BOOST = {
    "id": "boost",
    "kind": "one_shot",
    "name": "Boost",
    "play": [{"when": ["combat"], "then": [{"do": "power", "n": 3}]}],
}
UNDEAD = ["Remains of the Economy", "Shambling Commuter", "Mummified Mall Santa"]


def test_what_counts_the_discards_has_no_forecast() -> None:
    """Of the discards only the top is seen, so nobody can tell how many undead lie there."""
    told = []
    for monster in (GHOSTED, "Tofu Titan"):
        situation = PlayerSituation(
            {"level": 4, "hand": ["Boost"]},
            {"level": 3},
            game="apocalypse",
            cards=[BOOST],
            door_discard=UNDEAD,
            fight={"monsters": [monster]},
        )
        view = view_of(situation.game, situation.state, 0)
        (move,) = [move for move in view.moves if situation.name(move.card) == "Boost"]
        told.append((in_fight(view, move), helped_score(view, 1), chances(view, move, ())))
    assert told[0] == ("", "", "")
    assert all(told[1])
    assert trouble_told("apocalypse", GHOSTED) == "4 : 18, 15 short"
    assert trouble_told("apocalypse", GHOSTED, discards=UNDEAD[:1]) == "4 : 19, 16 short"
    assert trouble_told("apocalypse", GHOSTED, discards=UNDEAD) == ""


@pytest.mark.parametrize(
    ("discards", "told"),
    [
        ((), "4 : 2, you win"),
        (("Minivan Goo",), "4 : 2, you win"),
        (("Cousin Kazoo",), ""),
        (("Cousin Kazoo", "Minivan Goo"), ""),
        (("Minivan Goo", "Ma-Sha"), ""),
    ],
)
def test_parasites_that_may_follow_one_from_the_discards_are_not_forgotten(
    discards: tuple[str, ...], told: str
) -> None:
    """R-641: they follow by a die, and nobody sees whether one lies below the top."""
    assert trouble_told("rick_and_morty", "Captain Beige", discards=discards) == told


def test_the_next_seal_is_not_known() -> None:
    """R-662: whatever it does, the button of what opens it says nothing."""
    situation = PlayerSituation(
        {"level": 4, "hand": ["Big Red Doom-O-Matic"]},
        {"level": 3},
        game="apocalypse",
        fight={"monsters": ["Tofu Titan"]},
    )
    view = view_of(situation.game, situation.state, 0)
    (move,) = [move for move in view.moves if situation.name(move.card) == "Big Red Doom-O-Matic"]
    assert in_fight(view, move, ((1,),)) == ""
    assert door_outcomes.asks_first(view, move, ((1,),))


def test_what_did_not_count_until_now_is_not_forecast() -> None:
    """A bonus that a monster denied the party is in no ledger, and counts once that monster has left."""
    leave = {"targets": [{"name": "monster"}], "then": [{"do": "remove", "what": "monster"}]}
    away = {
        "id": "away",
        "kind": "special",
        "back": "door",
        "name": "Away",
        "play": [{"when": ["combat"], **leave}],
    }
    situation = PlayerSituation(
        {"level": 4, "hand": ["Boost", "Away"]},
        {},
        game="apocalypse",
        cards=[BOOST, away],
        fight={"monsters": ["Total Grid Collapse", "Tofu Titan"]},
    )
    situation.do(0, "use", "Boost")
    view = view_of(situation.game, situation.state, 0)
    (move,) = [move for move in view.moves if situation.name(move.card) == "Away"]
    grid, golem = situation.card("Total Grid Collapse"), situation.card("Tofu Titan")
    assert in_fight(view, move, ((grid,),)) == ""
    assert in_fight(view, move, ((golem,),)) == "4 : 12, you lose"
    situation.do(0, "use", "Away", [[grid]])
    combat = situation.game.view(situation.state, 0).combat
    assert combat is not None
    assert combat.party == 7
