"""Finds faults between the parts of a pack: unknown names, figures that depend on themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cards.kernel.looks import LookError, parse_look
from cards.language.abilities import Ability, Mod, Target
from cards.language.base import Among, Model, Word
from cards.language.checking import PackFault
from cards.language.conditions.people import IsTrait
from cards.language.filters import Filter
from cards.language.forms import (
    CardForm,
    EnhancerForm,
    LevelUpForm,
    MonsterForm,
    OneShotForm,
    SpecialForm,
    TraitForm,
)
from cards.language.stats import STATS, Flag
from cards.language.typeguards import is_tuple

Parts = list[tuple[str, Model]]
"""The models inside a card, each with its place."""
MAX_TABLE_SEATS = 8
"""Seats at the largest table (H-19)."""
MAX_EFFECT_STEPS = 1200
"""What one list of effects may do at once, well below the bound of a game's step."""


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names that cards of the pack may use."""

    ids: frozenset[str]
    traits: frozenset[str]
    tags: frozenset[str]


def lint(cards: Sequence[CardForm], traits: Iterable[str] = (), tags: Iterable[str] = ()) -> list[PackFault]:
    """Return the faults of cards that are each well-formed.

    ``traits`` and ``tags`` are names from elsewhere that the cards may use as well.
    """
    known = KnownNames(
        frozenset(card.id for card in cards),
        frozenset({"human", "any", *traits, *(c.trait for c in cards if isinstance(c, TraitForm))}),
        frozenset({*tags, *(tag for card in cards for tag in _tags(card))}),
    )
    faults = list(_duplicate_ids(cards))
    for number, card in enumerate(cards):
        parts = list(parts_of(card, f"cards[{number}]"))
        for check in _CHECKS:
            faults += [PackFault(card.id, place, text) for place, text in check(card, parts, known)]
    return faults


def _tags(card: CardForm) -> tuple[str, ...]:
    return card.tags + card.gives if isinstance(card, EnhancerForm) else card.tags


def _duplicate_ids(cards: Sequence[CardForm]) -> Iterator[PackFault]:
    first: dict[str, int] = {}
    for number, card in enumerate(cards):
        if card.id in first:
            yield PackFault(card.id, f"cards[{number}].id", f"already used by cards[{first[card.id]}]")
        first.setdefault(card.id, number)


def parts_of(part: Any, place: str) -> Iterator[tuple[str, Model]]:
    """Yield every model inside a part of a card with its place, written as in the pack."""
    if is_tuple(part):
        for number, inner in enumerate(part):
            yield from parts_of(inner, f"{place}[{number}]")
    elif isinstance(part, Model):
        yield place, part
        for name, field in type(part).model_fields.items():
            value = getattr(part, name)
            if isinstance(value, tuple | Model):
                yield from parts_of(value, f"{place}.{field.alias or name}")


Found = Iterator[tuple[str, str]]


def _names(card: CardForm, parts: Parts, known: KnownNames) -> Found:
    """Yield names of cards, traits and tags that do not exist."""
    for place, part in parts:
        if isinstance(part, IsTrait) and part.name not in known.traits:
            yield f"{place}.name", f"no Class, Race or Role `{part.name}` in the pack"
        if isinstance(part, Filter):
            if part.id and part.id not in known.ids:
                yield f"{place}.id", f"no card `{part.id}` in the pack"
            if part.trait and part.trait not in known.traits:
                yield f"{place}.trait", f"no Class, Race or Role `{part.trait}` in the pack"
            for name in ("tag", "without_tag"):
                tag = getattr(part, name)
                if tag and tag not in known.tags:
                    yield f"{place}.{name}", f"no card of the pack has the tag `{tag}`"


def _speaking_of_it(card: CardForm, parts: Parts, known: KnownNames) -> Found:
    """Yield tests of several players that do not look at each of them."""
    for place, part in parts:
        if isinstance(part, Among | Target) and part.test is not None and not _mentions(part.test, "it"):
            yield f"{place}.if", "must speak of `it`, the player who is tested"


def _mentions(part: Model, word: str) -> bool:
    return any(value == word for _, inner in parts_of(part, "") for value in inner.__dict__.values())


def _bindings(card: CardForm, parts: Parts, known: KnownNames) -> Found:
    """Yield names of chosen things that nothing on the card chooses."""
    bound = set(_bound(card, parts))
    for place, part in parts:
        for field, used in part.used_names():
            if used not in bound:
                yield f"{place}.{field}", f"nothing on this card is called `{used}`"


def _bound(card: CardForm, parts: Parts) -> Iterator[str]:
    yield from ("die", "lost", "found")
    if isinstance(card, LevelUpForm):
        yield "target"
    if isinstance(card, EnhancerForm):
        yield "monster"
    if isinstance(card, OneShotForm) and card.bonus and not card.needs:
        yield "side"
    for _, part in parts:
        yield from part.bound_names()


_NEEDS_TOTALS = "what is always in force cannot depend on figures that modifiers change"


def _standing(card: CardForm, parts: Parts, known: KnownNames) -> Found:
    """Yield modifiers that depend on figures which they change."""
    needs = card.__dict__.get("needs", ())
    for place, part in parts_of(card.mods, _place_of(parts, "mods")):
        if part.reads_totals():
            yield place, _NEEDS_TOTALS
    for place, part in parts_of(needs, _place_of(parts, "needs")):
        if part.reads_totals() and not isinstance(card, EnhancerForm | LevelUpForm):
            yield place, _NEEDS_TOTALS
    for number, mod in enumerate(card.mods):
        text = _circle(mod, bool(needs))
        if text:
            yield f"{_place_of(parts, 'mods')}[{number}]", text


def _place_of(parts: Parts, name: str) -> str:
    return f"{parts[0][0]}.{name}"


def _circle(mod: Mod, needs: bool) -> str:
    if mod.stat in ("no_class", "no_race") and any(
        isinstance(part, IsTrait) for _, part in parts_of(mod.test, "")
    ):
        return f"`{mod.stat}` cannot depend on Class, Race or Role"
    if mod.stat in ("restrictions_free", "slots_free") and needs:
        return f"an Item with `needs` cannot give `{mod.stat}`"
    return ""


def _addressed(card: CardForm, parts: Parts, known: KnownNames) -> Found:
    """Yield modifiers on monsters that change a player's figure without saying whose."""
    for number, mod in enumerate(card.mods):
        of_monster, stat = isinstance(card, MonsterForm | EnhancerForm), STATS[mod.stat]
        if of_monster and mod.to is None and stat.monster is None:
            yield f"{_place_of(parts, 'mods')}[{number}].to", f"say which players `{mod.stat}` concerns"
        if (
            of_monster
            and isinstance(stat, Flag)
            and stat.combat_wide
            and mod.test is not None
            and _mentions(mod.test, "it")
        ):
            text = f"`{mod.stat}` holds for the whole fight, so the test cannot look at each player"
            yield f"{_place_of(parts, 'mods')}[{number}].if", text


def _entering(card: CardForm, parts: Parts, known: KnownNames) -> Found:
    """Find conditions that a monster looks at only once, though a helper may join later (R-355)."""
    if not isinstance(card, MonsterForm | EnhancerForm):
        return
    for number, reaction in enumerate(card.on):
        if reaction.when == "enter" and reaction.test is not None:
            text = "a helper may join later: say it as one of the `mods`, whose test is asked all the time"
            yield f"{_place_of(parts, 'on')}[{number}].if", text


def _fighting(card: CardForm, parts: Parts, known: KnownNames) -> Found:
    """Yield effects that would move a monster or its enhancer out of the combat as if it were any card."""
    fights = isinstance(card, MonsterForm | EnhancerForm)
    for place, part in parts:
        if isinstance(part, Word) and part.moves_cards:
            what = part.__dict__.get("what")
            if what in ("monster", "fled") or (fights and what == "this"):
                yield f"{place}.what", "it is in the fight; use `remove` to take a monster out"
        if not fights:
            continue
        if isinstance(part, Ability) and part.spend:
            yield f"{place}.spend", "it is in the fight; use `remove` to take a monster out"
        if isinstance(part, Word) and part.not_on_monsters:
            yield place, part.not_on_monsters


def _ends(card: CardForm, parts: Parts, known: KnownNames) -> Found:
    """Yield lists of effects that would take too many steps."""
    for place, part in parts:
        if _repeats(part) and _work(part) > MAX_EFFECT_STEPS:
            yield place, "too many effects: what is in three nested `each` happens 512 times"


def _repeats(part: Model) -> bool:
    return isinstance(part, Word) and part.repeats


def _work(part: Model) -> int:
    """Estimate how many steps an effect takes at a full table, taking the longest way."""
    inside = sum(
        _work(word)
        for value in part.__dict__.values()
        for word in (value if is_tuple(value) else (value,))
        if isinstance(word, Model)
    )
    return MAX_TABLE_SEATS * (1 + inside) if _repeats(part) else 1 + inside


def _opening(card: CardForm, parts: Parts, known: KnownNames) -> Found:
    """Find moments that never come: only cards in play open the wait before Treasures are drawn."""
    if isinstance(card, OneShotForm | SpecialForm):
        for place, part in parts:
            if isinstance(part, Ability) and "reward" in part.when:
                yield f"{place}.when", "nothing waits for a card in hand before Treasures are drawn"


def _drawn(card: CardForm, parts: Parts, known: KnownNames) -> Found:
    """Find looks with words that nothing draws."""
    try:
        parse_look(card.look or "blob")
    except LookError as error:
        yield f"{parts[0][0]}.look", str(error)


_CHECKS: tuple[Callable[[CardForm, Parts, KnownNames], Found], ...] = (
    _names,
    _speaking_of_it,
    _bindings,
    _standing,
    _addressed,
    _entering,
    _fighting,
    _opening,
    _ends,
    _drawn,
)
