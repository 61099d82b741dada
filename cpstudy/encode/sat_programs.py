"""SAT solvers in a process of their own: programs that read a DIMACS file and print their answer.

Each search starts the program again with the whole formula; it is killed when time is over, and on
Ctrl-C. Conflicts are not counted.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.result import Stop
from cpstudy.encode.cnf import Cnf

# Programs that write their answer to a file, which is named after the formula.
_WRITES_A_FILE = ("minisat",)


class ProgramSearch:
    """A formula for a program; see :class:`cpstudy.encode.sat.Search`.

    name: of the solver. command: the program with its options, without the file.
    """

    conflicts = None

    def __init__(self, name: str, command: Sequence[str], cnf: Cnf) -> None:
        self._name = name
        self._command = command
        self._cnf = Cnf(cnf.variables, list(cnf.clauses))

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses."""
        self._cnf.clauses += map(list, clauses)

    def run(self, clock: Clock, conflicts: int | None) -> Sequence[int] | Stop:
        """A model as literals, DONE where there is none, TIME. NotApplicable: no bound is kept."""
        if conflicts is not None:
            raise NotApplicable(f"solver {self._name} cannot bound its conflicts: give --seconds")
        if clock.late:
            return Stop.TIME
        with tempfile.TemporaryDirectory() as folder:
            formula, answer = Path(folder, "formula.cnf"), Path(folder, "answer")
            with formula.open("w", encoding="ascii") as file:
                for piece in self._cnf.dimacs_pieces():
                    clock.check()
                    file.write(piece)
            command = [*self._command, str(formula)]
            if self._name in _WRITES_A_FILE:
                command.append(str(answer))
            try:
                # run() kills the process when time is over, and on Ctrl-C.
                done = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    timeout=clock.left,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return Stop.TIME
            output = answer.read_text(encoding="ascii") if answer.exists() else done.stdout
        try:
            model = read_answer(output)
        except InputError as error:  # not of the user's
            raise RuntimeError(f"solver {self._name}: {error}") from None
        if model is None:
            last = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-1]
            raise RuntimeError(f"solver {self._name} ended with {done.returncode}: {last}")
        return model

    def close(self) -> None:
        """Nothing is held between runs."""


def read_answer(text: str) -> list[int] | Stop | None:
    """A DIMACS solver's answer: the model's literals, DONE for unsatisfiable, None for neither.

    Takes the lines of the SAT competitions ("s SATISFIABLE", "v 1 -2 0") and MiniSat's own
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
    try:
        return int(word)
    except ValueError:
        raise InputError(f"{word[:30]!a} is not a literal") from None
