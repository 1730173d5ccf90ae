"""A hand says whose fight it is and until when one is asked; *Why?* explains both sums and the way out."""

import re

import pytest

from bot.tables.results import TableView
from bot.views import screens
from bot.views.base import limits
from bot.views.base.custom_ids import ButtonAction
from bot.views.base.game_screens import screens_of
from bot.views.table import details, public
from tests.bot.views.door.test_honest_buttons import labels_of, pressed_by
from tests.bot.views.games import view_of
from tests.cards.players.situations import PlayerSituation
from tests.gallery.budget import MAX_HEIGHT_PX
from tests.gallery.estimate import estimated_height_px


def view_for(situation: PlayerSituation, seat: int | None) -> TableView:
    return view_of(situation.game, situation.state, seat)


def own(situation: PlayerSituation, seat: int) -> str:
    view = view_for(situation, seat)
    return "\n".join(screens_of(view).hand.own(view))


def fight(**more: object) -> PlayerSituation:
    hands = {"level": 3, "hand": ["Wizard"]}, {"level": 2, "hand": ["Elf"]}, {}
    return PlayerSituation(*hands, fight={"monsters": ["Ghost Writer", "Bone Idle"], **more})


@pytest.mark.parametrize(
    ("seat", "who"), [(0, "You and \\*\\*Ben\\*\\*"), (1, "You and Ann"), (2, "Ann and \\*\\*Ben\\*\\*")]
)
def test_a_hand_says_whose_fight_it_is(seat: int, who: str) -> None:
    assert f"⚔ {who} **5 : " in own(fight(helper="Ben"), seat)
    assert "** Ghost Writer and Bone Idle – " in own(fight(helper="Ben"), seat)


def test_only_who_is_asked_sees_the_clock_and_for_what() -> None:
    """The fighter's buttons say what there is to do; who may play a last card reads the question."""
    situation = fight()
    assert "⏱" in own(situation, 0)
    assert "⏱" not in own(situation, 1)
    situation.do(0, "run_away")
    assert "⏱" not in own(situation, 0)
    assert "⏱" in own(situation, 1)
    assert "👉 The fighter gives up. Does anybody play a last card?" in own(situation, 1)
    situation.do(1, "pass")
    assert "⏱" not in own(situation, 1)


@pytest.mark.parametrize("seat", [0, 2, None])
def test_why_gives_a_total_for_each_side_and_what_the_die_needs(seat: int | None) -> None:
    """R-430: for each of the party and each monster, the same for everybody who looks."""
    situation = PlayerSituation(
        {"level": 3, "in_play": ["Halfling"]},
        {"level": 2, "in_play": ["Elf"]},
        {},
        fight={"monsters": ["Ghost Writer", "Bone Idle"], "helper": "Ben"},
    )
    view = view_for(situation, seat)
    screen = details.details_screen(view)
    told = screen.as_text()
    assert "🛡 **5** **Ann** and **\\*\\*Ben\\*\\***" in told
    assert "🏃 **To get away**, a die for each" in told
    assert "**Ann** needs " in told
    assert estimated_height_px(screen) <= MAX_HEIGHT_PX


def test_a_card_that_turns_the_fight_stands_beside_running_away() -> None:
    """Who is about to press the red button sees what else there is; the table's message tells nobody."""
    hand = ["Elf", "Wizard", "Holy Water Balloon", "Sword of Adequacy"]
    situation = PlayerSituation(
        {"hand": hand}, {"hand": ["Weaponized Glitter"]}, {}, fight={"monsters": ["Bone Idle"]}
    )
    labels = labels_of(screens.hand_screen(view_for(situation, 0)))
    assert labels[2:4] == ["Holy Water Balloon (+6: 7 : 1, you win)", "Give up and run (needs 5+)"]
    pressed = pressed_by(screens.hand_screen(view_for(situation, 0)), "Holy Water Balloon (")
    assert pressed.action is ButtonAction.MOVE
    assert "you win" not in str(labels_of(screens.hand_screen(view_for(situation, 1))))
    everybody = view_for(situation, None)
    table = public.game_screen(everybody)
    assert "Give up and run" in str(labels_of(table))
    assert "Holy Water" not in str(table)


def test_who_is_not_awaited_reads_on_their_hand_for_whom_the_table_waits() -> None:
    situation = PlayerSituation({}, {"level": 3}, {}, fight={"monsters": ["Bone Idle"]})
    assert "👉 **Ann**" in screens.hand_screen(view_for(situation, 1)).as_text()
    assert "👉 **Ann**" not in screens.hand_screen(view_for(situation, 0)).as_text()


def test_outside_a_fight_the_hand_says_how_the_others_stand() -> None:
    situation = PlayerSituation({}, {"level": 3}, {"alive": False})
    shown = screens.hand_screen(view_for(situation, 1)).as_text()
    assert "-# ▶ Ann 1 ⚔1 · Cléo" in shown
    assert "💀" in shown


def one_shots(game: str) -> list[str]:
    """Name the cards of a set that are used once, each once."""
    definitions = PlayerSituation({}, {}, {}, game=game).game.decks.definitions
    return list(dict.fromkeys(card.name for card in definitions if card.kind == "one_shot"))


@pytest.mark.parametrize(
    ("game", "monster"),
    [("classic", "Bone Idle"), ("wild_west", "Undead Tinhorn"), ("apocalypse", "Sofa Shark")],
)
@pytest.mark.parametrize("runs", [False, True], ids=["fight", "flight"])
def test_what_stands_beside_running_away_does_not_stand_there_twice(
    game: str, monster: str, runs: bool
) -> None:
    """Discord refuses a message in which two buttons have one custom_id; with few cards there is room."""
    offered = 0
    for card in one_shots(game):
        situation = PlayerSituation({"hand": [card]}, {}, {}, game=game, fight={"monsters": [monster]})
        if runs:
            situation.do(0, "run_away")
            for seat in (1, 2):
                if any(move.verb == "pass" for move in situation.moves(seat)):
                    situation.do(seat, "pass")
        screen = screens.hand_screen(view_for(situation, 0))
        assert limits.faults(screen) == [], card
        offered += any(
            re.search(r"\((.*you win|.*get away|no monster is left)\)$", label) for label in labels_of(screen)
        )
    assert offered


def test_a_card_that_does_not_turn_the_fight_is_not_pushed() -> None:
    hand = ["Elf", "Wizard", "Holy Water Balloon", "Sword of Adequacy"]
    situation = PlayerSituation({"hand": hand}, {}, {}, fight={"monsters": ["Two-Faced Giant"]})
    labels = labels_of(screens.hand_screen(view_for(situation, 0)))
    assert "Ask all: 1 Treasure" in labels
    assert not any(label.startswith("Holy Water") for label in labels)
