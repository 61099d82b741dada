"""A state space for compiled search: packed states and three kernels.

A state is a row of ``words`` unsigned 64-bit words; two states are the same node exactly when
their words are equal, so a canonical form is taken before packing. The kernels get the state, the
space's ``tables`` (arrays: the board, scratch space) and arrays to fill:

``successors(state, tables, following, labels, costs) -> int``
    state: uint64[words]. Writes the next states into following: uint64[fanout, words], the number
    of each label into labels: int64[fanout] and the cost into costs: int64[fanout]; returns how
    many there are. Must not change ``state``. The order is the order of search. Where states
    have ranks, ``following`` has one more column, and that of each state goes there.

``is_goal(state, tables) -> bool``

``heuristic(state, guide) -> int`` (where there is one)
    The lower bound of the remaining cost that the plain form gives; ``guide``: its own tables.

``following``, ``labels`` and ``costs`` are reused and not cleared. All kernels are functions of a
module, not closures, and declared with :func:`cpstudy.core.kernels.kernel`: their names are the
key under which the searches built on them are cached. Tables may hold scratch arrays; then one
space must not be searched by two threads at once.

Where every state is one word below ``bound``, visited states are a bitmap, one bit each;
otherwise a hash table. Choose a dense numbering where it is easy; where only the number of a state
is easy to tell, not the state of a number, it is a *rank* that the successors' kernel tells along.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

State = TypeVar("State", bound=Hashable)

Words = tuple[int, ...]

_NARROW = 32


@dataclass(frozen=True, eq=False)
class ManyStates:
    """The same for many states of one word at once, by NumPy and without a compiler.

    expand: from uint64[m] to the successors of all of them, uint64[t], state by state in the order
    of search, and the place of the state that each of them follows, int64[t]. are_goals: from
    uint64[m] to bool[m].
    """

    expand: Callable[[npt.NDArray[np.uint64]], tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]]
    are_goals: Callable[[npt.NDArray[np.uint64]], npt.NDArray[np.bool_]]


@dataclass(frozen=True, eq=False)
class CompiledSpace(Generic[State]):
    """A transition system over packed states; the kernels' contracts are in the module's text.

    initial: packed states. label: the name of a label's number, e.g. ``"udlr".__getitem__``.
    unpack: a packed state as the plain state of the StateSpace it belongs to; pack: the inverse
    (up to canonical form). fanout: no state has more successors. bound: with words == 1, all
    states, or their ranks, are below it. rank: of a packed state, different for different ones.
    bits: of a word, where there are ranks. guide: makes what ``heuristic`` reads beside the state.
    many: for breadth-first search by layers (:mod:`.by_layers`). heavy: whether expanding a state
    takes microseconds, so that two threads are worth it (:mod:`.two_threads`).

    Raises ValueError where words, fanout or bound are off.
    """

    initial: Sequence[Words]
    successors: Callable[..., Any]
    is_goal: Callable[..., Any]
    tables: tuple[Any, ...]
    fanout: int
    label: Callable[[int], str]
    pack: Callable[[State], Words]
    unpack: Callable[[Words], State]
    words: int = 1
    bound: int | None = None
    rank: Callable[[Words], int] | None = None
    bits: int = 64
    heuristic: Callable[..., Any] | None = None
    guide: Callable[[], tuple[Any, ...]] = tuple
    many: ManyStates | None = None
    heavy: bool = False

    def row(self, packed: Words) -> tuple[int, ...]:
        """A state as it stands in ``following``: with its rank, where there are ranks."""
        return packed if self.rank is None else (*packed, self.rank(packed))

    @property
    def columns(self) -> int:
        """Of ``following``."""
        return self.words + (self.rank is not None)

    @property
    def narrow(self) -> bool:
        """Whether every state is known to be a word of 32 bits."""
        if self.bound is None:
            return False
        bits = self.bits if self.rank is not None else (self.bound - 1).bit_length()
        return bits <= _NARROW

    def __post_init__(self) -> None:
        if self.words < 1 or self.fanout < 1:
            raise ValueError(f"{self.words} words and a fanout of {self.fanout}: at least 1 each")
        if self.bound is not None and (self.words != 1 or not 0 < self.bound <= 1 << 63):
            raise ValueError(f"a bound of {self.bound} for {self.words} words: 1 … 2^63 for one")
        for packed in self.initial:
            if len(packed) != self.words:
                raise ValueError(f"{len(packed)} words in an initial state, expected {self.words}")
