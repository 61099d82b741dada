"""The Python interface in four verbs: ``puzzle``, ``solve``, ``generate``, ``explore``.

They look names up in the tables and call :func:`cpstudy.core.solving.solve` and
:func:`cpstudy.core.exploring.explore`; everything they return is documented there. Import
them from ``cpstudy``. ``state_space`` gives what is explored, for properties and graphs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, cast

from cpstudy import puzzles
from cpstudy.core import exploring, solving
from cpstudy.core.exploring import Report, Space, Strategy
from cpstudy.core.kind import Kind
from cpstudy.core.puzzle import Determination, Transition
from cpstudy.core.result import Budget, PathResult, Result
from cpstudy.core.solving import Found, Solver, load

# Cells. Larger boards fill the memory before anybody looks at them.
_LARGEST_BOARD = 1 << 24


def puzzle(kind: str, text: str) -> Any:
    """The puzzle of a text form, e.g. ``puzzle("pipes", "2x1:11")``. Raises ValueError."""
    if not isinstance(text, str):
        raise ValueError(f"a puzzle is given by its text form, not by {text!r}")
    return cast(Any, load(puzzles.kind(kind).puzzle)).decode(text)


def named_solver(kind: Kind, name: str | None) -> Solver:
    """A row of the kind's SOLVERS, the first where no name is given. Raises ValueError.

    Options may follow a row's name after colons: ``sat:lazy:glucose4``.
    """
    if not kind.solvers:
        raise ValueError(f"{kind.name} has no solvers: it is a puzzle of moves, for 'explore'")
    if name is None:
        return next(iter(kind.solvers.values()))
    rows = [row for row in kind.solvers if f"{name}:".startswith(f"{row}:")]
    if not rows:
        raise ValueError(f"solver {name!r} of {kind.name}: choose from {', '.join(kind.solvers)}")
    row = max(rows, key=len)
    return kind.solvers[row].with_options(name[len(row) + 1 :].split(":") if name != row else [])


def named_strategy(kind: Kind, name: str | None) -> Strategy:
    """A row of the kind's strategies, the first where no name is given. Raises ValueError."""
    strategies = space_of(kind).strategies
    if name is None:
        return next(iter(strategies.values()))
    if name not in strategies:
        raise ValueError(f"strategy {name!r} of {kind.name}: choose from {', '.join(strategies)}")
    return strategies[name]


def solve(
    board: Determination,
    solver: str | None = None,
    *,
    budget: Budget | None = None,
    seed: int = 1,
    limit: int | None = 2,
    found: Found | None = None,
) -> Result:
    """How many solutions has ``board``? Two witnesses settle "many"; ``limit=None`` finds all.

    solver: a name from the kind's SOLVERS (``cpstudy solvers``), by default the first. found:
    called with each solution, at once where the solver streams. Raises ValueError for an unknown
    name, WrongAnswerError where a witness breaks a rule.
    """
    row = named_solver(puzzles.kind(board.kind), solver)
    return solving.solve(board, row, budget=budget, seed=seed, limit=limit, found=found)


def compared_solvers(kind: Kind, names: str) -> list[Solver]:
    """The solvers of a comparison: ``all`` complete ones that can run here, or names with commas.

    Raises ValueError for an unknown name.
    """
    chosen: dict[str, Solver] = {}
    for name in names.split(","):
        if name == "all":
            rows = [row for row in kind.solvers.values() if row.complete and row.installed]
        else:
            rows = [named_solver(kind, name)]
        chosen.update((row.name, row) for row in rows)
    return list(chosen.values())


def compare(
    board: Determination,
    solvers: str = "all",
    *,
    budget: Budget | None = None,
    seed: int = 1,
    limit: int | None = 2,
) -> dict[str, Result | ValueError]:
    """What each solver says of ``board``; a ValueError where one does not take it.

    solvers: see :func:`compared_solvers`. Raises WrongAnswerError, with the board's text form,
    where two of them settle it differently.
    """
    results: dict[str, Result | ValueError] = {}
    for row in compared_solvers(puzzles.kind(board.kind), solvers):
        try:
            results[row.name] = solving.solve(board, row, budget=budget, seed=seed, limit=limit)
        except ValueError as error:
            results[row.name] = error
    answered = {name: found for name, found in results.items() if isinstance(found, Result)}
    solving.check_agreement(board, answered)
    return results


def explore(
    board: Transition,
    /,
    strategy: str | None = None,
    *,
    budget: Budget | None = None,
    report: Report | None = None,
    **options: Any,
) -> PathResult:
    """Can the goal be reached, and by which moves?

    strategy: a name from the kind's strategies (``cpstudy solvers``), by default the first.
    options: the strategy's own, e.g. ``whole=True`` for breadth first. Raises ValueError for an
    unknown name or option value, WrongAnswerError where the moves do not lead to a goal.
    """
    kind = puzzles.kind(board.kind)
    row = named_strategy(kind, strategy)
    return exploring.explore(board, row, space_of(kind), budget=budget, report=report, **options)


def space_of(kind: Kind) -> Space:
    """How puzzles of a kind are explored. Raises ValueError where they are not."""
    if kind.space is None:
        raise ValueError(f"{kind.name} has no moves to explore: use 'solve'")
    return kind.space


def state_space(board: Transition, **options: Any) -> Any:
    """The puzzle as a ``cpstudy.state_spaces.space.StateSpace``; options are those of its kind.

    Raises ValueError for an unknown option or value.
    """
    return space_of(puzzles.kind(board.kind)).of(board, **options)


def generate(
    kind: str,
    algorithm: str,
    size: int | tuple[int, int],
    count: int = 1,
    seed: int = 1,
    *,
    wrap: bool = False,
    unique: bool = False,
    grade: str | None = None,
) -> Iterator[tuple[Any, Hashable]]:
    """Puzzles 0 … count-1 of a seed, each with the solution it was made from.

    size: one number, or (rows, columns). unique: only puzzles with exactly one solution, no two
    the same up to symmetry. grade: of this difficulty only (as ``cpstudy explain`` tells it);
    implies unique. Raises ValueError for unknown names or sizes.
    """
    record = puzzles.kind(kind)
    if algorithm not in record.generators:
        raise ValueError(
            f"algorithm {algorithm!r} of {kind}: choose from {', '.join(record.generators)}"
        )
    rows, columns = (size, size) if isinstance(size, int) else size
    if rows * columns > _LARGEST_BOARD:
        raise ValueError(f"size {columns}x{rows}: at most {_LARGEST_BOARD} cells")
    generator = record.generators[algorithm]
    if not generator.gives(grade, wrap):
        able = (name for name, row in record.generators.items() if row.gives(grade, wrap))
        raise ValueError(
            f"algorithm {algorithm!r} of {kind} gives grade {', '.join(generator.grades)} only; "
            f"{grade} comes from {', '.join(able)}"
        )
    if unique or grade is not None:
        if generator.unique is None:
            raise ValueError(f"algorithm {algorithm!r} of {kind}: cannot make puzzles unique")
        draw = load(generator.unique)
        return cast(
            Iterator[tuple[Any, Hashable]], draw(algorithm, rows, columns, count, seed, wrap, grade)
        )
    draw = load(generator.function)
    return cast(Iterator[tuple[Any, Hashable]], draw(algorithm, rows, columns, count, seed, wrap))
