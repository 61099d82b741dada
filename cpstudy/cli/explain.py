"""``cpstudy explain``, ``hint`` and ``mistake``: the deduction of a puzzle, or a part of it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

import click

from cpstudy.cli import explaining, options, values
from cpstudy.cli.explaining import Pictures
from cpstudy.cli.inputs import Inputs
from cpstudy.cli.output import Output, read_as
from cpstudy.cli.terminal import complain, emit
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Explainer, Explanation, Hint
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget, Stop, Verdict


@options.verb()
@options.puzzles
@options.budget
@options.flag("--table", "Only one line per puzzle: level, grade, score, steps.")
@explaining.pictures("the solution")
@click.option(
    "--step", type=values.span(1),
    help="--picture shows what is known after step N or B, steps A to B highlighted.",
)  # fmt: skip
@click.option(
    "--smallest", type=values.at_least(1), metavar="N",
    help="Only step N, with the fewest rules and facts (kinds declared by their rules).",
)  # fmt: skip
@options.file("--save", "Write the deduction as a save file of Net, whose Redo replays it.")
@options.file("--gif", "Write the deduction of one puzzle, step by step, as FILE.gif.", ".gif")
@options.time("--delay", "Seconds per picture of --gif.", default="1.5", show_default=True)
@options.output
def explain(
    inputs: Inputs, budget: Budget | None, table: bool, pictures: Pictures,
    step: tuple[int, int] | None, smallest: int | None, save: Path | None, gif: Path | None,
    delay: float, output: Output,
) -> int:  # fmt: skip
    """Explain how puzzles can be solved without trial and error.

    For each puzzle, prints its text form, its level (easy, medium, hard, expert) and the hardest
    rule that it needs, separated by TABs ("none" or "many" if it does not have exactly one
    solution), then one line per step: rule, TAB, what follows and why. Rows and columns count from
    1.

    --gif shows what is known after each step, with the step's cells highlighted and the cells that
    force them outlined. Long deductions are shortened to 150 pictures.

    --smallest searches for the reason of one step with the fewest rules and facts, where a rule
    counts as three. If --seconds end first, the step is printed as it was found.

    --table prints one line per puzzle: level (easy, medium, hard, expert), grade, score, number of
    steps. The score sums weights over all steps; the weight doubles from each rule to the next
    harder one.

    If a budget ends first, the steps so far are printed, the grade is unknown, and standard error
    says so. --iterations limits the steps of the deduction. Exit code 0: done; 3: a budget ended
    first; 2: bad input.

    See also hint, mistake (formerly --against), ambiguity and conflict.
    """
    from cpstudy import api

    kind = inputs.kind
    explainer = api.explainer_of(kind)

    def show(stream: TextIO, item: Located) -> int:
        if smallest is not None:
            emit(stream, _smallest(kind, item, smallest, budget, output.as_json))
            return 0
        explanation = explainer.explain(item.puzzle, budget)
        for line in _lines(explainer, explanation, table, output.as_json, read_as(item)):
            emit(stream, line)
        code = explaining.open_code(item.place, explanation)
        pictures.show_solution(stream, output, kind, explanation, step)
        if save is not None:
            _save(kind, explainer.replay(explanation), save)
        if gif is not None:
            _film(kind, explanation, delay, gif)
        return code

    items = explaining.only_one(inputs, pictures.picture, save, gif)
    return output.each(items, "explaining", show, inputs.files)


def _lines(
    explainer: Explainer,
    explanation: Explanation,
    table: bool,
    as_json: bool,
    known: Mapping[str, str],
) -> Iterator[str | dict[str, Any]]:
    from cpstudy.jobs.difficulty import in_words, rated

    puzzle = explanation.puzzle
    if table:
        rating = rated(explainer, explanation)
        row = explaining.row(puzzle, **rating._asdict(), **known)
        yield row if as_json else explaining.line(puzzle, in_words(rating))
    elif as_json:
        yield from _rows(explainer, explanation, known)
    else:
        level = explainer.levels.get(explanation.grade or "")
        grade = filter(None, (level, explanation.grade))
        yield explaining.line(puzzle, "\t".join(grade) or str(explanation.verdict))
        for step in explanation.steps:
            yield f"{step.rule}\t{step.words}"


def _smallest(
    kind: Kind, item: Located, number: int, budget: Budget | None, as_json: bool
) -> str | dict[str, Any]:
    from cpstudy import api

    step = api.explainer_of(kind).smallest(item.puzzle, number - 1, budget)
    if step is None:
        raise click.UsageError(f"{kind.name} has no smallest reasons")
    return {"step": number, **step.row()} if as_json else f"{step.rule}\t{step.words}"


def _rows(
    explainer: Explainer, explanation: Explanation, known: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    for number, step in enumerate(explanation.steps, 1):
        yield {"step": number, **step.row()}
    solution = explanation.solution
    yield explaining.row(
        explanation.puzzle,
        grade=explanation.grade,
        level=explainer.levels.get(explanation.grade or ""),
        steps=len(explanation.steps),
        verdict=explanation.verdict.value,
        solution=None if solution is None else explanation.puzzle.encode_solution(solution),
        **({} if explanation.stop is Stop.DONE else {"stop": explanation.stop.value}),
        **known,
    )


def _save(kind: Kind, replay: str | None, file: Path) -> None:
    from cpstudy.core.files import write_whole

    if replay is None:
        raise InputError(f"{kind.name} has no save files")
    write_whole(file, replay.encode("ascii"))


def _film(kind: Kind, explanation: Explanation, delay: float, file: Path) -> None:
    from cpstudy.core.files import write_whole
    from cpstudy.jobs.printing.films import film, steps_a_frame

    data = film(kind, explanation, delay)
    if steps_a_frame(explanation) > 1:
        complain(f"{len(explanation.steps)} steps, {steps_a_frame(explanation)} in a picture")
    write_whole(file, data)


@options.verb()
@options.puzzles
@options.budget
@explaining.pictures("the solution")
@options.output
def hint(inputs: Inputs, budget: Budget | None, pictures: Pictures, output: Output) -> int:
    """Give the next step only, and why.

    The puzzle's current position counts as a half-finished board: for Pipes, tiles in their final
    rotation are skipped. For each puzzle, prints its text form, a TAB and the hint.

    --iterations limits the steps of the deduction. Exit code 0: done; 3: a budget ended before
    there was a hint; 2: bad input.
    """
    from cpstudy import api

    explainer = api.explainer_of(inputs.kind)

    def show(stream: TextIO, item: Located) -> int:
        explanation = explainer.first_step(item.puzzle, budget)
        step = explainer.hint(explanation)
        words = _no_hint(explanation) if step is None else step.words
        line = explaining.line(item.puzzle, words)
        emit(stream, _hint_row(explanation, step) | read_as(item) if output.as_json else line)
        answered = step is not None or explanation.verdict is Verdict.NONE
        code = 0 if answered else explaining.open_code(item.place, explanation)
        pictures.show_solution(stream, output, inputs.kind, explanation)
        return code

    items = explaining.only_one(inputs, pictures.picture)
    return output.each(items, "explaining", show, inputs.files)


def _hint_row(explanation: Explanation, step: Hint | None) -> dict[str, Any]:
    if step is None:
        return explaining.row(explanation.puzzle, hint=None, cell=None, tile=None, quarters=None)
    # "tile" is the earlier name of "cell", which scripts read.
    where = {"cell": step.cell, "tile": step.cell}
    return explaining.row(explanation.puzzle, hint=step.words, **where, **step.change)


def _no_hint(explanation: Explanation) -> str:
    if explanation.verdict is Verdict.NONE:
        return "no hint: the board has no solution"
    if explanation.stop is not Stop.DONE:
        return "no hint within the budget"
    return "no hint: the rules imply nothing more"


@options.verb()
@options.puzzles
@click.option(
    "--against", "attempt", metavar="SOLUTION", required=True,
    help="The attempt, finished or not, in the puzzle's notation.",
)  # fmt: skip
@options.budget
@explaining.pictures("the solution")
@options.output
def mistake(
    inputs: Inputs, attempt: str, budget: Budget | None, pictures: Pictures, output: Output
) -> int:
    """Find the first mistake of an attempt: the first step of the deduction that it contradicts.

    Prints the puzzle's text form, a TAB, and the step, or "no mistake".

    --iterations limits the steps of the deduction. Exit code 0: done; 2: bad input.
    """
    from cpstudy import api

    explainer = api.explainer_of(inputs.kind)

    def show(stream: TextIO, item: Located) -> int:
        explanation = explainer.explain(item.puzzle, budget)
        puzzle = explanation.puzzle
        words = explainer.mistake(explanation, explainer.decode_attempt(puzzle, attempt))
        as_row = explaining.row(puzzle, mistake=words or None, **read_as(item))
        emit(stream, as_row if output.as_json else explaining.line(puzzle, words or "no mistake"))
        pictures.show_solution(stream, output, inputs.kind, explanation)
        return 0

    items = explaining.only_one(inputs, pictures.picture)
    return output.each(items, "explaining", show, inputs.files)
