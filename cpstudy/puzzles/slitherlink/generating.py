"""Boards of Slitherlink drawn from a seed; see loops/generating/boards.py."""

from functools import partial

from cpstudy.puzzles.loops.generating import boards
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink

generate = partial(boards.generate, Slitherlink)
unique = partial(boards.unique, Slitherlink)
