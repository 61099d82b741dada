"""The classes that ``puzzle``, ``read`` and ``generate`` return for each kind, for type checkers.

Written by ``python -m tests.typing.overloads`` from ``PUZZLES``; a test compares it. At run time
the functions are those of :mod:`cpstudy.api`. A kind outside the suite, or a name that is not a
literal, gives a :class:`~cpstudy.core.puzzle.Puzzle`; ``isinstance(board, Determination)`` narrows
it to a puzzle that solvers take.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypedDict, Unpack, overload

if TYPE_CHECKING:
    from cpstudy.core.clock import Clock
    from cpstudy.core.puzzle import Puzzle
    from cpstudy.puzzles.bloxorz.puzzle import Bloxorz
    from cpstudy.puzzles.bridge_torch.puzzle import BridgeTorch
    from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
    from cpstudy.puzzles.hexpipes.puzzle import HexPipes
    from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
    from cpstudy.puzzles.kenken.puzzle import KenKen
    from cpstudy.puzzles.masyu.puzzle import Masyu
    from cpstudy.puzzles.missionaries.puzzle import Missionaries
    from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
    from cpstudy.puzzles.picross.puzzle import Picross
    from cpstudy.puzzles.pipes.puzzle import Pipes
    from cpstudy.puzzles.river_crossing.puzzle import RiverCrossing
    from cpstudy.puzzles.rush_hour.puzzle import RushHour
    from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles
    from cpstudy.puzzles.slitherlink.puzzle import Slitherlink
    from cpstudy.puzzles.sokoban.puzzle import Sokoban
    from cpstudy.puzzles.sudoku.puzzle import Sudoku


class Wishes(TypedDict, total=False):
    """Keyword arguments of ``generate``."""

    wrap: bool
    unique: bool
    grade: str | None
    moves: int | None
    tiles: str
    symmetry: str
    outline: str
    clues: str
    clock: Clock | None


Size = int | tuple[int, int]

# fmt: off


class PuzzleOf(Protocol):
    """``puzzle``: see :func:`cpstudy.api.puzzle`."""

    @overload
    def __call__(self, kind: Literal["pipes"], text: str) -> Pipes: ...
    @overload
    def __call__(self, kind: Literal["hexpipes"], text: str) -> HexPipes: ...
    @overload
    def __call__(
        self, kind: Literal["edge_matching", "edge-matching"], text: str
    ) -> EdgeMatching: ...
    @overload
    def __call__(self, kind: Literal["sudoku"], text: str) -> Sudoku: ...
    @overload
    def __call__(self, kind: Literal["jigsaw"], text: str) -> Jigsaw: ...
    @overload
    def __call__(self, kind: Literal["kenken"], text: str) -> KenKen: ...
    @overload
    def __call__(self, kind: Literal["picross"], text: str) -> Picross: ...
    @overload
    def __call__(self, kind: Literal["nurikabe"], text: str) -> Nurikabe: ...
    @overload
    def __call__(self, kind: Literal["slitherlink"], text: str) -> Slitherlink: ...
    @overload
    def __call__(self, kind: Literal["masyu"], text: str) -> Masyu: ...
    @overload
    def __call__(self, kind: Literal["sokoban"], text: str) -> Sokoban: ...
    @overload
    def __call__(
        self, kind: Literal["river_crossing", "river-crossing"], text: str
    ) -> RiverCrossing: ...
    @overload
    def __call__(self, kind: Literal["bridge_torch", "bridge-torch"], text: str) -> BridgeTorch: ...
    @overload
    def __call__(self, kind: Literal["missionaries"], text: str) -> Missionaries: ...
    @overload
    def __call__(self, kind: Literal["bloxorz"], text: str) -> Bloxorz: ...
    @overload
    def __call__(self, kind: Literal["rush_hour", "rush-hour"], text: str) -> RushHour: ...
    @overload
    def __call__(
        self, kind: Literal["sliding_tiles", "sliding-tiles"], text: str
    ) -> SlidingTiles: ...
    @overload
    def __call__(self, kind: str, text: str | None = None) -> Puzzle: ...


class ReadOf(Protocol):
    """``read``: see :func:`cpstudy.api.read`."""

    @overload
    def __call__(
        self, kind: Literal["pipes"], path: str | Path, format: str | None = None, **hints: str
    ) -> list[Pipes]: ...
    @overload
    def __call__(
        self, kind: Literal["hexpipes"], path: str | Path, format: str | None = None, **hints: str
    ) -> list[HexPipes]: ...
    @overload
    def __call__(
        self, kind: Literal["edge_matching", "edge-matching"], path: str | Path, format: str | None
        = None, **hints: str
    ) -> list[EdgeMatching]: ...
    @overload
    def __call__(
        self, kind: Literal["sudoku"], path: str | Path, format: str | None = None, **hints: str
    ) -> list[Sudoku]: ...
    @overload
    def __call__(
        self, kind: Literal["jigsaw"], path: str | Path, format: str | None = None, **hints: str
    ) -> list[Jigsaw]: ...
    @overload
    def __call__(
        self, kind: Literal["kenken"], path: str | Path, format: str | None = None, **hints: str
    ) -> list[KenKen]: ...
    @overload
    def __call__(
        self, kind: Literal["picross"], path: str | Path, format: str | None = None, **hints: str
    ) -> list[Picross]: ...
    @overload
    def __call__(
        self, kind: Literal["nurikabe"], path: str | Path, format: str | None = None, **hints: str
    ) -> list[Nurikabe]: ...
    @overload
    def __call__(
        self, kind: Literal["slitherlink"], path: str | Path, format: str | None = None, **hints:
        str
    ) -> list[Slitherlink]: ...
    @overload
    def __call__(
        self, kind: Literal["masyu"], path: str | Path, format: str | None = None, **hints: str
    ) -> list[Masyu]: ...
    @overload
    def __call__(
        self, kind: Literal["sokoban"], path: str | Path, format: str | None = None, **hints: str
    ) -> list[Sokoban]: ...
    @overload
    def __call__(
        self, kind: Literal["river_crossing", "river-crossing"], path: str | Path, format: str |
        None = None, **hints: str
    ) -> list[RiverCrossing]: ...
    @overload
    def __call__(
        self, kind: Literal["bridge_torch", "bridge-torch"], path: str | Path, format: str | None =
        None, **hints: str
    ) -> list[BridgeTorch]: ...
    @overload
    def __call__(
        self, kind: Literal["missionaries"], path: str | Path, format: str | None = None, **hints:
        str
    ) -> list[Missionaries]: ...
    @overload
    def __call__(
        self, kind: Literal["bloxorz"], path: str | Path, format: str | None = None, **hints: str
    ) -> list[Bloxorz]: ...
    @overload
    def __call__(
        self, kind: Literal["rush_hour", "rush-hour"], path: str | Path, format: str | None = None,
        **hints: str
    ) -> list[RushHour]: ...
    @overload
    def __call__(
        self, kind: Literal["sliding_tiles", "sliding-tiles"], path: str | Path, format: str | None
        = None, **hints: str
    ) -> list[SlidingTiles]: ...
    @overload
    def __call__(
        self, kind: str | Path, path: str | Path | None = None, format: str | None = None, **hints:
        str
    ) -> list[Puzzle]: ...


class GenerateOf(Protocol):
    """``generate``: see :func:`cpstudy.api.generate`."""

    @overload
    def __call__(
        self, kind: Literal["pipes"], algorithm: str, size: Size, count: int = 1, seed: int = 1,
        **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[Pipes, bytes]]: ...
    @overload
    def __call__(
        self, kind: Literal["hexpipes"], algorithm: str, size: Size, count: int = 1, seed: int = 1,
        **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[HexPipes, bytes]]: ...
    @overload
    def __call__(
        self, kind: Literal["edge_matching", "edge-matching"], algorithm: str, size: Size, count:
        int = 1, seed: int = 1, **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[EdgeMatching, tuple[tuple[int, int], ...]]]: ...
    @overload
    def __call__(
        self, kind: Literal["sudoku"], algorithm: str, size: Size, count: int = 1, seed: int = 1,
        **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[Sudoku, bytes]]: ...
    @overload
    def __call__(
        self, kind: Literal["jigsaw"], algorithm: str, size: Size, count: int = 1, seed: int = 1,
        **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[Jigsaw, bytes]]: ...
    @overload
    def __call__(
        self, kind: Literal["kenken"], algorithm: str, size: Size, count: int = 1, seed: int = 1,
        **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[KenKen, bytes]]: ...
    @overload
    def __call__(
        self, kind: Literal["picross"], algorithm: str, size: Size, count: int = 1, seed: int = 1,
        **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[Picross, bytes]]: ...
    @overload
    def __call__(
        self, kind: Literal["nurikabe"], algorithm: str, size: Size, count: int = 1, seed: int = 1,
        **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[Nurikabe, bytes]]: ...
    @overload
    def __call__(
        self, kind: Literal["slitherlink"], algorithm: str, size: Size, count: int = 1, seed: int =
        1, **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[Slitherlink, bytes]]: ...
    @overload
    def __call__(
        self, kind: Literal["masyu"], algorithm: str, size: Size, count: int = 1, seed: int = 1,
        **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[Masyu, bytes]]: ...
    @overload
    def __call__(
        self, kind: Literal["sokoban"], algorithm: str, size: Size, count: int = 1, seed: int = 1,
        **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[Sokoban, tuple[str, ...] | None]]: ...
    @overload
    def __call__(
        self, kind: Literal["bloxorz"], algorithm: str, size: Size, count: int = 1, seed: int = 1,
        **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[Bloxorz, tuple[str, ...] | None]]: ...
    @overload
    def __call__(
        self, kind: Literal["rush_hour", "rush-hour"], algorithm: str, size: Size, count: int = 1,
        seed: int = 1, **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[RushHour, tuple[str, ...] | None]]: ...
    @overload
    def __call__(
        self, kind: Literal["sliding_tiles", "sliding-tiles"], algorithm: str, size: Size, count:
        int = 1, seed: int = 1, **wishes: Unpack[Wishes]
    ) -> Iterator[tuple[SlidingTiles, tuple[str, ...] | None]]: ...
    @overload
    def __call__(
        self, kind: str, algorithm: str, size: Size, count: int = 1, seed: int = 1, **wishes:
        Unpack[Wishes]
    ) -> Iterator[tuple[Puzzle, Hashable]]: ...
