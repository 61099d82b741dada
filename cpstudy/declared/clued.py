"""All clues of a declared board in one SAT solver, against the answer that they were made from.

The rules are encoded once; literals enable what each clue adds. A clue that gives a value of the
answer is the literal of that value, and the board is encoded without the clue. Any other clue adds
the rules that boards with it have and boards without it lack; each rule has a guard. A clause
excludes the known answer. So one search under assumptions decides whether some clues allow another
answer. The solver keeps its learnt clauses and cuts. If there is no other answer, the core contains
the clues that exclude it.

The rules of each clue are found without a solver, from log n models: clue n is on a board if a
digit of n is 1. A rule that no clue explains is left out, which allows more answers, never fewer.

Cost: the model and its clauses once, then some milliseconds for each search on 10×10.
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
    """Return a puzzle without some clues."""
    return puzzle.changed({clue: puzzle.without.get(clue[0], BLANK) for clue in clues})


class Clued:
    """See the module. full: the board; clues: the removable ones; answer: the known answer.

    given: clues that are values. literals: for each clue, the literal of a value or the guards of
    its rules; rules: for each clue, and for None those that stay. Raises OutOfTimeError by the
    clock.
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
        """Yield the rules, each with its clue; with None if it needs no clue."""
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
        """Return another answer with these clues, or the clues that exclude all other answers."""
        of = {literal: clue for clue in kept for literal in self.literals[clue]}
        found = self._whole.model([self._differs, *of], self._clock)
        if isinstance(found, list):
            return {of[literal] for literal in found if literal in of}
        return self.encoded.values(found)

    @cached_property
    def _facts(self) -> Facts:
        return Facts(self.encoded, self._clock)

    def partly(self, kept: Iterable[Clue]) -> Facts:
        """Return the facts of the board with these clues."""
        clues = list(kept)
        rules = [rule for clue in (None, *clues) for rule in self.rules[clue]]
        given = [x for clue in clues if clue in self.given for x in self.literals[clue]]
        return self._facts.partly(rules, given)

    def needed(
        self, groups: Sequence[Sequence[Clue]], always: Collection[Clue] = ()
    ) -> list[int] | None:
        """Return the numbers, in order, of a minimal set of groups that excludes other answers.

        always: clues that stay in any case. None if all groups together allow another answer.
        """

        def ask(kept: Sequence[int]) -> Solvable | set[int]:
            found = self.other([*always, *(clue for n in kept for clue in groups[n])])
            if isinstance(found, bytes):
                return Solvable.YES
            return {number for number in kept if not found.isdisjoint(groups[number])}

        found = minimal_conflict(range(len(groups)), ask, self._clock)
        return found.members if isinstance(found, Minimal) else None


def _keys(model: Model) -> Iterator[tuple[object, ...]]:
    """Yield a key for each rule of a board; it is the same on boards with other clues."""
    seen = Counter[object]()
    for rule in model.rules:
        seen[rule.words, rule.cells] += 1
        yield rule.words, rule.cells, seen[rule.words, rule.cells]
