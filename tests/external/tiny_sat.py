"""A SAT solver as a program, which tries values: ``python tiny_sat.py FILE [HOW]``.

HOW: its fault: crash, nonsense, lie, repeat, sleep, children, memory.
"""

import os
import subprocess
import sys
import time
from pathlib import Path


def reduced(clauses, literal):
    return [[x for x in clause if x != -literal] for clause in clauses if literal not in clause]


def solved(clauses, chosen):
    if [] in clauses:
        return None
    if not clauses:
        return chosen
    unit = min(clauses, key=len)
    for literal in (unit[0],) if len(unit) == 1 else (unit[0], -unit[0]):
        found = solved(reduced(clauses, literal), [*chosen, literal])
        if found is not None:
            return found
    return None


def main(path, how=""):
    if how == "crash":
        print("out of luck", file=sys.stderr)
        os.abort()
    if how == "sleep":
        time.sleep(60)
    if how == "children":
        subprocess.run([sys.executable, __file__, path, "sleep"], check=False)
    if how == "memory":
        print(len(bytearray(1 << 33)))
    if how == "nonsense":
        print("s SATISFIABLE\nv one two 0")
        return
    clauses, number = [], 0
    for line in Path(path).read_text().splitlines():
        if line[0] == "p":
            number = int(line.split()[2])
        elif line[0] != "c":
            clauses.append([int(word) for word in line.split()[:-1]])
    model = [] if how == "lie" else solved(clauses[:-1] if how == "repeat" else clauses, [])
    if model is None:
        print("s UNSATISFIABLE")
        sys.exit(20)
    print("s SATISFIABLE")
    print("v", *(x if x in model else -x for x in range(1, number + 1)), 0)
    sys.exit(10)


if __name__ == "__main__":
    main(*sys.argv[1:])
