"""Models as text for other programs, and their answers.

- CP-SAT's protocol buffer, as text, and a response: ``status:`` and ``solution:`` lines;
- a formula as DIMACS ("v" lines), as SMT-LIB (a list of ``(x1 true)``) and as MiniZinc
  (``x = [true, …]``): Booleans and clauses, so any solver of these languages takes it.

A reader gives the value of each variable, 0 or 1 for Booleans. It raises InputError where the text
is not such an answer, and NoBoardError where the answer is "no solution". Cost: linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cpstudy.core.errors import InputError
from cpstudy.core.result import Stop
from cpstudy.core.text import NoBoardError
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat_programs import read_answer


class Language(NamedTuple):
    """solver: the row whose model it is, ``cpsat`` or ``sat``. write: (model, comment) -> text.

    read: (model, answer) -> the values of its variables.
    """

    solver: str
    summary: str
    write: Callable[[Any, str], str]
    read: Callable[[Any, str], list[int]]


def write_proto(model: Any, comment: str) -> str:
    """A ``CpModel`` as text, the comment before it."""
    return f"# {comment}\n{model.proto}"


def read_response(model: Any, text: str) -> list[int]:
    """See the module."""
    status = re.search(r"^status: *(\w+)", text, re.MULTILINE)
    if status is None:
        raise InputError("answer: no line 'status: ...'")
    if status[1] not in ("OPTIMAL", "FEASIBLE"):
        raise NoBoardError(f"answer: {status[1]}, there is no board in it")
    values = re.findall(r"^solution: *(-?[0-9]{1,18})$", text, re.MULTILINE)
    return _all(values, len(model.proto.variables))


def _all(values: Sequence[str], expected: int) -> list[int]:
    if len(values) != expected:
        raise InputError(f"answer: {len(values)} values, expected {expected}")
    return [int(value) for value in values]


def write_dimacs(cnf: Cnf, comment: str) -> str:
    """The formula as the SAT competitions read it."""
    return Cnf(cnf.variables, cnf.clauses, cnf.names, [comment, *cnf.comments]).dimacs()


def read_literals(cnf: Cnf, text: str) -> list[int]:
    """See the module; what has no value is false."""
    try:
        answer = read_answer(text)
    except InputError:
        raise InputError("answer: not a list of literals") from None
    if answer is None:
        raise InputError("answer: no line 's SATISFIABLE' or 's UNSATISFIABLE'")
    if isinstance(answer, Stop):
        raise NoBoardError("answer: the formula is unsatisfiable, there is no board in it")
    true = {literal for literal in answer if literal > 0}
    if max(map(abs, answer), default=0) > cnf.variables:
        raise InputError(f"answer: a variable above {cnf.variables}")
    return [int(variable in true) for variable in range(1, cnf.variables + 1)]


def write_smtlib(cnf: Cnf, comment: str) -> str:
    """The formula in SMT-LIB 2, and the question for the value of each variable."""
    names = [f"x{variable}" for variable in range(1, cnf.variables + 1)]
    lines = [f"; {comment}", "(set-logic QF_UF)", "(set-option :produce-models true)"]
    lines += [f"(declare-const {name} Bool)" for name in names]
    for clause in cnf.clauses:
        literals = " ".join(f"x{x}" if x > 0 else f"(not x{-x})" for x in clause)
        lines.append(f"(assert (or {literals}))" if clause else "(assert false)")
    lines += ["(check-sat)", *([f"(get-value ({' '.join(names)}))"] if names else []), "(exit)"]
    return "\n".join(lines) + "\n"


def read_smt_values(cnf: Cnf, text: str) -> list[int]:
    """See the module."""
    status = text.split(None, 1)[:1]
    if status == ["unsat"]:
        raise NoBoardError("answer: unsat, there is no board in it")
    values = dict(re.findall(r"\(x([0-9]{1,9})\s+(true|false)\)", text))
    if status != ["sat"]:
        raise InputError("answer: not 'sat' and the value of every x")
    for variable in range(1, cnf.variables + 1):
        if str(variable) not in values:
            raise InputError(f"answer: no value of x{variable}")
    return [int(values[str(v)] == "true") for v in range(1, cnf.variables + 1)]


def write_minizinc(cnf: Cnf, comment: str) -> str:
    """The formula in MiniZinc, which prints the Booleans."""
    lines = [f"% {comment}", f"array[1..{cnf.variables}] of var bool: x;"]
    for clause in cnf.clauses:
        literals = r" \/ ".join(f"x[{x}]" if x > 0 else f"not x[{-x}]" for x in clause)
        lines.append(f"constraint {literals or 'false'};")
    lines += ["solve satisfy;", r'output ["x = ", show(x), "\n"];']
    return "\n".join(lines) + "\n"


def read_minizinc(cnf: Cnf, text: str) -> list[int]:
    """See the module."""
    if "=====UNSATISFIABLE=====" in text:
        raise NoBoardError("answer: the model is unsatisfiable, there is no board in it")
    found = re.search(r"^x = \[([a-z, ]*)\]", text, re.MULTILINE)
    if found is None:
        raise InputError("answer: no line 'x = [...]'")
    values = re.findall(r"true|false", found[1])
    return _all([str(int(value == "true")) for value in values], cnf.variables)


LANGUAGES = {
    "cpsat": Language(
        "cpsat", "the CP-SAT model's protocol buffer, as text", write_proto, read_response
    ),
    "dimacs": Language("sat", "a CNF formula for SAT solvers", write_dimacs, read_literals),
    "smtlib": Language("sat", "the CNF formula in SMT-LIB", write_smtlib, read_smt_values),
    "minizinc": Language("sat", "the CNF formula in MiniZinc", write_minizinc, read_minizinc),
}
