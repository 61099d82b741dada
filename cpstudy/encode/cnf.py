"""CNF: formulas as lists of clauses, and the constraints that puzzles share in them.

A literal is a whole number other than 0: a variable (from 1) or its negation, as in DIMACS. A
clause is a list of literals; the empty clause is false. Nothing here solves: encode/sat.py does.

Each encoding is a function (or a method, where it is that of a formula at large) that states its
source and its size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

# Up to so many literals "at most one" is written pair by pair: no helpers, and no more clauses.
_PAIRWISE = 6


@dataclass
class Cnf:
    """A formula that grows. ``clauses`` may be read at any time, and appended to.

    variables: how many there are, numbered from 1. names: what a variable means, for those that
    were given a name; comments: lines about the whole. Both are written to DIMACS files.
    """

    variables: int = 0
    clauses: list[list[int]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)

    def variable(self, name: str = "") -> int:
        """A new variable."""
        self.variables += 1
        if name:
            self.names[self.variables] = name
        return self.variables

    def block(self, count: int) -> range:
        """``count`` new variables in a row."""
        first = self.variables + 1
        self.variables += count
        return range(first, self.variables + 1)

    def add(self, *literals: int) -> None:
        """One clause."""
        self.clauses.append(list(literals))

    def at_most_one(self, literals: Iterable[int]) -> None:
        """At most one of k literals.

        Pair by pair up to six literals; above, by a sequential counter (Sinz2005): k helpers "one
        up to here is true", 3k - 2 clauses. Both let unit propagation find every consequence.
        """
        choices = list(literals)
        if len(choices) <= _PAIRWISE:
            self.clauses += [[-a, -b] for i, a in enumerate(choices) for b in choices[:i]]
            return
        before = 0
        for literal in choices:
            upto = self.variable()
            self.clauses.append([-literal, upto])
            if before:
                self.clauses += [[-before, upto], [-before, -literal]]
            before = upto

    def exactly_one(self, literals: Iterable[int]) -> None:
        """Exactly one of the literals; none at all makes the formula unsatisfiable."""
        choices = list(literals)
        self.clauses.append(choices)
        self.at_most_one(choices)

    def dimacs(self) -> str:
        """The formula in the DIMACS format: comments, names, ``p cnf``, a clause a line."""
        lines = [f"c {comment}" for comment in self.comments]
        lines += [f"c {variable} = {name}" for variable, name in sorted(self.names.items())]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        lines += [" ".join(map(str, clause)) + " 0" if clause else "0" for clause in self.clauses]
        return "\n".join(lines) + "\n"
