"""The display of objects in a notebook: puzzles as drawings, answers as words with drawings.

The display methods of :mod:`cpstudy.core.result` call this module. The HTML is plain: tables, lists
and SVG drawings; no script, no style sheet, nothing fetched.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from cpstudy.core.drawing import Drawing, Heatmap
from cpstudy.core.explaining import Explanation
from cpstudy.core.result import PathResult, Provenance, Result
from cpstudy.core.wording import counted
from cpstudy.plot.svg import svg
from cpstudy.puzzles import kind

# The maximum numbers of drawings and steps; more would only fill screens.
_MOST_DRAWINGS = 6
_MOST_STEPS = 200


def svg_of(shown: Any) -> str | None:
    """A drawing, a heatmap or a puzzle as SVG; None if a puzzle's kind has no drawing."""
    if isinstance(shown, Heatmap):
        from cpstudy.plot.heatmap import figure
        from cpstudy.plot.saving import rendered

        return _element(rendered(figure(shown), "svg").decode())
    if isinstance(shown, Drawing):
        return _element(svg(shown))
    return _drawn(shown, ())


def html_of(shown: Result | PathResult | Explanation) -> str:
    """A result, a path or an explanation in words, with its puzzle drawn."""
    if isinstance(shown, Explanation):
        return _explanation(shown)
    return _path(shown) if isinstance(shown, PathResult) else _result(shown)


def _result(result: Result) -> str:
    facts = {
        "solutions": result.verdict.value,
        "count": result.count,
        "stopped": result.stop.value,
        "solver": result.provenance.solver if result.provenance else None,
        "seconds": f"{result.seconds:.3g}",
        **result.counters,
    }
    puzzle = _puzzle(result.provenance)
    shown = result.solutions[:_MOST_DRAWINGS]
    drawings = [] if puzzle is None else [_drawn(puzzle, (solution,)) for solution in shown]
    return _table(facts) + _side_by_side(drawings)


def _path(result: PathResult) -> str:
    moves = None if result.path is None else " ".join(map(str, result.path))
    facts = {
        "goal": result.verdict.value,
        "moves": None if result.path is None else len(result.path),
        "cost": result.cost,
        "states": result.states,
        "stopped": result.stop.value,
        "path": moves,
    }
    puzzle = _puzzle(result.provenance)
    ends = [*result.trace[:1], *result.trace[1:][-1:]]
    drawings = [] if puzzle is None else [_drawn(puzzle, (state,)) for state in ends]
    return _table(facts) + _side_by_side(drawings)


def _explanation(explanation: Explanation) -> str:
    facts = {
        "solutions": explanation.verdict.value,
        "grade": explanation.grade,
        "steps": len(explanation.steps),
    }
    boards = [()] if explanation.solution is None else [(), (explanation.solution,)]
    steps = "".join(
        f"<li><b>{escape(step.rule)}</b>: {escape(step.words)}</li>"
        for step in explanation.steps[:_MOST_STEPS]
    )
    more = len(explanation.steps) - _MOST_STEPS
    rest = f"<p>… and {counted(more, 'more step')}</p>" if more > 0 else ""
    drawings = [_drawn(explanation.puzzle, solutions) for solutions in boards]
    return f"{_table(facts)}{_side_by_side(drawings)}<ol>{steps}</ol>{rest}"


def _puzzle(origin: Provenance | None) -> Any:
    """The puzzle of a result; None if the result does not name it."""
    return None if origin is None else kind(origin.kind).puzzle.decode(origin.puzzle)


def _drawn(puzzle: Any, solutions: tuple[Any, ...]) -> str | None:
    pictures = kind(puzzle.kind).pictures
    if pictures is None or pictures.drawing is None:
        return None
    return _element(svg(pictures.drawing(puzzle, solutions)))


def _element(text: str) -> str:
    """The SVG element alone: a page does not allow the file's text before it."""
    return text[text.index("<svg") :]


def _table(facts: Mapping[str, Any]) -> str:
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>"
        for name, value in facts.items()
        if value is not None
    )
    return f"<table>{rows}</table>"


def _side_by_side(drawings: Iterable[str | None]) -> str:
    return "".join(f"<span>{drawing}</span>" for drawing in drawings if drawing is not None)
