"""Adversarial mazes: hill climbing towards unique mazes on which one-step lookahead is stuck.

A climb starts at a repaired maze and exchanges one edge of its tree at a time, anywhere. When all
rules but the last are stuck, every remaining wrong orientation is assumed once, without drawing
conclusions in between: some *go* (are refuted), the others *stay*. The *resistance* of a unique
board is stay / (1 + go); with go = 0 it would be a counterexample to "one step ahead settles every
unique maze". A climb accepts a board if it is unique and resists at least as well (one step in
twenty may lose a tenth). Every unique board on the way is also given to the full deduction, which
uses its conclusions and so gets further: a board that stays open there is a counterexample too.

Cost: 0.2 to 2 ms a board of 10×10. Limits: a climb without a counterexample proves nothing about
other boards; the boards on its way are not a random sample.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import array, table, view, zeros
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below
from cpstudy.core.result import Solvable, Stop, Verdict
from cpstudy.puzzles.pipes.board.neighbours import closed_sides
from cpstudy.puzzles.pipes.deduction.deducing import SETTLED, Scratch, look_once
from cpstudy.puzzles.pipes.deduction.knowledge import PARITY, copy_of
from cpstudy.puzzles.pipes.deduction.solver import Deduction
from cpstudy.puzzles.pipes.generating.exchanging import Exchange, exchange
from cpstudy.puzzles.pipes.generating.unique import unique_board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.engine import UNIQUE, decide, work_on
from cpstudy.puzzles.pipes.search.rooted import Rooted, root
from cpstudy.reproducing.tatham import SEARCH, needed_rule
from cpstudy.study.grid import Outcome, Study, Task
from experiments.one_step import families

# The budget of nodes to decide whether a changed board is unique; a board over it is rejected.
_NODES = 10_000
# One step in _LOSING may lose some of the resistance, down to the share _LEFT.
_LOSING, _LEFT = 20, 0.9
# Distinguishes the random streams of climbs from those of the mazes that they start at.
_KEY = 1310


@dataclass(frozen=True)
class Scale:
    """The sizes of the boards, climbs a cell, and steps a climb."""

    sizes: tuple[int, ...]
    climbs: int
    steps: int


SCALES = {"small": Scale((8,), 1, 400), "paper": Scale((8, 10, 14), 4, 8000)}


def study(scale: Scale) -> Study:
    """Return the study of the climbs; a seed is a climb."""
    return families("climb", scale.sizes, scale.climbs, steps=scale.steps)


def measure(task: Task) -> Iterator[Outcome]:
    """Task function: report the result of each climb. iterations: unique boards met."""
    params = task.cell.params
    for index in task.seeds:
        begun = time.perf_counter()
        solution, _ = unique_board(
            params["algorithm"],
            params["size"],
            params["size"],
            params["seed"],
            index,
            wrap=params["wrap"],
        )
        climb = Climb(solution, params["wrap"], stream(params["seed"], _KEY, index))
        tried = 0
        while tried < params["steps"] and not climb.beyond:
            climb.step()
            tried += 1
        yield Outcome(
            iterations=climb.unique,
            stop=Stop.DONE,
            solvable=Solvable.YES,
            verdict=Verdict.UNIQUE,  # of every counted board
            seconds=time.perf_counter() - begun,
            counters={
                "stay": climb.most.stay,
                "go": climb.most.go,
                "tried": tried,
                "looked ahead": climb.looked,
            },
            extra={"board": climb.best, "beyond": climb.beyond},
        )


class Look(NamedTuple):
    """The numbers of wrong orientations of a unique board that one look leaves and refutes."""

    stay: int
    go: int

    @property
    def resistance(self) -> float:
        """Return stay / (1 + go); 0 if nothing was left to look at."""
        return self.stay / (1 + self.go)


@dataclass
class Climb:
    """The state of a climb on a square board.

    solution: uint8[size, size], of a unique board. state: the random stream. here: the look at the
    current board. unique: the number of unique boards met. looked: those of them that the rules
    without lookahead left open. most, best: the look at the board that resisted most, and its text
    form. beyond: counterexamples.
    """

    solution: npt.NDArray[np.uint8]
    wrap: bool
    state: Stream
    here: Look = field(init=False)
    most: Look = field(init=False)
    best: str = field(init=False)
    unique: int = 0
    looked: int = 0
    beyond: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        size = len(self.solution)
        n = size * size
        self._work = work_on(size, size, self.wrap)
        neighbours = self._work.neighbours
        self._closed = view(closed_sides(array(neighbours), np.zeros(0, np.uint8), tree=True))
        self._tree = Rooted(n)
        self._exchange = Exchange(neighbours, self._closed)
        self._everywhere = table(range(n), "i32")
        self._witnesses = zeros((2, n), "u8")
        self._sides = self.solution.ravel().copy()
        found = self._judged(self._sides)
        assert found is not None  # it was repaired until it was unique
        self.here = self.most = found
        self.best = self._puzzle(self._sides).encode()

    def step(self) -> None:
        """Exchange an edge; keep the new board if it is unique and resists as well."""
        n = len(self._sides)
        sides, state = array(self._tree.sides), self.state
        sides[:] = self._sides
        root(self._work.neighbours, self._tree)
        changed = exchange(self._exchange, self._tree, self._everywhere, 0, n, 0, state)
        loses = below(state, _LOSING) == 0
        found = self._judged(sides) if changed else None
        least = self.here.resistance * (_LEFT if loses else 1)
        if found is None or found.resistance < least:
            return
        self._sides = sides.copy()
        self.here = found
        if found.resistance > self.most.resistance:
            self.most = found
            self.best = self._puzzle(self._sides).encode()

    def _judged(self, sides: npt.NDArray[np.uint8]) -> Look | None:
        """Return the look at the board with this solution; None unless it is proved unique."""
        puzzle = self._puzzle(sides)
        deduction = Deduction(puzzle)
        if deduction.run(PARITY) == SETTLED:
            self.unique += 1
            return Look(0, 0)
        verdict = decide(self._work, view(sides), self._closed, True, _NODES, self._witnesses)
        if verdict != UNIQUE:
            return None
        self.unique += 1
        self.looked += 1
        k, counts = deduction.knowledge, zeros(2, "i64")
        look_once(k, copy_of(k), Scratch(len(sides)), view(sides), counts)
        found = Look(counts[0], counts[1])
        if needed_rule(puzzle, sides.tobytes()) == SEARCH:
            self.beyond.append(puzzle.encode())
        return found

    def _puzzle(self, sides: npt.NDArray[np.uint8]) -> Pipes:
        size = len(self.solution)
        return Pipes(size, size, sides.tobytes(), self.wrap)
