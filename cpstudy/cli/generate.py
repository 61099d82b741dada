"""``cpstudy generate``: puzzles as text forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli import completing, options
from cpstudy.cli.output import complain, emit, to_json

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from cpstudy.cli.output import Output


@click.command()
@options.kind
@click.option(
    "--algorithm",
    metavar="NAME",
    shell_complete=completing.algorithms,
    help="See 'cpstudy puzzles' (default: the first that can).",
)
@click.option("--size", type=options.size, help="Board size (default: 5).")
@click.option(
    "--preset",
    metavar="NAME",
    shell_complete=completing.presets,
    help="A size and settings that the kind proposes.",
)
@click.option("--count", type=options.number, default=1, show_default=True, help="How many.")
@click.option("--wrap", is_flag=True, help="Boards whose opposite borders are joined.")
@click.option("--unique", is_flag=True, help="Only one solution each, and no two the same.")
@click.option(
    "--grade",
    metavar="G",
    shell_complete=completing.grades,
    help="Unique, and of this difficulty (see 'explain').",
)
@click.option(
    "--tiles",
    default="",
    metavar="TYPE=N,…",
    help="So many tiles of a type: N, A..B, A..B%, or P% (2 points more or less).",
)
@click.option(
    "--symmetry",
    default="",
    metavar="NAME",
    shell_complete=completing.symmetries,
    help="Of the solution, or of the clues: half-turn, left-right, top-bottom, quarter-turn.",
)
@click.option("--solved", is_flag=True, help="Print each in its solved position.")
@click.option("--table", is_flag=True, help="Tell level, grade and score of each.")
@options.seed
@options.output
def generate(
    kind_name: str,
    algorithm: str | None,
    size: tuple[int, int] | None,
    preset: str | None,
    count: int,
    wrap: bool,
    unique: bool,
    grade: str | None,
    tiles: str,
    symmetry: str,
    solved: bool,
    table: bool,
    seed: int,
    output: Output,
) -> int:
    """Generate puzzles, one text form a line.

    Puzzle number i of a seed is the same in every run, on every machine, whatever the count.
    No puzzle is printed twice, pipes not even turned, reflected or, on wrapping boards, moved
    along. With --unique the regions that leave a choice are repaired until none is left. --preset
    names a size and settings that the kind proposes ('cpstudy puzzles'); options beside it win.

    --grade takes easy, medium, hard or expert, or the name of the hardest rule that is needed. The
    score tells puzzles of one grade apart: the sum over all steps of the deduction, each counted
    twice as much as one by the rule before it.

    --tiles and --symmetry are wishes. 'dead-end=30%,straight=8..12,corner=0' is one for Pipes, of
    dead-end, straight, corner, T and cross. The solution of a unique puzzle of Pipes is symmetric
    where its tiles are; of Sudoku the places of the clues are. Where no puzzle is found, one line
    says so.
    """
    from cpstudy import api, puzzles
    from cpstudy.core.kind import Preset
    from cpstudy.jobs.batches import distinct
    from cpstudy.jobs.difficulty import difficulty, in_words

    kind = puzzles.kind(kind_name)
    if kind.generating is None:
        raise click.UsageError(f"{kind.name} has no generator")
    if table and (solved or kind.explaining is None):
        why = "--solved prints no table" if solved else f"{kind.name} has no grades"
        raise click.UsageError(f"--table: {why}")
    grade = api.named_grade(kind, grade)
    wishes = {name: wish for name, wish in (("tiles", tiles), ("symmetry", symmetry)) if wish}
    able = [name for name, row in kind.generators.items() if row.gives(grade, wrap, wishes)]
    if not able:
        told = " ".join(f"--{name} {wish}" for name, wish in wishes.items())
        raise click.UsageError(f"no generator of {kind.name} takes {told}")
    chosen = Preset("", able[0], (5, 5))
    if preset is not None:
        if preset not in kind.generating.presets:
            names = ", ".join(kind.generating.presets) or "it has none"
            raise click.UsageError(f"preset {preset!r} of {kind.name}: {names}")
        chosen = kind.generating.presets[preset]
    fitting = chosen.algorithm if chosen.algorithm in able else able[0]
    algorithm, size = algorithm or fitting, size or chosen.size
    made: dict[str, Any] = {
        "wrap": wrap or chosen.wrap,
        "unique": unique or chosen.unique,
        "grade": grade or chosen.grade,
        **wishes,
    }

    def draw(number: int) -> Iterator[tuple[Any, Hashable]]:
        return api.generate(kind.name, algorithm, size, number, seed, **made)

    written = 0
    with output.stream() as stream:
        drawn = output.tracked(distinct(kind, draw, count), "generating", count)
        for index, puzzle, solution in drawn:
            written += 1
            if output.as_json:
                row = {
                    "puzzle": puzzle.encode(),
                    "kind": kind.name,
                    "algorithm": algorithm,
                    "size": f"{size[1]}x{size[0]}",
                    "seed": seed,
                    "index": index,
                    # Generators of puzzles of moves make no solution.
                    "solution": None if solution is None else puzzle.encode_solution(solution),
                }
                more = difficulty(kind, puzzle)._asdict() if table else {}
                emit(stream, to_json(row | more))
            elif solved and solution is None:
                raise click.UsageError(f"{kind.name} is generated without solutions")
            elif table:
                emit(stream, f"{puzzle.encode()}\t{in_words(difficulty(kind, puzzle))}")
            else:
                emit(stream, puzzle.encode_solution(solution) if solved else puzzle.encode())
    if written < count:
        complain(f"{written} of {count}: no other {kind.name} of this size comes of {algorithm}")
    return 0
