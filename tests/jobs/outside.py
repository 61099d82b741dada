"""Readers of models that are written for other programs; they share no code with the writers.

Each takes the text of a model and returns what a program of that language would print.
"""

import re
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest


def cpsat(text):
    """Return CP-SAT's response to a model in its text form."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    model.proto.parse_text_format(text)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return str(solver.response_proto)


def clauses_of(text):
    """Return the number of variables and the clauses of a DIMACS text."""
    lines = [line for line in text.splitlines() if line[0] not in "cp"]
    header = re.search(r"^p cnf (\d+) (\d+)$", text, re.MULTILINE)
    assert int(header[2]) == len(lines)
    clauses = []
    for line in lines:
        *clause, end = map(int, line.split())
        assert end == 0
        assert max(map(abs, clause), default=0) <= int(header[1])
        clauses.append(clause)
    return int(header[1]), clauses


def model(clauses, number):
    """Return the values of the variables, by Glucose, or None if there is no model."""
    solvers = pytest.importorskip("pysat.solvers")
    with solvers.Solver(name="glucose4", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return None
        true = set(solver.get_model())
        return [variable in true for variable in range(1, number + 1)]


def dimacs(text):
    number, clauses = clauses_of(text)
    found = model(clauses, number)
    if found is None:
        return "c comment\ns UNSATISFIABLE\n"
    literals = [place if value else -place for place, value in enumerate(found, 1)]
    return f"s SATISFIABLE\nv {' '.join(map(str, literals))}\nv 0\n"


def smtlib(text):
    z3 = pytest.importorskip("z3")
    solver = z3.Solver()
    script = text.replace("(check-sat)", "").replace("(exit)", "")
    solver.from_string(re.sub(r"\(get-value .*\)", "", script))
    if solver.check() != z3.sat:
        return "unsat\n"
    found = solver.model()
    names = re.search(r"\(get-value \((.*)\)\)", text)[1].split()
    values = ((name, found.eval(z3.Bool(name), model_completion=True)) for name in names)
    return "sat\n(" + "\n ".join(f"({name} {str(value).lower()})" for name, value in values) + ")"


def inequalities(rows, number):
    """Return 0-1 values with "sum of factor·variable ≥ bound" for each row, by CP-SAT, or None."""
    from ortools.sat.python import cp_model

    made = cp_model.CpModel()
    x = [made.new_bool_var("") for _ in range(number)]
    for terms, bound in rows:
        made.add(sum(factor * x[place] for factor, place in terms) >= bound)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(made) != cp_model.OPTIMAL:
        return None
    return [solver.value(one) for one in x]


def opb(text):
    head, *lines = text.splitlines()
    number, constraints = map(
        int, re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", head).groups()
    )
    rows = []
    for line in (line for line in lines if line[0] != "*"):
        left, right = re.fullmatch(r"(.*) >= (-?\d+) ;", line).groups()
        words = left.split()
        terms = [(int(f), int(x[1:]) - 1) for f, x in zip(words[::2], words[1::2], strict=True)]
        rows.append((terms, int(right)))
    assert len(rows) == constraints
    found = inequalities(rows, number)
    if found is None:
        return "s UNSATISFIABLE\n"
    words = [f"{'' if value else '-'}x{place}" for place, value in enumerate(found, 1)]
    return f"c ours\ns SATISFIABLE\nv {' '.join(words)}\n"


def xcsp3(text):
    root = ElementTree.fromstring(text)
    number = int(root.find("variables/array").get("size")[1:-1])
    rows = []
    for constraint in root.find("constraints"):
        assert constraint.tag == "sum"
        places = [int(word[2:-1]) for word in constraint.find("list").text.split()]
        factors = [int(word) for word in constraint.find("coeffs").text.split()]
        bound = re.fullmatch(r"\(ge,(-?\d+)\)", constraint.find("condition").text.strip())[1]
        rows.append((list(zip(factors, places, strict=True)), int(bound)))
    found = inequalities(rows, number)
    if found is None:
        return "s UNSATISFIABLE\n"
    listed = " ".join(f"x[{place}]" for place in range(number))
    values = " ".join(str(value) for value in found)
    return (
        f"s SATISFIABLE\nv <instantiation>\nv <list> {listed} </list>\n"
        f"v <values> {values} </values>\nv </instantiation>\n"
    )


def flatzinc(text):
    number = len(re.findall(r"^var bool: x\d+;$", text, re.MULTILINE))
    clauses = []
    for true, false in re.findall(
        r"^constraint bool_clause\(\[(.*)\],\[(.*)\]\);$", text, re.MULTILINE
    ):
        clauses.append(
            [int(w[1:]) for w in true.split(",") if w]
            + [-int(w[1:]) for w in false.split(",") if w]
        )
    assert len(clauses) == text.count("constraint")
    found = model(clauses, number)
    if found is None:
        return "=====UNSATISFIABLE=====\n"
    values = ", ".join(str(value).lower() for value in found)
    return f"x = array1d(1..{number}, [{values}]);\n----------\n"


def minizinc(text):
    return subprocess.run(
        ["minizinc", "--solver", "gecode", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    ).stdout


OUTSIDE = {
    "cpsat": cpsat, "dimacs": dimacs, "smtlib": smtlib, "opb": opb, "xcsp3": xcsp3,
    "flatzinc": flatzinc, "minizinc": minizinc,
}  # fmt: skip
