"""The ways in which a function of the rules can be broken, found in its syntax tree.

A mutant is named by where it stands and what it changes, not by a line number, so that it keeps its name
while other code of the file changes.
"""

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from tests.mutation.scope import FunctionNode, is_rule_function, is_type_check, left_out

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
SWAPPED_PARTNERS = {"by": "to", "to": "by"}
PEOPLE = frozenset({"fighter", "giver", "helper", "other", "seat", "taker", "target"})
"""Names of variables that hold a seat."""
RESETTING_CALLS = frozenset({"clear", "pop", "remove", "use_up_next_combat"})
"""Calls that end something."""

Change = Callable[[ast.AST], ast.AST]


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
    constant: int | None = None
    """What a number of the module becomes whose name is ``function``; None for a change in a function."""

    @property
    def name(self) -> str:
        suffix = f" #{self.number}" if self.number else ""
        return f"{self.file.stem}.{self.function}: {self.kind}: {self.code}{suffix}"

    @property
    def order(self) -> str:
        """Return what mutants are drawn by: a fixed shuffle that new code does not disturb."""
        return hashlib.sha256(self.name.encode()).hexdigest()


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield every way to break a rule of a file: in a function or method, or a number that has a name."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield from _constants(file, tree)
    for name, function in _functions(tree):
        if not is_rule_function(file, name, function):
            continue
        outside, table = left_out(function), _table_name(function)
        parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
        seen: Counter[tuple[str, str]] = Counter()
        for position, node in enumerate(ast.walk(function)):
            if node in outside:
                continue
            for variant, (kind, _) in enumerate(changes_of(node, table)):
                code = _code_of(node, parents)
                placed = node.ifs[variant] if isinstance(node, ast.comprehension) else node
                first = getattr(placed, "lineno", function.lineno)
                last = getattr(placed, "end_lineno", None) or first
                if isinstance(node, (ast.If, ast.While)):
                    last = node.test.end_lineno or first
                number = seen[kind, code]
                seen[kind, code] += 1
                yield Mutant(file, name, kind, code, number, first, last, position, variant)


def changes_of(node: ast.AST, table: str = "") -> Iterator[tuple[str, Change]]:
    """Yield the name of every change that can be made to a node, and what makes it.

    ``table`` is what the function calls the table, empty if it has none.
    """
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            yield "condition always holds", _with_test(True)
            yield "condition never holds", _with_test(False)
        case ast.comprehension(ifs=ifs):
            for index, test in enumerate(ifs):
                if not is_type_check(test):
                    yield "filter dropped", _without_filter(index)
        case ast.BoolOp(values=values):
            for index, part in enumerate(values):
                if not is_type_check(part):
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
        case ast.Attribute(value=ast.Name(id="trade" | "offer" | "deal"), attr="by" | "to", ctx=ast.Load()):
            yield "wrong person", _with_person(SWAPPED_PARTNERS[node.attr])
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Delete():
            yield ("reset forgotten" if _is_reset(node) else "statement dropped"), lambda _: ast.Pass()
        case ast.Assign(targets=targets) if all(_is_kept(target) for target in targets):
            yield ("reset forgotten" if _is_reset(node) else "statement dropped"), lambda _: ast.Pass()
        case ast.Return(value=None) | ast.Continue() | ast.Break():
            yield "goes on", lambda _: ast.Pass()
        case ast.Call(args=arguments) if table:
            for index, argument in enumerate(arguments):
                if isinstance(argument, ast.Name) and argument.id in PEOPLE:
                    yield f"next person as argument {index + 1}", _with_next_person(index, table)
        case _:
            pass


def broken_code(mutant: Mutant) -> CodeType:
    """Return the code of the mutant's function, broken."""
    tree = ast.parse(mutant.file.read_text(encoding="utf-8"))
    function = next(node for name, node in _functions(tree) if name == mutant.function)
    node = list(ast.walk(function))[mutant.position]
    _, change = list(changes_of(node, _table_name(function)))[mutant.variant]
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


def _constants(file: Path, tree: ast.Module) -> Iterator[Mutant]:
    """Yield the numbers that have a name in the module, one more and one less."""
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=int(value))):
                found = value
            case ast.AnnAssign(
                target=ast.Name(id=name),
                value=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))),
            ):
                found = -value
            case _:
                continue
        for kind, change in (("one more", 1), ("one less", -1)):
            line = node.lineno
            yield Mutant(file, name, kind, str(found), 0, line, line, 0, 0, found + change)


def _table_name(function: FunctionNode) -> str:
    """Return what the function calls the table, empty for a word of the card language."""
    return "table" if [each.arg for each in function.args.args[:1]] == ["table"] else ""


def _code_of(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> str:
    """Return a node's code in one line; of a name or number with what it is a part of."""
    if isinstance(node, (ast.Constant, ast.Name, ast.Attribute, ast.Return, ast.Continue, ast.Break)):
        return f"{ast.unparse(node)} in {_one_line(parents[node])}"
    return _one_line(node)


def _one_line(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:100]


def _is_kept(target: ast.AST) -> bool:
    """Return True if something other than a local variable is assigned."""
    if isinstance(target, ast.Tuple):
        return all(_is_kept(part) for part in target.elts)
    return isinstance(target, (ast.Attribute, ast.Subscript))


def _is_reset(node: ast.AST) -> bool:
    """Return True if a statement puts something back to what it is at the beginning."""
    match node:
        case ast.Delete():
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=place, attr=name))):
            return name in RESETTING_CALLS and not isinstance(place, ast.Name)
        case ast.Assign(value=ast.Tuple(elts=parts)):
            return any(_is_nothing(part) for part in parts)
        case ast.Assign(value=value):
            return _is_nothing(value)
        case _:
            return False


def _is_nothing(value: ast.AST) -> bool:
    match value:
        case ast.Constant(value=found):
            return not found
        case ast.List(elts=[]) | ast.Tuple(elts=[]):
            return True
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)):
            return True
        case _:
            return False


def _with_next_person(index: int, table: str) -> Change:
    """Return the change that names the next seat instead, of however many there are."""

    def change(node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Call):
            seat = ast.unparse(node.args[index])
            following = ast.parse(f"({seat} + 1) % len({table}.state.people)", mode="eval").body
            node.args = [*node.args[:index], following, *node.args[index + 1 :]]
        return node

    return change


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
