"""What the text of an ability leaves out: conditions that its effects, or other cards, say already."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cards.language.abilities import Ability, Target
from cards.language.base import Among, Test, Word
from cards.language.conditions.combat import AllOf, Alone, AnyOf, CanHelp, CardExists, ForTheWin, Negation
from cards.language.conditions.options import StatIs
from cards.language.conditions.people import Compare, Has
from cards.language.filters import CardSelection, Filter
from cards.language.lint import parts_of
from cards.language.numbers import Seals
from cards.language.words.cards import Discard, Swap
from cards.language.words.combat import DismissWord, ForceHelp
from cards.language.words.people import SealWord

Effects = Sequence[Word]
_WHERE_AND_WHICH = {*Filter.model_fields, "zone", "pick"}


def without_implied(ability: Ability) -> Ability:
    """Return an ability as it is told: without conditions that go without saying.

    "If there is an open Seal, close a Seal" says one thing twice; that somebody cannot be robbed stands on
    the card that protects them. What may be done stays as it is: this is for the text alone.
    """
    test = None if ability.test is None else _told(ability.test, ability.then)
    targets = tuple(_told_target(target, ability.then) for target in ability.targets)
    return ability.model_copy(update={"test": test, "targets": targets})


def _told_target(target: Target, effects: Effects) -> Target:
    changes: dict[str, object] = {}
    if target.test is not None:
        changes["test"] = _told(target.test, effects)
    if target.what is not None and isinstance(target.what.whose, Among):
        group = target.what.whose
        left = _told(group.test, effects)
        whose = group.among if left is None else group.model_copy(update={"test": left})
        changes["what"] = target.what.model_copy(update={"whose": whose})
    return target.model_copy(update=changes)


def _told(test: Test, effects: Effects) -> Test | None:
    """Return what is left of a condition to tell, None if nothing is."""
    if any(implied(test, effects) for implied in _IMPLIED):
        return None
    if isinstance(test, AllOf):
        left = [part for part in (_told(part, effects) for part in test.of) if part is not None]
        return _joined(test, left)
    if isinstance(test, Negation) and isinstance(test.test, AnyOf):
        inner = test.test
        kept = [part for part in inner.of if _told(_negated(test, part), effects) is not None]
        one = _joined(inner, kept)
        return None if one is None else _negated(test, one)
    return test


def _joined(test: AllOf | AnyOf, parts: list[Test]) -> Test | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return test.model_copy(update={"of": tuple(parts)})


def _negated(test: Negation, part: Test) -> Negation:
    return test.model_copy(update={"test": part})


def _has_word(effects: Effects, kind: type[Word]) -> bool:
    return any(isinstance(part, kind) for word in effects for _, part in parts_of(word, ""))


def _cards_to_find(test: Test, effects: Effects) -> bool:
    """Return True if a test asks for the very cards that an effect then finds."""
    if not isinstance(test, CardExists) or isinstance(test.what, str):
        return False
    wanted = test.what.model_dump(include=_WHERE_AND_WHICH)
    found = [
        value for word in effects for value in word.__dict__.values() if isinstance(value, CardSelection)
    ]
    return any(cards.model_dump(include=_WHERE_AND_WHICH) == wanted for cards in found)


def _cards_to_lose(test: Test, effects: Effects) -> bool:
    """Return True if a test asks for any card in the hand, or any Item, that an effect then takes."""
    if not isinstance(test, Has) or (test.least, test.most) != (1, None) or _asks_more(test):
        return False
    if test.zone == "hand":
        lost = [word.what for word in effects if isinstance(word, Discard)]
        return any(isinstance(what, CardSelection) and what.zone == "hand" for what in lost)
    return test.zone == "carried" and _has_word(effects, Swap)


def _asks_more(cards: Filter) -> bool:
    return any(getattr(cards, name) != field.default for name, field in Filter.model_fields.items())


def _seal_to_close(test: Test, effects: Effects) -> bool:
    closes = any(isinstance(word, SealWord) and word.do == "close_seal" for word in effects)
    return closes and isinstance(test, Compare) and isinstance(test.n, Seals) and test.min == 1


def _helper_to_dismiss(test: Test, effects: Effects) -> bool:
    return isinstance(test, Negation) and isinstance(test.test, Alone) and _has_word(effects, DismissWord)


def _help_to_give(test: Test, effects: Effects) -> bool:
    """Return True if a test asks whether help can be compelled, which the effect says itself."""
    for_the_win = isinstance(test, Negation) and isinstance(test.test, ForTheWin)
    return (for_the_win or isinstance(test, CanHelp)) and _has_word(effects, ForceHelp)


def _protected(test: Test, effects: Effects) -> bool:
    """Return True if a test asks whether another card protects somebody from being robbed."""
    safe = test.test if isinstance(test, Negation) else None
    return isinstance(safe, StatIs) and safe.stat == "theft_proof"


_IMPLIED: tuple[Callable[[Test, Effects], bool], ...] = (
    _cards_to_find,
    _cards_to_lose,
    _seal_to_close,
    _helper_to_dismiss,
    _help_to_give,
    _protected,
)
