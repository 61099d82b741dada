"""Rows of SOLVERS by formalism, and the options that their names may carry.

Each class is :class:`~cpstudy.core.solving.Solver` with the values that rows of a formalism have in
common; a row gives the others. Tables only: naming a row imports no solver.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cpstudy.core.kind import table
from cpstudy.core.options import Option
from cpstudy.core.solving import Solve, Solver
from cpstudy.core.versions import version_of_program

# Solvers of python-sat that run in this process, and those that need one of their own.
IN_PROCESS = (
    "cadical103", "cadical153", "cadical195", "cadical300", "gluecard3", "gluecard4", "glucose3",
    "glucose4", "glucose42", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard",
    "minisat22",
)  # fmt: skip
OWN_PROCESS = ("lingeling", "kissat404")

# Programs that read a DIMACS file and print "s" and "v" lines, or write them to a second file.
PROGRAMS: Mapping[str, tuple[str, ...]] = {
    "cadical": ("cadical", "-q"),
    "cryptominisat5": ("cryptominisat5", "--verb=0"),
    "glucose": ("glucose", "-model", "-verb=0"),
    "kissat": ("kissat", "-q"),
    "minisat": ("minisat", "-verb=0"),
    "picosat": ("picosat",),
}

SAT_SOLVERS: Mapping[str, str] = {
    **dict.fromkeys(IN_PROCESS, "python-sat, in this process"),
    **dict.fromkeys(OWN_PROCESS, "python-sat, in a process of its own"),
    **dict.fromkeys(PROGRAMS, "a program on the PATH"),
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
    def versions(self) -> Mapping[str, str]:
        """Its packages', and the SAT solver: by its name, of a program with the version.

        A solver of python-sat has its version in its name.
        """
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
