"""Decide which solver is wrong if solvers answer one puzzle differently.

An answer is a *claim* about the number of solutions: an interval from a least to a greatest number.
Claims that have no number in common cannot all be right. The evidence that decides trusts no
solver:

1. the solutions from any solver that pass the rules: their number is a lower bound;
2. if these do not suffice, the solutions that the kind's first solver finds in some seconds;
3. if there is just one, the kind's certificate that it is the only one, checked by a proof checker
   that shares no code with the prover.

A claim that this evidence refutes is *wrong*. If claims contradict each other and nothing refutes
them – a solver that counts without showing, against a proof of none – all of them are *disputed*: a
majority proves nothing. Neither wrong nor disputed answers settle a puzzle.

Cost: nothing if all agree. Limits: a certificate of a large puzzle may take minutes; some kinds
have none.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

from cpstudy import puzzles
from cpstudy.core.result import Budget, Result, Solvable, Stop, Verdict
from cpstudy.core.solving import solve
from cpstudy.core.wording import counted

_SECONDS = 20.0
_SHOWN = 2


class Claim(NamedTuple):
    """At least ``low`` and at most ``high`` solutions; words: for messages."""

    low: float
    high: float
    words: str

    def contradicts(self, other: Claim) -> bool:
        """Whether no number of solutions fits both."""
        return self.high < other.low or other.high < self.low


class Ruling(NamedTuple):
    """The fault of an answer. stop: WRONG, or None if the answer is only disputed."""

    stop: Stop | None
    words: str


def claim_of(result: Result) -> Claim:
    """The claim of a result about the number of solutions."""
    shown = len(result.solutions)
    if result.count is not None:
        return Claim(result.count, result.count, counted(result.count, "solution"))
    words = str(result.verdict) if result.verdict is not Verdict.UNKNOWN else f"at least {shown}"
    # With two solutions, a solver may have stopped at its limit.
    return Claim(shown, shown if result.exhausted and shown < 2 else inf, words)


def claim_of_answer(verdict: Verdict, solvable: Solvable, count: int | None) -> Claim:
    """The claim of a stored row, which has no solutions."""
    if count is not None:
        return Claim(count, count, counted(count, "solution"))
    if verdict is Verdict.UNKNOWN:
        least = 1 if solvable is Solvable.YES else 0
        return Claim(least, 0 if solvable is Solvable.NO else inf, f"solvable: {solvable}")
    low, high = {Verdict.NONE: (0, 0), Verdict.UNIQUE: (1, 1)}.get(verdict, (2, inf))
    return Claim(low, high, str(verdict))


def agree(claims: Iterable[Claim]) -> bool:
    """Whether some number of solutions fits all claims."""
    known = [*claims]
    return not known or max(c.low for c in known) <= min(c.high for c in known)


def rulings(
    puzzle: Any, claims: Mapping[str, Claim], shown: Iterable[Hashable] = (), least: int = 0
) -> dict[str, Ruling]:
    """The ruling on each solver whose claim is wrong or disputed; {} if all agree.

    shown: solutions that passed the rules. least: the number of solutions that passed the rules but
    are no longer at hand; it decides if the solutions do not.
    """
    if agree(claims.values()):
        return {}
    known = {puzzle.canonical(solution): solution for solution in shown}
    exact, refuted = inf, _refuted(claims, len(known), inf)
    if _open(claims, refuted):
        known |= {puzzle.canonical(one): one for one in _own_solutions(puzzle)}
        refuted = _refuted(claims, len(known), inf)
    if _open(claims, refuted) and len(known) == 1 and _is_the_only_one(puzzle, *known.values()):
        exact = 1
        refuted = _refuted(claims, len(known), exact)
    if _open(claims, refuted) and least > len(known):
        refuted = _refuted(claims, least, exact)
    evidence = _evidence(puzzle, [*known.values()], exact, least)
    text = puzzle.encode()
    found = {
        name: Ruling(Stop.WRONG, f"{claims[name].words}, but {evidence}: {text}")
        for name in refuted
    }
    disputed = _open(claims, refuted)
    claimed = ", ".join(f"{name}: {claims[name].words}" for name in disputed)
    return found | {
        name: Ruling(None, f"answers disagree ({claimed}): {text}") for name in disputed
    }


def ruled(puzzle: Any, results: Mapping[str, Result]) -> dict[str, Result]:
    """The results of solvers on one puzzle, with the fault of those that are wrong or disputed."""
    claims = {name: claim_of(result) for name, result in results.items()}
    shown = (solution for result in results.values() for solution in result.solutions)
    found = dict(results)
    for name, ruling in rulings(puzzle, claims, shown).items():
        found[name] = _with_ruling(results[name], ruling)
    return found


def _with_ruling(result: Result, ruling: Ruling) -> Result:
    if ruling.stop is None:
        return replace(result, fault=ruling.words)
    return replace(
        result, solutions=(), count=None, exhausted=False, stop=ruling.stop, fault=ruling.words
    )


def _refuted(claims: Mapping[str, Claim], least: int, most: float) -> list[str]:
    return [name for name, claim in claims.items() if claim.high < least or claim.low > most]


def _open(claims: Mapping[str, Claim], refuted: list[str]) -> list[str]:
    """The claims that are not refuted and contradict another such claim."""
    left = {name: claim for name, claim in claims.items() if name not in refuted}
    return [name for name, claim in left.items() if any(map(claim.contradicts, left.values()))]


def _own_solutions(puzzle: Any) -> tuple[Hashable, ...]:
    solver = next(iter(puzzles.kind(puzzle.kind).solvers.values()), None)
    if solver is None:
        return ()
    try:
        return solve(puzzle, solver, budget=Budget(seconds=_SECONDS)).solutions
    except Exception:  # this solver may be the one at fault
        return ()


def _is_the_only_one(puzzle: Any, solution: Hashable) -> bool:
    proofs = puzzles.kind(puzzle.kind).proofs
    if proofs is None:
        return False
    try:
        return proofs.check(proofs.prove(puzzle, solution)) == ""
    except Exception:  # without a proof, whatever the reason, nothing is decided
        return False


def _evidence(puzzle: Any, known: list[Hashable], exact: float, least: int) -> str:
    if not known or (least > len(known) and exact == inf):
        return f"{least} or more were found and passed the rules"
    shown = " and ".join(puzzle.encode_solution(solution) for solution in known[:_SHOWN])
    if exact == 1:
        return f"a certificate proves that {shown} is the only solution"
    there = f"there are {len(known)} solutions or more" if len(known) > 1 else "there is a solution"
    return f"{there}, {shown}"
