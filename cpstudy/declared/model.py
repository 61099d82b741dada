"""The model of one puzzle: the variables of its answer, and its rules as constraints in CPMpy.

``declare`` of a kind fills it. Every variable belongs to the answer, so an answer is checked by
evaluating the rules: a rule over helper variables would leave them without values. What needs
helpers (connected, one loop) is a constraint of graph.py, which evaluates itself.

Models are kept for the puzzles that were asked for last, since making them and the clauses is most
of the time of a verdict. Their variables hold the values of one answer at a time, under a lock.
"""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import RLock
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.deferred_imports import Module, deferred_imports
from cpstudy.core.errors import InputError, shortened
from cpstudy.declared.board import Cell, Place, at

with deferred_imports():
    from cpstudy.encode import cpmpy_graph as graph

if TYPE_CHECKING:
    import cpmpy as cp

    from cpstudy.declared.puzzle import Answer, Declared
else:
    cp = Module("cpmpy")  # importing it takes 0.4 s

__all__ = ["Group", "Model", "Rule", "cp", "model_of", "uncollected"]

# Values of an answer are bytes.
LARGEST_VALUE = 255
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_KEPT = 16


@contextmanager
def uncollected() -> Iterator[None]:
    """Collections of garbage put off while thousands of objects are made that stay."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@dataclass(frozen=True)
class Rule:
    """A rule of one puzzle.

    words: what it demands. constraint: an expression of CPMpy over variables of the answer. cells:
    those that it is about. clue: the cell whose clue it comes from, or None. weight: how hard it is
    for people, 1 the easiest.
    """

    words: str
    constraint: Any
    cells: tuple[Cell, ...]
    clue: Place | None = None
    weight: int = 1

    def holds(self) -> bool:
        """Whether it does under the values that the variables have."""
        return bool(
            self.constraint.value() if hasattr(self.constraint, "value") else self.constraint
        )


@dataclass(frozen=True)
class Group:
    """Variables that were made together.

    name: for texts and drawings. places, variables: in the same order. yes, no: the words of a
    value, ``{}`` the place, ``{v}`` the value of integers, ``{s}`` the s of its plural;
    Booleans have one value each. mark, how values are drawn: ``shade`` and ``symbol X`` where a
    Boolean is true, ``lamp X`` a symbol that lights its row and column up to walls, ``line`` from
    one cell of an edge to the other (of integers so many), ``side`` between two dots, ``wall``
    between two cells, ``box`` round the rectangle of two cells, ``number`` for integers, ``area``
    for those with walls where they differ, ``digit`` for Booleans that are 0 or 1; "": not at all.
    low, high: of the values.
    """

    name: str
    places: tuple[Any, ...]
    variables: tuple[Any, ...]
    yes: str
    no: str
    mark: str
    low: int
    high: int
    boolean: bool

    @property
    def on_cells(self) -> bool:
        """Whether the places are cells."""
        return all(len(place) == 2 and isinstance(place[0], int) for place in self.places)

    @property
    def between(self) -> str:
        """What stands between two values in a text."""
        return "," if self.high >= len(_DIGITS) else ""

    def digit(self, value: int) -> str:
        """A value as text."""
        return str(value) if self.between else _DIGITS[value]

    def written(self, values: Sequence[int]) -> str:
        """The values as text: those at cells as a board, ``-`` where a cell has none."""
        tokens = [self.digit(value) for value in values]
        if not self.on_cells:
            return self.between.join(tokens)
        found = dict(zip(self.places, tokens, strict=True))
        rows, columns = (1 + max((p[k] for p in self.places), default=-1) for k in (0, 1))
        lines = [[found.get((r, c), "-") for c in range(columns)] for r in range(rows)]
        return "/".join(map(self.between.join, lines))

    def read(self, text: str) -> list[int]:
        """The inverse. Raises InputError."""
        joined = text.replace("/", self.between)
        signs: Sequence[str] = joined.split(",") if self.between else joined
        tokens = [t for t in signs if t not in ("-", "")]
        if len(tokens) != len(self.places):
            raise InputError(f"{self.name}: {len(tokens)} values, expected {len(self.places)}")
        known = {self.digit(value): value for value in range(self.low, self.high + 1)}
        for token in tokens:
            if token not in known:
                raise InputError(f"{self.name}: {shortened(token)} is not a value")
        return [known[token] for token in tokens]


class Model:
    """What a declaration fills. board: of the puzzle. groups, rules: in order.

    narrowing: what may be assumed of one answer (:meth:`may_assume`). clock: :meth:`rule` raises
    OutOfTimeError when it is over. largest: values of groups above which none is of interest;
    clipped: whether there are such.
    """

    @uncollected()
    def __init__(
        self,
        puzzle: "Declared",
        clock: Clock = UNLIMITED,
        largest: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.puzzle, self.board = puzzle, puzzle.board
        self.groups: list[Group] = []
        self.rules: list[Rule] = []
        self.narrowing: list[Rule] = []
        self.kept: tuple[Any, ...] = ()
        self._clock, self._lock, self._largest = clock, RLock(), largest
        self.clipped = False
        puzzle.declare(self)
        # All variables in order, and the group and place of each.
        self.answer: list[Any] = [v for group in self.groups for v in group.variables]
        self.place: list[tuple[Group, Any]] = [(g, p) for g in self.groups for p in g.places]

    # -- what a declaration calls ----------------------------------------------------------------

    def bools(
        self, name: str, places: Iterable[Any], yes: str, no: str, mark: str = ""
    ) -> dict[Any, Any]:
        """A Boolean a place. yes, no: its values in words, ``{}`` the place."""
        return self._made(name, dict.fromkeys(places, 1), 0, (yes, no, mark), True)

    def ints(
        self,
        name: str,
        places: Iterable[Any],
        low: int,
        high: int | Callable[[Any], int],
        yes: str = "{} is {v}",
        no: str = "{} is not {v}",
        mark: str = "number",
    ) -> dict[Any, Any]:
        """An integer a place, from 0 to 255 at most; high: of all, or of a place."""
        tops = {place: high(place) if callable(high) else high for place in places}
        fewer = {place: min(top, self._largest.get(name, top)) for place, top in tops.items()}
        self.clipped |= fewer != tops
        if low < 0 or max(fewer.values(), default=low) > LARGEST_VALUE:
            raise InputError(f"{name}: values from {low} on, at most {LARGEST_VALUE}")
        ends = {place: max(low, top) for place, top in fewer.items()}
        return self._made(name, ends, low, (yes, no, mark), False)

    def _made(
        self, name: str, tops: Mapping[Any, int], low: int, how: tuple[str, str, str], boolean: bool
    ) -> dict[Any, Any]:
        """A group of variables up to the value of each place."""
        made = {place: self.variable(name, place, low, top, boolean) for place, top in tops.items()}
        top, of = max(tops.values(), default=low), (tuple(made), tuple(made.values()))
        self.groups.append(Group(name, *of, *how, low, top, boolean))
        return made

    def variable(self, name: str, place: Any, low: int, high: int, boolean: bool) -> Any:
        """A variable of a group."""
        return cp.boolvar() if boolean else cp.intvar(low, high)

    def rule(
        self,
        words: str,
        constraint: Any,
        cells: Iterable[Cell] = (),
        clue: Place | None = None,
        weight: int = 1,
    ) -> None:
        """A rule; see :class:`Rule`. One that always holds is left out. Raises OutOfTimeError.

        constraint: or a function that makes it, where that takes long.
        """
        self._clock.check()
        if isinstance(constraint, (partial, FunctionType)):
            constraint = constraint()
        if constraint is not True:
            self.rules.append(Rule(words, constraint, tuple(cells), clue, weight))

    def given(self, values: Mapping[Any, Any], clues: Mapping[Any, int]) -> None:
        """A rule for each number that is given: its variable has that value."""
        for place, value in clues.items():
            self.rule(f"{at(place)} is {value}", values[place] == value, [place], place)

    def may_assume(self, words: str, constraint: Any, cells: Iterable[Cell]) -> None:
        """Any answer that breaks these has with it another one that keeps them all.

        ``kept``: variables that in both have the same value wherever the other's is not 0. So it is
        looked for first, and those that break them with the values of one that does not. Where
        there is one answer, explanations use these rules.
        """
        self.narrowing.append(Rule(words, constraint, tuple(cells), weight=2))

    def connected(
        self,
        nodes: Mapping[Any, Any],
        edges: Iterable[tuple[Any, Any]] | None = None,
        links: Mapping[tuple[Any, Any], Any] | None = None,
    ) -> "graph.Connected":
        """The true nodes are connected. nodes: a Boolean expression (or True) a place.

        edges: pairs of places; None: cells that share a side, or those of ``links``. links: for
        each edge whether it connects; None: all do.
        """
        pairs, inside = self._pairs(nodes, links or edges)
        on = None if links is None else [links[pair] for pair in inside]
        return graph.Connected(list(nodes.values()), pairs, on)

    def one_loop(self, lines: Mapping[tuple[Any, Any], Any]) -> "graph.OneLoop":
        """The true lines are one loop, where each of their ends has two of them or none.

        That is a rule of its own for each end, as people think of it. lines: by their ends.
        """
        return graph.OneLoop(lines)

    def forest(
        self, lines: Mapping[tuple[Any, Any], Any], pairs: Iterable[Sequence[Any]] = ()
    ) -> "graph.Forest":
        """The true lines make no circle. lines: by their ends.

        pairs: of ends, where by other rules one line leaves these, and two or none all others.
        """
        ends = dict.fromkeys(end for pair in lines for end in pair)
        edges, joined = (self._pairs(ends, of)[0] for of in (lines, pairs))
        return graph.Forest(list(lines.values()), edges, joined)

    def matched(
        self, nodes: Mapping[Any, Any], partners: Mapping[Any, Iterable[Any]]
    ) -> "graph.Matched":
        """Each true node has a partner of its own. nodes: a Boolean a place; partners: of each."""
        return graph.Matched(list(nodes.values()), [list(partners[node]) for node in nodes])

    def sized_parts(
        self, numbers: Mapping[Any, Any], edges: Iterable[tuple[Any, Any]] | None = None
    ) -> "graph.SizedParts":
        """Neighbours of equal number form parts of so many places. numbers: an integer a place."""
        return graph.SizedParts(list(numbers.values()), self._pairs(numbers, edges)[0])

    def different(self, one: Sequence[Any], other: Sequence[Any]) -> "graph.Different":
        """Two lines of Booleans or integers are not the same."""
        return graph.Different(one, other)

    def visible(self, line: Sequence[Any]) -> Any:
        """How many of a line of integers are higher than all before them: a sum."""
        return graph.visible(line)

    def _pairs(self, nodes: Iterable[Any], edges: Iterable[Any] | None) -> tuple[Any, Any]:
        """Edges whose ends are nodes, by the numbers of these and as they are."""
        place = {node: number for number, node in enumerate(nodes)}
        ends = self.board.edges if edges is None else edges
        inside = [(a, b) for a, b in ends if a in place and b in place]
        return [(place[a], place[b]) for a, b in inside], inside

    # -- what the frame asks ---------------------------------------------------------------------

    @property
    def stated(self) -> list[Rule]:
        """The rules, then what may be assumed."""
        return [*self.rules, *self.narrowing]

    @contextmanager
    def assigned(self, values: Sequence[int]) -> Iterator[None]:
        """The variables have these values while the body runs."""
        with self._lock:
            for variable, value in zip(self.answer, values, strict=True):
                variable._value = int(value)
            yield

    def violation(self, solution: bytes) -> str:
        """The first rule that a solution breaks, in words; "" where none."""
        if len(solution) != len(self.answer):
            return f"{len(solution)} values, expected {len(self.answer)}"
        for value, variable, (group, place) in zip(solution, self.answer, self.place, strict=True):
            if not variable.lb <= value <= variable.ub:
                return f"{group.name} {at(place)}: {value} is not a value"
        with self.assigned(solution):
            return next((rule.words for rule in self.rules if not rule.holds()), "")

    def by_group(self, solution: bytes) -> dict[str, dict[Any, int]]:
        """The values of a solution by the name of their group and their place."""
        found: dict[str, dict[Any, int]] = {group.name: {} for group in self.groups}
        for (group, place), value in zip(self.place, solution, strict=True):
            found[group.name][place] = value
        return found

    def solution(self, values: "Answer") -> bytes:
        """The inverse; the least value where there is none."""
        return bytes(values[g.name].get(p, g.low) for g, p in self.place)

    def words(self, place: int, value: object, holds: bool = True) -> str:
        """That the variable of that number has a value (or one of several), or another one."""
        group, where = self.place[place]
        positive = bool(value) is holds if group.boolean else holds
        words, s = group.yes if positive else group.no, "s" * (str(value).split()[-1] != "1")
        return words.format(at(where), v=value, s=s)

    def cell_of(self, place: int) -> tuple[Cell, ...]:
        """The cells of a variable's place."""
        where = self.place[place][1]
        return where if isinstance(where[0], tuple) else (where,)

    def written(self, solution: bytes) -> str:
        """See puzzle.py."""
        values = self.by_group(solution)
        return ";".join(group.written([*values[group.name].values()]) for group in self.groups)

    def read(self, text: str) -> bytes:
        """The inverse of :meth:`written`. Raises InputError."""
        pieces = text.strip().split(";")
        if len(pieces) != len(self.groups):
            raise InputError(f"{len(pieces)} parts, expected {len(self.groups)}")
        return bytes(v for g, piece in zip(self.groups, pieces, strict=True) for v in g.read(piece))


def model_of(puzzle: "Declared", clock: Clock = UNLIMITED) -> Model:
    """The model of a puzzle, kept. Raises OutOfTimeError by the clock."""
    return _kept(puzzle, clock)


@lru_cache(_KEPT)
def _kept(puzzle: "Declared", clock: Clock) -> Model:
    return Model(puzzle, clock)
