"""What a newcomer asks in a fight is answered where they look: what a card does, what a die needs."""

import pytest

from bot.tables.choices import Choice
from bot.tables.results import TableView
from bot.views import screens
from bot.views.base import wording
from bot.views.base.custom_ids import PartialChoice
from bot.views.base.event_names import EventNames
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Text
from bot.views.base.sketches import Scene
from bot.views.base.text import quoted
from bot.views.door import open_cards
from bot.views.door import table as door_table
from bot.views.door import why as door_why
from bot.views.door.combat import verdict
from bot.views.door.pictures import table_picture
from bot.views.door.reveal import reveal_of
from bot.views.door.words.vocabulary import DOOR_WORDS
from bot.views.press import asking
from bot.views.press.moves import OpenSlot, advance, move_custom_id, verb_label
from bot.views.table import news, private, public
from cards.door.card_events import CardAttached, CardsShown
from cards.door.events import Cursed
from cards.door.view_types import DoorCombatView, DoorView
from cards.kernel.events import EVERYONE_MASK
from cards.kernel.moves import Move
from tests.bot.views.games import view_of
from tests.cards.players.situations import PlayerSituation

LOSING = {"monsters": ["Two-Faced Giant"]}


def view_for(situation: PlayerSituation, seat: int | None) -> TableView:
    return view_of(situation.game, situation.state, seat)


def waiting(situation: PlayerSituation) -> str:
    view = view_for(situation, None)
    return screens_of(view).board.waiting(view)


def combat_of(situation: PlayerSituation) -> DoorCombatView:
    game_view = view_for(situation, None).game_view
    assert isinstance(game_view, DoorView)
    assert game_view.combat is not None
    return game_view.combat


def desk(situation: PlayerSituation, seat: int, group: str) -> str:
    view = view_for(situation, seat)
    return private.desk_screen(view, group).as_text()


def desks(situation: PlayerSituation, seat: int | None) -> list[str]:
    view = view_for(situation, seat)
    return [desk.label for desk in asking.desks_of(view)]


def test_the_call_to_a_fighter_names_help_only_while_somebody_can_give_it() -> None:
    assert waiting(PlayerSituation({}, {}, {}, fight=LOSING)).endswith(
        "short: play a card, ask for help, or run"
    )
    helped = PlayerSituation({}, {}, {}, fight={**LOSING, "helper": "Ben"})
    assert waiting(helped).endswith("short: play a card, or run")


def test_the_desk_of_a_fight_says_what_the_cards_do_and_is_named_by_the_side() -> None:
    situation = PlayerSituation({"hand": ["Elf"]}, {"hand": ["Holy Water Balloon"]}, {}, fight=LOSING)
    assert desks(situation, None)[0] == "⚔ Play cards", "on the table it is for all"
    assert desks(situation, 0)[0] == "⚔ Play cards"
    told = desk(situation, 1, "combat")
    assert "⚔ Interfere" in told
    assert "**Holy Water Balloon**" in told
    assert "Holy Water" not in desk(situation, 0, "combat"), "the cards of others are theirs alone"


def test_in_a_fight_a_desk_that_only_shows_cards_does_not_promise_trades() -> None:
    situation = PlayerSituation({}, {"hand": ["Elf"]}, {}, fight=LOSING)
    assert "🔁 Trade" not in desks(situation, 1)
    assert "👀 Show" in desks(situation, 1)


def test_the_question_that_a_card_leads_to_stands_below_what_the_card_does() -> None:
    situation = PlayerSituation({"hand": ["Lose Your Armor"]}, {}, {}, phase="arrange")
    view = view_for(situation, 0)
    move = next(move for move in view.moves if move.verb == "play")
    asking = advance(move, PartialChoice(Choice.of(move)))
    assert isinstance(asking, OpenSlot)
    told = private.step_screen(view, asking).as_text()
    assert "Lose your Armor." in told
    assert "On whom?" in told


def test_a_curse_that_is_coming_says_on_the_hand_what_it_will_do() -> None:
    situation = PlayerSituation({"hand": ["Lose Your Armor"]}, {}, {}, phase="arrange")
    situation.do(0, "play", "Lose Your Armor", ((1,),))
    for seat in range(3):
        told = "\n".join(screens_of(view := view_for(situation, seat)).hand.own(view))
        assert f"🌀 **Lose Your Armor** on {'you' if seat == 1 else '**'}" in told
        assert "Lose your Armor." in told
        assert view.pending is not None
        assert ("⏱" in told) is (seat in view.pending.awaited), "who is asked sees until when"


def test_a_curse_that_is_thrown_is_shown_with_what_it_does() -> None:
    situation = PlayerSituation({"hand": ["Lose Your Armor"]}, {}, {}, phase="arrange")
    curse = Cursed(1, card=situation.card("Lose Your Armor"), by=0)
    view = view_of(situation.game, situation.state, None, (curse,))
    assert isinstance(view.game_view, DoorView)
    found = reveal_of(view, view.game_view)
    assert found is not None
    assert found.notes == ("Lose your Armor.",)


def test_who_is_losing_to_a_monster_reads_on_their_hand_what_it_does_to_them() -> None:
    situation = PlayerSituation({}, {}, {}, fight={"monsters": ["Ghost Writer"]})
    told = "💥 Lose your Class. None? Lose two Levels."
    assert told in screens.hand_screen(view_for(situation, 0)).as_text()
    assert told not in screens.hand_screen(view_for(situation, 1)).as_text(), (
        "it does not run after onlookers"
    )
    ahead = PlayerSituation({"level": 9}, {}, {}, fight={"monsters": ["Ghost Writer"]})
    assert told not in screens.hand_screen(view_for(ahead, 0)).as_text()


def test_a_companion_carries_its_item_and_is_not_added_to_it() -> None:
    situation = PlayerSituation(
        {"in_play": ["Hireling"], "equipped": ["Flaming Armor"]}, {}, {}, phase="arrange"
    )
    carrier, armor = situation.card("Hireling"), situation.card("Flaming Armor")
    view = view_of(situation.game, situation.state, None, (CardAttached(0, card=carrier, host=armor),))
    assert news.sentences(view, 1) == ["🧳 *Hireling* carries *Flaming Armor* for **Ann**"]


def test_who_runs_reads_on_the_button_what_the_die_needs() -> None:
    situation = PlayerSituation(
        {"equipped": ["Slippers of Sneaking Off"]}, {}, {}, fight={"monsters": ["Ghost Writer"]}
    )
    situation.do(0, "run_away")
    for seat in (1, 2):
        situation.do(seat, "pass")
    view = view_for(situation, None)
    assert verb_label(view, Move("flee")) == "Roll to get away (needs 3+)"
    assert "close behind" in public.game_screen(view).as_text()


def test_who_is_not_followed_reads_that_and_not_of_a_pursuit() -> None:
    """R-438: some monsters leave the weak alone."""
    situation = PlayerSituation({"level": 2}, {}, {}, fight={"monsters": ["Basilisk Influencer"]})
    foe = combat_of(situation).foes[0].card
    situation.do(0, "run_away")
    for seat in (1, 2):
        situation.do(seat, "pass")
    view = view_for(situation, None)
    table = public.game_screen(view).as_text()
    assert "**Basilisk Influencer** does not follow **Ann**" in table
    assert "close behind" not in table
    assert verb_label(view, Move("flee")) == "Walk away (nobody follows)"
    assert "**Ann** is not followed" in "\n".join(
        block.content for block in door_why.details(view, combat_of(situation)) if isinstance(block, Text)
    )
    assert foe == combat_of(situation).fleeing


COWBOY = {"game": "wild_west", "phase": "arrange"}


def test_a_rider_who_wins_on_a_lower_level_is_told_so_and_others_are_warned() -> None:
    """H-50: for a mounted Cowboy the kill to Level 9 wins."""
    rider = {"level": 7, "in_play": ["Cowboy", "Bow-Legged Mule"]}
    situation = PlayerSituation(rider, {"level": 7, "in_play": ["Cowboy"]}, {}, **COWBOY)
    own = [screens.hand_screen(view_for(situation, seat)).as_text() for seat in range(3)]
    assert "**Level 7** of 9" in own[0]
    assert "**Level 7** of 10" in own[1]
    for reader in (None, 1, 2):
        view = view_for(situation, reader)
        seats = [seat_text(view, seat) for seat in range(3)]
        assert ["of 9" in told for told in seats] == [True, False, False]
        assert "wins at Level 9" in door_table.standing(view)
        game_view = view.game_view
        assert isinstance(game_view, DoorView)
        words = [row.words for row in scene_of(view, game_view).rows]
        assert [told.startswith("wins at Level 9") for told in words] == [True, False, False]


def test_a_steed_says_what_it_adds_to_the_strength() -> None:
    """A sum that is shown can be checked by what is shown."""
    situation = PlayerSituation({"level": 2, "in_play": ["Bow-Legged Mule"]}, {}, {}, **COWBOY)
    view = view_for(situation, 1)
    assert isinstance(view.game_view, DoorView)
    seen = view.game_view.seats[0]
    assert seen.strength > seen.level
    added = f"Bow-Legged Mule (+{seen.strength - seen.level})"
    assert added in seat_text(view, 0)
    assert added in door_table.standing(view)


def test_a_long_note_leaves_room_for_the_best_gear() -> None:
    """After a fight with loot: to lay out gear is better than to give it away."""
    hand = ["Rawhide Vest", "Seven-Shooter", "Wagon Wreck", "Stray Bullet", "Spectral Stagecoach"]
    hand += ["Wagon Circle, Closing In", "Railroad Baron", "Handlebar Mustache"]
    situation = PlayerSituation({"level": 3, "hand": hand}, {}, {}, game="wild_west", phase="after")
    view = view_for(situation, 0)
    note = "\n".join(f"> {n}: **Ann** brings down *Mirage With Teeth*, is Level {n} now" for n in range(6))
    for shown in ("", note, f"{note}\n{note}"):
        told = private.hand_screen(view, note=shown).as_text()
        assert "[Put on the best: ⚔ 3 → 6]" in told
        assert "Read or play a card" in told
        assert "give away" not in told
    assert note.split("\n")[0] in told


def test_a_hand_that_is_shown_is_named_in_full() -> None:
    """Nobody sees it anywhere else."""
    names = EventNames(lambda seat: "Ann", lambda card: f"C{card}")
    told = wording.event(DOOR_WORDS, CardsShown(0, cards=(1, 2, 3, 4, 5), card_count=5), names)
    assert told == "Ann shows C1, C2, C3, C4 and C5"
    hidden = wording.event(DOOR_WORDS, CardsShown(0, cards=(), card_count=5), names)
    assert hidden == "Ann shows 5 cards"


def test_a_long_hand_that_is_shown_is_told_to_the_last_card() -> None:
    hand = [
        *(
            "Lucky Horseshoe, Wrong Way Up",
            "Bartender With a Hand to Spare",
            "Gallows With the Rope Left Off",
        ),
        *("Snakeskin Boots, Snake Included", "Elected Mayor by a Show of Guns", "Wagon Circle, Closing In"),
        *("The Entire Pickett Family Reunion", "Tell a Tall Tale", "Spurs That Jingle, Jangle and Tattle"),
    ]
    situation = PlayerSituation({"hand": hand}, {}, {}, **COWBOY)
    shown = CardsShown(0, cards=tuple(map(situation.card, hand)), card_count=len(hand), seen=EVERYONE_MASK)
    (told,) = news.sentences(view_of(situation.game, situation.state, None, (shown,)), 1)
    assert all(f"*{name}*" in told for name in hand)


def test_what_cannot_be_played_is_set_apart_where_a_name_has_a_comma() -> None:
    hand = ["Wagon Circle, Closing In", "Railroad Baron", "Handlebar Mustache", "Spectral Stagecoach"]
    told = screens.hand_screen(view_for(PlayerSituation({"hand": hand}, {}, {}, **COWBOY), 0)).as_text()
    assert "Not now: " in told
    assert " and *Wagon Circle, Closing In*" in told or ", *Wagon Circle, Closing In*" in told


def seat_text(view: TableView, seat: int) -> str:
    blocks = open_cards.seat(view, seat)
    return "\n".join(block.content for block in blocks if isinstance(block, Text))


def scene_of(view: TableView, game_view: DoorView) -> Scene:
    sketch = table_picture(view, game_view, "").sketch
    assert isinstance(sketch, Scene)
    return sketch


def test_a_tie_that_is_won_says_why() -> None:
    situation = PlayerSituation(
        {"level": 6, "in_play": ["Warrior"]}, {}, {}, fight={"monsters": ["Ghost Writer"]}
    )
    assert verdict(combat_of(situation)) == "a tie, and the party wins ties"
    plain = PlayerSituation({"level": 6}, {}, {}, fight={"monsters": ["Ghost Writer"]})
    assert verdict(combat_of(plain)) == "a tie loses"


def test_help_is_asked_for_on_one_screen_whatever_can_be_offered() -> None:
    for equipped in ([], ["Slippers of Sneaking Off"]):
        situation = PlayerSituation({"equipped": equipped}, {}, {}, fight=LOSING)
        view = view_for(situation, 0)
        ask = next(move for move in view.moves if move.verb == "ask_help")
        assert move_custom_id(view, ask).action.name == "TERMS"


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ("It moos.", "“It moos.”"),
        ('"Buy me."', "“Buy me.”"),
        ('"Is it for sale?" is no question.', "“‘Is it for sale?’ is no question.”"),
    ],
)
def test_a_joke_in_quotation_marks_has_one_pair_of_them(raw: str, told: str) -> None:
    assert quoted(raw) == told
