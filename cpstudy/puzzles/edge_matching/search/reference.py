"""Reference solvers: eight searches in plain Python, each defined to the last placement.

They are one search in eight settings. It lays pieces on cells one at a time, in depth; an
*iteration* is a placement made: a piece that is not on the board yet, turned so that it fits its
neighbours and the frame, put on a cell. Taking pieces back costs nothing (this reading meets
Willems2016; placements plus backtracks would be about twice as many). A setting says

* which cell comes next: row by row, or the empty cell with the fewest candidates, the first of
  them row by row (SNOPF: smallest number of possible pieces; a cell without candidates is chosen
  like any other and sends the search back);
* in which order its candidates are tried: by piece number, then quarter turns clockwise from how
  the piece is given; or by *connectivity*, with ties in that order;
* whether equal candidates, identical pieces and turns that look the same, are one: the first of
  them stands for all, is counted once and tried once;
* what is looked at after each placement.

*Connectivity* (Willems2016) is the number of sides of other pieces not on the board, all four of
each, that have the colour of the candidate's right side; without a cell on the right it is 0.

What SNOPF counts is open in the paper. Here it counts candidates: each turn of each piece that
fits. Over maps of 5×5 puzzles with 150 puzzles a cell, the largest median of 20 is then 8,200 on
average (95 %: 4,100 to 15,900), and 7,700 (3,700 to 16,600) where pieces are counted instead; the
published peak is 6,185, so the two cannot be told apart by it. Where equal candidates are one it
falls to 2,150 (1,250 to 3,900): the published one did not do that.

Candidates of a cell are a set of oriented pieces, kept in the bits of one integer: bit 4·p + q is
piece p turned clockwise by q quarters. Laying a piece narrows the sets of its empty neighbours
only; pieces on the board are masked out where a set is used. No symmetry of the board is broken.

Cost: about 10 microseconds a placement on 5×5, 60 with partial look-ahead, 200 with matching.
Limits: these solvers are for reading and as oracles; the compiled ones make the same placements
in the same order.

Sources: Willems2016 (dfs, connectivity, snopf, the idea of hybrid), Ansotegui2008 (pla),
Ansotegui2013 and Regin1994 (matching).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cpstudy.core.random import shuffle, stream
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.puzzles.edge_matching.puzzle import (
    FRAME,
    RIGHT,
    EdgeMatching,
    Picture,
    Piece,
    Placement,
    turned,
)

_EMPTY = -1


class Tables:
    """What a search looks up.

    oriented: the colours of oriented piece 4·p + q. with_colour: for each side a dict from colour
    to the set of oriented pieces that have it there. neighbours: for each cell and side the cell
    that it faces, None at the border. start: the candidates of each cell on the empty board:
    those with the frame on the cell's sides at the border and nowhere else, or all of them where
    the puzzle is unframed. everything: all oriented pieces.
    """

    def __init__(self, puzzle: EdgeMatching) -> None:
        self.framed = puzzle.framed
        self.cells = len(puzzle.pieces)
        self.oriented: list[Piece] = [turned(p, q) for p in puzzle.pieces for q in range(4)]
        self.everything = (1 << 4 * self.cells) - 1
        self.with_colour: list[dict[int, int]] = [{}, {}, {}, {}]
        for number, colours in enumerate(self.oriented):
            for side, colour in enumerate(colours):
                sets = self.with_colour[side]
                sets[colour] = sets.get(colour, 0) | 1 << number
        self.neighbours = [
            tuple(puzzle.neighbour(cell, side) for side in range(4)) for cell in range(self.cells)
        ]
        self.start = [self.everything] * self.cells
        if puzzle.framed:
            for cell, neighbours in enumerate(self.neighbours):
                for side, other in enumerate(neighbours):
                    framed = self.with_colour[side].get(FRAME, 0)
                    self.start[cell] &= framed if other is None else ~framed

    def sides_with(self, colour: int, available: int) -> int:
        """How many sides of the ``available`` pieces have ``colour``.

        ``available`` holds all four turns of a piece or none; each of its sides is on top in one.
        """
        return (self.with_colour[0].get(colour, 0) & available).bit_count()


def members(candidates: int) -> Iterator[int]:
    """The oriented pieces in a set, in increasing order."""
    while candidates:
        lowest = candidates & -candidates
        yield lowest.bit_length() - 1
        candidates ^= lowest


# Look at the board after a placement: (tables, placement, domains, available) -> False where it
# cannot be completed. The domains of empty cells may be narrowed in place.
LookAhead = Callable[[Tables, list[int], list[int], int], bool]


@dataclass(frozen=True)
class Setting:
    """What tells the solvers apart; see the module's text.

    connectivity: 0 none, 1 highest first, -1 lowest first. all_sides: connectivity adds up over
    all sides that face empty cells instead of the right one.
    """

    row_by_row: bool
    skip_equal: bool = True
    connectivity: int = 0
    all_sides: bool = False
    look_ahead: LookAhead | None = None


@dataclass
class _Level:
    """One cell of the search: what is left to try there, and the state before it is filled."""

    cell: int
    untried: Iterator[int]
    domains: list[int]
    available: int


class Search:
    """One search and what it has spent and found.

    placements: of all runs. pictures: solved boards. solutions: one of each class. rank: the
    order of pieces among candidates.
    """

    def __init__(
        self, puzzle: EdgeMatching, setting: Setting, budget: Budget, limit: int | None
    ) -> None:
        self.puzzle = puzzle
        self.setting = setting
        self.budget = budget
        self.limit = limit
        self.tables = Tables(puzzle)
        self.started = time.perf_counter()
        self.rank = list(range(self.tables.cells))
        self.placements = 0
        self.placement = [_EMPTY] * self.tables.cells
        self.pictures: set[Picture] = set()
        self.solutions: dict[Picture, Placement] = {}

    def run(self, cutoff: int | None = None) -> Stop | None:
        """Search from the empty board; None where ``cutoff`` placements of all runs are spent."""
        tables, placement = self.tables, self.placement
        placement[:] = [_EMPTY] * tables.cells
        stack = [self._level(list(tables.start), tables.everything)]
        while stack:
            level = stack[-1]
            placement[level.cell] = _EMPTY
            oriented = next(level.untried, None)
            if oriented is None:
                stack.pop()
                continue
            stop = self._spent()
            if stop is not None:
                return stop
            if cutoff is not None and self.placements >= cutoff:
                return None
            self.placements += 1
            placement[level.cell] = oriented
            if len(stack) == tables.cells:
                self._found()
                if self.limit is not None and len(self.solutions) >= self.limit:
                    return Stop.LIMIT
                continue
            domains = self._narrowed(level, oriented)
            available = level.available & ~(15 << 4 * (oriented // 4))
            look_ahead = self.setting.look_ahead
            if look_ahead is None or look_ahead(tables, placement, domains, available):
                stack.append(self._level(domains, available))
        return Stop.DONE

    def _spent(self) -> Stop | None:
        """Why no further placement may be made; None where it may."""
        if self.budget.iterations is not None and self.placements >= self.budget.iterations:
            return Stop.ITERATIONS
        if self.budget.seconds is not None:
            seconds = time.perf_counter() - self.started
            if seconds >= self.budget.seconds:
                return Stop.TIME
        return None

    def _found(self) -> None:
        solution = tuple(divmod(oriented, 4) for oriented in self.placement)
        self.pictures.add(self.puzzle.picture(solution))
        self.solutions.setdefault(self.puzzle.canonical(solution), solution)

    def _narrowed(self, level: _Level, oriented: int) -> list[int]:
        """The domains once ``oriented`` lies on the level's cell."""
        tables = self.tables
        domains = level.domains.copy()
        for side, other in enumerate(tables.neighbours[level.cell]):
            if other is not None and self.placement[other] == _EMPTY:
                colour = tables.oriented[oriented][side]
                domains[other] &= tables.with_colour[side ^ 2].get(colour, 0)
        return domains

    def _level(self, domains: list[int], available: int) -> _Level:
        """The cell that comes next, with its candidates in order."""
        empty = [cell for cell, oriented in enumerate(self.placement) if oriented == _EMPTY]
        if self.setting.row_by_row:
            cell = empty[0]
        else:
            cell = min(empty, key=lambda cell: len(self._different(domains[cell] & available)))
        untried = iter(self._candidates(cell, domains[cell] & available, available))
        return _Level(cell, untried, domains, available)

    def _different(self, domain: int) -> list[int]:
        """The candidates in a domain by number; where equal ones are one, the first of each."""
        if not self.setting.skip_equal:
            return list(members(domain))
        first_of: dict[Piece, int] = {}
        for candidate in members(domain):
            first_of.setdefault(self.tables.oriented[candidate], candidate)
        return list(first_of.values())

    def _candidates(self, cell: int, domain: int, available: int) -> list[int]:
        # Sorting is stable: ties stay in the order of the sort before.
        candidates = sorted(self._different(domain), key=lambda o: self.rank[o // 4])
        sign = self.setting.connectivity
        if sign:
            candidates.sort(key=lambda o: -sign * self._connectivity(cell, o, available))
        return candidates

    def _connectivity(self, cell: int, candidate: int, available: int) -> int:
        colours = self.tables.oriented[candidate]
        total = 0
        for side in range(4) if self.setting.all_sides else (RIGHT,):
            other = self.tables.neighbours[cell][side]
            if other is not None and self.placement[other] == _EMPTY:
                colour = colours[side]
                total += self.tables.sides_with(colour, available) - colours.count(colour)
        return total


# -- looking ahead -----------------------------------------------------------------------------


def partial_look_ahead(
    tables: Tables, placement: list[int], domains: list[int], available: int
) -> bool:
    """Forward checking, then one pass of arc consistency between empty cells (Ansotegui2008).

    First the pieces on the board leave all domains. Then the empty cells, row by row, lose each
    candidate that has, towards some empty neighbour, a colour that no candidate of the neighbour
    has on its facing side; the domains narrowed already count. False where a domain ends empty.

    Reading: the paper names Haralick and Elliott's partial look-ahead, which compares a variable
    with later ones only; here a cell looks at all its neighbours, once. A candidate may be
    supported by its own piece.
    """
    empty = [cell for cell, oriented in enumerate(placement) if oriented == _EMPTY]
    for cell in empty:
        domains[cell] &= available
    for cell in empty:
        for side, other in enumerate(tables.neighbours[cell]):
            if other is not None and placement[other] == _EMPTY:
                facing = tables.with_colour[side ^ 2]
                supported = 0
                for colour, oriented in tables.with_colour[side].items():
                    if facing.get(colour, 0) & domains[other]:
                        supported |= oriented
                domains[cell] &= supported
        if not domains[cell]:
            return False
    return True


def matching_look_ahead(
    tables: Tables, placement: list[int], domains: list[int], available: int
) -> bool:
    """Partial look-ahead, then all-different pieces, then one matching of colours to edges.

    First :func:`partial_look_ahead`: it costs little beside the rest and leaves it less to do.
    Then the domains lose every piece that is in no perfect matching of empty cells to pieces left
    (Regin1994); False where there is none.

    Then every colour's sides are counted: those that face empty cells from the board must be met
    by sides of the pieces left. On a framed board all other sides meet in pairs on the *open*
    edges, between two empty cells: each open edge takes one colour that both its cells have a
    candidate for, and each colour as many open edges as it has pairs. False where a colour has
    an odd number of sides, or no such assignment exists. On an unframed board sides may lie at
    the border, and only the first count is taken.

    Departs from Ansotegui2013, which matches the sides of each colour among themselves without
    regard to where they can meet.
    """
    if not partial_look_ahead(tables, placement, domains, available):
        return False
    empty = [cell for cell, oriented in enumerate(placement) if oriented == _EMPTY]
    return _different_pieces(domains, empty, available) and _colours_meet(
        tables, placement, domains, empty, available
    )


def _different_pieces(domains: list[int], empty: list[int], available: int) -> bool:
    """The first part of :func:`matching_look_ahead`.

    A piece stays in a cell's domain where the cell has it in the matching found, or could get it
    by passing pieces along a cycle of cells. Cost: the transitive closure of "could take the
    piece of", cubic in the cells but on bit sets.
    """
    pieces = [list(dict.fromkeys(o // 4 for o in members(domains[cell]))) for cell in empty]
    holders = assignment(pieces, dict.fromkeys((o // 4 for o in members(available)), 1))
    if holders is None:
        return False
    # As many pieces as cells: every piece is held by one.
    holder = {piece: places[0] for piece, places in holders.items()}
    reaches = [sum(1 << holder[piece] for piece in choices) for choices in pieces]
    for middle in range(len(empty)):
        for place in range(len(empty)):
            if reaches[place] >> middle & 1:
                reaches[place] |= reaches[middle]
    for place, cell in enumerate(empty):
        for piece in pieces[place]:
            if not reaches[holder[piece]] >> place & 1:
                domains[cell] &= ~(15 << 4 * piece)
    return True


def _colours_meet(
    tables: Tables, placement: list[int], domains: list[int], empty: list[int], available: int
) -> bool:
    """The second part of :func:`matching_look_ahead`."""
    spare = {colour: tables.sides_with(colour, available) for colour in tables.with_colour[0]}
    open_edges: list[list[int]] = []
    for cell in empty:
        for side, other in enumerate(tables.neighbours[cell]):
            if other is None:
                continue
            if placement[other] != _EMPTY:
                spare[tables.oriented[placement[other]][side ^ 2]] -= 1
            elif cell < other:
                facing = tables.with_colour[side ^ 2]
                open_edges.append(
                    [
                        colour
                        for colour, oriented in tables.with_colour[side].items()
                        if oriented & domains[cell] and facing.get(colour, 0) & domains[other]
                    ]
                )
    if any(sides < 0 for sides in spare.values()):
        return False
    if not tables.framed:
        return True
    spare.pop(FRAME, None)
    if any(sides % 2 for sides in spare.values()):
        return False
    pairs = {colour: sides // 2 for colour, sides in spare.items()}
    return sum(pairs.values()) == len(open_edges) and assignment(open_edges, pairs) is not None


def assignment(
    choices: Sequence[Sequence[int]], capacities: Mapping[int, int]
) -> dict[int, list[int]] | None:
    """Give every item one of its choices, none of them more often than its capacity allows.

    Returns the items that hold each choice, or None where there is no such assignment. Shortest
    augmenting paths, one item at a time; choices without a capacity are not given.
    """
    holders: dict[int, list[int]] = {choice: [] for choice in capacities}
    for start in range(len(choices)):
        found_by: dict[int, int] = {}  # choice -> the item that would take it
        given_up: dict[int, int] = {}  # item on a path -> the choice that it would give up
        queue = [start]
        free: int | None = None
        for item in queue:  # grows while it is read
            for choice in choices[item]:
                if choice not in capacities or choice in found_by:
                    continue
                found_by[choice] = item
                if len(holders[choice]) < capacities[choice]:
                    free = choice
                    break
                given_up |= dict.fromkeys(holders[choice], choice)
                queue += holders[choice]
            if free is not None:
                break
        if free is None:
            return None
        choice, item = free, found_by[free]
        while item != start:
            holders[choice].append(item)
            choice = given_up[item]
            holders[choice].remove(item)
            item = found_by[choice]
        holders[choice].append(start)
    return holders


# -- the solvers -------------------------------------------------------------------------------

DFS = Setting(row_by_row=True)
HIGHEST_CONNECTIVITY = Setting(row_by_row=True, connectivity=1)
LOWEST_CONNECTIVITY = Setting(row_by_row=True, connectivity=-1)
SNOPF = Setting(row_by_row=False, skip_equal=False)
SNOPF_FILTERED = Setting(row_by_row=False)
HYBRID = Setting(row_by_row=False, connectivity=-1, all_sides=True)
PLA = Setting(row_by_row=False, look_ahead=partial_look_ahead)
MATCHING = Setting(row_by_row=False, look_ahead=matching_look_ahead)

# The first run of a solver with restarts ends after so many placements, each later one after
# twice as many as the one before: so the last one is complete.
FIRST_RUN = 100


def _result(search: Search, stop: Stop) -> Result:
    done = stop is Stop.DONE
    counters = {"placements": search.placements}
    if done:
        counters["boards"] = len(search.pictures)
    return Result(
        solutions=tuple(search.solutions.values()),
        count=len(search.solutions) if done else None,
        exhausted=done,
        stop=stop,
        counters=counters,
    )


def _solve(puzzle: EdgeMatching, setting: Setting, budget: Budget, limit: int | None) -> Result:
    search = Search(puzzle, setting, budget, limit)
    stop = search.run()
    assert stop is not None  # only a cutoff ends a run without a stop
    return _result(search, stop)


def dfs(
    puzzle: EdgeMatching, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """Row by row, candidates in piece order, equal ones skipped (Willems2016, simple depth-first).

    Counters of this and all other solvers here: placements (the iterations), and boards where all
    were found: pictures of solved boards, every rotation counted. The count is of classes.
    """
    return _solve(puzzle, DFS, budget, limit)


def highest_connectivity(
    puzzle: EdgeMatching, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """As dfs, candidates of the highest connectivity first (Willems2016)."""
    return _solve(puzzle, HIGHEST_CONNECTIVITY, budget, limit)


def lowest_connectivity(
    puzzle: EdgeMatching, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """As dfs, candidates of the lowest connectivity first (Willems2016)."""
    return _solve(puzzle, LOWEST_CONNECTIVITY, budget, limit)


def snopf(
    puzzle: EdgeMatching, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """The cell with the fewest candidates first, equal ones counted and tried each (Willems2016).

    Boards met again, with identical pieces exchanged, are not counted again.
    """
    return _solve(puzzle, SNOPF, budget, limit)


def snopf_filtered(
    puzzle: EdgeMatching, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """As snopf, but of equal candidates only the first is tried; all are counted as there."""
    return _solve(puzzle, SNOPF_FILTERED, budget, limit)


def hybrid(
    puzzle: EdgeMatching, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """Cells as in snopf-filtered, candidates of the lowest connectivity first.

    Willems2016 suggests to combine the two without saying how. As the order of cells moves, a
    candidate's connectivity is the sum over all its sides that face empty cells, and the lowest
    comes first, which was the better of the two there.
    """
    return _solve(puzzle, HYBRID, budget, limit)


def pla(
    puzzle: EdgeMatching, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """As snopf-filtered with :func:`partial_look_ahead` after each placement (Ansotegui2008)."""
    return _solve(puzzle, PLA, budget, limit)


def matching(
    puzzle: EdgeMatching, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """As snopf-filtered with :func:`matching_look_ahead` after each placement, and restarts.

    A run of FIRST_RUN placements takes pieces in their order; each later one may make twice as
    many placements as the one before and takes the pieces in a new random order, the same for
    all cells: the order before, shuffled. Solutions are kept over runs and met again; the run
    that ends by itself has met them all. Where all are asked for, one run does it.
    """
    search = Search(puzzle, MATCHING, budget, limit)
    if limit is None:
        stop = search.run()
        assert stop is not None
        return _result(search, stop)
    state = stream(int(rng.integers(2**63)))
    allowed = FIRST_RUN
    while True:
        stop = search.run(cutoff=search.placements + allowed)
        if stop is not None:
            return _result(search, stop)
        allowed *= 2
        rank = np.array(search.rank, np.int64)
        shuffle(state, rank, rank.size)
        search.rank = rank.tolist()
