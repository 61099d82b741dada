"""Mazes, unique puzzles, repair."""

from cpstudy.core.kernels import engine

engine(__name__, "the generators of Pipes", seconds=5)
