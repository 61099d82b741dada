"""Solvers that are programs: start them on a file, stop them at a limit, read their answers.

Each run has its own process group, which is killed at the time limit, on Ctrl-C and at the end of
the run. The system enforces the other limits: RLIMIT_AS for the memory of each process, RLIMIT_CPU
for processes that left the group, RLIMIT_FSIZE for the output. If ``setpriv`` is installed, the
program is killed when this process ends. CPU time and the peak memory of one process come from
``wait4``. On Linux that peak includes the memory that this process held when it started the
program. If this is more than the program's own, memory is sampled at least every 50 ms instead, and
unknown for a shorter run.

A failure is the program's: :class:`ProgramError` reports its last line and how it ended. Cost: a
process and two files for each run, some milliseconds. Limits: memory is limited and measured on
Linux only; elsewhere only time is limited.
"""

import contextlib
import math
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError, NotApplicable, ProgramError
from cpstudy.core.result import Stop
from cpstudy.encode.interchange import Language, ProgramAnswer

# Placeholders in a command: the file of the model (else it is standard input), the file of the
# answer (else it is standard output), the number of solutions wanted, the random seed, and the
# seconds left.
MODEL, ANSWER, LIMIT, SEED, SECONDS = "{model}", "{answer}", "{limit}", "{seed}", "{seconds}"
PLACEHOLDERS = (MODEL, ANSWER, LIMIT, SEED, SECONDS)

# The largest output file, in bytes.
_MOST_PRINTED = 1 << 30
# Seconds until the memory of a process is first sampled, and at most between two samples.
_FIRST_LOOK, _LAST_LOOK = 0.0002, 0.05
_NO_LIMIT = 10**6


@dataclass(frozen=True)
class Program:
    """A solver. command: with placeholders. several: one answer may hold several solutions."""

    name: str
    command: tuple[str, ...]
    several: bool = False


@dataclass(frozen=True)
class FinishedRun:
    """A finished run. exit_code: negative for a signal; None if killed at the time limit.

    answer: its output, or the content of its answer file. last: the last line of its output.
    """

    exit_code: int | None
    answer: str
    last: str
    cpu_seconds: float
    peak_bytes: int

    @property
    def ending(self) -> str:
        """Describe how the run ended."""
        code = self.exit_code or 0
        name = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return f"{name}: {self.last or 'nothing printed'}"


def run_program(
    program: Program,
    write: Callable[[IO[str]], None],
    clock: Clock,
    *,
    suffix: str = "",
    memory: int | None = None,
    limit: int | None = None,
    seed: int = 0,
) -> FinishedRun:
    """Run a program on a file that ``write`` writes; see the module.

    suffix: of the file. memory: bytes for each of its processes. Raises InputError if the program
    is missing, OutOfTimeError if the time limit is reached before it starts.
    """
    path = shutil.which(program.command[0])
    if path is None:
        raise InputError(f"solver {program.name}: no program {program.command[0]} on the PATH")
    with tempfile.TemporaryDirectory() as folder:
        model, answer = Path(folder, f"model{suffix}"), Path(folder, "answer")
        with model.open("w", encoding="utf-8") as file:
            write(file)
        clock.check()
        values = {
            MODEL: str(model),
            ANSWER: str(answer),
            LIMIT: str(limit or _NO_LIMIT),
            SEED: str(seed),
            SECONDS: str(_NO_LIMIT if clock.left is None else max(1, math.ceil(clock.left))),
        }
        arguments = [_filled(argument, values) for argument in program.command[1:]]
        printed, complaints = Path(folder, "printed"), Path(folder, "complaints")
        reads_stdin = not any(MODEL in argument for argument in program.command)
        given = model if reads_stdin else Path(os.devnull)
        with given.open("rb") as stdin, printed.open("wb") as out, complaints.open("wb") as err:
            code, cpu, peak = _run([path, *arguments], (stdin, out, err), clock, memory)
        output = _text(printed)
        last = (_text(complaints).strip() or output.strip() or "").splitlines()[-1:]
        text = _text(answer) if answer.exists() else output
        return FinishedRun(code, text, last[0][:200] if last else "", cpu, peak)


def _filled(argument: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        argument = argument.replace(name, value)
    return argument


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="backslashreplace")


def _run(
    command: Sequence[str],
    streams: tuple[IO[bytes], IO[bytes], IO[bytes]],
    clock: Clock,
    memory: int | None,
) -> tuple[int | None, float, int]:
    """Return exit code (None: killed at the time limit), CPU seconds, peak memory in bytes."""
    guard = shutil.which("setpriv")
    guarded = [guard, "--pdeathsig", "KILL", "--", *command] if guard else [*command]
    process = subprocess.Popen(
        guarded, stdin=streams[0], stdout=streams[1], stderr=streams[2], start_new_session=True
    )
    try:
        _set_limits(process.pid, clock, memory)
        before = _peak_bytes_of(os.getpid())
        ended, held = _ends(process, clock)
        late = not ended
        _kill_group(process)
        if os.name != "posix" or process.returncode is not None:
            return (None if late else process.wait()), 0.0, 0
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    except BaseException:
        _kill_group(process)
        process.wait()
        raise
    spent = usage.ru_utime + usage.ru_stime
    most = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return (None if late else process.returncode), spent, most if most > before else held


def _ends(process: subprocess.Popen[bytes], clock: Clock) -> tuple[bool, int]:
    """Wait for the process; return whether it ended in time, and its sampled peak of memory.

    On Linux its status remains to be collected with its resource usage.
    """
    watch = os.pidfd_open(process.pid) if hasattr(os, "pidfd_open") else None
    wait, held = _FIRST_LOOK, 0
    try:
        while True:
            left = wait if clock.left is None else min(wait, clock.left)
            if watch is not None:
                ended = bool(select.select([watch], [], [], left)[0])
            else:
                time.sleep(left)
                ended = process.poll() is not None
            if ended:
                return True, held if wait == _LAST_LOOK else 0  # sampled too early to be meaningful
            if clock.late:
                return False, held
            held = max(held, _peak_bytes_of(process.pid))
            wait = min(2 * wait, _LAST_LOOK)
    finally:
        if watch is not None:
            os.close(watch)


def _peak_bytes_of(pid: int) -> int:
    """Return the peak memory of a process in bytes; 0 if the system does not report it."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("ascii", "replace")
    except OSError:
        return 0
    match = re.search(r"^VmHWM:\s*([0-9]+) kB", status, re.MULTILINE)
    return 1024 * int(match[1]) if match else 0


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what remains of the process group."""
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass  # all have ended


def _set_limits(pid: int, clock: Clock, memory: int | None) -> None:
    try:
        from resource import RLIMIT_AS, RLIMIT_CPU, RLIMIT_FSIZE, prlimit
    except ImportError:  # not Linux
        return
    limits = {RLIMIT_FSIZE: _MOST_PRINTED}
    if clock.left is not None and math.isfinite(clock.left):
        limits[RLIMIT_CPU] = math.ceil(clock.left * (os.cpu_count() or 1)) + 1
    if memory is not None:
        limits[RLIMIT_AS] = memory
    with contextlib.suppress(ProcessLookupError):  # the process may have ended
        for name, most in limits.items():
            hard = prlimit(pid, name)[1]
            least = most if hard < 0 else min(most, hard)
            prlimit(pid, name, (least, least))


@dataclass
class ProgramRuns:
    """Runs a program once for each model.

    A run without an answer raises :class:`ProgramError`; if it held at least half its memory limit,
    it gives the stop MEMORY.
    """

    program: Program
    language: Language
    memory: int | None = None
    seed: int = 0
    limit: int | None = None
    _spent: dict[str, int] = field(default_factory=dict)

    def counters(self) -> dict[str, int]:
        """Return ``searches`` (runs), ``exit_code`` of the last run unless it was killed,
        ``cpu_ms`` of all runs, and ``peak_bytes`` of one process, if known.
        """
        return dict(self._spent)

    def answer(
        self, formalism: str, model: Any, clock: Clock, iterations: int | None
    ) -> list[int] | Stop:
        """Return the values of a solution, DONE if there is none, else the limit reached.

        Raises NotApplicable for iterations, and ProgramError.
        """
        reply = self.program_answer(formalism, model, clock, iterations)
        if isinstance(reply, Stop):
            return reply
        return reply.answers[0] if reply.answers else Stop.DONE

    def program_answer(
        self, formalism: str, model: Any, clock: Clock, iterations: int | None
    ) -> ProgramAnswer | Stop:
        """Run the program on a model; return its answer, or the limit reached."""
        if iterations is not None:
            words = f"solver {self.program.name} cannot bound its conflicts: give --seconds"
            raise NotApplicable(words)
        if clock.late:
            return Stop.TIME

        def write(file: IO[str]) -> None:
            for piece in self.language.writers[formalism](model):
                clock.check()
                file.write(piece)

        ended = self.run(write, clock)
        if isinstance(ended, Stop):
            return ended
        try:
            reply = self.language.parse(formalism, model, ended.answer)
        except InputError as error:
            return self.failed(ended, str(error))
        if reply.answers or reply.done:
            return reply
        return Stop.TIME if ended.exit_code is None else Stop.STUCK

    def run(self, write: Callable[[IO[str]], None], clock: Clock) -> FinishedRun | Stop:
        """Run once and update the counters; the stop TIME if it was killed without an answer."""
        ended = run_program(
            self.program, write, clock, suffix=self.language.suffix,
            memory=self.memory, limit=self.limit, seed=self.seed,
        )  # fmt: skip
        spent = self._spent
        spent["searches"] = spent.get("searches", 0) + 1
        if ended.exit_code is not None:
            spent["exit_code"] = ended.exit_code
        spent["cpu_ms"] = spent.get("cpu_ms", 0) + round(1000 * ended.cpu_seconds)
        if ended.peak_bytes:
            spent["peak_bytes"] = max(spent.get("peak_bytes", 0), ended.peak_bytes)
        return Stop.TIME if ended.exit_code is None and not self.program.several else ended

    def failed(self, ended: FinishedRun, reason: str) -> Stop:
        """Return why a run gave no answer: TIME or MEMORY. Else raise ProgramError."""
        if ended.exit_code is None:
            return Stop.TIME
        if self.memory is not None and 2 * ended.peak_bytes >= self.memory:
            return Stop.MEMORY
        raise ProgramError(f"solver {self.program.name}: {reason} ({ended.ending})")
