"""Rows of SOLVERS by formalism, and the options that may follow their names.

Each class is a :class:`~cpstudy.core.solving.Solver` with the defaults of a formalism. This module
has tables only: naming a row does not import a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.errors import InputError
from cpstudy.core.kind import table
from cpstudy.core.options import Option
from cpstudy.core.solving import Solve, Solver

with deferred_imports():
    from cpstudy.encode import cpmpy_sessions, model_counting

if TYPE_CHECKING:
    from cpstudy.encode.cpmpy_sessions import CpmpyModel

# Solvers of python-sat that run in this process, and those that need their own.
IN_PROCESS = (
    "cadical103", "cadical153", "cadical195", "cadical300", "gluecard3", "gluecard4", "glucose3",
    "glucose4", "glucose42", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard",
    "minisat22",
)  # fmt: skip
OWN_PROCESS = ("lingeling", "kissat404")

# Programs that read a DIMACS file and print "s" and "v" lines, or write the answer to a file.
PROGRAMS: Mapping[str, tuple[str, ...]] = {
    "cadical": ("cadical", "-q", "{model}"),
    "cryptominisat5": ("cryptominisat5", "--verb=0", "{model}"),
    "glucose": ("glucose", "-model", "-verb=0", "{model}"),
    "kissat": ("kissat", "-q", "{model}"),
    "minisat": ("minisat", "-verb=0", "{model}", "{answer}"),
    "picosat": ("picosat", "{model}"),
}

SAT_SOLVERS: Mapping[str, str] = {
    **dict.fromkeys(IN_PROCESS, "python-sat, in this process"),
    **dict.fromkeys(OWN_PROCESS, "python-sat, in a process of its own"),
    **dict.fromkeys(PROGRAMS, "a program on the PATH"),
}


# Model counters (encode/model_counting.py); the default is the first installed one.
MODEL_COUNTERS: Mapping[str, str] = {
    "ganak": "the package pyganak",
    "d4": "a program on the PATH",
    "sharpSAT": "sharpSAT-TD, a program on the PATH",
    "sdd": "the package pysdd: compiles to a decision diagram",
}


def sat_solver(default: str) -> Option:
    """Return the option ``solver`` of a row that accepts any SAT solver."""
    return Option("solver", "SAT solver", str, default, SAT_SOLVERS)


# Options of CP-SAT: parameters that replace those of the row; later options override earlier ones.
CPSAT_PARAMETERS: Mapping[str, Mapping[str, int | bool]] = {
    "presolve": {"cp_model_presolve": True, "max_presolve_iterations": 3},
    "no-presolve": {"cp_model_presolve": False},
    "probing": {"cp_model_probing_level": 2},
    "symmetry": {"symmetry_level": 2},
    "linear": {"linearization_level": 1},
    "workers2": {"num_workers": 2},
    "workers4": {"num_workers": 4},
    "workers8": {"num_workers": 8},
}

CPSAT_OPTIONS = tuple(
    Option(name, ", ".join(f"{parameter} = {value}" for parameter, value in values.items()))
    for name, values in CPSAT_PARAMETERS.items()
)


class CpmpySolver(NamedTuple):
    """A solver of CPMpy. package: its distribution. module: its import name.

    engines: the solvers that it runs itself, which follow its name after a colon.
    """

    summary: str
    package: str
    module: str
    engines: tuple[str, ...] = ()

    @property
    def installed(self) -> bool:
        """Return whether it is installed, without importing it."""
        return find_spec(self.module) is not None


CPMPY_DEFAULT = "ortools"

CPMPY_SOLVERS: Mapping[str, CpmpySolver] = {
    "ortools": CpmpySolver("CP-SAT", "ortools", "ortools"),
    "choco": CpmpySolver("Choco", "pychoco", "pychoco"),
    "exact": CpmpySolver("Exact, pseudo-Boolean", "exact", "exact"),
    "gcs": CpmpySolver("Glasgow Constraint Solver", "gcspy", "gcspy"),
    "highs": CpmpySolver("HiGHS, integer programming", "highspy", "highspy"),
    "minizinc": CpmpySolver(
        "a solver of MiniZinc, Gecode where none is named",
        "minizinc",
        "minizinc",
        ("chuffed", "coin-bc", "cp-sat", "gecode", "scip"),
    ),
    "pindakaas": CpmpySolver("CaDiCaL by Pindakaas's encodings", "pindakaas", "pindakaas"),
    "pumpkin": CpmpySolver("Pumpkin", "pumpkin-solver", "pumpkin_solver"),
    "pysat": CpmpySolver(
        "a SAT solver, Glucose 4 where none is named", "python-sat", "pysat", IN_PROCESS
    ),
    "z3": CpmpySolver("Z3", "z3-solver", "z3"),
}


_CPMPY_OPTIONS = (
    Option(
        "solver",
        "solver of CPMpy",
        str,
        CPMPY_DEFAULT,
        {name: row.summary for name, row in CPMPY_SOLVERS.items()},
    ),
    Option(
        "engine",
        "engine of the solver",
        str,
        "",
        {
            engine: f"an engine of {name}"
            for name, row in CPMPY_SOLVERS.items()
            for engine in row.engines
        },
    ),
)


@dataclass(frozen=True)
class CpsatRow(Solver):
    """A model for CP-SAT."""

    counter: str = "conflicts"
    unit: str = "one conflict of CP-SAT's search"
    options: tuple[Option, ...] = field(default=CPSAT_OPTIONS, hash=False)
    packages: tuple[str, ...] = ("ortools",)


@dataclass(frozen=True)
class SatRow(Solver):
    """A formula for SAT solvers."""

    counter: str = "conflicts"
    unit: str = "one conflict of the SAT solver's search"
    requires: str = "pysat"
    options: tuple[Option, ...] = field(default=(sat_solver("cadical195"),), hash=False)
    packages: tuple[str, ...] = ("python-sat",)

    @property
    def lacking(self) -> str:
        """See the base class: programs need no package."""
        return "" if self.arguments.get("solver") in PROGRAMS else super().lacking

    @property
    def versions(self) -> Mapping[str, str]:
        """The versions of the packages and the SAT solver, for a program as it reports it.

        The name of a solver of python-sat includes its version.
        """
        from cpstudy.core.versions import version_of_program

        found = dict(super().versions)
        for option in self.options:
            if option.name == "solver":
                name = str(self.arguments.get("solver", option.default))
                known = f" {version_of_program(PROGRAMS[name][0])}" if name in PROGRAMS else ""
                found["SAT solver"] = name + known
        return found


@dataclass(frozen=True)
class SmtRow(Solver):
    """A script for Z3."""

    counter: str = "conflicts"
    unit: str = "one conflict of Z3's search"
    requires: str = "z3"
    packages: tuple[str, ...] = ("z3-solver",)


def formalism(row: Solver) -> str:
    """Return the formalism of a row's model: ``sat``, ``cpsat``, ``smt``, or "" without one."""
    names = {SatRow: "sat", CpsatRow: "cpsat", SmtRow: "smt"}
    return next((name for kind, name in names.items() if isinstance(row, kind)), "")


@dataclass(frozen=True)
class CpmpyRow(Solver):
    """A CPMpy model in one of its solvers. On request only: CP-SAT has rows of its own."""

    counter: str = "searches"
    unit: str = "one search of the solver for one solution"
    requires: str = "cpmpy"
    options: tuple[Option, ...] = field(default=_CPMPY_OPTIONS, hash=False)
    on_request: bool = True
    packages: tuple[str, ...] = ("cpmpy", CPMPY_SOLVERS[CPMPY_DEFAULT].package)

    @property
    def lacking(self) -> str:
        """See the base class: CPMpy or the solver may be missing."""
        name = self.arguments.get("solver", CPMPY_DEFAULT)
        solver = CPMPY_SOLVERS[name]
        there = "" if solver.installed else f"{solver.package}: install cpmpy[{name}]"
        return super().lacking or there

    def with_options(self, chosen: Sequence[str]) -> Solver:
        """See the base class. Also raises InputError for the engine of another solver."""
        row = super().with_options(chosen)
        name, engine = (row.arguments.get(option, "") for option in ("solver", "engine"))
        solver = CPMPY_SOLVERS[name or CPMPY_DEFAULT]
        if engine and engine not in solver.engines:
            of = next(other for other, each in CPMPY_SOLVERS.items() if engine in each.engines)
            raise InputError(f"solver {row.name}: {engine} is an engine of {of}")
        return replace(row, packages=("cpmpy", solver.package))


def cpmpy_row(
    declare: Callable[[Any], CpmpyModel], function: Solve = cpmpy_sessions.solve
) -> Solver:
    """Return the row of a kind's CPMpy model. declare: builds the model of a puzzle."""
    return CpmpyRow(
        "cpmpy",
        "the rules in CPMpy, for CP-SAT or the solver of CPMpy after a colon",
        function,
        arguments={"declare": declare},
    )


@dataclass(frozen=True)
class ClauseLearningRow(Solver):
    """A formula, or propagators with explanations, for the suite's clause learning."""

    counter: str = "conflicts"
    unit: str = "one conflict of the clause-learning search"


@dataclass(frozen=True)
class SearchRow(Solver):
    """A compiled search."""

    counter: str = "nodes"
    unit: str = "one decision of the compiled search"


@dataclass(frozen=True)
class FrontierRow(Solver):
    """Exact counting along a frontier."""

    counter: str = "states"
    unit: str = "one state of the frontier expanded"
    counts: bool = True


@dataclass(frozen=True)
class DeductionRow(Solver):
    """Deduction alone, which is not complete."""

    counter: str = "steps"
    complete: bool = False


def cell_rows(what: str, function: Solve) -> tuple[Solver, ...]:
    """Return the rows that fill boards cell by cell, breadth first and depth first.

    what: how cells are filled, in words.
    """
    return tuple(
        Solver(
            f"explore:{strategy}",
            f"explicit-state search, {words} first: {what} in order (Kamies2016)",
            function,
            counter="states",
            unit="one partial board",
            arguments={"strategy": strategy},
        )
        for strategy, words in (("bfs", "breadth"), ("dfs", "depth"))
    )


def checked_by(checker: Callable[[Any], Callable[[Any], bool]], *rows: Solver) -> dict[str, Solver]:
    """Return a table of rows whose solutions pass the same compiled checker."""
    return table(*(replace(row, checker=checker) for row in rows))


@dataclass(frozen=True)
class ModelCountRow(Solver):
    """A model counter, which is a package or a program."""

    @property
    def lacking(self) -> str:
        """See :class:`Solver`."""
        here = any(one.installed for one in model_counting.COUNTERS.values())
        return "" if here else "a model counter: pip install pyganak or pysdd"


def model_count_row(states: Solve) -> Solver:
    """Return the row of model counters on a SAT row's formula. states: that row's function."""
    return ModelCountRow(
        "model-count",
        "exact counting by a model counter on the formula of sat: ganak, d4, sharpSAT-TD, PySDD",
        model_counting.solve,
        counter="variables",
        unit="one variable of the formula",
        counts=True,
        arguments={"states": states},
        options=(Option("counter", "model counter", str, "", MODEL_COUNTERS),),
        on_request=True,
    )
