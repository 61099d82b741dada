"""Run a SAT solver of python-sat as a program: ``python dimacs_solver.py NAME FILE``.

It serves solvers that Python cannot interrupt: a process can be killed. It reads a DIMACS file and
prints the answer in the format of the SAT competitions. To start quickly, it does not import this
package.
"""

import sys
from importlib import import_module
from pathlib import Path


def main(name: str, path: str) -> None:
    """Solve the formula of a file and print the answer."""
    clauses = []
    for line in Path(path).read_text(encoding="ascii").splitlines():
        if line[:1] not in ("c", "p"):
            clauses.append([int(word) for word in line.split()[:-1]])
    with import_module("pysat.solvers").Solver(name=name, bootstrap_with=clauses) as solver:
        if solver.solve():
            print("s SATISFIABLE")
            print("v", *solver.get_model(), 0)
        else:
            print("s UNSATISFIABLE")


if __name__ == "__main__":
    main(*sys.argv[1:])
