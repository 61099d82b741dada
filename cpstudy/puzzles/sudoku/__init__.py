"""Sudoku of any box shape to 25x25, with diagonals: each value once in rows, columns, boxes."""
