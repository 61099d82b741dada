"""What may follow the name of a row that stands on CP-SAT or on a SAT solver, as options of rows.

Tables only, so that rows can be named without importing a solver.
"""

from __future__ import annotations

from collections.abc import Mapping

from cpstudy.core.options import Option

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
