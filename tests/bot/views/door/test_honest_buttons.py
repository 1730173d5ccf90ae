"""Nothing is offered that cannot be done, and buttons say what comes of them."""

from dataclasses import replace

import pytest

from bot.tables.choices import Choice
from bot.tables.results import TableView
from bot.views import screens
from bot.views.base import custom_ids, limits
from bot.views.base.custom_ids import ButtonAction, PartialChoice
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Button, ButtonRow, Screen
from bot.views.door import board, names
from bot.views.press import moves, terms
from bot.views.press.moves import CompleteChoice, OpenSlot
from bot.views.table import private, public
from cards.kernel.moves import Action, Refusal
from cards.language.packs import load_pack
from tests.bot.views.games import positions, view_of
from tests.cards.players.situations import PlayerSituation
from tests.gallery.budget import MAX_HEIGHT_PX
from tests.gallery.estimate import estimated_height_px

LOSING = {"monsters": ["Two-Faced Giant"]}


def buttons_of(screen: Screen) -> list[Button]:
    rows = [block for block in screen.blocks() if isinstance(block, ButtonRow)]
    return [button for row in rows for button in row.buttons if isinstance(button, Button)]


def labels_of(screen: Screen) -> list[str]:
    return [button.label for button in buttons_of(screen)]


def view_for(situation: PlayerSituation, seat: int | None) -> TableView:
    return view_of(situation.game, situation.state, seat)


def table_labels(situation: PlayerSituation) -> list[str]:
    view = view_for(situation, None)
    return [moves.shared_button(view, move).label for move in board.shared_moves(view)]


@pytest.mark.parametrize(
    ("monster", "dead", "offered"),
    [
        ("Two-Faced Giant", (), True),
        ("Polite Executioner", (), False),
        ("Two-Faced Giant", (1, 2), False),
        ("Two-Faced Giant", (1,), True),
    ],
    ids=["somebody can", "must be fought alone", "all others are dead", "one lives"],
)
def test_help_is_asked_for_only_where_somebody_can_give_it(
    monster: str, dead: tuple[int, ...], offered: bool
) -> None:
    """R-350, R-359: on the table and in the hand alike."""
    seats = [{"alive": seat not in dead} for seat in range(3)]
    situation = PlayerSituation(*seats, fight={"monsters": [monster]})
    hand = screens.hand_screen(view_for(situation, 0))
    assert ("Ask for help" in table_labels(situation)) is offered
    assert ("Ask for help" in labels_of(hand)) is offered
    assert ("ask_help" in {move.verb for move in situation.moves(0)}) is offered


def test_help_is_not_asked_for_twice() -> None:
    situation = PlayerSituation({}, {}, {}, fight={**LOSING, "helper": "Ben"})
    assert "Ask for help" not in table_labels(situation)


@pytest.mark.parametrize(
    ("levels", "poorest"), [((3, 3, 5), True), ((1, 2, 2), True), ((3, 2, 5), False), ((2, 1, 1), False)]
)
def test_who_is_poorest_discards_instead_of_giving(levels: tuple[int, ...], poorest: bool) -> None:
    """R-131: the button of the table, that of the hand and the call say so."""
    hand = ["Spork of Destiny", "Sword of Adequacy", "Bottled Thunder", "Ogre", "Wizard", "Elf"]
    cards = [{"id": "ogre", "kind": "monster", "name": "Ogre", "level": 1, "bad": [{"do": "level", "n": -1}]}]
    first, *others = ({"level": level} for level in levels)
    situation = PlayerSituation({**first, "hand": hand}, *others, phase="charity", cards=cards)
    told = "Discard the surplus" if poorest else "Give cards away"
    assert table_labels(situation) == [told]
    assert told in labels_of(screens.hand_screen(view_for(situation, 0)))
    view = view_for(situation, None)
    assert ("nobody has a lower Level" in screens_of(view).board.waiting(view)) is poorest


def test_the_dead_are_not_poor() -> None:
    """R-134: Charity goes past them, so who gives to nobody else discards."""
    hand = ["Spork of Destiny", "Sword of Adequacy", "Bottled Thunder", "Wizard", "Elf", "Dwarf"]
    seats = [{"level": 3, "hand": hand}, {"level": 1, "alive": False}, {"level": 4}]
    assert table_labels(PlayerSituation(*seats, phase="charity")) == ["Discard the surplus"]


def test_powers_of_ones_own_stand_with_the_next_steps_by_their_name() -> None:
    """For who fights, not under Interfere; for a bystander there and nowhere else."""
    wizard = {"in_play": ["Wizard"], "hand": ["Elf", "Dwarf", "Halfling"]}
    situation = PlayerSituation(wizard, {"in_play": ["Thief"], "hand": ["Cleric"]}, {}, fight=LOSING)
    mine = view_for(situation, 0)
    assert "Charm Spell" in labels_of(screens.hand_screen(mine))
    interfere = private.desk_screen(mine, "combat")
    assert not [text for text in labels_of(interfere) if "Charm" in text or "Wizard" in text]
    other = view_for(situation, 1)
    assert "Backstab" not in labels_of(screens.hand_screen(other))
    theirs = private.desk_screen(other, "combat")
    assert [text for text in labels_of(theirs) if "Backstab" in text]
    for screen in (screens.hand_screen(mine), interfere, theirs):
        assert limits.faults(screen) == []


@pytest.mark.parametrize("monsters", [["Two-Faced Giant"], ["Two-Faced Giant", "Ghost Writer"]])
def test_a_price_of_the_whole_hand_is_confirmed_once_with_its_cards(monsters: list[str]) -> None:
    """H-117: the gear on the table is not in it, and nothing is paid by the first tap."""
    seat = {
        "in_play": ["Wizard"],
        "equipped": ["Pointy Hat of Tenure"],
        "hand": ["Elf", "Dwarf", "Half-Breed"],
    }
    situation = PlayerSituation(seat, {}, {}, fight={"monsters": monsters})
    view = view_for(situation, 0)
    charm = next(move for move in view.moves if "Charm" in names.power_name(view, move))
    assert moves.move_custom_id(view, charm).action is ButtonAction.PICK
    asking = moves.advance(charm, PartialChoice(custom_ids.Choice.of(charm)))
    assert isinstance(asking, OpenSlot)
    while not moves.takes_all(asking.slot):
        asking = moves.advance(charm, PartialChoice(asking.step.choice.with_picks(asking.slot.options[0])))
        assert isinstance(asking, OpenSlot)
    screen = private.step_screen(view, asking)
    assert labels_of(screen) == ["Yes, all 3", "Back"]
    assert "It takes all of them: Half-Breed, Dwarf and Elf." in screen.as_text()
    assert "Tenure" not in screen.as_text()
    press = custom_ids.parse(buttons_of(screen)[0].custom_id)
    assert press is not None
    partial = custom_ids.parse_partial_choice(press.rest)
    assert partial is not None
    done = moves.advance(charm, partial)
    assert isinstance(done, CompleteChoice)
    action = Action(0, done.choice.verb, done.choice.card, done.choice.ability, done.choice.picks)
    after = situation.game.step(situation.state, action)
    assert not isinstance(after, Refusal)
    seen = situation.game.view(after.state, 0).seats[0]
    assert not set(charm.slots[-1].options) & set(seen.hand)
    assert [item.equipped for item in seen.items] == [True]


def test_a_card_with_one_way_at_the_moment_has_no_number_on_its_button() -> None:
    """What else the card can do at other times is on the card."""
    situation = PlayerSituation({}, {"hand": ["Holy Water Balloon"]}, {}, fight=LOSING)
    shown = labels_of(screens.hand_screen(view_for(situation, 1)))
    assert any("Holy Water Balloon" in label for label in shown)
    assert not any("way " in label for label in shown)


def test_before_the_door_one_tap_on_the_table_plays_the_best() -> None:
    """Everybody has first cards. At other times it is on the hand alone, where it always does something."""
    for phase, offered in (("setup", True), ("arrange", False), ("trouble", False), ("after", False)):
        view = view_for(PlayerSituation({"hand": ["Spork of Destiny"]}, {}, {}, phase=phase), None)
        shown = labels_of(public.game_screen(view))
        assert ("Play the best" in shown) is offered


def test_the_hand_says_what_playing_the_best_brings() -> None:
    """A Class, a Level and gear in one tap; gear alone is equipped. A second Class takes nothing away."""
    told: list[str] = []
    for hand in (
        ["Wizard", "Convenient Rounding Error"],
        ["Spork of Destiny", "Earmuffs of Selective Hearing"],
        ["Wizard"],
    ):
        situation = PlayerSituation({"hand": hand, "in_play": ["Elf"]}, {}, {}, phase="arrange")
        view = view_for(situation, 0)
        told += [text for text in labels_of(screens.hand_screen(view)) if "the best" in text]
    assert told == ["Play the best: ⚔ 1 → 2, Level 1 → 2, Wizard", "Put on the best: ⚔ 1 → 4"]


def test_one_card_says_what_it_brings_on_its_own_button() -> None:
    """Where it is the only one to be laid out: several have one button, which says it for all."""
    for hand, alone in ((["Spork of Destiny"], True), (["Spork of Destiny", "Wizard"], False)):
        shown = labels_of(
            screens.hand_screen(view_for(PlayerSituation({"hand": hand}, {}, {}, phase="arrange"), 0))
        )
        assert ("Spork of Destiny (⚔ 1 → 2)" in shown) is alone


def test_a_card_with_which_its_owner_loses_has_no_color() -> None:
    """A fighter who may make it worse for themselves can, but nobody is nudged."""
    for level, style in ((6, "plain"), (8, "primary")):
        seat = {
            "level": level,
            "hand": ["Undertaker's Best Customer"],
            "equipped": ["Sledge That Won the Bet"],
        }
        situation = PlayerSituation(seat, {}, {}, game="wild_west", fight={"monsters": ["Greenhorn Ghoul"]})
        shown = buttons_of(screens.hand_screen(view_for(situation, 0)))
        (sends,) = [each for each in shown if each.label.startswith("Send Undertaker")]
        assert sends.style == style, sends


def test_a_button_that_gives_cards_away_names_every_one_of_them() -> None:
    """Names so long that three do not fit are shortened, none is left out."""
    monsters = [made.name for made in load_pack("wild_west").definitions if made.kind == "monster"]
    hand = sorted(monsters, key=len)[-8:]
    situation = PlayerSituation({"level": 3, "hand": hand}, {}, {}, game="wild_west", phase="after")
    shown = labels_of(screens.hand_screen(view_for(situation, 0)))
    (told,) = [text for text in shown if "give away" in text]
    press = pressed_by(screens.hand_screen(view_for(situation, 0)), "give away")
    names = [situation.name(int(number)) for number in press.rest.split(".")[1:]]
    assert len(names) == 3
    assert all(name[:10] in told for name in names)
    assert len(told) <= limits.MAX_LABEL_CHARS


SURPLUS = [
    "Sock Goblin",
    "Bone Idle",
    "Unpaid Intern",
    "Goose Knight",
    "Gossip Imps",
    "Ghost Writer",
    "Seagull of Doom",
]


@pytest.mark.parametrize("phase", ["after", "charity"])
def test_a_hand_that_is_too_large_is_put_right_with_one_tap(phase: str) -> None:
    """The table's button says only how many cards go, which all can see; the hand's names them."""
    situation = PlayerSituation({"level": 3, "hand": SURPLUS}, {}, {}, phase=phase)
    view = view_for(situation, None)
    shown = labels_of(public.game_screen(view))
    worst = [text for text in shown if "worst" in text]
    assert worst == ["End my turn, give away my 2 worst" if phase == "after" else "Give away my 2 worst"]
    mine = view_for(situation, 0)
    hand = screens.hand_screen(mine)
    pressed = pressed_by(hand, "give away" if phase == "after" else "Give away")
    cards = [situation.name(int(number)) for number in pressed.rest.split(".")[1:]]
    assert pressed.rest.startswith("surplus.")
    assert len(cards) == 2
    assert any(all(name in text for name in cards) for text in labels_of(hand))
    assert limits.faults(hand) == []
    assert not any(
        "worst" in text or "give away" in text
        for text in labels_of(screens.hand_screen(view_for(situation, 1)))
    )


@pytest.mark.parametrize("phase", ["after", "charity"])
def test_gear_is_laid_out_before_anything_is_given_away(phase: str) -> None:
    """The table's button stays: there, nobody knows what is in a hand."""
    hand = [*SURPLUS[:5], "Spork of Destiny", "Sword of Adequacy"]
    situation = PlayerSituation({"level": 3, "hand": hand}, {}, {}, phase=phase)
    shown = labels_of(screens.hand_screen(view_for(situation, 0)))
    assert any(text.startswith("Put on the best") for text in shown)
    assert not any("ive away" in text for text in shown)
    view = view_for(situation, None)
    assert any("worst" in text for text in labels_of(public.game_screen(view)))


@pytest.mark.parametrize("phase", ["after", "charity"])
@pytest.mark.parametrize(
    ("levels", "told"),
    [
        ((3, 2, 4), r"What you cannot keep goes to **\*\*Ben\*\***"),
        ((3, 2, 2), r"What you cannot keep goes to **\*\*Ben\*\*** and **Cléo"),
        ((2, 2, 4), "What you cannot keep is discarded"),
    ],
)
def test_a_hand_that_is_too_large_says_who_gets_the_rest(
    phase: str, levels: tuple[int, ...], told: str
) -> None:
    """R-131, R-132: known before anything is given away."""
    hands = ({"hand": SURPLUS}, {}, {})
    situation = PlayerSituation(
        *({"level": level, **hand} for level, hand in zip(levels, hands, strict=True)), phase=phase
    )
    assert told in screens.hand_screen(view_for(situation, 0)).as_text()
    assert "cannot keep" not in screens.hand_screen(view_for(situation, 1)).as_text()


def test_a_hand_within_its_limit_has_no_such_button() -> None:
    situation = PlayerSituation({"hand": SURPLUS[:5]}, {}, {}, phase="after")
    for screen in (
        screens.hand_screen(view_for(situation, 0)),
        public.game_screen(view_for(situation, None)),
    ):
        assert "End my turn" in labels_of(screen)
        assert not any("End my turn, " in text for text in labels_of(screen))


def test_everybody_is_asked_for_help_with_one_tap_until_somebody_has_been() -> None:
    """R-352: on the terms that the button names; other terms have their screen, as before."""
    situation = PlayerSituation({}, {}, {}, fight=LOSING)
    view = view_for(situation, None)
    shown = labels_of(public.game_screen(view))
    assert shown[:2] == ["Ask all: 1 Treasure", "Ask for help"]
    pressed = pressed_by(screens.hand_screen(view_for(situation, 0)), "Ask all")
    assert pressed.action is ButtonAction.TERMS
    draft = custom_ids.parse_draft(pressed.rest)
    assert draft is not None
    move = next(move for move in situation.moves(0) if move.verb == "ask_help")
    done = terms.complete(move, terms.usual(move))
    assert done is not None
    situation.take(done.action(0))
    combat = situation.game.view(situation.state, None).combat
    assert combat is not None
    assert [(offer.to, offer.treasures, offer.items) for offer in combat.offers] == [(1, 1, ()), (2, 1, ())]
    assert not any("Ask all" in text for text in table_labels(situation))


def test_who_is_asked_about_a_fight_can_pass_for_all_of_it_on_the_table() -> None:
    """Everybody has the button, with any hand; a Curse is no fight."""
    situation = PlayerSituation({"level": 9}, {}, {}, fight={"monsters": ["Polite Executioner"]})
    situation.do(0, "claim")
    view = view_for(situation, None)
    shown = labels_of(public.game_screen(view))
    assert shown[-2:] == ["Pass", "Not in this fight"]


def test_others_hidden_cards_change_nothing_about_the_buttons_of_a_hand() -> None:
    """What is best to lay out and least useful follows from what the seat sees itself."""
    found = set[str]()
    for number, (game, state, events) in enumerate(positions("classic", 4, 5, 400)):
        pending = game.pending(state)
        if pending is None or (number % 3 and pending.name not in ("after", "charity")):
            continue
        for seat in pending.awaited:
            other = game.redeal_hidden(state, seat, 7)
            drawn = [
                buttons_of(screens.hand_screen(view_of(game, each, seat, events))) for each in (state, other)
            ]
            assert drawn[0] == drawn[1]
            found |= {button.label for button in drawn[0]}
    for words in ("Play the best", "Ask all: "):
        assert any(label.startswith(words) for label in found), words


def test_others_hidden_cards_change_nothing_about_what_is_given_away() -> None:
    situation = PlayerSituation({"level": 3, "hand": SURPLUS}, {"hand": ["Elf"]}, {}, phase="after")
    drawn = set[tuple[str, ...]]()
    for seed in range(12):
        dealt = situation.game.redeal_hidden(situation.state, 0, seed)
        drawn.add(tuple(labels_of(screens.hand_screen(view_of(situation.game, dealt, 0)))))
    (shown,) = drawn
    assert any(text.startswith("End my turn, give away") for text in shown)


def test_hidden_cards_change_nothing_about_the_buttons_of_the_table() -> None:
    """Another deal of what all cannot see draws the same message, at every wait of some games."""
    found = set[str]()
    for seed in (1, 7):
        for game, state, events in positions("classic", 4, seed, 400):
            other = game.redeal_hidden(state, None, seed)
            views = [view_of(game, each, None, events) for each in (state, other)]
            drawn = [buttons_of(public.game_screen(view)) for view in views]
            assert drawn[0] == drawn[1]
            found |= {button.label for button in drawn[0]}
    for words in ("Play the best", "End my turn, ", "Ask all: ", "Not in this fight"):
        assert any(label.startswith(words) for label in found), words


def pressed_by(screen: Screen, words: str) -> custom_ids.CustomId:
    """Return what the button with these words asks for."""
    button = next(button for button in buttons_of(screen) if words in button.label)
    found = custom_ids.parse(button.custom_id)
    assert found is not None
    return found


def test_a_level_card_is_played_on_oneself_with_one_tap_and_on_others_from_the_menu() -> None:
    """Its button names whom it is for; a card that asks for more than a seat still asks."""
    situation = PlayerSituation({"hand": ["Convenient Rounding Error"]}, {}, {}, phase="arrange")
    view = view_for(situation, 0)
    found = pressed_by(screens.hand_screen(view), "Convenient Rounding Error: for you")
    assert found.action is ButtonAction.MOVE
    choice = custom_ids.parse_partial_choice(found.rest)
    assert choice is not None
    assert choice.choice.picks == ((0,),)
    card = situation.card("Convenient Rounding Error")
    asked = pressed_by(private.card_screen(view, card), "Play")
    assert asked.action is ButtonAction.PICK


def test_a_curse_is_for_others_first_and_says_who_is_oneself() -> None:
    """A thumb that presses the first name hits somebody else; a card for oneself begins with oneself."""
    situation = PlayerSituation(
        {"hand": ["Accidental Garage Sale", "Convenient Rounding Error"]}, {}, {}, phase="arrange"
    )
    view = view_for(situation, 0)
    asked = {}
    for name in ("Accidental Garage Sale", "Convenient Rounding Error"):
        move = next(move for move in view.moves if move.card == situation.card(name))
        step = moves.advance(move, PartialChoice(Choice.of(move)))
        assert isinstance(step, OpenSlot)
        screen = private.step_screen(view, step)
        asked[name] = [label.split(":")[0] for label in labels_of(screen) if label != "Back"]
    own, *others = asked["Convenient Rounding Error"]
    assert own.endswith(" (you)")
    assert asked["Accidental Garage Sale"] == [*others, own]


def test_who_can_do_nothing_about_their_curse_is_not_asked_whether_it_may_happen() -> None:
    """On their own hand only: the table does not tell what they hold. H-07: who played it is not asked."""
    bare, armed = (
        PlayerSituation({"hand": ["Accidental Garage Sale"]}, {"hand": [card], "level": 3}, {})
        for card in ("Bone Idle", "Undo Button")
    )
    for situation in (bare, armed):
        situation.do(0, "play", "Accidental Garage Sale", picks=[[1]])
    assert "Get it over with" in labels_of(screens.hand_screen(view_for(bare, 1)))
    assert "Let it happen" in labels_of(screens.hand_screen(view_for(armed, 1)))
    assert "Let it happen" not in labels_of(screens.hand_screen(view_for(bare, 0)))
    assert table_labels(bare) == table_labels(armed)


def test_a_hand_stays_as_it_is_while_others_pass() -> None:
    """Nothing on it names the revision, so a pass of somebody else is worth no edit."""
    situation = PlayerSituation({"level": 6}, {}, {}, fight={"monsters": ["Goose Knight"]})
    situation.do(0, "claim")
    view = view_for(situation, 1)
    assert "Not in this fight" in labels_of(screens.hand_screen(view))
    later = replace(view, table=replace(view.table, revision=view.table.revision + 1))
    assert screens.hand_screen(later) == screens.hand_screen(view)


def test_who_passes_by_themselves_has_nothing_to_press() -> None:
    """At a live table; a slow one does not have to wait for them. The table's message is the same for all."""
    situation = PlayerSituation({"level": 6}, {}, {}, fight={"monsters": ["Goose Knight"]})
    situation.do(0, "claim")
    view = view_for(situation, 1)
    passing = replace(view, passes_unasked=True, passes_for_s=5.0)
    by_post = replace(passing, table=replace(view.table, speed="post"))
    for each, asked in ((view, True), (passing, False), (by_post, True)):
        screen = screens.hand_screen(each)
        assert ("Pass" in labels_of(screen)) is asked
        assert ("Not in this fight" in labels_of(screen)) is asked
        assert (private.PASSES_SOON_TEXT in screen.as_text()) is not asked
    late = passing.at(passing.deadline, 0.0)
    assert "Pass" in labels_of(screens.hand_screen(late)), "who has not passed in time is asked"


def test_a_class_is_laid_out_before_trouble_is_looked_for() -> None:
    hand = ["Bone Idle", "Ghost Writer", "Drooling Slime", "Warrior"]
    situation = PlayerSituation({"hand": hand}, {}, {}, phase="trouble")
    labels = labels_of(screens.hand_screen(view_for(situation, 0)))
    assert labels.index("Warrior: You win ties. Berserk") < labels.index(
        "Fight Drooling Slime (1 : 1, 1 short)"
    )


@pytest.mark.parametrize(
    "note", ["", "🚪 **Ada** kicks the door in and walks in on *Bone Idle*. “Died on the sofa.”"]
)
def test_a_hand_gives_up_buttons_of_cards_rather_than_be_higher_than_a_phone(note: str) -> None:
    hand = ["Warrior", "Assorted Lightning", "Super Munchkin", "Cleric", "Ghost Writer", "Bone Idle"]
    situation = PlayerSituation({"hand": hand}, {}, {}, phase="after")
    screen = screens.hand_screen(view_for(situation, 0), note=note)
    assert estimated_height_px(screen) <= MAX_HEIGHT_PX
    assert "Read or play a card" in screen.as_text()


def test_a_won_fight_is_offered_first_and_a_lost_one_last() -> None:
    hand = ["Ghost Writer", "Warrior", "Bone Idle"]
    situation = PlayerSituation({"hand": hand, "level": 3}, {}, {}, phase="trouble")
    labels = labels_of(screens.hand_screen(view_for(situation, 0)))
    assert labels[:3] == [
        "Fight Bone Idle (3 : 1, you win)",
        "Warrior: You win ties. Berserk",
        "Fight Ghost Writer (3 : 6, 4 short)",
    ]


def test_what_stops_a_curse_has_the_first_button() -> None:
    hand = ["Big Trouble", "Undo Button"]
    situation = PlayerSituation({"hand": ["Accidental Garage Sale"]}, {"hand": hand}, {})
    situation.do(0, "play", "Accidental Garage Sale", picks=[[1]])
    assert labels_of(screens.hand_screen(view_for(situation, 1)))[0] == "Use Undo Button"


def test_a_power_that_takes_the_only_one_it_can_says_whom() -> None:
    situation = PlayerSituation(
        {"equipped": ["Loyalty Implant Remote"]}, {"in_play": ["Snuffles"]}, {},
        game="rick_and_morty", fight={"monsters": ["Time Cop on Overtime"]},
    )  # fmt: skip
    view = view_for(situation, 0)
    move = next(move for move in view.moves if situation.name(move.card) == "Loyalty Implant Remote")
    assert moves.verb_label(view, move).startswith("Use Loyalty Implant Remote: Press the Button → ")
    assert "Ben" in moves.verb_label(view, move)


def test_who_runs_from_several_monsters_rolls_with_one_tap() -> None:
    """In the order of the fight; another order is one tap more."""
    situation = PlayerSituation({}, {}, {}, fight={"monsters": ["Two-Faced Giant", "Goose Knight"]})
    situation.do(0, "run_away")
    while situation.state.frames[-1].window is not None and situation.state.frames[-1].window.kind != "flee":
        waiting = situation.game.pending(situation.state)
        assert waiting is not None
        situation.do(waiting.awaited[0], "pass")
    view = view_for(situation, 0)
    assert "Roll for all, as it comes" in labels_of(screens.hand_screen(view))
    move = next(move for move in view.moves if move.verb == "flee")
    begun = moves.advance(move, PartialChoice(Choice.of(move)))
    assert isinstance(begun, moves.OpenSlot)
    asked = private.step_screen(view, begun)
    assert limits.faults(asked) == []
    assert labels_of(asked) == ["Roll for all, as it comes", "Two-Faced Giant", "Goose Knight", "Back"]
    pressed = pressed_by(screens.hand_screen(view), "Roll for all, as it comes")
    assert (pressed.action, pressed.rest) == (ButtonAction.LOBBY, "roll")
    situation.do(0, "flee", picks=[[begun.slot.options[1]]])
    shown = labels_of(screens.hand_screen(view_for(situation, 0)))
    assert "Roll for all, as it comes" not in shown, "one has been chosen to run from first"


def test_who_has_been_refused_by_all_is_not_offered_the_same_again() -> None:
    situation = PlayerSituation({}, {}, {}, fight=LOSING)
    move = next(move for move in situation.moves(0) if move.verb == "ask_help")
    done = terms.complete(move, terms.usual(move))
    assert done is not None
    situation.take(done.action(0))
    for seat in (1, 2):
        situation.do(seat, "refuse_help")
    assert not any("Ask all" in text for text in table_labels(situation))


def test_a_companion_that_can_be_left_behind_stands_with_the_next_steps() -> None:
    ada = {"in_play": ["Chatty Stagecoach Driver"]}
    situation = PlayerSituation(ada, {}, {}, game="wild_west", fight={"monsters": ["Hurricane Hen"]})
    situation.do(0, "run_away")
    while not any(move.verb in ("flee", "sacrifice") for move in situation.moves(0)):
        waiting = situation.game.pending(situation.state)
        assert waiting is not None
        situation.do(waiting.awaited[0], "pass")
    assert "Leave Chatty Stagecoach Driver behind (you get away)" in labels_of(
        screens.hand_screen(view_for(situation, 0))
    )


def test_a_curse_that_would_do_nothing_says_so_beside_the_name() -> None:
    ada = {"hand": ["Lose Your Armor", "Midlife Crisis"]}
    ben = {"equipped": ["Flaming Armor"], "level": 3}
    situation = PlayerSituation(ada, ben, {"level": 3})
    view = view_for(situation, 0)
    move = next(move for move in view.moves if situation.name(move.card) == "Lose Your Armor")
    notes = {seat: moves.option(view, move, move.slots[0], seat).note for seat in move.slots[0].options}
    assert notes[0] == notes[2] == "does nothing"
    assert "nothing" not in notes[1]
