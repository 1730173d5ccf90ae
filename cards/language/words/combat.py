"""The words for a combat: who is in it, what counts, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import CardReference, Flag, Number, Who, Word
from cards.language.filters import What
from cards.language.finding import ref_card
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.selection import select
from cards.language.stats import combat_rules
from cards.language.terms import OneOf
from cards.language.text_renderer import TextRenderer


class FightWord(Word):
    """The active player has to fight a monster card, if no combat is on (R-280)."""

    do: Literal["fight"]
    what: What = Field(description="Which monster card.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        cards = select(self.what, rules, frame, "monster")
        if cards and rules.fighter < 0 and rules.definition(cards[0]).kind == "monster":
            # Before the first turn it is nobody's: whom the card hits fights.
            rules.meet_monster(cards[0], rules.active if rules.active >= 0 else frame.seat)

    def describe(self, renderer: TextRenderer) -> str:
        return f"fight {renderer.cards(self.what)} at once"


class Join(Word):
    """Monster cards join the combat from any place (R-310)."""

    do: Literal["join"]
    what: What = Field(description="Which monsters.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        cards = select(self.what, rules, frame, "monster")
        for card in cards:
            if rules.definition(card).kind == "monster":
                rules.add_monster(card, by=frame.seat)

    def describe(self, renderer: TextRenderer) -> str:
        return f"{renderer.cards(self.what)} joins the fight"


class Copy(Word):
    """This card joins the combat as a copy of a monster with all that was played on it."""

    not_on_monsters: ClassVar = "it is in the fight and cannot join it a second time"

    do: Literal["copy"]
    what: CardReference = Field(default="monster", description="Which monster is copied.")
    linked: Flag = Field(default=True, description="What is played on one later counts for both (R-303).")

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        return in_combat and monster and self.what == "monster"

    def resolve(self, rules: Rules, frame: Frame) -> None:
        monster = ref_card(self.what, rules, frame)
        if monster >= 0:
            rules.copy_monster(monster, frame.card, linked=self.linked)

    def describe(self, renderer: TextRenderer) -> str:
        return "; ".join(self.describe_parts(renderer))

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        parts = [f"this card becomes a second one of {renderer.cards(self.what)}"]
        parts.append("it has the same strength, enhancers, Levels and Treasures")
        if self.linked:
            parts.append("whatever enhances one later enhances both")
        return [*parts, "-1 to Run Away from the second one"]


class Remove(Word):
    """A monster leaves the combat; with the last one the combat ends (R-315, R-316)."""

    do: Literal["remove"]
    what: What = Field(default="monster", description="Which monster.")
    treasures: Flag | None = Field(
        default=None, description="Whether its Treasures are earned; the edition's rule if not said."
    )
    kill: Flag = Field(default=False, description="It counts as killed: Levels and Treasures (R-336).")

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        return in_combat and monster and self.what == "monster"

    def resolve(self, rules: Rules, frame: Frame) -> None:
        cards = select(self.what, rules, frame, "monster")
        treasures = self.treasures
        if treasures is None:
            treasures = self.kill or bool(rules.option("treasures_for_removed"))
        for card in cards:
            rules.remove_monster(card, treasures=treasures, kill=self.kill, by=frame.seat)

    def describe(self, renderer: TextRenderer) -> str:
        what = renderer.cards(self.what)
        if self.kill:
            return f"{what} is killed, which counts as your kill"
        pays = renderer.pays if self.treasures is None else self.treasures
        return f"{what} leaves, {'but its Treasures are yours' if pays else 'Treasures and all'}"


class ReplaceWord(Word):
    """A monster leaves with all that was played on it, and another card takes its place."""

    do: Literal["replace"]
    what: What = Field(default="monster", description="Which monster leaves.")
    by: What = Field(description="Which monster card comes.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        out = select(self.what, rules, frame, "monster", "?out")
        comes = select(self.by, rules, frame, "monster", "?in")
        if out and comes and rules.definition(comes[0]).kind == "monster":
            rules.replace_monster(out[0], comes[0])

    def describe(self, renderer: TextRenderer) -> str:
        return f"{renderer.cards(self.by)} takes the place of {renderer.cards(self.what)}"


class PowerWord(Word):
    """One side of the combat gets stronger or weaker until it is over."""

    do: Literal["power"]
    n: Number = Field(description="By how much.")
    side: Literal["party", "monsters", "chosen"] = Field(
        default="party", description="Which side; `chosen`: the side picked as a target."
    )
    who: Who = Field(default="you", description="Whose bonus it is, on the party's side.")
    monster: CardReference | None = Field(default=None, description="Which monster's, on the monsters' side.")

    def used_names(self) -> Iterator[tuple[str, str]]:
        yield from super().used_names()
        if self.side == "chosen":
            yield "side", "side"

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        return in_combat and isinstance(self.n, int) and self.n != 0

    def resolve(self, rules: Rules, frame: Frame) -> None:
        n = number_value(self.n, rules, frame)
        side = str(frame.vars.get("side", "party")) if self.side == "chosen" else self.side
        if side == "monsters":
            monster = -1 if self.monster is None else ref_card(self.monster, rules, frame)
            rules.add_strength("monsters", n, frame.card, monster=monster)
            return
        seat = first_seat(self.who, rules, frame)
        if not rules.in_combat(seat):
            seat = rules.fighter
        rules.add_strength("party", n, frame.card, seat=seat)

    def describe(self, renderer: TextRenderer) -> str:
        if self.side == "chosen":
            return renderer.bonus(self.n, "either side")
        if self.side == "party":
            return renderer.bonus(self.n, "your side" if self.who == "you" else renderer.object(self.who))
        if self.monster is not None:
            return renderer.bonus(self.n, renderer.cards(self.monster))
        return renderer.bonus(self.n, "the monsters' side")


class TreasuresWord(Word):
    """The combat brings more Treasures, or fewer."""

    do: Literal["treasures"]
    n: Number = Field(description="By how many.")
    monster: CardReference | None = Field(default=None, description="Of which monster.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        monster = -1 if self.monster is None else ref_card(self.monster, rules, frame)
        rules.add_treasures(number_value(self.n, rules, frame), frame.card, monster=monster)

    def describe(self, renderer: TextRenderer) -> str:
        of = "the fight" if self.monster is None else renderer.cards(self.monster)
        order = "fewer" if isinstance(self.n, int) and self.n < 0 else "extra"
        return f"{of} brings {renderer.amount(self.n, f'{order} Treasure')}"


_COMBAT_RULES = combat_rules()

RuleName: TypeAlias = Annotated[str, OneOf(_COMBAT_RULES)]


class RuleWord(Word):
    """A rule holds until the combat is over, even if the card is gone."""

    do: Literal["rule"]
    rule: RuleName = Field(description="Which; the figures and rules of that name say what each means.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        rules.add_rule(self.rule, frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        return _COMBAT_RULES[self.rule].clause


class ForceHelp(Word):
    """Somebody has to help in the combat, unless it could win the game (R-357)."""

    do: Literal["force_help"]
    who: Who = Field(default="target", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        if seat >= 0:
            rules.force_help(seat, frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.does(self.who, "must", "help (not for the win)")


class DismissWord(Word):
    """The helper leaves the combat; another may be asked (R-358)."""

    do: Literal["dismiss"]

    def resolve(self, rules: Rules, frame: Frame) -> None:
        rules.dismiss_helper(frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        return "the helper leaves the fight"


class ReplaceFighter(Word):
    """Somebody takes the fighter's place in the combat."""

    do: Literal["replace_fighter"]
    who: Who = Field(default="target", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        if seat >= 0:
            rules.replace_fighter(seat, frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "take", "the fighter's place in this fight")


class EndCombat(Word):
    """The combat ends with neither reward nor Bad Stuff."""

    do: Literal["end_combat"]

    def resolve(self, rules: Rules, frame: Frame) -> None:
        rules.end_combat(frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        return "the fight ends at once, with neither rewards nor Bad Stuff"


class PickSide(Word):
    """The party or the monsters are chosen in the course of the effects, e.g. after a roll."""

    do: Literal["pick_side"]
    by: Who = Field(default="you", description="Who chooses.")

    def bound_names(self) -> tuple[str, ...]:
        return ("side",)

    def resolve(self, rules: Rules, frame: Frame) -> None:
        chooser = first_seat(self.by, rules, frame)
        if chooser < 0:
            return
        picks = rules.choose(frame, "?side", chooser, "side", Slot("side", "word", ("party", "monsters")))
        frame.vars["side"] = picks[0]

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.by, "choose", "a side")
