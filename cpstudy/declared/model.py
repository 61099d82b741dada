"""The model of one puzzle: the variables of its answer, and its rules as constraints in CPMpy.

``declare`` of a kind fills it. Every variable belongs to the answer, so an answer is checked by
evaluating the rules; a rule over helper variables would leave them without values. A rule that
needs helpers (connected, one loop) is a constraint of encode/cpmpy_graph.py, which can evaluate
itself.

The models of the most recent puzzles are kept, since making them and the clauses is most of the
time of a verdict. Their variables hold the values of one answer at a time, under a lock.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import RLock
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.collecting import uncollected
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

__all__ = ["Group", "Model", "Rule", "cp", "model_of"]

# Values of an answer are bytes.
LARGEST_VALUE = 255
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_KEPT = 16


@dataclass(frozen=True)
class Rule:
    """A rule of one puzzle.

    words: what it demands. constraint: an expression of CPMpy over variables of the answer. cells:
    the cells that it is about. clue: the place of its clue, or None. weight: how hard it is for
    people; 1 is the easiest.
    """

    words: str
    constraint: Any
    cells: tuple[Cell, ...]
    clue: Place | None = None
    weight: int = 1

    def holds(self) -> bool:
        """Return whether the rule holds under the current values of the variables."""
        e = self.constraint
        return bool(e.value() if hasattr(e, "value") else e)


@dataclass(frozen=True)
class Group:
    """Variables that were made together.

    name: for texts and drawings. places, variables: in the same order. yes, no: the words of a
    value; ``{}`` is the place, ``{v}`` the value of an integer, ``{s}`` its plural s. mark: how
    values are drawn; "": not at all. Of Booleans that are true: ``shade``; ``symbol X``; ``lamp
    X``, a symbol that lights its row and column up to walls; ``line`` from one cell of an edge to
    the other (an integer is the number of lines); ``side`` between two dots; ``wall`` between two
    cells; ``box`` round the rectangle of two cells. ``number`` for integers, ``area`` for integers
    with walls where they differ, ``digit`` for Booleans that are 0 or 1. low, high: of the values.
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
        """Whether the places are cells; then their text is a board."""
        return all(len(place) == 2 and isinstance(place[0], int) for place in self.places)

    @property
    def between(self) -> str:
        """The sign between two values in a text."""
        return "," if self.high >= len(_DIGITS) else ""

    def digit(self, value: int) -> str:
        """Return a value as text."""
        return str(value) if self.between else _DIGITS[value]

    def written(self, values: Sequence[int]) -> str:
        """Return the values as text; a cell of a board without a value is ``-``."""
        places = self.places if self.on_cells else [(0, k) for k in range(len(values))]
        found = dict(zip(places, map(self.digit, values), strict=True))
        rows, columns = (range(1 + max((p[k] for p in found), default=-1)) for k in (0, 1))
        return "/".join(self.between.join(found.get((r, c), "-") for c in columns) for r in rows)

    def read(self, text: str, unknown: str) -> list[int]:
        """Return the values of a text, -1 for an unknown one. Raises InputError."""
        joined = text.replace("/", self.between)
        signs: Sequence[str] = joined.split(",") if self.between else joined
        tokens = [t for t in signs if t not in ("-", "")]
        if len(tokens) != len(self.places):
            raise InputError(f"{self.name}: {len(tokens)} values, expected {len(self.places)}")
        known = {unknown: -1} | {self.digit(v): v for v in range(self.low, self.high + 1)}
        if strange := [token for token in tokens if token not in known]:
            raise InputError(f"{self.name}: {shortened(strange[0])} is not a value")
        return [known[token] for token in tokens]


class Model:
    """The variables and rules that a declaration makes. groups, rules: in order.

    narrowing: what may be assumed of an answer (:meth:`may_assume`). clock: :meth:`rule` raises
    OutOfTimeError at its end. largest: for groups, the largest values of interest; clipped: whether
    the declaration had larger ones.
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
        """Make a Boolean for each place. yes, no: its values in words; ``{}`` is the place."""
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
        """Make an integer for each place, from 0 to 255 at most. high: of all, or of a place."""
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
        """Make a group of variables. tops: the largest value at each place."""
        made = {place: self.variable(name, place, low, top, boolean) for place, top in tops.items()}
        top, of = max(tops.values(), default=low), (tuple(made), tuple(made.values()))
        self.groups.append(Group(name, *of, *how, low, top, boolean))
        return made

    def variable(self, name: str, place: Any, low: int, high: int, boolean: bool) -> Any:
        """Return a new variable of a group."""
        return cp.boolvar() if boolean else cp.intvar(low, high)

    def rule(
        self,
        words: str,
        constraint: Any,
        cells: Iterable[Cell] = (),
        clue: Place | None = None,
        weight: int = 1,
    ) -> None:
        """Add a :class:`Rule`, unless it always holds. Raises OutOfTimeError.

        constraint: may be a function that makes it, if that takes long.
        """
        self._clock.check()
        if isinstance(constraint, (partial, FunctionType)):
            constraint = constraint()
        if constraint is not True:
            self.rules.append(Rule(words, constraint, tuple(cells), clue, weight))

    def given(self, values: Mapping[Any, Any], clues: Mapping[Any, int]) -> None:
        """Add a rule for each given number: its variable has that value."""
        for place, value in clues.items():
            self.rule(f"{at(place)} is {value}", values[place] == value, [place], place)

    def may_assume(self, words: str, constraint: Any, cells: Iterable[Cell]) -> None:
        """State: for any answer that violates such constraints another one satisfies them all.

        ``kept``: variables that have the same value in both answers wherever the other's value is
        not 0. So solvers look first for answers that satisfy the constraints, then for others with
        the values of one of these. If there is one answer, explanations use these rules.
        """
        self.narrowing.append(Rule(words, constraint, tuple(cells), weight=2))

    def connected(
        self,
        nodes: Mapping[Any, Any],
        edges: Iterable[tuple[Any, Any]] | None = None,
        links: Mapping[tuple[Any, Any], Any] | None = None,
    ) -> "graph.Connected":
        """Return: the true nodes are connected. nodes: a Boolean expression (or True) by place.

        edges: pairs of places; None: cells that share a side, or those of ``links``. links: for
        each edge, whether it connects; None: all do.
        """
        pairs, inside = self._pairs(nodes, links or edges)
        on = None if links is None else [links[pair] for pair in inside]
        return graph.Connected(list(nodes.values()), pairs, on)

    def one_loop(self, lines: Mapping[tuple[Any, Any], Any]) -> "graph.OneLoop":
        """Return: the true lines are one loop, if each of their ends has two of them or none.

        Separate rules state that for each end, as people think of it. lines: by their ends.
        """
        return graph.OneLoop(lines)

    def forest(
        self, lines: Mapping[tuple[Any, Any], Any], pairs: Iterable[Sequence[Any]] = ()
    ) -> "graph.Forest":
        """Return: the true lines have no cycle. lines: by their ends.

        pairs: of ends, if by other rules one line leaves each of these, and two or none all others.
        """
        ends = dict.fromkeys(end for pair in lines for end in pair)
        edges, joined = (self._pairs(ends, of)[0] for of in (lines, pairs))
        return graph.Forest(list(lines.values()), edges, joined)

    def matched(
        self, nodes: Mapping[Any, Any], partners: Mapping[Any, Iterable[Any]]
    ) -> "graph.Matched":
        """Return: each true node has its own partner. nodes: a Boolean by place."""
        return graph.Matched(list(nodes.values()), [list(partners[node]) for node in nodes])

    def sized_parts(
        self, numbers: Mapping[Any, Any], edges: Iterable[tuple[Any, Any]] | None = None
    ) -> "graph.SizedParts":
        """Return: neighbours with equal numbers form parts of that many places."""
        return graph.SizedParts(list(numbers.values()), self._pairs(numbers, edges)[0])

    def different(self, one: Sequence[Any], other: Sequence[Any]) -> "graph.Different":
        """Return: two lines of Booleans or integers differ."""
        return graph.Different(one, other)

    def visible(self, line: Sequence[Any]) -> "graph.Visible":
        """Return how many integers of a line are higher than all before them."""
        return graph.Visible(line)

    def _pairs(self, nodes: Iterable[Any], edges: Iterable[Any] | None) -> tuple[Any, Any]:
        """Return the edges between nodes, by the numbers of the nodes and by the nodes."""
        place = {node: number for number, node in enumerate(nodes)}
        ends = self.board.edges if edges is None else edges
        inside = [(a, b) for a, b in ends if a in place and b in place]
        return [(place[a], place[b]) for a, b in inside], inside

    # -- what other modules call ------------------------------------------------------------------

    @property
    def stated(self) -> list[Rule]:
        """The rules, then what may be assumed."""
        return [*self.rules, *self.narrowing]

    @contextmanager
    def assigned(self, values: Sequence[int]) -> Iterator[None]:
        """Give the variables these values while the body runs."""
        with self._lock:
            for variable, value in zip(self.answer, values, strict=True):
                variable._value = int(value)
            yield

    def violation(self, solution: bytes) -> str:
        """Return the words of the first rule that a solution violates, or ""."""
        if len(solution) != len(self.answer):
            return f"{len(solution)} values, expected {len(self.answer)}"
        for value, variable, (group, place) in zip(solution, self.answer, self.place, strict=True):
            if not variable.lb <= value <= variable.ub:
                return f"{group.name} {at(place)}: {value} is not a value"
        with self.assigned(solution):
            return next((rule.words for rule in self.rules if not rule.holds()), "")

    def by_group(self, solution: bytes) -> dict[str, dict[Any, int]]:
        """Return the values of a solution by group and place."""
        found: dict[str, dict[Any, int]] = {group.name: {} for group in self.groups}
        for (group, place), value in zip(self.place, solution, strict=True):
            found[group.name][place] = value
        return found

    def solution(self, values: "Answer") -> bytes:
        """Return the solution of values by group and place; missing ones are the lowest."""
        return bytes(values[g.name].get(p, g.low) for g, p in self.place)

    def words(self, place: int, value: object, holds: bool = True) -> str:
        """Return in words that a variable has a value (or one of several), or does not."""
        group, where = self.place[place]
        positive = bool(value) is holds if group.boolean else holds
        words, s = group.yes if positive else group.no, "s" * (str(value).split()[-1] != "1")
        return words.format(at(where), v=value, s=s)

    def cells_of(self, places: Iterable[int]) -> tuple[Cell, ...]:
        """Return the cells at which variables stand, in order."""
        found = [self.place[place][1] for place in places]
        cells = (c for where in found for c in (where if isinstance(where[0], tuple) else [where]))
        return tuple(dict.fromkeys(cells))

    def written(self, solution: bytes) -> str:
        """Return a solution as text; see puzzle.py."""
        values = self.by_group(solution)
        return ";".join(group.written([*values[group.name].values()]) for group in self.groups)

    def read(self, text: str, unknown: str = "") -> list[int]:
        """Return the values of a text; -1 for the token ``unknown``. Raises InputError."""
        pieces = text.strip().split(";")
        if len(pieces) != len(self.groups):
            raise InputError(f"{len(pieces)} parts, expected {len(self.groups)}")
        named = zip(self.groups, pieces, strict=True)
        return [value for group, piece in named for value in group.read(piece, unknown)]


def model_of(puzzle: "Declared", clock: Clock = UNLIMITED) -> Model:
    """Return the model of a puzzle, from a cache. Raises OutOfTimeError by the clock."""
    return _kept(puzzle, clock)


@lru_cache(_KEPT)
def _kept(puzzle: "Declared", clock: Clock) -> Model:
    return Model(puzzle, clock)
