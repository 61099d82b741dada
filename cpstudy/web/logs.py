"""Deductions in little space, for the page.

A step names its cells three times: as its subject, as its reason, and in words. So the log has
columns, cells are numbers (row × columns + column), and the words refer to cells by their index in
the lists of the step: ``{0}``, ``{1}`` …, or ``{+0}`` at the beginning of a sentence. The remaining
words are a few sentences that recur, and these compress well. ``script/log.js`` is the inverse.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_CELL = re.compile(r"\b(R|r)ow (\d+), column (\d+)\b")
_COMMON = ("rule", "cells", "because", "words")


def compact(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry with its deduction by columns, as ``log``, in place of ``steps``."""
    found = dict(entry)
    steps = found.pop("steps", None)
    if steps:
        found["log"] = _log(steps, found["columns"])
    if "repair" in found:
        found["repair"] = {**found["repair"], "entry": compact(found["repair"]["entry"])}
    return found


def _log(steps: Sequence[Mapping[str, Any]], columns: int) -> dict[str, Any]:
    rules = list(dict.fromkeys(step["rule"] for step in steps))
    words = [_referring(step) for step in steps]
    sentences = list(dict.fromkeys(words))
    number = {sentence: at for at, sentence in enumerate(sentences)}
    return {
        "rules": rules,
        "rule": [rules.index(step["rule"]) for step in steps],
        "cells": [[row * columns + column for row, column in step["cells"]] for step in steps],
        "because": [[row * columns + column for row, column in step["because"]] for step in steps],
        "sentences": sentences,
        "words": [number[sentence] for sentence in words],
        "more": [{k: v for k, v in step.items() if k not in _COMMON} for step in steps],
    }


def _referring(step: Mapping[str, Any]) -> str:
    """The words of a step with its cells by index. An opening brace in the text is doubled."""
    places: dict[tuple[int, int], int] = {}
    for at, (row, column) in enumerate((*step["cells"], *step["because"])):
        places.setdefault((row, column), at)

    def reference(match: re.Match[str]) -> str:
        at = places.get((int(match[2]) - 1, int(match[3]) - 1))
        first = "+" * (match[1] == "R")
        return match[0] if at is None else f"{{{first}{at}}}"

    return _CELL.sub(reference, step["words"].replace("{", "{{"))
