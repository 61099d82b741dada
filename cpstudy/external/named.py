"""Find the solver of a name: the kind's own, a registered one, or an external one.

A name is resolved in this order: a row of the kind's table; a row registered in this process; a
solver of an installed package (:mod:`.installed`); a program, described by a file ``NAME.toml``
(:mod:`.programs`); a Python object ``package.module:function`` (:mod:`.references`). Options follow
any of these names after further colons: ``sat:lazy:glucose4``, ``mine:fast``,
``my.module:ROW:fast``. Since tables come first, a module with the name of a row, such as ``sat``,
cannot be named.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import cast

from cpstudy import puzzles
from cpstudy.core import registered
from cpstudy.core.errors import InputError, choose_from, meant
from cpstudy.core.kind import Kind
from cpstudy.core.solving import Solve, Solver
from cpstudy.external.installed import brought, name_fault, strays
from cpstudy.external.references import referred, row_of

THIS_PROCESS = "this process"


def named_solver(kind: Kind, name: str) -> Solver:
    """Return the solver of that name, with its options. Raises InputError."""
    module, *rest = name.split(":")
    try:
        row = _chosen(name, kind.solvers)
    except InputError as error:
        if Path(f"{module}.py").exists():
            raise InputError(f"{error}; {module}.py has a name of {kind.name}'s own") from None
        raise
    if row is not None:
        return row
    others: dict[str, Callable[[], Solver]]
    others = {one: partial(registered.row, kind.name, one) for one in registered.names(kind.name)}
    for one in brought(kind):
        others.setdefault(one.name, one.row)
    rows = {other: load() for other, load in others.items() if _begins(name, other)}
    row = _chosen(name, rows)
    if row is not None:
        return row
    if name.endswith(".toml"):
        programs = import_module("cpstudy.external.programs")
        return cast(Solver, programs.program_row(kind, Path(name)))
    known = [*kind.solvers, *others]
    if not rest or any(module == one.partition(":")[0] for one in known):
        raise InputError(f"solver {name!r} of {kind.name}: {choose_from(name, known)}")
    try:
        row = referred(module, rest[0])
    except InputError as error:
        raise InputError(f"solver {name!r} of {kind.name}: {error}{meant(name, known)}") from None
    return row.with_options(rest[1:]) if rest[1:] else row


def _begins(name: str, row: str) -> bool:
    """Return whether a name is the row's name, with or without options."""
    return f"{name}:".startswith(f"{row}:")


def _chosen(name: str, rows: Mapping[str, Solver]) -> Solver | None:
    """Return the row with the longest name that ``name`` begins with, given the options."""
    row = max((row for row in rows if _begins(name, row)), key=len, default=None)
    if row is None or row == name:
        return None if row is None else rows[row]
    return rows[row].with_options(name[len(row) + 1 :].split(":"))


def every_solver(kind: Kind) -> Iterator[Solver | InputError]:
    """Yield all solvers of a kind, its own first; faults instead of those that cannot be loaded."""
    yield from kind.solvers.values()
    names = registered.names(kind.name)
    for name in names:
        yield _tried(partial(registered.row, kind.name, name))
    for one in brought(kind):
        if one.name not in names:
            yield _tried(one.row)


def faults(kind: Kind) -> list[InputError]:
    """Return the faults of packages' solvers that cannot be loaded."""
    return [row for row in every_solver(kind) if isinstance(row, InputError)]


def other_solvers(kind: Kind) -> dict[str, str]:
    """Return the external solvers of a kind: name -> origin. Nothing is loaded."""
    found = dict.fromkeys(registered.names(kind.name), THIS_PROCESS)
    return {one.name: one.origin for one in brought(kind) if not one.fault} | found


def stray_faults() -> Iterator[InputError]:
    """Yield the faults of entry points whose kind does not exist."""
    for one in strays(puzzles.kinds()):
        fault = _tried(one.row)
        if isinstance(fault, InputError):
            yield fault


def _tried(load: Callable[[], Solver]) -> Solver | InputError:
    try:
        return load()
    except InputError as fault:
        return fault


def register_solver(kind: str, solver: Solver | Solve, name: str | None = None) -> Solver:
    """Add a solver to a kind, for this process and its workers; return its row.

    solver: a :class:`~cpstudy.core.solving.Solver`, or a function ``solve(puzzle, request) ->
    Result``. name: by default its name in Python. Registering a name again replaces the solver.
    Raises InputError for a name that is taken.

    >>> from cpstudy import Result
    >>> def pessimist(puzzle, request):
    ...     return Result(exhausted=True)
    >>> row = register_solver("sudoku", pessimist)
    >>> print(verify(puzzle("sudoku", "11.............."), row.name).verdict)
    none
    """
    record = puzzles.kind(kind)
    called = str(name or getattr(solver, "name", getattr(solver, "__name__", "")))
    fault = name_fault(record, called)
    if fault:
        raise InputError(f"register_solver: {fault}")
    try:
        row = row_of(solver, called, THIS_PROCESS)
    except InputError as error:
        raise InputError(f"register_solver: {error}") from None
    registered.add(record.name, row)
    return row
