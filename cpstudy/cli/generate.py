"""``cpstudy generate``: puzzles as text forms."""

from __future__ import annotations

import click

from cpstudy.cli import options
from cpstudy.cli.output import emit, results_to, to_json, tracked


@click.command()
@options.kind
@click.option("--algorithm", metavar="NAME", help="See 'cpstudy puzzles' (default: the first).")
@click.option("--size", type=options.size, default="5", show_default=True, help="Board size.")
@click.option("--count", type=click.IntRange(min=0), default=1, show_default=True, help="How many.")
@click.option("--wrap", is_flag=True, help="Boards whose opposite borders are joined.")
@click.option("--unique", is_flag=True, help="Only one solution each, and no two the same.")
@click.option("--grade", metavar="G", help="Unique, and of this difficulty (see 'explain').")
@click.option("--solved", is_flag=True, help="Print each in its solved position.")
@options.seed
@options.as_json
@options.out
@options.quiet
def generate(
    kind_name: str,
    algorithm: str | None,
    size: tuple[int, int],
    count: int,
    wrap: bool,
    unique: bool,
    grade: str | None,
    solved: bool,
    seed: int,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Generate puzzles, one text form a line.

    Puzzle number i of a seed is the same in every run, on every machine, whatever the count.
    With --unique the regions that leave a choice are repaired until none is left; no two puzzles
    are the same up to rotation, reflection and, on wrapping boards, moving along.
    """
    from cpstudy import api, puzzles

    kind = puzzles.kind(kind_name)
    if not kind.generators:
        raise click.UsageError(f"{kind.name} has no generator")
    algorithm = algorithm or next(iter(kind.generators))
    drawn = api.generate(
        kind.name, algorithm, size, count, seed, wrap=wrap, unique=unique, grade=grade
    )
    with results_to(out) as stream:
        for index, (puzzle, solution) in enumerate(tracked(drawn, "generating", count, quiet)):
            if as_json:
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
                emit(stream, to_json(row))
            elif solved and solution is None:
                raise click.UsageError(f"{kind.name} is generated without solutions")
            else:
                emit(stream, puzzle.encode_solution(solution) if solved else puzzle.encode())
    return 0
