"""Answers to prompts: lose the least, take the best, and harm the leader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product

from cards.door import fights, foes, gear, places, score
from cards.kernel.frames import Frame, Prompt
from cards.kernel.moves import Action, Move, Pick, Picks, Slot
from cards.language.base import Block, Word
from cards.language.definition import Definition
from cards.language.words.decisions import Choose, May
from cards.players.door.board import Board
from cards.players.door.worth import seat_worth, worth

MAX_VARIANTS = 10
MAX_CANDIDATES = 6
"""How many candidates of one slot are considered."""


def cards_of(slot: Slot) -> list[int]:
    """Return the candidates of a slot of cards or seats."""
    return [pick for pick in slot.options if isinstance(pick, int)]


def cheapest(slot: Slot, cost: Callable[[int], float]) -> tuple[Pick, ...]:
    """Fill a slot with the cards that cost least; if a sum is needed, with cards that reach it cheaply."""
    cards = sorted(cards_of(slot), key=lambda card: (cost(card), card))
    if not slot.need:
        return tuple(cards[: slot.least])
    weight = dict(zip(slot.options, slot.weights, strict=True))
    cards = [card for card in cards if weight[card] > 0]
    cards.sort(key=lambda card: cost(card) / weight[card])
    chosen: list[int] = []
    for card in cards:
        if len(chosen) >= slot.least and sum(weight[c] for c in chosen) >= slot.need:
            break
        chosen.append(card)
    for card in sorted(chosen, key=cost, reverse=True):
        rest = [c for c in chosen if c != card]
        if len(rest) >= slot.least and sum(weight[c] for c in rest) >= slot.need:
            chosen = rest
    return tuple(chosen[: slot.most])


def most_valuable(slot: Slot, value: Callable[[int], float]) -> tuple[Pick, ...]:
    """Fill a slot with the cards that are worth most, as many as may be taken."""
    cards = sorted(cards_of(slot), key=lambda card: (-value(card), card))
    return tuple(cards[: min(slot.most, len(cards))])


def variants(board: Board, seat: int, move: Move) -> Iterator[Picks]:
    """Yield sensible ways to fill a move's slots."""
    return islice(product(*(_slot_variants(board, seat, slot) for slot in move.slots)), MAX_VARIANTS)


def _slot_variants(board: Board, seat: int, slot: Slot) -> Iterable[tuple[Pick, ...]]:
    """Return the ways to fill one slot: own cards that pay for something by cost, all else one by one."""
    if slot.kind == "word" or slot.kind == "number":
        return [(option,) for option in slot.options]
    if slot.kind == "seat":
        return [(option,) for option in slot.options] if slot.least <= 1 else [slot.options[: slot.least]]
    cards = cards_of(slot)
    if slot.name in ("cost", "items") or slot.need or slot.least != 1:
        return [cheapest(slot, lambda card: worth(board, seat, card))]
    if len(cards) > MAX_CANDIDATES:
        cards = sorted(cards, key=lambda card: -gear.value(board, card) - board.defs[card].level)[
            :MAX_CANDIDATES
        ]
    return [(card,) for card in cards]


def make_action(seat: int, move: Move, picks: Picks = ()) -> Action:
    """Return a move with its slots filled as an action of the seat."""
    return Action(seat, move.verb, move.card, move.ability, picks)


def find_move(moves: Iterable[Move], verb: str) -> Move | None:
    """Return the first move with this verb."""
    return next((move for move in moves if move.verb == verb), None)


LOSING_QUESTIONS = frozenset(
    {"discard", "give", "show", "charity_cards", "sell_big", "big_overflow", "take_off"}
)
"""Questions about cards that the seat gives up."""


def answer_prompt(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    """Return what is best for the seat that is asked."""
    slot, seat = prompt.slot, prompt.seat
    if slot.kind == "card":
        picks = _cards(board, seat, prompt)
    elif slot.kind == "seat":
        picks = _seats(board, seat, prompt)
    else:
        picks = ANSWERS_BY_QUESTION.get(prompt.ask, _default)(board, prompt)
    return picks if slot.accepts(picks) else _default(board, prompt)


def _default(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    if prompt.default and prompt.slot.accepts(prompt.default):
        return prompt.default
    return prompt.slot.options[: prompt.slot.least]


def _cards(board: Board, seat: int, prompt: Prompt) -> tuple[Pick, ...]:
    """Give up the seat's least cards, take away another's best, and keep what is worth most to the seat."""
    slot = prompt.slot

    def own(card: int) -> float:
        return worth(board, seat, card)

    def theirs(card: int) -> float:
        owner = places.owner(board, card)
        return worth(board, owner if owner >= 0 else seat, card)

    if prompt.ask in LOSING_QUESTIONS:
        owner = places.owner(board, cards_of(slot)[0]) if slot.options else seat
        if owner not in (seat, -1):
            return most_valuable(slot, theirs)
        return cheapest(slot, own)
    if prompt.ask == "monster":
        return most_valuable(slot, lambda card: foes.printed_level(board, card))
    if prompt.ask == "hireling_item":
        return most_valuable(slot, lambda card: board.defs[card].bonus + 0.1 * board.defs[card].big)
    if slot.least == 0 and slot.most > 0:
        return tuple(card for card in most_valuable(slot, own) if isinstance(card, int) and own(card) > 0)
    return most_valuable(Slot(slot.name, slot.kind, slot.options, slot.least, max(slot.least, 1)), own)


def _seats(board: Board, seat: int, prompt: Prompt) -> tuple[Pick, ...]:
    """Give to the seat that it helps least, and harm the leader."""
    slot = prompt.slot
    gift = prompt.ask in ("give_big", "charity_larger") or (
        prompt.card >= 0 and board.defs[prompt.card].kind in ("curse", "monster")
    )
    ranked = sorted(
        cards_of(slot),
        key=lambda other: (other == seat, seat_worth(board, other, known=False) * (1 if gift else -1), other),
    )
    return tuple(ranked[: slot.least])


# words


def _option(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    """Try every option of the card that asks, and choose the one with the best outlook."""
    blocks: dict[Pick, Block] = {}
    for word in words_of(board.defs[prompt.card]) if prompt.card >= 0 else ():
        if isinstance(word, Choose):
            blocks |= {option.name: option.then for option in word.options}
    best = max(
        prompt.slot.options,
        key=lambda name: _outlook_after(board, prompt, blocks[name]) if name in blocks else -1000.0,
    )
    return (best,)


def _yes_or_no(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    """Say yes if its consequences are better than those of a no."""
    for word in words_of(board.defs[prompt.card]) if prompt.card >= 0 else ():
        if isinstance(word, May):
            yes = _outlook_after(board, prompt, word.then)
            no = (
                board.outlook_of(prompt.seat)
                if word.else_ is None
                else _outlook_after(board, prompt, word.else_)
            )
            return ("yes",) if yes > no else ("no",)
    return ("no",)


def _outlook_after(board: Board, prompt: Prompt, block: Block) -> float:
    """Return how the seat stands after a block of the card that asks."""
    trial = board.trial()
    number = board.defs[prompt.card].number_of(block)
    trial.push(Frame("run", prompt.seat, prompt.seat, prompt.card, number))
    if not trial.run_pending():
        return -500.0
    return trial.outlook_of(prompt.seat)


def words_of(definition: Definition) -> Iterator[Word]:
    """Yield every effect on a card."""
    for block in definition.blocks:
        yield from block


def _guess(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    return ("high",)


def _insist(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    """Use a card that would do nothing: it was chosen for a reason, e.g. to have fewer cards."""
    return ("yes",)


def _overflow(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    """Keep surplus Big Items if possible, else sell them rather than give them away."""
    return next((word,) for word in ("repair", "sell_double", "sell", "give") if word in prompt.slot.options)


def _fight_or_spare(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    """Fight a monster that would spare the seat, or a Steed, only if it is beaten as things stand."""
    fight = board.fighting((prompt.card,), prompt.seat)
    wins = fight.margin() > 0
    return ("fight",) if wins else tuple(word for word in prompt.slot.options if word != "fight")[:1]


def _back_out(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    """Stay in a fight for the win only if one wins the game as well."""
    stays = board.options.shared_victory or score.would_helper_win(board)
    return ("stay",) if stays else ("leave",)


EXPECTED_ROLL = 4
"""What a die shows on the whole, where it cannot be seen."""


def _side(board: Board, prompt: Prompt) -> tuple[Pick, ...]:
    """Choose the side that gains one most if it gets what was rolled."""
    frames = board.state.frames  # a table built from a view alone has none: nobody sees pending work
    die = frames[-1].int_var("die", EXPECTED_ROLL) if frames else EXPECTED_ROLL

    def outlook(side: Pick) -> float:
        trial = board.trial()
        fights.add_strength(trial, str(side), die, prompt.card)
        return trial.outlook_of(prompt.seat)

    return (max(prompt.slot.options, key=outlook),)


ANSWERS_BY_QUESTION: dict[str, Callable[[Board, Prompt], tuple[Pick, ...]]] = {
    "option": _option,
    "whether": _yes_or_no,
    "guess": _guess,
    "levels_lost": _insist,
    "own_price": _insist,
    "waste": _insist,
    "big_overflow": _overflow,
    "back_out": _back_out,
    "side": _side,
    "fight_spared": _fight_or_spare,
    "fight_steed": _fight_or_spare,
}
