"""Kinds declared by their rules: a kind is a file of constraints in CPMpy, this package the rest.

A kind is a class in ``kinds/NAME.py``: the contents of its text (:class:`.board.Block`), and
``declare``, which makes the variables of an answer and the rules. A rule has words, the cells that
it is about, and the clue that it comes from. This package checks answers by evaluating the rules,
solves by their clauses, and draws, reads and writes boards::

    from cpstudy.declared import Block, Declared, Model, at, kind_of

    class Hitori(Declared):
        kind = "hitori"
        blocks = (Block("numbers", "[1-9][0-9]?", mark="number"),)

        def declare(self, m: Model) -> None:
            black = m.bools("black", m.board.cells, "{} is black", "{} is white", mark="shade")
            for one, other in m.board.edges:
                m.rule(f"{at(one)} and {at(other)} touch: not both black",
                       ~black[one] | ~black[other], [one, other])
            m.rule("white cells are connected", m.connected({c: ~black[c] for c in black}), black)

    KIND = kind_of(Hitori)

board: blocks, places and their words. puzzle: the value with its text form. model: variables and
rules of one puzzle. clauses: the rules as clauses (encode/cpmpy_clauses.py), and cuts of graph
constraints (encode/cpmpy_graph.py). solving: the rows of solvers. drawing: pictures by marks. page:
the record for the page. notations: texts of other programs. reasoning: what follows from a rule,
and why; whole: all rules in one solver; deducing: steps; explaining: their words. generating:
puzzles, if a kind states how clues follow from an answer; layouts, clued, growing: parts of it.
record: the record of a kind. Nothing here imports CPMpy before a puzzle is declared.
"""

from cpstudy.core.wording import counted
from cpstudy.declared.board import BLANK, STEPS, Block, Board, Cell, Edge, Over, at, by_cell
from cpstudy.declared.model import Model, cp
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of

__all__ = [
    "BLANK", "STEPS", "Answer", "Block", "Board", "Cell", "Declared", "Edge", "Model", "Over",
    "Tokens", "at", "by_cell", "counted", "cp", "kind_of",
]  # fmt: skip
