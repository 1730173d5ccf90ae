"""Answers to prompts: lose the least, take the best, and harm the leader."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cards.door import figures, foes, places, score
from cards.kernel.frames import Frame, Prompt
from cards.kernel.moves import Pick, Slot
from cards.language.base import Block, Word
from cards.language.definition import Definition
from cards.language.words.decisions import Choose, May
from cards.players.door.board import Board
from cards.players.door.slot_filling import cards_of, cheapest, most_valuable
from cards.players.door.worth import seat_worth, worth

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
        figures.add_strength(trial, str(side), die, prompt.card)
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
