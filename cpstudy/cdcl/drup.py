"""Proofs of what the engine refutes: DRUP, in the text format that ``encode/rup.py`` reads.

Each learnt clause follows from those before it by unit propagation (Goldberg2003), so the list of
them, ended by the empty clause, is the proof; deletions (Heule2013) only make checking faster.
"""

from __future__ import annotations

from cpstudy.cdcl.engine import Engine
from cpstudy.core.errors import InputError


def refutation(engine: Engine) -> str:
    """The proof that the clauses of an engine made with ``proof=True`` have no model.

    Raises InputError where the engine has not refuted them.
    """
    if not engine.refuted:
        raise InputError("there is nothing to prove: the clauses are not refuted")
    numbers = engine.proof().tolist()
    lines = []
    at = 0
    while at < len(numbers):
        length = abs(numbers[at]) - 1
        literals = numbers[at + 1 : at + 1 + length]
        signed = [-(literal >> 1) if literal & 1 else literal >> 1 for literal in literals]
        deletes = "d " if numbers[at] < 0 else ""
        lines.append(deletes + " ".join(map(str, (*signed, 0))) + "\n")
        at += 1 + length
    return "".join(lines) + "0\n"
