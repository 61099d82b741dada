"""Tiny kinds of puzzles, complete: copy one to add your own (CONTRIBUTING.md).

``logic.py`` asks how many solutions there are, ``moves.py`` which states can be reached. The tests
run them like every other kind, so they cannot go stale; they are not in ``PUZZLES`` because nobody
needs to play them.
"""

from cpstudy.puzzles.template import logic, moves

KINDS = (logic.KIND, moves.KIND)
