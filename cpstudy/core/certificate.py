"""Certificates: what it takes to check that a solution is the only one, without trusting a solver.

All four parts are text, so that they can be stored, sent, and read by other people's programs.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Certificate:
    """A claim "this puzzle has this solution and no other" with its proof.

    puzzle, witness: text forms. formula: DIMACS, what a second solution would satisfy. proof: in
    the DRAT text format, that the formula has no model.
    """

    puzzle: str
    witness: str
    formula: str
    proof: str
