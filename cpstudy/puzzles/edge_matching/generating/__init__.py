"""Puzzles with given numbers of colours, all of them used."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the generator of edge matching", seconds=1)
