"""``cpstudy explain``: the deduction of a puzzle, step by step, and its grade."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli import options
from cpstudy.cli.output import emit, print_picture, results_to, to_json, tracked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from cpstudy.core.kind import Kind


@click.command()
@options.inputs
@click.option("--hint", "only_hint", is_flag=True, help="Only the next tile to turn, and why.")
@click.option(
    "--against", "attempt", metavar="SOLUTION", help="The first mistake of an attempt, and why."
)
@click.option(
    "--ambiguity", is_flag=True, help="The tiles that differ between solutions, by region."
)
@click.option(
    "--save",
    "save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the deduction of one puzzle as a save file of Net, whose Redo replays it.",
)
@click.option("--draw", is_flag=True, help="Draw the solution, or the regions of --ambiguity.")
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The same of one puzzle as FILE.svg or FILE.png.",
)
@options.as_json
@options.out
@options.quiet
def explain(
    texts: tuple[str, ...],
    files: tuple[str, ...],
    format_name: str | None,
    kind_name: str,
    only_hint: bool,
    attempt: str | None,
    ambiguity: bool,
    save: Path | None,
    draw: bool,
    picture: Path | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Tell how puzzles can be solved without trying.

    Prints for each puzzle its text form, a TAB and its grade (local, loop, dead end, parity,
    lookahead, search; or "none", "many" where it has no single solution), then one line a step:
    rule, TAB, what was found out and why.

    --hint takes the puzzle's own position as that of a half-turned board. --against takes an
    attempt in the puzzle's notation. Exit code 0 when done, 2 for bad input.
    """
    from cpstudy import puzzles
    from cpstudy.cli.inputs import need_puzzles, read_puzzles
    from cpstudy.cli.output import complain
    from cpstudy.core.solving import load

    kind = puzzles.kind(kind_name)
    if kind.explaining is None:
        raise click.UsageError(f"{kind.name} has no explanations")
    need_puzzles(texts, files)
    if only_hint + (attempt is not None) + ambiguity > 1:
        raise click.UsageError("--hint, --against and --ambiguity exclude each other")
    if ambiguity and save is not None:
        raise click.UsageError("--save is of a deduction: it does not go with --ambiguity")
    draw = draw and not as_json
    if picture is not None and picture.suffix not in (".svg", ".png"):
        raise click.UsageError(f"--picture {picture}: expected a name in .svg or .png")
    module: Any = import_module(kind.explaining.explainer)
    codes = {0}
    written = 0
    with results_to(out, files) as stream:
        located = read_puzzles(kind, texts, files, format_name)
        for item in tracked(located, "explaining", None, quiet):
            try:
                puzzle = item.puzzle
                if isinstance(puzzle, ValueError):
                    raise puzzle
                if written and (save is not None or picture is not None):
                    raise ValueError("--save and --picture take one puzzle")
                if ambiguity:
                    found = module.ambiguity(puzzle)
                    _tell_regions(puzzle, found, as_json, stream)
                    if draw:
                        print_picture(stream, module.ambiguity_picture(puzzle, found))
                    if picture is not None:
                        _paint(module.ambiguity_drawing(puzzle, found), picture)
                    written += 1
                    continue
                told = module.explain(puzzle)
                shown = () if told.solution is None else (told.solution,)
                if attempt is not None:
                    words = module.mistake(told, puzzle.decode_solution(attempt))
                    fields = {"mistake": words or None}
                    _tell_line(puzzle, fields, words or "no mistake", as_json, stream)
                elif only_hint:
                    _tell_hint(told, module.hint(told), as_json, stream)
                else:
                    _tell_steps(told, as_json, stream)
                if draw and kind.pictures is not None:
                    print_picture(stream, load(kind.pictures.text)(puzzle, shown))
                if save is not None:
                    save.write_text(module.replay(told), encoding="ascii")
                if picture is not None:
                    _paint(load(_drawing(kind))(puzzle, shown), picture)
                written += 1
            except ValueError as error:
                complain(f"{item.place}: {error}")
                codes.add(2)
    return max(codes)


def _drawing(kind: Kind) -> str:
    if kind.pictures is None or kind.pictures.drawing is None:
        raise ValueError(f"{kind.name} has no pictures")
    return kind.pictures.drawing


def _paint(drawing: Any, file: Path) -> None:
    from cpstudy.core.files import write_whole
    from cpstudy.plot.pictures import rendered

    write_whole(file, rendered(drawing, file.suffix.lstrip(".")))


def _tell_hint(told: Any, hint: Any, as_json: bool, stream: TextIO) -> None:
    if hint is None:
        nothing = {"hint": None, "tile": None, "quarters": None}
        _tell_line(told.puzzle, nothing, _no_hint(told), as_json, stream)
        return
    tile = list(divmod(hint.tile, told.puzzle.columns))
    fields = {"hint": hint.words, "tile": tile, "quarters": hint.quarters}
    _tell_line(told.puzzle, fields, hint.words, as_json, stream)


def _grade(told: Any) -> str:
    return told.grade or str(told.verdict)


def _no_hint(told: Any) -> str:
    if told.verdict.value == "none":
        return "no hint: the board has no solution"
    return "no hint: every tile that deduction settles lies right"


def _tell_line(
    puzzle: Any, fields: dict[str, Any], words: str, as_json: bool, stream: TextIO
) -> None:
    if as_json:
        emit(stream, to_json({"puzzle": puzzle.encode(), "kind": puzzle.kind, **fields}))
    else:
        emit(stream, f"{puzzle.encode()}\t{words}")


def _tell_steps(told: Any, as_json: bool, stream: TextIO) -> None:
    puzzle = told.puzzle
    if as_json:
        row = {
            "puzzle": puzzle.encode(),
            "kind": puzzle.kind,
            "verdict": told.verdict.value,
            "grade": told.grade,
            "steps": list(_step_objects(told)),
        }
        emit(stream, to_json(row))
        return
    emit(stream, f"{puzzle.encode()}\t{_grade(told)}")
    for step in told.steps:
        emit(stream, f"{step.rule}\t{step.words}")


def _step_objects(told: Any) -> Iterator[dict[str, Any]]:
    columns = told.puzzle.columns
    for step in told.steps:
        yield {
            "rule": step.rule,
            "tile": list(divmod(step.tile, columns)),
            "side": step.side_name,
            "open": step.is_open if step.side is not None else None,
            "removed": list(step.removed),
            "because": [list(divmod(tile, columns)) for tile in step.because],
            "words": step.words,
        }


def _tell_regions(puzzle: Any, found: Any, as_json: bool, stream: TextIO) -> None:
    def cells(tiles: tuple[int, ...]) -> list[list[int]]:
        return [list(divmod(tile, puzzle.columns)) for tile in tiles]

    if as_json:
        regions = [
            {
                "tiles": cells(region.tiles),
                "alternative": puzzle.encode_solution(region.alternative),
            }
            for region in found.regions
        ]
        fields = {"regions": regions, "unknown": cells(found.unknown)}
        _tell_line(puzzle, fields, "", True, stream)
        return
    undecided = f", {len(found.unknown)} tiles not known" if found.unknown else ""
    number = len(found.regions)
    what = "region" if number == 1 else "regions"
    emit(stream, f"{puzzle.encode()}\t{number} ambiguous {what}{undecided}")
    for region in found.regions:
        shown = " ".join(f"({row}, {column})" for row, column in cells(region.tiles))
        emit(stream, f"{puzzle.encode_solution(region.alternative)}\t{shown}")
