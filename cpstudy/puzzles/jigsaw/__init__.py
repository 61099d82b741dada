"""Jigsaw: Sudoku whose regions are given."""
