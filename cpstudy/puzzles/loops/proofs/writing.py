"""Proofs of uniqueness: the formula of a second loop, and a proof that it has no model.

Variable i + 1 states that edge i is on the loop (lattice.py). The clauses, in any order:

- for each vertex and each clue, those of loops/clauses.py; some edge of the witness is not taken;
- *closed paths*: at least one of the edges of a cycle and one more edge, or of a cycle that leaves
  out a clue which needs an edge, is not taken.

The closed paths are those by which the propagator of one loop (cdcl/one_loop.py) explained its
propagations; each follows from the rule of one loop alone, so checking.py, which shares no code
with this module, can check each separately. The proof is the log of our clause-learning search
(cdcl/drup.py).

Size: a variable per edge, about 8 clauses per vertex and clue, a few closed paths per conflict.
"""

from cpstudy.cdcl import drup
from cpstudy.core.certificate import Certificate
from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.loops.clauses import formula
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.loops.search import one_loop


def prove(puzzle: Loops, witness: bytes) -> Certificate:
    """The certificate that ``witness`` is the only solution of ``puzzle``.

    Raises WrongAnswerError if there is a second solution.
    """
    return drup.prove(
        puzzle, witness, second_solution, lambda puzzle, model: model.tobytes(), one_loop
    )


def second_solution(puzzle: Loops, witness: bytes) -> Cnf:
    """The formula of the module's text, without the closed paths."""
    cnf = formula(puzzle)
    cnf.add(*(-edge - 1 for edge, here in enumerate(witness) if here))
    return cnf
