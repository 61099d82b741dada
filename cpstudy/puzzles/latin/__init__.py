"""What Sudoku, jigsaw and KenKen share: values in units, cages, and every method on them."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the rules of Sudoku", seconds=1)
