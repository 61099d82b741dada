"""The model of one puzzle: the variables of its answer, and its rules as constraints in CPMpy.

``declare`` of a kind fills it. Every variable belongs to the answer, so an answer is checked by
evaluating the rules: a rule over helper variables would leave them without values. What needs
helpers (connected, one loop) is a constraint of graph.py, which evaluates itself.

Models are kept for the puzzles that were asked for last, since making them and the clauses is most
of the time of a verdict. Their variables hold the values of one answer at a time, under a lock.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from threading import RLock
from typing import TYPE_CHECKING, Any

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.errors import InputError, shortened
from cpstudy.declared.board import Cell, Place, at
from cpstudy.declared.language import cp

with deferred_imports():
    from cpstudy.declared import graph

if TYPE_CHECKING:
    from cpstudy.declared.puzzle import Declared

# Values of an answer are bytes.
LARGEST_VALUE = 255
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_KEPT = 16

# How a value is drawn: ``shade`` and ``symbol X`` where a Boolean is true, ``line`` from one cell
# of an edge to the other (of integers so many), ``side`` between two dots, ``wall`` between two
# cells, ``box`` round the rectangle of two cells, ``number`` for integers, ``digit`` for Booleans
# that are 0 or 1; "": not at all.
Mark = str


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


@dataclass(frozen=True)
class Group:
    """Variables that were made together.

    name: for texts and drawings. places, variables: in the same order. yes, no: the words of a
    value, ``{}`` the place and ``{v}`` the value of integers; Booleans have one value each. mark:
    how values are drawn. low, high: of the values.
    """

    name: str
    places: tuple[Any, ...]
    variables: tuple[Any, ...]
    yes: str
    no: str
    mark: Mark
    low: int
    high: int
    boolean: bool

    @property
    def on_cells(self) -> bool:
        """Whether the places are cells."""
        return all(len(place) == 2 and isinstance(place[0], int) for place in self.places)


class Model:
    """What a declaration fills. board: of the puzzle. groups, rules: in order.

    clock: :meth:`rule` raises OutOfTimeError when it is over.
    """

    def __init__(self, puzzle: "Declared", clock: Clock = UNLIMITED) -> None:
        self.puzzle, self.board = puzzle, puzzle.board
        self.groups: list[Group] = []
        self.rules: list[Rule] = []
        self._clock, self._lock = clock, RLock()
        puzzle.declare(self)
        # All variables in order, and the group and place of each.
        self.answer: list[Any] = [v for group in self.groups for v in group.variables]
        self.place: list[tuple[Group, Any]] = [(g, p) for g in self.groups for p in g.places]

    # -- what a declaration calls ----------------------------------------------------------------

    def bools(
        self, name: str, places: Iterable[Any], yes: str, no: str, mark: Mark = ""
    ) -> dict[Any, Any]:
        """A Boolean a place. yes, no: its values in words, ``{}`` the place."""
        at_places = tuple(places)
        made = tuple(cp.boolvar() for _ in at_places)
        self.groups.append(Group(name, at_places, made, yes, no, mark, 0, 1, True))
        return dict(zip(at_places, made, strict=True))

    def ints(
        self,
        name: str,
        places: Iterable[Any],
        low: int,
        high: int | Callable[[Any], int],
        yes: str = "{} is {v}",
        no: str = "{} is not {v}",
        mark: Mark = "number",
    ) -> dict[Any, Any]:
        """An integer a place, from 0 to 255 at most; high: of all, or of a place."""
        at_places = tuple(places)
        tops = [high(place) if callable(high) else high for place in at_places]
        if low < 0 or max(tops, default=0) > LARGEST_VALUE:
            raise InputError(f"{name}: values {low} to {max(tops)}, at most {LARGEST_VALUE}")
        made = tuple(cp.intvar(low, max(low, top)) for top in tops)
        top = max(tops, default=low)
        self.groups.append(Group(name, at_places, made, yes, no, mark, low, top, False))
        return dict(zip(at_places, made, strict=True))

    def rule(
        self,
        words: str,
        constraint: Any,
        cells: Iterable[Cell] = (),
        clue: Place | None = None,
        weight: int = 1,
    ) -> None:
        """A rule; see :class:`Rule`. One that always holds is none. Raises OutOfTimeError."""
        self._clock.check()
        if constraint is True:
            return
        self.rules.append(Rule(words, constraint, tuple(cells), clue, weight))

    def connected(
        self,
        nodes: Mapping[Any, Any],
        edges: Iterable[tuple[Any, Any]] | None = None,
        links: Mapping[tuple[Any, Any], Any] | None = None,
    ) -> graph.Connected:
        """The true nodes are connected. nodes: a Boolean expression (or True) a place.

        edges: pairs of places; None: cells that share a side, or those of ``links``. links: for
        each edge whether it connects; None: all do.
        """
        pairs = list(links) if links is not None else edges
        place = {node: number for number, node in enumerate(nodes)}
        ends = self.board.edges if pairs is None else pairs
        inside = [(a, b) for a, b in ends if a in place and b in place]
        return graph.Connected(
            list(nodes.values()),
            [(place[a], place[b]) for a, b in inside],
            None if links is None else [links[pair] for pair in inside],
        )

    def one_loop(self, lines: Mapping[tuple[Any, Any], Any]) -> graph.Connected:
        """The true lines are one loop, where each of their ends has two of them or none.

        That is a rule of its own for each end, as people think of it. lines: by their ends.
        """
        return graph.one_loop(lines)

    def forest(self, lines: Mapping[tuple[Any, Any], Any]) -> graph.Forest:
        """The true lines make no circle. lines: by their ends."""
        return graph.forest(lines)

    def matched(
        self, nodes: Mapping[Any, Any], partners: Mapping[Any, Iterable[Any]]
    ) -> graph.Matched:
        """Each true node has a partner of its own. nodes: a Boolean a place; partners: of each."""
        number = {
            p: k for k, p in enumerate(dict.fromkeys(p for of in partners.values() for p in of))
        }
        return graph.Matched(
            list(nodes.values()), [[number[p] for p in partners[n]] for n in nodes]
        )

    def sized_parts(
        self, numbers: Mapping[Any, Any], edges: Iterable[tuple[Any, Any]] | None = None
    ) -> graph.SizedParts:
        """Neighbours of equal number form parts of so many places. numbers: an integer a place."""
        place = {node: number for number, node in enumerate(numbers)}
        pairs = [
            (place[a], place[b])
            for a, b in (self.board.edges if edges is None else edges)
            if a in place and b in place
        ]
        return graph.SizedParts(list(numbers.values()), pairs)

    def visible(self, line: Sequence[Any]) -> Any:
        """How many of a line of integers are higher than all before them: a sum."""
        return graph.visible(line)

    # -- what the frame asks ---------------------------------------------------------------------

    @contextmanager
    def assigned(self, values: Sequence[int]) -> Iterator[None]:
        """The variables have these values while the body runs."""
        with self._lock:
            for variable, value in zip(self.answer, values, strict=True):
                variable._value = int(value)
            yield

    def broken(self, values: Sequence[int]) -> Iterator[Rule]:
        """The rules that an answer breaks, in order."""
        with self.assigned(values):
            for rule in self.rules:
                if not _value(rule.constraint):
                    yield rule

    def violation(self, solution: bytes) -> str:
        """The first rule that a solution breaks, in words; "" where none."""
        if len(solution) != len(self.answer):
            return f"{len(solution)} values, expected {len(self.answer)}"
        for value, variable, (group, place) in zip(solution, self.answer, self.place, strict=True):
            if not variable.lb <= value <= variable.ub:
                return f"{group.name} {at(place)}: {value} is not a value"
        return next((rule.words for rule in self.broken(solution)), "")

    def by_group(self, solution: bytes) -> dict[str, dict[Any, int]]:
        """The values of a solution by the name of their group and their place."""
        found: dict[str, dict[Any, int]] = {group.name: {} for group in self.groups}
        for (group, place), value in zip(self.place, solution, strict=True):
            found[group.name][place] = value
        return found

    def words(self, place: int, value: int, holds: bool = True) -> str:
        """That the variable of that number has a value, or another one."""
        group, where = self.place[place]
        if group.boolean:
            return (group.yes if bool(value) is holds else group.no).format(at(where))
        return (group.yes if holds else group.no).format(at(where), v=value)

    def cell_of(self, place: int) -> tuple[Cell, ...]:
        """The cells of a variable's place."""
        where = self.place[place][1]
        return where if isinstance(where[0], tuple) else (where,)

    # -- solutions as text -----------------------------------------------------------------------

    def written(self, solution: bytes) -> str:
        """See puzzle.py."""
        pieces = []
        start = 0
        for group in self.groups:
            values = solution[start : start + len(group.places)]
            start += len(values)
            pieces.append(self._piece(group, values))
        return ";".join(pieces)

    def _piece(self, group: Group, values: bytes) -> str:
        wide = group.high >= len(_DIGITS)
        tokens = [self.digit(value, group) for value in values]
        between = "," if wide else ""
        if not group.on_cells:
            return between.join(tokens)
        found = dict(zip(group.places, tokens, strict=True))
        rows = range(max((r for r, _ in group.places), default=-1) + 1)
        columns = range(max((c for _, c in group.places), default=-1) + 1)
        return "/".join(between.join(found.get((r, c), "-") for c in columns) for r in rows)

    def digit(self, value: int, group: Group) -> str:
        """A value as text."""
        return str(value) if group.high >= len(_DIGITS) else _DIGITS[value]

    def read(self, text: str) -> bytes:
        """The inverse of :meth:`written`. Raises InputError."""
        pieces = text.strip().split(";")
        if len(pieces) != len(self.groups):
            raise InputError(f"{len(pieces)} parts, expected {len(self.groups)}")
        values: list[int] = []
        for group, piece in zip(self.groups, pieces, strict=True):
            wide = group.high >= len(_DIGITS)
            signs = piece.replace("/", "," if wide else "")
            tokens = [t for t in (signs.split(",") if wide else signs) if t not in ("-", "")]
            if len(tokens) != len(group.places):
                raise InputError(
                    f"{group.name}: {len(tokens)} values, expected {len(group.places)}"
                )
            values += [_number(token, wide, group) for token in tokens]
        return bytes(values)


def _number(token: str, wide: bool, group: Group) -> int:
    value = (int(token) if token.isdecimal() else -1) if wide else _DIGITS.find(token)
    if not group.low <= value <= group.high:
        raise InputError(f"{group.name}: {shortened(token)} is not a value")
    return value


def _value(constraint: Any) -> bool:
    return bool(constraint.value() if hasattr(constraint, "value") else constraint)


def model_of(puzzle: "Declared", clock: Clock = UNLIMITED) -> Model:
    """The model of a puzzle, kept. Raises OutOfTimeError by the clock."""
    return _kept(puzzle, clock)


@lru_cache(_KEPT)
def _kept(puzzle: "Declared", clock: Clock) -> Model:
    return Model(puzzle, clock)
