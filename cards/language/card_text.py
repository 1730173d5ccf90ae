"""A card's text from the form in which it is written: the figures in its corners, and its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from cards.language import forms
from cards.language.abilities import Ability, Mod, Reaction
from cards.language.base import Block, Test
from cards.language.conditions.people import IsLevel, settle
from cards.language.filters import Filter
from cards.language.grammar import article, level_span, listed, tag_name
from cards.language.prose import render_ability, render_mods, render_reaction
from cards.language.text_renderer import TextRenderer
from cards.language.vocabulary import word_adapter

PLAYED_KINDS = ("one_shot", "special")
"""Kinds whose cards are used up when an ability of theirs is played."""

STEED_BAD: Block = (word_adapter.validate_python({"do": "level", "n": -1}),)
"""What a Steed does to somebody who has tried to fight it (R-623)."""


def corner_figures(form: forms.CardForm) -> Iterator[tuple[str, str]]:
    """Yield the figures in a card's corners."""
    match form:
        case forms.MonsterForm():
            yield "Level", str(form.level)
            yield "Treasures", str(form.treasures)
            if form.levels != 1:
                yield "Levels", str(form.levels)
        case forms.EnhancerForm():
            yield "Monster", f"{form.strength:+d}"
            if form.treasures:
                yield "Treasures", f"{form.treasures:+d}"
        case forms.ItemForm() | forms.SteedForm() | forms.OneShotForm():
            if form.bonus:
                yield "Bonus", f"{form.bonus:+d}"
            if isinstance(form, forms.ItemForm) and form.slot:
                hands = "1 Hand" if form.hands == 1 else "2 Hands"
                worn = {"head": "Headgear", "armor": "Armor", "feet": "Footgear", "hand": hands}
                yield "Slot", worn[form.slot]
            yield "Value", f"{form.value} gold" if form.value else "No Value"
        case forms.TraitForm() if form.sex:
            yield "Sex", form.sex.capitalize()
        case forms.ItemEnhancerForm() | forms.CompanionForm():
            if form.bonus:
                yield "Bonus", f"{form.bonus:+d}"
            if isinstance(form, forms.CompanionForm) and form.sex:
                yield "Sex", form.sex.capitalize()
        case _:
            return


def text_lines(
    form: forms.CardForm, kind: str, play: tuple[Ability, ...], renderer: TextRenderer
) -> Iterator[str]:
    """Yield the lines of a card's rules text."""
    renderer = replace(renderer, kind=kind)
    form = form.model_copy(update={"mods": _settled(form.mods, renderer), "on": _settled(form.on, renderer)})
    play = _settled(play, renderer)
    yield from _opening(form, renderer)
    if not (isinstance(form, forms.CurseForm | forms.SpecialForm) and form.stays):
        yield from _more(render_mods(form.mods, renderer), bool(getattr(form, "bonus", 0)))
    laid_down = isinstance(form, forms.SpecialForm) and not form.play
    for ability in () if laid_down else play:
        yield render_ability(ability, renderer, card=kind in PLAYED_KINDS)
    if isinstance(form, forms.MonsterForm):
        yield from _monster_opening(form, renderer)
    yield from (render_reaction(reaction, renderer) for reaction in form.on)
    yield from _closing(form, renderer)


Conditional = TypeVar("Conditional", Mod, Ability, Reaction)


def _settled(parts: tuple[Conditional, ...], renderer: TextRenderer) -> tuple[Conditional, ...]:
    """Return the parts that hold under the house rules, each without asking for them."""
    found: list[Conditional] = []
    for part in parts:
        test = True if part.test is None else settle(part.test, renderer.house)
        if test is not False:
            found.append(part.model_copy(update={"test": None if test is True else test}))
    return tuple(found)


def _more(lines: list[str], has_bonus: bool) -> Iterator[str]:
    """Yield modifiers, those right behind a bonus as "+2 more if you are a Kid"."""
    for line in lines:
        again = "more " if has_bonus and line.startswith("+") else ""
        has_bonus = has_bonus and "to your strength" in line
        yield re.sub(r"to your strength (?=for|if|against)", again, line, count=1)


def _opening(form: forms.CardForm, renderer: TextRenderer) -> Iterator[str]:
    match form:
        case forms.CurseForm():
            if form.hits:
                yield renderer.sentences(form.hits)
            if form.stays:
                yield from _staying(form.stays, form.mods, renderer)
        case forms.SpecialForm() if form.stays:
            if not form.play:
                yield "Play in your turn, outside a fight."
            yield from _staying(form.stays, form.mods, renderer)
        case forms.SealForm() if form.hits:
            yield f"When opened: {renderer.sentences(form.hits)}"
        case forms.EnhancerForm():
            yield from _enhancing(form, renderer)
        case forms.ItemForm() | forms.SteedForm():
            if form.bonus:
                yield f"{form.bonus:+d} to your strength."
            yield from (f"Usable only if {test.describe(renderer)}." for test in form.needs)
        case forms.DoubleForm():
            yield from _doubling(form)
        case forms.LevelUpForm():
            yield from _rising(form, renderer)
        case forms.WanderingForm():
            noun = article(renderer.nouns(form.brings)[0])
            yield f"Play in any fight together with {noun} from your hand, which joins the fight."
        case forms.ItemEnhancerForm():
            item = article(_item_noun(form.fits, renderer))
            yield f"Lay it on {item} of yours, for good: {form.bonus:+d} to its bonus."
        case forms.CheatForm():
            item = article(_item_noun(form.fits, renderer))
            yield f"Lay it on {item} of yours: you may use that card whatever the rules say."
        case forms.CompanionForm():
            yield from _companion(form, renderer)
        case _:
            return


def _enhancing(form: forms.EnhancerForm, renderer: TextRenderer) -> Iterator[str]:
    treasures = ""
    if form.treasures:
        order = "extra" if form.treasures > 0 else "fewer"
        some = "" if form.treasures > 0 else ", but at least one"
        treasures = f" It brings {renderer.amount(form.treasures, f'{order} Treasure')}{some}."
    needs = "".join(f", if {test.describe(renderer)}" for test in form.needs)
    least = "" if form.minimum is None else f" (never below {form.minimum})"
    told = f"{form.strength:+d} to its strength{least}.{treasures}"
    yield f"Play on a monster in any fight{needs}: {told}"
    if form.gives:
        given = listed([article(tag_name(tag)) for tag in form.gives])
        yield f"The monster counts as {given} monster."


def _companion(form: forms.CompanionForm, renderer: TextRenderer) -> Iterator[str]:
    if form.bonus:
        yield f"{form.bonus:+d} to your strength."
    if form.carries:
        noun = renderer.amount(form.carries, "Item")
        yield f"Carries {noun} for you, which you may use whatever the limits and whoever it is for."
        yield f"If you lose this card, the {'Item goes' if form.carries == 1 else 'Items go'} with it."


def _rising(form: forms.LevelUpForm, renderer: TextRenderer) -> Iterator[str]:
    trying = renderer.with_noun("it", "who")
    tests = [(test.describe(renderer), test.describe(trying)) for test in form.needs]
    whom = f"one player {listed([who for told, who in tests if told != who])}".rstrip()
    when = "".join(f", if {told}" for told, who in tests if told == who)
    winning = "even the winning one" if form.may_win else "never the winning one"
    yield f"Play at any time{when}: {whom} gains {renderer.amount(form.levels, 'Level')}, {winning}."
    if form.hits:
        yield renderer.with_noun("target", "they", "many").sentences(form.hits)


def _item_noun(wanted: Filter, renderer: TextRenderer) -> str:
    noun = renderer.nouns(wanted)[0]
    return noun.replace("card", "Item") if not wanted.kind else noun


def _staying(stays: str, mods: tuple[Mod, ...], renderer: TextRenderer) -> Iterator[str]:
    until = {
        "next_combat": "In your next fight (this one, if you are in a fight)",
        "turn": "Until the end of your next turn (this one, if it is your turn)",
        "removed": "As long as this card lies before you",
    }[stays]
    told = render_mods(mods, renderer)
    yield f"{until}: {' '.join(told)}" if told else "This card stays before you."


def _doubling(form: forms.DoubleForm) -> Iterator[str]:
    name = form.of.capitalize()
    plural = "Classes" if form.of == "class" else "Races"
    yield f"You may have two {plural}, with all their advantages and disadvantages."
    yield f"With only one {name} you have all its advantages and none of its disadvantages."


def _monster_opening(form: forms.MonsterForm, renderer: TextRenderer) -> Iterator[str]:
    if form.spares is not None:
        verb = "need not fight" if form.spares.may else "do not fight"
        told = f"If {form.spares.test.describe(renderer)}, you {verb} it"
        yield f"{told}: {renderer.effects(form.spares.then)} instead." if form.spares.then else f"{told}."


def _pursuit(test: Test, renderer: TextRenderer) -> str:
    """Return whom a monster lets go, by Level as the sheets do: a loser looks for that (R-438)."""
    if isinstance(test, IsLevel) and test.min is not None and test.max is None:
        return f"Will not pursue{level_span(None, test.min - 1).removeprefix(' of')}"
    return f"It only pursues players {test.describe(renderer.with_noun('it', 'who', 'many'))}"


def _closing(form: forms.CardForm, renderer: TextRenderer) -> Iterator[str]:
    if isinstance(form, forms.MonsterForm):
        if form.pursues is not None:
            yield f"{_pursuit(form.pursues, renderer)}."
        yield f"Bad Stuff: {renderer.sentences(form.bad)}"
    if isinstance(form, forms.OneShotForm):
        yield "Usable once only."
    if isinstance(form, forms.SteedForm) and renderer.wild:
        yield (
            f"Behind a door, you may fight it instead (Level {2 * form.bonus}, 1 Treasure). "
            f"Bad Stuff: {renderer.sentences(STEED_BAD)}"
        )
    if isinstance(form, forms.CompanionForm) and form.sacrifice and renderer.sacrifice:
        yield "Lost? Leave it behind to escape every monster."
