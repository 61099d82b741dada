"""The Python interface: puzzles, and a verb for each question about them.

The verbs look names up in the tables and call :func:`cpstudy.core.solving.solve` and
:func:`cpstudy.core.exploring.explore`; everything they return is documented there. Import them from
``cpstudy``. Only ``compare`` (several solvers on one board) and ``state_space`` (for properties and
graphs) are imported from here.
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

# Cells. Larger boards fill the memory.
_LARGEST_BOARD = 1 << 24


def _unchanged(function: Any) -> Any:
    """A decorator by which type checkers see the overloads of :mod:`cpstudy.typed`."""
    return function


def kinds() -> dict[str, str]:
    """The kinds of puzzles, each with a line about it.

    >>> kinds()["sudoku"]
    'Sudoku of any box shape to 25x25: each value once in rows, columns, boxes, diagonals'
    """
    return {name: puzzles.kind(name).summary for name in puzzles.kinds()}


def solvers(kind: str) -> dict[str, str]:
    """What solves puzzles of a kind, each with a line about it; the first is the default.

    For puzzles of moves these are the strategies of :func:`explore`. Raises InputError for an
    unknown kind.

    >>> list(solvers("river_crossing"))
    ['bfs', 'dfs', 'astar', 'bidirectional']
    """
    record = puzzles.kind(kind)
    if not record.solvers:
        return {name: row.summary for name, row in record.strategies.items()}
    return {row.name: row.summary for row in _named(record)}


def _named(kind: Kind) -> Iterator[Solver]:
    """The kind's solvers, and those that this process or a package adds and that can be loaded."""
    from cpstudy.external.named import every_solver

    return (row for row in every_solver(kind) if isinstance(row, Solver))


@cast("Callable[..., PuzzleOf]", _unchanged)
def puzzle(kind: str, text: str | None = None) -> Any:
    """The puzzle of a text: its text form, one line, or any format of the kind that holds one.

    ``puzzle(TEXT)`` is enough where the text says its kind: an address of another site, a saved
    game, a file of pzpr. Raises InputError that names the cell, or for a text that does not say it.

    It is immutable and hashable, ``encode()`` gives the line again, and a notebook draws it.

    >>> board = puzzle("pipes", "3x3:654eb6414")
    >>> board.rows, board.columns
    (3, 3)
    >>> puzzle("https://puzz.link/p?slither/5/5/g2dgbdg510bh27").kind
    'slitherlink'
    """
    if text is None:
        return _puzzle_that_says(kind)
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


def _puzzle_that_says(text: str) -> Any:
    from cpstudy.core.documents import Document
    from cpstudy.reading.door import only

    return only(_kind_said(Document.of(text)), text)


def _kind_said(document: Document) -> Kind:
    """The kind that a document says. Raises InputError where it says none."""
    from cpstudy.reading.naming import kind_of

    name = kind_of(document)
    if name is None:
        raise InputError(f"{shortened(document.first)} does not say its kind of puzzle: name it")
    return puzzles.kind(name)


@cast("Callable[..., ReadOf]", _unchanged)
def read(
    kind: str | Path, path: str | Path | None = None, format: str | None = None, **hints: str
) -> list[Any]:
    """The puzzles of a file, in a list of text forms or in another format of the kind.

    ``read(PATH)`` is enough where the file says its kind, as of :func:`puzzle`. format: a name from
    ``cpstudy puzzles``; None: it is detected. hints: what settles a document with several readings,
    as the options of the command line: ``blank="."``. Raises InputError that names file, line and
    cell for a faulty puzzle, OSError where the file cannot be read.

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
        record = _kind_said(document) if path is None else puzzles.kind(str(kind))
        check_format(record, format)
        check_hints(record, hints)
        for item in items(record, document, format):
            if isinstance(item.puzzle, InputError):
                raise InputError(f"{name}:{item.line}: {item.puzzle}")
            found.append(item.puzzle)
    return found


def cpmpy_model(board: Determination) -> CpmpyModel:
    """The model of a board in CPMpy, to be solved, changed or written by CPMpy's own means.

    Raises InputError where its kind has none, or CPMpy is not installed.

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
    """A row of the kind's SOLVERS, the first where no name is given. Raises InputError.

    Options may follow a row's name after colons: ``sat:lazy:glucose4``. What else a name may be,
    ``package.module:function`` say, stands in :mod:`cpstudy.external.named`.
    """
    if not kind.solvers:
        raise InputError(f"{kind.name} has no solvers: it is a puzzle of moves, for 'explore'")
    if name is None or name in kind.solvers:
        return next(iter(kind.solvers.values())) if name is None else kind.solvers[name]
    from cpstudy.external import named

    return named.named_solver(kind, name)


def named_strategy(kind: Kind, name: str | None, options: Iterable[str] = ()) -> Strategy:
    """A row of the kind's strategies; where no name is given the first that takes ``options``.

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
    """Solutions of ``board``, as many as ``limit``; two settle "many", ``None`` asks for all.

    solver: a name from :func:`solvers`, by default the first. found: called with each solution as
    soon as the solver hands it over. Raises InputError for an unknown name, WrongAnswerError where
    a witness breaks a rule.

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
    """How many solutions has ``board``: none, one, many – or not known within the budget?

    UNKNOWN where not all was searched: ``result.verdict`` has no truth value. Arguments and errors
    as of :func:`solve`.

    >>> print(verify(puzzle("pipes", "3x3:654eb6414")).verdict)
    unique
    >>> print(verify(puzzle("pipes", "2x1w:11"), "cpsat").verdict)
    many
    """
    return solve(board, solver, budget=budget, seed=seed, limit=2)


def count(
    board: Determination, solver: str | None = None, *, budget: Budget | None = None, seed: int = 1
) -> int | None:
    """The exact number of solutions; None where the budget did not suffice.

    solver: by default the kind's first that counts without listing, else its first complete one,
    which finds them all. Errors as of :func:`solve`.

    >>> count(puzzle("pipes", "4x4w:1354e646ab92157c"))
    2
    """
    _check(board, budget, seed)
    _check_name(solver=solver)
    row = counting_solver(puzzles.kind(board.kind), solver)
    limit = 1 if row.counts else None
    return counted(solving.solve(board, row, budget=budget, seed=seed, limit=limit))


def _check(board: object, budget: object, seed: object = 0) -> None:
    """Raise InputError that names the argument."""
    if isinstance(board, (str, bytes)) or not hasattr(board, "kind"):
        raise InputError(f"{argument('board', board)}: expected a puzzle, as of puzzle(KIND, TEXT)")
    if budget is not None and not isinstance(budget, Budget):
        raise InputError(f"{argument('budget', budget)}: expected a Budget, as Budget(seconds=5)")
    check_whole(0, seed=seed)


def _check_name(**given: object) -> None:
    """Raise InputError for what is neither a name nor None."""
    for name, value in given.items():
        if value is not None and not isinstance(value, str):
            raise InputError(f"{argument(name, value)}: expected a name")


def _size_of(size: object) -> tuple[int, int]:
    """(rows, columns) of one number or of that pair. Raises InputError for anything else."""
    pair = (size, size) if hasattr(size, "__index__") else size
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise InputError(f"{argument('size', size)}: expected a number, or (rows, columns)")
    rows, columns = pair
    if not (hasattr(rows, "__index__") and hasattr(columns, "__index__")):
        raise InputError(f"{argument('size', size)}: expected whole numbers")
    return operator.index(rows), operator.index(columns)


def counting_solver(kind: Kind, name: str | None, *, listing: bool = False) -> Solver:
    """The solver of that name, else the first that counts, else the first complete one.

    listing: prefer solvers that find solutions one by one.
    """
    if name is None:
        complete = [solver for solver in kind.solvers.values() if solver.complete]
        for solver in sorted(complete, key=lambda solver: solver.counts is listing):
            return solver
    return named_solver(kind, name)


def counted(result: Result) -> int | None:
    """The number of solutions; where all were listed, as many as were found."""
    if result.count is not None or not result.exhausted:
        return result.count
    return len(result.solutions)


def explain(board: Determination, budget: Budget | None = None) -> Explanation:
    """How ``board`` can be solved without trying: steps with their reasons, and its grade.

    Raises InputError where the kind has no explanations.

    >>> explanation = explain(puzzle("pipes", "3x3:654eb6414"))
    >>> explanation.grade, len(explanation.steps)
    ('local', 21)
    >>> print(explanation.steps[0].words)
    The corner in row 1, column 1 has only one way left, ┌: the border is above and on the left.
    """
    _check(board, budget)
    return explainer_of(puzzles.kind(board.kind)).explain(board, budget)


def ambiguity(board: Determination, budget: Budget | None = None) -> Ambiguity:
    """The cells that differ between solutions, by region, each with another solution.

    budget: without one some seconds. Raises InputError where there is no solution, and where the
    kind has no such map.

    >>> [region.cells for region in ambiguity(puzzle("pipes", "2x1w:11")).regions]
    [((0, 0), (0, 1))]
    """
    _check(board, budget)
    found = explainer_of(puzzles.kind(board.kind)).ambiguity(board, budget)
    if found is None:
        raise InputError(f"{board.kind} cannot say where solutions differ")
    return found


def freedom(board: Determination, budget: Budget | None = None) -> Freedom | Stop:
    """All solutions of ``board`` as one distribution: shares, random ones, the k-th.

    The stop where the budget, without memory 8 GiB, did not suffice. Raises InputError where the
    kind is not counted along a frontier, or the board is too wide for it.

    >>> found = freedom(puzzle("nurikabe", "nurikabe/3/2/1k2"))
    >>> found.count, board.encode_solution(found.solution(0))
    """
    from cpstudy.frontier.freedom import freedom as spread

    _check(board, budget)
    record = puzzles.kind(board.kind)
    if record.counting is None:
        raise InputError(f"{board.kind} has no counter that keeps its solutions")
    return spread(board, record.counting, budget or Budget())


def conflict(board: Determination, budget: Budget | None = None) -> Conflict | None:
    """A minimal set of clues that contradict each other; None where the budget did not suffice.

    budget: without one some seconds. Raises InputError where there is a solution, and where the
    kind cannot find conflicts.

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
    """The explainer of a kind. Raises InputError where it has none."""
    if kind.explaining is None:
        raise InputError(f"{kind.name} has no explanations")
    return kind.explaining.explainer


def named_preset(kind: Kind, name: str) -> Preset:
    """A preset of the kind. Raises InputError for an unknown name."""
    presets = kind.generating.presets if kind.generating else {}
    if name not in presets:
        known = ", ".join(presets) + meant(name, presets) or "it has none"
        raise InputError(f"preset {name!r} of {kind.name}: {known}")
    return presets[name]


def named_grade(kind: Kind, name: str | None) -> str | None:
    """A grade of the kind, or a level, which stands for all its grades; None: any.

    Raises InputError for an unknown name, and for a level that none of the grades has.
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
    """The solvers of a comparison: ``all`` (see :attr:`.Solver.in_all`), or names with commas.

    Raises InputError for an unknown name.
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
    """The result of each solver on ``board``; NotApplicable where one does not take it.

    solvers: see :func:`compared_solvers`. how: runs one of them. Raises WrongAnswerError, with the
    board's text form, where two of them settle it differently.
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
    """Can the goal be reached, and by which moves?

    strategy: a name from the kind's strategies (``cpstudy solvers``), by default the first that
    takes the options.
    options: the strategy's own, e.g. ``whole=True`` for breadth first. Raises InputError for an
    unknown name or option value, WrongAnswerError where the moves do not lead to a goal.

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
    """The puzzle whose start is as far from the goal as any state that ``board`` can reach.

    options: as of :func:`explore`; those of a strategy have no effect. Raises InputError where
    moves of the kind cannot be taken back, or the budget does not suffice.
    """
    _check(board, budget)
    space = space_of(puzzles.kind(board.kind))
    if not space.hardest:
        raise InputError(f"moves of {board.kind} cannot be taken back: no hardest start")
    chosen = space.values(options)
    return cast("Moves", space.hardest(board, budget or Budget(), **chosen))


def space_of(kind: Kind) -> Space:
    """How puzzles of a kind are explored. Raises InputError where they are not."""
    if kind.space is None:
        raise InputError(f"{kind.name} has no moves to explore: use 'solve'")
    return kind.space


def state_space(board: Transition, **options: Any) -> StateSpace[Any]:
    """The puzzle as a state space; options are those of its kind.

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
    """Puzzles 0 … count-1 of a seed, each with the solution it was made from.

    size: one number, or (rows, columns). unique: only puzzles with exactly one solution, no two
    the same up to symmetry. grade: of this difficulty only, a rule's name as ``explain`` reports
    it or "easy", "medium", "hard", "expert"; implies unique. tiles, symmetry, outline,
    clues: wishes, where the algorithm takes them, e.g. "dead-end=30%,corner=5", "half-turn",
    "hexagon" and "5". moves: puzzles of moves whose shortest solutions have so many. clock: limits
    the time for each puzzle. Raises InputError for unknown names or sizes, and where no such puzzle
    was found; OutOfTimeError by the clock.

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
    """What makes the puzzles of :func:`generate`, what it is to make, and its row in the table."""
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
    """What of a generator makes such puzzles. Raises InputError where nothing does."""
    named = f"algorithm {generator.name!r} of {kind.name}"
    if wanted.moves is not None:
        if generator.of_moves is None:
            raise InputError(f"{named}: makes no puzzles of so many moves")
        return generator.of_moves
    if not unique:
        return generator.function
    if generator.unique is None:
        raise InputError(f"{named}: cannot make puzzles unique")
    return generator.unique


def _generator(
    kind: Kind, name: str, grade: str | None, wrap: bool, wishes: Mapping[str, str]
) -> Generator:
    """A generator of the kind. Raises InputError where it cannot fulfil the wishes or the grade."""
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
