"""Streams of puzzles as text: workers get lines and give lines.

Most of the time that a small puzzle takes is spent around its search: reading it, checking and
describing its result. So a task is a stretch of the input's lines, and a worker returns the text to
print. Puzzles that were already read (arguments, files of other formats) also form tasks.

Cost: a task takes about a tenth of a second (:mod:`cpstudy.study.pace`); memory does not grow with
the input.
"""

import itertools
import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from cpstudy.core.documents import Located, Section
from cpstudy.core.errors import InputError
from cpstudy.jobs.answering import Answer, Prove, Run, SafeStates, solved
from cpstudy.study.executors import ordered_map
from cpstudy.study.pace import Pace

LINE, COMPLAINT, FAULT, PICTURE, PROOF = "line", "complaint", "fault", "picture", "proof"
NOTE = "note"
BAD_INPUT = 2


@dataclass
class Printout:
    """The output for some puzzles, in order, and their exit codes.

    parts: pairs of a type and its content: lines of standard output (first a list, at the end one
    text), a complaint, a fault of the input, a picture (puzzle, solutions), a proof (name, text
    form) or a note of a reader (place, words).
    """

    parts: list[tuple[str, Any]] = field(default_factory=list)
    codes: set[int] = field(default_factory=set)
    puzzles: int = 0
    seconds: float = 0.0

    def line(self, text: str | dict[str, Any]) -> None:
        """Print a line, or a row as JSON."""
        if isinstance(text, dict):
            text = json.dumps(text, ensure_ascii=False)
        if self.parts and self.parts[-1][0] == LINE:
            self.parts[-1][1].append(text)
        else:
            self.parts.append((LINE, [text]))

    def joined(self) -> "Printout":
        """The same with lines as texts, which travel faster."""
        for place, (what, content) in enumerate(self.parts):
            if what == LINE:
                self.parts[place] = LINE, "\n".join(content)
        return self

    def complain(self, words: str) -> None:
        """Print a line on standard error."""
        self.parts.append((COMPLAINT, words))

    def draw(self, puzzle: Any, solutions: Any) -> None:
        """Add a picture of a puzzle and its solutions."""
        self.parts.append((PICTURE, (puzzle, solutions)))


# ``show(printout, answer)`` prints one answer and returns its exit code.
Show = Callable[[Printout, Answer], int]

Task = Section | list[Located]


def printouts(
    tasks: Iterable[Task],
    run: Run,
    show: Show,
    pace: Pace,
    *,
    kind_name: str,
    safe_states: SafeStates | None = None,
    prove: Prove | None = None,
) -> Iterator[Printout]:
    """Solve and print the puzzles of the tasks, in order, on the run's processes."""
    work = partial(
        _printed, run=run, show=show, kind_name=kind_name, safe_states=safe_states, prove=prove
    )
    for printout in ordered_map(work, tasks, run.jobs, chunk=1):
        pace.took(printout.seconds, printout.puzzles)
        yield printout


def _printed(
    task: Task,
    run: Run,
    show: Show,
    kind_name: str,
    safe_states: SafeStates | None,
    prove: Prove | None,
) -> Printout:
    begun = time.perf_counter()
    items = _located(task, kind_name)
    printout = printed(solved(items, run, safe_states=safe_states, prove=prove), show)
    if isinstance(task, Section):  # other puzzles' notes were printed when they were read
        notes = ((item.place, item.about.get("read as")) for item in items)
        printout.parts[:0] = [(NOTE, (place, note)) for place, note in notes if note]
    printout.seconds = time.perf_counter() - begun
    return printout


def printed(answers: Iterable[Answer], show: Show) -> Printout:
    """The output for answers; an answer with a fault gives one line and exit code 2."""
    printout = Printout()
    for answer in answers:
        printout.puzzles += 1
        try:
            if answer.fault is not None:
                raise answer.fault
            if answer.proof is not None:
                printout.parts.append((PROOF, (answer.proof, answer.located.puzzle.encode())))
            printout.codes.add(show(printout, answer))
        except InputError as error:
            printout.codes.add(BAD_INPUT)
            printout.parts.append((FAULT, (answer.place, str(error))))
    return printout.joined()


def _located(task: Task, kind_name: str) -> list[Located]:
    if isinstance(task, list):
        return task
    from cpstudy.puzzles import kind
    from cpstudy.reading.door import read_stretch

    return list(read_stretch(kind(kind_name), task))


def in_tasks(items: Iterable[Located], pace: Pace) -> Iterator[list[Located]]:
    """Puzzles that were already read, as tasks."""
    queue = iter(items)
    while task := list(itertools.islice(queue, pace.size)):
        yield task
