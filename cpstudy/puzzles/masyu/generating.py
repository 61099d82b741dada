"""Boards of Masyu drawn from a seed; see loops/generating/boards.py."""

from functools import partial

from cpstudy.puzzles.loops.generating import boards
from cpstudy.puzzles.masyu.puzzle import Masyu

generate = partial(boards.generate, Masyu)
unique = partial(boards.unique, Masyu)
