"""Puzzles with one solution: clues taken out of solved boards, regions, cages; and repairs."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the generator of Sudoku", seconds=4)
