"""Puzzles as a printable booklet: each solved and graded, in order from easy to hard.

A puzzle with one solution gets its level from the kind's explainer; the level of a puzzle of moves
is its fewest moves. Printed puzzles should have one solution, so others are faults unless the user
allows them. All solutions and paths come from the checked functions of ``core``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from cpstudy import api
from cpstudy.core.documents import Located
from cpstudy.core.drawing import Drawing
from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind, Preset
from cpstudy.core.labels import in_words
from cpstudy.core.result import Budget, Reachability, Verdict
from cpstudy.core.solving import Solver, solve
from cpstudy.core.wording import counted, joined
from cpstudy.plot.booklet import Booklet, Chapter, Entry
from cpstudy.puzzles import kind as kind_of
from cpstudy.study.executors import ordered_map

# The maximum memory of a state graph, in bytes.
_MEMORY = 4 << 30

_SEVERAL = "several solutions"

# The end of a kind's name, at the head of its summary.
_NAME_ENDS = re.compile(r":|,| of | \(")

# The number of generated puzzles examined for each one to print.
_TRIES = 20

# Moves of one letter are printed in groups of this size.
_TOGETHER = 5


@dataclass(frozen=True)
class Solved:
    """A printable puzzle with its level, its rank and its answer.

    level: in words. rank: the index of the hardest rule that it needs, or its number of moves; it
    sorts puzzles from easy to hard. shown: the solution, or the start of a puzzle of moves. moves:
    those of a puzzle of moves. name: title and author, if its document names them.
    """

    puzzle: Any
    level: str
    rank: int
    shown: Any
    moves: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class Settings:
    """The settings for solving. budget: for one puzzle. ambiguous: allow several solutions."""

    budget: Budget
    seed: int = 1
    solver: Solver | None = None
    ambiguous: bool = False


def not_printed_reason(kind: Kind) -> str:
    """Why a kind has no booklets; "" if it has."""
    if kind.pictures is None or kind.pictures.drawing is None:
        return f"{kind.name} has no drawings to print"
    return ""


def solved(
    kind: Kind, items: Iterable[Located], settings: Settings, jobs: int | None = None
) -> Iterator[tuple[Located, Solved | InputError]]:
    """Each item solved and graded, or its fault, in order, on ``jobs`` processes."""
    return ordered_map(partial(_solved, kind.name, settings), items, jobs)


def _solved(
    kind_name: str, settings: Settings, item: Located
) -> tuple[Located, Solved | InputError]:
    kind = kind_of(kind_name)
    if isinstance(item.puzzle, InputError):
        return item, item.puzzle
    try:
        find = _determined if kind.solvers else _reached
        return item, replace(find(kind, item.puzzle, settings), name=_name(item))
    except InputError as error:  # it cannot be printed, or this solver does not take it
        return item, error


def _name(item: Located) -> str:
    """``The swan, by N. N.``, as far as the document says; the origin of generated puzzles."""
    author = item.about.get("author", "")
    made = in_words(item.about) if "generator" in item.about else ""
    return ", ".join(filter(None, (item.title, f"by {author}" if author else "", made)))


def _determined(kind: Kind, puzzle: Any, settings: Settings) -> Solved:
    """A puzzle with its solution. Raises InputError if there is none, or not only one."""
    solver = settings.solver or api.named_solver(kind, None)
    result = solve(puzzle, solver, budget=settings.budget, seed=settings.seed, limit=2)
    if result.verdict is Verdict.NONE:
        raise InputError("no solution")
    if not result.solutions:
        raise InputError(f"not decided within the budget (stopped: {result.stop})")
    if result.verdict is not Verdict.UNIQUE and not settings.ambiguous:
        several = result.verdict is Verdict.MANY
        fault = "several solutions" if several else f"perhaps several (stopped: {result.stop})"
        raise InputError(f"{fault}: --allow-ambiguous prints it nevertheless")
    solution = result.solutions[0]
    if result.verdict is not Verdict.UNIQUE:
        return Solved(puzzle, _SEVERAL, 1 << 30, solution)
    if kind.explaining is None:
        return Solved(puzzle, "one solution", 0, solution)
    explainer = kind.explaining.explainer
    grade = explainer.grade(puzzle)
    assert grade is not None, "the puzzle has one solution"
    level = explainer.levels.get(grade, grade)
    return Solved(puzzle, level, explainer.grades.index(grade), solution)


def _reached(kind: Kind, puzzle: Any, settings: Settings) -> Solved:
    """A puzzle of moves with the fewest moves. Raises InputError if there is no known path."""
    budget = Budget(seconds=settings.budget.seconds, memory=_MEMORY)
    result = api.explore(puzzle, api.space_of(kind).fewest, budget=budget)
    if result.verdict is Reachability.UNREACHABLE:
        raise InputError("the goal cannot be reached")
    if result.path is None:
        raise InputError(f"not decided within the budget (stopped: {result.stop})")
    if not result.path:
        raise InputError("already solved")
    moves = tuple(map(str, result.path))
    grade = counted(len(moves), "move")
    return Solved(puzzle, grade, len(moves), result.trace[0], moves)


def from_presets(
    kind: Kind, presets: Sequence[str], count: int, settings: Settings, jobs: int | None = None
) -> Iterator[tuple[Located, Solved | InputError]]:
    """The first ``count`` puzzles of each preset that can be printed.

    Generators that do not ensure one solution give boards without a solution, or with several:
    these are skipped. Too many of them are a fault. Raises InputError for an unknown name.
    """
    for preset in [api.named_preset(kind, name) for name in presets]:
        tries = count if preset.unique else _TRIES * count
        found = 0
        for item, one in solved(
            kind, _generated(kind, preset, tries, settings.seed), settings, jobs
        ):
            if not isinstance(one, InputError):
                yield item, one
                found += 1
            if found == count:
                break
        if found < count:
            fault = f"{found} of {tries} can be printed, {count} are wanted"
            yield Located(f"preset {preset.name}", InputError(fault)), InputError(fault)


def _generated(kind: Kind, preset: Preset, count: int, seed: int) -> Iterator[Located]:
    drawn = api.generate(
        kind.name,
        preset.algorithm,
        preset.size,
        count,
        seed,
        wrap=preset.wrap,
        unique=preset.unique,
        grade=preset.grade,
        outline=preset.outline,
    )
    for number, (puzzle, _) in enumerate(drawn, 1):
        yield Located(f"preset {preset.name}, puzzle {number}", puzzle)


# -- printing ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Print:
    """The look of a booklet; see :class:`cpstudy.plot.booklet.Booklet`. title: None: the kind's."""

    title: str | None = None
    paper: str = "a4"
    per_page: int = 2
    answers: bool = True
    piece: float | None = None


def layout(parts: Iterable[tuple[Kind, Iterable[Solved]]], how: Print, seed: int) -> Booklet:
    """The booklet as data: a chapter for each kind, puzzles from easy to hard, then by size.

    seed: shuffles pieces.
    """
    chapters: list[Chapter] = []
    number = 0
    for kind, puzzles in parts:
        ordered = sorted(puzzles, key=lambda one: (one.rank, _cells(kind, one)))
        entries = tuple(_entry(kind, one, at, seed) for at, one in enumerate(ordered, number + 1))
        number += len(entries)
        title = _NAME_ENDS.split(kind.summary)[0]
        chapters.append(Chapter(title, kind.rules, entries, _example(kind, seed)))
    of = f" of {len(chapters)} kinds" if len(chapters) > 1 else ""
    return Booklet(
        how.title or joined([chapter.title for chapter in chapters]),
        counted(number, "puzzle") + of,
        tuple(chapters),
        how.paper,
        how.per_page,
        how.answers,
        how.piece,
    )


def _cells(kind: Kind, one: Solved) -> float:
    drawing = _drawing(kind, one)
    return drawing.width * drawing.height


def _drawing(kind: Kind, one: Solved) -> Drawing:
    """The solution, or the start of a puzzle of moves."""
    assert kind.pictures is not None
    assert kind.pictures.drawing is not None
    return kind.pictures.drawing(one.puzzle, (one.shown,))


def _example(kind: Kind, seed: int) -> Entry | None:
    """The kind's example, if it can be printed."""
    item = Located("example", kind.puzzle.decode(kind.example))
    _, one = _solved(kind.name, Settings(Budget(), ambiguous=True), item)
    return None if isinstance(one, InputError) else _entry(kind, one, 0, seed)


def _entry(kind: Kind, one: Solved, number: int, seed: int) -> Entry:
    assert kind.pictures is not None
    text, drawn = one.puzzle.encode(), _drawing(kind, one)
    if kind.pictures.cutouts is not None:
        board, pieces = kind.pictures.cutouts(one.puzzle, seed)
        return Entry(number, one.level, text, board, drawn, pieces=pieces, name=one.name)
    printed = kind.pictures.printed
    assert kind.pictures.drawing is not None
    puzzle = printed(one.puzzle) if printed else kind.pictures.drawing(one.puzzle, ())
    if one.moves:
        words = _lines_of(one.moves)
        return Entry(number, one.level, text, puzzle, None, words, name=one.name)
    return Entry(number, one.level, text, puzzle, drawn, name=one.name)


def _lines_of(moves: Sequence[str]) -> tuple[str, ...]:
    """The number of moves, then the moves; single letters in groups."""
    if all(len(move) == 1 for move in moves):
        parts = ["".join(moves[i : i + _TOGETHER]) for i in range(0, len(moves), _TOGETHER)]
    else:
        parts = list(moves)
    return (f"fewest moves: {len(moves)}", " ".join(parts))
