"""Which places of the code count as rules: a change at any other place breaks nothing that a table plays by.

The exclusions are kinds of places, each with its reason, and whole functions that hold no rule. What is left
is a rule: if no scenario notices that it is broken, a scenario is missing.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef

FUNCTIONS_WITHOUT_RULES: Final = {
    "fights.report_score": "tells how a combat stands, for display",
    "legal.cached_moves": "remembers legal lists",
    "legal.marks_of": "says beforehand which sources have nothing to list",
    "plays.idle_kinds": "says beforehand which kinds of cards have no move; each move checks that again",
    "facts._kept_mods": "remembers what _mods says",
    "score._member_parts": "remembers what _new_member_parts says",
    "score.ahead": "remembers what _is_ahead says",
    "trade._offer_between": "remembers the form of an offer",
    "truce._offer": "makes and remembers the form of an offer",
    "showing._show": "makes and remembers the form of a move",
    "showing._seats_slot": "makes and remembers a part of that form",
    "facts.mods": "decides quickly that no card changes a figure; _mods is the rule",
    "trade._offer": "makes and caches the form of an offer",
    "help._pays_slot": "makes and remembers a part of that form",
    "help._amounts": "lists the words of a form",
    "help._numbers": "lists the words of a form",
    "help._order_slot": "lists the words of a form",
}
"""Functions of the rule files that hold no rule, with the reason."""

TELLING_CALLS: Final = frozenset({"emit"})
"""Calls that tell of what has happened. The story is tested for itself; here counts what holds."""

CACHE_CALLS: Final = frozenset({"forget", "forget_list", "forget_lists", "start"})
CACHE_ATTRIBUTES: Final = frozenset({"memo", "move_lists"})
INDEX_ATTRIBUTES: Final = frozenset(
    {"holders", "rare", "wide", "reacting", "limited", "memo", "move_lists", "marks", "crowded_kinds"}
)
"""What the decks know beforehand, and caches: conditions on them only spare work."""

INDEX_NAMES: Final = frozenset({"holders", "wide", "reacting", "memo", "lists"})
"""Local names for the same."""

FORM_CALLS: Final = frozenset({"Slot"})
"""Calls that make a form; the numbers in them are the counts of a screen."""

SEATS_AND_CARDS: Final = frozenset(
    {
        "by",
        "card",
        "chooser",
        "fighter",
        "fleeing",
        "found",
        "giver",
        "helper",
        "host",
        "it",
        "item",
        "linked",
        "load",
        "load_",
        "looted",
        "monster",
        "other",
        "owner",
        "seat",
        "target",
    }
)
"""Names of what is a seat or a card. Below 0 they stand for nobody, so nothing lies between -1 and 0."""


def is_rule_function(file: Path, name: str, function: FunctionNode) -> bool:
    """Return True if a function of a file holds rules.

    A function of the card language's words holds one if it is given the rules; the others find out how a card
    is worded, or check how it is written.
    """
    if file.parent.name == "words":
        return any(each.arg == "rules" for each in function.args.args)
    return f"{file.stem}.{name}" not in FUNCTIONS_WITHOUT_RULES


def left_out(function: FunctionNode) -> set[ast.AST]:
    """Return the nodes of a function at which a change would break no rule."""
    found: set[ast.AST] = set()
    for whole in _whole_places(function):
        found.update(ast.walk(whole))
    for node in ast.walk(function):
        found.update(_single_places(node))
    return found


def is_type_check(node: ast.AST) -> bool:
    """Return True for a check of a type, made for the type checkers: other types never come."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"


def _whole_places(function: FunctionNode) -> Iterator[ast.AST]:
    """Yield what is left out with all that is in it."""
    # The signature is evaluated when the module is loaded, not when the function runs.
    yield function.args
    yield from function.decorator_list
    if function.returns is not None:
        yield function.returns
    for node in ast.walk(function):
        match node:
            case ast.Assert() | ast.Raise():  # verifies what cannot happen
                yield node
            case ast.AnnAssign(annotation=annotation):
                yield annotation
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))) if name in (
                TELLING_CALLS | CACHE_CALLS
            ):
                yield node
            case ast.Assign(targets=targets) if all(_is_cache(target) for target in targets):
                yield node
            case ast.If(test=test) | ast.IfExp(test=test) if _only_spares_work(test):
                yield test
            case ast.keyword(arg="default"):  # for when there is nobody to compare
                yield node
            case ast.Subscript(slice=place):  # where in a list something stands
                yield place
            case _:
                pass


def _single_places(node: ast.AST) -> Iterator[ast.AST]:
    """Yield nodes that are left out, but not what is in them."""
    match node:
        case ast.If(body=[ast.Raise()]) | ast.If(body=[ast.Return() | ast.Continue()]) if isinstance(
            node.body[0], ast.Raise
        ) or _is_about_one(node.test):
            yield node
            yield from ast.walk(node.test)
            yield from node.body
        case ast.If(test=test) | ast.IfExp(test=test) if is_type_check(test) or _only_spares_work(test):
            yield node
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1) as one):  # -1 stands for nobody
            yield one
        case ast.Compare(ops=[ast.GtE() | ast.Lt()], left=left, comparators=[ast.Constant(value=0) as zero]):
            if isinstance(node.ops[0], ast.GtE) or _last_name(left) in SEATS_AND_CARDS:
                yield node
                yield zero
        case ast.Call(func=ast.Name(id=name)) if name in FORM_CALLS:
            yield from (each for each in node.args if isinstance(each, ast.Constant))
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="vars"), attr="pop" | "get")):
            yield from (each for each in node.args if isinstance(each, ast.Constant))
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Attribute(attr="vars"))], value=ast.Constant() as flag
        ):
            yield flag  # a flag: any number sets it, and forgetting it is another change
        case _:
            pass


def _is_cache(target: ast.AST) -> bool:
    return isinstance(target, ast.Attribute) and target.attr in CACHE_ATTRIBUTES


def _only_spares_work(test: ast.AST) -> bool:
    """Return True for a condition on an index or a cache."""
    if isinstance(test, ast.UnaryOp):
        return _only_spares_work(test.operand)
    if isinstance(test, ast.Compare):
        place = test.comparators[0]
        return _names_index(test.left) or (
            isinstance(test.ops[0], (ast.In, ast.NotIn)) and _names_index(place)
        )
    return _names_index(test)


def _names_index(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr=name):
            return name in INDEX_ATTRIBUTES
        case ast.Name(id=name):
            return name in INDEX_NAMES
        case _:
            return False


def _is_about_one(test: ast.AST) -> bool:
    """Return True for ``len(...) < 2``, a short way out: of one thing there is never too much."""
    match test:
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len")), ops=[ast.Lt()], comparators=[ast.Constant(value=2)]
        ):
            return True
        case _:
            return False


def _last_name(node: ast.AST) -> str:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case ast.Call(func=function):
            return _last_name(function)
        case _:
            return ""
