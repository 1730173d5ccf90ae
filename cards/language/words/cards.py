"""The words for cards: they are drawn, lost, taken, shown, laid down and named."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Flag, Number, Who, Word
from cards.language.filters import CardSelection, What
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.seats import first_seat, who_seats
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class DrawWord(Word):
    """Somebody draws cards; those drawn by you can then be spoken of as `found`."""

    do: Literal["draw"]
    deck: Literal["door", "treasure"] = Field(default="treasure", description="From which deck.")
    n: Number = Field(default=1, description="How many.")
    who: Who = Field(default="you", description="Who.")
    face_up: Flag = Field(default=False, description="For all to see.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        n = number_value(self.n, rules, frame)
        for seat in who_seats(self.who, rules, frame):
            drawn = rules.draw(seat, self.deck, n, face_up=self.face_up)
            if seat == frame.seat:
                frame.vars["found"] = tuple(drawn)

    def describe(self, renderer: TextRenderer) -> str:
        one = "Door card" if self.deck == "door" else "Treasure"
        face = " face-up" if self.face_up else ""
        return renderer.order(self.who, "draw", renderer.amount(self.n, one) + face)


class Discard(Word):
    """Cards go to the discards; how many is then known as `lost`."""

    moves_cards: ClassVar = True

    do: Literal["discard"]
    what: What = Field(description="Which cards.")
    lose: Flag = Field(default=True, description="The prose says that somebody loses them, not discards.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        cards = select(self.what, rules, frame, "discard")
        for card in cards:
            rules.discard(card, by=frame.seat)
        frame.vars["lost"] = len(cards)

    def describe(self, renderer: TextRenderer) -> str:
        what = self.what
        if isinstance(what, str) or what.shared:
            return f"discard {renderer.cards(what)}"
        verb = "lose" if self.lose and what.zone not in ("hand", "own") else "discard"
        who = what.whose
        told = renderer.order(who, verb)
        if what.zone == "hand" and what.pick == "all" and not renderer.nouns(what)[0].removeprefix("card"):
            return f"{told} {renderer.own_possessive(who)} hand"
        each = "" if isinstance(what.n, int) else what.n.describe_each(renderer)[1]
        if each:
            one = what.model_copy(update={"n": 1})
            return f"for each {each}, {told} {renderer.with_pronoun(who).cards(one, who)}"
        cards = renderer.with_pronoun(who).cards(what, who)
        if what.zone == "hand" and renderer.nouns(what)[0] == "card":
            cards = cards.replace(f" from {renderer.own_possessive(who)} hand", " from hand")
        return f"{told} {cards}"


class Take(Word):
    """Cards go to a player, from other players or the discards."""

    moves_cards: ClassVar = True

    do: Literal["take"]
    what: What = Field(description="Which cards.")
    who: Who = Field(default="you", description="Who gets them.")
    to: Literal["hand", "carried"] = Field(default="hand", description="To the hand, or carried in play.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return
        takes = seat in (frame.seat, self._chooser(rules, frame))
        carrier = seat if self.to == "carried" else -1
        cards = select(self.what, rules, frame, "take" if takes else "give", carrier=carrier)
        for card in cards:
            rules.take(card, seat, self.to)
        frame.vars["found"] = tuple(cards)

    def _chooser(self, rules: Rules, frame: Frame) -> int:
        """Return the seat that is asked which cards; -1 where that is their holder."""
        what = self.what
        return -1 if isinstance(what, str) or what.by == "holder" else first_seat(what.by, rules, frame)

    def describe(self, renderer: TextRenderer) -> str:
        what = self.what
        where = ""
        if self.to == "carried":
            where = f" and {renderer.verb(self.who, 'carry')} it"
        if isinstance(what, str) or what.whose != "you" or self.who == "you":
            return f"{renderer.order(self.who, 'take', renderer.cards(what))}{where}"
        if what.pick == "choose" and what.by == self.who:
            chosen = renderer.cards(what.model_copy(update={"by": what.whose}))
            taken = re.sub("^an? ", "any ", chosen)
            return renderer.does(self.who, "take", taken)
        if what.pick == "random":
            return renderer.does(self.who, "take", renderer.cards(what))
        give = renderer.order("you", "give")
        return f"{give} {renderer.noun(self.who)} {renderer.cards(what, 'you')}"


class PutBack(Word):
    """Cards go face down on top of the deck of their own back, or under it."""

    moves_cards: ClassVar = True

    do: Literal["put_back"]
    what: What = Field(description="Which cards.")
    bottom: Flag = Field(default=False, description="Under the deck.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        cards = select(self.what, rules, frame, "card")
        for card in cards:
            rules.put_on_deck(card, rules.definition(card).back, bottom=self.bottom)

    def describe(self, renderer: TextRenderer) -> str:
        where = "under its deck" if self.bottom else "back on its deck"
        return f"put {renderer.cards(self.what)} {where}"


class Show(Word):
    """Cards of the hand are shown."""

    do: Literal["show"]
    what: What = Field(description="Which cards.")
    to: Who = Field(default="everyone", description="To whom.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        cards = select(self.what, rules, frame, "show")
        viewers = None if self.to == "everyone" else who_seats(self.to, rules, frame)
        for owner in sorted({rules.owner(card) for card in cards}):
            shown = tuple(card for card in cards if rules.owner(card) == owner)
            rules.show(shown, viewers, owner=owner)

    def describe(self, renderer: TextRenderer) -> str:
        what = self.what
        viewers = "everyone" if self.to == "everyone" else renderer.noun(self.to)
        if isinstance(what, str):
            return f"show {renderer.cards(what)} to {viewers}"
        if what.pick == "all" and what.zone == "hand" and not what.kind and not what.tag:
            own = renderer.own_possessive(what.whose)
            return renderer.order(what.whose, "show", f"{own} hand to {viewers}")
        shown = renderer.with_pronoun(what.whose).cards(what)
        return f"{renderer.order(what.whose, 'show')} {shown} to {viewers}"


class Swap(Word):
    """Two carried cards change owners; without one of them nothing happens."""

    do: Literal["swap"]
    what: What = Field(description="One card.")
    for_: What = Field(alias="for", description="The other.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        one = select(self.what, rules, frame, "give", "?one")
        other = select(self.for_, rules, frame, "take", "?other")
        if one and other:
            rules.swap_items(one[0], other[0])

    def describe(self, renderer: TextRenderer) -> str:
        return f"swap {renderer.cards(self.what)} for {renderer.cards(self.for_)}"


class SwapHands(Word):
    """Two players exchange their hands."""

    do: Literal["swap_hands"]
    who: Who = Field(default="you", description="One of them.")
    with_: Who = Field(alias="with", description="The other.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        one, other = first_seat(self.who, rules, frame), first_seat(self.with_, rules, frame)
        if one >= 0 and other >= 0 and one != other:
            rules.swap_hands(one, other)

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "swap", f"hands with {renderer.noun(self.with_)}")


class IntoPlay(Word):
    """A Class, Race, companion or the like comes into play, limits obeyed and old ones displaced."""

    moves_cards: ClassVar = True

    do: Literal["into_play"]
    what: What = Field(description="Which card.")
    who: Who = Field(default="you", description="Before whom.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return
        cards = select(self.what, rules, frame, "play")
        for card in cards:
            rules.into_play(card, seat)

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "put", f"{renderer.cards(self.what)} into play")


class Stay(Word):
    """This card stays before a player with its modifiers in force."""

    not_on_monsters: ClassVar = "it is in the fight and cannot stay before a player as well"

    do: Literal["stay"]
    until: Literal["next_combat", "turn", "removed"] = Field(description="For how long (R-565).")
    who: Who = Field(default="you", description="Before whom.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        for seat in who_seats(self.who, rules, frame)[:1]:
            rules.stay(frame.card, seat, self.until)

    def describe(self, renderer: TextRenderer) -> str:
        own = renderer.own_possessive(self.who)
        until = {
            "next_combat": f"until {own} next fight is over",
            "turn": f"until the end of {own} next turn",
            "removed": "until something gets rid of it",
        }[self.until]
        return f"this card stays before {renderer.noun(self.who)} {until}"


class Unload(Word):
    """What a companion carries stays with its owner, even if the companion leaves next (R-605)."""

    do: Literal["unload"]
    what: What = Field(description="Which companion.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        cards = select(self.what, rules, frame, "card")
        for card in cards:
            rules.unload(card)

    def describe(self, renderer: TextRenderer) -> str:
        return f"{renderer.cards(self.what)} puts down anything it carries"


class PickCard(Word):
    """Cards are chosen or found, and then have a name on the card."""

    do: Literal["pick_card"]
    what: CardSelection = Field(description="Which cards.")
    name: Literal["card", "second_card", "monster", "found"] = Field(
        default="card", description="How they are called afterwards."
    )

    def bound_names(self) -> tuple[str, ...]:
        return (self.name,)

    def resolve(self, rules: Rules, frame: Frame) -> None:
        cards = select(self.what, rules, frame, "card")
        frame.vars[self.name] = tuple(cards)

    def describe(self, renderer: TextRenderer) -> str:
        what = self.what
        if what.pick in ("top", "bottom"):
            return f"find {renderer.cards(what)}"
        if what.shared:
            return f"choose {renderer.cards(what)}"
        if what.by == "you":
            return renderer.order("you", "choose", renderer.cards(what.model_copy(update={"by": what.whose})))
        who = what.whose if what.by == "holder" else what.by
        return f"{renderer.order(who, 'choose')} {renderer.with_pronoun(who).cards(what)}"
