"""The ways in which a function of the rules can be broken, found in its syntax tree.

A mutant is named by where it stands and what it changes, not by a line number, so that it keeps its name
while other code of the file changes.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], str]] = {
    ast.Lt: (ast.LtE, "off by one"),
    ast.LtE: (ast.Lt, "off by one"),
    ast.Gt: (ast.GtE, "off by one"),
    ast.GtE: (ast.Gt, "off by one"),
    ast.Eq: (ast.NotEq, "opposite"),
    ast.NotEq: (ast.Eq, "opposite"),
    ast.In: (ast.NotIn, "opposite"),
    ast.NotIn: (ast.In, "opposite"),
    ast.Is: (ast.IsNot, "opposite"),
    ast.IsNot: (ast.Is, "opposite"),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
SWAPPED_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
SWAPPED_PEOPLE = {"fighter": "helper", "helper": "fighter"}

Change = Callable[[ast.AST], ast.AST]
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Mutant:
    """One way to break one function. ``number`` tells apart equal changes to equal code."""

    file: Path
    function: str
    kind: str
    code: str
    number: int
    first_line: int
    last_line: int
    position: int
    """The place of the changed node among all nodes of the function, in the order of ``ast.walk``."""
    variant: int
    """The number of the change among those of the node."""

    @property
    def name(self) -> str:
        suffix = f" #{self.number}" if self.number else ""
        return f"{self.file.stem}.{self.function}: {self.kind}: {self.code}{suffix}"

    @property
    def order(self) -> str:
        """Return what mutants are drawn by: a fixed shuffle that new code does not disturb."""
        return hashlib.sha256(self.name.encode()).hexdigest()


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield every way to break a function or method of a file."""
    for name, function in _functions(ast.parse(file.read_text(encoding="utf-8"))):
        seen: Counter[tuple[str, str]] = Counter()
        for position, node in enumerate(ast.walk(function)):
            for variant, (kind, _) in enumerate(changes_of(node)):
                code = " ".join(ast.unparse(node).split())[:100]
                first = getattr(node, "lineno", function.lineno)
                last = getattr(node, "end_lineno", None) or first
                if isinstance(node, (ast.If, ast.While)):
                    last = node.test.end_lineno or first
                number = seen[kind, code]
                seen[kind, code] += 1
                yield Mutant(file, name, kind, code, number, first, last, position, variant)


def changes_of(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """Yield the name of every change that can be made to a node, and what makes it."""
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            yield "condition always holds", _with_test(True)
            yield "condition never holds", _with_test(False)
        case ast.comprehension(ifs=ifs):
            for index in range(len(ifs)):
                yield "filter dropped", _without_filter(index)
        case ast.BoolOp(values=values):
            for index in range(len(values)):
                yield f"part {index + 1} dropped", _without_part(index)
        case ast.Compare(ops=[operator]) if type(operator) in COMPARISONS:
            other, kind = COMPARISONS[type(operator)]
            yield kind, _with_comparison(other)
        case ast.UnaryOp(op=ast.Not()):
            yield "not dropped", lambda found: found.operand if isinstance(found, ast.UnaryOp) else found
        case ast.Constant(value=bool()):
            yield "opposite value", _opposite
        case ast.Constant(value=int(value)):
            yield "one more", lambda _: _constant(value + 1)
            yield "one less", lambda _: _constant(value - 1)
        case ast.BinOp(op=operation) if type(operation) in OPERATORS:
            yield "other operator", _with_operator(OPERATORS[type(operation)])
        case ast.Name(id=name, ctx=ast.Load()) if name in SWAPPED_NAMES:
            yield "other function", lambda _: ast.Name(SWAPPED_NAMES[name], ast.Load())
        case ast.Attribute(attr=name, ctx=ast.Load()) if name in SWAPPED_PEOPLE:
            yield "wrong person", _with_person(SWAPPED_PEOPLE[name])
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Delete():
            yield "statement dropped", lambda _: ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement dropped", lambda _: ast.Pass()
        case _:
            pass


def broken_code(mutant: Mutant) -> CodeType:
    """Return the code of the mutant's function, broken."""
    tree = ast.parse(mutant.file.read_text(encoding="utf-8"))
    function = next(node for name, node in _functions(tree) if name == mutant.function)
    node = list(ast.walk(function))[mutant.position]
    _, change = list(changes_of(node))[mutant.variant]
    _Replacer(node, change).visit(function)
    whole = compile(ast.fix_missing_locations(tree), str(mutant.file), "exec")
    return code_named(whole, mutant.function)


def code_named(whole: CodeType, name: str) -> CodeType:
    """Return the code of a function or method in a module's code."""
    found = whole
    for part in name.split("."):
        found = next(each for each in found.co_consts if isinstance(each, CodeType) and each.co_name == part)
    return found


class _Replacer(ast.NodeTransformer):
    """Puts a change in the place of one node."""

    def __init__(self, node: ast.AST, change: Change) -> None:
        self._node = node
        self._change = change

    def visit(self, node: ast.AST) -> ast.AST:
        """Replace the node, or look into it."""
        if node is self._node:
            return ast.copy_location(self._change(copy.copy(node)), node)
        return super().generic_visit(node)


def _functions(tree: ast.Module) -> Iterator[tuple[str, FunctionNode]]:
    """Yield the functions of a module and the methods of its classes; of overloads the last one."""
    found: dict[str, FunctionNode] = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    found[f"{node.name}.{part.name}"] = part
    yield from found.items()


def _constant(value: object) -> ast.Constant:
    return ast.Constant(value)  # type: ignore[arg-type]


def _opposite(node: ast.AST) -> ast.AST:
    return _constant(not node.value) if isinstance(node, ast.Constant) else node


def _with_test(value: bool) -> Change:
    def change(node: ast.AST) -> ast.AST:
        if isinstance(node, (ast.If, ast.While, ast.IfExp)):
            node.test = _constant(value)
        return node

    return change


def _without_filter(index: int) -> Change:
    def change(node: ast.AST) -> ast.AST:
        if isinstance(node, ast.comprehension):
            node.ifs = [each for place, each in enumerate(node.ifs) if place != index]
        return node

    return change


def _without_part(index: int) -> Change:
    def change(node: ast.AST) -> ast.AST:
        if not isinstance(node, ast.BoolOp):
            return node
        left = [each for place, each in enumerate(node.values) if place != index]
        return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)

    return change


def _with_comparison(other: type[ast.cmpop]) -> Change:
    def change(node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Compare):
            node.ops = [other()]
        return node

    return change


def _with_operator(other: type[ast.operator]) -> Change:
    def change(node: ast.AST) -> ast.AST:
        if isinstance(node, ast.BinOp):
            node.op = other()
        return node

    return change


def _with_person(name: str) -> Change:
    def change(node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Attribute):
            node.attr = name
        return node

    return change
