"""The words for people: their Levels, sex, turns, death, curses and Seals, and who is spoken of."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Flag, Number, Who, Word
from cards.language.filters import What
from cards.language.grammar import article
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.seats import first_seat, who_seats
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class Level(Word):
    """Somebody gains Levels, or loses them where the number is below 0."""

    do: Literal["level"]
    n: Number = Field(default=1, description="How many.")
    lose: Flag = Field(default=False, description="Lose them; for numbers that depend on the table.")
    who: Who = Field(default="you", description="Who.")
    may_win: Flag = Field(default=False, description="Also the winning Level (R-006).")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        n = number_value(self.n, rules, frame)
        for seat in who_seats(self.who, rules, frame):
            rules.change_level(seat, -n if self.lose else n, frame.card, may_win=self.may_win)

    def describe(self, renderer: TextRenderer) -> str:
        loses = self.lose or (isinstance(self.n, int) and self.n < 0)
        told = renderer.order(self.who, "lose" if loses else "gain", renderer.amount(self.n, "Level"))
        return f"{told} (even the winning one)" if self.may_win else told


class SetLevel(Word):
    """Somebody's Level becomes a number."""

    do: Literal["set_level"]
    n: Number = Field(description="Which Level.")
    who: Who = Field(default="you", description="Whose.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        level = number_value(self.n, rules, frame)
        for seat in who_seats(self.who, rules, frame):
            rules.set_level(seat, level, frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        told = renderer.figure(self.n)
        return renderer.order(
            self.who, "go", f"to Level {told}" if told.isdigit() else f"to a Level equal to {told}"
        )


_OPPOSITE_SEX = {"male": "female", "female": "male"}


class Sex(Word):
    """Somebody's sex changes, or that of a companion of theirs if the player of the card wants it (R-606).

    Nobody aims Bad Stuff, so it never strikes a companion.
    """

    do: Literal["sex"]
    to: Literal["male", "female", "other"] = Field(default="other", description="To which.")
    who: Who = Field(default="you", description="Whose.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        aimed: dict[int, int] = {}
        seats = who_seats(self.who, rules, frame)
        for seat in seats:
            companions = _companions(rules, frame, seat)
            if not companions:
                continue
            slot = Slot("companion", "card", companions, 0, 1)
            picks = rules.choose(
                frame, f"?sex{seat}", _player_of_card(rules, frame), "sex", slot, (), always=True
            )
            if picks and isinstance(picks[0], int):
                aimed[seat] = picks[0]
        for seat in seats:
            if seat in aimed:
                rules.change_companion_sex(aimed[seat], self._turned(rules.sex_of(aimed[seat])), frame.card)
            else:
                rules.set_sex(seat, self._turned(rules.sex(seat)), frame.card)

    def _turned(self, sex: str) -> str:
        return _OPPOSITE_SEX[sex] if self.to == "other" else self.to

    def describe(self, renderer: TextRenderer) -> str:
        if self.to == "other":
            return renderer.order(self.who, "change", "sex")
        return renderer.order(self.who, "become", self.to)


def _companions(rules: Rules, frame: Frame, seat: int) -> tuple[int, ...]:
    """Return the companions that the change could strike instead."""
    if rules.definition(frame.card).kind == "monster":
        return ()
    return tuple(card for card in rules.cards_of(seat, "companions") if rules.sex_of(card))


def _player_of_card(rules: Rules, frame: Frame) -> int:
    """Return who plays the card: of a curse not its victim, unless it was behind the victim's door."""
    if rules.definition(frame.card).kind == "curse" and frame.it >= 0:
        return frame.it
    return frame.seat


class SkipTurn(Word):
    """Somebody misses their next turn."""

    do: Literal["skip_turn"]
    who: Who = Field(default="you", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        for seat in who_seats(self.who, rules, frame):
            rules.skip_turn(seat, frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "miss", f"{renderer.own_possessive(self.who)} next turn")


class Death(Word):
    """Somebody dies (R-480)."""

    do: Literal["death"]
    who: Who = Field(default="you", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        for seat in who_seats(self.who, rules, frame):
            rules.kill(seat, frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.does(self.who, "die")


class CurseWord(Word):
    """A curse card strikes somebody, from any place."""

    do: Literal["curse"]
    what: What = Field(description="Which curse card.")
    who: Who = Field(default="you", description="Whom.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return
        cards = select(self.what, rules, frame, "card")
        for card in cards[:1]:
            if rules.definition(card).kind == "curse":
                rules.curse(seat, card)

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "suffer", renderer.cards(self.what))


class CancelCurse(Word):
    """The curse that is about to strike is cancelled (R-008)."""

    do: Literal["cancel_curse"]

    def resolve(self, rules: Rules, frame: Frame) -> None:
        rules.cancel_curse(frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        return f"the {renderer.labels.curse} fizzles"


class SealWord(Word):
    """Somebody opens the next Seal, or closes the one in force (R-661, R-664)."""

    do: Literal["open_seal", "close_seal"]
    who: Who = Field(default="you", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return
        if self.do == "open_seal":
            rules.open_seal(seat)
        else:
            rules.close_seal(seat)

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, self.do.split("_")[0], article(renderer.labels.seal))


class PickPlayer(Word):
    """A player is chosen, or drawn at random, and then has a name on the card."""

    do: Literal["pick_player"]
    among: Who = Field(default="others", description="Among whom.")
    by: Who = Field(default="you", description="Who chooses.")
    random: Flag = Field(default=False, description="Drawn at random.")
    name: Literal["target", "second"] = Field(
        default="target", description="How the player is called afterwards."
    )

    def bound_names(self) -> tuple[str, ...]:
        return (self.name,)

    def resolve(self, rules: Rules, frame: Frame) -> None:
        frame.vars.pop(self.name, None)
        seats = who_seats(self.among, rules, frame)
        chooser = first_seat(self.by, rules, frame)
        if not seats or chooser < 0:
            return
        if self.random:
            frame.vars[self.name] = seats[rules.randbelow(frame, "?lot", len(seats))]
            return
        picks = rules.choose(frame, "?player", chooser, "player", Slot("player", "seat", tuple(seats)))
        frame.vars[self.name] = picks[0]

    def describe(self, renderer: TextRenderer) -> str:
        noun = renderer.noun(self.among).replace("each other", "another").replace("each", "a")
        if self.random:
            return f"{noun} is picked at random"
        return renderer.order(self.by, "choose", noun)
