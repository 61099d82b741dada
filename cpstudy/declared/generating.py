"""Puzzles of any declared kind that says how clues follow from an answer.

1. ``layout`` of the kind draws what a board has before its clues (walls, rooms, islands).
2. An answer is drawn: values of the places in random order, each kept where some answer has it.
   So every answer can be drawn; no distribution is claimed.
3. ``clues`` gives all that the answer says. Where that leaves another answer the draw failed.
4. Clues are taken away in random order, with those that they face where a symmetry is wished, as
   long as there is one answer.
5. Where the deduction needs a harder way than wished, clues return, the last ones first, by halves.

The stream of a board is keyed by (sizes, symmetry, index), so a seed means the same puzzle alone
and in a batch. Cost: a verdict a clue, 10 to 50 ms each on 10×10, and a deduction for each halving.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import cast

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, distinct, numbered
from cpstudy.core.result import Verdict
from cpstudy.core.solving import Request
from cpstudy.declared.board import BLANK, Board, Cell
from cpstudy.declared.clauses import encoded
from cpstudy.declared.explaining import EXPLAINER, solve
from cpstudy.declared.model import model_of
from cpstudy.declared.puzzle import Declared
from cpstudy.declared.whole import Whole

# Boards that are drawn for one puzzle at most, and answers of a layout. Part of what a seed means.
_DRAWS, _ANSWERS = 2000, 3

# A clue by its block and the place there.
Clue = tuple[str, Cell]


class Maker:
    """Makes puzzles of one kind and size from random numbers."""

    def __init__(
        self, kind: type[Declared], rows: int, columns: int, symmetry: str, clock: Clock
    ) -> None:
        self.kind, self.rows, self.columns = kind, rows, columns
        self._turned, self._clock = symmetry == "half-turn", clock

    def draw(self, rng: Random, grade: str | None) -> tuple[Declared, bytes] | None:
        """A puzzle with its only answer; None where the draw failed."""
        try:
            tokens = self.kind.layout(rng, Board(self.rows, self.columns, ()))
            layout = self.kind.of_blocks(self.rows, self.columns, tokens)
        except InputError:
            return None
        for _ in range(_ANSWERS):
            answer = drawn_answer(layout, rng, self._clock)
            if answer is None:
                return None
            clues = {
                (block, place): token
                for block, tokens in layout.clues(model_of(layout).by_group(answer), rng).items()
                for place, token in tokens.items()
            }
            full = self._with(layout, clues)
            solution = None if full is None else self._only(full)
            if solution is not None:
                return self._reduced(layout, clues, rng, grade), solution
        return None

    def _with(self, layout: Declared, clues: Mapping[Clue, str]) -> Declared | None:
        tokens = {block.name: dict(layout.board[block.name]) for block in layout.blocks}
        for (block, place), token in clues.items():
            tokens[block][place] = token
        try:
            return self.kind.of_blocks(self.rows, self.columns, tokens)
        except InputError:
            return None

    def _only(self, puzzle: Declared) -> bytes | None:
        """Its only answer; None where it has none or several."""
        result = solve(puzzle, Request(self._clock.budget(), 2))
        self._clock.check()
        return cast(bytes, result.solutions[0]) if result.verdict is Verdict.UNIQUE else None

    def _reduced(
        self, layout: Declared, clues: Mapping[Clue, str], rng: Random, grade: str | None
    ) -> Declared:
        """The puzzle with few clues, and of the grade where more clues can make it so."""
        left, taken = dict(clues), list[dict[Clue, str]]()
        groups = self._groups(clues)
        rng.shuffle(groups)
        for group in groups:
            blank = {clue: self.kind.without.get(clue[0], BLANK) for clue in group}
            puzzle = self._with(layout, left | blank)
            if puzzle is not None and self._only(puzzle) is not None:
                taken.append({clue: left[clue] for clue in group})
                left |= blank
        return self._of_grade(layout, left, taken, grade)

    def _of_grade(
        self,
        layout: Declared,
        left: dict[Clue, str],
        taken: Sequence[Mapping[Clue, str]],
        grade: str | None,
    ) -> Declared:
        """The fewest clues, of those taken away last first, with which it is not too hard."""

        def puzzle(returned: int) -> Declared:
            back = {c: t for group in taken[len(taken) - returned :] for c, t in group.items()}
            found = self._with(layout, left | back)
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

    def _groups(self, clues: Mapping[Clue, str]) -> list[list[Clue]]:
        """Clues that go together, of the blocks whose clues may go."""
        found: dict[Clue, list[Clue]] = {}
        for block, place in clues:
            if block in self.kind.kept:
                continue
            height, width = self.kind.block(block).shape(self.rows, self.columns)
            facing = block, (height - 1 - place[0], width - 1 - place[1])
            key = min((block, place), facing) if self._turned else (block, place)
            found.setdefault(key, []).append((block, place))
        return list(found.values())


def drawn_answer(puzzle: Declared, rng: Random, clock: Clock) -> bytes | None:
    """An answer by random values of places in random order; None where there is none."""
    whole = Whole(encoded(puzzle, clock))
    found = whole.model(whole.guards, clock)
    chosen: list[int] = []
    places = whole.encoded.bits()
    for place in rng.sample(range(len(places)), len(places)):
        if isinstance(found, list):
            return None
        bits = places[place]
        wished = rng.choice(bits) if len(bits) > 1 else rng.choice((bits[0], -bits[0]))
        if bool(found[abs(wished) - 1]) is (wished > 0):
            chosen.append(wished)
            continue
        other = whole.model([*chosen, wished, *whole.guards], clock)
        if not isinstance(other, list):
            chosen.append(wished)
            found = other
    return whole.encoded.values(found) if isinstance(found, np.ndarray) else None


def generate(kind: type[Declared], wanted: Wanted) -> Iterator[tuple[Declared, bytes]]:
    """Puzzles with one solution: other boards have no clues, or clues that contradict."""

    def draw(index: int) -> tuple[Declared, bytes]:
        for drawn in _boards(kind, wanted, index):
            if drawn is not None:
                return drawn
        raise InputError(f"{wanted}: {_DRAWS} draws without a puzzle")

    return numbered(wanted, draw)


def unique(kind: type[Declared], wanted: Wanted) -> Iterator[tuple[Declared, bytes]]:
    """Puzzles with one solution, no two the same, of the wanted grade."""
    boards = (_boards(kind, wanted, index) for index in wanted.numbers)
    return distinct(wanted, boards, lambda puzzle: puzzle.encode(), EXPLAINER, _DRAWS)


def _boards(
    kind: type[Declared], wanted: Wanted, index: int
) -> Iterator[tuple[Declared, bytes] | None]:
    """The draws of one puzzle."""
    symmetry = wanted.options.get("symmetry") or kind.symmetry
    rng = Random(f"{wanted.seed} {kind.kind} {wanted.rows} {wanted.columns} {symmetry} {index}")
    maker = Maker(kind, wanted.rows, wanted.columns, symmetry, wanted.clock)
    for _ in range(_DRAWS):
        yield maker.draw(rng, wanted.grade)
