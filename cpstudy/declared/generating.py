"""Puzzles of any declared kind that says how clues follow from an answer.

1. ``layout`` of the kind draws what a board has before its clues (walls, rooms, islands).
2. An answer is drawn: values of the places in random order, each kept where some answer has it.
   So every answer can be drawn; no distribution is claimed. ``likely`` of a kind prefers some.
3. ``clues`` gives all that the answer says. Where that leaves another answer, ``repaired`` of the
   kind changes what excludes it (a region, a number), or the draw failed.
4. Clues that are not needed go, with those that they face where a symmetry is wished: one solver
   for all of them (clued.py), whose cores drop most at once.
5. Where the deduction needs a harder way than wished, clues return, the last ones first, as few as
   let it settle the board. Where no clue can go, ``repaired`` of the kind changes what is left
   open.

*Repair* adds clues of one of the answers of a puzzle that has several, and takes away again what is
not needed: no clue of those added is, but other answers may need fewer.

The stream of a board is keyed by (sizes, symmetry, index), so a seed means the same puzzle alone
and in a batch. Cost: docs/explanation/puzzles-worth-solving.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import cast

import numpy as np

from cpstudy.core.ambiguity import clock_of
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Repair
from cpstudy.core.generating import Wanted, distinct, numbered
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.solving import Request, checked
from cpstudy.declared.board import BLANK, Board
from cpstudy.declared.clauses import encoded
from cpstudy.declared.clued import Clue, Clued, lacking
from cpstudy.declared.deducing import ALL, CASES, ONE, RULES, Deduction
from cpstudy.declared.explaining import EXPLAINER, solve
from cpstudy.declared.growing import Growing
from cpstudy.declared.model import model_of
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.reasoning import Facts
from cpstudy.declared.whole import Whole

# Boards that are drawn for one puzzle at most, answers of a layout, times that one is repaired, and
# orders in which clues of one board go: part of what a seed means. Answers that clues single out.
_DRAWS, _ANSWERS, _REPAIRS, _ORDERS, _SINGLED = 2000, 3, 300, 3, 8
# Layouts that cannot be boards, all from the first on, until their fault is the answer.
_REFUSED = 100
# Changes in vain towards a level, and the share of an answer that may be open before one.
_VAIN, _MOST_LEFT = 6, 0.8

Clues = dict[Clue, str]
Made = tuple[Declared, bytes]
Full = tuple[Declared, Clues, bytes]


class Maker:
    """Makes puzzles of one layout, by a clock."""

    def __init__(self, layout: Declared, clock: Clock) -> None:
        self.layout, self._clock = layout, clock

    def clues(self, answer: Answer, rng: Random) -> Clues:
        """All that an answer says."""
        return _flat(self.layout.clues(answer, rng))

    def puzzle(self, clues: Mapping[Clue, str]) -> Declared | None:
        """The layout with clues; None where they are none of a puzzle."""
        try:
            return self.layout.changed(clues)
        except InputError:
            return None

    def drawn(self, rng: Random) -> Full | None:
        """An answer with all its clues, and the board; None where some answers had no board.

        Where all clues stay the layout may have one answer as it is.
        """
        stay = {block.name for block in self.layout.blocks} <= {*self.layout.kept}
        if stay and (full := self._confirmed(self.layout, {})) is not None:
            return full
        for _ in range(_ANSWERS):
            answer = drawn_answer(self.layout, rng, self._clock)
            if answer is None:
                return None
            if (full := self.full(answer, rng)) is not None:
                return full
        return None

    def full(self, answer: bytes, rng: Random) -> Full | None:
        """The board with all clues of an answer, changed until it is the only one, or None."""
        values: Answer = model_of(self.layout).by_group(answer)
        clues, growing = self.clues(values, rng), Growing(self._clock)
        for _ in range(_REPAIRS):
            if (puzzle := self.puzzle(clues)) is None:
                return None
            if (found := growing.other(puzzle, values)) is None:
                return self._confirmed(puzzle, clues)
            if (changed := self._changed(puzzle, clues, *found, rng)) is None:
                return None
            values, clues = changed
        return None

    def _changed(
        self,
        puzzle: Declared,
        clues: Clues,
        values: Answer,
        other: Answer,
        rng: Random,
        eased: bool = False,
    ) -> tuple[Answer, Clues] | None:
        """Answer and clues as the kind changes them against another answer, or None.

        eased: change clues if the kind can, else the answer; otherwise the answer comes first.
        """
        repaired = puzzle.repaired(values, other, rng) if eased else {}
        if not repaired and (varied := puzzle.varied(values, other, rng)):
            return varied, self.clues(varied, rng)
        if repaired := repaired or puzzle.repaired(values, other, rng):
            return values, clues | _flat(repaired)
        return None

    def _confirmed(self, puzzle: Declared, clues: Clues) -> Full | None:
        """The board with its only answer, by a solver; None where it has others."""
        result = solve(puzzle, Request(self._clock.budget(), 2))
        self._clock.check()
        only = result.verdict is Verdict.UNIQUE
        return (puzzle, clues, cast(bytes, result.solutions[0])) if only else None

    def hardened(self, wanted: Wanted, rng: Random) -> Made | None:
        """A board of the wanted level near the layout, which one rule at a time has to settle.

        Clues say less, as long as such steps settle it or, at last, those of the level do.
        """
        puzzle, growing = self.layout, Growing(self._clock)
        if not (answer := growing.at_once(puzzle)):
            return None
        grades = EXPLAINER.grades_of(cast(str, wanted.grade))
        easiest, hardest = (EXPLAINER.grades.index(grade) for grade in (grades[0], grades[-1]))
        places = [place for name in puzzle.kept for place in puzzle.board.clues(name)]
        order, vain = rng.sample(places, len(places)) if easiest > ONE else [], 0
        while order and vain < _VAIN:
            changed = puzzle.harder(answer, order.pop())
            board = self.puzzle(self.clues(changed, rng)) if changed else None
            if board is not None and growing.at_once(board):
                puzzle, answer = board, changed
            elif board is not None:
                vain += 1
                if growing.other(board, changed):
                    continue
                facts = growing.facts()
                easier = easiest > CASES and self._settles(board, facts, easiest - 1)
                if not easier and self._settles(board, facts, hardest):
                    return board, model_of(board).solution(changed)
        made = puzzle, model_of(puzzle).solution(answer)
        wanted.near.append(made)
        return made if easiest == ONE else None

    def _settles(self, puzzle: Declared, facts: Facts, hardest: int) -> bool:
        deduction = Deduction(puzzle, facts)
        deduction.clock = self._clock
        return deduction.settles(hardest)

    def eased(self, full: Full, grade: str, rng: Random) -> Full | None:
        """A board of the same answer that ways up to this grade settle; None where none is found.

        What they leave open stands for another answer, against which the kind repairs. A change
        stays where no more is left open.
        """
        puzzle, clues, answer = full
        hardest, growing = EXPLAINER.grades.index(grade), Growing(self._clock)
        model, left = model_of(puzzle), self._left(puzzle, answer, hardest)
        values = model.by_group(answer)
        vain = 0
        while left and vain < _VAIN and len(left) < _MOST_LEFT * len(answer):
            vain += 1
            other = {name: dict(of) for name, of in values.items()}
            for group, place in (model.place[number] for number in left):
                other[group.name][place] = group.low + group.high - values[group.name][place]
            if (changed := self._changed(puzzle, clues, values, other, rng, True)) is None:
                continue
            board = self.puzzle(changed[1])
            if board is None or board == puzzle or growing.other(board, changed[0]):
                continue
            fresh = model_of(board, self._clock)
            solution = fresh.solution(changed[0])
            if len(rest := self._left(board, solution, hardest)) <= len(left):
                vain = vain if len(rest) == len(left) else 0
                puzzle, clues, left, model, answer = board, changed[1], rest, fresh, solution
                values = model.by_group(answer)
        return None if left else (puzzle, clues, answer)

    def _left(self, puzzle: Declared, answer: bytes, hardest: int) -> list[int]:
        """The places of the answer that ways up to this one leave open."""
        deduction = Deduction(puzzle)
        deduction.clock = self._clock
        deduction.spare(answer)
        done = hardest >= ALL or deduction.settles(hardest)
        return [] if done else deduction.left()

    def groups(self, clues: Clues, turned: bool, rng: Random) -> list[list[Clue]]:
        """Clues that go together, of those that may go: ``shown`` of the kind keeps some."""
        found: dict[Clue, list[Clue]] = {}
        rows, columns = self.layout.rows, self.layout.columns
        for block, place in (clue for clue in clues if clue[0] not in self.layout.kept):
            height, width = self.layout.block(block).shape(rows, columns)
            facing = block, (height - 1 - place[0], width - 1 - place[1])
            key = min((block, place), facing) if turned else (block, place)
            found.setdefault(key, []).append((block, place))
        groups = list(found.values())
        if shown := self.layout.shown:
            return rng.sample(groups, round(len(groups) * (1 - rng.choice(shown))))
        return groups


def _flat(tokens: Tokens) -> Clues:
    return {(block, place): t for block, of in tokens.items() for place, t in of.items()}


class Thinning:
    """A board without clues that it does not need, and with those that returned for its level.

    groups: of clues that go together, in the order in which they are tried.
    """

    def __init__(
        self, full: Declared, answer: bytes, groups: Sequence[Sequence[Clue]], clock: Clock
    ) -> None:
        self._full, self._groups, self._clock = full, list(groups), clock
        self._all = [clue for group in groups for clue in group]
        self._clued = Clued(full, self._all, answer, clock)
        self._gone = list[Sequence[Clue]]()

    def thin(self) -> None:
        """Take away what is not needed: values of the answer first."""
        given = [group for group in self._groups if group[0] in self._clued.given]
        others = [group for group in self._groups if group[0] not in self._clued.given]
        self._gone = []
        left = self._without(given, [clue for group in others for clue in group])
        self._without(others, left)

    def _without(self, groups: list[Sequence[Clue]], always: list[Clue]) -> list[Clue]:
        """The clues of those groups that are needed; the others join what is gone."""
        numbers = self._clued.needed(groups, always)
        needed = set(range(len(groups)) if numbers is None else numbers)
        self._gone += [group for n, group in enumerate(groups) if n not in needed]
        return [clue for n in sorted(needed) for clue in groups[n]]

    def shuffle(self, rng: Random) -> None:
        """Another order."""
        rng.shuffle(self._groups)

    def board(self, returned: int) -> Declared:
        """The board with so many of the groups that went, the last ones first."""
        gone = self._gone[: len(self._gone) - returned]
        return lacking(self._full, [clue for group in gone for clue in group])

    def unique(self, least: int = 0) -> Declared:
        """The board with the fewest that leave one answer, which a solver has to confirm."""
        for returned in range(least, len(self._gone)):
            board = self.board(returned)
            result = solve(board, Request(self._clock.budget(), 2))
            self._clock.check()
            if result.verdict is Verdict.UNIQUE:
                return board
        return self._full

    def reaches(self, grade: str) -> bool:
        """Whether ways up to this one settle the board with all clues, without which none is."""
        hardest, clued = EXPLAINER.grades.index(grade), self._clued
        known = hardest >= ALL or len(clued.given) == len(clued.model.answer)
        return known or self._deduction(clued.partly(self._all)).settles(hardest)

    def of_level(self, grades: Sequence[str]) -> tuple[Declared, bool]:
        """The board with the fewest with which ways up to the last grade settle it.

        And whether none of easier ones does. With all clues they do (:meth:`reaches`). Where easier
        ways settle it without those that went, they do with any.
        """
        easiest, hardest = (EXPLAINER.grades.index(grade) for grade in (grades[0], grades[-1]))
        easier = self._is_easier(easiest, self._facts(0))
        low, high = 0, 0 if hardest >= ALL or easier else len(self._gone)
        before = None
        while low < high:
            middle = (low + high) // 2
            deduction = self._deduction(self._facts(middle))
            if deduction.settles(hardest, before):
                high = middle
            else:
                low, before = middle + 1, deduction
        # Where fewer answers were excluded than the board's own values leave, more have to return.
        board = self.unique(low) if self._clued.model.clipped else self.board(low)
        return board, not (easier or self._is_easier(easiest, self._facts(low)))

    def _is_easier(self, easiest: int, facts: Facts) -> bool:
        """Whether easier ways settle a board.

        What cases of rules leave open, which is soon known, single rules leave open as well.
        """
        ways = (CASES, ONE) if easiest == CASES else (easiest - 1,)[:easiest]
        return bool(ways) and all(self._deduction(facts).settles(way) for way in ways)

    def _facts(self, returned: int) -> Facts:
        gone = {clue for group in self._gone[: len(self._gone) - returned] for clue in group}
        there = (clue for group in self._groups for clue in group if clue not in gone)
        return self._clued.partly(there)

    def _deduction(self, facts: Facts) -> Deduction:
        deduction = Deduction(self._full, facts)
        deduction.clock = self._clock
        return deduction


def drawn_answer(puzzle: Declared, rng: Random, clock: Clock) -> bytes | None:
    """An answer by random values of places in random order; None where there is none."""
    whole = Whole(encoded(puzzle, clock))
    found = whole.model(whole.guards, clock)
    if isinstance(found, list):
        return None
    chosen: list[int] = []
    places, likely, of = whole.encoded.bits(), puzzle.likely, whole.encoded.model.place
    order = rng.sample(range(len(places)), len(places))
    for place in sorted(order, key=lambda place: of[place][0].name not in likely):
        bits, group = places[place], of[place][0]
        wished = rng.choice(bits) if len(bits) > 1 else rng.choice((bits[0], -bits[0]))
        if group.name in likely:
            wished = bits[0] if likely[group.name] else -bits[0]
        if bool(found[abs(wished) - 1]) is not (wished > 0):
            other = whole.model([*chosen, wished, *whole.guards], clock)
            if not isinstance(other, np.ndarray):
                continue
            found = other
        chosen.append(wished)
    return whole.encoded.values(found)


def _boards(kind: type[Declared], wanted: Wanted, index: int) -> Iterator[Made | None]:
    """The draws of one puzzle, with its only answer; None where a draw failed."""
    rows, columns, clock = wanted.rows, wanted.columns, wanted.clock
    symmetry = wanted.options.get("symmetry") or kind.symmetry
    rng = Random(f"{wanted.seed} {kind.kind} {rows} {columns} {symmetry} {index}")
    hardest = EXPLAINER.grades_of(wanted.grade)[-1] if wanted.grade else ""
    changing = kind.harder is not Declared.harder and hardest in RULES[:ALL]
    refused = 0
    for number in range(_DRAWS):
        clock.check()
        try:
            layout = kind.of_blocks(rows, columns, kind.layout(rng, Board(rows, columns, ())))
        except InputError:
            refused += 1
            if refused == number + 1 == _REFUSED:  # as none of that size can be
                raise
            yield None
            continue
        maker = Maker(layout, clock)
        if changing:
            yield maker.hardened(wanted, rng)
            continue
        if (full := maker.drawn(rng)) is None:
            yield None
            continue
        yield from _thinned(maker, full, rng, symmetry == "half-turn", wanted)


def _thinned(
    maker: Maker, full: Full, rng: Random, turned: bool, wanted: Wanted
) -> Iterator[Made | None]:
    """Boards of one answer, whose clues went in several orders; None for another grade."""
    puzzle, clues, answer = full
    hardest = EXPLAINER.grades_of(wanted.grade)[-1] if wanted.grade else None
    groups = maker.groups(clues, turned, rng)
    thinning = Thinning(puzzle, answer, groups, wanted.clock) if groups else None
    if hardest and not (thinning and thinning.reaches(hardest)):
        wanted.near.append((puzzle, answer))
        if (eased := maker.eased(full, hardest, rng)) is None:
            yield None
            return
        puzzle, clues, answer = eased
        groups = maker.groups(clues, turned, rng)
        thinning = Thinning(puzzle, answer, groups, wanted.clock) if groups else None
    if not thinning:
        yield puzzle, answer
        return
    met = set[Declared]()
    for _ in range(_ORDERS if wanted.grade else 1):
        thinning.shuffle(rng)
        thinning.thin()
        if wanted.grade is None:
            yield thinning.unique(), answer
            continue
        wanted.near.append((thinning.unique(), answer))
        board, right = thinning.of_level(EXPLAINER.grades_of(wanted.grade))
        wanted.near.append((board, answer))
        yield (board, answer) if right and board not in met else None
        met.add(board)


def generate(kind: type[Declared], wanted: Wanted) -> Iterator[Made]:
    """Puzzles with one solution: other boards have no clues, or clues that contradict."""

    def draw(index: int) -> Made:
        drawn = next((drawn for drawn in _boards(kind, wanted, index) if drawn is not None), None)
        if drawn is None:
            raise InputError(f"{wanted}: {_DRAWS} draws without a puzzle")
        return drawn

    return numbered(wanted, draw)


def unique(kind: type[Declared], wanted: Wanted) -> Iterator[Made]:
    """Puzzles with one solution, no two the same, of the wanted grade."""
    EXPLAINER.check_grade(wanted.grade)
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
    result, maker = solve(puzzle, Request(clock.budget(), _SINGLED)), Maker(puzzle, clock)
    if result.verdict is Verdict.NONE:
        raise InputError("there is no solution, so no clue makes it one")
    if result.verdict is Verdict.UNIQUE:
        return Repair(puzzle, result.solutions[0], (), True)
    found: list[tuple[Clues, Declared, bytes]] = []
    for solution in cast(tuple[bytes, ...], result.solutions):
        full = maker.clues(model_of(puzzle).by_group(solution), Random(puzzle.encode()))
        open_ = (BLANK, "?", *puzzle.without.values())
        fresh = {c: t for c, t in full.items() if puzzle.board[c[0]].get(c[1]) in open_}
        if (board := maker.puzzle(fresh)) is not None and fresh:
            groups = [[c] for c in Random(0).sample([*fresh], len(fresh))]
            needed = Clued(board, [*fresh], solution, clock).needed(groups)
            if needed is not None:
                order = [groups[n][0] for n in needed]
                order += [clue for (clue,) in groups if clue not in order]
                found += _confirmed(
                    maker, {clue: fresh[clue] for clue in order}, len(needed), clock
                )
    if not found:
        return None
    clues, repaired, only = min(found, key=lambda one: len(one[0]))
    cells = tuple(sorted(place for _, place in clues))
    return Repair(repaired, checked(repaired, only, "repair"), cells, len(cells) < 2)


def _confirmed(
    maker: Maker, clues: Clues, least: int, clock: Clock
) -> Iterator[tuple[Clues, Declared, bytes]]:
    """The fewest of the first clues, ``least`` or more, that leave one answer, the board and it.

    More than that are needed where other answers have larger values than the known one.
    """
    for number in range(least, len(clues) + 1):
        some = dict(list(clues.items())[:number])
        board = cast(Declared, maker.puzzle(some))
        result = solve(board, Request(clock.budget(), 2))
        clock.check()
        if result.verdict is Verdict.UNIQUE:
            yield some, board, cast(bytes, result.solutions[0])
            return
