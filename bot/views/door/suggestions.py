"""Buttons of the door-kicking games that do in one tap what most people would do in several.

On the table's message they belong to everybody: what they say and when they stand there depends on nothing
but what all can see. In a hand they name the cards.
"""

from __future__ import annotations

from functools import lru_cache

from bot.tables.choices import Choice, encode
from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.custom_ids import ButtonAction, MoveDraft, PartialChoice
from bot.views.base.layout import Button
from bot.views.base.limits import MAX_LABEL_CHARS
from bot.views.base.parts import LAST_RANK
from bot.views.base.text import label, listed, plural
from bot.views.door import outcomes as door_outcomes
from bot.views.door.forecast import CARRIED, FIGHT_VERBS, LOST, WON, trouble_score
from bot.views.door.seen import definition_of, view_of
from bot.views.door.table import is_poorest
from bot.views.press import moves, terms
from cards.door.game import DoorGame
from cards.door.state import PARTY_SIDE
from cards.door.view_types import DoorSeatView, DoorView
from cards.kernel.moves import LayOut, Move, Pick
from cards.registry import module_of

MAX_NAMED_SURPLUS = 3
"""Cards that a button names; of more it says how many there are."""

OWN_KINDS = frozenset({"class", "race", "companion", "steed", "item", "level_up", "double"})
"""Kinds of cards that their owner profits from."""

MAX_REMEMBERED_HANDS = 8
"""Hands whose least useful cards are kept, since a hand is drawn more often than it changes."""


def _layout_label(view: TableView, found: LayOut) -> str:
    """Say what laying out the best brings."""
    traits = [definition_of(view, action.card) for action in found.actions if action.verb == "play"]
    gains = [f"⚔ {found.before} → {found.after}"] if found.before != found.after else []
    if found.level_before != found.level_after:
        gains.append(f"Level {found.level_before} → {found.level_after}")
    gains += [card.name for card in traits if card.kind in ("class", "race")]
    only_gear = all(card.kind in ("item", "steed") for card in traits)
    told = "Put on the best" if only_gear else "Play the best"
    if len(found.actions) == 1:
        told = f"Put on {naming.card_label(view, found.actions[0].card, 40)}"
    return label(f"{told}: {', '.join(gains)}" if gains else told)


def suggestion(view: TableView, move: Move) -> Button | None:
    """Return the button that stands before a move's own; None where that does as much in one tap."""
    game_view = view_of(view)
    if move.verb in ("end_turn", "give_away"):
        return _surplus(view, game_view, move)
    if move.verb == "ask_help":
        return _usual_call(view, game_view)
    if move.verb == "run_away":
        return _saving_card(view)
    if move.verb == "flee":
        return _roll_for_all(view, move) or _saving_card(view)
    begins = view.pending is not None and view.pending.name == "setup"
    if begins and move.verb == "pass" and view.seat is None:
        press = moves.custom_id_for(view, ButtonAction.LOBBY, "equip")
        return Button("Play the best", str(press), "primary", emoji="🎒")
    return None


def _saving_card(view: TableView) -> Button | None:
    """Offer the cheapest card that turns a fight which is lost as it stands, beside the way out of it."""
    if view.seat is None or not isinstance(view.game, DoorGame):
        return None
    game = view.game
    found = view.drawn_once("saving choices", lambda: _saving_choices(view, game))
    if not found:
        return None
    choice, told = found[0]
    press = moves.custom_id_for(view, ButtonAction.MOVE, encode(choice))
    text = label(f"{naming.card_label(view, choice.card, 30)} ({told})", MAX_LABEL_CHARS)
    return Button(text, str(press), "good", emoji=naming.card_emoji(naming.face(view, choice.card)))


def _saving_choices(view: TableView, game: DoorGame) -> list[tuple[Choice, str]]:
    """List what one press could do with a card of the hand to turn the reader's fight, the cheapest first."""
    game_view = view_of(view)
    found: list[tuple[Choice, str]] = []
    for move in view.moves:
        if move.verb not in FIGHT_VERBS or move.card not in game_view.seats[view.seat or 0].hand:
            continue
        begun = Choice.of(move)
        if [slot.name for slot in move.slots] == ["side"]:
            begun = begun.with_picks(PARTY_SIDE)
        done = moves.advance(move, PartialChoice(begun))
        if isinstance(done, moves.CompleteChoice):
            told = door_outcomes.outcome(view, move, done.choice.picks)
            if door_outcomes.turns_fight(told):
                found.append((done.choice, told))
    return sorted(found, key=lambda choice: game.decks.definitions[choice[0].card].value)


def _roll_for_all(view: TableView, move: Move) -> Button | None:
    """Offer to run from several monsters in one tap: their order seldom matters."""
    combat = view_of(view).combat
    if combat is None or combat.fleeing >= 0:
        return None
    press = moves.custom_id_for(view, ButtonAction.LOBBY, "roll")
    return Button("Roll for all, as it comes", str(press), "primary", emoji="🎲")


def _surplus(view: TableView, game_view: DoorView, move: Move) -> Button | None:
    """Offer to give away what the seat needs least, and to end the turn with it.

    A hand offers to lay out gear first: what lies on the table need not be given away.
    """
    active = game_view.seats[game_view.active]
    count = active.hand_size - active.hand_limit
    if count <= 0 or view.seat not in (None, active.seat):
        return None
    if view.seat is not None and door_outcomes.layout(view).actions:
        return None
    ends = move.verb == "end_turn"
    does = "discard" if is_poorest(game_view) else "give away"
    rest, told = "surplus", f"my {count} worst" if count > 1 else "my worst card"
    if view.seat is not None:
        assert isinstance(view.game, DoorGame)
        cards = _least_useful(view.game, game_view, active, count)
        rest = ".".join((rest, *map(str, cards)))
        told = plural(count, "card")
        if count <= MAX_NAMED_SURPLUS:
            # All of them are named: a button that cuts the last one does not say what it does.
            room = (MAX_LABEL_CHARS - len(f"End my turn, {does}  and ")) // count - len(", ")
            names = (naming.card_label(view, card, min(room, 30)) for card in cards if isinstance(card, int))
            told = listed(names)
    press = moves.custom_id_for(view, ButtonAction.LOBBY, rest)
    text = f"End my turn, {does} {told}" if ends else f"{does.capitalize()} {told}"
    return Button(label(text), str(press), "primary", emoji="➡️" if ends else "🎁") if press.fits else None


@lru_cache(MAX_REMEMBERED_HANDS)
def _least_useful(game: DoorGame, game_view: DoorView, seat: DoorSeatView, count: int) -> tuple[Pick, ...]:
    choose = module_of(game.setup.game).least_useful
    return () if choose is None else choose(game, game_view, seat.seat, count)


def _usual_call(view: TableView, game_view: DoorView) -> Button | None:
    """Offer to ask everybody for help on usual terms, as long as nobody has been asked in this fight."""
    combat = game_view.combat
    if _saving_card(view) is not None:
        return None  # that button has the room
    if combat is None or any(offer.by == combat.fighter for offer in (*combat.offers, *combat.refused)):
        return None
    price = "1 Treasure" if combat.treasures > 0 else "for nothing"
    draft = MoveDraft(Choice("ask_help"), control=terms.SEND)
    press = moves.custom_id_for(view, ButtonAction.TERMS, str(draft))
    return Button(f"Ask all: {price}", str(press), "primary", emoji="📣")


def best_gear(view: TableView) -> tuple[str, frozenset[int]]:
    """Say what equipping the best would bring, and which cards it takes; empty if it is nothing."""
    game_view = view_of(view)
    if view.seat is None or not isinstance(view.game, DoorGame) or game_view.combat is not None:
        return "", frozenset()
    found = door_outcomes.layout(view)
    cards = frozenset(action.card for action in found.actions)
    # A single card of the hand has a button of its own.
    if len(cards) <= 1 and cards <= set(game_view.seats[view.seat].hand):
        return "", frozenset()
    return _layout_label(view, found), cards


def card_rank(view: TableView, card: int) -> int:
    """Put answers to questions and fights that are won first, what harms others and lost fights last."""
    mine = [move for move in view.moves if move.card == card]
    verbs = {move.verb for move in mine}
    if view.pending is not None and view.pending.optional and "use" in verbs:
        return 0
    if verbs == {"trouble"}:
        return 0 if trouble_score(view, mine[0]).endswith(WON) else LAST_RANK
    told = [_told(view, move) for move in mine]
    if any(map(door_outcomes.turns_fight, told)):
        return 0
    if told and all(each.endswith((LOST, CARRIED)) for each in told):
        return LAST_RANK
    is_for_oneself = "use" in verbs and view_of(view).combat is None  # a hoard is opened between fights
    return 1 if is_for_oneself or definition_of(view, card).kind in OWN_KINDS else 2


def _told(view: TableView, move: Move) -> str:
    """Return what comes of a move that one press makes; empty where it takes more, or nobody can know."""
    done = moves.advance(move, PartialChoice(Choice.of(move)))
    if not isinstance(done, moves.CompleteChoice):
        return ""
    return door_outcomes.outcome(view, move, done.choice.picks)


def harms(view: TableView, move: Move) -> bool:
    """Return True if a move plays a Curse."""
    return move.card >= 0 and definition_of(view, move.card).kind == "curse"
