"""The common part of Sudoku, jigsaw and KenKen: values in units, cages, and all solvers."""
