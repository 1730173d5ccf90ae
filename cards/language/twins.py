"""Finds twins: cards of different packs that say the same thing under other names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cards.language.abilities import Ability
from cards.language.base import Model
from cards.language.forms import CardForm, ItemForm, LevelUpForm, OneShotForm
from cards.language.typeguards import is_tuple
from cards.language.words.decisions import ChooseOption

NOT_COMPARED = frozenset({"id", "name", "flavour", "look", "copies", "value"})
"""Fields of a card that do not make it another card: its name, joke and drawing, its number and price."""
_ONLY_NAMED = (Ability, ChooseOption)
"""Parts whose ``name`` is for players alone."""


@dataclass(frozen=True, slots=True)
class TwinCard:
    """A card that another pack has under another name."""

    pack: str
    form: CardForm

    @property
    def is_plain(self) -> bool:
        """Return True for what every set needs: an Item that is only a bonus, and Go Up a Level."""
        form = self.form
        if isinstance(form, LevelUpForm):
            return True
        if not isinstance(form, ItemForm | OneShotForm) or form.mods or form.play or form.on or form.needs:
            return False
        return bool(form.bonus) and not (isinstance(form, OneShotForm) and form.hits)


def find_twins(packs: Mapping[str, Iterable[CardForm]]) -> list[tuple[TwinCard, ...]]:
    """Return groups of cards with equal data of which each has a twin of another name in another pack."""
    groups: dict[Any, list[TwinCard]] = {}
    for pack, forms in packs.items():
        for form in forms:
            groups.setdefault(_data_of(form), []).append(TwinCard(pack, form))
    found = (tuple(card for card in group if _has_twin(card, group)) for group in groups.values())
    return [group for group in found if group]


def _has_twin(card: TwinCard, group: list[TwinCard]) -> bool:
    return any(other.pack != card.pack and other.form.name != card.form.name for other in group)


def _data_of(card: CardForm) -> Any:
    """Return what makes two cards the same, as a value that can be compared and hashed."""
    fields = type(card).model_fields
    return type(card).__name__, tuple(_data(getattr(card, f)) for f in fields if f not in NOT_COMPARED)


def _data(part: Any) -> Any:
    if is_tuple(part):
        return tuple(_data(inner) for inner in part)
    if not isinstance(part, Model):
        return part
    hidden = isinstance(part, _ONLY_NAMED)
    fields = [name for name in type(part).model_fields if not (hidden and name == "name")]
    return type(part).__name__, tuple(_data(getattr(part, name)) for name in fields)


def twins_report(packs: Mapping[str, Iterable[CardForm]]) -> Iterator[str]:
    """Yield the twins of each pack with those they are twins of, and how many are more than plain."""
    groups = find_twins(packs)
    for pack in packs:
        told = [(card, group) for group in groups for card in group if card.pack == pack]
        rest = sum(not card.is_plain for card, _ in told)
        yield f"{pack}: {len(told)} twins, {rest} of them neither a plain bonus nor Go Up a Level"
        for card, group in told:
            others = [f"{other.form.name} ({other.pack})" for other in group if other.pack != pack]
            yield f"    {card.form.name} [{card.form.__dict__['kind']}]: {', '.join(others)}"
