"""Tiny complete kinds of puzzles: copy one to add your own (CONTRIBUTING.md).

``logic.py`` asks how many solutions there are, ``moves.py`` which states can be reached. The tests
run them like every other kind, so they stay correct. They are not in ``PUZZLES`` because they are
only examples.
"""

from cpstudy.puzzles.template import logic, moves

KINDS = (logic.KIND, moves.KIND)
