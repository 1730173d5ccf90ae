"""The kinds of cards as they are written in a pack: one closed model per kind."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from cards.kernel.looks import MAX_LOOK_CHARS
from cards.language.abilities import Ability, Mod, Reaction, Spares
from cards.language.base import TEXT_CHARACTER_PATTERN, Block, Flag, Label, Model, Test
from cards.language.filters import Filter

CardId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
TagName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z_]{0,29}$")]
Name: TypeAlias = Label
TextLine: TypeAlias = Annotated[
    str, StringConstraints(max_length=240, pattern=rf"^{TEXT_CHARACTER_PATTERN}*$")
]
LookText: TypeAlias = Annotated[
    str, StringConstraints(max_length=MAX_LOOK_CHARS, pattern=r"^[A-Za-z0-9!?+%$., -]*$")
]
SmallNumber: TypeAlias = Annotated[int, Field(strict=True, ge=-50, le=50)]
TreasureCount: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=20)]
GoldPieces: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=5000)]


class CardForm(Model):
    """What cards of every kind have."""

    id: CardId = Field(description="A short name in small letters, digits and hyphens, unique in the pack.")
    name: Name = Field(description="The name on the card.")
    copies: Annotated[int, Field(strict=True, ge=1, le=20)] = Field(
        default=1, description="How many there are."
    )
    flavour: TextLine = Field(default="", description="A joke; it has no effect.")
    look: LookText = Field(default="", description="How it is drawn; it has no effect (docs/looks.md).")
    tags: tuple[TagName, ...] = Field(default=(), max_length=6, description="Words others can look for.")
    mods: tuple[Mod, ...] = Field(default=(), max_length=8, description="What it changes while in force.")
    play: tuple[Ability, ...] = Field(default=(), max_length=5, description="What can be done with it.")
    on: tuple[Reaction, ...] = Field(default=(), max_length=5, description="What it does by itself.")


class MonsterForm(CardForm):
    """Something to fight."""

    kind: Literal["monster"]
    level: Annotated[int, Field(strict=True, ge=1, le=40)] = Field(description="Its Level.")
    treasures: TreasureCount = Field(default=1, description="Treasures for killing it.")
    levels: Annotated[int, Field(strict=True, ge=0, le=5)] = Field(
        default=1, description="Levels for killing it."
    )
    bad: Block = Field(description="Bad Stuff: what it does to whom it catches (`you`).")
    spares: Spares | None = Field(default=None, description="Whom it does not fight, and what happens then.")
    pursues: Test | None = Field(
        default=None, description="It runs only after a player (`it`) for whom this holds."
    )


class CurseForm(CardForm):
    """Something bad that strikes a player (`you`): a curse, trap or disaster."""

    kind: Literal["curse"]
    hits: Block | None = Field(default=None, description="What it does at once.")
    stays: Literal["", "turn", "next_combat", "removed"] = Field(
        default="", description="How long it lies before its victim with its `mods` in force."
    )

    @model_validator(mode="after")
    def _does_something(self) -> CurseForm:
        if self.hits is None and not self.stays:
            raise ValueError("a curse needs `hits`, or `stays` with `mods` or `on`")
        return self


class EnhancerForm(CardForm):
    """Something that makes a monster stronger or weaker."""

    kind: Literal["enhancer"]
    strength: SmallNumber = Field(description="What it adds to the monster.")
    treasures: SmallNumber = Field(default=0, description="What it adds to the monster's Treasures.")
    gives: tuple[TagName, ...] = Field(default=(), max_length=3, description="Tags that the monster gets.")
    minimum: SmallNumber | None = Field(default=None, description="It brings no monster below this strength.")
    needs: tuple[Test, ...] = Field(
        default=(), max_length=3, description="Which monsters (`monster`) it fits."
    )


class TraitForm(CardForm):
    """A Class, a Race or a Role."""

    kind: Literal["class", "race", "role"]
    trait: TagName = Field(description="The word by which cards speak of it.")
    plural: Name = Field(description="The name of several of them.")
    sex: Literal["", "male", "female"] = Field(default="", description="Of a Role.")

    @model_validator(mode="after")
    def _sex_of_roles(self) -> TraitForm:
        if bool(self.sex) is not (self.kind == "role"):
            raise ValueError("a Role, and nothing else, has a `sex`")
        return self


class DoubleForm(CardForm):
    """What lets somebody have two Classes or two Races (R-165)."""

    kind: Literal["double"]
    of: Literal["class", "race"] = Field(description="Of what two are allowed.")


class ItemForm(CardForm):
    """Something to wear, wield or carry."""

    kind: Literal["item"]
    bonus: SmallNumber = Field(default=0, description="What it adds to strength.")
    value: GoldPieces = Field(default=0, description="Its worth in Gold Pieces.")
    slot: Literal["", "head", "armor", "feet", "hand"] = Field(default="", description="Where it is worn.")
    hands: Literal[1, 2] = Field(default=1, description="Hands it takes, where the slot is `hand`.")
    big: Flag = Field(default=False, description="Big.")
    needs: tuple[Test, ...] = Field(default=(), max_length=3, description="Who (`you`) can use it.")


class SteedForm(CardForm):
    """A mount: an Item from the Door deck (R-620)."""

    kind: Literal["steed"]
    bonus: SmallNumber = Field(default=0, description="What it adds to strength.")
    value: GoldPieces = Field(default=0, description="Its worth in Gold Pieces.")
    needs: tuple[Test, ...] = Field(default=(), max_length=3, description="Who (`you`) can ride it.")


class OneShotForm(CardForm):
    """A Treasure that is usable once only."""

    kind: Literal["one_shot"]
    bonus: SmallNumber = Field(
        default=0, description="What it adds to either side of a fight, the plainest use."
    )
    value: GoldPieces = Field(default=0, description="Its worth in Gold Pieces.")
    hits: Block | None = Field(
        default=None, description="What happens besides, when played for its bonus (to the chosen `side`)."
    )
    needs: tuple[Test, ...] = Field(
        default=(), max_length=3, description="Only to help a party for which this holds."
    )

    @model_validator(mode="after")
    def _usable(self) -> OneShotForm:
        if not self.bonus and not self.play:
            raise ValueError("a one-shot needs a `bonus` or something to `play`")
        if self.needs and not self.bonus:
            raise ValueError("`needs` goes with a `bonus`; use `if` in the ability")
        if self.hits is not None and not self.bonus:
            raise ValueError("`hits` goes with a `bonus`; use `then` in the ability")
        return self


class ItemEnhancerForm(CardForm):
    """Something that makes an Item better for good (R-209)."""

    kind: Literal["item_enhancer"]
    fits: Filter = Field(default=Filter(), description="Which Items.")
    bonus: SmallNumber = Field(default=0, description="What it adds to the Item's bonus.")


class CheatForm(CardForm):
    """A card that makes something usable against the rules (R-630)."""

    kind: Literal["cheat"]
    fits: Filter = Field(default=Filter(), description="What it can be laid on.")


class CompanionForm(CardForm):
    """Somebody who comes along: Hireling, Sidekick or Ally."""

    kind: Literal["companion"]
    back: Literal["door", "treasure"] = Field(default="door", description="From which deck.")
    bonus: SmallNumber = Field(default=0, description="What it adds to strength.")
    sex: Literal["", "male", "female"] = Field(default="", description="Male or female.")
    carries: Annotated[int, Field(strict=True, ge=0, le=3)] = Field(
        default=0, description="Items it carries, free of all limits."
    )
    sacrifice: Flag = Field(default=True, description="It can be given up to escape (R-603).")


class LevelUpForm(CardForm):
    """A card that lifts somebody by a Level at any time, never to the winning one."""

    kind: Literal["level_up"]
    back: Literal["door", "treasure"] = Field(default="treasure", description="From which deck.")
    levels: Annotated[int, Field(strict=True, ge=1, le=3)] = Field(default=1, description="How many Levels.")
    needs: tuple[Test, ...] = Field(
        default=(), max_length=3, description="Only on a player (`it`) for whom all this holds."
    )
    hits: Block | None = Field(default=None, description="What happens besides; `target` has the Level.")
    may_win: Flag = Field(default=False, description="Also for the winning Level.")


class WanderingForm(CardForm):
    """A card that brings a monster from the hand into a combat (R-310)."""

    kind: Literal["wandering"]
    brings: Filter = Field(default=Filter(kind=("monster",)), description="Which monsters.")


class SpecialForm(CardForm):
    """A card that is played for what it does."""

    kind: Literal["special"]
    back: Literal["door", "treasure"] = Field(description="From which deck.")
    stays: Literal["", "turn", "next_combat", "removed"] = Field(
        default="", description="How long it lies before its player with its `mods` in force."
    )

    @model_validator(mode="after")
    def _usable(self) -> SpecialForm:
        if not self.play and not self.stays:
            raise ValueError("a special card needs something to `play`, or `stays`")
        return self


class SealForm(CardForm):
    """A Seal: what happens when it is opened (`you` opened it) and what holds while it is on top."""

    kind: Literal["seal"]
    hits: Block | None = Field(default=None, description="What happens when it is opened.")

    @model_validator(mode="after")
    def _does_something(self) -> SealForm:
        if self.hits is None and not self.mods and not self.on:
            raise ValueError("a Seal needs `hits`, `mods` or `on`")
        return self


class Edition(Model):
    """What an edition decides by rules, not by cards."""

    big_limit: Annotated[int, Field(strict=True, ge=1, le=9)] | Literal["none"] = Field(
        default=1, description="Big Items in play; `none`: no limit."
    )
    treasures_for_removed: Flag = Field(
        default=False, description="Monsters taken out without a kill leave their Treasures (H-51)."
    )
    sacrifice: Flag = Field(default=False, description="Companions can be given up to escape (R-603).")
    companions_leave: Flag = Field(
        default=False, description="Companions can be sent away, and Cheat! allows one more (R-601, R-630)."
    )
    steeds_fight: Flag = Field(default=False, description="A Steed behind the door can be fought (R-623).")
    roles: Flag = Field(default=False, description="Everybody is dealt a Role at the start (R-035).")
    seals: Flag = Field(default=False, description="Deaths open Seals (R-660).")
    joins: tuple[TagName, ...] = Field(
        default=("undead",), max_length=4, description="Monsters with these tags join their like (R-311)."
    )
    stacks: tuple[TagName, ...] = Field(
        default=(), max_length=2, description="Monsters with these tags pile up like Parasites (R-640)."
    )


CARD_FORMS: tuple[type[CardForm], ...] = (
    MonsterForm,
    CurseForm,
    EnhancerForm,
    TraitForm,
    DoubleForm,
    ItemForm,
    SteedForm,
    OneShotForm,
    ItemEnhancerForm,
    CheatForm,
    CompanionForm,
    LevelUpForm,
    WanderingForm,
    SpecialForm,
    SealForm,
)


def back_of(form: CardForm) -> str:
    """Return the deck that a card is from."""
    fixed: dict[type[Any], str] = {
        ItemForm: "treasure",
        OneShotForm: "treasure",
        ItemEnhancerForm: "treasure",
        SealForm: "seal",
    }
    if isinstance(form, CompanionForm | LevelUpForm | SpecialForm):
        return form.back
    if isinstance(form, TraitForm) and form.kind == "role":
        return "role"
    return fixed.get(type(form), "door")
