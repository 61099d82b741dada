"""Proofs of uniqueness: the formula of a second loop, and a proof that it has no model.

Variable i + 1 says that edge i is on the loop (lattice.py). The clauses, in any order:

- of each vertex and each clue, what loops/clauses.py says; some edge of the witness is not taken;
- *closed paths*: of the edges of a cycle and one more, or of a cycle that leaves out a clue which
  needs an edge, one is not taken.

The closed paths are those by which the propagator of one loop (cdcl/one_loop.py) explained what it
did; each follows from the rule of one loop alone, so it can be checked by itself (checking.py does,
sharing no code with this file). The proof is the log of our clause-learning search (cdcl/drup.py).

Size: a variable an edge, some 8 clauses a vertex and a clue, a few closed paths a conflict.
"""

from cpstudy.cdcl import drup
from cpstudy.core.certificate import Certificate
from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.loops.clauses import formula
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.loops.search import one_loop


def prove(puzzle: Loops, witness: bytes) -> Certificate:
    """The certificate that ``witness`` is the only solution of ``puzzle``.

    Raises WrongAnswerError where there is a second solution.
    """
    return drup.prove(
        puzzle, witness, second_solution, lambda puzzle, model: model.tobytes(), one_loop
    )


def second_solution(puzzle: Loops, witness: bytes) -> Cnf:
    """The formula of the module's text, without the closed paths."""
    cnf = formula(puzzle)
    cnf.add(*(-edge - 1 for edge, here in enumerate(witness) if here))
    return cnf
