"""The figures and rules that a card can change while it is in force, each one object with its wording.

A new one is an object in ``STATS`` and the rule that reads it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from cards.language.card_kinds import Labels
from cards.language.terms import OneOf, Terms
from cards.language.text_renderer import NumberPhrase, TextRenderer

Wording: TypeAlias = Callable[[NumberPhrase, TextRenderer], str]
ANY_NUMBER = 40
"""A limit raised by so many reads as no limit."""


@dataclass(frozen=True, slots=True, eq=False)
class MonsterWording:
    """How a change reads: on the card of the monster that it concerns, and for all monsters of a combat."""

    this: Wording
    all: Wording


@dataclass(frozen=True, slots=True, eq=False)
class CombatRule:
    """How a rule reads that holds for a whole combat: on a card in force, and as the effect ``rule``."""

    sentence: str
    clause: str


@dataclass(frozen=True, slots=True, eq=False)
class Stat(ABC):
    """A figure or a rule.

    ``drawback`` says that more of it is worse: raised it is a drawback, lowered an advantage (R-166).
    ``monster`` is its wording where monsters have it.
    """

    name: str
    effect: str
    """What it changes, for the reference."""
    drawback: bool = False
    monster: MonsterWording | None = None

    @property
    def meaning(self) -> str:
        return self.effect

    @abstractmethod
    def describe(self, n: NumberPhrase, who: str, renderer: TextRenderer) -> str:
        """Return how a change by ``n`` reads for a player, as a clause."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure(Stat):
    """A number that changes."""

    wording: Callable[[NumberPhrase, str, TextRenderer], str] = field(kw_only=True)

    def describe(self, n: NumberPhrase, who: str, renderer: TextRenderer) -> str:
        return self.wording(n, who, renderer)


@dataclass(frozen=True, slots=True, eq=False)
class Limit(Stat):
    """A limit that somebody may exceed: "you may wear 1 more pair of Footgear"."""

    verb: str = "may have"
    nouns: Callable[[Labels], tuple[str, str]] = field(kw_only=True)
    rest: str = ""

    def describe(self, n: NumberPhrase, who: str, renderer: TextRenderer) -> str:
        one, many = self.nouns(renderer.labels)
        if not isinstance(n, int):
            count = renderer.amount(n, f"more {one}")
        elif n >= ANY_NUMBER:
            count = f"any number of {many}"
        else:
            order = "more" if n > 0 else "fewer"
            count = renderer.amount(n, f"{order} {one}", f"{order} {many}")
        return renderer.does(who, self.verb, f"{count} {self.rest}".rstrip())


@dataclass(frozen=True, slots=True, eq=False)
class Flag(Stat):
    """A rule that holds while the sum of its modifiers is above 0.

    ``{own}`` in the rest of its clause is "your" or "their", ``{curses}`` what the edition calls curses.
    ``combat_wide`` says that it holds for the whole combat if it holds for one monster (R-314).
    """

    verb: str = field(kw_only=True)
    rest: str = field(kw_only=True)
    combat_rule: CombatRule | None = None
    combat_wide: bool = False

    @property
    def meaning(self) -> str:
        return f"flag: {self.effect}"

    def describe(self, n: NumberPhrase, who: str, renderer: TextRenderer) -> str:
        own, curses = renderer.own_possessive(who), renderer.labels.curses
        return renderer.does(who, self.verb, self.rest.format(own=own, curses=curses))


def _extra(noun: str) -> Wording:
    def text(n: NumberPhrase, renderer: TextRenderer) -> str:
        order = "fewer" if isinstance(n, int) and n < 0 else "extra"
        return renderer.amount(n, f"{order} {noun}")

    return text


def _to_all(what: str) -> Wording:
    return lambda n, renderer: renderer.bonus(n, what)


def _strength_of_all(n: NumberPhrase, renderer: TextRenderer) -> str:
    return renderer.bonus(n, "each monster" if renderer.kind == "seal" else "the monsters' side")


def _flee_from_it(n: NumberPhrase, renderer: TextRenderer) -> str:
    monster = "it" if renderer.kind == "monster" else "the monster"
    return renderer.bonus(n, f"Run Away from {monster}")


def _people(who: str, renderer: TextRenderer) -> str:
    """Return "everybody" for "each player": "-1 for each player" reads as a product."""
    return renderer.noun(who).replace("each player", "everybody", 1)


def _strength(n: NumberPhrase, who: str, renderer: TextRenderer) -> str:
    if who == "you":
        return renderer.bonus(n, "your strength")
    return f"{renderer.signed(n)} for {_people(who, renderer)}"


def _flee(n: NumberPhrase, who: str, renderer: TextRenderer) -> str:
    own = "" if who == "you" else f" for {_people(who, renderer)}"
    return f"{renderer.signed(n)} to Run Away{own}"


def _sell_double(n: NumberPhrase, who: str, renderer: TextRenderer) -> str:
    return renderer.does(who, "may", f"sell {renderer.amount(n, 'Item')} at double price each turn")


def _win_level(n: NumberPhrase, who: str, renderer: TextRenderer) -> str:
    order = "fewer" if isinstance(n, int) and n < 0 else "more"
    return renderer.does(who, "need", f"{renderer.amount(n, f'{order} Level')} to win")


def _extra_treasures(n: NumberPhrase, who: str, renderer: TextRenderer) -> str:
    side = f"{renderer.own_possessive(who)} side"
    return renderer.does(who, "draw", f"{renderer.amount(n, 'extra Treasure')} for every fight {side} wins")


STATS: Terms[Stat] = Terms(
    "Stat",
    "figure",
    "Figures and rules",
    [
        Figure(
            "strength",
            "strength",
            monster=MonsterWording(lambda n, renderer: renderer.signed(n), _strength_of_all),
            wording=_strength,
        ),
        Figure(
            "flee",
            "Run Away rolls; of a monster: rolls to run away from it",
            monster=MonsterWording(_flee_from_it, _to_all("all Run Away rolls")),
            wording=_flee,
        ),
        Figure(
            "treasures",
            "Treasures that a monster brings",
            monster=MonsterWording(_extra("Treasure"), _to_all("the Treasures of each monster")),
            wording=lambda n, who, renderer: f"{renderer.signed(n)} to the Treasures of each monster",
        ),
        Figure(
            "levels",
            "Levels that a monster brings",
            monster=MonsterWording(_extra("Level"), _to_all("the Levels for each monster")),
            wording=lambda n, who, renderer: f"{renderer.signed(n)} to the Levels for each monster",
        ),
        Limit(
            "hand_limit",
            "cards in hand after Charity",
            verb="keep",
            nouns=lambda labels: ("card", "cards"),
            rest="after Charity",
        ),
        Limit(
            "big_limit", "Big Items in play", nouns=lambda labels: ("Big Item", "Big Items"), rest="in play"
        ),
        Limit(
            "hands", "hands for Items", verb="have", nouns=lambda labels: ("hand", "hands"), rest="for Items"
        ),
        Limit(
            "head",
            "pieces of Headgear worn",
            verb="may wear",
            nouns=lambda labels: ("piece of Headgear", "pieces of Headgear"),
        ),
        Limit(
            "armor",
            "suits of Armor worn",
            verb="may wear",
            nouns=lambda labels: ("suit of Armor", "suits of Armor"),
        ),
        Limit(
            "feet",
            "pieces of Footgear worn",
            verb="may wear",
            nouns=lambda labels: ("pair of Footgear", "pairs of Footgear"),
        ),
        Limit(
            "companion_limit",
            "companions at the same time",
            nouns=lambda labels: (labels.companion, labels.companions),
        ),
        Limit("steed_limit", "Steeds at the same time", nouns=lambda labels: (labels.steed, labels.steeds)),
        Figure("sell_double", "Items sold at double price in a turn", wording=_sell_double),
        Figure("win_level", "the winning Level", drawback=True, wording=_win_level),
        Figure(
            "extra_treasures", "Treasures drawn by the owner for each fight won", wording=_extra_treasures
        ),
        Flag(
            "wins_ties",
            "the party wins when both sides are equal",
            verb="win",
            rest="ties",
            combat_rule=CombatRule("The party wins ties", "the party wins ties in this fight"),
        ),
        Flag(
            "helper_levels",
            "as a helper, gains the Levels too",
            verb="go up",
            rest="a Level for each monster killed when helping",
        ),
        Flag(
            "level_only",
            "in a fight only Levels count",
            drawback=True,
            verb="fight",
            rest="with {own} Level only, without any bonuses",
            combat_wide=True,
            combat_rule=CombatRule(
                "Only Levels count for the party, no bonuses",
                "only Levels count for the party in this fight, no bonuses",
            ),
        ),
        Flag(
            "no_items",
            "Item bonuses do not count",
            drawback=True,
            verb="get",
            rest="no bonuses from Items in a fight",
            combat_wide=True,
            combat_rule=CombatRule(
                "The party gets no bonuses from Items", "the party gets no bonuses from Items in this fight"
            ),
        ),
        Flag(
            "no_level",
            "the Level does not count in a fight",
            drawback=True,
            verb="fight",
            rest="without {own} Level",
            combat_wide=True,
            combat_rule=CombatRule(
                "The party's Levels do not count", "the party's Levels do not count in this fight"
            ),
        ),
        Flag(
            "alone",
            "nobody can help",
            drawback=True,
            verb="must",
            rest="fight alone: nobody can help",
            combat_wide=True,
            combat_rule=CombatRule("Nobody can help in this fight", "nobody can help in this fight"),
        ),
        Flag("no_help", "cannot be a helper", drawback=True, verb="cannot", rest="help anybody"),
        Flag(
            "no_escape",
            "there is no Run Away roll, the loser is caught",
            drawback=True,
            monster=MonsterWording(
                lambda n, renderer: "Nobody can Run Away from it", lambda n, renderer: "Nobody can Run Away"
            ),
            verb="cannot",
            rest="Run Away",
            combat_rule=CombatRule(
                "Nobody can Run Away from this fight", "nobody can Run Away from this fight"
            ),
        ),
        Flag(
            "no_one_shots",
            "the party cannot use one-shots",
            drawback=True,
            verb="cannot",
            rest="use one-shot Items in a fight",
            combat_wide=True,
            combat_rule=CombatRule(
                "The party cannot use one-shot Items", "the party cannot use one-shot Items in this fight"
            ),
        ),
        Flag(
            "curse_proof",
            "curses behind doors do nothing",
            verb="be",
            rest="safe from {curses} found behind doors",
        ),
        Flag(
            "theft_proof",
            "Items cannot be stolen, except by curses and Bad Stuff",
            verb="cannot",
            rest="lose Items to other players, only to {curses} and Bad Stuff",
        ),
        Flag(
            "slots_free",
            "any number of Items can be worn",
            verb="may",
            rest="wear and wield any number of Items",
        ),
        Flag(
            "restrictions_free",
            "Items meant for others can be used",
            verb="may",
            rest="use Items that are meant for others",
        ),
        Flag(
            "open_hand",
            "the hand lies open on the table",
            drawback=True,
            verb="play",
            rest="with {own} hand open on the table",
        ),
        Flag("no_sale", "cannot sell Items", drawback=True, verb="cannot", rest="sell Items"),
        Flag(
            "no_race", "Races are as good as not there", drawback=True, verb="count", rest="as having no Race"
        ),
        Flag(
            "no_class",
            "Classes are as good as not there",
            drawback=True,
            verb="count",
            rest="as having no Class",
        ),
        Flag("deathless", "loses a Level instead of dying", verb="lose", rest="a Level instead of dying"),
    ],
)

DRAWBACK_STATS = frozenset(stat.name for stat in STATS.values() if stat.drawback)
"""Stats of which more is worse, for the rules, which ask often (R-166)."""


def combat_rules() -> dict[str, CombatRule]:
    """Return the rules that can hold for a combat by name, those that monsters impose first."""
    found = {
        stat.name: (not stat.combat_wide, stat.combat_rule)
        for stat in STATS.values()
        if isinstance(stat, Flag) and stat.combat_rule is not None
    }
    names = sorted(found, key=lambda name: (found[name][0], name))
    return {name: found[name][1] for name in names}


StatName: TypeAlias = Annotated[str, OneOf(STATS)]
