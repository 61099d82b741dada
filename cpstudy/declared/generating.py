"""Puzzles of any declared kind that says how clues follow from an answer.

1. ``layout`` of the kind draws what a board has before its clues (walls, rooms, islands).
2. An answer is drawn: values of the places in random order, each kept where some answer has it.
   So every answer can be drawn; no distribution is claimed.
3. ``clues`` gives all that the answer says. Where that leaves another answer the draw failed.
4. Clues are taken away in random order, with those that they face where a symmetry is wished, as
   long as there is one answer.
5. Where the deduction needs a harder way than wished, clues return, the last ones first, by halves.

*Repair* adds clues of one of the answers of a puzzle that has several, and takes away again what is
not needed: no clue of those added is, but other answers may need fewer.

The stream of a board is keyed by (sizes, symmetry, index), so a seed means the same puzzle alone
and in a batch. Cost: a verdict a clue, 10 to 50 ms each on 10×10, and a deduction for each halving.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import cast

import numpy as np

from cpstudy.core.ambiguity import clock_of
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Repair
from cpstudy.core.generating import Wanted, distinct, numbered
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.solving import Request
from cpstudy.declared.board import BLANK, Board, Cell
from cpstudy.declared.clauses import encoded
from cpstudy.declared.explaining import EXPLAINER, solve
from cpstudy.declared.model import model_of
from cpstudy.declared.puzzle import Declared
from cpstudy.declared.whole import Whole

# Boards that are drawn for one puzzle at most, and answers of a layout. Part of what a seed means.
_DRAWS, _ANSWERS = 2000, 3

# A clue by its block and the place there; tokens of them.
Clue = tuple[str, Cell]
Clues = dict[Clue, str]


class Maker:
    """Makes puzzles of one layout, by a clock."""

    def __init__(self, layout: Declared, clock: Clock) -> None:
        self.layout, self._clock = layout, clock

    def clues(self, answer: bytes, rng: Random) -> Clues:
        """All that an answer says."""
        found = self.layout.clues(model_of(self.layout).by_group(answer), rng)
        return {(name, place): t for name, of in found.items() for place, t in of.items()}

    def puzzle(self, clues: Mapping[Clue, str]) -> Declared | None:
        """The layout with clues; None where they are none of a puzzle."""
        board = self.layout.board
        tokens = {block.name: dict(board[block.name]) for block in self.layout.blocks}
        for (block, place), token in clues.items():
            tokens[block][place] = token
        try:
            return self.layout.of_blocks(board.rows, board.columns, tokens)
        except InputError:
            return None

    def only(self, clues: Mapping[Clue, str]) -> bytes | None:
        """The only answer with these clues; None where there is none, or several."""
        if (puzzle := self.puzzle(clues)) is None:
            return None
        result = solve(puzzle, Request(self._clock.budget(), 2))
        self._clock.check()
        return cast(bytes, result.solutions[0]) if result.verdict is Verdict.UNIQUE else None

    def reduced(self, clues: Clues, groups: Iterable[Sequence[Clue]]) -> tuple[Clues, list[Clues]]:
        """The clues without those groups that are not needed, and these, in this order."""
        left, taken = dict(clues), list[Clues]()
        for group in groups:
            blank = {clue: self.layout.without.get(clue[0], BLANK) for clue in group}
            if self.only(left | blank) is not None:
                taken.append({clue: left[clue] for clue in group})
                left |= blank
        return left, taken

    def of_grade(self, left: Clues, taken: Sequence[Clues], grade: str | None) -> Declared:
        """The fewest clues, of those taken away last first, with which it is not too hard."""

        def puzzle(returned: int) -> Declared:
            back = (item for group in taken[len(taken) - returned :] for item in group.items())
            found = self.puzzle(left | dict(back))
            assert found is not None
            return found

        hardest = EXPLAINER.grades.index(EXPLAINER.grades_of(grade)[-1]) if grade else 0
        low, high = 0, len(taken) if grade is not None else 0
        while low < high:
            middle = (low + high) // 2
            found = EXPLAINER.grade(puzzle(middle), self._clock.budget())
            self._clock.check()
            harder = found is None or EXPLAINER.grades.index(found) > hardest
            low, high = (middle + 1, high) if harder else (low, middle)
        return puzzle(low)

    def groups(self, clues: Clues, turned: bool) -> list[list[Clue]]:
        """Clues that go together, of the blocks whose clues may go."""
        found: dict[Clue, list[Clue]] = {}
        rows, columns = self.layout.rows, self.layout.columns
        for block, place in (clue for clue in clues if clue[0] not in self.layout.kept):
            height, width = self.layout.block(block).shape(rows, columns)
            facing = block, (height - 1 - place[0], width - 1 - place[1])
            key = min((block, place), facing) if turned else (block, place)
            found.setdefault(key, []).append((block, place))
        return list(found.values())


def drawn_answer(puzzle: Declared, rng: Random, clock: Clock) -> bytes | None:
    """An answer by random values of places in random order; None where there is none."""
    whole = Whole(encoded(puzzle, clock))
    found = whole.model(whole.guards, clock)
    if isinstance(found, list):
        return None
    chosen: list[int] = []
    places = whole.encoded.bits()
    for place in rng.sample(range(len(places)), len(places)):
        bits = places[place]
        wished = rng.choice(bits) if len(bits) > 1 else rng.choice((bits[0], -bits[0]))
        if bool(found[abs(wished) - 1]) is not (wished > 0):
            other = whole.model([*chosen, wished, *whole.guards], clock)
            if not isinstance(other, np.ndarray):
                continue
            found = other
        chosen.append(wished)
    return whole.encoded.values(found)


def _boards(
    kind: type[Declared], wanted: Wanted, index: int
) -> Iterator[tuple[Declared, bytes] | None]:
    """The draws of one puzzle, with its only answer; None where a draw failed."""
    rows, columns, clock = wanted.rows, wanted.columns, wanted.clock
    symmetry = wanted.options.get("symmetry") or kind.symmetry
    rng = Random(f"{wanted.seed} {kind.kind} {rows} {columns} {symmetry} {index}")
    for _ in range(_DRAWS):
        try:
            layout = kind.of_blocks(rows, columns, kind.layout(rng, Board(rows, columns, ())))
        except InputError:
            yield None
            continue
        yield _drawn(Maker(layout, clock), rng, symmetry == "half-turn", wanted)


def _drawn(
    maker: Maker, rng: Random, turned: bool, wanted: Wanted
) -> tuple[Declared, bytes] | None:
    """A puzzle of a layout."""
    for _ in range(_ANSWERS):
        answer = drawn_answer(maker.layout, rng, wanted.clock)
        if answer is None:
            return None
        clues = maker.clues(answer, rng)
        solution = maker.only(clues)
        if solution is not None:
            groups = maker.groups(clues, turned)
            rng.shuffle(groups)
            return maker.of_grade(*maker.reduced(clues, groups), wanted.grade), solution
    return None


def generate(kind: type[Declared], wanted: Wanted) -> Iterator[tuple[Declared, bytes]]:
    """Puzzles with one solution: other boards have no clues, or clues that contradict."""

    def draw(index: int) -> tuple[Declared, bytes]:
        drawn = next((drawn for drawn in _boards(kind, wanted, index) if drawn is not None), None)
        if drawn is None:
            raise InputError(f"{wanted}: {_DRAWS} draws without a puzzle")
        return drawn

    return numbered(wanted, draw)


def unique(kind: type[Declared], wanted: Wanted) -> Iterator[tuple[Declared, bytes]]:
    """Puzzles with one solution, no two the same, of the wanted grade."""
    boards = (_boards(kind, wanted, index) for index in wanted.numbers)
    return distinct(wanted, boards, lambda puzzle: puzzle.encode(), EXPLAINER, _DRAWS)


def repair(puzzle: Declared, budget: Budget | None = None) -> Repair | None:
    """More clues, so that there is one solution; None where that is not found within the budget.

    Raises InputError where there is no solution.
    """
    try:
        return _repaired(puzzle, clock_of(budget))
    except OutOfTimeError:
        return None


def _repaired(puzzle: Declared, clock: Clock) -> Repair | None:
    result, maker = solve(puzzle, Request(clock.budget(), _ANSWERS + 1)), Maker(puzzle, clock)
    if result.verdict is Verdict.NONE:
        raise InputError("there is no solution, so no clue makes it one")
    if result.verdict is Verdict.UNIQUE:
        return Repair(puzzle, result.solutions[0], (), True)
    found: list[tuple[Clues, bytes]] = []
    for solution in result.solutions:
        full, rng = maker.clues(cast(bytes, solution), Random(puzzle.encode())), Random(0)
        open_ = (BLANK, "?", *puzzle.without.values())
        fresh = {c: t for c, t in full.items() if puzzle.board[c[0]][c[1]] in open_}
        if maker.only(fresh) is not None:
            left, taken = maker.reduced(fresh, [[c] for c in rng.sample([*fresh], len(fresh))])
            gone = {clue for group in taken for clue in group}
            found.append(({c: t for c, t in left.items() if c not in gone}, cast(bytes, solution)))
    if not found:
        return None
    clues, only = min(found, key=lambda pair: len(pair[0]))
    cells = tuple(sorted(place for _, place in clues))
    return Repair(maker.puzzle(clues), only, cells, len(cells) < 2)
