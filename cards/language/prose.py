"""Writes a card's rules text from its data: modifiers, abilities, reactions and the lines of each kind."""

from __future__ import annotations

from collections.abc import Iterable

from cards.language.abilities import Ability, Cost, Mod, Reaction, Target
from cards.language.base import Number, Test
from cards.language.conditions.combat import FIGHT_ALONE_TEXT, Monsters
from cards.language.enums import FLAG_STATS
from cards.language.grammar import article, capital, listed
from cards.language.text_renderer import TextRenderer
from cards.language.who import WhoWord

_TO: dict[str, WhoWord] = {
    "owner": "you",
    "party": "party",
    "fighter": "fighter",
    "helper": "helper",
    "others": "others",
    "everyone": "everyone",
}

_MORE: dict[str, tuple[str, str, str]] = {
    "hand_limit": ("may keep", "card", "in hand after Charity"),
    "big_limit": ("may have", "Big Item", "in play"),
    "hands": ("have", "hand", "for Items"),
    "head": ("may wear", "piece of Headgear", ""),
    "armor": ("may wear", "suit of Armor", ""),
    "feet": ("may wear", "pair of Footgear", ""),
    "companion_limit": ("may have", "companion", ""),
    "steed_limit": ("may have", "Steed", ""),
}

_FLAG_CLAUSES: dict[str, tuple[str, str]] = {
    "wins_ties": ("win", "ties in combat"),
    "helper_levels": ("gain", "the Levels for killed monsters, too, when helping"),
    "level_only": ("fight", "with {own} Level only, without any bonuses"),
    "no_items": ("get", "no bonuses from Items in combat"),
    "no_level": ("fight", "without {own} Level"),
    "alone": ("must", "fight alone: nobody can help"),
    "no_help": ("cannot", "help anybody in combat"),
    "no_escape": ("cannot", "escape: there is no roll to Run Away"),
    "no_one_shots": ("cannot", "use one-shot Items in combat"),
    "curse_proof": ("be", "safe from {curses} found behind doors"),
    "theft_proof": ("cannot", "be robbed of Items"),
    "slots_free": ("may", "wear and wield any number of Items"),
    "restrictions_free": ("may", "use Items that are meant for others"),
    "open_hand": ("play", "with {own} hand open on the table"),
    "no_sale": ("cannot", "sell Items"),
    "no_race": ("count", "as without any Race"),
    "no_class": ("count", "as without any Class"),
    "deathless": ("lose", "1 Level instead of dying"),
}

_MOMENT_CLAUSES = {
    "any_time": "at any time",
    "own_turn": "in your own turn, outside combat",
    "no_combat": "any time you are not in combat",
    "combat": "in any combat",
    "own_combat": "when you fight or help",
    "other_combat": "in a combat you are not in",
    "flee": "before you roll to Run Away",
    "any_flee": "before anybody rolls to Run Away",
    "caught": "when you fail to Run Away, before the Bad Stuff",
    "any_caught": "when anybody fails to Run Away, before the Bad Stuff",
    "curse": "when a {curse} is about to strike",
    "door": "before you kick the door",
    "trouble": "instead of looking for trouble or looting the room",
    "looted": "when you have just looted the room",
    "reward": "when you have won a combat, before drawing Treasures",
    "charity": "in your Charity phase",
}

_EVENT_CLAUSES = {
    "enter": "when this monster enters combat",
    "won": "when you have won a combat",
    "lost": "when you have lost a combat",
    "escaped": "when you have run away from a monster",
    "caught": "after a monster has caught you",
    "turn_start": "at the start of your turn",
    "turn_end": "at the end of your turn",
    "died": "when you die",
    "other_died": "when another player dies",
    "levelled": "when you gain a Level",
    "lost_level": "when you lose a Level",
    "cursed": "when a {curse} has struck you",
    "door_opened": "when you kick a door with no monster behind it",
    "combat_start": "when you enter combat",
    "combat_end": "when your combat is over",
    "seal_opened": "when a {seal} is opened",
    "left_play": "when this card leaves play",
    "came_into_play": "when this card comes into play",
    "helped_kill": "when you have helped to kill",
    "killed_alone": "when you have killed without a helper",
    "killed": "when you have taken part in a kill",
    "other_lost": "when another player loses a combat you are not in",
    "sold": "when you have sold Items for a Level",
    "asked_help": "when somebody has asked you for help",
    "equipped": "when you have put this card to use",
    "companion_lost": "when you lose {companion}",
}

_MONSTER_EVENT_CLAUSES = {
    "won": "when this monster has been beaten",
    "lost": "when this monster has won",
    "escaped": "when you have run away from it",
    "killed": "when this monster has been killed",
    "combat_end": "when the combat is over",
}

_EVENT_CLAUSES_BY_KIND = {
    "monster": _MONSTER_EVENT_CLAUSES,
    "enhancer": {"enter": "when this card is played"},
}


_CHOICE_NOUNS: dict[WhoWord, str] = {
    "others": "another player",
    "everyone": "any player",
    "party": "a player in the party",
    "bystanders": "a player outside the combat",
    "highest": "a player of the highest Level",
    "lowest": "a player of the lowest Level",
    "highest_other": "another player of the highest Level",
    "lowest_other": "another player of the lowest Level",
}

_PARTY_RULE_SENTENCES = {
    "level_only": "Only Levels count for the party, no bonuses",
    "no_items": "The party gets no bonuses from Items",
    "no_level": "The party's Levels do not count",
    "alone": "Nobody can help in this combat",
    "no_escape": "There is no escape from this combat: no rolls to Run Away",
    "no_one_shots": "The party cannot use one-shot Items",
    "wins_ties": "The party wins ties",
}


def render_mod(mod: Mod, renderer: TextRenderer) -> str:
    """Return a modifier as a sentence without its full stop."""
    if mod.test is not None and mod.to == "party" and mod.stat in _PARTY_RULE_SENTENCES:
        condition = mod.test.describe(renderer.with_noun("it", "who"))
        if condition == mod.test.describe(renderer):
            # It does not ask each of them, but holds or fails for the whole combat.
            told = _PARTY_RULE_SENTENCES[mod.stat]
            return f"If {condition}, {told[0].lower()}{told[1:]}"
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
    on_monster = renderer.kind in ("monster", "enhancer") and mod.to in (None, "this")
    on_owner = mod.to in (None, "owner")
    if against and mod.stat == "strength" and (on_monster or (on_owner and isinstance(test, Monsters))):
        return f"against {against}"
    if mod.to in ("fighter", "helper"):
        return f"if {test.describe(renderer.with_noun('it', 'they', 'many'))}"
    if mod.stat == "flee" and on_monster:
        return f"if {test.describe(renderer.with_noun('it', 'you', 'you'))}"
    return f"if {test.describe(renderer)}"


def _render_stat(mod: Mod, renderer: TextRenderer) -> str:
    stat, n = mod.stat, mod.n
    if renderer.kind in ("monster", "enhancer") and mod.to in (None, "this"):
        return _monster_stat(stat, n, renderer)
    who = _TO.get(mod.to or "owner", "party")
    if mod.to == "monsters":
        return _render_monsters(stat, n, renderer)
    if stat in FLAG_STATS:
        if mod.to == "party" and stat in _PARTY_RULE_SENTENCES and mod.test is None:
            return _PARTY_RULE_SENTENCES[stat]
        verb, rest = _FLAG_CLAUSES[stat]
        return capital(renderer.does(who, verb, _fill(rest, renderer, who)))
    if stat in _MORE:
        return _render_more(stat, n, who, renderer)
    return _render_amount(stat, n, who, renderer)


def _render_monsters(stat: str, n: Number, renderer: TextRenderer) -> str:
    if stat == "no_escape":
        return "Escape is impossible: no rolls to Run Away"
    what = {
        "strength": "each monster" if renderer.kind == "seal" else "the monsters' side",
        "flee": "all Run Away rolls",
        "treasures": "the Treasures of each monster",
        "levels": "the Levels for each monster",
    }[stat]
    return capital(renderer.bonus(n, what))


def _fill(rest: str, renderer: TextRenderer, who: WhoWord) -> str:
    return rest.format(own=renderer.own_possessive(who), curses=renderer.labels.curses)


def _monster_stat(stat: str, n: Number, renderer: TextRenderer) -> str:
    if stat == "strength":
        return renderer.signed(n)
    if stat == "flee":
        return (
            f"{renderer.signed(n)} to Run Away from {'it' if renderer.kind == 'monster' else 'the monster'}"
        )
    if stat in ("treasures", "levels"):
        noun = "Treasure" if stat == "treasures" else "Level"
        order = "fewer" if isinstance(n, int) and n < 0 else "extra"
        return capital(renderer.amount(n, f"{order} {noun}"))
    return "Escape from it is impossible: no roll to Run Away"


def _render_more(stat: str, n: Number, who: WhoWord, renderer: TextRenderer) -> str:
    verb, noun, rest = _MORE[stat]
    noun = {
        "companion": renderer.labels.companion,
        "Steed": renderer.labels.steed,
    }.get(noun, noun)
    many = {
        "piece of Headgear": "pieces of Headgear",
        "suit of Armor": "suits of Armor",
        renderer.labels.companion: renderer.labels.companions,
    }.get(noun, "")
    many = "pairs of Footgear" if stat == "feet" else many
    if isinstance(n, int) and n >= 40:
        count = f"any number of {many or noun + 's'}"
    elif isinstance(n, int):
        count = renderer.amount(
            n,
            f"{'more' if n > 0 else 'fewer'} {noun}",
            f"{'more' if n > 0 else 'fewer'} {many or noun + 's'}",
        )
    else:
        count = f"{renderer.amount(n, 'more ' + noun)}"
    return capital(renderer.does(who, verb, f"{count} {rest}".rstrip()))


def _render_amount(stat: str, n: Number, who: WhoWord, renderer: TextRenderer) -> str:
    if stat == "sell_double":
        many = renderer.amount(n, "Item")
        return capital(renderer.does(who, "may", f"sell {many} at double price each turn"))
    if stat == "win_level":
        order = "fewer" if isinstance(n, int) and n < 0 else "more"
        return capital(renderer.does(who, "need", f"{renderer.amount(n, f'{order} Level')} to win"))
    if stat == "extra_treasures":
        side = f"{renderer.own_possessive(who)} side"
        rest = f"{renderer.amount(n, 'extra Treasure')} for every combat {side} wins"
        return capital(renderer.does(who, "draw", rest))
    if stat == "flee":
        own = "" if who == "you" else f" for {renderer.noun(who)}"
        return f"{renderer.signed(n)} to Run Away{own}"
    if stat == "treasures":
        return f"{renderer.signed(n)} to the Treasures of each monster"
    if stat == "levels":
        return f"{renderer.signed(n)} to the Levels for each monster"
    if who == "you":
        return capital(renderer.bonus(n, "your combat strength"))
    return f"{renderer.signed(n)} for {renderer.noun(who)}"


def render_ability(ability: Ability, renderer: TextRenderer, *, card: bool) -> str:
    """Return an ability as sentences; ``card`` says that the card itself is played for it."""
    when = listed(
        [_MOMENT_CLAUSES[moment].format(curse=renderer.labels.curse) for moment in ability.when], "or"
    )
    told = f"Play {when}" if card else capital(when)
    if ability.test is not None:
        condition = ability.test.describe(renderer)
        if told.endswith("hen you fight or help") and condition.startswith(FIGHT_ALONE_TEXT):
            told = f"{told.removesuffix('you fight or help')}{condition}"
        else:
            told += f", if {condition}"
    steps: list[str] = []
    if ability.spend and not card:
        steps.append("discard this card")
    if ability.cost is not None:
        steps.append(render_cost(ability.cost, renderer))
    steps += _render_targets(ability.targets, renderer)
    if steps:
        you_may = "" if card else "you may "
        told += f", {'and ' if card else ''}{you_may}{listed(steps)}"
    elif not card:
        told += ", you may use this"
    told += f": {capital(renderer.effects(ability.then))}."
    if ability.max:
        times = {1: "Once", 2: "Twice"}.get(ability.max, f"Up to {ability.max} times")
        per = {"target": "victim in each combat", "roll": "Run Away roll"}.get(ability.per, ability.per)
        told += f" {times} per {per}."
    return f"{ability.name}: {told}" if ability.name else told


def render_cost(cost: Cost, renderer: TextRenderer) -> str:
    """Return what has to be paid, as "discard ..."."""
    one, many = renderer.nouns(cost)
    if cost.whole_hand:
        least = f" (at least {cost.discard} cards)" if cost.discard > 1 else ""
        return f"discard your whole hand{least}"
    if cost.worth:
        return f"discard Items worth at least {cost.worth} Gold Pieces together"
    most = max(cost.most, cost.discard)
    if most == cost.discard:
        count = article(one) if most == 1 else f"{most} {many}"
    elif cost.discard <= 1:
        count = f"up to {most} {many}"
    else:
        count = f"{cost.discard} to {most} {many}"
    where = {"hand": " from your hand", "in_play": " you have in play", "carried": " you carry"}
    return f"discard {count}{where.get(cost.zone, '')}"


def _render_targets(targets: Iterable[Target], renderer: TextRenderer) -> list[str]:
    told = [render_target(target, renderer) for target in targets if target.name != "side"]
    chosen = [step.removeprefix("choose ") for step in told if step.startswith("choose ")]
    said = [step for step in told if not step.startswith("choose ")]
    return [f"choose {listed(chosen)}", *said] if chosen else said


def render_target(target: Target, renderer: TextRenderer) -> str:
    """Return what has to be chosen, as "choose ..."."""
    if target.name in ("target", "second"):
        noun = _any_of(renderer).noun(target.who or "everyone")
        if target.test is not None:
            noun += f" {target.test.describe(renderer.with_noun('it', 'who'))}"
        return f"choose {noun}"
    if target.name == "word":
        return f"say {listed([f'“{word}”' for word in target.words], 'or')}"
    if target.name == "monster":
        wanted = target.selection.model_copy(update={"zone": "combat"})
        return f"choose {article(renderer.nouns(wanted)[0])} in the combat"
    what = target.selection
    chosen = what.model_copy(update={"pick": "choose", "by": what.whose, "n": target.most})
    if target.least < target.most:
        chosen = chosen.model_copy(update={"up_to": True})
    return f"choose {_any_of(renderer).cards(chosen)}"


def _any_of(renderer: TextRenderer) -> TextRenderer:
    """Return the same for choices, where "each other player" is "another player"."""
    for word, noun in _CHOICE_NOUNS.items():
        renderer = renderer.with_noun(word, noun)
    return renderer


def render_reaction(reaction: Reaction, renderer: TextRenderer) -> str:
    """Return a reaction as a sentence."""
    events = _EVENT_CLAUSES_BY_KIND.get(renderer.kind, {})
    when = events.get(reaction.when, _EVENT_CLAUSES[reaction.when]).format(
        curse=renderer.labels.curse, seal=renderer.labels.seal, companion=article(renderer.labels.companion)
    )
    test = "" if reaction.test is None else f", if {reaction.test.describe(renderer)}"
    return f"{capital(when)}{test}, {renderer.effects(reaction.then)}."


def render_common_lines(
    mods: Iterable[Mod],
    play: Iterable[Ability],
    on: Iterable[Reaction],
    renderer: TextRenderer,
    *,
    card: bool = False,
) -> list[str]:
    """Return the lines for what cards of all kinds can have."""
    lines = [f"{render_mod(mod, renderer)}." for mod in mods]
    lines += [render_ability(ability, renderer, card=card) for ability in play]
    lines += [render_reaction(reaction, renderer) for reaction in on]
    return lines
