"""A declared puzzle as the page reads it: variables with their marks, rules as formulas.

``web/kinds/declared.js`` draws any kind with them and evaluates its rules as Python does. A formula
is the number of a literal (``n``: variable n; ``-1 - n``: its negation) or a list of a sign and
formulas: ``& | -> !``, comparisons, ``+``, ``*`` (a weight, a formula), ``#`` (a constant), ``d``
(all different), ``v`` (how many exceed all before), ``connected``, ``forest``, ``sized_parts``
(formulas, edges, links or null). For a null rule the page compares with the answer.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl

from cpstudy.declared.model import model_of
from cpstudy.declared.puzzle import Declared
from cpstudy.encode.cpmpy_graph import Connected, Different, Forest, GraphConstraint, SizedParts

_SIGNS = {"and": "&", "or": "|", "not": "!", "sum": "+", "alldifferent": "d", "visible": "v"}
_SIGNS |= {sign: sign for sign in ("->", "==", "!=", "<", "<=", ">", ">=")}


def board(puzzle: Declared) -> dict[str, Any]:
    """Return the record of a puzzle; see the module."""
    model = model_of(puzzle)
    number = {variable.name: place for place, variable in enumerate(model.answer)}
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "groups": [
            {name: getattr(group, name) for name in ("name", "mark", "low", "high", "boolean")}
            | {"words": [group.no, group.yes], "places": group.places}
            for group in model.groups
        ],
        "rules": [
            [rule.words, rule.cells, _formula(rule.constraint, number)] for rule in model.rules
        ],
    }


def _formula(e: Any, number: Mapping[str, int]) -> Any:
    try:
        return _written(e, number)
    except LookupError:
        return None


def _written(e: Any, number: Mapping[str, int]) -> Any:
    """Return a formula. Raises LookupError for an expression without a sign."""
    if isinstance(e, (int, bool, np.integer, np.bool_)) or getattr(e, "name", "") == "boolval":
        return ["#", int(e)]
    if isinstance(e, NegBoolView):
        return -1 - number[e._bv.name]
    if isinstance(e, _NumVarImpl):
        return number[e.name]
    if isinstance(e, Different):
        return _written(e.decompose()[0][0], number)
    if isinstance(e, GraphConstraint):
        return _graph(e, number)
    if e.name == "wsum":
        weighted = zip(*e.args, strict=True)
        return ["+", *(["*", int(w), _written(part, number)] for w, part in weighted)]
    if e.name == "mul" and isinstance(e.args[0], (int, np.integer)):
        return ["*", int(e.args[0]), _written(e.args[1], number)]
    if e.name in ("sub", "-"):
        parts = [_written(part, number) for part in e.args]
        return ["+", *parts[:-1], ["*", -1, parts[-1]]]
    return [_SIGNS[e.name], *(_written(part, number) for part in e.args)]


def _graph(e: GraphConstraint, number: Mapping[str, int]) -> list[Any]:
    if not isinstance(e, (Connected, Forest, SizedParts)):
        raise LookupError(e.name)
    arguments = [_written(part, number) for part in e.args]
    nodes = e.nodes if isinstance(e, Connected) else len(arguments)
    return [e.name, arguments[:nodes], e.edges, arguments[nodes:] or None]
