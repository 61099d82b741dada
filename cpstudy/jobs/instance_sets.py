"""Instance sets: the models of many puzzles in a folder with an index, and their answers read back.

There is one file for each puzzle, and ``index.csv`` and ``index.json`` with one row for each: names
and files; the puzzle, and how it was generated; solver, language and question; sizes, bytes and
SHA-256; the verdict of the kind's default solver, and hence whether the question is satisfiable, if
that is decided within the budget; the kind's features. Answers are files ``NAME.answer``.

Cost: the models, and a run of the default solver for each.
"""

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from cpstudy import puzzles
from cpstudy.api import verify
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError
from cpstudy.core.files import write_whole
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.text import NoBoardError
from cpstudy.encode.interchange import LANGUAGES
from cpstudy.jobs.models import Question, model, solution_of
from cpstudy.jobs.samples import Generated

Row = dict[str, Any]
_INDEX = "index.json"


@dataclass
class InstanceSet:
    """A set being written: call :meth:`add` for each puzzle, then :meth:`write_index`.

    seconds: the budget for a puzzle's verdict.
    """

    folder: Path
    kind: Kind
    question: Question
    seconds: float = 10.0
    rows: list[Row] = field(default_factory=list)

    def add(self, item: Located) -> Path:
        """Write the model of a puzzle. Raises InputError as :func:`cpstudy.jobs.models.model`."""
        puzzle: Any = item.puzzle
        origin = item.origin if isinstance(item, Generated) else None
        found = model(self.kind, puzzle, self.question)
        name = f"{self.kind.name}-{len(self.rows) + 1:04d}"
        data = found.text.encode()
        path = self.folder / f"{name}{LANGUAGES[self.question.language].suffix}"
        verdict = verify(puzzle, budget=Budget(self.seconds)).verdict
        features = {} if self.kind.features is None else self.kind.features(puzzle)
        solution = found.solution
        self.rows.append(
            {
                "name": name,
                "file": path.name,
                "kind": self.kind.name,
                "puzzle": puzzle.encode(),
                **(vars(origin) if origin is not None else {}),
                "solver": found.solver,
                "language": self.question.language,
                "question": "second" if self.question.second else "first",
                "forbidden": None if solution is None else puzzle.encode_solution(solution),
                "whole": not found.lazily,
                "variables": found.variables,
                "constraints": found.constraints,
                "bytes": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
                "verdict": str(verdict),
                "satisfiable": _expected(verdict, self.question.second),
                "features": {name: round(value, 6) for name, value in features.items()},
            }
        )
        write_whole(path, data)
        return path

    def write_index(self) -> None:
        """Write both indices."""
        text = "[\n" + ",\n".join(json.dumps(row) for row in self.rows) + "\n]\n"
        write_whole(self.folder / _INDEX, text.encode())
        flat = [_flat(row) for row in self.rows]
        columns = list(dict.fromkeys(name for row in flat for name in row))
        table = io.StringIO(newline="")
        writer = csv.DictWriter(table, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(flat)
        write_whole(self.folder / "index.csv", table.getvalue().encode())


def _expected(verdict: Verdict, second: bool) -> bool | None:
    """Whether the question is satisfiable; None if that is unknown."""
    if verdict is Verdict.UNKNOWN:
        return None
    return verdict is Verdict.MANY if second else verdict is not Verdict.NONE


def _flat(row: Row) -> Row:
    features = {f"feature {name}": value for name, value in row["features"].items()}
    return {name: value for name, value in row.items() if name != "features"} | features


@dataclass(frozen=True)
class Read:
    """The content of an answer file.

    outcome: ``solution``, ``none``, ``no answer``, or ``WRONG`` with the reason: the answer breaks
    a rule, is the forbidden solution, or contradicts known facts.
    """

    name: str
    outcome: str
    solution: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether the rules, or known facts, refute it."""
        return self.outcome.startswith("WRONG")


def answers_of(folder: Path, answers: Path) -> Iterator[Read]:
    """The answers to a set, in the order of its index. Raises InputError if it is not a set."""
    path = folder / _INDEX
    try:
        rows = cast("list[Row]", json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: not an index of a set: {error}") from None
    for row in rows:
        file = answers / f"{row['name']}.answer"
        if file.exists():
            yield _read(row, file.read_text(encoding="utf-8", errors="backslashreplace"))
        else:
            yield Read(row["name"], "no answer")


def _read(row: Mapping[str, Any], text: str) -> Read:
    kind = puzzles.kind(row["kind"])
    puzzle: Any = kind.puzzle.decode(row["puzzle"])
    question = Question(row["language"], row["solver"])
    try:
        solution = solution_of(kind, puzzle, question, text)
    except NoBoardError:
        contradicts = row["satisfiable"] is True
        words = f"WRONG: there is one, by the verdict {row['verdict']!r}"
        return Read(row["name"], words if contradicts else "none")
    except InputError as error:
        return Read(row["name"], f"no answer: {error}")
    encoded = puzzle.encode_solution(solution)
    reason = puzzle.violation(solution)
    if reason:
        return Read(row["name"], f"WRONG: {reason}", encoded)
    if row["forbidden"] is not None:
        other = puzzle.decode_solution(row["forbidden"])
        if puzzle.canonical(other) == puzzle.canonical(solution):
            return Read(row["name"], "WRONG: it is the forbidden solution", encoded)
    return Read(row["name"], "solution", encoded)
