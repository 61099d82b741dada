"""Solvers that are programs, each described by a TOML file: ``--solver kissat.toml``.

::

    command = ["kissat", "-q", "--time={seconds}", "{model}"]
    input = "dimacs"
    model = "sat:planar"

The program gets the model of a row of the kind, in a language of encode/interchange.py, and
replaces that row's solver: the row still enumerates, forbids known solutions by clauses over the
answer's variables, adds its cuts and reads solutions. So a program only has to find one solution or
to report that there is none. With ``input = "text"`` it gets the puzzle's text form and answers in
words: a line ``none``, ``unique``, ``many`` or ``unknown``, and the solutions that it found, one a
line in the kind's text form.

Every solution is checked by the rules. A program that repeats an excluded solution is wrong; one
that does not print an answer raises ProgramError. See encode/programs.py for limits and counters.
Cost: a process for each search.
"""

import re
import shutil
import subprocess
import tomllib
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.errors import InputError, ProgramError, choose_from
from cpstudy.core.kind import Kind
from cpstudy.core.result import Result, Stop, Verdict
from cpstudy.core.solving import Request, Solver, WrongAnswerError
from cpstudy.encode.interchange import LANGUAGES, Language, ProgramAnswer
from cpstudy.encode.programs import PLACEHOLDERS, FinishedRun, Program, ProgramRuns
from cpstudy.encode.sessions import Answer, StandIn, Stated, standing_in
from cpstudy.encode.solver_rows import formalism

# The value of ``input`` for the puzzle's text form.
TEXT = "text"
_FOLDER = "{folder}"
_GIB = 1 << 30
_VERSION_SECONDS = 10


@dataclass(frozen=True)
class _Field:
    """A key of the file. types: of its value. words: these types in words."""

    types: tuple[type, ...]
    words: str
    required: bool = False


_FIELDS = {
    "command": _Field((list,), "a list of texts", required=True),
    "input": _Field((str,), "a text", required=True),
    "model": _Field((str, dict), "a solver's name, or a table of them by kind"),
    "kind": _Field((str, list), "a kind, or a list of kinds"),
    "several": _Field((bool,), "true or false"),
    "memory": _Field((int, float), "a number of GiB"),
    "version": _Field((list,), "a list of texts"),
}


@dataclass(frozen=True)
class ProgramSolver:
    """A program and its input. row: the source of its model; None: the puzzle's text form.

    memory: bytes for each of its processes.
    """

    program: Program
    language: str
    row: Solver | None
    memory: int | None


def program_row(kind: Kind, path: Path) -> Solver:
    """Return the row that a file describes, named by the file.

    Raises InputError, which names the file and key.
    """
    try:
        data = path.read_bytes()
        given = tomllib.loads(data.decode())
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # faulty TOML or UTF-8
        raise InputError(f"{path}: {error}") from None
    try:
        _check(given, kind)
        folder = str(path.resolve().parent)
        command = tuple(_placed(given["command"], folder))
        program = Program(str(path), command, given.get("several", False))
        row = _row(kind, given)
        version = _version(tuple(_placed(given.get("version", ()), folder)))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    memory = round(given["memory"] * _GIB) if "memory" in given else None
    what = "the text form" if row is None else f"the model of {row.name} as {given['input']}"
    return Solver(
        str(path),
        f"program {version or command[0]} on {what}",
        solve,
        unit="one run of the program",
        counter="searches",
        complete=row is None or row.complete,
        version=zlib.crc32(data + version.encode()),
        arguments={"outside": ProgramSolver(program, given["input"], row, memory)},
    )


def _placed(command: Iterable[str], folder: str) -> Iterator[str]:
    return (part.replace(_FOLDER, folder) for part in command)


def _check(given: Mapping[str, Any], kind: Kind) -> None:
    """Raise InputError, which names the key, for an invalid entry."""
    for key, value in given.items():
        if key not in _FIELDS:
            raise InputError(f"key {key!r}: {choose_from(key, _FIELDS)}")
        expected = _FIELDS[key]
        types = expected.types
        wrong = not isinstance(value, types) or (value is True and bool not in types)
        texts = not isinstance(value, list) or all(isinstance(part, str) for part in value)
        if wrong or not texts or value in ([], ""):
            raise InputError(f"key {key!r}: expected {expected.words}")
    for key, expected in _FIELDS.items():
        if expected.required and key not in given:
            raise InputError(f"key {key!r} is missing: {expected.words}")
    for word in re.findall(r"\{[a-z]+\}", " ".join(given["command"])):
        if word not in (*PLACEHOLDERS, _FOLDER):
            raise InputError(f"key 'command': {choose_from(word, (*PLACEHOLDERS, _FOLDER))}")
    if given["input"] not in (*LANGUAGES, TEXT):
        words = choose_from(given["input"], (*LANGUAGES, TEXT))
        raise InputError(f"key 'input': {given['input'][:30]!a}: {words}")
    if shutil.which(given["command"][0].replace(_FOLDER, ".")) is None:
        program = given["command"][0]
        if _FOLDER not in program:
            raise InputError(f"key 'command': no program {program} on the PATH")
    kinds = given.get("kind", kind.name)
    if kind.name not in ([kinds] if isinstance(kinds, str) else kinds):
        raise InputError(f"key 'kind': it is for {kinds}, not for {kind.name}")
    if given.get("memory", 1) <= 0:
        raise InputError("key 'memory': expected a number of GiB above 0")


def _row(kind: Kind, given: Mapping[str, Any]) -> Solver | None:
    """Return the row whose model the program gets. Raises InputError."""
    if given["input"] == TEXT:
        if "model" in given:
            raise InputError("key 'model': a program that is handed the text form has none")
        return None
    named = given.get("model")
    name = named.get(kind.name) if isinstance(named, dict) else named
    writers = LANGUAGES[given["input"]].writers
    stating = [n for n, one in kind.solvers.items() if formalism(one) in writers]
    if not isinstance(name, str):
        known = ", ".join(stating) or f"{kind.name} has none"
        raise InputError(f"key 'model': whose model of {kind.name} as {given['input']}? {known}")
    found = [row for row in kind.solvers if f"{name}:".startswith(f"{row}:")]
    row = kind.solvers[max(found, key=len)] if found else None
    if row is None or formalism(row) not in writers:
        raise InputError(
            f"key 'model': {name[:30]!a} states no model for {given['input']}: "
            f"{choose_from(name, stating)}"
        )
    chosen = name[len(row.name) + 1 :]
    return row.with_options(chosen.split(":")) if chosen else row


@lru_cache
def _version(command: tuple[str, ...]) -> str:
    """Return the first line that a command prints; "" without a command. Raises InputError."""
    if not command:
        return ""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=_VERSION_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"key 'version': {error}") from None
    lines = (done.stdout.strip() or done.stderr.strip()).splitlines()
    if not lines:
        raise InputError("key 'version': the command prints nothing")
    return lines[0][:200]


class WrongProgramError(WrongAnswerError, ProgramError):
    """A program's claim contradicts the rules or its own model; with the puzzle's text form."""


def solve(puzzle: Any, request: Request, *, outside: ProgramSolver) -> Result:
    """Find up to ``limit`` solutions (None: all) by the program.

    Counters: ``searches`` (its runs), ``exit_code``, ``cpu_ms``, ``peak_bytes``, and ``cuts`` if
    the row adds them. Raises WrongProgramError, ProgramError, and NotApplicable for iterations.
    """

    def found(solution: Any) -> None:
        reason = puzzle.violation(solution)
        if reason:
            name = outside.program.name
            words = f"solver {name}: not a solution of {puzzle.encode()}: {reason}"
            raise WrongProgramError(words)
        if request.found is not None:
            request.found(solution)

    checking = replace(request, found=found)
    language = _PUZZLES if outside.row is None else LANGUAGES[outside.language]
    memory = min(filter(None, (outside.memory, request.budget.memory)), default=None)
    runs = ProgramRuns(outside.program, language, memory, request.seed, request.limit)
    row = outside.row
    if row is None:
        result = _answered(puzzle, checking, runs)
    else:
        with standing_in(_ProgramStandIn(puzzle, runs)):
            result = row.function(puzzle, checking, **row.arguments)
    spent = {"searches": 0} | runs.counters()
    cuts = {name: result.counters[name] for name in ("cuts",) if name in result.counters}
    return replace(result, counters=spent | cuts, peak_bytes=spent.get("peak_bytes"))


@dataclass
class _Session:
    """The program's last answer to one session's model. given: values already returned."""

    last: ProgramAnswer = field(default_factory=lambda: ProgramAnswer([], False))
    given: set[bytes] = field(default_factory=set)


class _ProgramStandIn(StandIn):
    """The program as a stand-in for the solver of each session that a row opens."""

    def __init__(self, puzzle: Any, runs: ProgramRuns) -> None:
        self._puzzle, self._runs = puzzle, runs
        self._sessions: dict[int, _Session] = {}

    def opened(self, stated: Stated) -> None:
        """Note a new model, without an answer so far."""
        self._sessions[id(stated)] = _Session()

    def next_solution(self, stated: Stated, clock: Clock, iterations: int | None) -> Answer:
        """Return a solution of the last run or a new one; WrongProgramError for an excluded one."""
        session = self._sessions[id(stated)]
        while True:
            while session.last.answers:
                values = stated.values(session.last.answers.pop(0))
                if values.tobytes() not in session.given:
                    session.given.add(values.tobytes())
                    return values
            if session.last.done:
                return Stop.DONE
            reply = self._runs.program_answer(stated.formalism, stated.model, clock, iterations)
            if isinstance(reply, Stop):
                return reply
            excluded = [
                stated.values(answer).tobytes() in session.given for answer in reply.answers
            ]
            if excluded and all(excluded) and not reply.done:
                raise WrongProgramError(
                    f"solver {self._runs.program.name}: gives again an answer that its model "
                    f"excludes, of {self._puzzle.encode()}"
                )
            session.last = reply


# -- the text form ---------------------------------------------------------------------------------


def _no_model(names: object, text: str) -> ProgramAnswer:
    raise InputError("a puzzle is not a model")


_PUZZLES = Language("a puzzle's text form", ".txt", "# {}", {}, ("", "text"), _no_model)


def _answered(puzzle: Any, request: Request, runs: ProgramRuns) -> Result:
    """Run the program on the puzzle's text form."""
    clock = Clock(request.budget.seconds)
    try:
        ended = runs.run(lambda file: print(puzzle.encode(), file=file), clock)
    except OutOfTimeError:
        ended = Stop.TIME
    if isinstance(ended, Stop):
        return Result(stop=ended)
    try:
        verdict, solutions = _parsed(puzzle, ended)
    except InputError as error:
        return Result(stop=runs.failed(ended, str(error)))
    for solution in solutions:
        if request.found is not None:
            request.found(solution)
    if verdict in (Verdict.NONE, Verdict.UNIQUE):
        return Result(tuple(solutions), exhausted=True)
    enough = request.limit is not None and len(solutions) >= request.limit
    return Result(tuple(solutions), stop=Stop.LIMIT if enough else Stop.STUCK)


def _parsed(puzzle: Any, ended: FinishedRun) -> tuple[Verdict, list[Any]]:
    """Parse verdict and solutions. Raises InputError without a verdict, or for a contradiction."""
    verdict, solutions = None, []
    words = {str(one): one for one in Verdict}
    for line in map(str.strip, ended.answer.splitlines()):
        if line in words:
            verdict = words[line]
        elif line and not line.startswith("#"):
            solutions.append(puzzle.decode_solution(line))
    if verdict is None:
        raise InputError(f"no line with a verdict: {', '.join(words)}")
    solutions = list(dict.fromkeys(solutions))
    least, most = {"none": (0, 0), "unique": (1, 1), "many": (2, None)}.get(str(verdict), (0, None))
    if len(solutions) < least or (most is not None and len(solutions) > most):
        raise InputError(f"it says {verdict} and shows {len(solutions)} solutions")
    return verdict, solutions
