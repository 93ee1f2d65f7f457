"""Mutants of Python code: one small change each, of which a good test suite notices every one.

A mutant changes what a function does: a comparison, a sum, a bit operation, a number, a condition, `and` and `or`, or it leaves a statement
out. What nobody can notice, or only a reader of words, stays as it is: annotations, docstrings and other text, defaults and decorators,
assertions, the arguments of what is raised or written to a log, `__repr__`. Constants and tables of a module are left alone as well: they
are data, and stand in the tests under the same name.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}
WORDS = {"words", "gettext", "ngettext", "Text", "print"}  # what these are called with is text for people
CHANGED_INSIDE = (ast.Compare, ast.UnaryOp, ast.Constant)  # conditions whose opposite is a change of their own
LOGGERS = {"debug", "info", "warning", "error", "exception"}

Place = tuple[int, int]  # line and column of a statement
Step = tuple[str, int | None]  # a field of a node, and the number in it if it is a list
Way = tuple[Step, ...]


@dataclass(frozen=True, order=True)
class Mutant:
    """One change: at which statement of which file, and what becomes what."""

    file: str
    line: int
    column: int
    before: str
    after: str
    statement: Place
    path: Way  # how to get from the module to the node
    choice: int  # which of the changes of that node

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before} -> {self.after}"

    def tree(self, source: str) -> ast.Module:
        """The module with this change."""
        tree = ast.parse(source)
        *way, (field, number) = self.path
        parent: ast.AST = tree
        for step in way:
            parent = _follow(parent, step)
        changed = list(_changes(_follow(parent, self.path[-1])))[self.choice]
        if number is None:
            setattr(parent, field, changed)
        else:
            getattr(parent, field)[number] = changed
        return ast.fix_missing_locations(tree)


def mutants(file: str, source: str) -> Iterator[Mutant]:
    """All mutants of one file."""
    tree = ast.parse(source)
    for path, node, statement in _nodes(tree, (), None):
        for choice, changed in enumerate(_changes(node)):
            yield Mutant(
                file,
                node.lineno,
                node.col_offset,
                _short(node),
                _short(changed),
                (statement.lineno, statement.col_offset),
                path,
                choice,
            )


def instrumented(source: str, first: int) -> tuple[ast.Module, list[Place]]:
    """The module with a note before every statement of every function that it was reached, and the places by their number from `first`."""
    tree = ast.parse(source)
    places: list[Place] = []

    def noted(body: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in body:
            note = ast.parse(f"__reached__[{first + len(places)}] = 1").body[0]
            places.append((statement.lineno, statement.col_offset))
            found += [ast.copy_location(note, statement), statement]
        return found

    def visit(node: ast.AST, inside: bool) -> None:
        inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    visit(child, inside)
            if inside and isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, field, noted(value))

    visit(tree, False)
    return ast.fix_missing_locations(tree), places


def functions(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions of a module, of those inside others too."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from functions(constant)


def _follow(node: ast.AST, step: Step) -> ast.AST:
    field, number = step
    value = getattr(node, field)
    found = value if number is None else value[number]
    assert isinstance(found, ast.AST)
    return found


def _nodes(node: ast.AST, path: Way, statement: ast.stmt | None) -> Iterator[tuple[Way, ast.expr | ast.stmt, ast.stmt]]:
    """The expressions and statements of functions that may be changed, each with the statement it belongs to."""
    inside = statement is not None or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for field, value in ast.iter_fields(node):
        if field not in _open_fields(node):
            continue
        for number, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or _is_closed(child):
                continue
            way = (*path, (field, number))
            owner = child if inside and isinstance(child, ast.stmt) else statement
            if owner is not None and isinstance(child, ast.expr | ast.stmt):
                yield way, child, owner
            yield from _nodes(child, way, owner)


def _open_fields(node: ast.AST) -> tuple[str, ...]:
    """The parts of a node in which something may be changed."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return ("body",)
    if isinstance(node, ast.AnnAssign):
        return ("value",)
    if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom | ast.arguments):
        return ()
    if isinstance(node, ast.Call) and _called(node) in WORDS | LOGGERS | {"__reached__"}:
        return ()
    return node._fields


def _is_closed(node: ast.AST) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name == "__repr__"
    return isinstance(node, ast.Assert) or (isinstance(node, ast.If) and _short(node.test) == "TYPE_CHECKING")


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _short(node: ast.AST) -> str:
    """The node as one line; of a statement with a body, its head."""
    if isinstance(node, ast.Pass):
        return "(left out)"
    text = ast.unparse(node).splitlines()[0]
    return text if len(text) <= 100 else text[:97] + "..."


def _changes(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """What a node may become."""
    if isinstance(node, ast.stmt):
        yield from _changed_statement(node)
    elif isinstance(node, ast.expr):
        yield from _changed_expression(node)


def _changed_statement(node: ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    if isinstance(node, ast.AugAssign):
        if type(node.op) in OPERATORS:
            yield _with(node, op=OPERATORS[type(node.op)]())
        yield ast.Pass()
    elif isinstance(node, ast.If | ast.While) and not isinstance(node.test, CHANGED_INSIDE):
        yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Expr):
        if not isinstance(node.value, ast.Constant | ast.Yield | ast.YieldFrom) and not _only_words(node.value):
            yield ast.Pass()
    elif isinstance(node, ast.Assign):
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            yield ast.Pass()
    elif isinstance(node, ast.Continue | ast.Raise | ast.Delete) or (isinstance(node, ast.Return) and node.value is None):
        yield ast.Pass()
    elif isinstance(node, ast.Break):
        yield ast.Continue()


def _changed_expression(node: ast.expr) -> Iterator[ast.expr | ast.stmt]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other in COMPARISONS[type(node.ops[0])]:
            yield _with(node, ops=[other()])
    elif isinstance(node, ast.Compare):
        for number, old in enumerate(node.ops):
            yield _with(node, ops=[*node.ops[:number], COMPARISONS[type(old)][0](), *node.ops[number + 1 :]])
    elif isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for number in range(len(node.values)):
            rest = node.values[:number] + node.values[number + 1 :]
            yield rest[0] if len(rest) == 1 else _with(node, values=rest)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not _is_text(node):
        yield _with(node, op=OPERATORS[type(node.op)]())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.IfExp) and not isinstance(node.test, CHANGED_INSIDE):
        yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in EXCHANGED:
        yield _with(node, func=ast.Name(EXCHANGED[node.func.id], ast.Load()))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield _with(node, value=not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield _with(node, value=node.value + 1)
        if node.value > 0:
            yield _with(node, value=node.value - 1)


def _with(node: ast.AST, **fields: object) -> ast.expr | ast.stmt:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    assert isinstance(changed, ast.expr | ast.stmt)
    return changed


def _only_words(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _called(node) in LOGGERS | {"print"}


def _is_text(node: ast.BinOp) -> bool:
    """Text or a list that is put together, which no other operator takes."""
    literal = ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp
    return any(
        isinstance(side, literal) or (isinstance(side, ast.Constant) and isinstance(side.value, str)) for side in (node.left, node.right)
    )
