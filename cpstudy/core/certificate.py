"""Certificates: all that is needed to check, without trusting a solver, that a solution is unique.

All four parts are text, so that they can be stored, sent, and read by other programs.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Certificate:
    """A claim "this puzzle has this solution and no other" with its proof.

    puzzle, witness: text forms. formula: DIMACS; its models are the second solutions. proof: that
    the formula has no model, in the DRAT text format.
    """

    puzzle: str
    witness: str
    formula: str
    proof: str
