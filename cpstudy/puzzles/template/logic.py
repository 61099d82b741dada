"""A tiny kind that asks how many solutions there are, complete in one file.

*Coins*: choose some of the given coins so that they add up to the target. The text form is
``3,5,8=8``: the coins, then the target. A solution states for each coin whether it is taken; coins
of equal value are not distinguished.

A real kind has its rules in ``puzzle.py``, its record in ``record.py`` and each solving method in
a separate file.
"""

import re
import time
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, Self

from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind, table, text_format
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request, Solver

Choice = tuple[bool, ...]


@dataclass(frozen=True)
class Coins:
    """Coins of positive value and a target of at least 0. Raises InputError otherwise."""

    coins: tuple[int, ...]
    target: int

    kind: ClassVar[str] = "coins"

    def __post_init__(self) -> None:
        for place, coin in enumerate(self.coins):
            if coin < 1:
                raise InputError(f"coin {place}: {coin} is not positive")
        if self.target < 0:
            raise InputError(f"target {self.target} is negative")

    def encode(self) -> str:
        """``3,5,8=8``."""
        return f"{','.join(map(str, self.coins))}={self.target}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of ``encode``. Raises an InputError that names the coin."""
        coins, equals, target = text.strip().partition("=")
        if not equals:
            raise InputError("no '=' before the target")
        return cls(
            tuple(_number(coin, f"coin {i}") for i, coin in enumerate(coins.split(",")) if coins),
            _number(target, "target"),
        )

    def violation(self, solution: Choice) -> str:
        """The rule: the taken coins add up to the target."""
        if len(solution) != len(self.coins):
            return f"{len(solution)} choices, expected {len(self.coins)}"
        total = sum(coin for coin, taken in zip(self.coins, solution, strict=True) if taken)
        return "" if total == self.target else f"the coins add up to {total}, not {self.target}"

    def canonical(self, solution: Choice) -> tuple[int, ...]:
        """The taken values in order: equal coins are not distinguished."""
        return tuple(sorted(c for c, taken in zip(self.coins, solution, strict=True) if taken))

    def encode_solution(self, solution: Choice) -> str:
        """``101``: one digit a coin."""
        return "".join("1" if taken else "0" for taken in solution)

    def decode_solution(self, text: str) -> Choice:
        """The inverse of ``encode_solution``. Raises InputError."""
        if not re.fullmatch(r"[01]*", text):
            raise InputError(f"a choice is a row of 0 and 1, not {text[:30]!a}")
        return tuple(character == "1" for character in text)


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise InputError(f"{what}: {text[:30]!a} is not a number")
    return int(text)


def solve(puzzle: Coins, request: Request) -> Result:
    """Try all choices, 2^coins of them. Counter: choices."""
    budget, limit = request.budget, request.limit
    start = time.perf_counter()
    found: dict[tuple[int, ...], Choice] = {}
    tried = 0
    stop = Stop.DONE
    for choice in product((False, True), repeat=len(puzzle.coins)):
        if limit is not None and len(found) >= limit:
            stop = Stop.LIMIT
            break
        if budget.iterations is not None and tried >= budget.iterations:
            stop = Stop.ITERATIONS
            break
        if budget.seconds is not None and time.perf_counter() - start > budget.seconds:
            stop = Stop.TIME
            break
        tried += 1
        if not puzzle.violation(choice):
            found.setdefault(puzzle.canonical(choice), choice)
    return Result(
        tuple(found.values()), exhausted=stop is Stop.DONE, stop=stop, counters={"choices": tried}
    )


SOLVERS = table(
    Solver(
        "brute-force",
        "all choices, one after another",
        solve,
        counter="choices",
        unit="one choice of coins tried",
    )
)

KIND = Kind(
    name="coins",
    summary="Coins: choose coins that add up to the target",
    puzzle=Coins,
    example="3,5,8=8",
    solvers=SOLVERS,
    formats=table(text_format(Coins, "one puzzle per line")),
)
