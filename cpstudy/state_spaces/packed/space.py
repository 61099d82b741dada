"""A state space for compiled search: packed states, and a model with three kernels.

A state is a row of ``words`` unsigned 64-bit words. Two states are the same node exactly if their
words are equal, so the canonical form is taken before packing. A *model* is a subclass of
:class:`Space` in its own kernel module and defines the transitions: its fields are the board and
scratch memory, and its kernels work on its current ``state``::

    @workspace
    class Counter(Space):
        last: i64

        def __init__(self, last: int) -> None:
            self.last = last

        @kernel
        def successors(self) -> i64:
            self.following[0, 0] = self.state[0] + 1
            self.labels[0] = 0
            self.costs[0] = 1
            return 1

        @kernel
        def is_goal(self) -> bool:
            return self.state[0] == self.last

Each search and each thread creates its own model (:meth:`CompiledSpace.fresh`), so ``__init__``
creates scratch memory that nothing else uses; tables that no kernel writes may be shared. ``fresh``
creates the arrays that the base class declares, after ``__init__``.

If every state is one word below ``bound``, visited states are a bitmap, one bit each; otherwise
a hash table. Choose a dense numbering if it is easy. If a state's number is easy to compute, but
not the state of a number, the number is a *rank*, which ``successors`` also writes.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from cpstudy.core.kernel_types import View, View2, i64, u64
from cpstudy.core.native import entry, inlined, kernel, workspace, zeros

State = TypeVar("State", bound=Hashable)

Words = tuple[int, ...]

_NARROW = 32


@workspace
class Space:
    """A model: a state, and the arrays that its kernels write. Subclasses override the kernels.

    words: of a state. columns: of ``following``: words, and one more for the rank if states have
    ranks. fanout: the largest number of successors. state: [words], written only by searches.
    following: [fanout, columns], labels, costs: [fanout]; reused and not cleared.
    """

    words: i64
    columns: i64
    fanout: i64
    state: View[u64]
    following: View2[u64]
    labels: View[i64]
    costs: View[i64]

    def furnish(self, words: int, columns: int, fanout: int) -> None:
        """Create the arrays of this class."""
        self.words, self.columns, self.fanout = words, columns, fanout
        self.state = zeros(words, "u64")
        self.following = zeros((fanout, columns), "u64")
        self.labels = zeros(fanout, "i64")
        self.costs = zeros(fanout, "i64")

    @kernel
    def successors(self) -> i64:
        """Write the successors of ``state``; return their number.

        For each: its words (and its rank), the number of its label, and its cost. Searches keep
        this order.
        """
        return 0

    @kernel
    def is_goal(self) -> bool:
        """Whether ``state`` is a goal."""
        return False

    @kernel
    def heuristic(self) -> i64:
        """A lower bound on the remaining cost of ``state``, equal to that of the plain form."""
        return 0


@entry
def expand_state(space: Space) -> i64:
    """``successors``, for Python."""
    return space.successors()


@entry
@inlined
def goal_at(space: Space, i: i64) -> bool:
    """Whether ``following[i]`` is a goal; copies it to ``state``."""
    for w in range(space.words):
        space.state[w] = space.following[i, w]
    return space.is_goal()


@entry
@inlined
def bound_at(space: Space, i: i64) -> i64:
    """The lower bound of ``following[i]``; copies it to ``state``."""
    for w in range(space.words):
        space.state[w] = space.following[i, w]
    return space.heuristic()


@dataclass(frozen=True, eq=False)
class CompiledSpace(Generic[State]):
    """A transition system over packed states; the module states the contract of its kernels.

    initial: packed states. model: creates a model. label: the name of a label's number, e.g.
    ``"udlr".__getitem__``. unpack: turns a packed state into a state of the plain StateSpace; pack:
    the inverse (up to canonical form). fanout: the largest number of successors. bound: with
    words == 1, all states, or their ranks, are below it. rank: of a packed state, unique. bits: of
    a word, if there are ranks. guided: creates a model with a lower bound (if one exists);
    ``model`` need not prepare what the bound needs. heavy: whether expanding a state takes
    microseconds, so that two threads are faster (:mod:`.two_threads`).

    Raises RuntimeError if words, fanout or bound are out of range.
    """

    initial: Sequence[Words]
    model: Callable[[], Space]
    fanout: int
    label: Callable[[int], str]
    pack: Callable[[State], Words]
    unpack: Callable[[Words], State]
    words: int = 1
    bound: int | None = None
    rank: Callable[[Words], int] | None = None
    bits: int = 64
    guided: Callable[[], Space] | None = None
    heavy: bool = False

    def fresh(self, *, guided: bool = False) -> Space:
        """A model for one search or one of its threads; guided: with a lower bound (0 if none)."""
        model = self.guided() if guided and self.guided is not None else self.model()
        model.furnish(self.words, self.columns, self.fanout)
        return model

    def row(self, packed: Words) -> tuple[int, ...]:
        """A state as a row of ``following``: with its rank, if there are ranks."""
        return packed if self.rank is None else (*packed, self.rank(packed))

    @property
    def columns(self) -> int:
        """The number of columns of ``following``."""
        return self.words + (self.rank is not None)

    @property
    def narrow(self) -> bool:
        """Whether every state is known to fit in 32 bits."""
        if self.bound is None:
            return False
        bits = self.bits if self.rank is not None else (self.bound - 1).bit_length()
        return bits <= _NARROW

    def __post_init__(self) -> None:
        if self.words < 1 or self.fanout < 1:
            raise RuntimeError(f"{self.words} words and a fanout of {self.fanout}: at least 1 each")
        if self.bound is not None and (self.words != 1 or not 0 < self.bound <= 1 << 63):
            raise RuntimeError(f"a bound of {self.bound} for {self.words} words: 1 … 2^63 for one")
        for packed in self.initial:
            if len(packed) != self.words:
                raise RuntimeError(
                    f"{len(packed)} words in an initial state, expected {self.words}"
                )
