"""JSON Schemas of every row that a verb prints with ``--json``, a file a type of row.

They follow draft 2020-12; ``$id`` ends with the version of the rows and their name. A version is
raised when a field goes, changes its meaning or its type; a new field leaves it as it is, so
readers should pass over fields that they do not know, though these schemas name all there are.
"""

import json
from importlib.resources import files
from typing import Any, cast

from cpstudy.core.errors import InputError

VERSION = 1

# By verb: the types of its rows, in the order in which they come.
ROWS: dict[str, tuple[str, ...]] = {
    "verify": ("trace", "result", "share"),
    "compare": ("result", "comparison"),
    "solve": ("trace", "result"),
    "count": ("result",),
    "generate": ("generated", "beside"),
    "explore": ("path",),
    "explain": ("step", "explanation", "difficulty"),
    "hint": ("hint",),
    "mistake": ("mistake",),
    "ambiguity": ("ambiguity",),
    "freedom": ("freedom",),
    "conflict": ("conflict",),
    "repair": ("repair",),
    "check": ("certificate", "replay"),
    "convert": ("document",),
    "hardness": ("cell", "summary", "estimate"),
    "plot": ("cell", "summary"),
    "reproduce": ("published-item", "published-cell", "published-verdict"),
    "study": ("study-cell", "study-comparison", "study-fault", "study-summary"),
    "puzzles": ("kind",),
    "solvers": ("solver", "strategy"),
}

NAMES = tuple(dict.fromkeys(name for names in ROWS.values() for name in names))


def schema(name: str) -> dict[str, Any]:
    """The schema of a type of row. Raises InputError for a name that there is not.

    >>> schema("result")["properties"]["verdict"]["enum"]
    ['none', 'unique', 'many', 'unknown']
    """
    if name not in NAMES:
        raise InputError(f"schema {name!r}: choose from {', '.join(NAMES)}")
    text = (files(__name__) / f"{name}.json").read_text(encoding="utf-8")
    return cast("dict[str, Any]", json.loads(text))
