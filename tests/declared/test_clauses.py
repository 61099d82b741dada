"""The clauses of random expressions allow the assignments on which the expressions hold."""

import random
from itertools import product
from typing import Any

import cpmpy as cp
import pytest

from cpstudy.declared.board import Block
from cpstudy.declared.clauses import Encoded
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Declared
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import enumerate_models


class Free(Declared):
    """A kind with four Booleans, three integers and no rules."""

    kind = "free"
    blocks = (Block("clues", "x"),)

    def declare(self, m: Model) -> None:
        m.bools("b", range(4), "", "")
        m.ints("x", range(3), 1, lambda place: 3 + (place == 2))


def models(constraints: list[Any], model: Model) -> set[bytes]:
    """Return the answers that a SAT solver finds with the clauses of the constraints."""
    for constraint in constraints:
        model.rule("", constraint)
    encoded = Encoded(model)
    session = SatSession(encoded.formula(), encoded.watched, solver="minisat22")
    found = enumerate_models(
        session, None, lacking=lambda v: [clause for _, clause in encoded.lacking(v)]
    )
    return {encoded.values(values) for values in found.solutions}


def allowed(constraints: list[Any], model: Model) -> set[bytes]:
    """Return the answers on which all constraints evaluate to true."""
    ranges = [range(v.lb, v.ub + 1) for v in model.answer]
    found = set()
    for values in product(*ranges):
        with model.assigned(values):
            if all(bool(c.value() if hasattr(c, "value") else c) for c in constraints):
                found.add(bytes(values))
    return found


class Drawing:
    """Random expressions over the variables of a model."""

    def __init__(self, model: Model, seed: int) -> None:
        self.rng = random.Random(seed)
        self.bools, self.ints = model.answer[:4], model.answer[4:]

    def number(self, depth: int) -> Any:
        pick = self.rng.choice
        kind = pick(["int", "int", "bool", "sum", "weighted", "minus", "abs", "max", "count"])
        if depth == 0 or kind == "int":
            return pick(self.ints)
        if kind == "bool":
            return self.formula(depth - 1)
        parts = [self.number(depth - 1) for _ in range(self.rng.randint(2, 3))]
        return {
            "sum": lambda: cp.sum(parts),
            "weighted": lambda: cp.sum([pick([-2, -1, 2, 3]) * part for part in parts]),
            "minus": lambda: parts[0] - parts[1],
            "abs": lambda: abs(parts[0] - parts[1]),
            "max": lambda: cp.max(parts),
            "count": lambda: cp.Count(parts, pick([1, 2])),
        }[kind]()

    def formula(self, depth: int) -> Any:
        pick = self.rng.choice
        kind = pick(["var", "not", "and", "or", "->", "iff", "compare", "compare", "different"])
        if depth == 0 or kind == "var":
            return pick([*self.bools, *(~b for b in self.bools), pick(self.ints) == 2])
        if kind == "compare":
            left = self.number(depth - 1)
            right = pick([self.rng.randint(-1, 7), self.number(depth - 1)])
            name = pick(["==", "!=", "<", "<=", ">", ">="])
            return {
                "==": lambda: left == right,
                "!=": lambda: left != right,
                "<": lambda: left < right,
                "<=": lambda: left <= right,
                ">": lambda: left > right,
                ">=": lambda: left >= right,
            }[name]()
        if kind == "different":
            return cp.AllDifferent([self.number(0), self.number(depth - 1)])
        parts = [self.formula(depth - 1) for _ in range(2)]
        return {
            "not": lambda: ~parts[0],
            "and": lambda: parts[0] & parts[1],
            "or": lambda: parts[0] | parts[1],
            "->": lambda: parts[0].implies(parts[1]),
            "iff": lambda: parts[0] == parts[1],
        }[kind]()


def disagreements(seeds: range) -> list[int]:
    found, sizes = [], set()
    for seed in seeds:
        model = Model(Free(1, 1, ((".",),)))
        drawing = Drawing(model, seed)
        constraints = [drawing.formula(drawing.rng.randint(1, 3)) for _ in range(2)]
        by_evaluation = allowed(constraints, model)
        sizes.add(len(by_evaluation))
        if models(constraints, model) != by_evaluation:
            found.append(seed)
    assert {0} < sizes
    return found


def test_random_expressions():
    assert not disagreements(range(20))


@pytest.mark.slow
def test_many_random_expressions():
    assert not disagreements(range(20, 1500))
