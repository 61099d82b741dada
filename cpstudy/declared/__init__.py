"""Kinds declared by their rules: a file of constraints in CPMpy a kind, all else from here.

A kind is a class in ``kinds/NAME.py``: what its text holds (:class:`.board.Block`), and
``declare``, which gives the variables of an answer and the rules, each with words, the cells that
it is about and the clue that it comes from. The frame checks answers by evaluating these rules,
solves by clauses of them, and draws, reads and writes boards::

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

board: what a board is made of, places and their words. puzzle: the value with its text form.
model: variables and rules of one puzzle. graph: constraints on graphs, with cuts. clauses: the
rules as clauses (encode/cpmpy_clauses.py), and cuts. solving: the rows of solvers. drawing:
pictures by marks. page: what the page reads. notations: texts of other programs. reasoning: what
follows from rules, and why; deducing: steps; explaining: their words. layouts, generating: puzzles,
where a kind says how clues follow from an answer. record: the record of a kind. Nothing here
imports CPMpy before a puzzle is declared.
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
