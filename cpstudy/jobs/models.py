"""The models of solvers' rows as files for other programs, and their answers.

A row states its model to a session (encode/sessions.py). Here a stand-in replaces the session's
solver: it writes the model, or gives an answer from outside, which the row's own code turns into a
solution. So no kind and no row needs code for this. A *question* is the model itself (is there a
solution?) or the model with one solution forbidden (is there a second?).

Cost: building the model, and for the second question finding a solution by the row's own solver.
Limits: a row that adds clauses when candidates break rules states only part of its model at first;
the text written says so, and the row has no second question.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cpstudy.api import named_solver
from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Request, Solver
from cpstudy.core.text import NoBoardError
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.interchange import LANGUAGES, Language
from cpstudy.encode.sessions import Answer, StandIn, Stated, standing_in
from cpstudy.encode.smt import Script
from cpstudy.encode.solver_rows import formalism

_PARTIAL = (
    "only part of the model: this solver adds clauses when an answer breaks a rule, so an answer "
    "may break one; no answer means no solution"
)


@dataclass(frozen=True)
class Question:
    """A question about a puzzle. solver: a row's name; None: the first row that states all of it.

    second: whether there is a solution other than the first that the row's solver finds.
    """

    language: str
    solver: str | None = None
    second: bool = False
    seed: int = 1


@dataclass(frozen=True)
class ModelFile:
    """A model's text. lazily: it is only part of the model. solution: the forbidden one, else None.

    variables, constraints: their numbers.
    """

    text: str
    solver: str
    lazily: bool
    solution: Any
    variables: int
    constraints: int


def languages(kind: Kind) -> list[str]:
    """The languages in which some row of the kind can be written."""
    stated = {formalism(row) for row in kind.solvers.values() if row.complete}
    return [name for name, language in LANGUAGES.items() if stated & {*language.writers}]


def _rows(kind: Kind, language: str, solver: str | None) -> list[Solver]:
    """The rows that a language can express, in the order of preference. Raises InputError."""
    writers = LANGUAGES[language].writers
    if solver is not None:
        row = named_solver(kind, solver)
        if formalism(row) not in writers:
            stated = formalism(row) and f"states a model for {formalism(row)}"
            others = ", ".join(n for n, one in LANGUAGES.items() if formalism(row) in one.writers)
            words = f"{stated}: --to {others}" if stated else "searches itself and states no model"
            raise InputError(f"solver {row.name} is not written as {language}: it {words}")
        return [row]
    complete = [row for row in kind.solvers.values() if row.complete]
    return [row for form in writers for row in complete if formalism(row) == form]


def model(kind: Kind, puzzle: Any, question: Question) -> ModelFile:
    """The model for a question about a puzzle.

    Raises InputError for a solver without a model in the language, NotApplicable for a puzzle that
    no row states.
    """
    rows = _rows(kind, question.language, question.solver)
    lazy, reasons = [], []
    for row in rows:
        try:
            found = _model_of(kind, puzzle, row, question)
        except NotApplicable as error:
            reasons.append(str(error))
            continue
        if not found.lazily:
            return found
        lazy.append(found)
    if lazy:
        return lazy[0]
    raise NotApplicable(reasons[0] if reasons else f"{kind.name} has no model in this language")


class _Taker(StandIn):
    """A stand-in that stores the first model stated, or the first that excludes a solution."""

    def __init__(self, second: bool, write: Callable[[Stated], None]) -> None:
        self._second, self._write = second, write
        self.taken: Stated | None = None

    def opened(self, stated: Stated) -> None:
        if not self._second:
            self._take(stated)

    def next_solution(self, stated: Stated, clock: Clock, iterations: int | None) -> Answer:
        if self._second and not self.lazily and self.taken is None:
            if not stated.grown:
                return None
            self._take(stated)
        return Stop.TIME

    def _take(self, stated: Stated) -> None:
        if self.taken is None:
            self.taken = stated
            self._write(stated)


def _model_of(kind: Kind, puzzle: Any, row: Solver, question: Question) -> ModelFile:
    language, second = LANGUAGES[question.language], question.second
    if not row.complete and not second:
        raise NotApplicable(f"solver {row.name} asks for a second solution only: --second")
    solutions: list[Any] = []
    texts: list[str] = []
    size: tuple[int, int] = 0, 0

    def write(stated: Stated) -> None:
        nonlocal size
        size = _size(stated)
        texts.append("".join(language.writers[stated.formalism](stated.model)))

    taker = _Taker(second, write)
    with standing_in(taker):
        request = Request(Budget(), 2, question.seed, solutions.append)
        result = row.function(puzzle, request, **row.arguments)
    if second:
        solutions = solutions or list(result.solutions)
        _check_second(puzzle, row, taker, solutions)
    if not texts:
        stated = _without_model(row, result, second=second)
        taker.taken = stated
        write(stated)
    solution = solutions[0] if second else None
    comments = _comments(kind, puzzle, row, taker.lazily, solution)
    text = language.commented(texts[0], comments)
    return ModelFile(text, row.name, taker.lazily, solution, *size)


def _check_second(puzzle: Any, row: Solver, taker: _Taker, solutions: list[Any]) -> None:
    """Check that the second question can be stated. Raises NotApplicable."""
    if taker.lazily:
        raise NotApplicable(f"solver {row.name} has no question for a second solution: {_PARTIAL}")
    if not solutions:
        raise NotApplicable("there is no solution, so none that could be a second one")
    if formalism(row) == "cpsat" and puzzle.canonical(solutions[0]) != solutions[0]:
        raise NotApplicable(
            f"solver {row.name} would take a solution turned for a second one: --solver sat"
        )


def _without_model(row: Solver, result: Result, *, second: bool) -> Stated:
    """A false model, if a row finds without a model that there is no solution."""
    if not result.exhausted or (result.solutions and not second):
        raise NotApplicable(f"there is no model: {row.name} settles this without one")
    made: Any = Cnf(1, [[]])
    if formalism(row) == "smt":
        made = Script(lines=["(assert false)"])
    elif formalism(row) == "cpsat":
        from ortools.sat.python.cp_model import CpModel

        made = CpModel()
        made.add_bool_or([])
    return Stated(formalism(row), made, lambda clauses: None, np.array)


def _size(stated: Stated) -> tuple[int, int]:
    """The numbers of variables and constraints; of a script, its declarations and other lines."""
    if stated.formalism == "sat":
        return stated.model.variables, len(stated.model.clauses)
    if stated.formalism == "cpsat":
        return len(stated.model.proto.variables), len(stated.model.proto.constraints)
    declared = sum(line.startswith("(declare-") for line in stated.model.lines)
    return declared, len(stated.model.lines) - declared


def _comments(kind: Kind, puzzle: Any, row: Solver, lazily: bool, solution: Any) -> Iterator[str]:
    yield f"{kind.name} {puzzle.encode()}: the model of solver {row.name}"
    if solution is not None:
        yield f"is there a solution other than {puzzle.encode_solution(solution)}?"
    if lazily:
        yield _PARTIAL


# -- answers ---------------------------------------------------------------------------------------


class _ReadError(Exception):
    """Carries the solution out of the row that reported it."""


class _Given(StandIn):
    """A stand-in that gives an answer from outside, once."""

    takes_known = False

    def __init__(self, language: Language, text: str) -> None:
        self._language, self._text = language, text
        self.answered = self.stated = False

    def opened(self, stated: Stated) -> None:
        self.stated = True

    def next_solution(self, stated: Stated, clock: Clock, iterations: int | None) -> Answer:
        if self.answered:
            return Stop.TIME
        answer = self._language.parse(stated.formalism, stated.model, self._text)
        if answer.done and not answer.answers:
            raise NoBoardError("answer: there is no solution, so there is no board in it")
        if not answer.answers:
            raise InputError("answer: it decides nothing")
        self.answered = True
        return stated.values(answer.answers[0])


def solution_of(kind: Kind, puzzle: Any, question: Question, answer: str) -> Any:
    """The solution in an answer to a model, decoded by the row's own code; not checked.

    Raises InputError if it is not an answer to that model, NoBoardError for "no solution".
    """
    rows = _rows(kind, question.language, question.solver)
    if len(rows) > 1:
        unanswered = Question(question.language, question.solver)
        name = model(kind, puzzle, unanswered).solver
        rows = [row for row in rows if row.name == name]
    given = _Given(LANGUAGES[question.language], answer)

    def found(solution: Any) -> None:
        if given.answered:
            raise _ReadError(solution)

    request = Request(Budget(), 2, 0, found)
    try:
        with standing_in(given):
            result = rows[0].function(puzzle, request, **rows[0].arguments)
    except _ReadError as read:
        return read.args[0]
    if not given.stated:
        given.next_solution(_without_model(rows[0], result, second=False), Clock(), None)
    raise InputError(
        f"answer: none to the model of solver {rows[0].name}, or one that breaks a rule for which "
        "that solver adds to its model during the search"
    )
