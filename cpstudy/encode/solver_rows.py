"""Rows of SOLVERS by formalism, and the options that their names may carry.

Each class is :class:`~cpstudy.core.solving.Solver` with the values that rows of a formalism have in
common; a row gives the others. Tables only: naming a row imports no solver.
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

# Solvers of python-sat that run in this process, and those that need one of their own.
IN_PROCESS = (
    "cadical103", "cadical153", "cadical195", "cadical300", "gluecard3", "gluecard4", "glucose3",
    "glucose4", "glucose42", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard",
    "minisat22",
)  # fmt: skip
OWN_PROCESS = ("lingeling", "kissat404")

# Programs that read a DIMACS file and print "s" and "v" lines, or write their answer to a file.
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


# Model counters (encode/model_counting.py), the first that is here by default.
MODEL_COUNTERS: Mapping[str, str] = {
    "ganak": "the package pyganak",
    "d4": "a program on the PATH",
    "sharpSAT": "sharpSAT-TD, a program on the PATH",
    "sdd": "the package pysdd: compiles to a decision diagram",
}


def sat_solver(default: str) -> Option:
    """The option ``solver`` of a row that takes any SAT solver."""
    return Option("solver", "SAT solver", str, default, SAT_SOLVERS)


# Options of CP-SAT: parameters that replace those of the row; of several the last one wins.
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
    """A solver of CPMpy. package: the distribution that brings it. module: what it is imported as.

    engines: the programs that it runs in turn; they follow its name after a colon.
    """

    summary: str
    package: str
    module: str
    engines: tuple[str, ...] = ()

    @property
    def installed(self) -> bool:
        """Whether it is there; asks without importing it."""
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
        """Its packages', and the SAT solver: by its name, of a program with the version.

        A solver of python-sat has its version in its name.
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
    """Of the model that a row states: ``sat``, ``cpsat`` or ``smt``; "": it states none."""
    names = {SatRow: "sat", CpsatRow: "cpsat", SmtRow: "smt"}
    return next((name for kind, name in names.items() if isinstance(row, kind)), "")


@dataclass(frozen=True)
class CpmpyRow(Solver):
    """A model in CPMpy, under one of its solvers. On request only: CP-SAT has rows of its own."""

    counter: str = "searches"
    unit: str = "one search of the solver for one solution"
    requires: str = "cpmpy"
    options: tuple[Option, ...] = field(default=_CPMPY_OPTIONS, hash=False)
    on_request: bool = True
    packages: tuple[str, ...] = ("cpmpy", CPMPY_SOLVERS[CPMPY_DEFAULT].package)

    @property
    def lacking(self) -> str:
        """See the base class: CPMpy, or the solver."""
        name = self.arguments.get("solver", CPMPY_DEFAULT)
        solver = CPMPY_SOLVERS[name]
        there = "" if solver.installed else f"{solver.package}: install cpmpy[{name}]"
        return super().lacking or there

    def with_options(self, chosen: Sequence[str]) -> Solver:
        """See the base class. Raises InputError also for the engine of another solver."""
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
    """The kind's model in CPMpy, for any of its solvers. declare: the model of a puzzle."""
    return CpmpyRow(
        "cpmpy",
        "the rules in CPMpy, for CP-SAT or the solver of CPMpy after a colon",
        function,
        arguments={"declare": declare},
    )


@dataclass(frozen=True)
class ClauseLearningRow(Solver):
    """A formula, or propagators that explain themselves, for our own clause learning."""

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
    """Explicit-state search over boards filled cell by cell, breadth first and depth first.

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
    """A table of rows whose solutions pass the same compiled checker."""
    return table(*(replace(row, checker=checker) for row in rows))


@dataclass(frozen=True)
class ModelCountRow(Solver):
    """Any of the model counters, which are packages or programs."""

    @property
    def lacking(self) -> str:
        """See :class:`Solver`."""
        here = any(one.installed for one in model_counting.COUNTERS.values())
        return "" if here else "a model counter: pip install pyganak or pysdd"


def model_count_row(states: Solve) -> Solver:
    """The row of model counters on the formula of a SAT row. states: that row's function."""
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
