"""The hand of the castle-defense game: what one is asked, with what one has to know to answer."""

from dataclasses import replace

from bot.tables.choices import Choice
from bot.tables.results import TableView
from bot.views import screens
from bot.views.base.custom_ids import PartialChoice
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Button, ButtonRow, Container, Screen
from bot.views.panic import bargains as panic_bargains
from bot.views.panic.words.reasons import POWER_NOTES, POWER_TEXTS
from bot.views.press import moves
from bot.views.press.move_form import preset_picks
from bot.views.table import private, public
from bot.views.table.story import tell
from cards.kernel.game import Setup
from cards.kernel.moves import Action, Refusal
from cards.panic.pack import CharacterDefinition
from cards.registry import module_of
from tests.bot.views.games import view_of
from tests.bot.views.panic.screens import buttons_of, offers_of, shown, text_of
from tests.cards.panic.situation import Arrangement, PanicSituationTable, arrange


def bargaining() -> Arrangement:
    board = arrange().hand(0, "any_archer").hand(1, "red_knight", "boots_of_butt_kicking")
    return board.monster("bullrog", "knight", 1).monster("pit_bull", "knight", 4)


def seen(made: PanicSituationTable, seat: int | None) -> TableView:
    return view_of(made.game, made.state, seat)


def told(made: PanicSituationTable, seat: int | None = None) -> list[str]:
    """Return the story of the last action."""
    view = view_of(made.game, made.state, seat, made.events)
    return [line.text for line in tell(view, view.past)]


def test_a_curse_is_named_on_the_hand_with_what_it_does() -> None:
    made = PanicSituationTable(arrange().hand(0, "truly_obnoxious").hand(1, "wishing_ring", "red_knight"))
    made.play(0, "truly_obnoxious", "red")
    text = text_of(screens.hand_screen(seen(made, 1)))
    assert "👉 🌀 Truly Obnoxious Curse (red): does anybody cancel it?" in text
    assert "-# You hand Ann Red Knight." in text, "what happens to the victim, not what the other gets"
    assert "all others give you" not in text


def test_a_victim_of_lightning_reads_what_they_lose_and_get() -> None:
    board = arrange().hand(0, "lightning").trophies(0, "maul_rat").hand(1, "wishing_ring")
    made = PanicSituationTable(board.trophies(1, "plutonium_dragon", "undead_horse"))
    made.play(0, "lightning", 1)
    text = text_of(screens.hand_screen(seen(made, 1)))
    assert "You lose Plutonium Dragon (5 points) to Ann; you get Maul Rat." in text


def test_who_waits_reads_for_whom() -> None:
    """The asker sees why no card can be played for the moment; the asked see for what help is wanted."""
    made = PanicSituationTable(bargaining()).do(0, "ask", "", "bullrog")
    waits = text_of(screens.hand_screen(seen(made, 0)))
    assert "-# 👉 Who helps Ann against" in waits
    assert waits.count("Who helps Ann against") == 1, "said once"
    text = text_of(screens.hand_screen(seen(made, 1)))
    assert "👉 Who helps Ann against" in text
    assert "Bullrog" in text


def test_an_offer_stands_on_the_hand_with_its_price_before_it_is_accepted() -> None:
    made = PanicSituationTable(bargaining()).do(0, "ask", "", "bullrog")
    made.do(1, "offer", "red_knight", "bullrog", "helper", 1, ())
    screen = screens.hand_screen(seen(made, 0))
    ((text, accept),) = offers_of(screen).items()
    assert text == "**\\*\\*Ben\\*\\***: Red Knight for the trophy and 1 Treasure · **N: 2 left of 3**"
    assert accept.label == "Accept"
    assert "Red Knight for" not in text_of(screens.hand_screen(seen(made, 2)))


def test_a_full_hand_is_not_told_that_it_draws() -> None:
    cards = ("red_knight", "any_archer", "any_knight", "blue_hero", "red_archer")
    full = PanicSituationTable(arrange().hand(0, *cards), phase=1)
    assert {"Keep all", "Discard one and draw"} & set(buttons_of(screens.hand_screen(seen(full, 0)))) == {
        "Keep all"
    }
    room = PanicSituationTable(arrange().hand(0, *cards[:3]), phase=1)
    assert "Keep all and draw" in buttons_of(screens.hand_screen(seen(room, 0)))


def test_who_is_answered_with_other_terms_agrees_on_the_hand() -> None:
    made = PanicSituationTable(bargaining()).do(0, "ask", "", "bullrog")
    made.do(1, "offer", "red_knight", "bullrog", "helper", 1, ())
    made.do(0, "counter", "red_knight", "asker", 1, (), "end")
    screen = screens.hand_screen(seen(made, 1))
    ((terms, agree),) = offers_of(screen).items()
    assert agree.label == "Agree"
    assert "for 1 Treasure · " in terms
    assert "Not for that price" in buttons_of(screen)
    assert "👉 Agree, offer other terms" in text_of(screen)
    assert "No offer" in buttons_of(screens.hand_screen(seen(made, 2)))


def test_who_gets_the_charity_is_said() -> None:
    treasures = ("rat_on_a_stick", "spiky_knees", "magic_missile", "loaded_die")
    board = arrange(3).hand(0, *treasures).trophies(0, "undead_horse").trophies(1, "maul_rat")
    made = PanicSituationTable(board, phase=1).passes(0)
    text = text_of(screens.hand_screen(seen(made, 0)))
    assert "🎁 1 Treasure for Cléo" in text
    assert "you keep at most 3 Treasures" in text


def test_two_offers_are_two_buttons_and_a_yes_to_one_is_a_no_to_the_other() -> None:
    """P-200: the first one taken ends the rest, which is said before. Asking once more is at the desk."""
    made = PanicSituationTable(bargaining().hand(2, "red_hero")).do(0, "ask", "", "bullrog")
    for seat, card in ((1, "red_knight"), (2, "red_hero")):
        made.do(seat, "offer", card, "bullrog", "asker", 1, ())
    made.passes(3)
    screen = screens.hand_screen(seen(made, 0))
    assert [button.label for button in offers_of(screen).values()] == ["Accept", "Accept"]
    assert panic_bargains.ONE_OFFER_TEXT in text_of(screen)
    assert "Ask for help" not in buttons_of(screen)
    assert "Done" in buttons_of(screen)
    desk = private.desk_screen(seen(made, 0), "help")
    assert "Ask once more" in buttons_of(desk)


def test_copies_of_a_card_are_offered_by_one_button() -> None:
    made = PanicSituationTable(bargaining().hand(1, "red_hero", "red_knight")).do(0, "ask", "", ())
    view = seen(made, 1)
    labels = [label for label in labels_of(private.desk_screen(view, "help")) if "Red Knight" in label]
    assert len(labels) == 1 < sum(move.verb == "offer" for move in view.moves) - 1


def labels_of(screen: Screen) -> list[str]:
    """Return what the buttons of a screen say, each as often as it is there."""
    blocks = [block for part in screen.parts if isinstance(part, Container) for block in part.blocks]
    rows = [block for block in blocks if isinstance(block, ButtonRow)]
    return [button.label for row in rows for button in row.buttons if isinstance(button, Button)]


def test_an_offer_begins_with_the_monster_that_was_asked_for() -> None:
    made = PanicSituationTable(bargaining()).do(0, "ask", "", "pit_bull")
    view = seen(made, 1)
    offer = next(move for move in view.moves if move.verb == "offer")
    number = next(n for n, slot in enumerate(offer.slots) if slot.name == "monster")
    wanted = made.game.catalog.index("pit_bull")
    assert wanted not in offer.slots[number].options, "out of reach: then the next one"
    assert preset_picks(view, offer, number) == (made.game.catalog.index("bullrog"),)
    made = PanicSituationTable(bargaining()).do(0, "ask", "", "bullrog")
    view = seen(made, 1)
    offer = next(move for move in view.moves if move.verb == "offer")
    assert preset_picks(view, offer, 0) == (made.game.catalog.index("bullrog"),)
    price = next(n for n, slot in enumerate(offer.slots) if slot.name == "treasures")
    assert preset_picks(view, offer, price) == (1,), "a fair price, no gift"


def test_monsters_to_choose_from_have_their_letter_and_place() -> None:
    board = arrange().hand(0, "drive_him_back").monster("bullrog", "knight", 1)
    made = PanicSituationTable(board.monster("net_troll", "swordsman", 5, 3))
    view = seen(made, 0)
    move = next(move for move in view.moves if move.verb == "play")
    options = [moves.option(view, move, move.slots[0], pick) for pick in move.slots[0].options]
    assert sorted((option.label[2:], option.note) for option in options) == [
        ("Bullrog", "helps in two marches · Knight 🔴 1, 3♥, 3 points, 1 Treasure"),
        ("Net Troll", "saves 🧱 🔵 5 · Swordsman 🔵 5, 3♥, 4 points, 2 Treasures"),
    ]


def test_every_character_says_what_it_does_in_the_room_of_a_menu() -> None:
    module = module_of("panic")
    game = module.make(Setup("panic", 3, 1, {"characters": True}), None)
    state, _ = game.start()
    pending = game.pending(state)
    assert pending is not None
    view = view_of(game, state, pending.awaited[0])
    (answer,) = [move for move in view.moves if move.verb == "answer"]
    notes = [moves.option(view, answer, answer.slots[0], pick).note for pick in answer.slots[0].options]
    assert len(notes) == len(set(notes)) == 7
    assert all(30 < len(note) <= 100 and "…" not in note for note in notes)
    assert "0 points" not in text_of(screens.hand_screen(view))


def test_characters_that_are_buttons_are_explained_above_them() -> None:
    game = module_of("panic").make(Setup("panic", 4, 1, {"characters": True}), None)
    state, _ = game.start()
    for _ in range(3):
        pending = game.pending(state)
        assert pending is not None
        seat = pending.awaited[0]
        (answer,) = game.legal_moves(state, seat)
        result = game.step(
            state, Action(seat, answer.verb, answer.card, picks=(answer.slots[0].options[:1],))
        )
        assert not isinstance(result, Refusal)
        state = result.state
    pending = game.pending(state)
    assert pending is not None
    screen = screens.hand_screen(view_of(game, state, pending.awaited[0]))
    text = text_of(screen)
    named = [name for name in buttons_of(screen) if f"**{name}**: " in text]
    assert len(named) == 4


def test_a_power_of_ones_character_has_a_button_and_its_roll_is_told() -> None:
    board = arrange(more_munchkin=True).character(0, "wizard").dice(3).monster("bullrog", "knight", 1)
    made = PanicSituationTable(board)
    screen = screens.hand_screen(seen(made, 0))
    assert "Roll to move a monster" in buttons_of(screen)
    made.do(0, "power")
    assert told(made) == ["✨ **Ann** uses *Wizard*: rolls 3"]
    assert "Roll to move a monster" not in buttons_of(screens.hand_screen(seen(made, 0)))


def test_every_power_that_is_used_has_a_name() -> None:
    game = PanicSituationTable(arrange(more_munchkin=True)).game
    characters = [each for each in game.catalog.definitions if isinstance(each, CharacterDefinition)]
    powers = [power for each in characters for power in each.powers]
    assert {power.can for power in powers} == set(POWER_NOTES)
    assert {power.can for power in powers if power.window} == set(POWER_TEXTS)


def test_what_a_card_draws_stands_in_its_line() -> None:
    """One act, one line; and a name that ends with a sign gets no full stop before its joke."""
    made = PanicSituationTable(
        arrange().hand(0, "draw_2_castle_cards", "help_me_out_here").hand(1, "red_knight")
    )
    made.play(0, "draw_2_castle_cards")
    (line,) = told(made)
    assert "plays *Draw 2 Castle Cards*: draws 2 cards" in line


def test_peeked_cards_of_one_kind_are_counted() -> None:
    hand = ("red_knight", "red_knight", "boots_of_butt_kicking")
    board = arrange().hand(0, "help_me_out_here").hand(1, *hand).monster("bullrog", "knight", 1)
    made = PanicSituationTable(board)
    made.play(0, "help_me_out_here", 1)
    text = text_of(private.hand_screen(seen(made, 0)))
    assert "Red Knight (×2)" in text
    assert "Here!*." not in told(made)[0]


def test_all_dice_of_the_phase_are_one_tap_while_several_are_to_be_rolled() -> None:
    board = arrange().next_cards("bullrog", "pit_bull", "harpies")
    made = PanicSituationTable(board, phase=6)
    assert {"Roll", "Roll for all"} <= set(buttons_of(screens.hand_screen(seen(made, 0))))
    onlooker = seen(made, None)
    names = buttons_of(public.game_screen(onlooker))
    assert "Roll for all" in names
    assert "Roll" not in names
    made.passes(0, 0)
    onlooker = seen(made, None)
    names = buttons_of(public.game_screen(onlooker))
    assert "Roll" in names
    assert "Roll for all" not in names


def test_who_reaches_nobody_is_told_so_and_not_to_fight() -> None:
    made = PanicSituationTable(arrange().hand(0, "red_swordsman").monster("bullrog", "archer", 1))
    assert "None of your Hits reaches a monster" in text_of(screens.hand_screen(seen(made, 0)))
    made = PanicSituationTable(arrange().hand(0, "red_archer").monster("bullrog", "archer", 1))
    assert "👉 Attack, ask for help, or be done" in text_of(screens.hand_screen(seen(made, 0)))


def test_that_nobody_offers_anything_is_told_to_who_asked() -> None:
    made = PanicSituationTable(arrange().hand(0, "red_swordsman").monster("bullrog", "archer", 1))
    made.do(0, "ask", "", "bullrog").passes(1, 2, 3)
    assert "Nobody offers a card against Bullrog" in text_of(screens.hand_screen(seen(made, 0)))


def test_why_an_offer_cannot_be_accepted_stands_beside_it() -> None:
    """A Weapon without a Hit of the reader's is of no use to them; what they can use has a button."""
    made = PanicSituationTable(bargaining()).do(0, "ask", "", "bullrog")
    made.do(1, "offer", "boots_of_butt_kicking", "bullrog", "asker", 1, ()).passes(2, 3)
    text = text_of(screens.hand_screen(seen(made, 0)))
    assert "Boots of Butt-Kicking for 1 Treasure · **N: +2** – no use to you now" in text
    assert "goes with it" not in text_of(private.desk_screen(seen(made, 1), "help"))
    made.do(1, "offer", "red_knight", "bullrog", "asker", 1, ())
    assert "goes with it" not in text_of(screens.hand_screen(seen(made, 0)))


def test_a_bid_that_is_not_answered_stays_on_the_hand_of_who_made_it() -> None:
    made = PanicSituationTable(bargaining()).do(0, "ask", "", "bullrog")
    made.do(1, "offer", "red_knight", "bullrog", "helper", 1, ()).passes(2, 3)
    made.do(0, "counter", "red_knight", "asker", 1, (), "end").passes(1)
    assert "→" in text_of(screens.hand_screen(seen(made, 0)))


def test_a_computer_that_asks_for_help_has_no_button_on_the_table() -> None:
    made = PanicSituationTable(bargaining()).do(0, "ask", "", "bullrog")
    view = seen(made, None)
    seats = (replace(view.table.seats[0], user=0, robot="sensible"), *view.table.seats[1:])
    robot = replace(view, table=replace(view.table, seats=seats))
    assert [move.verb for move in screens_of(view).board.shared_moves(view)] == ["pass", "enough"]
    assert [move.verb for move in screens_of(robot).board.shared_moves(robot)] == ["pass"]


def test_a_cancelled_curse_is_told_in_one_line() -> None:
    made = PanicSituationTable(arrange().hand(0, "truly_obnoxious").hand(1, "wishing_ring"))
    made.play(0, "truly_obnoxious", "red").play(1, "wishing_ring")
    (line,) = told(made)
    assert "plays *Wishing Ring*: cancels *Truly Obnoxious Curse*" in line


def test_a_swap_reads_as_a_swap() -> None:
    """P-240: nobody asks a card for help, and what is offered is offered for the card that is put up."""
    board = arrange(3, swap=True).hand(0, "blue_archer", "red_knight").hand(1, "any_knight")
    made = PanicSituationTable(board.monster("bullrog", "knight", 1))
    assert "Swap Blue Archer" in buttons_of(screens.hand_screen(seen(made, 0)))
    made.do(0, "ask", "blue_archer")
    assert "would swap *Blue Archer*" in told(made)[0]
    made.do(1, "offer", "any_knight").passes(2)
    assert "Any Color Knight for Blue Archer" in text_of(screens.hand_screen(seen(made, 0)))
    desk = private.desk_screen(seen(made, 0), "help")
    assert "To be swapped: Blue Archer" in text_of(desk)


def test_a_card_under_a_trophy_asks_which_one() -> None:
    made = PanicSituationTable(arrange().hand(0, "convenient_addition_error").trophies(0, "orcs", "bullrog"))
    view = seen(made, 0)
    move = next(move for move in view.moves if move.verb == "play")
    assert "Under which trophy?" in text_of(shown(view, PartialChoice(Choice.of(move))))


def test_who_has_offers_is_told_to_pick_one() -> None:
    made = PanicSituationTable(bargaining()).do(0, "ask", "", "bullrog")
    made.do(1, "offer", "red_knight", "bullrog", "asker", 1, ()).all_pass()
    onlooker = seen(made, None)
    assert "pick an offer, or fight on" in screens_of(onlooker).board.waiting(onlooker)


def test_more_treasures_than_a_monster_brings_are_asked_for_in_vain() -> None:
    """P-207: what there is, is paid; the offer says how much that is."""
    made = PanicSituationTable(bargaining()).do(0, "ask", "", "bullrog")
    made.do(1, "offer", "red_knight", "bullrog", "asker", 3, ())
    text = text_of(screens.hand_screen(seen(made, 0)))
    assert "for 3 Treasures (it brings 1)" in text


def test_lost_help_reads_otherwise_in_the_turn_that_it_costs() -> None:
    for seat, told_now in ((0, True), (1, False)):
        made = PanicSituationTable(arrange().curse(seat, "lose_help"))
        text = text_of(screens.hand_screen(seen(made, seat)))
        assert ("🌀 No help in this turn" in text) is told_now
        assert ("🌀 Lose Help on Your Next Turn" in text) is not told_now
