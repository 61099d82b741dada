"""Solvers that are programs: started with a file, stopped from outside, their answers read.

A run is a process group of its own: where its time is over, on Ctrl-C and at its end the whole
group is killed. The system keeps its limits: RLIMIT_AS for the memory of each of its processes,
RLIMIT_CPU so that one that left the group does not run on for ever, RLIMIT_FSIZE for what it
prints; where ``setpriv`` is installed it is killed with the process that started it. CPU seconds
and the most memory that one of its processes held come from ``wait4``; Linux counts there what
this process held when it started the other, so where that is more, memory is what was seen of the
program itself in looks at most 50 ms apart, and unknown of a run that is shorter.

What goes wrong is the program's: :class:`ProgramError` says what it printed last and how it ended.
Cost: a process and two files a run, some milliseconds. Limits: such memory and usage are Linux's;
elsewhere only time is limited.
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
from cpstudy.encode.interchange import Language, Said

# Stand in a command for the file of the model (without it the model is standard input), for the
# file of the answer (without it the answer is what is printed), for the solutions wanted, the
# random seed and the seconds that are left.
MODEL, ANSWER, LIMIT, SEED, SECONDS = "{model}", "{answer}", "{limit}", "{seed}", "{seconds}"
PLACEHOLDERS = (MODEL, ANSWER, LIMIT, SEED, SECONDS)

# The most that a program may write to a file.
_MOST_PRINTED = 1 << 30
# Seconds before the first look at what a process holds, and most seconds between two.
_FIRST_LOOK, _LAST_LOOK = 0.0002, 0.05
_NO_LIMIT = 10**6


@dataclass(frozen=True)
class Program:
    """A solver. command: with PLACEHOLDERS. several: one answer holds several solutions."""

    name: str
    command: tuple[str, ...]
    several: bool = False


@dataclass(frozen=True)
class Ended:
    """A run. exit_code: negative for a signal; None where its time was over and it was killed.

    answer: what it printed, or wrote to its file. last: the last line it printed.
    """

    exit_code: int | None
    answer: str
    last: str
    cpu_seconds: float
    peak_bytes: int

    @property
    def ending(self) -> str:
        """How it ended, in words."""
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
) -> Ended:
    """Run a program on what ``write`` writes to a file; see the module.

    suffix: of the file. memory: bytes for each of its processes. Raises InputError where there is
    no such program, OutOfTimeError where the time is over before it is started.
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
        said = _text(printed)
        last = (_text(complaints).strip() or said.strip() or "").splitlines()[-1:]
        text = _text(answer) if answer.exists() else said
        return Ended(code, text, last[0][:200] if last else "", cpu, peak)


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
    """Exit code (None: killed as its time was over), CPU seconds, peak memory in bytes."""
    guard = shutil.which("setpriv")
    guarded = [guard, "--pdeathsig", "KILL", "--", *command] if guard else [*command]
    process = subprocess.Popen(
        guarded, stdin=streams[0], stdout=streams[1], stderr=streams[2], start_new_session=True
    )
    try:
        _set_limits(process.pid, clock, memory)
        before = _held(os.getpid())
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
    """Wait until it ends: whether it does in time, and the most bytes that it was seen to hold.

    On Linux its status is left to be taken with its usage.
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
                return True, held if wait == _LAST_LOOK else 0  # seen too early to say anything
            if clock.late:
                return False, held
            held = max(held, _held(process.pid))
            wait = min(2 * wait, _LAST_LOOK)
    finally:
        if watch is not None:
            os.close(watch)


def _held(pid: int) -> int:
    """The most bytes of memory that a process has held; 0 where the system does not say it."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("ascii", "replace")
    except OSError:
        return 0
    found = re.search(r"^VmHWM:\s*([0-9]+) kB", status, re.MULTILINE)
    return 1024 * int(found[1]) if found else 0


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of it, its children too."""
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass  # nobody is left


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
    with contextlib.suppress(ProcessLookupError):  # it may have ended
        for name, most in limits.items():
            hard = prlimit(pid, name)[1]
            least = most if hard < 0 else min(most, hard)
            prlimit(pid, name, (least, least))


@dataclass
class ProgramRuns:
    """Models of one formalism for a program, which is started again for each.

    A run that prints no answer is a :class:`ProgramError`; where it held half its memory or more,
    the stop MEMORY.
    """

    program: Program
    language: Language
    memory: int | None = None
    seed: int = 0
    limit: int | None = None
    _spent: dict[str, int] = field(default_factory=dict)

    def counters(self) -> dict[str, int]:
        """``searches``: runs; ``exit_code``: of the last, where it was not killed; ``cpu_ms`` of
        all; ``peak_bytes``: the most that a process held, where it was seen.
        """
        return dict(self._spent)

    def answer(
        self, formalism: str, model: Any, clock: Clock, iterations: int | None
    ) -> list[int] | Stop:
        """The values of a solution, DONE where there is none, else the limit reached.

        Raises NotApplicable for iterations, ProgramError.
        """
        said = self.said(formalism, model, clock, iterations)
        if isinstance(said, Stop):
            return said
        return said.answers[0] if said.answers else Stop.DONE

    def said(self, formalism: str, model: Any, clock: Clock, iterations: int | None) -> Said | Stop:
        """What a run says: solutions, or none and that it is done; else the limit reached."""
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
            said = self.language.said(formalism, model, ended.answer)
        except InputError as error:
            return self.failed(ended, str(error))
        if said.answers or said.done:
            return said
        return Stop.TIME if ended.exit_code is None else Stop.STUCK

    def run(self, write: Callable[[IO[str]], None], clock: Clock) -> Ended | Stop:
        """One run, counted; the stop TIME where it was killed without an answer."""
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

    def failed(self, ended: Ended, reason: str) -> Stop:
        """Why a run without an answer ended: TIME, MEMORY, or a ProgramError is raised."""
        if ended.exit_code is None:
            return Stop.TIME
        if self.memory is not None and 2 * ended.peak_bytes >= self.memory:
            return Stop.MEMORY
        raise ProgramError(f"solver {self.program.name}: {reason} ({ended.ending})")
