"""What a Class, Race or card on the table can do stands on the hand by its name."""

from bot.tables.results import TableView
from bot.views import screens
from bot.views.base.layout import Button, ButtonRow, Screen, Select, Text
from bot.views.table import private
from tests.bot.views.games import view_of
from tests.cards.players.situations import PlayerSituation

FIGHT = {"monsters": ["Two-Faced Giant"]}
SPARE = ["Spork of Destiny", "Sword of Adequacy"]


def view_for(situation: PlayerSituation, seat: int) -> TableView:
    return view_of(situation.game, situation.state, seat)


def hand_of(situation: PlayerSituation, seat: int) -> Screen:
    return screens.hand_screen(view_for(situation, seat))


def labels_of(screen: Screen) -> list[str]:
    rows = [block for block in screen.blocks() if isinstance(block, ButtonRow)]
    return [button.label for row in rows for button in row.buttons if isinstance(button, Button)]


def options_of(screen: Screen) -> list[str]:
    menus = [block for block in screen.blocks() if isinstance(block, Select)]
    return [option.label for menu in menus for option in menu.options]


def test_a_power_in_somebody_elses_fight_is_a_button_with_its_name() -> None:
    situation = PlayerSituation({}, {"in_play": ["Thief"], "hand": SPARE}, {}, fight=FIGHT)
    hand = hand_of(situation, 1)
    assert "Use Thief: Backstab → Ann" in labels_of(hand)
    assert "▶ Thief (other cards)" in options_of(hand)


def test_a_power_on_a_quiet_turn_is_a_button_with_its_name() -> None:
    situation = PlayerSituation(
        {"in_play": ["Thief"], "hand": SPARE}, {"equipped": ["Bottled Thunder"]}, {}, phase="arrange"
    )
    hand = hand_of(situation, 0)
    assert "Use Thief: Steal" in labels_of(hand)
    assert "▶ Thief (other cards)" in options_of(hand)


def test_what_cannot_be_used_now_has_no_mark() -> None:
    situation = PlayerSituation(
        {"in_play": ["Warrior"], "carried": ["Spork of Destiny"]}, {}, phase="arrange"
    )
    hand = hand_of(situation, 0)
    assert options_of(hand) == ["Spork of Destiny (gear)", "Warrior (other cards)"]
    assert not any("Warrior" in label for label in labels_of(hand))


def test_a_power_of_ones_own_fight_stands_there_once() -> None:
    situation = PlayerSituation({"in_play": ["Warrior"], "hand": SPARE}, {}, {}, fight=FIGHT)
    hand = hand_of(situation, 0)
    assert [label for label in labels_of(hand) if "Berserk" in label or "Warrior" in label] == ["Berserk"]


def test_the_only_power_of_a_card_has_a_name_too() -> None:
    """A card says which power a press uses, whether it has one or two."""
    situation = PlayerSituation({"in_play": ["Warrior"], "hand": SPARE}, {}, {}, fight=FIGHT)
    view = view_for(situation, 0)
    card = private.card_screen(view, situation.card("Warrior"))
    assert "Use: Berserk" in labels_of(card)


def test_a_single_carried_item_has_a_button_too() -> None:
    """Gear has no buttons of its own, so nothing else on the hand equips it."""
    situation = PlayerSituation({"carried": ["Sword of Adequacy"]}, {}, phase="after")
    assert "Put on Sword of Adequacy: ⚔ 1 → 3" in labels_of(hand_of(situation, 0))


def test_a_single_item_of_the_hand_has_one_button() -> None:
    situation = PlayerSituation({"hand": ["Sword of Adequacy"]}, {}, phase="after")
    assert [label for label in labels_of(hand_of(situation, 0)) if "Sword" in label] == [
        "Sword of Adequacy (⚔ 1 → 3)"
    ]


def test_what_cannot_be_played_now_is_named_whole_or_counted() -> None:
    """A name that breaks off in the middle tells nobody which card it is."""
    hand = ["Chainsaw of Bloody Dismemberment", "Hammer of Percussive Maintenance", "Sword of Adequacy"]
    situation = PlayerSituation(
        {}, {"hand": [*hand, "Gnome of Great Momentum", "Convenient Rounding Error"]}, {}
    )
    (line,) = [
        block.content
        for block in hand_of(situation, 1).blocks()
        if isinstance(block, Text) and "Not now" in block.content
    ]
    told = line.removeprefix("-# Not now: ").replace("*", "").replace(" and ", ", ").split(", ")
    assert told[-1] == f"{4 - len(told[:-1])} more"
    assert set(told[:-1]) < {*hand, "Gnome of Great Momentum"}
