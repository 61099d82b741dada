"""The Python interface: read or generate puzzles, solve, count, explain and explore them.

Import these functions from ``cpstudy``; only ``compare`` (several solvers on one board) and
``state_space`` (properties and graphs) are imported from this module. Each function looks up names
in the tables of the puzzle's kind and calls :func:`cpstudy.core.solving.solve` or
:func:`cpstudy.core.exploring.explore`, where the results are documented.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from cpstudy import puzzles
from cpstudy.core import solving
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import (
    InputError,
    NotApplicable,
    argument,
    check_whole,
    choose_from,
    meant,
    shortened,
)
from cpstudy.core.kind import Generator, Kind, Preset
from cpstudy.core.result import Budget, PathResult, Result, Solution_co
from cpstudy.core.solving import Solver

if TYPE_CHECKING:
    from cpstudy.core.documents import Document
    from cpstudy.core.explaining import Ambiguity, Conflict, Explainer, Explanation
    from cpstudy.core.exploring import Report, Space, Strategy
    from cpstudy.core.generating import Generate, Wanted
    from cpstudy.core.puzzle import Determination, Transition
    from cpstudy.core.result import Stop
    from cpstudy.encode.cpmpy_sessions import CpmpyModel
    from cpstudy.frontier.freedom import Freedom
    from cpstudy.state_spaces.space import StateSpace
    from cpstudy.typed import GenerateOf, PuzzleOf, ReadOf

Moves = TypeVar("Moves", bound="Transition")

# In cells. Larger boards exhaust the memory.
_LARGEST_BOARD = 1 << 24


def _unchanged(function: Any) -> Any:
    """Return ``function``; by the cast around it, type checkers see the overloads of ``typed``."""
    return function


def kinds() -> dict[str, str]:
    """Return the kinds of puzzles, each with a one-line summary.

    >>> kinds()["sudoku"]
    'Sudoku of any box shape to 25x25: each value once in rows, columns, boxes, diagonals'
    """
    return {name: puzzles.kind(name).summary for name in puzzles.kinds()}


def solvers(kind: str) -> dict[str, str]:
    """Return the solvers of a kind, each with a one-line summary; the first is the default.

    For puzzles of moves, returns the strategies of :func:`explore`. Raises InputError for an
    unknown kind.

    >>> list(solvers("river_crossing"))
    ['bfs', 'dfs', 'astar', 'bidirectional']
    """
    record = puzzles.kind(kind)
    if not record.solvers:
        return {name: row.summary for name, row in record.strategies.items()}
    return {row.name: row.summary for row in _named(record)}


def _named(kind: Kind) -> Iterator[Solver]:
    """Yield the kind's solvers, and all loadable ones that this process or a package adds."""
    from cpstudy.external.named import every_solver

    return (row for row in every_solver(kind) if isinstance(row, Solver))


@cast("Callable[..., PuzzleOf]", _unchanged)
def puzzle(kind: str, text: str | None = None) -> Any:
    """Parse one puzzle from its one-line text form, or from any other format of its kind.

    ``puzzle(TEXT)`` is enough if the text names its kind, as a URL of a puzzle site, a saved game
    or a pzpr file does. Raises InputError, which names the cell, for a faulty puzzle, and
    InputError for a text that does not name its kind.

    Puzzles are immutable and hashable; ``encode()`` returns the text form; notebooks draw them.

    >>> board = puzzle("pipes", "3x3:654eb6414")
    >>> board.rows, board.columns
    (3, 3)
    >>> puzzle("https://puzz.link/p?slither/5/5/g2dgbdg510bh27").kind
    'slitherlink'
    """
    if text is None:
        return _puzzle_of_stated_kind(kind)
    if not isinstance(text, str):
        raise InputError(f"a puzzle is given by its text form, not by {text!r}")
    record = puzzles.kind(kind)
    try:
        return record.puzzle.decode(text)
    except InputError:
        if not text.strip():
            raise
    from cpstudy.reading.door import only

    return only(record, text)


def _puzzle_of_stated_kind(text: str) -> Any:
    from cpstudy.core.documents import Document
    from cpstudy.reading.door import only

    return only(_stated_kind(Document.of(text)), text)


def _stated_kind(document: Document) -> Kind:
    """Return the kind that a document names. Raises InputError if it names none."""
    from cpstudy.reading.naming import kind_of

    name = kind_of(document)
    if name is None:
        raise InputError(f"{shortened(document.first)} does not state its kind of puzzle: name it")
    return puzzles.kind(name)


@cast("Callable[..., ReadOf]", _unchanged)
def read(
    kind: str | Path, path: str | Path | None = None, format: str | None = None, **hints: str
) -> list[Any]:
    """Read all puzzles of a file: one text form a line, or any other format of the kind.

    ``read(PATH)`` is enough if the file names its kind, as in :func:`puzzle`.

    format: a name from ``cpstudy puzzles``; detected by default.
    hints: choose among several possible readings, like the options of the command line, e.g.
    ``blank="."``.

    Raises InputError, which names file, line and cell, for a faulty puzzle, and OSError if the file
    cannot be read.

    >>> path = Path("boards.txt")
    >>> _ = path.write_text("# two boards\\n3x3:654eb6414\\n2x1:11\\n")
    >>> [board.encode() for board in read("pipes", path)]
    ['3x3:654eb6414', '2x1:11']
    """
    from cpstudy.reading.door import check_format, check_hints, items
    from cpstudy.reading.opening import opened

    name = kind if path is None else path
    found = []
    with opened(str(name), hints) as document:
        record = _stated_kind(document) if path is None else puzzles.kind(str(kind))
        check_format(record, format)
        check_hints(record, hints)
        for item in items(record, document, format):
            if isinstance(item.puzzle, InputError):
                raise InputError(f"{name}:{item.line}: {item.puzzle}")
            found.append(item.puzzle)
    return found


def cpmpy_model(board: Determination) -> CpmpyModel:
    """Return the CPMpy model of a board, which CPMpy can solve, extend or export.

    Raises InputError if the kind does not have a CPMpy model, or CPMpy is not installed.

    >>> declared = cpmpy_model(puzzle("sudoku", "2x2:f3_1_1f2"))
    >>> declared.model.solve("ortools")
    True
    >>> "".join(str(cell.value()) for cell in declared.answer)
    '3124243112434312'
    """
    row = puzzles.kind(board.kind).solvers.get("cpmpy")
    if row is None:
        raise InputError(f"{board.kind} has no model in CPMpy")
    if find_spec(row.requires) is None:
        raise InputError("models in CPMpy need it: install cpstudy[cpmpy]")
    model: CpmpyModel = row.arguments["declare"](board)
    return model


def named_solver(kind: Kind, name: str | None) -> Solver:
    """Return the solver of that name; by default the kind's first.

    Options may follow the name of a row after colons: ``sat:lazy:glucose4``. For the other forms of
    a name, such as ``package.module:function``, see :mod:`cpstudy.external.named`. Raises
    InputError for an unknown name.
    """
    if not kind.solvers:
        raise InputError(f"{kind.name} has no solvers: it is a puzzle of moves, for 'explore'")
    if name is None or name in kind.solvers:
        return next(iter(kind.solvers.values())) if name is None else kind.solvers[name]
    from cpstudy.external import named

    return named.named_solver(kind, name)


def named_strategy(kind: Kind, name: str | None, options: Iterable[str] = ()) -> Strategy:
    """Return the strategy of that name; by default the kind's first that accepts ``options``.

    Raises InputError for an unknown name.
    """
    space = space_of(kind)
    strategies = space.strategies
    if name is None:
        rows, wanted = list(strategies.values()), set(options)
        return next((row for row in rows if wanted <= space.taken_by(row)), rows[0])
    if name not in strategies:
        raise InputError(f"strategy {name!r} of {kind.name}: {choose_from(name, strategies)}")
    return strategies[name]


def solve(
    board: Determination[Solution_co],
    solver: str | None = None,
    *,
    budget: Budget | None = None,
    seed: int = 1,
    limit: int | None = 2,
    found: Callable[[Solution_co], None] | None = None,
) -> Result[Solution_co]:
    """Find up to ``limit`` solutions of ``board``.

    solver: a name from :func:`solvers`; by default the first.
    budget: limits of time, iterations, states and memory; unlimited by default.
    limit: stop after this many solutions; None enumerates all. Two suffice for the verdict "many".
    found: called with each solution as soon as the solver finds it.

    Every solution is checked against the rules. Raises InputError for an unknown name, and
    WrongAnswerError if a solution violates a rule.

    >>> board = puzzle("sudoku", "1...3.....2...4.")
    >>> result = solve(board, limit=None)
    >>> for solution in result.solutions:
    ...     print(board.encode_solution(solution))
    1234341241232341
    1234341243212143
    1432321441232341
    1432321443212143
    """
    _check(board, budget, seed)
    _check_name(solver=solver)
    row = named_solver(puzzles.kind(board.kind), solver)
    return solving.solve(board, row, budget=budget, seed=seed, limit=limit, found=found)


def verify(
    board: Determination[Solution_co],
    solver: str | None = None,
    *,
    budget: Budget | None = None,
    seed: int = 1,
) -> Result[Solution_co]:
    """Decide whether ``board`` has no solution, exactly one, or many.

    The verdict is UNKNOWN if the budget ends before the search is exhausted, so ``result.verdict``
    does not convert to bool. Arguments and errors as in :func:`solve`.

    >>> print(verify(puzzle("pipes", "3x3:654eb6414")).verdict)
    unique
    >>> print(verify(puzzle("pipes", "2x1w:11"), "cpsat").verdict)
    many
    """
    return solve(board, solver, budget=budget, seed=seed, limit=2)


def count(
    board: Determination, solver: str | None = None, *, budget: Budget | None = None, seed: int = 1
) -> int | None:
    """Return the exact number of solutions, or None if the budget ends before it is known.

    solver: by default the kind's first solver that counts without enumerating, else its first
    complete one, which enumerates all solutions. Errors as in :func:`solve`.

    >>> count(puzzle("pipes", "4x4w:1354e646ab92157c"))
    2
    """
    _check(board, budget, seed)
    _check_name(solver=solver)
    row = counting_solver(puzzles.kind(board.kind), solver)
    limit = 1 if row.counts else None
    return counted(solving.solve(board, row, budget=budget, seed=seed, limit=limit))


def _check(board: object, budget: object, seed: object = 0) -> None:
    """Raise InputError, which names the argument, for a value of the wrong type."""
    if isinstance(board, (str, bytes)) or not hasattr(board, "kind"):
        raise InputError(f"{argument('board', board)}: expected a puzzle, as of puzzle(KIND, TEXT)")
    if budget is not None and not isinstance(budget, Budget):
        raise InputError(f"{argument('budget', budget)}: expected a Budget, as Budget(seconds=5)")
    check_whole(0, seed=seed)


def _check_name(**given: object) -> None:
    """Raise InputError for a value that is neither a string nor None."""
    for name, value in given.items():
        if value is not None and not isinstance(value, str):
            raise InputError(f"{argument(name, value)}: expected a name")


def _size_of(size: object) -> tuple[int, int]:
    """Return (rows, columns) from one number or that pair; raise InputError for anything else."""
    pair = (size, size) if hasattr(size, "__index__") else size
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise InputError(f"{argument('size', size)}: expected a number, or (rows, columns)")
    rows, columns = pair
    if not (hasattr(rows, "__index__") and hasattr(columns, "__index__")):
        raise InputError(f"{argument('size', size)}: expected whole numbers")
    return operator.index(rows), operator.index(columns)


def counting_solver(kind: Kind, name: str | None, *, listing: bool = False) -> Solver:
    """Return the solver of that name, else the first that counts, else the first complete one.

    listing: prefer solvers that find solutions one by one.
    """
    if name is None:
        complete = [solver for solver in kind.solvers.values() if solver.complete]
        for solver in sorted(complete, key=lambda solver: solver.counts is listing):
            return solver
    return named_solver(kind, name)


def counted(result: Result) -> int | None:
    """Return the number of solutions: the count, or how many were found if all were enumerated."""
    if result.count is not None or not result.exhausted:
        return result.count
    return len(result.solutions)


def explain(board: Determination, budget: Budget | None = None) -> Explanation:
    """Solve ``board`` by deduction alone: return the steps with their reasons, and the grade.

    Raises InputError if the kind does not have explanations.

    >>> explanation = explain(puzzle("pipes", "3x3:654eb6414"))
    >>> explanation.grade, len(explanation.steps)
    ('local', 21)
    >>> print(explanation.steps[0].words)
    The corner in row 1, column 1 has only one way left, ┌: the border is above and on the left.
    """
    _check(board, budget)
    return explainer_of(puzzles.kind(board.kind)).explain(board, budget)


def ambiguity(board: Determination, budget: Budget | None = None) -> Ambiguity:
    """Return the cells that differ between solutions, by region, each with a second solution.

    budget: a few seconds by default. Raises InputError if the board does not have a solution, or
    the kind does not support this.

    >>> [region.cells for region in ambiguity(puzzle("pipes", "2x1w:11")).regions]
    [((0, 0), (0, 1))]
    """
    _check(board, budget)
    result = explainer_of(puzzles.kind(board.kind)).ambiguity(board, budget)
    if result is None:
        raise InputError(f"{board.kind} cannot say where solutions differ")
    return result


def freedom(board: Determination, budget: Budget | None = None) -> Freedom | Stop:
    """Return the distribution over all solutions: shares, uniform samples, the k-th solution.

    Returns the Stop instead if the budget ends first; the default memory limit is 8 GiB. Raises
    InputError if the kind does not have a frontier counter, or the board is too wide for it.

    >>> board = puzzle("nurikabe", "nurikabe/3/2/1j2")
    >>> found = freedom(board)
    >>> found.count, board.encode_solution(found.solution(0))
    (1, '.#./##.')
    """
    from cpstudy.frontier.freedom import freedom as spread

    _check(board, budget)
    record = puzzles.kind(board.kind)
    if record.counting is None:
        raise InputError(f"{board.kind} has no frontier counter")
    return spread(board, record.counting, budget or Budget())


def conflict(board: Determination, budget: Budget | None = None) -> Conflict | None:
    """Return a minimal set of clues that contradict each other, or None if the budget ends first.

    budget: a few seconds by default. Raises InputError if the board has a solution, or the kind
    does not support this.

    >>> conflict(puzzle("sudoku", "11..............")).clues
    (((0, 0),), ((0, 1),))
    """
    from cpstudy.core.explaining import Explainer

    _check(board, budget)
    explainer = explainer_of(puzzles.kind(board.kind))
    if getattr(explainer.conflict, "__func__", None) is Explainer.conflict:  # not overridden
        raise InputError(f"{board.kind} cannot say which clues conflict")
    return explainer.conflict(board, budget)


def explainer_of(kind: Kind) -> Explainer:
    """Return the explainer of a kind. Raises InputError if it does not have one."""
    if kind.explaining is None:
        raise InputError(f"{kind.name} has no explanations")
    return kind.explaining.explainer


def named_preset(kind: Kind, name: str) -> Preset:
    """Return the kind's preset of that name. Raises InputError for an unknown name."""
    presets = kind.generating.presets if kind.generating else {}
    if name not in presets:
        known = ", ".join(presets) + meant(name, presets) or "it has none"
        raise InputError(f"preset {name!r} of {kind.name}: {known}")
    return presets[name]


def named_grade(kind: Kind, name: str | None) -> str | None:
    """Return ``name`` if it is a grade of the kind, a level (all grades of that level) or None.

    Raises InputError for an unknown name, and for a level without grades.
    """
    from cpstudy.core.explaining import LEVELS

    if name is None or kind.explaining is None:
        return name
    explainer = kind.explaining.explainer
    if explainer.grades_of(name):
        return name
    if name not in LEVELS:
        names = (*explainer.grades, *LEVELS)
        raise InputError(f"grade {name!r}: {choose_from(name, names)}")
    raise InputError(f"no grade of {kind.name} is {name}")


def compared_solvers(kind: Kind, names: str) -> list[Solver]:
    """Return the solvers to compare.

    names: separated by commas; ``all`` stands for every solver with :attr:`.Solver.in_all`. Raises
    InputError for an unknown name.
    """
    chosen: dict[str, Solver] = {}
    for name in names.split(","):
        if name == "all":
            rows = [row for row in _named(kind) if row.in_all]
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
    how: Callable[..., Result] = solving.solve,
) -> dict[str, Result | NotApplicable]:
    """Run several solvers on ``board``; return the result of each, or NotApplicable.

    solvers: names separated by commas, or ``all``; see :func:`compared_solvers`.
    how: the function that runs one solver.

    Raises WrongAnswerError, with the board's text form, if two solvers disagree.
    """
    _check(board, budget, seed)
    results: dict[str, Result | NotApplicable] = {}
    for row in compared_solvers(puzzles.kind(board.kind), solvers):
        try:
            results[row.name] = how(board, row, budget=budget, seed=seed, limit=limit)
        except NotApplicable as reason:
            results[row.name] = reason
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
    """Search for a sequence of moves from the start of ``board`` to a goal.

    strategy: a name from :func:`solvers`; by default the first that accepts the options.
    options: the strategy's own, e.g. ``whole=True`` for breadth-first search.

    The path is replayed by the rules. Raises InputError for an unknown name or option value, and
    WrongAnswerError if the path does not lead to a goal.

    >>> found = explore(puzzle("bridge_torch", "1,2,5,8"), "astar")
    >>> print(found.verdict, found.cost, *found.path)
    found 15 AB A CD B AB
    """
    from cpstudy.core import exploring

    _check(board, budget)
    _check_name(strategy=strategy)
    kind = puzzles.kind(board.kind)
    row = named_strategy(kind, strategy, options)
    return exploring.explore(board, row, space_of(kind), budget=budget, report=report, **options)


def hardest(board: Moves, /, budget: Budget | None = None, **options: Any) -> Moves:
    """Return ``board`` with the start replaced by a reachable state farthest from the goal.

    options: as in :func:`explore`; those of a strategy have no effect. Raises InputError if moves
    of the kind are not reversible, or the budget ends first.
    """
    _check(board, budget)
    space = space_of(puzzles.kind(board.kind))
    if not space.hardest:
        raise InputError(f"moves of {board.kind} cannot be taken back: no hardest start")
    chosen = space.values(options)
    return cast("Moves", space.hardest(board, budget or Budget(), **chosen))


def space_of(kind: Kind) -> Space:
    """Return the kind's space. Raises InputError if the kind is not a puzzle of moves."""
    if kind.space is None:
        raise InputError(f"{kind.name} has no moves to explore: use 'solve'")
    return kind.space


def state_space(board: Transition, **options: Any) -> StateSpace[Any]:
    """Return the state space of ``board``; options are those of its kind.

    Raises InputError for an unknown option or value.
    """
    space: StateSpace[Any] = space_of(puzzles.kind(board.kind)).of(board, **options)
    return space


@cast("Callable[..., GenerateOf]", _unchanged)
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
    moves: int | None = None,
    tiles: str = "",
    symmetry: str = "",
    outline: str = "",
    clues: str = "",
    clock: Clock | None = None,
) -> Iterator[tuple[Any, Hashable]]:
    """Generate puzzles 0 … count-1 of a seed, each with the solution from which it was made.

    algorithm: a name from ``cpstudy puzzles``.
    size: one number, or (rows, columns).
    wrap: join opposite borders of the board.
    unique: only puzzles with exactly one solution, pairwise different up to symmetry.
    grade: only puzzles of this difficulty: a grade as :func:`explain` returns it, or "easy",
    "medium", "hard", "expert"; implies ``unique``.
    moves: only puzzles of moves with shortest solutions of this length.
    tiles, symmetry, outline, clues: properties, for algorithms that accept them, e.g.
    "dead-end=30%,corner=5", "half-turn", "hexagon" and "5".
    clock: the time limit for each puzzle.

    Raises InputError for unknown names or sizes, and if no such puzzle was found; OutOfTimeError at
    the time limit.

    >>> for board, solution in generate("pipes", "wilson", 4, 2, unique=True):
    ...     print(board.encode(), board.encode_solution(solution))
    4x4:8cb277d4a26c6a41 4x4:89d4beb4a23c3542
    4x4:492643ca545acd76 4x4:1c1c83caa8aa3776
    """
    wished = (("tiles", tiles), ("symmetry", symmetry), ("outline", outline), ("clues", clues))
    make, wanted, _ = making(
        kind, algorithm, size, count, seed, wrap=wrap, unique=unique, grade=grade, moves=moves,
        wishes={name: wish for name, wish in wished if wish}, clock=clock or UNLIMITED,
    )  # fmt: skip
    return make(wanted)


def making(
    kind: str, algorithm: str, size: int | tuple[int, int], count: int, seed: int, *,
    wrap: bool = False, unique: bool = False, grade: str | None = None, moves: int | None = None,
    wishes: Mapping[str, str], clock: Clock,
) -> tuple[Generate, Wanted, Generator]:  # fmt: skip
    """Return the function behind :func:`generate`, its argument, and its row in the table."""
    from cpstudy.core.generating import Wanted

    record = puzzles.kind(kind)
    rows, columns = _size_of(size)
    check_whole(0, count=count, seed=seed)
    _check_name(algorithm=algorithm, grade=grade)
    if moves is not None:
        check_whole(0, moves=moves)
    grade = named_grade(record, grade)
    if min(rows, columns) < 1:
        raise InputError(f"size {columns}x{rows}: a board needs at least one row and one column")
    if rows * columns > _LARGEST_BOARD:
        raise InputError(f"size {columns}x{rows}: at most {_LARGEST_BOARD} cells")
    generator = _generator(record, algorithm, grade, wrap, wishes)
    wanted = Wanted(
        algorithm,
        rows,
        columns,
        count,
        seed,
        wrap,
        grade,
        moves,
        generator.arguments(wishes),
        clock,
    )
    make = _made_by(record, generator, wanted, unique or grade is not None)
    return make, wanted, generator


def _made_by(kind: Kind, generator: Generator, wanted: Wanted, unique: bool) -> Generate:
    """Return the function of a generator that makes such puzzles, or raise InputError."""
    named = f"algorithm {generator.name!r} of {kind.name}"
    if wanted.moves is not None:
        if generator.of_moves is None:
            raise InputError(f"{named}: cannot make puzzles of a wanted number of moves")
        return generator.of_moves
    if not unique:
        return generator.function
    if generator.unique is None:
        raise InputError(f"{named}: cannot make puzzles unique")
    return generator.unique


def _generator(
    kind: Kind, name: str, grade: str | None, wrap: bool, wishes: Mapping[str, str]
) -> Generator:
    """Return the generator. Raises InputError if it does not support the wishes or the grade."""
    rows = kind.generators
    if name not in rows:
        raise InputError(f"algorithm {name!r} of {kind.name}: {choose_from(name, rows)}")
    if wrap and not rows[name].wraps:
        raise InputError(f"{kind.name}: boards do not wrap")
    if not rows[name].gives(None, wrap, wishes):
        able = [other for other, row in rows.items() if row.gives(None, wrap, wishes)]
        wished = " ".join(f"{name} {wish}" for name, wish in wishes.items())
        raise InputError(
            f"algorithm {name!r} of {kind.name} takes no {wished}; what does: "
            f"{', '.join(able) or 'none'}"
        )
    if not rows[name].gives(grade, wrap):
        able = [other for other, row in rows.items() if row.gives(grade, wrap)]
        raise InputError(
            f"algorithm {name!r} of {kind.name} gives grade {', '.join(rows[name].grades)} only; "
            f"{grade} comes from {', '.join(able)}"
        )
    return rows[name]
