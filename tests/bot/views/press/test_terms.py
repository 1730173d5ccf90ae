"""All terms of a bargain can be set on one private screen, within Discord's limits, and make a legal move."""

from bot.tables.results import TableView
from bot.views.base import custom_ids, limits
from bot.views.base.custom_ids import ButtonAction, MoveDraft
from bot.views.base.layout import Button, ButtonRow, Screen, Select
from bot.views.press import move_form, moves, terms
from cards.door.rules import DoorEngine
from cards.kernel.moves import Action, Move, Pick, Picks
from tests.bot.views.games import view_of
from tests.cards.players.situations import PlayerSituation

ARMOR, SPORK, CHAINSAW = "Flaming Armor", "Spork of Destiny", "Chainsaw of Bloody Dismemberment"
SEATS = (
    {"level": 4, "carried": [SPORK, ARMOR, "Bubble Wrap Mail"], "hand": ["Read the Manual"]},
    {"level": 5, "carried": [CHAINSAW]},
    {"level": 9},
)


def bargaining() -> tuple[PlayerSituation, TableView, Move]:
    """Return a fight in which the fighter can ask for help with everything there is."""
    situation = PlayerSituation(*SEATS, fight={"monsters": ["Two-Faced Giant"]})
    view = view_of(situation.game, situation.state, 0)
    return situation, view, next(move for move in view.moves if move.verb == "ask_help")


def drafts(screen: Screen) -> list[MoveDraft]:
    """Return what the menus of a terms screen say when they are used."""
    found = [custom_ids.parse(block.custom_id) for block in screen.blocks() if isinstance(block, Select)]
    read = [custom_ids.parse_draft(press.rest) for press in found if press is not None]
    return [draft for draft in read if draft is not None]


def labels(screen: Screen) -> list[str]:
    """Return what the last row of buttons says."""
    row = [block for block in screen.blocks() if isinstance(block, ButtonRow)][-1]
    return [button.label for button in row.buttons if isinstance(button, Button)]


def shown_terms(screen: Screen, move: Move) -> list[str]:
    """List the terms that have a menu."""
    return [move.slots[int(draft.control.split(".")[0])].name for draft in drafts(screen)]


def send_button(screen: Screen) -> Button:
    """Return the button that sends the terms."""
    row = [block for block in screen.blocks() if isinstance(block, ButtonRow)][-1]
    assert isinstance(row.buttons[0], Button)
    return row.buttons[0]


def changed(view: TableView, move: Move, picks: Picks, slot: str, *chosen: Pick) -> Picks:
    """Use the menu of a slot as it is drawn for these picks."""
    number = next(number for number, each in enumerate(move.slots) if each.name == slot)
    screen = terms.terms_screen(view, move, picks, all_terms=True)
    draft = next(draft for draft in drafts(screen) if draft.control.startswith(f"{number}."))
    read = terms.read(move, draft)
    assert read == picks
    made = terms.set_term(move, picks, draft.control, chosen)
    assert made is not None
    return made


def test_a_move_with_more_terms_than_a_form_holds_opens_the_screen_of_its_terms() -> None:
    """R-352: the order of picking and the condition are asked for on a phone too."""
    _, view, move = bargaining()
    assert moves.form_slots(moves.words_of(view), move) == []
    assert moves.move_custom_id(view, move).action is ButtonAction.TERMS
    picks = terms.begin(view, move)
    screen = terms.terms_screen(view, move, picks, all_terms=True)
    assert limits.faults(screen) == []
    assert "More terms" not in labels(screen)
    asked = [move.slots[int(draft.control.split(".")[0])].name for draft in drafts(screen)]
    assert asked == ["seats", "treasures", "order", "items", "condition", "promises", "pays"]


def test_at_first_only_the_terms_are_shown_that_nearly_everybody_sets() -> None:
    """One button shows the others; what is set stays in sight, and its menu belongs to all terms."""
    situation, view, move = bargaining()
    words = moves.words_of(view)
    begun = terms.terms_screen(view, move, terms.begin(view, move))
    assert shown_terms(begun, move) == ["seats", "treasures"]
    assert labels(begun) == ["Send", "More terms", "Say…", "Back"]
    pressed = custom_ids.parse(
        next(b for b in begun.blocks() if isinstance(b, ButtonRow) and len(b.buttons) == 4)
        .buttons[1]
        .custom_id
    )
    assert pressed is not None
    draft = custom_ids.parse_draft(pressed.rest)
    assert draft is not None
    assert terms.read(move, draft) == terms.begin(view, move)
    assert terms.shows_all(move, draft.control, words)
    picks = changed(view, move, terms.begin(view, move), "items", situation.card(SPORK))
    assert shown_terms(terms.terms_screen(view, move, picks), move) == ["seats", "treasures", "items"]
    assert [terms.shows_all(move, f"{number}.0", words) for number in (0, 1, 3)] == [False, False, True]


def test_every_term_can_be_set_and_what_is_sent_is_the_bargain() -> None:
    """R-352: menu by menu; what is set stays set while another menu is used."""
    situation, view, move = bargaining()
    spork, armor, chainsaw = map(situation.card, (SPORK, ARMOR, CHAINSAW))
    picks = terms.begin(view, move)
    picks = changed(view, move, picks, "seats", 1)
    picks = changed(view, move, picks, "treasures", "2")
    picks = changed(view, move, picks, "order", "fighter_alternating")
    picks = changed(view, move, picks, "items", spork, armor)
    picks = changed(view, move, picks, "items", spork)
    picks = changed(view, move, picks, "condition", "always")
    picks = changed(view, move, picks, "pays", chainsaw)
    screen = terms.terms_screen(view, move, picks)
    assert limits.faults(screen) == []
    assert not send_button(screen).disabled
    pressed = custom_ids.parse(send_button(screen).custom_id)
    assert pressed is not None
    draft = custom_ids.parse_draft(pressed.rest)
    assert draft is not None
    sent = terms.read(move, draft)
    assert sent is not None
    choice = terms.complete(move, sent)
    assert choice is not None
    situation.take(choice.action(0))
    (offer,) = DoorEngine(situation.state, situation.game.decks).combat.offers
    assert (offer.to, offer.treasures, offer.order) == (1, 2, "fighter_alternating")
    assert (offer.condition, offer.items, offer.pays) == ("always", (spork,), (chainsaw,))


def test_an_answer_begins_with_the_terms_of_the_offer() -> None:
    """H-122: a counter-offer changes what the other one wants."""
    situation, _, _ = bargaining()
    armor = situation.card(ARMOR)
    ask = ((2,), ("all",), ("fighter",), (armor,), ("always",), (), ())
    situation.take(Action(0, "ask_help", picks=ask))
    view = view_of(situation.game, situation.state, 2)
    move = next(move for move in view.moves if move.verb == "offer_help")
    begun = [move_form.preset_picks(view, move, number) for number in range(5)]
    assert begun == [("all",), ("fighter",), (armor,), ("always",), ()]


def test_an_offer_of_help_begins_with_one_treasure() -> None:
    situation, _, _ = bargaining()
    view = view_of(situation.game, situation.state, 2)
    move = next(move for move in view.moves if move.verb == "offer_help")
    place = [slot.name for slot in move.slots].index("treasures")
    assert move_form.preset_picks(view, move, place) == ("1",)


def test_nothing_can_be_sent_before_a_needed_term_is_set() -> None:
    _, view, move = bargaining()
    picks: Picks = (move.slots[0].options, *(((),) * (len(move.slots) - 1)))
    assert terms.complete(move, picks) is None
    assert send_button(terms.terms_screen(view, move, picks)).disabled


def test_bits_that_were_drawn_for_other_candidates_are_not_taken_for_these() -> None:
    """If an Item has gone meanwhile, the others would have moved into its place."""
    _, view, move = bargaining()
    draft = terms.draft_of(move, terms.begin(view, move))
    assert terms.read(move, draft) is not None
    slots = tuple(
        slot._replace(options=slot.options[1:]) if slot.name == "items" else slot for slot in move.slots
    )
    assert terms.read(move._replace(slots=slots), draft) is None


def test_a_menu_that_nobody_drew_changes_nothing() -> None:
    _, view, move = bargaining()
    picks = terms.begin(view, move)
    for control, chosen in (("9.0", ()), ("0", ()), ("0.0", (5,)), ("x.0", ())):
        assert terms.set_term(move, picks, control, chosen) is None
