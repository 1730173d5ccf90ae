"""The small grammar behind all card texts: verbs, plurals, articles, lists."""

from __future__ import annotations

import re

_IRREGULAR_VERBS = {
    "be": "is",
    "have": "has",
    "do": "does",
    "go": "goes",
    "may": "may",
    "must": "must",
    "cannot": "cannot",
    "can": "can",
}


def conjugate(verb: str, person: str) -> str:
    """Return the present form for "you", for "one" or for "many"."""
    verb, _, rest = verb.partition(" ")
    rest = f" {rest}" if rest else ""
    if person != "one":
        return ("are" if verb == "be" else verb) + rest
    if verb in _IRREGULAR_VERBS:
        return _IRREGULAR_VERBS[verb] + rest
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return f"{verb}es{rest}"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies{rest}"
    return f"{verb}s{rest}"


def plural(noun: str) -> str:
    """Return a regular plural."""
    if noun.endswith(("s", "sh", "ch", "x", "z")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def article(noun: str) -> str:
    """Put "a" or "an" before a noun."""
    return f"an {noun}" if noun[:1].lower() in "aeiou" and not noun.startswith("one-") else f"a {noun}"


_NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_word(n: int) -> str:
    """Return a number as it is said: in words up to ten."""
    return _NUMBER_WORDS[n] if 0 <= n < len(_NUMBER_WORDS) else str(n)


def quantity(n: int, one: str, many: str) -> str:
    """Return "a Level", "one more card", "three Levels"."""
    if n != 1:
        return f"{number_word(n)} {many}"
    return f"one {one}" if one.startswith(("more ", "fewer ")) else article(one)


_JOINED_VERBS = ("lose ", "discard ", "draw ", "gain ")


def joined_orders(clauses: list[str]) -> list[str]:
    """Return clauses with neighbors of the same verb in one: "lose your Armor and a Level"."""
    found: list[list[str]] = []
    for clause in clauses:
        verb = next((verb for verb in _JOINED_VERBS if clause.startswith(verb)), "")
        plain = verb and not any(
            mark in clause for mark in (", ", "; ", " of your choice", " for each ", " with the ", " and ")
        )
        if plain and found and found[-1][0] == verb:
            found[-1].append(clause.removeprefix(verb))
        else:
            found.append([verb if plain else "", clause.removeprefix(verb) if plain else clause])
    return [verb + listed(_named_once("all your ", objects)) for verb, *objects in found]


def _named_once(word: str, objects: list[str]) -> list[str]:
    """Return objects with the word that all begin with said once: "all your Headgear and Armor"."""
    if len(objects) < 2 or not all(each.startswith(word) for each in objects):
        return objects
    return [objects[0], *(each.removeprefix(word) for each in objects[1:])]


def said_once(text: str) -> str:
    """Return a text in which the side that was chosen is "that side" from its second mention on."""
    first, mark, rest = text.partition("either side")
    if "hoose a side" in text:
        first, mark, rest = "", "", text
    return first + mark + rest.replace("either side", "that side").replace("Either side", "That side")


def capital(clause: str) -> str:
    """Return the clause with its first letter as a capital."""
    return clause[:1].upper() + clause[1:]


def listed(parts: list[str], word: str = "and") -> str:
    """Return "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


_SHARED_BEGINNING = re.compile(
    r"(?P<head>(?:\w+ )+?(?:is|are|has|have|carry|carries|hold|holds|use|uses|wear|wears)) "
    r"(?P<tail>(?:an?|no|not|of|in|at|exactly|\d+) .+)"
)
"""A clause whose beginning need not be said twice: "you are a Dwarf or a Halfling"."""


def clauses(parts: list[str], word: str = "and") -> str:
    """Return clauses in a row; what all begin with is said once."""
    matches = [_SHARED_BEGINNING.fullmatch(part) for part in parts]
    heads = {match["head"] for match in matches if match}
    if len(heads) == 1 and all(matches):
        tails = [match["tail"] for match in matches if match]
        return f"{heads.pop()} {listed(tails, word)}"
    return listed(parts, word)


def tag_name(tag: str) -> str:
    """Return a tag as players read it."""
    return tag.replace("_", " ").capitalize()


def span(low: int | None, high: int | None, before: str, after: str) -> str:
    if low is None and high is None:
        return ""
    if low == high:
        return f"{before} {low}{after}"
    if high is None:
        return f"{before} at least {low}{after}"
    if low is None:
        return f"{before} at most {high}{after}"
    return f"{before} {low} to {high}{after}"


def level_span(low: int | None, high: int | None) -> str:
    """Return " of Level 4 or higher" and the like, or nothing."""
    if low is None and high is None:
        return ""
    if high is None:
        return f" of Level {low} or higher"
    if low is None:
        return f" of Level {high} or lower"
    return f" of Level {low}" if low == high else f" of Level {low} to {high}"
