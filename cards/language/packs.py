"""Packs: loading card sets, joining them, and what an edition decides besides its cards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from cards.language.base import Model
from cards.language.card_kinds import Labels
from cards.language.checking import PackError, PackFault, check_size, read_file, validate
from cards.language.compile import compile_card, retell
from cards.language.definition import Definition
from cards.language.forms import CardForm, Edition, Name, TagName, TextLine, TraitForm
from cards.language.grammar import listed
from cards.language.lint import lint
from cards.language.text_renderer import TextRenderer
from cards.language.vocabulary import AnyCardForm

PACKS_DIR = Path(__file__).resolve().parent.parent / "packs"
"""Where the packs of this project lie, one folder each."""


class LabelForm(Model):
    """What the edition calls things."""

    curse: Name = "Curse"
    curses: Name = "Curses"
    companion: Name = "Hireling"
    companions: Name = "Hirelings"
    steed: Name = "Steed"
    steeds: Name = "Steeds"
    seal: Name = "Seal"
    seals: Name = "Seals"


Minutes = Annotated[int, Field(strict=True, ge=5, le=600)]


class Header(Model):
    """What a pack says of itself."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,29}$")] = Field(description="The pack's short name.")
    title: Name = Field(description="Its name for people.")
    blurb: TextLine = Field(default="", description="What it is about, in a line.")
    author: TextLine = Field(default="", description="Who made it.")
    minutes: tuple[Minutes, Minutes] | None = Field(
        default=None, description="How long a game takes: at least, at most."
    )
    difficulty: TextLine = Field(default="", description="How hard it is, in a few words.")
    labels: LabelForm = Field(default=LabelForm(), description="What this edition calls things.")
    edition: Edition = Field(default=Edition(), description="What this edition decides.")
    traits: tuple[TagName, ...] = Field(
        default=(), max_length=40, description="Classes, Races and Roles of other packs that cards speak of."
    )
    tags: tuple[TagName, ...] = Field(
        default=(), max_length=40, description="Tags of other packs' cards that cards speak of."
    )


class PackForm(Model):
    """A whole pack as one file."""

    pack: Header
    cards: tuple[AnyCardForm, ...] = Field(min_length=1, max_length=600)


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """Cards ready for play. ``definitions`` has each distinct card once, in the pack's order.

    ``digest`` is the SHA-256 over the pack's data in canonical form; equal data has the same digest.
    """

    id: str
    title: str
    blurb: str
    labels: Labels
    edition: Edition
    definitions: tuple[Definition, ...]
    digest: str
    minutes: tuple[int, int] | None = None
    difficulty: str = ""
    renderer: TextRenderer = field(default_factory=TextRenderer)
    """What rendered the texts of the cards."""

    def cards(self) -> tuple[Definition, ...]:
        """Return the definition of every physical card: each as often as there are copies."""
        return tuple(made for made in self.definitions for _ in range(made.copies))

    def find(self, id_: str) -> Definition:
        """Return a card by its id. Raises KeyError if there is none."""
        for made in self.definitions:
            if made.id == id_:
                return made
        raise KeyError(id_)


def build_pack(data: Any) -> Pack:
    """Check a pack's data and make it ready. Raises PackError with all its faults."""
    faults = check_size(data)
    if not faults:
        form, faults = validate(PackForm, data)
        if form is not None and not faults:
            faults = lint(form.cards, {*form.pack.traits}, {*form.pack.tags, *form.pack.edition.joins})
            if not faults:
                return _pack_from(form, data)
    raise PackError(faults)


def restore_pack(data: Any) -> Pack:
    """Make the data of a pack ready that was kept with a saved game. Raises PackError if it cannot be read.

    It was checked when the game began. What later releases find odd between its parts ends no game.
    """
    form, faults = validate(PackForm, data)
    if form is None or faults:
        raise PackError(faults)
    return _pack_from(form, data)


def _pack_from(form: PackForm, data: Any) -> Pack:
    header = form.pack
    labels = Labels(**header.labels.model_dump())
    names = {card.id: card.name for card in form.cards}
    edition = header.edition
    renderer = TextRenderer(
        labels, _traits(form), names, wild=edition.steeds_fight, pays=edition.treasures_for_removed
    )
    definitions = tuple(compile_card(card, header.id, renderer) for card in form.cards)
    canonical = json.dumps(_without_advice(data), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    return Pack(
        header.id,
        header.title,
        header.blurb,
        labels,
        header.edition,
        definitions,
        digest,
        header.minutes,
        header.difficulty,
        renderer,
    )


def _without_advice(data: dict[str, Any]) -> dict[str, Any]:
    """Return a pack's data without what changes no game, so that a better drawing is no other pack."""
    header = {key: value for key, value in data["pack"].items() if key not in ("minutes", "difficulty")}
    cards = [{key: value for key, value in card.items() if key != "look"} for card in data["cards"]]
    return {**data, "pack": header, "cards": cards}


def _traits(form: PackForm) -> dict[str, tuple[str, str]]:
    found = {card.trait: (card.name, card.plural) for card in form.cards if isinstance(card, TraitForm)}
    return {"human": ("Human", "Humans"), **found}


def pack_names() -> list[str]:
    """List the packs of this project."""
    return sorted(path.parent.name for path in PACKS_DIR.glob("*/pack.toml"))


@cache
def load_pack(name: str) -> Pack:
    """Load a pack of this project, once per process. Raises KeyError for an unknown name."""
    return build_pack(pack_data(name))


def pack_data(name: str) -> dict[str, Any]:
    """Return the data of a pack of this project. Raises KeyError for an unknown name."""
    if name not in pack_names():
        raise KeyError(name)
    return read_folder(PACKS_DIR / name)


def read_forms(name: str) -> tuple[CardForm, ...]:
    """Return the cards of a pack of this project as they are written. Raises KeyError or PackError."""
    form, faults = validate(PackForm, pack_data(name))
    if form is None:
        raise PackError(faults)
    return form.cards


def read_folder(folder: Path) -> dict[str, Any]:
    """Return a pack's data from its folder: ``pack.toml`` and the cards of all other TOML files by name.

    Raises PackError for a file that cannot be read, or whose cards are not a list.
    """
    first = folder / "pack.toml"
    others = [path for path in sorted(folder.glob("*.toml")) if path != first]
    data = {path: read_file(path) for path in (first, *others)}
    cards: list[Any] = []
    for path, found in data.items():
        listed = found.get("cards", [])
        if not isinstance(listed, list):
            raise PackError([PackFault("", f"{path.name}: cards", "must be a list")])
        cards += listed
    return {**data[first], "cards": cards}


def combine_packs(packs: Iterable[Pack]) -> Pack:
    """Join packs into one (R-720, R-721).

    Where editions differ the stricter rule holds: a Big limit if any has one (the lowest), Treasures for
    removed monsters only if all say so (H-81). What one edition has, all have: sacrifices, Seals, Roles,
    tags that join or pile up. Cards that speak of curses or companions name all that the sets call them, and
    the rest of the wording is the first pack's. Doublers without anything to double are left out.
    """
    parts = list(packs)
    if len(parts) == 1:
        return parts[0]
    editions = [part.edition for part in parts]
    limits = [edition.big_limit for edition in editions if isinstance(edition.big_limit, int)]
    edition = Edition(
        big_limit=min(limits) if limits else "none",
        treasures_for_removed=all(edition.treasures_for_removed for edition in editions),
        sacrifice=any(edition.sacrifice for edition in editions),
        companions_leave=any(edition.companions_leave for edition in editions),
        steeds_fight=any(edition.steeds_fight for edition in editions),
        roles=any(edition.roles for edition in editions),
        seals=any(edition.seals for edition in editions),
        joins=tuple(dict.fromkeys(tag for edition in editions for tag in edition.joins)),
        stacks=tuple(dict.fromkeys(tag for edition in editions for tag in edition.stacks)),
    )
    definitions = _without_idle_doublers([made for part in parts for made in part.definitions])
    digest = hashlib.sha256("+".join(part.digest for part in parts).encode()).hexdigest()
    title = " + ".join(part.title for part in parts)
    id_ = "+".join(part.id for part in parts)
    renderer = TextRenderer(
        _joined_labels([part.labels for part in parts]),
        {word: names for part in parts for word, names in part.renderer.traits.items()},
        {id_: name for part in parts for id_, name in part.renderer.names.items()},
        wild=edition.steeds_fight,
        pays=edition.treasures_for_removed,
    )
    retold = tuple(retell(made, renderer) for made in definitions)
    return Pack(id_, title, parts[0].blurb, parts[0].labels, edition, retold, digest, renderer=renderer)


def _joined_labels(labels: list[Labels]) -> Labels:
    """Return labels that name everything that several editions call the same: "Curse or Trap"."""
    found = {
        field.name: list(dict.fromkeys(getattr(one, field.name) for one in labels))
        for field in fields(Labels)
    }
    return Labels(
        **{name: listed(words, "and" if name.endswith("s") else "or") for name, words in found.items()}
    )


def at_table(
    pack: Pack, house: Mapping[str, object], *, sacrifice: bool, pays: bool
) -> tuple[Definition, ...]:
    """Return the cards of a pack, each distinct one once, with the texts that hold under the house rules."""
    renderer = replace(pack.renderer, house=house, sacrifice=sacrifice, pays=pays)
    return tuple(retell(made, renderer) for made in pack.definitions)


def _without_idle_doublers(definitions: list[Definition]) -> tuple[Definition, ...]:
    kinds = {made.kind for made in definitions}
    return tuple(made for made in definitions if made.kind != "double" or made.of in kinds)
