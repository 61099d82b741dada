"""Write models as files for other programs and read their answers: one table of languages.

A model is a formula (``sat``: Booleans x1 … and clauses), a CP-SAT model (``cpsat``: variables
x1 …) or a script (``smt``: named Booleans). A language has a writer for each formalism that it can
state, and a reader for the answers:

- *dimacs*, *opb*: the lines ``s`` and ``v`` of the SAT and PB competitions (Roussel2012); MiniSat's
  ``SAT`` and a line of literals, too. A clause of k literals, n of them negated, is the inequality
  "the others minus these ≥ 1 - n".
- *xcsp3*: ``s`` and ``v <instantiation>`` of the XCSP3 competitions (Boussemart2016); clauses are
  the same inequalities, which belong to XCSP3-core.
- *flatzinc*, *minizinc*: any number of ``x = [true, …]``, each before a line ``----------``;
  ``==========``: there are no others; ``=====UNSATISFIABLE=====``: there are none (Nethercote2007).
- *smtlib*: ``sat`` or ``unsat``, then ``((x1 true) …)`` or ``(define-fun x1 () Bool true) …``.
- *cpsat*: a response as text, ``status:`` and ``solution:`` lines.

Size: that of the model; cost: linear. Limits: only values are read, no bounds and no objectives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cpstudy.core.errors import InputError
from cpstudy.core.result import Stop
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.smt import Script, disjunction

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

# A value in an answer; at most this many digits.
_NUMBER = r"-?[0-9]{1,18}"


class ForeignAnswerError(InputError):
    """The text is not an answer in this language."""


class ProgramAnswer(NamedTuple):
    """The answer of a program. answers: for each solution, the values of all variables in order, 0
    or 1 for Booleans. done: whether the program claims that there are no others.
    """

    answers: list[list[int]]
    done: bool


@dataclass(frozen=True)
class Language:
    """A language of models and answers. suffix: of files. comment: the format of a comment line.

    writers: functions from a model to its text, by formalism, in order of preference. sign: what
    every answer contains, as a regular expression and in words. read: from the names of the
    variables and an answer with the sign to its content; raises InputError if it is faulty. head:
    comments come after the first line.
    """

    summary: str
    suffix: str
    comment: str
    writers: Mapping[str, Callable[[Any], Iterable[str]]]
    sign: tuple[str, str]
    read: Callable[[Sequence[str], str], ProgramAnswer]
    head: bool = False

    def commented(self, text: str, comments: Iterable[str]) -> str:
        """Return a model's text with comments before it, or after its first line."""
        head, end, rest = text.partition("\n") if self.head else ("", "", text)
        lines = (f"{self.comment.format(line.replace('--', '- -'))}\n" for line in comments)
        return head + end + "".join(lines) + rest

    def parse(self, formalism: str, model: Any, text: str) -> ProgramAnswer:
        """Parse an answer to a model.

        Raises ForeignAnswerError for an answer of another language, InputError for a faulty one.
        """
        pattern, words = self.sign
        if re.search(pattern, text, re.MULTILINE) is None:
            raise ForeignAnswerError(f"answer: no {words}")
        return self.read(names_of(formalism, model), text)


def names_of(formalism: str, model: Any) -> list[str]:
    """Return the names of the variables whose values an answer has."""
    if formalism == "smt":
        return list(model.watched)
    number = model.variables if formalism == "sat" else len(model.proto.variables)
    return [f"x{place}" for place in range(1, number + 1)]


def _all(values: Sequence[int], names: Sequence[str]) -> list[int]:
    if len(values) != len(names):
        raise InputError(f"answer: {len(values)} values, expected {len(names)}")
    return list(values)


def _by_name(values: Mapping[str, int], names: Sequence[str]) -> list[int]:
    missing = next((name for name in names if name not in values), None)
    if missing is not None:
        raise InputError(f"answer: no value of {missing}")
    return [values[name] for name in names]


# -- DIMACS ----------------------------------------------------------------------------------------


def read_answer(text: str) -> list[int] | Stop | None:
    """Parse a DIMACS solver's answer: the model's literals, DONE if unsatisfiable, else None.

    Accepts the lines of the SAT competitions ("s SATISFIABLE", "v 1 -2 0") and MiniSat's own
    ("SAT" / "1 -2 0"). Raises InputError for a faulty literal.
    """
    literals: list[int] = []
    satisfiable = None
    for line in text.splitlines():
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "s":
            words = words[1:] or [""]
        if words[0] in ("SATISFIABLE", "SAT"):
            satisfiable = True
        elif words[0] in ("UNSATISFIABLE", "UNSAT"):
            satisfiable = False
        elif words[0] == "v" or satisfiable:
            literals += [_literal(word) for word in words if word not in ("v", "0")]
    if satisfiable is None:
        return None
    return sorted(literals, key=abs) if satisfiable else Stop.DONE


def _literal(word: str) -> int:
    if not re.fullmatch(_NUMBER, word):
        raise InputError(f"answer: not a list of literals: {word[:30]!a}")
    return int(word)


def _read_dimacs(names: Sequence[str], text: str) -> ProgramAnswer:
    answer = read_answer(text)
    if answer is None:
        return ProgramAnswer([], False)
    if isinstance(answer, Stop):
        return ProgramAnswer([], True)
    true = {literal for literal in answer if literal > 0}
    if max(map(abs, answer), default=0) > len(names):
        raise InputError(f"answer: a variable above {len(names)}")
    return ProgramAnswer([[int(variable in true) for variable in range(1, len(names) + 1)]], False)


# -- OPB and XCSP3: a clause is an inequality ------------------------------------------------------


def _write_opb(cnf: Cnf) -> Iterable[str]:
    yield f"* #variable= {max(cnf.variables, 1)} #constraint= {len(cnf.clauses)}\n"
    for clause in cnf.clauses:
        terms, bound = _inequality(clause)
        yield "".join(f"{factor:+d} x{x} " for factor, x in terms) + f">= {bound} ;\n"


def _inequality(clause: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
    """Return the terms (factor, variable) and the lower bound; the empty clause is x1 ≥ 2."""
    if not clause:
        return [(1, 1)], 2
    return [(1 if x > 0 else -1, abs(x)) for x in clause], 1 - sum(x < 0 for x in clause)


def _settled(text: str) -> bool | None:
    """Return whether the line ``s`` states "satisfiable"; None if unknown."""
    (status, *_) = re.findall(_STATUS[0], text, re.MULTILINE)
    return None if status == "UNKNOWN" else status != "UNSATISFIABLE"


def _read_opb(names: Sequence[str], text: str) -> ProgramAnswer:
    satisfiable = _settled(text)
    if not satisfiable:
        return ProgramAnswer([], satisfiable is False)
    words = " ".join(re.findall(r"^v (.*)$", text, re.MULTILINE)).split()
    values = {word.lstrip("-"): int(word[0] != "-") for word in words}
    return ProgramAnswer([_by_name(values, names)], False)


def _write_xcsp3(cnf: Cnf) -> Iterable[str]:
    yield '<instance format="XCSP3" type="CSP">\n<variables>\n'
    yield f'<array id="x" size="[{max(cnf.variables, 1)}]"> 0 1 </array>\n</variables>\n'
    yield "<constraints>\n"
    for clause in cnf.clauses:
        terms, bound = _inequality(clause)
        listed = " ".join(f"x[{x - 1}]" for _, x in terms)
        factors = " ".join(str(factor) for factor, _ in terms)
        yield f"<sum> <list> {listed} </list> <coeffs> {factors} </coeffs> "
        yield f"<condition> (ge,{bound}) </condition> </sum>\n"
    yield "</constraints>\n</instance>\n"


def _read_xcsp3(names: Sequence[str], text: str) -> ProgramAnswer:
    satisfiable = _settled(text)
    if not satisfiable:
        return ProgramAnswer([], satisfiable is False)
    whole = re.sub(r"^v ", "", text, flags=re.MULTILINE)
    parts = [re.search(rf"<{tag}>([^<]*)</{tag}>", whole) for tag in ("list", "values")]
    if parts[0] is None or parts[1] is None:
        raise InputError("answer: no '<list>' and '<values>' of an instantiation")
    listed, values = parts[0][1].split(), _repeated(parts[1][1].split(), len(names))
    if listed == ["x[]"]:
        return ProgramAnswer([_all(values, names)], False)
    places = [re.fullmatch(r"x\[([0-9]{1,9})\]", word) for word in listed]
    found = {
        f"x{int(place[1]) + 1}": value
        for place, value in zip(places, values, strict=False)
        if place is not None
    }
    return ProgramAnswer([_by_name(found, names)], False)


def _repeated(words: Iterable[str], most: int) -> list[int]:
    """Return XCSP3 values, in which ``1x3`` means 1 three times."""
    values: list[int] = []
    for word in words:
        match = re.fullmatch(rf"({_NUMBER})(?:x([0-9]{{1,9}}))?", word)
        if match is None:
            raise InputError(f"answer: not a value: {word[:30]!a}")
        values += [int(match[1])] * min(int(match[2] or 1), most + 1)
    return values


# -- FlatZinc and MiniZinc -------------------------------------------------------------------------


def _write_flatzinc(cnf: Cnf) -> Iterable[str]:
    names = [f"x{variable}" for variable in range(1, cnf.variables + 1)]
    yield "".join(f"var bool: {name};\n" for name in names)
    yield f"array [1..{len(names)}] of var bool: x :: output_array([1..{len(names)}]) = "
    yield f"[{','.join(names)}];\n"
    for clause in cnf.clauses:
        positive, negative = (
            ",".join(f"x{abs(x)}" for x in clause if (x > 0) is sign) for sign in (True, False)
        )
        yield f"constraint bool_clause([{positive}],[{negative}]);\n"
    yield "solve satisfy;\n"


def _write_minizinc(cnf: Cnf) -> Iterable[str]:
    yield f"array[1..{cnf.variables}] of var bool: x;\n"
    for clause in cnf.clauses:
        literals = r" \/ ".join(f"x[{x}]" if x > 0 else f"not x[{-x}]" for x in clause)
        yield f"constraint {literals or 'false'};\n"
    yield "solve satisfy;\n" + r'output ["x = ", show(x), "\n"];' + "\n"


def _write_minizinc_of_cpsat(model: CpModel) -> Iterable[str]:
    from cpstudy.encode.minizinc import write

    return write(model.proto)


def _read_minizinc(names: Sequence[str], text: str) -> ProgramAnswer:
    if "=====UNSATISFIABLE=====" in text:
        return ProgramAnswer([], True)
    found = re.findall(r"^x = (?:array1d\([0-9.]+, *)?\[([-a-z0-9, ]*)\]", text, re.MULTILINE)
    words = {"true": 1, "false": 0}
    answers = [
        [words[v] if v in words else int(v) for v in re.findall(rf"true|false|{_NUMBER}", values)]
        for values in found
    ]
    return ProgramAnswer([_all(values, names) for values in answers], "==========" in text)


# -- SMT-LIB ---------------------------------------------------------------------------------------


def _write_smtlib(cnf: Cnf) -> Iterable[str]:
    names = [f"x{variable}" for variable in range(1, cnf.variables + 1)]
    yield "(set-option :produce-models true)\n(set-logic QF_UF)\n"
    yield "".join(f"(declare-const {name} Bool)\n" for name in names)
    for clause in cnf.clauses:
        yield f"(assert {disjunction(clause)})\n"
    yield "(check-sat)\n" + (f"(get-value ({' '.join(names)}))\n" if names else "") + "(exit)\n"


def _write_script(script: Script) -> Iterable[str]:
    yield script.text()


def _read_smtlib(names: Sequence[str], text: str) -> ProgramAnswer:
    status = text.split(None, 1)[0]
    if status != "sat":
        return ProgramAnswer([], status == "unsat")
    model = re.findall(r"\(define-fun\s+([^\s()]+)\s+\(\)\s+Bool\s+(true|false)\s*\)", text)
    # A model omits variables that may have either value.
    values = dict.fromkeys(names, "false") | dict(model) if model else {}
    values |= dict(re.findall(r"\(([^\s()]+)\s+(true|false)\)", text))
    return ProgramAnswer(
        [_by_name({name: int(v == "true") for name, v in values.items()}, names)], False
    )


# -- CP-SAT ----------------------------------------------------------------------------------------


def _write_proto(model: CpModel) -> Iterable[str]:
    yield str(model.proto)


def _read_response(names: Sequence[str], text: str) -> ProgramAnswer:
    status = re.search(r"^status: *(\w+)", text, re.MULTILINE)
    if status is None or status[1] not in ("OPTIMAL", "FEASIBLE"):
        return ProgramAnswer([], status is not None and status[1] == "INFEASIBLE")
    values = re.findall(rf"^solution: *({_NUMBER})$", text, re.MULTILINE)
    return ProgramAnswer([_all([int(value) for value in values], names)], False)


_STATUS = r"^s +(SATISFIABLE|OPTIMUM|UNSATISFIABLE|UNKNOWN)", "line 's SATISFIABLE'"
_LIST = r"^x = |^=====(UNSATISFIABLE|UNKNOWN)=====", "line 'x = [...]'"
LANGUAGES = {
    "cpsat": Language(
        "the CP-SAT model's protocol buffer, as text",
        ".txtpb", "# {}", {"cpsat": _write_proto},
        (r"^status: *\w", "line 'status: ...'"), _read_response,
    ),
    "dimacs": Language(
        "a CNF formula for SAT solvers",
        ".cnf", "c {}", {"sat": Cnf.dimacs_pieces},
        (r"^(s +)?(SAT|UNSAT|UNKNOWN|INDET)", _STATUS[1]), _read_dimacs,
    ),
    "smtlib": Language(
        "a script for SMT solvers",
        ".smt2", "; {}", {"smt": _write_script, "sat": _write_smtlib},
        (r"\A\s*(sat|unsat|unknown)\b", "line 'sat'"), _read_smtlib,
    ),
    "minizinc": Language(
        "a model for MiniZinc",
        ".mzn", "% {}", {"cpsat": _write_minizinc_of_cpsat, "sat": _write_minizinc},
        _LIST, _read_minizinc,
    ),
    "flatzinc": Language(
        "a formula for solvers of FlatZinc",
        ".fzn", "% {}", {"sat": _write_flatzinc}, _LIST, _read_minizinc,
    ),
    "opb": Language(
        "a formula for pseudo-Boolean solvers",
        ".opb", "* {}", {"sat": _write_opb}, _STATUS, _read_opb, head=True,
    ),
    "xcsp3": Language(
        "a formula for solvers of XCSP3",
        ".xml", "<!-- {} -->", {"sat": _write_xcsp3}, _STATUS, _read_xcsp3,
    ),
}  # fmt: skip
