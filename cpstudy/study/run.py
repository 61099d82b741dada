"""Run studies: stored runs are skipped, the others are computed and stored as they are done.

Runs travel to the workers in chunks that should take a quarter of a second at the pace of the last
chunk. A worker that finds them slower returns the rest after a second, so that a hard corner of a
grid neither delays other runs nor risks much work. A returned chunk is one transaction. So the same
command, however often it is killed, ends with the same table.

Cost: about 20 µs for each run besides the task function. Memory does not grow with the number of
runs. Limits: an exception of the task function ends the study, and stored rows stay; an
interruption costs the running chunks, about a second of work, or a task that takes longer.
"""

import functools
import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from cpstudy.core import registered
from cpstudy.core.building import __version__, build
from cpstudy.core.result import Stop
from cpstudy.core.wording import counted
from cpstudy.study.executors import unordered
from cpstudy.study.grid import Outcome, Study, Task
from cpstudy.study.pools import note
from cpstudy.study.rows import Entry, Origin, entry
from cpstudy.study.store import MissingRowsError, Store

# A function at the top level of an importable module, so that it travels by name.
TaskFunction = Callable[[Task], Iterable[Outcome] | None]

_CHUNK_SECONDS = 0.25
_LONGEST_SECONDS = 1.0
_LONGEST_CHUNK = 2000
_GROWTH = 8


@dataclass(frozen=True)
class Progress:
    """The progress of a study.

    total: runs of the study. stored: runs stored before. done: all runs stored now. iterations: of
    the ``done - stored`` runs made now.
    """

    total: int
    stored: int
    done: int
    iterations: int


def run(
    studies: Study | Sequence[Study],
    store: Store,
    function: TaskFunction,
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    whole_cells: bool = False,
    threads: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Progress:
    """Compute the missing runs of ``store`` and store them; return the final progress.

    function: gives one outcome for each seed of its task, in order. The outcomes of a function that
    returns a list are all stored; a generator is stopped when its time is up, and its remaining
    seeds come in another task. jobs: processes (None: all cores; 1: only this one). scheduler: the
    address of a Dask scheduler that computes instead. threads: threads instead of processes (see
    :func:`~cpstudy.study.executors.unordered`). whole_cells: all missing seeds of a cell in one
    task, for functions that search them in turns and return a list, or None if they leave a cell
    open: then nothing of it is stored. progress: called after each stored batch, about four times a
    second for each job.

    Ctrl-C raises KeyboardInterrupt after arrived batches are stored; so does an interrupted
    outcome, which is not stored. Raises InputError if the file, jobs or the scheduler are at fault,
    or if the function or a registered solver cannot travel to the workers; RuntimeError if the
    function gives more or fewer outcomes than seeds; MissingRowsError, before anything of a cell is
    computed, if the store is read-only and lacks rows; WorkerDiedError if a worker process ends.
    Any exception of the function is raised here, with the task in a note.
    """
    studies = [studies] if isinstance(studies, Study) else studies
    for study in studies if jobs != 1 and not threads else ():
        registered.check_picklable(study.kind, study.solver, cluster=scheduler is not None)
    agenda = _Agenda(studies, store, whole_cells)
    total = sum(len(study) for study in studies)
    done = iterations = 0

    def tell() -> Progress:
        state = Progress(total, agenda.stored, agenda.stored + done, iterations)
        if progress is not None:
            progress(state)
        return state

    batch = _Batch([], [], 0.0, origin())
    with closing(
        unordered(partial(_work, function), agenda.take, jobs, scheduler, threads)
    ) as batches:
        try:
            for batch in batches:
                store.add(batch.entries, batch.origin)
                agenda.learn(batch)
                done += len(batch.entries)
                iterations += sum(one.iterations for one in batch.entries)
                tell()
        except KeyboardInterrupt:
            store.add(batch.entries, batch.origin)  # the interrupt may have come during the writing
            raise
    return tell()


@dataclass(frozen=True)
class _Piece:
    """A task, with the number of its cell in the file."""

    number: int
    task: Task


@dataclass(frozen=True)
class _Batch:
    """The results of a chunk, the part left undone, and the seconds it took."""

    entries: list[Entry]
    left: list[_Piece]
    seconds: float
    origin: Origin

    def __reduce__(self) -> tuple[Any, ...]:
        # Entries travel as columns: named tuples cost five times as much to pickle.
        columns = tuple(zip(*self.entries, strict=True))
        return _batch, (columns, self.left, self.seconds, self.origin)


def _batch(
    columns: tuple[tuple[Any, ...], ...], left: list[_Piece], seconds: float, origin: Origin
) -> _Batch:
    return _Batch([*map(Entry._make, zip(*columns, strict=True))], left, seconds, origin)


class _Agenda:
    """The runs that remain, cut into chunks by the pace of the last one."""

    def __init__(self, studies: Sequence[Study], store: Store, whole_cells: bool) -> None:
        self.stored = 0
        self._store = store
        self._whole_cells = whole_cells
        self._pieces = self._lacking(studies)
        self._returned: list[_Piece] = []
        self._length = 1

    def _lacking(self, studies: Sequence[Study]) -> Iterator[_Piece]:
        for study in studies:
            for cell in study:
                number = self._store.register(cell)
                step = len(study.seeds) if self._whole_cells else _LONGEST_CHUNK
                for first in range(0, len(study.seeds), step):
                    seeds = study.seeds[first : first + step]
                    missing = self._store.missing(number, seeds)
                    self.stored += len(seeds) - len(missing)
                    if missing and self._store.read_only:
                        lacking = counted(len(missing), "row")
                        raise MissingRowsError(
                            f"{self._store.path}: {lacking} missing in {cell.key}"
                        )
                    if missing:
                        yield _Piece(number, Task(cell, tuple(missing)))

    def take(self) -> list[_Piece] | None:
        """The next chunk; None if nothing is left at present."""
        with self._store.together():
            return self._chunk(self._length) or None

    def _chunk(self, runs: int) -> list[_Piece]:
        chunk: list[_Piece] = []
        while runs > 0:
            piece = self._returned.pop() if self._returned else next(self._pieces, None)
            if piece is None:
                break
            if len(piece.task.seeds) > runs and not self._whole_cells:
                self._returned.append(_part(piece, runs, None))
                piece = _part(piece, 0, runs)
            chunk.append(piece)
            runs -= len(piece.task.seeds)
        return chunk

    def learn(self, batch: _Batch) -> None:
        """Take back undone runs and adapt the length of the next chunks."""
        self._returned.extend(reversed(batch.left))
        fitting = int(len(batch.entries) * _CHUNK_SECONDS / max(batch.seconds, 1e-9))
        self._length = max(1, min(fitting, _GROWTH * len(batch.entries), _LONGEST_CHUNK))


def _part(piece: _Piece, first: int, end: int | None) -> _Piece:
    return _Piece(piece.number, Task(piece.task.cell, piece.task.seeds[first:end]))


def _work(function: TaskFunction, chunk: list[_Piece]) -> _Batch:
    start = time.perf_counter()
    entries: list[Entry] = []
    for i, piece in enumerate(chunk):
        try:
            taken = _outcomes(function, piece, start + _LONGEST_SECONDS)
        except Exception as error:
            error.add_note(f"in seeds {piece.task.seeds} of {piece.task.cell.key}")
            raise
        entries += taken
        seconds = time.perf_counter() - start
        if seconds > _LONGEST_SECONDS:
            begun = 0 < len(taken) < len(piece.task.seeds)
            rest = [_part(piece, len(taken), None)] if begun else []
            return _Batch(entries, rest + chunk[i + 1 :], seconds, origin())
    return _Batch(entries, [], time.perf_counter() - start, origin())


def _outcomes(function: TaskFunction, piece: _Piece, deadline: float) -> list[Entry]:
    """The entries of a piece; for a generator, those made before the deadline."""
    note(f"{len(piece.task.seeds)} seeds of {piece.task.cell.key}")
    outcomes = function(piece.task)
    if outcomes is None:
        return []
    seeds = piece.task.seeds
    entries: list[Entry] = []
    one_by_one = isinstance(outcomes, Iterator)
    for outcome in _noted(outcomes, piece.task) if one_by_one else outcomes:
        if outcome.stop is Stop.INTERRUPTED:
            raise KeyboardInterrupt
        if len(entries) == len(seeds):
            raise RuntimeError(f"the task function gave more than {counted(len(seeds), 'outcome')}")
        recorded = outcome if build() == "compiled" else _uncompiled(outcome)
        entries.append(entry(piece.number, seeds[len(entries)], recorded))
        if one_by_one and time.perf_counter() > deadline:
            return entries
    if len(entries) < len(seeds):
        raise RuntimeError(f"the task function gave {len(entries)} of {len(seeds)} outcomes")
    return entries


def _noted(outcomes: Iterable[Outcome], task: Task) -> Iterator[Outcome]:
    """The outcomes; each is noted before it is made, in case it ends this process."""
    key, going = task.cell.key, iter(outcomes)
    for seed in task.seeds:
        note(f"seed {seed} of {key}")
        outcome = next(going, None)
        if outcome is None:
            return
        yield outcome
    yield from going


def _uncompiled(outcome: Outcome) -> Outcome:
    """The outcome with a mark that its seconds are those of uncompiled kernels."""
    return replace(outcome, extra={**outcome.extra, "build": "pure"})


@functools.cache
def origin() -> Origin:
    """The versions and the machine of this process."""
    machine = f"{platform.platform()}, {os.cpu_count()} × {_processor()}"
    return Origin(__version__, platform.python_version(), machine)


def _processor() -> str:
    # platform.processor() is empty or bare on Linux.
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
