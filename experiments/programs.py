"""External programs on our models as files: solvers of experiment 22.

``experiments.programs:GECODE`` and ``:CHUFFED`` get the clauses of our SAT rows as FlatZinc,
``:GECODE_TABLES`` and ``:CHUFFED_TABLES`` the integers, tables and circuits of our CP-SAT rows as
MiniZinc, ``:ACE`` the clauses as XCSP3 inequalities. The row forbids each solution and searches
again. A program that is not on the PATH is missing, like a package.

Gecode comes with Debian's ``minizinc``; ACE is a Java archive inside the package ``pycsp3``;
Chuffed is built from its sources, whose ``cmake --install`` installs the program and MiniZinc's
configuration. Cost: one process for each search, two for MiniZinc; ACE starts a Java machine, which
takes tenths of a CPU second and is included. Limits: these are translations of our models; the
programs' authors would write others.
"""

import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cpstudy.core.result import Result
from cpstudy.core.solving import Request, Solver
from cpstudy.core.versions import NOT_INSTALLED
from cpstudy.encode.programs import MODEL, Program
from cpstudy.external import programs
from cpstudy.puzzles import kind
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.pipes.puzzle import Pipes

# The solver rows whose models are written.
_CLAUSES = {Pipes: ("pipes", "sat:planar"), EdgeMatching: ("edge_matching", "sat")}
_TABLES = {Pipes: ("pipes", "cpsat:contour"), EdgeMatching: ("edge_matching", "cpsat")}
_MODELS = {"flatzinc": _CLAUSES, "xcsp3": _CLAUSES, "minizinc": _TABLES}

_ARCHIVE, _UNNAMED = "{archive}", "of no number"


@dataclass(frozen=True)
class ProgramSolver(Solver):
    """The row of a program. asks: its name, and a command that prints its version after the name.

    Without ``asks``, versions are those of the packages.
    """

    counter: str = "searches"
    unit: str = "one run of the program"
    asks: tuple[str, ...] = ()

    @property
    def versions(self) -> Mapping[str, str]:
        """The version that the program prints, or the versions of packages."""
        return {self.asks[0]: _version(*self.asks)} if self.asks else super().versions

    @property
    def lacking(self) -> str:
        """The missing package or program, or the solver unknown to MiniZinc; "" if none."""
        program = self.arguments["command"][0]
        if super().lacking or not shutil.which(program):
            return super().lacking or f"the program {program}"
        unknown = self.asks and _version(*self.asks) == _UNNAMED
        return f"{self.asks[0]} beside the program {program}" if unknown else ""


@cache
def _version(name: str, *command: str) -> str:
    """Return the number that a command prints after a name."""
    if shutil.which(command[0]) is None:
        return NOT_INSTALLED
    said = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    found = re.search(rf"{name}\D*(\d+(\.\d+)+)", said.stdout + said.stderr)
    return found[1] if found else _UNNAMED


def _archive() -> str:
    """Return the path of ACE's Java archive; "" without the package."""
    package = find_spec("pycsp3")
    places = package.submodule_search_locations if package else None
    return next((str(one) for place in places or () for one in Path(place).rglob("ACE-*.jar")), "")


def solve(puzzle: Any, request: Request, *, command: tuple[str, ...], language: str) -> Result:
    """Return up to ``limit`` solutions by a program, from the puzzle's model in a language."""
    name, model = _MODELS[language][type(puzzle)]
    filled = tuple(part.replace(_ARCHIVE, _archive()) for part in command)
    outside = programs.ProgramSolver(
        Program(command[0], filled), language, kind(name).solvers[model], None
    )
    return programs.solve(puzzle, request, outside=outside)


def _row(name: str, language: str, asks: str, *command: str, requires: str = "") -> ProgramSolver:
    return ProgramSolver(
        name,
        f"{name}, our model as {language}",
        solve,
        requires=requires,
        packages=(requires,) if requires else (),
        arguments={"command": command, "language": language},
        asks=tuple(asks.split()),
    )


_MINIZINC = ("minizinc", "--solver")
_GECODE, _CHUFFED = ("Gecode minizinc --solvers", "Chuffed minizinc --solvers")
GECODE = _row("Gecode, clauses", "flatzinc", _GECODE, "fzn-gecode", MODEL)
GECODE_TABLES = _row("Gecode, tables", "minizinc", _GECODE, *_MINIZINC, "gecode", MODEL)
CHUFFED = _row("Chuffed, clauses", "flatzinc", _CHUFFED, "fzn-chuffed", "-f", MODEL)
CHUFFED_TABLES = _row("Chuffed, tables", "minizinc", _CHUFFED, *_MINIZINC, "chuffed", "-f", MODEL)
_JAVA = ("java", "-XX:+UseSerialGC", "-jar", _ARCHIVE)
ACE = _row("ACE", "xcsp3", "", *_JAVA, MODEL, "-npc=true", requires="pycsp3")
