"""The whole vocabulary in one place: every word, question and number, tied to the models that hold them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from cards.language import abilities, filters, who
from cards.language.base import Condition, Model, Word
from cards.language.conditions import combat, options, people
from cards.language.numbers import FORMULAS as FORMULAS
from cards.language.words import choose, roll
from cards.language.words.attach import Attach
from cards.language.words.cancel_curse import CancelCurse
from cards.language.words.choose import Choose
from cards.language.words.copy import Copy
from cards.language.words.curse import CurseWord
from cards.language.words.death import Death
from cards.language.words.discard import Discard
from cards.language.words.dismiss import DismissWord
from cards.language.words.draw import DrawWord
from cards.language.words.each import Each
from cards.language.words.end_combat import EndCombat
from cards.language.words.escape import Escape
from cards.language.words.fight import FightWord
from cards.language.words.force_help import ForceHelp
from cards.language.words.guess import Guess
from cards.language.words.if_ import If
from cards.language.words.into_play import IntoPlay
from cards.language.words.join import Join
from cards.language.words.let import Let
from cards.language.words.level import Level
from cards.language.words.may import May
from cards.language.words.pick_card import PickCard
from cards.language.words.pick_player import PickPlayer
from cards.language.words.power import PowerWord
from cards.language.words.put_back import PutBack
from cards.language.words.question import Question
from cards.language.words.recall import Recall
from cards.language.words.remove import Remove
from cards.language.words.replace import ReplaceWord
from cards.language.words.replace_fighter import ReplaceFighter
from cards.language.words.reroll import Reroll
from cards.language.words.roll import Roll
from cards.language.words.rule import RuleWord
from cards.language.words.run_away import RunAway
from cards.language.words.seal import SealWord
from cards.language.words.set_level import SetLevel
from cards.language.words.set_roll import SetRoll
from cards.language.words.sex import Sex
from cards.language.words.show import Show
from cards.language.words.skip_turn import SkipTurn
from cards.language.words.stay import Stay
from cards.language.words.suffer import Suffer
from cards.language.words.swap import Swap
from cards.language.words.swap_hands import SwapHands
from cards.language.words.tag import TagWord
from cards.language.words.take import Take
from cards.language.words.treasures import TreasuresWord
from cards.language.words.unload import Unload

WORDS: tuple[type[Word], ...] = (
    Level,
    SetLevel,
    Death,
    Sex,
    SkipTurn,
    DrawWord,
    Discard,
    Take,
    Swap,
    SwapHands,
    Show,
    PutBack,
    IntoPlay,
    Attach,
    Unload,
    Stay,
    PowerWord,
    TreasuresWord,
    Join,
    Remove,
    ReplaceWord,
    Copy,
    TagWord,
    FightWord,
    EndCombat,
    RuleWord,
    ForceHelp,
    DismissWord,
    ReplaceFighter,
    RunAway,
    Escape,
    Suffer,
    SetRoll,
    Reroll,
    CurseWord,
    CancelCurse,
    SealWord,
    If,
    Each,
    Choose,
    May,
    Roll,
    Guess,
    Recall,
    Question,
    Let,
    PickCard,
    PickPlayer,
)

CONDITIONS: tuple[type[Condition], ...] = (
    people.IsTrait,
    people.Answered,
    people.IsSex,
    people.IsLevel,
    people.CanRise,
    people.Has,
    people.IsRank,
    people.IsSame,
    people.Compare,
    combat.InCombat,
    combat.IsFighting,
    combat.Alone,
    combat.Ahead,
    combat.ForTheWin,
    combat.Meddled,
    combat.Monsters,
    combat.IsCard,
    combat.IsTurn,
    combat.Kicked,
    combat.Picked,
    combat.CardExists,
    options.HouseRule,
    options.StatIs,
    combat.AllOf,
    combat.AnyOf,
    combat.Negation,
)


def _one_of(models: tuple[type[Model], ...]) -> Any:
    """Return the union of the models."""
    union: Any = models[0]
    for model in models[1:]:
        union = union | model
    return union


FORWARD_REFERENCES: dict[str, Any] = {
    "AnyWord": Annotated[_one_of(WORDS), Field(discriminator="do")],
    "AnyCondition": Annotated[_one_of(CONDITIONS), Field(discriminator="is_")],
    "AnyTree": Annotated[_one_of(FORMULAS), Field(discriminator="num")],
}
"""What the forward references of ``base`` stand for."""

PART_MODELS: tuple[type[Model], ...] = (
    who.Among,
    filters.Filter,
    filters.CardSelection,
    choose.ChooseOption,
    roll.RollOutcome,
    abilities.Mod,
    abilities.Target,
    abilities.Cost,
    abilities.Ability,
    abilities.Reaction,
    abilities.Spares,
)
"""The models that hold blocks and are no blocks themselves."""


def resolve_references(*models: type[Model]) -> None:
    """Resolve the forward references of models that hold words, conditions or numbers."""
    for model in models:
        model.model_rebuild(force=True, _types_namespace=FORWARD_REFERENCES)


resolve_references(*FORMULAS, *CONDITIONS, *WORDS, *PART_MODELS)

word_adapter: TypeAdapter[Word] = TypeAdapter(FORWARD_REFERENCES["AnyWord"])
