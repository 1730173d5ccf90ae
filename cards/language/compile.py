"""Compiles a card's definition from the form in which it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from pydantic import BaseModel

from cards.kernel.game import CardFace
from cards.language import forms
from cards.language.abilities import Ability, Mod, Reaction, Target
from cards.language.base import Block, Test, Word
from cards.language.card_kinds import CARD_KINDS
from cards.language.card_text import STEED_BAD, corner_figures, text_lines
from cards.language.conditions.combat import AllOf
from cards.language.definition import CompiledModifier, Definition
from cards.language.text_renderer import TextRenderer
from cards.language.timing import moment_mask
from cards.language.typeguards import is_tuple
from cards.language.words.cards import Stay
from cards.language.words.combat import PowerWord


def compile_card(form: forms.CardForm, pack: str, renderer: TextRenderer) -> Definition:
    """Return what the engine needs of a card, its rules text rendered."""
    kind = str(form.__dict__["kind"])  # every form has a literal of its own
    values: dict[str, Any] = {
        "id": form.id,
        "name": form.name,
        "pack": pack,
        "kind": kind,
        "back": forms.back_of(form),
        "copies": form.copies,
        "label": CARD_KINDS[kind].label_in(renderer.labels),
        "tags": frozenset(form.tags),
        "flavour": form.flavour,
        "play": abilities_of(form),
        "on": _by_event(form.on),
        "item": kind in ("item", "one_shot", "steed"),
        "once": kind == "one_shot",
        **_kind_fields(form),
    }
    mods = form.mods + tuple(values.pop("more_mods", ()))
    play: tuple[Ability, ...] = values["play"]
    text = tuple(text_lines(form, kind, play, renderer))
    traits = (*form.tags, *(("big",) if values.get("big") else ()))
    figures = tuple(corner_figures(form))
    title = form.id, form.name, values["label"], values["back"]
    doing = (play, form.on, values.get("bad"), values.get("hits"), values.get("spares"))
    blocks = tuple(blocks_of(doing))
    values |= {
        "mods": mods,
        "mods_by_stat": _by_stat(mods, kind),
        "moments": tuple(moment_mask(ability.when) for ability in play),
        "text": text,
        "face": CardFace(*title, text, figures, traits, form.flavour, pack, form.look),
        "blocks": blocks,
        "numbers": {id(block): number for number, block in enumerate(blocks)},
    }
    return Definition(**values, form=form)


def retell(made: Definition, renderer: TextRenderer) -> Definition:
    """Return a card with its rules text rendered again, with other wording or house rules."""
    text = tuple(text_lines(made.form, made.kind, made.play, renderer)) if made.form else made.text
    return made if text == made.text else replace(made, text=text, face=replace(made.face, text=text))


def _by_stat(mods: tuple[Mod, ...], kind: str) -> dict[str, tuple[CompiledModifier, ...]]:
    """Return the modifiers by the figure that they change."""
    found: dict[str, list[CompiledModifier]] = {}
    for mod in mods:
        made = CompiledModifier(mod.stat, mod.n, mod.to, mod.test, mod.flat, mod.is_drawback(kind))
        found.setdefault(mod.stat, []).append(made)
    return {stat: tuple(group) for stat, group in found.items()}


def _by_event(reactions: tuple[Reaction, ...]) -> dict[str, tuple[Reaction, ...]]:
    events = dict.fromkeys(reaction.when for reaction in reactions)
    return {event: tuple(r for r in reactions if r.when == event) for event in events}


_COMMON_FIELDS = set(forms.CardForm.model_fields) | {"back", "kind"}
_OWN_FIELDS = {field.name for field in fields(Definition)} - _COMMON_FIELDS


def _kind_fields(form: forms.CardForm) -> dict[str, Any]:
    """Return what only cards of the form's kind have: its own fields, and what follows from them."""
    found = {name: getattr(form, name) for name in type(form).model_fields.keys() & _OWN_FIELDS}
    if "hits" in found:
        found["hits"] = found["hits"] or ()
    match form:
        case forms.ItemForm() if form.slot != "hand":
            found["hands"] = 0
        case forms.SteedForm():
            level = max(2 * form.bonus, 0)
            found |= {"big": True, "level": level, "treasures": 1, "levels": 1, "bad": STEED_BAD}
        case forms.OneShotForm():
            del found["hits"]  # they are what an ability of it does
        case forms.CompanionForm():
            del found["bonus"]
            found["more_mods"] = (Mod(stat="strength", n=form.bonus),) if form.bonus else ()
        case forms.WanderingForm():
            found["fits"] = form.brings
        case _:
            pass
    return found


def abilities_of(form: forms.CardForm) -> tuple[Ability, ...]:
    """Return the card's abilities, the ones that its kind implies first."""
    match form:
        case forms.OneShotForm() if form.bonus:
            power = PowerWord(do="power", n=form.bonus, side="chosen")
            if form.needs:
                power = PowerWord(do="power", n=form.bonus, side="party", who="fighter")
            implied = Ability.model_validate(
                {
                    "when": ("combat",),
                    "targets": () if form.needs else (Target(name="side"),),
                    "if": _all(form.needs),
                    "then": (power, *(form.hits or ())),
                }
            )
            return (implied, *form.play)
        case forms.SpecialForm() if form.stays and not form.play:
            stay = Stay(do="stay", until=form.stays)
            return (Ability(when=("own_turn",), then=(stay,)),)
        case _:
            return form.play


def _all(tests: tuple[Test, ...]) -> Test | None:
    if len(tests) < 2:
        return tests[0] if tests else None
    return AllOf.model_validate({"is": "all", "of": tests})


def blocks_of(part: Any) -> Iterator[Block]:
    """Yield every list of effects inside a part of a card, outer ones first."""
    if is_tuple(part):
        if part and isinstance(part[0], Word):
            yield part
        for inner in part:
            yield from blocks_of(inner)
    elif isinstance(part, BaseModel):
        for inner in part.__dict__.values():
            if isinstance(inner, tuple | BaseModel):
                yield from blocks_of(inner)
