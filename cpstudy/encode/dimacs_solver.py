"""One SAT solver of python-sat as a program: ``python dimacs_solver.py NAME FILE``.

For solvers that cannot be interrupted from Python: a process can be killed. Reads a DIMACS file,
prints the answer as in the SAT competitions. Imports nothing of this package, to start quickly.
"""

import sys
from importlib import import_module
from pathlib import Path


def main(name: str, path: str) -> None:
    """Solve the file's formula and print what there is to say."""
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
