"""A tiny kind of moves, complete in one file: which states can be reached?

*Jugs*: fill, empty and pour jugs until one of them holds exactly the target. The text form is
``3,5:4``: the jugs' sizes, then the target. A move is ``fill 0``, ``empty 1`` or ``pour 0>1``.

The rules of a move are written once, in :meth:`Jugs.after`. The state space below calls them, and
the inherited ``replay`` makes the moves of a path by them without any state space. A real kind has
its rules in ``puzzle.py`` and its state space in ``space.py``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from cpstudy.core.errors import InputError
from cpstudy.core.exploring import Space
from cpstudy.core.kind import Kind, Pictures, table, text_format
from cpstudy.core.puzzle import PuzzleOfMoves
from cpstudy.core.text_pictures import Span, TextPicture
from cpstudy.state_spaces.space import PuzzleSpace
from cpstudy.state_spaces.strategies import STRATEGIES

# The content of each jug.
State = tuple[int, ...]


@dataclass(frozen=True)
class Jugs(PuzzleOfMoves[State]):
    """Jugs of positive size, and a target. Raises InputError if a size is not positive."""

    sizes: tuple[int, ...]
    target: int

    kind: ClassVar[str] = "jugs"

    def __post_init__(self) -> None:
        for place, size in enumerate(self.sizes):
            if size < 1:
                raise InputError(f"jug {place}: {size} is not positive")

    def encode(self) -> str:
        """``3,5:4``."""
        return f"{','.join(map(str, self.sizes))}:{self.target}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of ``encode``. Raises an InputError that names the jug."""
        sizes, colon, target = text.strip().partition(":")
        if not colon:
            raise InputError("no ':' before the target")
        return cls(
            tuple(_number(size, f"jug {i}") for i, size in enumerate(sizes.split(","))),
            _number(target, "target"),
        )

    @property
    def start(self) -> State:
        """All jugs empty."""
        return (0,) * len(self.sizes)

    def moves(self) -> Iterator[str]:
        """The names of all moves, possible or impossible."""
        jugs = range(len(self.sizes))
        yield from (f"{what} {jug}" for what in ("fill", "empty") for jug in jugs)
        yield from (f"pour {one}>{other}" for one in jugs for other in jugs if one != other)

    def after(self, state: State, move: str) -> tuple[State, int]:
        """The state after a move, and its cost. Raises InputError if nothing would change."""
        match = re.fullmatch(r"(fill|empty) ([0-9]{1,9})|pour ([0-9]{1,9})>([0-9]{1,9})", move)
        jugs = [int(jug) for jug in match.groups()[1:] if jug is not None] if match else []
        if match is None or max(jugs) >= len(state) or len(set(jugs)) < len(jugs):
            raise InputError("no move")
        held = list(state)
        if match[1]:
            held[jugs[0]] = self.sizes[jugs[0]] if match[1] == "fill" else 0
        else:
            one, other = jugs
            poured = min(held[one], self.sizes[other] - held[other])
            held[one], held[other] = held[one] - poured, held[other] + poured
        if tuple(held) == state:
            raise InputError("nothing would change")
        return tuple(held), 1

    def is_goal(self, state: State) -> bool:
        """Whether some jug holds the target."""
        return self.target in state

    def describe(self, state: State) -> str:
        """``0/5``: the content of each jug."""
        return "/".join(map(str, state))


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII):
        raise InputError(f"{what}: {text[:30]!a} is not a number")
    return int(text)


def text_picture(puzzle: Jugs, states: Sequence[State] = ()) -> TextPicture:
    """One line a state: ``0/3 5/5``; the start if no state is given."""
    return tuple(
        (Span(" ".join(f"{h}/{s}" for h, s in zip(state, puzzle.sizes, strict=True))),)
        for state in states or (puzzle.start,)
    )


class JugsSpace(PuzzleSpace[State, Jugs]):
    """The states of one puzzle: each jug from empty to full."""

    def successors(self, state: State) -> Iterator[tuple[str, State, int]]:
        """The moves that change something."""
        for move in self.puzzle.moves():
            try:
                following, cost = self.puzzle.after(state, move)
            except InputError:
                continue
            yield move, following, cost


KIND = Kind(
    name="jugs",
    summary="Jugs: pour water until one jug holds the target",
    puzzle=Jugs,
    example="3,5:4",
    formats=table(text_format(Jugs, "one puzzle per line")),
    pictures=Pictures(text_picture),
    space=Space(JugsSpace, {name: STRATEGIES[name] for name in ("bfs", "dfs", "astar")}),
)
