"""Films: a deduction with the words of each step, and a path to a goal with each move.

The steps of long deductions are joined, so that a film stays short enough to be watched.
"""

from collections.abc import Callable, Iterator
from typing import Any

from cpstudy.core.drawing import Drawing
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Explanation, Step
from cpstudy.core.kind import Kind
from cpstudy.core.result import PathResult, Verdict
from cpstudy.core.wording import counted
from cpstudy.plot.film import Frame, gif

# The maximum pictures of steps, and of states: nothing plays the file of a longer film.
MOST_FRAMES = 150
MOST_STATES = 3_000


def known_after(kind: Kind, explanation: Explanation, first: int, last: int) -> Drawing:
    """The knowledge after step ``last``, steps ``first`` to ``last`` lit; counted from 1.

    Raises InputError if there are no such steps or the kind has no such drawing.
    """
    known, number = _known(kind), len(explanation.steps)
    if not 1 <= first <= last <= number:
        raise InputError(f"step {first}..{last}: the deduction has {counted(number, 'step')}")
    return known(explanation.puzzle, explanation.steps[:last], last - first + 1)


def _known(kind: Kind) -> Callable[..., Drawing]:
    if kind.pictures is None or kind.pictures.known is None:
        raise InputError(f"{kind.name} has no drawing of a deduction")
    return kind.pictures.known


def steps_a_frame(explanation: Explanation) -> int:
    """The number of steps that are joined into one picture."""
    return max(1, -(-len(explanation.steps) // MOST_FRAMES))


def film(kind: Kind, explanation: Explanation, seconds: float) -> bytes:
    """The deduction as a GIF that loops, each picture shown for ``seconds``.

    Raises InputError if the kind has no drawing of its knowledge, or as
    :func:`cpstudy.plot.film.gif` does.
    """
    return gif(list(_frames(kind, explanation)), seconds)


def _frames(kind: Kind, explanation: Explanation) -> Iterator[Frame]:
    draw = _known(kind)
    drawing = kind.pictures.drawing if kind.pictures else None
    puzzle, steps, joined = explanation.puzzle, explanation.steps, steps_a_frame(explanation)
    number = counted(len(steps), "step")
    yield Frame(draw(puzzle, (), 0), f"{kind.name.replace('_', ' ')}, {number}", kind.rules)
    for first in range(0, len(steps), joined):
        shown = steps[first : first + joined]
        last = first + len(shown)
        yield Frame(
            draw(puzzle, steps[:last], len(shown)),
            _heading(kind, steps, first, last),
            _words(shown),
        )
    heading, words = _end(kind, explanation)
    if drawing is None or explanation.solution is None:
        yield Frame(draw(puzzle, steps, 0), heading, words)
    else:
        yield Frame(drawing(puzzle, (explanation.solution,)), heading, words)


def _heading(kind: Kind, steps: tuple[Step, ...], first: int, last: int) -> str:
    """``3 of 40: No pools``, ``11–20 of 800: No pools, Out of reach``: with the players' names."""
    title = kind.explaining.title if kind.explaining else str
    rules = ", ".join(dict.fromkeys(title(step.rule) for step in steps[first:last]))
    number = f"{last}" if last == first + 1 else f"{first + 1}–{last}"
    return f"{number} of {len(steps)}: {rules}"


def _words(shown: tuple[Step, ...]) -> str:
    return " ".join(step.words for step in shown)


def _end(kind: Kind, explanation: Explanation) -> tuple[str, str]:
    if explanation.verdict is Verdict.UNIQUE:
        searched = explanation.grade == "search"
        found = "The rules end before it is solved; a search found the rest." if searched else ""
        assert kind.explaining is not None and explanation.grade is not None
        level = kind.explaining.explainer.levels.get(explanation.grade, "")
        hardest = kind.explaining.title(explanation.grade)
        return "The only solution", found or f"{level.capitalize()}: {hardest}"
    if explanation.verdict is Verdict.NONE:
        return "There is no solution", "The rules contradict each other here."
    return "More than one solution", "The rest can be filled in more than one way."


def solution_film(
    kind: Kind, puzzle: Any, result: PathResult, file_format: str, seconds: float
) -> bytes:
    """The states of a path as a film that loops, each shown for ``seconds``: "gif" or "svg".

    Raises InputError if there is no path, the kind has no drawing, the path has too many states,
    or as :func:`cpstudy.plot.film.gif` does.
    """
    if result.path is None:
        raise InputError("no film: no way to the goal was found")
    if kind.pictures is None or kind.pictures.drawing is None:
        raise InputError(f"no film: {kind.name} has no drawing")
    if len(result.trace) > MOST_STATES:
        raise InputError(f"a film of {len(result.trace)} pictures: at most {MOST_STATES}")
    draw = kind.pictures.drawing
    names = ("start", *map(str, result.path))
    frames = [
        Frame(draw(puzzle, (state,)), f"{number} of {len(result.path)}: {name}", "")
        for number, (state, name) in enumerate(zip(result.trace, names, strict=True))
    ]
    if file_format == "svg":
        from cpstudy.plot.svg_film import svg_film

        return svg_film(frames, seconds).encode()
    return gif(frames, seconds)
