"""Compiled search on sets of values: propagation, cages, branching, batches."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the search of Sudoku and KenKen", seconds=4)
