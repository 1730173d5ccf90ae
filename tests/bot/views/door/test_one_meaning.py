"""A color has one meaning, a button one place, and stakes are told: on every screen of random games."""

from collections.abc import Iterator

import pytest

from bot.delivery.surface import _places
from bot.tables.results import TableView
from bot.views import screens
from bot.views.base import naming
from bot.views.base.layout import Button, ButtonRow, Screen, Select
from bot.views.base.parts import Bargaining, OpenOffer
from bot.views.door import board
from bot.views.door.hand import MAX_OWN_CURSE_CHARS
from bot.views.door.outcomes import FIGHT_WINDOWS
from bot.views.press import move_form, moves, terms
from bot.views.table import bargaining, public
from cards.registry import module_of
from tests.bot.views.door.test_honest_buttons import buttons_of, labels_of
from tests.bot.views.games import positions, view_of
from tests.cards.players.situations import PlayerSituation

GAMES = ("classic", "wild_west", "apocalypse", "rick_and_morty")
MAX_BEFORE_MORE = 6
QUIET_PLACE = 3
"""Where a row that stays begins to hold what lets things pass."""


def views(game: str) -> Iterator[tuple[TableView, Screen]]:
    """Yield what everybody and each seat sees of a random game, with its screen."""
    for made, state, events in positions(game, 4, 11, 220):
        shown = view_of(made, state, None, events)
        yield shown, public.game_screen(shown)
        for seat in range(4):
            mine = view_of(made, state, seat, events)
            yield mine, screens.hand_screen(mine)


@pytest.mark.parametrize("game", GAMES)
def test_every_button_of_every_screen_says_one_thing(game: str) -> None:
    seen = set[str]()
    for view, screen in views(game):
        shown = buttons_of(screen)
        assert len({button.label for button in shown}) == len(shown), "no two for one thing"
        for button in shown:
            seen.add(button.style)
            if button.style == "good":
                assert " short" not in button.label
                assert "you lose" not in button.label
                assert "THE GAME" not in button.label or view.seat is None or "you WIN" in button.label
            if button.style == "bad":
                assert button.label.startswith("Give up"), button.label
            assert not button.label.startswith("Roll to get away (nobody"), "a roll that nobody needs"
        assert view.seat is None or not _hidden_flight(view, screen)
    assert seen == {"good", "bad", "plain", "primary"}


def _hidden_flight(view: TableView, screen: Screen) -> bool:
    menus = [block for block in screen.blocks() if isinstance(block, Select)]
    return any(" and run" in option.label for menu in menus for option in menu.options)


@pytest.mark.parametrize("game", GAMES)
def test_the_rows_of_the_table_stay_and_nothing_takes_the_place_of_passing(game: str) -> None:
    """The last row always begins alike; what lets things pass stands behind it, and nothing else does."""
    passed = 0
    for view, screen in views(game):
        if view.seat is not None or view.table.phase != "playing" or view.pending is None:
            continue
        rows = [block.buttons for block in screen.blocks() if isinstance(block, ButtonRow)]
        told = [[button.label for button in row] for row in rows]
        assert told[-1][:2] == ["My hand", "Story"]
        assert told[-1][2] in ("Why?", "More")
        assert sum(map(len, told[:-1])) + 2 <= MAX_BEFORE_MORE, told
        quiet = told[-1][QUIET_PLACE:]
        assert set(quiet) <= {"Pass", "Let it happen", "Take it", "Not in this fight"}
        assert not {"Pass", "Let it happen"} & {label for row in told[:-1] for label in row}
        passed += len(quiet)
    assert passed


def test_the_table_of_panic_keeps_its_row_and_its_six_buttons() -> None:
    for made, state, events in positions("panic", 4, 11, 220):
        view = view_of(made, state, None, events)
        if view.pending is None:
            continue
        rows = [block.buttons for block in public.game_screen(view).blocks() if isinstance(block, ButtonRow)]
        assert [button.label for button in rows[-1][:3]] == ["My hand", "Story", "Map"]
        assert sum(map(len, rows[:-1])) + 2 <= MAX_BEFORE_MORE


@pytest.mark.parametrize("game", GAMES)
def test_no_offer_takes_the_place_of_hearing_no_more_of_a_fight(game: str) -> None:
    """On a hand: a thumb on its way there would accept a trade."""
    before: dict[int, dict[tuple[int, int], str]] = {}
    found = 0
    for view, screen in views(game):
        if view.seat is None:
            continue
        labels = {button.custom_id: button.label for button in buttons_of(screen)}
        places = {place: labels[press] for place, press in _places(screen).items() if press in labels}
        for place, label in before.get(view.seat, {}).items():
            if label == "Not in this fight" and label in labels.values():
                found += 1
                assert not places.get(place, "").startswith("Accept"), places
        before[view.seat] = places
    assert found


@pytest.mark.parametrize("game", GAMES)
def test_who_is_about_to_win_is_told_on_every_screen(game: str) -> None:
    """R-360: of a fight that would end the game, and of a seat that needs one more Level."""
    for view, screen in views(game):
        combat, wait, text = view.game_view.combat, view.game_view.wait, screen.as_text()
        if view.seat is not None and view.game_view.seats[view.seat].alive:
            mine = view.game_view.seats[view.seat]
            assert ("1 Level from winning" in text) is (mine.win_level - mine.level == 1)
        if combat is None or wait is None or wait.kind == "prompt" or wait.name not in FIGHT_WINDOWS:
            continue
        ends = bool(combat.winners) and combat.stage in ("fight", "victory")
        assert ("THE GAME**" in text) is ends, text


LEADER = {"level": 9}
WEAK = {"monsters": ["Bone Idle"]}


def shown(situation: PlayerSituation, seat: int | None) -> tuple[Screen, dict[str, Button]]:
    view = view_of(situation.game, situation.state, seat)
    screen = public.game_screen(view) if seat is None else screens.hand_screen(view)
    return screen, {button.label: button for button in buttons_of(screen)}


def test_a_kill_that_wins_is_announced_to_who_claims_and_to_who_may_stop_it() -> None:
    situation = PlayerSituation(LEADER, {"hand": ["Elf"]}, {}, fight=WEAK)
    assert shown(situation, 0)[1]["Claim the kill (you WIN THE GAME)"].style == "good"
    assert "Claim the kill (Ann WINS THE GAME)" in shown(situation, None)[1]
    situation.do(0, "claim")
    for seat in (1, None):
        assert "If this stands, **ANN WINS THE GAME**" in shown(situation, seat)[0].as_text()
    assert "may still act" in shown(situation, 0)[0].as_text()
    assert "may still act" not in shown(situation, 1)[0].as_text()


def test_a_claim_that_wins_the_game_for_the_helper_says_so_and_is_not_green() -> None:
    """R-402: an Elf rises with each monster, so the helper may be the one who wins."""
    elf = {"level": 9, "in_play": ["Elf"]}
    situation = PlayerSituation({"level": 3}, elf, {}, fight={**WEAK, "helper": "Ben"})
    screen, found = shown(situation, 0)
    assert "If this is won, **\\*\\*BEN\\*\\* WINS THE GAME**" in screen.as_text()
    assert found["Claim the kill (**Ben** WINS THE GAME)"].style == "plain"


def offered(level: int, helper: int, monster: str) -> PlayerSituation:
    situation = PlayerSituation(
        {"level": level}, {"level": helper, "in_play": ["Elf"]}, {}, fight={"monsters": [monster]}
    )
    move = next(move for move in situation.moves(0) if move.verb == "ask_help")
    done = terms.complete(move, terms.usual(move))
    assert done is not None
    situation.take(done.action(0))
    return situation


def test_a_losing_deal_is_grey_last_and_says_how_much_is_missing() -> None:
    situation = offered(1, 2, "Two-Faced Giant")
    _, found = shown(situation, 1)
    refuse, accept = (label for label in found if "bargain" in label and "Bargains" not in label)
    assert (refuse, accept) == ("Refuse Ann’s bargain", "Accept Ann’s bargain (3 : 14, still 12 short)")
    assert found[accept].style == "plain"


def test_an_offer_says_what_the_helper_gets_and_of_how_many() -> None:
    situation = offered(4, 4, "Goose Knight")
    screen, found = shown(situation, 1)
    assert "you rise 1 Level too" in screen.as_text()
    assert "for 1 of 1 Treasure" in screen.as_text()
    (accept,) = (button for label, button in found.items() if label.startswith("Accept"))
    assert accept.style == "good"


def test_helping_a_leader_to_win_is_not_green() -> None:
    situation = offered(9, 6, "Two-Faced Giant")
    _, found = shown(situation, 1)
    (accept,) = (button for label, button in found.items() if label.startswith("Accept"))
    assert "Ann WINS THE GAME" in accept.label
    assert accept.style == "plain"


def test_short_is_right_where_ties_win() -> None:
    """R-180: a Warrior needs one point less."""
    fight = {"monsters": ["Two-Faced Giant"]}
    for traits, told in (([], "14 short"), (["Warrior"], "13 short")):
        situation = PlayerSituation({"in_play": traits}, {}, {}, fight=fight)
        assert told in shown(situation, 0)[0].as_text()
        assert told in board.waiting(view_of(situation.game, situation.state, None))


def test_a_curse_on_the_reader_is_told_whole() -> None:
    situation = PlayerSituation({"hand": ["Accidental Garage Sale"]}, {"level": 3}, {})
    situation.do(0, "play", "Accidental Garage Sale", picks=[[1]])
    face = situation.game.face(situation.state.frames[-1].card)
    assert face.text[-1][-20:] in shown(situation, 1)[0].as_text()
    told = board.waiting(view_of(situation.game, situation.state, None))
    assert "**Ann**" not in told, "nobody stops a Curse of their own"


@pytest.mark.parametrize("game", GAMES)
def test_a_curse_of_any_set_is_told_whole_to_its_victim(game: str) -> None:
    """What strikes them is not cut, whatever its length."""
    faces = [face for face in module_of(game).faces() if face.kind in ("Curse", "Trap", "Disaster")]
    assert len(faces) > 10
    for face in faces:
        whole = " ".join(naming.card_lines(face))
        assert naming.card_note(face, MAX_OWN_CURSE_CHARS).endswith(whole), face.name


@pytest.mark.parametrize(("card", "does"), [("Elf", "+1 to Run Away"), ("Warrior", "You win ties. Berserk")])
def test_a_card_that_plays_at_one_press_says_what_it_does(card: str, does: str) -> None:
    situation = PlayerSituation({"hand": [card]}, {}, {}, phase="arrange")
    assert f"{card}: {does}" in shown(situation, 0)[1]


def test_what_is_at_stake_is_told_once_on_a_screen_and_the_clock_stands_with_the_question() -> None:
    situation = PlayerSituation(LEADER, {"hand": ["Elf"]}, {}, fight=WEAK)
    for claimed in (False, True):
        if claimed:
            situation.do(0, "claim")
        for seat in (0, 1, None):
            text = shown(situation, seat)[0].as_text()
            assert text.count("ANN WINS THE GAME**") + text.count("YOU WIN THE GAME**") == 1
        (line,) = [line for line in text.split("\n") if line.startswith("👉")]
        assert "<t:" in line


def test_the_form_of_a_power_names_the_die_and_what_may_be_lost() -> None:
    thief = {"in_play": ["Thief"], "hand": ["Elf", "Wizard"]}
    gear = ["Spork of Destiny", "Earmuffs of Selective Hearing"]
    situation = PlayerSituation(thief, {"equipped": gear}, {}, phase="arrange")
    view = view_of(situation.game, situation.state, 0)
    steal = next(move for move in view.moves if move.verb == "use")
    note = move_form.form(view, steal).fields[0].note
    assert "on 1-3, lose a Level" in note
    assert moves.power_text(view, steal, 400).startswith("Steal. Outside fights")


def test_offers_put_a_losing_accept_last() -> None:
    situation = offered(1, 2, "Two-Faced Giant")
    view = view_of(situation.game, situation.state, None)
    bad = OpenOffer(1, 1, "help me", "3 : 14, still 12 short", is_bad=True)
    blocks, called = bargaining.offer_blocks(view, Bargaining((bad,), {1: 1}))
    assert called == (101,)
    drawn = Screen(tuple(blocks))
    assert labels_of(drawn) == ["Counter", "Refuse", "Accept: 3 : 14, still 12 short"]
    assert {button.style for button in buttons_of(drawn)} == {"plain"}
