"""Writes a card's rules text from its data: modifiers, abilities, reactions and the lines of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cards.language.abilities import REACHES, Ability, Cost, Mod, Reaction, Target
from cards.language.base import Among, Test, Word
from cards.language.conditions.combat import (
    FIGHT_ALONE_TEXT,
    AllOf,
    Alone,
    AnyOf,
    CanHelp,
    CardExists,
    ForTheWin,
    Monsters,
    Negation,
)
from cards.language.conditions.people import Compare, Has, IsSame, StatIs
from cards.language.filters import CardSelection, Filter
from cards.language.grammar import article, capital, listed, number_word, quantity
from cards.language.lint import parts_of
from cards.language.numbers import Seals
from cards.language.player_words import WHO_WORDS
from cards.language.stats import STATS, CombatRule, Flag
from cards.language.text_renderer import TextRenderer
from cards.language.timing import EVENTS, MOMENTS
from cards.language.words.cards import Discard, Swap
from cards.language.words.combat import DismissWord, ForceHelp
from cards.language.words.people import SealWord

Effects = Sequence[Word]
_WHERE_AND_WHICH = {*Filter.model_fields, "zone", "pick"}


def without_implied(ability: Ability) -> Ability:
    """Return an ability as it is told: without conditions that go without saying.

    "If there is an open Seal, close a Seal" says one thing twice; that somebody cannot be robbed stands on
    the card that protects them. What may be done stays as it is: this is for the text alone.
    """
    test = None if ability.test is None else _told(ability.test, ability.then)
    cost = ability.cost
    if cost is not None and cost.whole_hand and isinstance(test, Has) and test.zone == "hand":
        cost, test = cost.model_copy(update={"discard": max(test.least, cost.discard)}), None
    targets = tuple(_told_target(target, ability.then) for target in ability.targets)
    return ability.model_copy(update={"test": test, "cost": cost, "targets": targets})


def _told_target(target: Target, effects: Effects) -> Target:
    changes: dict[str, object] = {}
    if target.test is not None:
        changes["test"] = _told(target.test, effects)
    if target.what is not None and isinstance(target.what.whose, Among):
        group = target.what.whose
        left = _told(group.test, effects)
        whose = group.among if left is None else group.model_copy(update={"test": left})
        changes["what"] = target.what.model_copy(update={"whose": whose})
    return target.model_copy(update=changes)


def _told(test: Test, effects: Effects) -> Test | None:
    """Return what is left of a condition to tell, None if nothing is."""
    if any(implied(test, effects) for implied in _IMPLIED):
        return None
    if isinstance(test, AllOf):
        left = [part for part in (_told(part, effects) for part in test.of) if part is not None]
        return _joined(test, left)
    if isinstance(test, Negation) and isinstance(test.test, AnyOf):
        inner = test.test
        kept = [part for part in inner.of if _told(_negated(test, part), effects) is not None]
        one = _joined(inner, kept)
        return None if one is None else _negated(test, one)
    return test


def _joined(test: AllOf | AnyOf, parts: list[Test]) -> Test | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return test.model_copy(update={"of": tuple(parts)})


def _negated(test: Negation, part: Test) -> Negation:
    return test.model_copy(update={"test": part})


def _has_word(effects: Effects, kind: type[Word]) -> bool:
    return any(isinstance(part, kind) for word in effects for _, part in parts_of(word, ""))


def _cards_to_find(test: Test, effects: Effects) -> bool:
    """Return True if a test asks for the very cards that an effect then finds."""
    if not isinstance(test, CardExists) or isinstance(test.what, str):
        return False
    wanted = test.what.model_dump(include=_WHERE_AND_WHICH)
    found = [
        value for word in effects for value in word.__dict__.values() if isinstance(value, CardSelection)
    ]
    return any(cards.model_dump(include=_WHERE_AND_WHICH) == wanted for cards in found)


def _cards_to_lose(test: Test, effects: Effects) -> bool:
    """Return True if a test asks for any card in the hand, or any Item, that an effect then takes."""
    if not isinstance(test, Has) or (test.least, test.most) != (1, None) or _asks_more(test):
        return False
    if test.zone == "hand":
        lost = [word.what for word in effects if isinstance(word, Discard)]
        return any(isinstance(what, CardSelection) and what.zone == "hand" for what in lost)
    return test.zone == "carried" and _has_word(effects, Swap)


def _asks_more(cards: Filter) -> bool:
    return any(getattr(cards, name) != field.default for name, field in Filter.model_fields.items())


def _seal_to_close(test: Test, effects: Effects) -> bool:
    closes = any(isinstance(word, SealWord) and word.do == "close_seal" for word in effects)
    return closes and isinstance(test, Compare) and isinstance(test.n, Seals) and test.min == 1


def _helper_to_dismiss(test: Test, effects: Effects) -> bool:
    return isinstance(test, Negation) and isinstance(test.test, Alone) and _has_word(effects, DismissWord)


def _help_to_give(test: Test, effects: Effects) -> bool:
    """Return True if a test asks whether help can be compelled, which the effect says itself."""
    for_the_win = isinstance(test, Negation) and isinstance(test.test, ForTheWin)
    return (for_the_win or isinstance(test, CanHelp)) and _has_word(effects, ForceHelp)


def _protected(test: Test, effects: Effects) -> bool:
    """Return True if a test asks whether another card protects somebody from being robbed."""
    safe = test.test if isinstance(test, Negation) else None
    return isinstance(safe, StatIs) and safe.stat == "theft_proof"


_IMPLIED: tuple[Callable[[Test, Effects], bool], ...] = (
    _cards_to_find,
    _cards_to_lose,
    _seal_to_close,
    _helper_to_dismiss,
    _help_to_give,
    _protected,
)


def render_mods(mods: Iterable[Mod], renderer: TextRenderer) -> list[str]:
    """Return modifiers as sentences."""
    return [f"{render_mod(mod, renderer)}." for mod in mods]


def render_mod(mod: Mod, renderer: TextRenderer) -> str:
    """Return a modifier as a sentence without its full stop."""
    rule = _combat_rule(mod)
    if mod.test is not None and rule is not None:
        condition = mod.test.describe(renderer.with_noun("it", "who"))
        if condition == mod.test.describe(renderer):
            # It does not ask each of them, but holds or fails for the whole combat.
            return f"If {condition}, {rule.sentence[0].lower()}{rule.sentence[1:]}"
    if mod.test is not None and mod.to in ("party", "others", "everyone"):
        noun = renderer.noun(mod.to)
        who = f"{noun} {mod.test.describe(renderer.with_noun('it', 'who'))}"
        return _render_stat(mod, renderer.with_noun(mod.to, who))
    told = _render_stat(mod, renderer)
    if mod.test is None:
        return told
    return f"{told} {_condition(mod, mod.test, renderer)}"


def _condition(mod: Mod, test: Test, renderer: TextRenderer) -> str:
    against = test.describe_against(renderer)
    on_monster = _on_monster(mod, renderer)
    on_owner = mod.to in (None, "owner")
    if against and mod.stat == "strength" and (on_monster or (on_owner and isinstance(test, Monsters))):
        return f"against {against}"
    if mod.to in ("fighter", "helper"):
        return f"if {test.describe(renderer.with_noun('it', 'they', 'many'))}"
    if mod.stat == "flee" and on_monster:
        return f"if {test.describe(renderer.with_noun('it', 'you', 'you'))}"
    return f"if {test.describe(renderer)}"


def _render_stat(mod: Mod, renderer: TextRenderer) -> str:
    stat, n = STATS[mod.stat], mod.n
    if stat.monster is not None:
        if _on_monster(mod, renderer):
            return capital(stat.monster.this(n, renderer))
        if mod.to == "monsters":
            return capital(stat.monster.all(n, renderer))
    rule = _combat_rule(mod)
    if rule is not None and mod.test is None:
        return rule.sentence
    return capital(stat.describe(n, REACHES[mod.to or "owner"].who, renderer))


def _on_monster(mod: Mod, renderer: TextRenderer) -> bool:
    """Return True if a modifier concerns the monster whose card, or whose enhancer, says it."""
    return renderer.kind in ("monster", "enhancer") and mod.to in (None, "this")


def _combat_rule(mod: Mod) -> CombatRule | None:
    """Return the wording of a rule that a modifier lets hold for the whole party."""
    stat = STATS[mod.stat]
    return stat.combat_rule if mod.to == "party" and isinstance(stat, Flag) else None


_ORDERS = tuple(
    f"{verb} "
    for verb in (
        *("Change", "Choose", "Close", "Discard", "Draw", "Escape", "Fight", "Find", "Gain", "Give", "Go"),
        *("Guess", "Lay", "Lose", "Open", "Put", "Roll", "Say", "Show", "Suffer", "Swap", "Take"),
    )
)
"""How effects begin that read as something you do."""

_SIDE_VERBS = {"you are the fighter": "fight", "you are the helper": "help"}
"""What somebody does who is that in a combat."""


def _render_moment(ability: Ability, renderer: TextRenderer, *, card: bool) -> str:
    """Return when it can be used: "Play in any combat, if you are a Thief"."""
    when = listed([MOMENTS[moment].describe(renderer.labels) for moment in ability.when], "or")
    if renderer.kind == "monster" and ability.when == ("own_combat",):
        when = _times(ability)
    told = f"Play {when}" if card else capital(when)
    if ability.test is not None:
        condition = ability.test.describe(renderer)
        if ability.when == ("reward",):
            condition = condition.replace("the fighter has no helper", "you fought alone")
            condition = condition.replace("the fighter has a helper", "you had a helper")
        if ability.when == ("curse",) and _strikes_you(ability.test):
            told += " you"
        elif told.endswith("hen you fight or help") and condition.startswith(FIGHT_ALONE_TEXT):
            told = f"{told.removesuffix('you fight or help')}{condition}"
        elif told.endswith("hen you fight or help") and condition in _SIDE_VERBS:
            told = f"{told.removesuffix('fight or help')}{_SIDE_VERBS[condition]}"
        else:
            told += f", if {condition}"
    return told


def render_ability(ability: Ability, renderer: TextRenderer, *, card: bool) -> str:
    """Return an ability as sentences; ``card`` says that the card itself is played for it."""
    if ability.told:
        return f"{ability.name}. {ability.told}" if ability.name else ability.told
    ability = without_implied(ability)
    told = _render_moment(ability, renderer, card=card)
    steps: list[str] = []
    if ability.spend and not card:
        steps.append("discard this card")
    if ability.cost is not None:
        steps.append(render_cost(ability.cost, renderer))
    steps += _render_targets(ability.targets, renderer)
    if steps:
        you_may = "" if card else "you may "
        short = card and ", " not in told and not told.startswith(("Play when", "Play before"))
        comma = " " if short else ", "
        told += f"{comma}{'and ' if card else ''}{you_may}{listed(steps)}"
    done = renderer.sentences(ability.then)
    if [target.name for target in ability.targets] == ["monster"]:
        done = done.replace("That monster leaves", "It leaves", 1)
    if steps or card:
        told += f": {done}"
    elif done.replace(".", " ").startswith(_ORDERS):
        parts = [part for word in ability.then for part in word.describe_parts(renderer)]
        if len(parts) == len(ability.then):
            done = f"{renderer.effects(ability.then)}."
        told += f", you may {done[0].lower()}{done[1:]}"
    else:
        told += f", you may use this: {done}"
    told = capital(told.removeprefix(", "))
    if ability.max and not told.startswith(_times(ability)):
        per = {"target": "victim in each fight", "combat": "fight"}.get(ability.per, ability.per)
        told += f" {_times(ability)} per {per}."
    return f"{ability.name}. {told}" if ability.name else told


def _times(ability: Ability) -> str:
    """Return how often it can be used, "" if there is no limit."""
    most = ability.max
    return {0: "", 1: "Once", 2: "Twice"}.get(most, f"{number_word(most).capitalize()} times")


def _strikes_you(test: Test) -> bool:
    """Return True if a test asks whether the curse that is pending strikes you."""
    return isinstance(test, IsSame) and test.who == "victim" and test.as_ == "you"


def render_cost(cost: Cost, renderer: TextRenderer) -> str:
    """Return what has to be paid, as "discard ..."."""
    one, many = renderer.nouns(cost)
    if cost.whole_hand:
        least = f" ({number_word(cost.discard)} or more)" if cost.discard > 1 else ""
        return f"discard your whole hand{least}"
    if cost.worth:
        return f"discard Items worth {cost.worth}+ gold together"
    most = max(cost.most, cost.discard)
    if most == cost.discard:
        count = quantity(most, one, many)
    elif cost.discard <= 1:
        count = f"up to {number_word(most)} {many}"
    else:
        count = f"{number_word(cost.discard)} to {number_word(most)} {many}"
    where = {"hand": " from hand", "in_play": " of yours", "carried": " you carry"}
    what, worth, value = count.partition(" worth ")
    return f"discard {what}{where.get(cost.zone, '')}{worth}{value}"


def _render_targets(targets: Iterable[Target], renderer: TextRenderer) -> list[str]:
    told = [render_target(target, renderer) for target in targets if target.name != "side"]
    chosen = [step.removeprefix("choose ") for step in told if step.startswith("choose ")]
    said = [step for step in told if not step.startswith("choose ")]
    return [f"choose {listed(chosen)}", *said] if chosen else said


def _is_somebody_else(test: Test | None) -> bool:
    """Return True if a test says that the chosen one is not you."""
    other = test.test if isinstance(test, Negation) else None
    return isinstance(other, IsSame) and other.who == "it" and other.as_ == "you"


def render_target(target: Target, renderer: TextRenderer) -> str:
    """Return what has to be chosen, as "choose ..."."""
    if target.name in ("target", "second"):
        noun = _any_of(renderer).noun(target.who or "everyone")
        if _is_somebody_else(target.test):
            noun = noun.replace("a player", "another player", 1)
        elif target.test is not None:
            noun += f" {target.test.describe(renderer.with_noun('it', 'who'))}"
        return f"choose {noun}"
    if target.name == "word":
        return f"say {listed([f'“{word}”' for word in target.words], 'or')}"
    if target.name == "monster":
        wanted = target.selection.model_copy(update={"zone": "combat"})
        return f"choose {article(renderer.nouns(wanted)[0])}"
    what = target.selection
    chosen = what.model_copy(update={"pick": "choose", "by": what.whose, "n": target.most})
    if target.least < target.most:
        chosen = chosen.model_copy(update={"up_to": True})
    return f"choose {_any_of(renderer).cards(chosen)}"


def _any_of(renderer: TextRenderer) -> TextRenderer:
    """Return the same for choices, where "each other player" is "another player"."""
    for word in WHO_WORDS.values():
        if word.choice:
            renderer = renderer.with_noun(word.name, word.choice)
    return renderer


def render_reaction(reaction: Reaction, renderer: TextRenderer) -> str:
    """Return a reaction as a sentence."""
    when = EVENTS[reaction.when].describe(renderer.kind, renderer.labels)
    told = renderer.with_noun("it", "they", "many")
    test = "" if reaction.test is None else f", if {reaction.test.describe(told)}"
    if len(reaction.then) > 1:
        return f"{capital(when)}{test}, {renderer.effects(reaction.then)}."
    done = renderer.sentences(reaction.then)
    return f"{capital(when)}{test}, {done[0].lower()}{done[1:]}"
