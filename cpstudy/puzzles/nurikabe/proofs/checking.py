"""Checking certificates of uniqueness with separate code that shares nothing with the writer.

A certificate holds if its witness solves the puzzle (``violation``), each clause of its formula
follows from the rules or states that some cell differs from the witness, and its proof shows that
the formula has no model (encode/rup.py). Missing clauses make the formula weaker, so the formula
need not be complete: a contradiction from some of the rules is enough.

On a board of n cells, variable c + 1 means that cell c is sea; variable n + k · n + c + 1 that it
is on the island of the k-th clue. So every solution determines the value of each variable. A clause
follows if its literals, all assumed false, leave no solution for one of these reasons:

- *a cell*: it is on two islands, on an island and sea, or land on no island; land next to an
  island belongs to it;
- *a pool* of 2×2 sea;
- *a cut*: land separates two cells of sea;
- *a sea that is too small*, if all sizes are given: too many cells of sea, or cells farther from
  the first of them than the remaining sea reaches; or more land than the islands have;
- *an island*: it has too many cells; or from its clue, by paths that pay for each cell it does not
  have yet and for connected land as a whole, it does not reach one of its cells, or reaches
  fewer cells than its size.

Cost: one flood over the board for each island that a clause names.
"""

from collections import deque
from collections.abc import Iterable
from functools import partial

from cpstudy.core.certificate import Certificate
from cpstudy.encode import rup
from cpstudy.encode.rup import Clause
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe


def why_rejected(certificate: Certificate) -> str:
    """ "" if the certificate proves that its witness is the only solution, else the fault.

    Raises InputError if the puzzle's text form is invalid.
    """
    board = Board(Nurikabe.decode(certificate.puzzle))
    return rup.why_rejected(
        certificate,
        board.puzzle,
        board.cells * (1 + len(board.clues)),
        partial(formula_violation, board),
    )


class Board:
    """A puzzle's clues and the neighbours of its cells.

    clues: the cells of the clues; sizes: their values. sea, land: the numbers of cells, if every
    size is given. islands: by the cell of a clue; reach: see ``_reach``.
    """

    def __init__(self, puzzle: Nurikabe) -> None:
        self.puzzle = puzzle
        rows, columns = puzzle.rows, puzzle.columns
        self.cells = rows * columns
        self.columns = columns
        steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
        self.neighbours = [
            [
                (row + down) * columns + column + right
                for down, right in steps
                if 0 <= row + down < rows and 0 <= column + right < columns
            ]
            for row in range(rows)
            for column in range(columns)
        ]
        self.clues = [cell for cell, clue in enumerate(puzzle.clues) if clue != NO_CLUE]
        self.sizes = [puzzle.clues[cell] for cell in self.clues]
        self.sized = ANY_SIZE not in self.sizes
        self.land = sum(self.sizes)
        self.sea = self.cells - self.land
        self.islands = {cell: island for island, cell in enumerate(self.clues)}
        self.reach = [self._reach(island) for island in range(len(self.clues))]

    def _reach(self, island: int) -> set[int]:
        """The cells that an island could ever have: close enough, not next to another clue."""
        steps = {self.clues[island]: 1}
        queue = deque(steps)
        while queue:
            cell = queue.popleft()
            if steps[cell] == self.sizes[island]:
                continue
            for other in self.neighbours[cell]:
                near = (other, *self.neighbours[other])
                if other not in steps and all(self.islands.get(o, island) == island for o in near):
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        return set(steps)


def formula_violation(board: Board, witness: bytes, clauses: Iterable[Clause]) -> str:
    """ "" if every solution but the witness satisfies all clauses, else the first faulty clause."""
    land = {cell + 1 for cell, sea in enumerate(witness) if not sea} - {c + 1 for c in board.clues}
    others = [land | {-cell - 1 for cell, sea in enumerate(witness) if sea}]
    if board.sized:  # the same amount of land, so some land of the witness becomes sea
        others.append(land)
    for clause in clauses:
        if set(clause) not in others and not Facts(board, clause).contradict():
            return f"clause {' '.join(map(str, (*clause, 0)))}: it follows from no rule"
    return ""


class Facts:
    """The facts about a board if all literals of a clause are false.

    sea: in the order of the clause. land: cells. owner: the island of a cell; barred: (cell,
    island) if it is not on that island. wrong: whether the facts contradict each other already.
    """

    def __init__(self, board: Board, clause: Clause) -> None:
        self.board = board
        self.wrong = False
        self.sea: dict[int, None] = {}
        self.land = set(board.clues)
        self.owner: dict[int, int] = {}
        self.barred: set[tuple[int, int]] = set()
        owned = [(cell, island) for island, cell in enumerate(board.clues)]
        for literal in clause:
            part, cell = divmod(abs(literal) - 1, board.cells)
            if part == 0:
                if literal < 0:
                    self.sea[cell] = None
                else:
                    self.land.add(cell)
            elif literal < 0:
                owned.append((cell, part - 1))
                self.land.add(cell)
            else:
                self.barred.add((cell, part - 1))
        self._spread(owned)
        self.wrong = self.wrong or not self.land.isdisjoint(self.sea)

    def _spread(self, owned: list[tuple[int, int]]) -> None:
        """Land next to a cell of an island belongs to that island."""
        while owned:
            cell, island = owned.pop()
            if (cell, island) in self.barred or self.owner.get(cell, island) != island:
                self.wrong = True
            if cell not in self.owner:
                self.owner[cell] = island
                owned += [(o, island) for o in self.board.neighbours[cell] if o in self.land]

    def contradict(self) -> bool:
        """Whether no solution has these facts."""
        named = {island for _, island in self.barred}
        named.update(self.owner[cell] for cell in self.land if cell in self.owner)
        return (
            self.wrong
            or self._has_pool()
            or self._sea_is_parted()
            or any(self._has_no_island(cell) for cell in self.land - self.owner.keys())
            or any(self._is_broken(island) for island in named)
        )

    def _has_pool(self) -> bool:
        down = self.board.columns
        return any(
            cell % down < down - 1 and {cell + 1, cell + down, cell + down + 1} <= self.sea.keys()
            for cell in self.sea
        )

    # -- the sea -------------------------------------------------------------------------------

    def _sea_is_parted(self) -> bool:
        """Whether land splits the sea, or a cell of it is too far from the first one named."""
        board = self.board
        left = board.cells
        if board.sized:
            left = board.sea - len(self.sea)
            if left < 0 or len(self.land) > board.land:
                return True
        if len(self.sea) < 2:
            return False
        costs = self._sea_from(next(iter(self.sea)))
        return any(costs.get(cell, left + 1) > left for cell in self.sea)

    def _sea_from(self, start: int) -> dict[int, int]:
        """By cell that sea can reach, the number of unknown cells on the cheapest path to it."""
        costs = {start: 0}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for other in self.board.neighbours[cell]:
                if other in self.land:
                    continue
                cost = costs[cell] + (other not in self.sea)
                if cost < costs.get(other, self.board.cells):
                    costs[other] = cost
                    (queue.appendleft if other in self.sea else queue.append)(other)
        return costs

    # -- islands -------------------------------------------------------------------------------

    def _is_broken(self, island: int) -> bool:
        """Whether an island cannot be completed."""
        own = [cell for cell, owner in self.owner.items() if owner == island]
        size = self.board.sizes[island]
        if size != ANY_SIZE and len(own) > size:
            return True
        reached = self._reached(island)
        return len(reached) < size or not reached.issuperset(own)

    def _reached(self, island: int) -> set[int]:
        """The cells that an island can have within the number of cells it lacks."""
        board, size = self.board, self.board.sizes[island]
        own = {cell for cell, owner in self.owner.items() if owner == island}
        allowed = board.reach[island] - self._barred(island)
        loose = self.land - self.owner.keys()
        left = 0 if size == ANY_SIZE else size - len(own)
        queues: list[list[int]] = [[] for _ in range(left + 1)]
        queues[0].append(board.clues[island])
        reached: set[int] = set()
        for cost, queue in enumerate(queues):
            for cell in queue:
                if cell not in reached:
                    reached.add(cell)
                    for other in board.neighbours[cell]:
                        if other in allowed and other not in reached:
                            group = self._connected_land(other) if other in loose else [other]
                            price = 0 if other in own or size == ANY_SIZE else len(group)
                            if cost + price <= left and allowed.issuperset(group):
                                queues[cost + price] += group
        return reached

    def _barred(self, island: int) -> set[int]:
        """The cells that are sea, not of the island, or of or next to another island."""
        found = {cell for cell, k in self.barred if k == island}
        found.update(self.sea)
        for cell, owner in self.owner.items():
            if owner != island and cell not in self.board.islands:
                found.add(cell)
                found.update(self.board.neighbours[cell])
        return found

    def _connected_land(self, cell: int) -> list[int]:
        """Land connected with a cell of land whose island is not known."""
        group = [cell]
        for member in group:
            group += [o for o in self.board.neighbours[member] if o in self.land and o not in group]
        return group

    def _has_no_island(self, cell: int) -> bool:
        """Whether land can belong to no island."""
        return all(
            cell not in reach or (cell, island) in self.barred or cell not in self._reached(island)
            for island, reach in enumerate(self.board.reach)
        )
