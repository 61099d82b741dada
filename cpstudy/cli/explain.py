"""``cpstudy explain``: the deduction of a puzzle, step by step, and its grade."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from cpstudy.cli import options
from cpstudy.cli.output import check_out, complain, emit, exit_code, print_picture, to_json
from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from cpstudy.cli.inputs import Inputs
    from cpstudy.cli.output import Output
    from cpstudy.core.drawing import Drawing, TextPicture
    from cpstudy.core.explaining import Ambiguity, Conflict, Explainer, Explanation
    from cpstudy.core.kind import Kind
    from cpstudy.core.result import Budget


@click.command()
@options.puzzles
@click.option("--hint", "only_hint", is_flag=True, help="Only the next tile to turn, and why.")
@click.option(
    "--against", "attempt", metavar="SOLUTION", help="The first mistake of an attempt, and why."
)
@click.option(
    "--ambiguity", is_flag=True, help="The tiles that differ between solutions, by region."
)
@click.option(
    "--conflict", is_flag=True, help="Clues that conflict, of a puzzle without a solution."
)
@click.option(
    "--save",
    "save",
    type=options.FilePath(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the deduction of one puzzle as a save file of Net, whose Redo replays it.",
)
@options.budget
@click.option("--table", is_flag=True, help="Only a line each: level, grade, score, steps.")
@click.option("--draw", is_flag=True, help="Draw the solution, or the regions of --ambiguity.")
@click.option(
    "--picture",
    type=options.FilePath(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The same of one puzzle as FILE.svg or FILE.png.",
)
@click.option(
    "--step",
    "step",
    type=options.span,
    help="Let --picture show what is known after step N, steps A to N lit.",
)
@click.option(
    "--gif",
    type=options.FilePath(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The deduction of one puzzle, step by step, as FILE.gif.",
)
@click.option(
    "--delay",
    type=options.Seconds(),
    metavar="S",
    default="1.5",
    show_default=True,
    help="Seconds that a picture of --gif is shown.",
)
@options.output
def explain(
    inputs: Inputs,
    only_hint: bool,
    attempt: str | None,
    ambiguity: bool,
    conflict: bool,
    save: Path | None,
    budget: Budget | None,
    table: bool,
    draw: bool,
    picture: Path | None,
    step: tuple[int, int] | None,
    gif: Path | None,
    delay: float,
    output: Output,
) -> int:
    """Tell how puzzles can be solved without trying.

    Prints for each puzzle its text form, a TAB and its grade (local, loop, dead end, parity,
    lookahead, search; or "none", "many" where it has no single solution), then one line a step:
    rule, TAB, what was found out and why.

    --gif shows what is known after each step, its cells lit and those that force them outlined;
    long deductions are joined to 150 pictures.

    --table tells a line each: level (easy, medium, hard, expert), grade, score and number of steps.
    The score is the sum over all steps, each counted twice as much as one by the rule before it.

    --hint takes the puzzle's own position as that of a half-turned board. --against takes an
    attempt in the puzzle's notation.

    Where a budget ends before the deduction does, the steps up to there are told, the grade is not
    known, and standard error says so. --iterations are steps of the deduction, with --ambiguity the
    counter of the kind's search. Exit code 0 when done, 3 where a budget did not suffice, 2 for bad
    input.
    """
    kind = inputs.kind
    if kind.explaining is None:
        raise click.UsageError(f"{kind.name} has no explanations")
    located = inputs.puzzles()
    if only_hint + (attempt is not None) + ambiguity + conflict > 1:
        raise click.UsageError("--hint, --against, --ambiguity and --conflict exclude each other")
    whole = (only_hint, attempt is not None, ambiguity, conflict, save, draw, picture, gif)
    if table and any(whole):
        raise click.UsageError("--table goes with no other way to tell a deduction")
    if conflict and (save is not None or picture is not None or draw):
        raise click.UsageError("--conflict is told in words: no --draw, --picture or --save")
    if ambiguity and save is not None:
        raise click.UsageError("--save is of a deduction: it does not go with --ambiguity")
    if picture is not None and picture.suffix not in (".svg", ".png"):
        raise click.UsageError(f"--picture {picture}: expected a name in .svg or .png")
    if gif is not None and gif.suffix != ".gif":
        raise click.UsageError(f"--gif {gif}: expected a name in .gif")
    if (gif or step) and (only_hint or attempt is not None or ambiguity or conflict):
        raise click.UsageError("--gif and --step are of a whole deduction")
    if step and picture is None:
        raise click.UsageError("--step is for --picture")
    for file in filter(None, (save, picture, gif)):
        check_out(str(file), inputs.files)
    explainer = kind.explaining.explainer
    within = () if budget is None else (budget,)
    codes = {0}
    number = 0
    with output.stream(inputs.files) as stream:
        for item in output.tracked(located, "explaining"):
            try:
                if isinstance(item.puzzle, InputError):
                    raise item.puzzle
                if number and (save or picture or gif):
                    raise InputError("--save, --picture and --gif take one puzzle")
                told: Any
                lines: Iterable[str]
                if conflict:
                    told = _conflict(kind, explainer, item.puzzle, *within)
                    lines = _conflict_lines(told, output.as_json)
                elif ambiguity:
                    told = _ambiguity(kind, explainer, item.puzzle, *within)
                    lines = _region_lines(told, output.as_json)
                else:
                    told = explainer.explain(item.puzzle, *within)
                    if table:
                        lines = [_difficulty_line(explainer, told, output.as_json)]
                    else:
                        lines = _lines(explainer, told, only_hint, attempt, output.as_json)
                for line in lines:
                    emit(stream, line)
                settled = attempt is not None or (only_hint and explainer.hint(told) is not None)
                if not settled and (missing := _missing(told)):
                    complain(f"{item.place}: {missing}")
                    codes.add(3)
                if draw and not output.as_json:
                    print_picture(stream, _text_picture(kind, explainer, told))
                if save is not None:
                    _save(kind, explainer.replay(cast("Explanation", told)), save)
                if picture is not None:
                    _paint(_drawing(kind, explainer, told, step), picture)
                if gif is not None:
                    _film(kind, cast("Explanation", told), delay, gif)
                number += 1
            except InputError as error:
                complain(f"{item.place}: {error}")
                codes.add(2)
    return exit_code(codes)


def _missing(told: Explanation | Ambiguity | Conflict | None) -> str:
    """What a budget left open, in words; "" where nothing."""
    from cpstudy.core.explaining import Ambiguity, Explanation
    from cpstudy.core.result import Stop

    if told is None:
        return "not known within the budget"
    if isinstance(told, Ambiguity) and told.unknown:
        return "where solutions differ is not all known within the budget"
    if isinstance(told, Explanation) and told.stop is not Stop.DONE:
        number = len(told.steps)
        steps = f"{number} step{'s' * (number != 1)}"
        return f"the budget ended it after {steps} (stopped: {told.stop}): grade unknown"
    return ""


# -- lines -------------------------------------------------------------------------------------


def _line(puzzle: Any, words: str) -> str:
    return f"{puzzle.encode()}\t{words}"


def _object(puzzle: Any, **fields: Any) -> str:
    return to_json({"puzzle": puzzle.encode(), "kind": puzzle.kind, **fields})


def _lines(
    explainer: Explainer, told: Explanation, only_hint: bool, attempt: str | None, as_json: bool
) -> Iterable[str]:
    """What is printed of a deduction: its steps, the next one, or the first mistake."""
    if attempt is not None:
        words = explainer.mistake(told, told.puzzle.decode_solution(attempt))
        if as_json:
            return [_object(told.puzzle, mistake=words or None)]
        return [_line(told.puzzle, words or "no mistake")]
    if not only_hint:
        return _step_objects(told) if as_json else _step_lines(told)
    hint = explainer.hint(told)
    if not as_json:
        return [_line(told.puzzle, _no_hint(told) if hint is None else hint.words)]
    if hint is None:
        return [_object(told.puzzle, hint=None, cell=None, tile=None, quarters=None)]
    # "tile" is what "cell" was called first; scripts read it.
    where = {"cell": hint.cell, "tile": hint.cell}
    return [_object(told.puzzle, hint=hint.words, **where, **hint.change)]


def _no_hint(told: Explanation) -> str:
    if told.verdict.value == "none":
        return "no hint: the board has no solution"
    if told.stop.value != "done":
        return "no hint within the budget"
    return "no hint: every tile that deduction settles lies right"


def _step_lines(told: Explanation) -> Iterator[str]:
    yield _line(told.puzzle, told.grade or str(told.verdict))
    for step in told.steps:
        yield f"{step.rule}\t{step.words}"


def _step_objects(told: Explanation) -> Iterator[str]:
    for number, step in enumerate(told.steps, 1):
        row = {
            "step": number,
            "rule": step.rule,
            "cells": step.cells,
            "because": step.because,
            "words": step.words,
        }
        yield to_json({**row, **step.change})
    solution = told.solution
    yield _object(
        told.puzzle,
        grade=told.grade,
        steps=len(told.steps),
        verdict=told.verdict.value,
        solution=None if solution is None else told.puzzle.encode_solution(solution),
        **({} if told.stop.value == "done" else {"stop": told.stop.value}),
    )


def _difficulty_line(explainer: Explainer, told: Explanation, as_json: bool) -> str:
    from cpstudy.jobs.difficulty import in_words, rated

    row = rated(explainer, told)
    return _object(told.puzzle, **row._asdict()) if as_json else _line(told.puzzle, in_words(row))


def _region_lines(told: Ambiguity, as_json: bool) -> Iterator[str]:
    """What is printed of an ambiguity map: the regions, each with another solution."""
    puzzle = told.puzzle
    if as_json:
        regions = [
            {
                "cells": region.cells,
                "tiles": region.cells,  # what cells were called first; scripts read it
                "alternative": puzzle.encode_solution(region.alternative),
            }
            for region in told.regions
        ]
        yield _object(puzzle, regions=regions, unknown=told.unknown)
        return
    number = len(told.regions)
    regions_found = f"{number} ambiguous region{'s' * (number != 1)}"
    undecided = f", {len(told.unknown)} tiles not known" if told.unknown else ""
    yield _line(puzzle, regions_found + undecided)
    for region in told.regions:
        yield f"{puzzle.encode_solution(region.alternative)}\t{' '.join(map(str, region.cells))}"


def _ambiguity(kind: Kind, explainer: Explainer, puzzle: Any, *within: Budget) -> Ambiguity:
    found = explainer.ambiguity(puzzle, *within)
    if found is None:
        raise InputError(f"{kind.name} cannot tell where solutions differ")
    return found


def _conflict(kind: Kind, explainer: Explainer, puzzle: Any, *within: Budget) -> Conflict | None:
    from cpstudy.core.explaining import Explainer

    if type(explainer).conflict is Explainer.conflict:
        raise InputError(f"{kind.name} cannot tell which clues conflict")
    return explainer.conflict(puzzle, *within)


def _conflict_lines(told: Conflict | None, as_json: bool) -> Iterator[str]:
    """What is printed of a conflict: how many clues, then the cells of each."""
    if told is None:
        return
    if as_json:
        yield _object(told.puzzle, conflict=told.clues, proved=told.proved)
        return
    some = "" if told.proved else ", perhaps not all of them needed"
    yield _line(told.puzzle, f"{len(told.clues)} clues conflict{some}")
    for cells in told.clues:
        yield " ".join(map(str, cells))


# -- pictures and files ------------------------------------------------------------------------


def _shown(told: Explanation) -> tuple[Any, ...]:
    return () if told.solution is None else (told.solution,)


def _text_picture(kind: Kind, explainer: Explainer, told: Explanation | Ambiguity) -> TextPicture:
    from cpstudy.core.explaining import Ambiguity

    if isinstance(told, Ambiguity):
        picture = explainer.ambiguity_picture(told)
    else:
        text = kind.pictures and kind.pictures.text
        picture = text(told.puzzle, _shown(told)) if text else None
    if picture is None:
        raise InputError(f"{kind.name} has no such picture")
    return picture


def _drawing(
    kind: Kind,
    explainer: Explainer,
    told: Explanation | Ambiguity,
    step: tuple[int, int] | None,
) -> Drawing:
    from cpstudy.core.explaining import Ambiguity
    from cpstudy.jobs.printing.films import known_after

    if isinstance(told, Ambiguity):
        drawing = explainer.ambiguity_drawing(told)
    elif step is not None:
        drawing = known_after(kind, told, *step)
    else:
        draw = kind.pictures and kind.pictures.drawing
        drawing = draw(told.puzzle, _shown(told)) if draw else None
    if drawing is None:
        raise InputError(f"{kind.name} has no such picture")
    return drawing


def _save(kind: Kind, replay: str | None, file: Path) -> None:
    from cpstudy.core.files import write_whole

    if replay is None:
        raise InputError(f"{kind.name} has no save files")
    write_whole(file, replay.encode("ascii"))


def _film(kind: Kind, told: Explanation, delay: float, file: Path) -> None:
    from cpstudy.core.files import write_whole
    from cpstudy.jobs.printing.films import film, steps_a_frame

    data = film(kind, told, delay)
    if steps_a_frame(told) > 1:
        complain(f"{len(told.steps)} steps, {steps_a_frame(told)} in a picture")
    write_whole(file, data)


def _paint(drawing: Drawing, file: Path) -> None:
    from cpstudy.core.files import write_whole
    from cpstudy.plot.pictures import rendered

    write_whole(file, rendered(drawing, file.suffix.lstrip(".")))
