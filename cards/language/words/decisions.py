"""The words that decide what happens: choices, dice, tests, repetition."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from cards.kernel.dice import DIE_SIDES
from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Block, Label, Model, Number, Test, Who, Word
from cards.language.conditions.people import Has, IsLevel, IsTrait
from cards.language.filters import Filter, What
from cards.language.grammar import capital, listed
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.seats import first_seat, who_seats
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer
from cards.language.words.cards import Discard

_ASKED_FIELDS = {*Filter.model_fields, "zone"}


class If(Word):
    """Something happens if a test holds; something else can happen if not."""

    do: Literal["if"]
    test: Test = Field(description="What is asked.")
    then: Block = Field(description="What happens if the test holds.")
    else_: Block | None = Field(default=None, alias="else", description="What happens if not.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        chosen = self.then if self.test.holds(rules, frame) else self.else_
        if chosen:
            rules.run_block(frame, chosen)

    def describe(self, renderer: TextRenderer) -> str:
        if self._loses_first(renderer):
            return f"{renderer.effects(self.then)} (none? {renderer.effects(self.else_ or ())})"
        return "; ".join(self._branches(renderer, "otherwise"))

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        if self._loses_first(renderer):
            return [renderer.effects(self.then), f"none? {capital(renderer.effects(self.else_ or ()))}"]
        return self._branches(renderer, "if not,")

    def _branches(self, renderer: TextRenderer, otherwise: str) -> list[str]:
        asked, done = self.test.describe(renderer), renderer.effects(self.then)
        if isinstance(self.test, IsTrait) and self.test.name == "any":
            done = done.replace(f"lose your {self.test.is_.capitalize()}", "lose it")
        told = [f"if {asked}, {done}"]
        if isinstance(self.test, IsLevel) and self.test.who == "you":
            told = [f"{asked.removeprefix('you are ')}? {capital(done)}"]
        return [*told, f"{otherwise} {renderer.effects(self.else_)}"] if self.else_ else told

    def _loses_first(self, renderer: TextRenderer) -> bool:
        """Return True if cards are lost, and something else happens to those who have none."""
        first = self.then[0]
        asks = isinstance(first, Discard) and _asks_for(self.test, first.what)
        return asks and bool(self.else_) and renderer.orders


def _asks_for(test: Test, what: What) -> bool:
    """Return True if a test asks whether you have the cards of a selection."""
    if isinstance(what, str) or what.whose != "you":
        return False
    if isinstance(test, IsTrait):
        return test.name == "any" and test.who == "you" and what.zone == "traits" and what.kind == (test.is_,)
    if not isinstance(test, Has) or test.who != "you" or (test.least, test.most) != (1, None):
        return False
    asked, wanted = test.model_dump(include=_ASKED_FIELDS), what.model_dump(include=_ASKED_FIELDS)
    return asked == wanted


class Each(Word):
    """The same happens for each of several players in turn, who is then called `it`."""

    repeats: ClassVar = True

    do: Literal["each"]
    who: Who = Field(description="For whom.")
    then: Block = Field(description="What happens for each.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        for seat in reversed(who_seats(self.who, rules, frame)):
            rules.run_block(frame, self.then, it=seat)

    def describe(self, renderer: TextRenderer) -> str:
        noun = renderer.noun(self.who)
        first = self.then[0].describe(renderer.with_noun("it", noun))
        if noun not in first:
            first = f"for {noun}: {first}"
        rest = [word.describe(renderer.with_noun("it", "that player")) for word in self.then[1:]]
        return ", then ".join([first, *rest])


class May(Word):
    """Somebody is asked whether something happens; silence is a no."""

    do: Literal["may"]
    who: Who = Field(default="you", description="Who decides.")
    then: Block = Field(description="What happens after a yes.")
    else_: Block | None = Field(default=None, alias="else", description="What happens after a no.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return
        slot = Slot("whether", "word", ("no", "yes"))
        picks = rules.choose(frame, "?whether", seat, "whether", slot, ("no",))
        chosen = self.then if picks == ("yes",) else self.else_
        if chosen:
            rules.run_block(frame, chosen)

    def describe(self, renderer: TextRenderer) -> str:
        said = replace(renderer.with_pronoun(self.who), orders=False)
        told = f"{renderer.does(self.who, 'may', 'decide that')} {said.effects(self.then)}"
        if self.else_:
            told += f"; if not, {renderer.effects(self.else_)}"
        return told


class ChooseOption(Model):
    """One of the things to choose from."""

    name: Label = Field(description="What the button says.")
    test: Test | None = Field(default=None, alias="if", description="Only offered if this holds.")
    then: Block = Field(description="What happens.")


class Choose(Word):
    """Somebody chooses what happens."""

    do: Literal["choose"]
    who: Who = Field(default="you", description="Who chooses.")
    options: tuple[ChooseOption, ...] = Field(min_length=2, max_length=5, description="Among what.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        open_ = [option for option in self.options if option.test is None or option.test.holds(rules, frame)]
        if seat < 0 or not open_:
            return
        slot = Slot("option", "word", tuple(option.name for option in open_))
        picks = rules.choose(frame, "?option", seat, "option", slot)
        chosen = next(option for option in open_ if option.name == picks[0])
        rules.run_block(frame, chosen.then)

    def describe(self, renderer: TextRenderer) -> str:
        after = renderer.with_pronoun(self.who)
        told = [
            ("" if option.test is None else f"if {option.test.describe(after)}, ")
            + after.effects(option.then)
            for option in self.options
        ]
        word = ", or" if any(", " in option for option in told) else "or"
        whose = "your" if renderer.noun(self.who) == "you" else "their"
        return f"{listed(told, word).replace(' ,', ',')} ({whose} choice)"


DieFace = Annotated[int, Field(strict=True, ge=1, le=6)]


class RollOutcome(Model):
    """What happens on some of the faces."""

    on: tuple[DieFace, DieFace] = Field(description="From which number to which.")
    then: Block = Field(description="What happens.")


class Roll(Word):
    """Somebody rolls the die, known afterwards as `die`; the first outcome that fits happens."""

    do: Literal["roll"]
    who: Who = Field(default="you", description="Who rolls.")
    plus: Number = Field(default=0, description="What is added to the roll.")
    outcomes: tuple[RollOutcome, ...] = Field(
        default=(), max_length=6, description="What happens on which roll."
    )

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        return self.who == "you"

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return
        die = rules.roll(frame, "?die", seat) + number_value(self.plus, rules, frame)
        frame.vars["die"] = die
        kept = min(max(die, 1), DIE_SIDES)
        for outcome in self.outcomes:
            if outcome.on[0] <= kept <= outcome.on[1]:
                rules.run_block(frame, outcome.then)
                break

    def describe(self, renderer: TextRenderer) -> str:
        return "; ".join(self.describe_parts(renderer))

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        told = renderer.order(self.who, "roll")
        if self.plus:
            told += f" and add {renderer.figure(self.plus)}"
        done = [f"on {_faces(*outcome.on)}, {renderer.effects(outcome.then)}" for outcome in self.outcomes]
        return [told, *done[:1], *(part.replace(" this monster ", " it ") for part in done[1:])]


def _faces(low: int, high: int) -> str:
    """Return "a 6", "1-3"."""
    return f"a {low}" if low == high else f"{low}-{high}"


class Guess(Word):
    """Somebody guesses whether the die will show 1-3 (low) or 4-6 (high), and rolls."""

    do: Literal["guess"]
    who: Who = Field(default="you", description="Who guesses.")
    then: Block = Field(description="What happens if the guess was right.")
    else_: Block | None = Field(default=None, alias="else", description="What happens if not.")

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        return self.who == "you"

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return
        picks = rules.choose(frame, "?guess", seat, "guess", Slot("guess", "word", ("low", "high")))
        die = rules.roll(frame, "?die", seat)
        frame.vars["die"] = die
        chosen = self.then if picks[0] == ("high" if die > 3 else "low") else self.else_
        if chosen:
            rules.run_block(frame, chosen)

    def describe(self, renderer: TextRenderer) -> str:
        return "; ".join(self.describe_parts(renderer))

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        told = renderer.order(self.who, "guess", "1-3 or 4-6")
        parts = [f"{told} and {renderer.verb(self.who, 'roll')}"]
        right = renderer.effects(self.then)
        parts.append(f"if right, {right}")
        if self.else_:
            whom = right[right.find(" to ") :]
            parts.append(f"if wrong, {renderer.effects(self.else_).removesuffix(whom)}")
        return parts


NAME_CHOICES_COUNT = 5
"""Names to choose from, the right one among them."""


class Recall(Word):
    """Somebody names a card that is not seen, out of a few of its kind; no card at all is a wrong answer."""

    do: Literal["recall"]
    what: What = Field(description="Which card.")
    who: Who = Field(default="you", description="Who names it.")
    then: Block | None = Field(default=None, description="What happens if the name was right.")
    else_: Block | None = Field(default=None, alias="else", description="What happens if not.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return
        card = frame.vars.get("?asked")  # the pile may grow while somebody remembers
        if not isinstance(card, int):
            cards = select(self.what, rules, frame, "card")
            card = frame.vars["?asked"] = cards[0] if cards else -1
        right = False
        if card >= 0:
            names = rules.name_choices(frame, "?names", card, NAME_CHOICES_COUNT)
            slot = Slot("recall", "word", names)
            picks = rules.choose(frame, "?recall", seat, "recall", slot, always=True)
            right = picks[0] == rules.definition(card).name
        chosen = self.then if right else self.else_
        if chosen:
            rules.run_block(frame, chosen)

    def describe(self, renderer: TextRenderer) -> str:
        return "; ".join(self.describe_parts(renderer))

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        told = renderer.order(self.who, "name", f"{renderer.cards(self.what)} from memory")
        parts = [told]
        if self.then:
            parts.append(f"if right, {renderer.effects(self.then)}")
        if self.else_:
            parts.append(f"if wrong, {renderer.effects(self.else_)}")
        return parts


class Question(Word):
    """This card's owner answers a question with yes or no, once for as long as they have the card.

    The test `answered` looks at the answer. Silence is a no.
    """

    do: Literal["question"]
    text: str = Field(
        min_length=1,
        max_length=90,
        pattern=r"^[^\x00-\x1f\x7f{}?]+$",
        description='What may be true or not, e.g. "it is raining".',
    )

    def resolve(self, rules: Rules, frame: Frame) -> None:
        if rules.answered(frame.card):
            return
        slot = Slot("answer", "word", ("no", "yes"))
        picks = rules.choose(frame, "?answer", frame.seat, "question", slot, ("no",))
        rules.record_answer(frame.card, str(picks[0]))

    def describe(self, renderer: TextRenderer) -> str:
        return f"say once, and honestly, whether {self.text}"
