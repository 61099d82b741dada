"""Mazes, unique puzzles, repair."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the generators of Pipes", seconds=9)
