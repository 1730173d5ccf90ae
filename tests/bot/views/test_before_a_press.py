"""What turns a fight says how before it is pressed: on its button, or on a screen with a way back."""

import re
from typing import Any

from bot.tables.results import TableView
from bot.views import screens
from bot.views.base import custom_ids, limits
from bot.views.base.custom_ids import SURE, ButtonAction, PartialChoice
from bot.views.base.layout import Screen
from bot.views.door import outcomes
from bot.views.door.forecast import FIGHT_VERBS, chances
from bot.views.press import moves
from bot.views.press.moves import CompleteChoice
from bot.views.table import private
from cards.kernel.moves import Action, Move, Refusal
from tests.bot.views.door.test_honest_buttons import labels_of, pressed_by
from tests.bot.views.games import positions, view_of
from tests.cards.players.situations import PlayerSituation
from tests.gallery.budget import MAX_HEIGHT_PX
from tests.gallery.estimate import estimated_height_px

WEST = "wild_west"


def view_for(situation: PlayerSituation, seat: int) -> TableView:
    return view_of(situation.game, situation.state, seat)


def west(fighter: list[str], other: list[str], monsters: list[str], **seat: Any) -> PlayerSituation:
    """Return a fight of the first seat, with cards in two hands."""
    first = {"level": 5, "hand": fighter, **seat}
    return PlayerSituation(first, {"level": 3, "hand": other}, {}, game=WEST, fight={"monsters": monsters})


def look_at(situation: PlayerSituation, seat: int, card: str) -> Screen:
    """Return what a press on a card's button shows before anything happens."""
    view = view_for(situation, seat)
    move = next(move for move in view.moves if situation.name(move.card) == card)
    assert moves.move_custom_id(view, move).rest.startswith(f"{SURE}.")
    done = moves.advance(move, PartialChoice(custom_ids.Choice.of(move)))
    assert isinstance(done, CompleteChoice)
    return private.sure_screen(view, move, done)


def test_a_card_against_a_fight_shows_the_sums_on_every_button_of_it() -> None:
    """On the hand, at the desk and on its own screen; the monster that comes along is named."""
    situation = west([], ["Gol-Darned", "Wandering Monster", "Railroad Baron"], ["Undead Tinhorn"])
    view = view_for(situation, 1)
    hand, desk = labels_of(screens.hand_screen(view)), labels_of(private.desk_screen(view, "combat"))
    assert "Gol-Darned (5 : 9, Ann loses)" in hand
    assert "Wandering Monster: Railroad Baron (5 : 16, Ann loses)" in hand
    assert {"Play Gol-Darned (5 : 9, Ann loses)"} < set(desk)
    card = private.card_screen(view, situation.card("Gol-Darned"))
    assert labels_of(card)[0] == "Play (5 : 9, Ann loses)"


def test_one_of_several_monsters_is_chosen_by_what_comes_of_it() -> None:
    situation = west([], ["Gol-Darned"], ["Undead Tinhorn", "Hurricane Hen"])
    view = view_for(situation, 1)
    (move,) = [move for move in view.moves if move.verb == "play"]
    asking = moves.advance(move, PartialChoice(custom_ids.Choice.of(move)))
    assert isinstance(asking, moves.OpenSlot)
    told = labels_of(private.step_screen(view, asking))
    assert told[-1] == "Back"
    assert all(re.search(r" \(5 : \d+, Ann loses\)$", text) for text in told[:-1]), told


def test_a_power_that_a_guess_decides_is_looked_at_before_the_die_falls() -> None:
    situation = west([], [], ["Undead Tinhorn"])
    screen = look_at(situation, 0, "Undead Tinhorn")
    assert labels_of(screen) == ["Do it", "Back"]
    told = screen.as_text()
    assert "If right, −3 to this monster." in told
    assert "⚔ You **5 : 4** Undead Tinhorn – winning · 1 Treasure · 1 Level" in told
    assert "🎲 Then 5 : 1 or 5 : 6" in told or "🎲 Then 5 : 6 or 5 : 1" in told
    assert pressed_by(screen, "Do it").action is ButtonAction.MOVE
    assert limits.faults(screen) == []
    assert estimated_height_px(screen) <= MAX_HEIGHT_PX


def test_a_theft_with_one_thing_to_take_says_whose_it_is_before_it_is_done() -> None:
    situation = PlayerSituation(
        {"hand": ["Claim Jumping"]}, {"equipped": ["Lasso of Half-Truth"]}, {}, game=WEST, phase="arrange"
    )
    screen = look_at(situation, 0, "Claim Jumping")
    assert "🎯 **Lasso of Half-Truth** of **\\*\\*Ben\\*\\***" in screen.as_text()
    assert labels_of(screen) == ["Do it", "Back"]


def test_a_theft_with_several_things_to_take_names_their_owners() -> None:
    owners = {"equipped": ["Lasso of Half-Truth"]}, {"equipped": ["Rawhide Vest"]}
    situation = PlayerSituation({"hand": ["Claim Jumping"]}, *owners, game=WEST, phase="arrange")
    view = view_for(situation, 0)
    move = next(move for move in view.moves if situation.name(move.card) == "Claim Jumping")
    asking = moves.advance(move, PartialChoice(custom_ids.Choice.of(move)))
    assert isinstance(asking, moves.OpenSlot)
    told = labels_of(private.step_screen(view, asking))
    assert "Lasso of Half-Truth (**Ben**)" in told


def test_plain_steps_have_no_second_look() -> None:
    hand = ["Ride off Into the Sunset", "20-Gallon Hat", "Dude"]
    situation = PlayerSituation({"hand": hand}, {}, {}, game=WEST, phase="arrange")
    view = view_for(situation, 0)
    assert not [m for m in view.moves if moves.move_custom_id(view, m).rest.startswith(f"{SURE}.")]
    assert pressed_by(screens.hand_screen(view), "Play the best").action is ButtonAction.LOBBY


def test_who_runs_reads_that_a_card_gets_them_away() -> None:
    situation = west(["Back Way out of the Saloon"], [], ["Undead Tinhorn", "Hurricane Hen"])
    situation.do(0, "run_away")
    while not any(move.verb == "flee" for move in situation.moves(0)):
        waiting = situation.game.pending(situation.state)
        assert waiting is not None
        situation.do(waiting.awaited[0], "pass")
    labels = labels_of(screens.hand_screen(view_for(situation, 0)))
    assert "Use Back Way out of the Saloon (you get away)" in labels


def pressed_at_once(view: TableView) -> list[tuple[Move, tuple[Any, ...]]]:
    """List the moves of a fight that one press makes, with their picks."""
    found = []
    for move in view.moves:
        done = moves.advance(move, PartialChoice(custom_ids.Choice.of(move)))
        if isinstance(done, CompleteChoice) and move.verb in FIGHT_VERBS:
            found.append((move, done.choice.picks))
    return found


def test_no_press_acts_on_a_fight_without_a_word_and_every_word_is_true() -> None:
    """In random games: the sums on a button are those that follow, and a chance is one of those named."""
    checked = dict.fromkeys(("sums", "chances", "looks"), 0)
    for name, seats, seed in (("wild_west", 4, 21), ("classic", 5, 22), ("wild_west", 6, 23)):
        for game, state, _ in positions(name, seats, seed, 400):
            if state.combat is None or game.pending(state).name not in ("combat", "victory", "defeat"):
                continue
            for seat in range(seats):
                view = view_of(game, state, seat)
                for move, picks in pressed_at_once(view):
                    told = outcomes.outcome(view, move, picks)
                    by_chance = chances(view, move, picks)
                    result = game.step(state, Action(seat, move.verb, move.card, move.ability, picks))
                    assert not isinstance(result, Refusal)
                    after = game.view(result.state, seat)
                    if moves.move_custom_id(view, move).rest.startswith(f"{SURE}."):
                        checked["looks"] += 1
                    if after.combat is None or (after.wait is not None and after.wait.kind == "prompt"):
                        continue
                    sums = f"{after.combat.party} : {after.combat.monsters}"
                    if found := re.search(r"-?\d+ : -?\d+", told):
                        assert found[0] == sums, (move, told)
                        checked["sums"] += 1
                    elif by_chance:
                        assert sums in by_chance.split(" or ")
                        checked["chances"] += 1
                    elif not told and not moves.move_custom_id(view, move).rest.startswith(f"{SURE}."):
                        before = view.game_view.combat
                        assert sums == f"{before.party} : {before.monsters}", move
    assert checked["sums"] >= 10, checked
    assert checked["looks"] >= 3, checked


def test_a_forecast_before_a_long_note_leaves_the_note_its_place() -> None:
    """An Item with a long text is the price of a power: what comes of it, and the Item, in one line."""
    seat = {
        "in_play": ["Warrior"],
        "equipped": ["Kneepads of Allure"],
        "hand": ["Elf", "Dwarf", "Wizard", "Thief", "Cleric"],
    }
    situation = PlayerSituation({"level": 5, **seat}, {"level": 4}, {}, fight={"monsters": ["Goose Knight"]})
    view = view_for(situation, 0)
    move = next(move for move in view.moves if situation.name(move.card) == "Warrior" and move.verb == "use")
    asking = moves.advance(move, PartialChoice(custom_ids.Choice.of(move)))
    assert isinstance(asking, moves.OpenSlot)
    screen = private.step_screen(view, asking)
    assert limits.faults(screen) == [], screen.as_text()


RICK = "rick_and_morty+classic"
GOOSE = {"monsters": ["Goose Knight"]}


def test_a_die_for_a_side_that_is_chosen_says_how_far_it_may_go() -> None:
    situation = PlayerSituation(
        {"level": 2, "hand": ["Mutagen Roulette"]}, {"level": 3}, {}, game=RICK, fight=GOOSE
    )
    assert "🎲 Then 3 to 8 : 4 or 2 : 5 to 10" in look_at(situation, 0, "Mutagen Roulette").as_text()


def test_a_monster_from_the_top_of_the_discards_shows_the_sums() -> None:
    """Everybody sees that card."""
    situation = PlayerSituation(
        {"level": 2}, {"hand": ["Infestation"]}, {}, game=RICK, fight=GOOSE, door_discard=["Ghost in a Jar"]
    )
    assert "Use Infestation (2 : 8, Ann loses)" in labels_of(screens.hand_screen(view_for(situation, 1)))
    situation.do(1, "use", "Infestation")
    combat = view_for(situation, 1).game_view.combat
    assert (combat.party, combat.monsters) == (2, 8)


def test_a_power_of_ones_own_says_on_whom_it_acts_and_what_comes_of_it() -> None:
    seats = {"level": 2, "equipped": ["Loyalty Implant Remote"]}, {"level": 3, "in_play": ["Snuffles"]}, {}
    situation = PlayerSituation(*seats, game=RICK, fight=GOOSE)
    labels = labels_of(screens.hand_screen(view_for(situation, 0)))
    assert "Press the Button → **Ben** (+5: 7 : 4, you win)" in labels
