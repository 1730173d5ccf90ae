"""Writes a card's rules text from its data: modifiers, abilities, reactions and the lines of each kind."""

from __future__ import annotations

from collections.abc import Iterable

from cards.language.abilities import Ability, Cost, Mod, Reaction, Target
from cards.language.base import Number, Test
from cards.language.closed import FLAGS
from cards.language.conditions.combat import ALONE, Monsters
from cards.language.grammar import article, capital, listed
from cards.language.telling import Telling
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

_FLAGS: dict[str, tuple[str, str]] = {
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

_WHENS = {
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

_EVENTS = {
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

_MONSTER_EVENTS = {
    "won": "when this monster has been beaten",
    "lost": "when this monster has won",
    "escaped": "when you have run away from it",
    "killed": "when this monster has been killed",
    "combat_end": "when the combat is over",
}

_EVENTS_OF = {"monster": _MONSTER_EVENTS, "enhancer": {"enter": "when this card is played"}}


_CHOICES: dict[WhoWord, str] = {
    "others": "another player",
    "everyone": "any player",
    "party": "a player in the party",
    "bystanders": "a player outside the combat",
    "highest": "a player of the highest Level",
    "lowest": "a player of the lowest Level",
    "highest_other": "another player of the highest Level",
    "lowest_other": "another player of the lowest Level",
}

_PARTY = {
    "level_only": "Only Levels count for the party, no bonuses",
    "no_items": "The party gets no bonuses from Items",
    "no_level": "The party's Levels do not count",
    "alone": "Nobody can help in this combat",
    "no_escape": "There is no escape from this combat: no rolls to Run Away",
    "no_one_shots": "The party cannot use one-shot Items",
    "wins_ties": "The party wins ties",
}


def tell_mod(mod: Mod, telling: Telling) -> str:
    """Return a modifier as a sentence without its full stop."""
    if mod.test is not None and mod.to == "party" and mod.stat in _PARTY:
        condition = mod.test.describe(telling.calling("it", "who"))
        if condition == mod.test.describe(telling):
            # It does not ask each of them, but holds or fails for the whole combat.
            told = _PARTY[mod.stat]
            return f"If {condition}, {told[0].lower()}{told[1:]}"
    if mod.test is not None and mod.to in ("party", "others", "everyone"):
        noun = telling.noun(mod.to)
        who = f"{noun} {mod.test.describe(telling.calling('it', 'who'))}"
        return _tell_stat(mod, telling.calling(mod.to, who))
    told = _tell_stat(mod, telling)
    if mod.test is None:
        return told
    return f"{told} {_condition(mod, mod.test, telling)}"


def _condition(mod: Mod, test: Test, telling: Telling) -> str:
    against = test.against(telling)
    on_monster = telling.kind in ("monster", "enhancer") and mod.to in (None, "this")
    on_owner = mod.to in (None, "owner")
    if against and mod.stat == "strength" and (on_monster or (on_owner and isinstance(test, Monsters))):
        return f"against {against}"
    if mod.to in ("fighter", "helper"):
        return f"if {test.describe(telling.calling('it', 'they', 'many'))}"
    if mod.stat == "flee" and on_monster:
        return f"if {test.describe(telling.calling('it', 'you', 'you'))}"
    return f"if {test.describe(telling)}"


def _tell_stat(mod: Mod, telling: Telling) -> str:
    stat, n = mod.stat, mod.n
    if telling.kind in ("monster", "enhancer") and mod.to in (None, "this"):
        return _monster_stat(stat, n, telling)
    who = _TO.get(mod.to or "owner", "party")
    if mod.to == "monsters":
        return _tell_monsters(stat, n, telling)
    if stat in FLAGS:
        if mod.to == "party" and stat in _PARTY and mod.test is None:
            return _PARTY[stat]
        verb, rest = _FLAGS[stat]
        return capital(telling.does(who, verb, _fill(rest, telling, who)))
    if stat in _MORE:
        return _tell_more(stat, n, who, telling)
    return _tell_amount(stat, n, who, telling)


def _tell_monsters(stat: str, n: Number, telling: Telling) -> str:
    if stat == "no_escape":
        return "Escape is impossible: no rolls to Run Away"
    what = {
        "strength": "each monster" if telling.kind == "seal" else "the monsters' side",
        "flee": "all Run Away rolls",
        "treasures": "the Treasures of each monster",
        "levels": "the Levels for each monster",
    }[stat]
    return capital(telling.bonus(n, what))


def _fill(rest: str, telling: Telling, who: WhoWord) -> str:
    return rest.format(own=telling.own(who), curses=telling.labels.curses)


def _monster_stat(stat: str, n: Number, telling: Telling) -> str:
    if stat == "strength":
        return telling.signed(n)
    if stat == "flee":
        return f"{telling.signed(n)} to Run Away from {'it' if telling.kind == 'monster' else 'the monster'}"
    if stat in ("treasures", "levels"):
        noun = "Treasure" if stat == "treasures" else "Level"
        order = "fewer" if isinstance(n, int) and n < 0 else "extra"
        return capital(telling.amount(n, f"{order} {noun}"))
    return "Escape from it is impossible: no roll to Run Away"


def _tell_more(stat: str, n: Number, who: WhoWord, telling: Telling) -> str:
    verb, noun, rest = _MORE[stat]
    noun = {
        "companion": telling.labels.companion,
        "Steed": telling.labels.steed,
    }.get(noun, noun)
    many = {
        "piece of Headgear": "pieces of Headgear",
        "suit of Armor": "suits of Armor",
        telling.labels.companion: telling.labels.companions,
    }.get(noun, "")
    many = "pairs of Footgear" if stat == "feet" else many
    if isinstance(n, int) and n >= 40:
        count = f"any number of {many or noun + 's'}"
    elif isinstance(n, int):
        count = telling.amount(
            n,
            f"{'more' if n > 0 else 'fewer'} {noun}",
            f"{'more' if n > 0 else 'fewer'} {many or noun + 's'}",
        )
    else:
        count = f"{telling.amount(n, 'more ' + noun)}"
    return capital(telling.does(who, verb, f"{count} {rest}".rstrip()))


def _tell_amount(stat: str, n: Number, who: WhoWord, telling: Telling) -> str:
    if stat == "sell_double":
        many = telling.amount(n, "Item")
        return capital(telling.does(who, "may", f"sell {many} at double price each turn"))
    if stat == "win_level":
        order = "fewer" if isinstance(n, int) and n < 0 else "more"
        return capital(telling.does(who, "need", f"{telling.amount(n, f'{order} Level')} to win"))
    if stat == "extra_treasures":
        rest = f"{telling.amount(n, 'extra Treasure')} for every combat {telling.own(who)} side wins"
        return capital(telling.does(who, "draw", rest))
    if stat == "flee":
        own = "" if who == "you" else f" for {telling.noun(who)}"
        return f"{telling.signed(n)} to Run Away{own}"
    if stat == "treasures":
        return f"{telling.signed(n)} to the Treasures of each monster"
    if stat == "levels":
        return f"{telling.signed(n)} to the Levels for each monster"
    if who == "you":
        return capital(telling.bonus(n, "your combat strength"))
    return f"{telling.signed(n)} for {telling.noun(who)}"


def tell_ability(ability: Ability, telling: Telling, *, card: bool) -> str:
    """Return an ability as sentences; ``card`` says that the card itself is played for it."""
    when = listed([_WHENS[moment].format(curse=telling.labels.curse) for moment in ability.when], "or")
    told = f"Play {when}" if card else capital(when)
    if ability.test is not None:
        condition = ability.test.describe(telling)
        if told.endswith("hen you fight or help") and condition.startswith(ALONE):
            told = f"{told.removesuffix('you fight or help')}{condition}"
        else:
            told += f", if {condition}"
    steps: list[str] = []
    if ability.spend and not card:
        steps.append("discard this card")
    if ability.cost is not None:
        steps.append(tell_cost(ability.cost, telling))
    steps += _tell_targets(ability.targets, telling)
    if steps:
        you_may = "" if card else "you may "
        told += f", {'and ' if card else ''}{you_may}{listed(steps)}"
    elif not card:
        told += ", you may use this"
    told += f": {capital(telling.effects(ability.then))}."
    if ability.max:
        times = {1: "Once", 2: "Twice"}.get(ability.max, f"Up to {ability.max} times")
        per = {"target": "victim in each combat", "roll": "Run Away roll"}.get(ability.per, ability.per)
        told += f" {times} per {per}."
    return f"{ability.name}: {told}" if ability.name else told


def tell_cost(cost: Cost, telling: Telling) -> str:
    """Return what has to be paid, as "discard ..."."""
    one, many = telling.nouns(cost)
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


def _tell_targets(targets: Iterable[Target], telling: Telling) -> list[str]:
    told = [tell_target(target, telling) for target in targets if target.name != "side"]
    chosen = [step.removeprefix("choose ") for step in told if step.startswith("choose ")]
    said = [step for step in told if not step.startswith("choose ")]
    return [f"choose {listed(chosen)}", *said] if chosen else said


def tell_target(target: Target, telling: Telling) -> str:
    """Return what has to be chosen, as "choose ..."."""
    if target.name in ("target", "second"):
        noun = _any_of(telling).noun(target.who or "everyone")
        if target.test is not None:
            noun += f" {target.test.describe(telling.calling('it', 'who'))}"
        return f"choose {noun}"
    if target.name == "word":
        return f"say {listed([f'“{word}”' for word in target.words], 'or')}"
    if target.name == "monster":
        wanted = target.among.model_copy(update={"zone": "combat"})
        return f"choose {article(telling.nouns(wanted)[0])} in the combat"
    what = target.among
    chosen = what.model_copy(update={"pick": "choose", "by": what.whose, "n": target.most})
    if target.least < target.most:
        chosen = chosen.model_copy(update={"up_to": True})
    return f"choose {_any_of(telling).cards(chosen)}"


def _any_of(telling: Telling) -> Telling:
    """Return the same for choices, where "each other player" is "another player"."""
    for word, noun in _CHOICES.items():
        telling = telling.calling(word, noun)
    return telling


def tell_reaction(reaction: Reaction, telling: Telling) -> str:
    """Return a reaction as a sentence."""
    events = _EVENTS_OF.get(telling.kind, {})
    when = events.get(reaction.when, _EVENTS[reaction.when]).format(
        curse=telling.labels.curse, seal=telling.labels.seal, companion=article(telling.labels.companion)
    )
    test = "" if reaction.test is None else f", if {reaction.test.describe(telling)}"
    return f"{capital(when)}{test}, {telling.effects(reaction.then)}."


def tell_common(
    mods: Iterable[Mod],
    play: Iterable[Ability],
    on: Iterable[Reaction],
    telling: Telling,
    *,
    card: bool = False,
) -> list[str]:
    """Return the lines for what cards of all kinds can have."""
    lines = [f"{tell_mod(mod, telling)}." for mod in mods]
    lines += [tell_ability(ability, telling, card=card) for ability in play]
    lines += [tell_reaction(reaction, telling) for reaction in on]
    return lines
