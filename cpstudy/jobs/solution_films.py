"""The way to the goal of a puzzle of moves as a film: every state, its move below."""

from __future__ import annotations

from typing import Any

from cpstudy.core.kind import Kind
from cpstudy.core.result import PathResult
from cpstudy.core.solving import load
from cpstudy.plot.film import Frame

# Pictures. A film of more is a file that nothing plays.
MOST_FRAMES = 3_000

FORMATS = ("gif", "svg")


def solution_film(
    kind: Kind, puzzle: Any, result: PathResult, file_format: str, seconds: float
) -> bytes:
    """The states of a path as a film that loops, each shown so long. file_format: of FORMATS.

    Raises ValueError where there is no path, the kind has no drawing, the path has too many states,
    or as :func:`cpstudy.plot.film.gif` does.
    """
    if result.path is None:
        raise ValueError("no film: no way to the goal was found")
    if kind.pictures is None or kind.pictures.drawing is None:
        raise ValueError(f"no film: {kind.name} has no drawing")
    if len(result.trace) > MOST_FRAMES:
        raise ValueError(f"a film of {len(result.trace)} pictures: at most {MOST_FRAMES}")
    draw = load(kind.pictures.drawing)
    names = ("start", *map(str, result.path))
    frames = [
        Frame(draw(puzzle, (state,)), f"{number} of {len(result.path)}: {name}", "")
        for number, (state, name) in enumerate(zip(result.trace, names, strict=True))
    ]
    if file_format == "svg":
        from cpstudy.plot.svg_film import svg_film

        return svg_film(frames, seconds).encode()
    from cpstudy.plot.film import gif

    return gif(frames, seconds)
