"""A kind of puzzle as data: its class, and groups of its solvers, formats, generators and so on.

A record holds functions and classes; those of other modules are deferred
(:mod:`cpstudy.core.deferred_imports`), so that listing kinds imports nothing. ``resolve`` gives the
object itself, for code that needs an attribute of it and not a call. The CLI, the tests and the
documentation follow from these records. If a kind lacks a group, the field is None, and the verbs
that need it report that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from cpstudy.core.deferred_imports import deferred_imports

with deferred_imports():
    from cpstudy.core import documents, text

if TYPE_CHECKING:
    from cpstudy.core.certificate import Certificate
    from cpstudy.core.clock import Clock
    from cpstudy.core.documents import Document, Item
    from cpstudy.core.drawing import Drawing
    from cpstudy.core.explaining import Explainer, Lesson, Repair, Step
    from cpstudy.core.exploring import Space, Strategy
    from cpstudy.core.generating import Generate
    from cpstudy.core.options import Option
    from cpstudy.core.puzzle import Puzzle
    from cpstudy.core.result import Budget, Result
    from cpstudy.core.solving import Request, Solver
    from cpstudy.core.text_pictures import TextPicture


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Row = TypeVar("Row", bound=_Named)


def table(*rows: Row) -> dict[str, Row]:
    """Rows by their names, in order. Raises RuntimeError if two have the same name."""
    found: dict[str, Row] = {}
    for row in rows:
        if row.name in found:
            raise RuntimeError(f"two rows are called {row.name!r}")
        found[row.name] = row
    return found


@dataclass(frozen=True)
class Format:
    """One file format of a kind.

    read: the puzzles of a document, and faults in their places; None if the format is only written.
    write: None if it is only read. recognises: whether a document has this format by its signature
    or its shape; the reader decides whether it has a fault. If several formats of a kind recognise
    a document and read different puzzles, the document is refused with their names.

    decode: for a format of one puzzle a line, the puzzle of a line, or an :class:`.Item` if the
    line says more about it; a list may mix such lines with those of other formats. If the format
    has hints, those given are its second argument. claims: whether a line has this format; None:
    whether ``decode`` accepts it.

    hints: statements by which the user may settle the reading: names of :func:`.documents.hint_of`,
    each with its help. binary: it reads bytes, not lines. has_syntax: it is more than rows, so a
    document of this format with a fault can be nothing else.

    write_all: writes several puzzles, as pairs of (facts, puzzle), if a file of them is more than
    single files joined; the facts are ``title`` and those of :attr:`.Item.about`. It also writes
    one puzzle if ``write`` is None.
    """

    name: str
    summary: str
    read: Callable[[Document], Iterator[Item]] | None = None
    write: Callable[[Any], str] | None = None
    recognises: Callable[[Document], bool] | None = None
    write_all: Callable[[Sequence[tuple[Mapping[str, str], Any]]], str] | None = None
    decode: Callable[..., Any] | None = None
    claims: Callable[[str], bool] | None = None
    hints: Mapping[str, str] = field(default_factory=dict)
    binary: bool = False
    has_syntax: bool = False

    def __post_init__(self) -> None:
        if self.write is None and self.write_all is not None:
            object.__setattr__(self, "write", partial(_written_alone, self.write_all))


def _written_alone(write_all: Callable[..., str], puzzle: Any) -> str:
    return write_all([({}, puzzle)])


def line_format(
    name: str,
    summary: str,
    decode: Callable[..., Any],
    claims: Callable[[str], bool] | None,
    write: Callable[[Any], str] | None = None,
    hints: Mapping[str, str] | None = None,
) -> Format:
    """A format that has one puzzle a line."""
    read = partial(_read_lines, decode, bool(hints))
    return Format(name, summary, read, write, decode=decode, claims=claims, hints=hints or {})


def _read_lines(decode: Callable[..., Any], hinted: bool, lines: Iterable[str]) -> Iterator[Item]:
    hints = getattr(lines, "hints", {})
    return text.read_list(lines, partial(_hinted, decode, hints) if hinted else decode)


def _hinted(decode: Callable[..., Any], hints: Mapping[str, str], line: str) -> Any:
    return decode(line, hints)


def noted(
    decode: Callable[[str, Mapping[str, str]], tuple[Any, Mapping[str, str]]],
) -> Callable[[str, Mapping[str, str]], Item]:
    """The ``decode`` of a format whose lines give pairs of a puzzle and :attr:`.Item.about`."""
    return partial(_noted, decode)


def _noted(
    decode: Callable[[str, Mapping[str, str]], tuple[Any, Mapping[str, str]]],
    line: str,
    hints: Mapping[str, str],
) -> Item:
    puzzle, about = decode(line, hints)
    return documents.Item(1, line, puzzle, about=about)


def text_format(
    puzzle: type[Puzzle], summary: str, claims: Callable[[str], bool] | None = None
) -> Format:
    """The format that every kind has: text forms, one a line."""
    return Format(
        "text", summary, partial(text.read_text, puzzle), text.write_text,
        decode=decoder(puzzle), claims=claims,
    )  # fmt: skip


def decoder(puzzle: type[Puzzle]) -> Callable[[str], Any]:
    """The decoder of text forms; it loads the class when it is first called."""
    return partial(_decode, puzzle)


def _decode(puzzle: type[Puzzle], line: str) -> Any:
    return puzzle.decode(line)


@dataclass(frozen=True)
class Generator:
    """One generator of a kind.

    function: pairs of a puzzle and its solution (:mod:`.generating`). It checks the clock while it
    makes a puzzle. study: part of ``--algorithm all``. unique: makes distinct puzzles with one
    solution, of the wanted grade; None if there is no such function. of_moves: makes puzzles of
    moves whose shortest solutions have the wanted length. wraps: whether boards may wrap. options:
    ``tiles``, ``symmetry``, ``outline`` and ``clues`` are wishes. grades: the only grades, and
    their levels, of its puzzles on boards that do not wrap; empty: any. symmetry: that of all its
    puzzles. version: raised when the same seed gives other puzzles. apart: whether puzzles from
    ``Wanted.first`` on are made without those before them, so that several processes can work
    (never for puzzles of a number of moves).
    """

    name: str
    summary: str
    function: Generate
    study: bool = True
    unique: Generate | None = None
    of_moves: Generate | None = None
    wraps: bool = False
    options: tuple[Option, ...] = ()
    grades: tuple[str, ...] = ()
    symmetry: str = ""
    version: int = 1
    apart: bool = False

    def gives(self, grade: str | None, wrap: bool, wishes: Mapping[str, str] | None = None) -> bool:
        """Whether it can make puzzles of that grade (None: any) that fulfil the wishes."""
        graded = grade is None or wrap or not self.grades or grade in self.grades
        return graded and all(self._takes(*wish) for wish in (wishes or {}).items())

    def _takes(self, name: str, wish: str) -> bool:
        options = {option.name: option for option in self.options}
        if name in options:
            return not options[name].choices or wish in options[name].choices
        return name == "symmetry" and wish == self.symmetry

    def arguments(self, wishes: Mapping[str, str]) -> dict[str, str]:
        """The wishes that are its options; all its puzzles fulfil the others."""
        names = {option.name for option in self.options}
        return {name: wish for name, wish in wishes.items() if name in names}


@dataclass(frozen=True)
class Preset:
    """A setting of a generator that a kind proposes: ``generate --preset NAME``.

    size: (rows, columns). unique: one solution only; grade: of this difficulty. outline: of the
    board, if the generator takes it.
    """

    name: str
    algorithm: str
    size: tuple[int, int]
    unique: bool = False
    grade: str | None = None
    wrap: bool = False
    outline: str = ""


def levels(algorithm: str, **sides: int) -> tuple[Preset, ...]:
    """Presets named by the level of their puzzles: square, with one solution (``easy=7``)."""
    return tuple(
        Preset(level, algorithm, (side, side), unique=True, grade=level)
        for level, side in sides.items()
    )


def graded(
    makers: Mapping[tuple[str, int], Sequence[str]],
) -> dict[str, tuple[str, tuple[int, int]]]:
    """The ``graded`` of :class:`Generating`, from grades by algorithm and side of squares."""
    return {
        grade: (algorithm, (side, side))
        for (algorithm, side), grades in makers.items()
        for grade in grades
    }


@dataclass(frozen=True)
class Pictures:
    """text, drawing: show a puzzle and solutions as characters, as shapes.

    Puzzles of moves get states instead of solutions, and show the start if no state is given.

    known: the board after steps of a deduction; the cells of the last ``latest`` steps are lit, and
    those that force them outlined.

    printed: the puzzle to be solved with a pen; None: as drawn. cutouts: takes a puzzle and a seed,
    for puzzles that are laid from pieces: the empty board, and the pieces of one cell each, in
    random order and turned at random. ambiguity: the regions in which solutions differ, as
    characters and as shapes.
    """

    text: Callable[[Any, Sequence[Any]], TextPicture]
    drawing: Callable[[Any, Sequence[Any]], Drawing] | None = None
    known: Callable[[Any, Sequence[Step], int], Drawing] | None = None
    printed: Callable[[Any], Drawing] | None = None
    cutouts: Callable[[Any, int], tuple[Drawing, tuple[Drawing, ...]]] | None = None
    ambiguity: tuple[Callable[[Any], TextPicture], Callable[[Any], Drawing]] | None = None


@dataclass(frozen=True)
class Generating:
    """generators: the first is the default. presets: a few popular settings.

    identity: equal for puzzles that are the same up to symmetry, of which a batch holds one; None:
    puzzles are the same if their text forms are.

    graded: by grade, the algorithm and (rows, columns) that make such puzzles quickly, for grades
    that are rare with the first generator and its usual size. usual: the default setting; None: the
    preset of the level medium, else the first generator on 5×5.

    measures: of a puzzle with its solution (None if the generator makes none), numbers that
    characterise the puzzle, by name. places: the numbers of the cells with clues.
    """

    generators: Mapping[str, Generator]
    presets: Mapping[str, Preset] = field(default_factory=dict)
    identity: Callable[[Any], Hashable] | None = None
    graded: Mapping[str, tuple[str, tuple[int, int]]] = field(default_factory=dict)
    usual: Preset | None = None
    measures: Callable[[Any, Any], Mapping[str, float]] | None = None
    places: Callable[[Any], Collection[int]] | None = None

    def __post_init__(self) -> None:
        medium = self.presets.get("medium")
        if self.usual is None and medium is not None and medium.grade == medium.name:
            object.__setattr__(self, "usual", medium)

    def proposed(self, grade: str | None, grades: Sequence[str] = ()) -> Preset | None:
        """The setting that makes puzzles of a grade quickly, if known. grades: those of a level."""
        if grade is None:
            return None
        preset = self.presets.get(grade)
        if preset is not None and preset.grade == grade:
            return preset
        known = next((self.graded[name] for name in (grade, *grades) if name in self.graded), None)
        return Preset("", *known, unique=True, grade=grade) if known else preset

    def choices(self, wish: str) -> dict[str, str]:
        """The named values that some generator takes for a wish, each with a summary."""
        found: dict[str, str] = {}
        for row in self.generators.values():
            found |= {row.symmetry: row.summary} if wish == "symmetry" and row.symmetry else {}
            for option in row.options:
                found |= option.choices if option.name == wish else {}
        return found


@dataclass(frozen=True)
class Explaining:
    """repair: makes a puzzle with several solutions unique by the fewest changed cells. lessons: of
    the rules, easiest first.
    """

    explainer: Explainer
    repair: Callable[[Any, Budget | None], Repair | None] | None = None
    lessons: Callable[[], tuple[Lesson, ...]] = tuple

    def title(self, rule: str) -> str:
        """The players' name of a rule; its own name if it has no lesson."""
        return next((lesson.title for lesson in self.lessons() if lesson.rule == rule), rule)


@dataclass(frozen=True)
class Proofs:
    """prove: that a puzzle's solution is the only one. check: why a certificate is rejected, "" if
    it is accepted; shares no code with ``prove``.
    """

    prove: Callable[[Any, Any], Certificate]
    check: Callable[[Certificate], str]


@dataclass(frozen=True)
class CountProofs:
    """prove: a puzzle's number of solutions; passes on each layer of states, as bytes. check: why
    a puzzle, a number and such layers are rejected, "" if they are accepted; shares no code with
    ``prove``.
    """

    prove: Callable[[Any, Callable[[bytes], None]], int]
    check: Callable[[Any, int, Iterator[bytes]], str]


@dataclass(frozen=True)
class Meaning:
    """The meaning of a variable of a kind's clause learning.

    true, false: in the words of a player, rows and columns from 1. at: where it is drawn, as (row,
    column): a cell, or the two ends of an edge (halves: between cells); empty if it is not drawn.
    look: what is drawn if it is true and if it is false: "line" or "gap" for edges; "fill", "dot",
    "cross", or one or two characters for cells.
    """

    true: str
    false: str
    at: tuple[tuple[float, float], ...] = ()
    look: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Learning:
    """A kind's clause learning, step by step on the board.

    meanings: of its variables, from 1 on. propagator: what the propagator claims, in words, if
    there is one. solve: the search, if it is not the row ``cdcl``.
    """

    meanings: Callable[[Any], Sequence[Meaning]]
    propagator: str = ""
    solve: Callable[[Any, Request], Result] | None = None


@dataclass(frozen=True)
class Page:
    """A kind on the page where people play.

    board: the puzzle as values for JSON that the script reads, with ``rows`` and ``columns``, and
    ``size`` in words if these do not describe it. answer: the same for a solution. extras: the same
    for a puzzle and a clock: values that take a search. solver: the row that finds verdict and
    answer if the kind has no explainer (None: the kind's first). bundled: the puzzles in the page.
    script: ``"package:file.js"``, a module that exports ``kind`` (``web/script/kind.js`` has the
    contract); "": the file of the kind's name in ``web/kinds/``. Style sheets and imported modules
    lie next to it. shared: for a script that several kinds share, which exports ``kindOf``, a
    function of these values. learning: its clause learning.

    state: for puzzles of moves, a state as the script writes it, without spaces and the same for
    states of equal canonical form.
    """

    board: Callable[[Any], Mapping[str, Any]]
    answer: Callable[[Any, Any], object] | None = None
    extras: Callable[[Any, Clock], Mapping[str, Any]] | None = None
    solver: str | None = None
    state: Callable[[Any, Any], str] | None = None
    bundled: tuple[Bundled, ...] = ()
    script: str = ""
    shared: Mapping[str, object] = field(default_factory=dict)
    learning: Learning | None = None


def solution_values(puzzle: Any, solution: bytes) -> list[int]:
    """A solution with one byte for each cell (or edge), as the page reads it."""
    return list(solution)


@dataclass(frozen=True)
class Bundled:
    """Puzzles for the page: ``count`` of a generator, given text forms, or pairs from ``made``.

    size: (rows, columns). unique, grade, wrap, outline: as in a preset. made: pairs of a puzzle and
    its source, for puzzles that generators cannot describe by name and size.
    """

    algorithm: str = ""
    size: tuple[int, int] = (0, 0)
    count: int = 1
    unique: bool = True
    grade: str | None = None
    wrap: bool = False
    outline: str = ""
    texts: tuple[str, ...] = ()
    made: Callable[[], Iterable[tuple[Any, str]]] | None = None
    source: str = ""


class Spot(NamedTuple):
    """A place of a solution: its name, and the square that shows it, by its centre and side."""

    name: str
    x: float
    y: float
    side: float


@dataclass(frozen=True)
class Counting:
    """How a kind is counted along a frontier, and how places of its solutions are shown.

    counter: of a puzzle (frontier/counting.py). spot: of a puzzle and a place. sign: of a puzzle
    and a value. size: of the drawing of a puzzle, (width, height) in cells.
    """

    counter: Callable[[Any], Any]
    spot: Callable[[Any, int], Spot]
    sign: Callable[[Any, int], str]
    size: Callable[[Any], tuple[float, float]]


@dataclass(frozen=True)
class Kind:
    """One kind of puzzle: a line of ``PUZZLES``.

    puzzle: its class. example: a text form. rules: in a sentence or two, for newcomers. solvers:
    the first is the default; a kind has solvers or a space, or both. safe_states: counts placements
    that satisfy the rules between neighbours, whether or not they satisfy global rules. features:
    what is known of a puzzle before it is solved, without the features that do not apply; whether
    they predict effort is a question of the study that uses them.
    """

    name: str
    summary: str
    puzzle: type[Puzzle]
    example: str
    rules: str = ""
    solvers: Mapping[str, Solver] = field(default_factory=dict)
    formats: Mapping[str, Format] = field(default_factory=dict)
    pictures: Pictures | None = None
    generating: Generating | None = None
    explaining: Explaining | None = None
    proofs: Proofs | None = None
    count_proofs: CountProofs | None = None
    space: Space | None = None
    page: Page | None = None
    safe_states: Callable[[Any, Budget], Result] | None = None
    features: Callable[[Any], Mapping[str, float]] | None = None
    counting: Counting | None = None

    @property
    def generators(self) -> Mapping[str, Generator]:
        """The generators by name; empty if there are none."""
        return self.generating.generators if self.generating else {}

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """The strategies by name; empty if there is no space."""
        return self.space.strategies if self.space else {}


def bundled(
    algorithm: str, counts: Mapping[int | tuple[int, str], int], **settings: Any
) -> tuple[Bundled, ...]:
    """Sets of square boards, one for each side, or pair of a side and a grade, with its count."""
    lines = []
    for key, count in counts.items():
        side, grade = key if isinstance(key, tuple) else (key, None)
        lines.append(Bundled(algorithm, (side, side), count, grade=grade, **settings))
    return tuple(lines)


def boards(puzzle: type[Puzzle], record: str) -> Bundled:
    """The boards of ``boards.json`` next to a record, by their source."""
    return Bundled(made=partial(_boards, puzzle, record))


def _boards(puzzle: type[Puzzle], record: str) -> Iterator[tuple[Any, str]]:
    kept = Path(record).with_name("boards.json").read_text(encoding="utf-8")
    for source, texts in json.loads(kept).items():
        yield from ((puzzle.decode(one), source) for one in texts)
