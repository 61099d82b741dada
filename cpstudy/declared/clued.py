"""All clues of a declared board in one SAT solver, against the answer that they were made from.

The rules are written once. What a clue adds stands under literals of its own. A clue that gives a
value of the answer is that value's literal, and the board is encoded without it. Of any other clue
the rules are found that boards with it have and those without it lack; each has its guard. That an
answer is not the known one is a clause. So whether some clues leave another answer is one search
under assumptions, by a solver that keeps what it has learnt, cuts included; where there is none,
the core has the clues that were used.

Which rules are of which clue shows on boards that have half of the clues each, by the digits of
their numbers: log n models, and no solver. A rule that this does not explain is left out, which
allows more answers, never fewer.

Cost: the model and its clauses once, then some milliseconds a question on 10×10.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from cpstudy.core.clock import Clock
from cpstudy.core.conflicts import Minimal, minimal_conflict
from cpstudy.core.result import Solvable
from cpstudy.declared.board import BLANK, Cell
from cpstudy.declared.clauses import Encoded
from cpstudy.declared.model import Model, model_of
from cpstudy.declared.puzzle import Declared
from cpstudy.declared.reasoning import Facts
from cpstudy.declared.whole import Whole

# A clue by its block and the place there.
Clue = tuple[str, Cell]


def lacking(puzzle: Declared, clues: Iterable[Clue]) -> Declared:
    """A puzzle without some clues."""
    return puzzle.changed({clue: puzzle.without.get(clue[0], BLANK) for clue in clues})


class Clued:
    """See the module. full: the board; clues: those that may go; answer: the known one.

    given: clues that are values. literals: of each clue, a value of the answer or guards of its
    rules; rules: of each clue, of None those that stay. Raises OutOfTimeError by the clock.
    """

    def __init__(
        self, full: Declared, clues: Collection[Clue], answer: bytes, clock: Clock
    ) -> None:
        self.full, self._clock = full, clock
        values = model_of(full, clock).by_group(answer)
        self.given = given = {
            (block, place): values[block][place]
            for block, place in clues
            if str(values.get(block, {}).get(place)) == full.board[block][place]
        }
        bare = lacking(full, given)
        largest = {block: max(values[block].values()) for block, _ in given}
        self.model = Model(bare, clock, largest)
        self.encoded = Encoded(self.model, clock)
        self._whole = Whole(self.encoded)
        names = ((group.name, place) for group, place in self.model.place)
        variable = dict(zip(names, self.model.answer, strict=True))
        self.rules: dict[Clue | None, list[int]] = {clue: [] for clue in (None, *clues)}
        for rule, owner in self._owners(bare, [clue for clue in clues if clue not in given]):
            self.rules[owner].append(rule)
        guards = self._whole.guards
        self.literals = {
            clue: [self.encoded.literal_of(variable[clue], given[clue])]
            if clue in given
            else [guards[rule] for rule in self.rules[clue]]
            for clue in clues
        }
        self._whole.fix(guards[rule] for rule in self.rules[None])
        pairs = zip(self.model.answer, answer, strict=True)
        self._differs = self._whole.switch([-self.encoded.literal_of(x, v) for x, v in pairs])

    def _owners(self, bare: Declared, clues: Sequence[Clue]) -> Iterator[tuple[int, Clue | None]]:
        """Rules, each with its clue; None where it is there without any."""
        keys, width = list(_keys(self.model)), (len(clues) + 1).bit_length()
        codes = [0] * len(keys)
        for digit in range(width):
            gone = [clue for n, clue in enumerate(clues, 1) if not n >> digit & 1]
            there = set(_keys(Model(lacking(bare, gone), self._clock)))
            codes = [code | (key in there) << digit for code, key in zip(codes, keys, strict=True)]
        for rule, code in enumerate(codes):
            if not clues or code == (1 << width) - 1:
                yield rule, None
            elif 0 < code <= len(clues):
                yield rule, clues[code - 1]

    def other(self, kept: Iterable[Clue]) -> bytes | set[Clue]:
        """Another answer with these clues; else those of them that exclude all others."""
        of = {literal: clue for clue in kept for literal in self.literals[clue]}
        found = self._whole.model([self._differs, *of], self._clock)
        if isinstance(found, list):
            return {of[literal] for literal in found if literal in of}
        return self.encoded.values(found)

    @cached_property
    def _facts(self) -> Facts:
        return Facts(self.encoded, self._clock)

    def partly(self, kept: Iterable[Clue]) -> Facts:
        """The facts of the board with these clues."""
        clues = list(kept)
        rules = [rule for clue in (None, *clues) for rule in self.rules[clue]]
        given = [x for clue in clues if clue in self.given for x in self.literals[clue]]
        return self._facts.partly(rules, given)

    def needed(
        self, groups: Sequence[Sequence[Clue]], always: Collection[Clue] = ()
    ) -> list[int] | None:
        """Numbers of groups of clues without other answers, none of them needless, in order.

        always: clues that stay as well. None where all of them leave another answer.
        """

        def ask(kept: Sequence[int]) -> Solvable | set[int]:
            found = self.other([*always, *(clue for n in kept for clue in groups[n])])
            if isinstance(found, bytes):
                return Solvable.YES
            return {number for number in kept if not found.isdisjoint(groups[number])}

        found = minimal_conflict(range(len(groups)), ask, self._clock)
        return found.members if isinstance(found, Minimal) else None


def _keys(model: Model) -> Iterator[tuple[object, ...]]:
    """What distinguishes the rules of a board, the same on boards with other clues."""
    seen = Counter[object]()
    for rule in model.rules:
        seen[rule.words, rule.cells] += 1
        yield rule.words, rule.cells, seen[rule.words, rule.cells]
