"""Every entry in the tables of suffixes of solver names is known to the solver."""

import pytest
from ortools.sat.python import cp_model

from cpstudy.core.options import chosen_arguments, suffixes
from cpstudy.encode.cpsat import FAST_PARAMETERS, with_options
from cpstudy.encode.solver_rows import (
    CPSAT_OPTIONS,
    CPSAT_PARAMETERS,
    IN_PROCESS,
    OWN_PROCESS,
    sat_solver,
)


def test_sat_solvers_are_those_of_the_library():
    names = pytest.importorskip("pysat.solvers").SolverNames
    known = {
        alias for aliases in vars(names).values() if isinstance(aliases, tuple) for alias in aliases
    }
    assert {*IN_PROCESS, *OWN_PROCESS} <= known


def test_parameters_are_those_of_cpsat():
    for name in CPSAT_PARAMETERS:
        solver = cp_model.CpSolver()
        for parameter, value in with_options([name]).items():
            setattr(solver.parameters, parameter, value)
            assert getattr(solver.parameters, parameter) == value
        assert with_options([name]) != FAST_PARAMETERS


def test_the_last_of_several_parameters_wins():
    texts = ["workers2", "presolve", "workers8", "workers2"]
    chosen = chosen_arguments(CPSAT_OPTIONS, texts)
    assert with_options(chosen)["num_workers"] == 2
    assert with_options(chosen_arguments(CPSAT_OPTIONS, texts[:3]))["num_workers"] == 8


def test_one_sat_solver():
    options = (sat_solver("minicard"),)
    assert next(iter(suffixes(options))) == "cadical103"
    assert chosen_arguments(options, ["glucose4"]) == {"solver": "glucose4"}
    with pytest.raises(ValueError, match="one SAT solver, not 2: glucose4, minicard"):
        chosen_arguments(options, ["glucose4", "minicard"])
