"""The deduction of any declared kind: steps by few rules first, then suppositions, then all cases.

Six ways, each tried only where all before it are stuck:

- *one rule* with the facts near it, from which it follows at once, by unit propagation. The step
  with the fewest facts comes first.
- *cases of a rule*: everything else that follows from one (reasoning.py), as sums by their
  combinations.
- *two rules* that share places: everything that follows from both together.
- *supposition*: a fact is refuted. What follows from it at once, by one rule at a time, is found
  level by level for all open facts side by side, so the first contradiction is one of the shortest
  by breadth; a *short* one has three links at most. The chain keeps only the links that it needs.
- *all cases*: what follows from all rules, by a core that is minimised by deletion, rules of many
  places first. Facts stand before rules among the assumptions, so that reasons lean on facts.

What is plain at once from an integer's value by one rule (its own other values, the same value in
a row) is learnt without a step; where a step needs it, the rule and the value join its reasons.

Where a budget ends first, the steps stand. Cost: each rule is examined again when a fact in its
scope is new; suppositions are kept, and continue from where they were. Explanations by small
reasons are those of Bogaerts2020.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from cpstudy.core.clock import Clock
from cpstudy.core.grading import Deducing
from cpstudy.core.result import Result, Stop
from cpstudy.declared.clauses import encoded
from cpstudy.declared.puzzle import Declared
from cpstudy.declared.reasoning import Facts, Oracle
from cpstudy.declared.whole import Whole

RULES = (
    "one rule", "cases of a rule", "two rules", "short supposition", "supposition", "all cases",
)  # fmt: skip
ONE, CASES, TWO, SHORT, LONG, ALL = range(len(RULES))

# Links of a short supposition; suppositions that are examined after the first refuted one.
_LINKS, _MORE = 3, 20
# Pairs of rules, those of few places first; facts that each is about, and values of an integer
# that is supposed: people do neither with more, and each costs seconds.
_PAIRS, _WIDE, _FEW = 3000, 200, 12


@dataclass(frozen=True)
class Link:
    """What follows from rules and facts; shown: none where they contradict each other."""

    shown: tuple[int, ...]
    rules: tuple[int, ...]
    because: tuple[int, ...]


@dataclass(frozen=True)
class Finding:
    """A step. way: its number in ``RULES``. links: the chain where there is a supposition."""

    way: int
    link: Link
    links: tuple[Link, ...] = ()


class Known:
    """Facts that are known, and why: of a deduction, or on top of it what a supposition adds.

    from_: by fact, its level and rule (-1: as others are known of its integer). plain: by fact, the
    rule and the value that make it plain. broken: a rule that these facts contradict, or -1. dirty:
    rules to be asked next.
    """

    def __init__(self, facts: Facts, below: "Known | None" = None) -> None:
        self.facts = facts
        self.below: Mapping[int, tuple[int, int]] = below.from_ if below else {}
        self._plain_below = below.plain if below else {}
        self.level, self.broken = 0, -1
        self.from_: dict[int, tuple[int, int]] = {}
        self.plain: dict[int, tuple[int, int]] = {}
        self.dirty = set[int]()

    def __contains__(self, fact: object) -> bool:
        return fact in self.from_ or fact in self.below

    def near(self, oracle: Oracle) -> list[int]:
        """What is known in the scope of a rule."""
        return [*(oracle.near & self.below.keys()), *(oracle.near & self.from_.keys())]

    def learn(self, found: Iterable[int], rule: int) -> set[int]:
        """Add facts, and what is plain from them. Returns the places of what is new."""
        places = set[int]()
        for fact in found:
            if fact in self:
                continue
            if -fact in self:
                self.broken = rule
                break
            self.from_[fact] = self.level, rule
            place = self.facts.place(fact)
            places.add(place)
            if fact > 0 and self.facts.is_integer(place):
                others = [-x for x in self.facts.bits[place] if x != fact]
                self.from_ |= {x: (self.level, -1) for x in others if x not in self}
                for near in self.facts.about[place]:
                    for x in self.facts.plain(near, fact):
                        if x not in self and -x not in self:
                            self.from_[x], self.plain[x] = (self.level, near), (near, fact)
                            places.add(self.facts.place(x))
        self.dirty |= self.facts.rules_at(places)
        return places

    def because(self, rule: int, fact: int, before: int | None = None) -> list[int]:
        """The least facts by which a rule implies a fact (0: a contradiction).

        before: of a supposition, only what was found at lower levels.
        """
        return self.reason(self.facts.rules[rule], self.facts.places[rule], fact, before)

    def reason(
        self, oracle: Oracle, places: Iterable[int], fact: int, before: int | None = None
    ) -> list[int]:
        """The same of any oracle: the surest facts first; of an integer its value alone."""
        found: list[tuple[int, bool, int]] = []
        for place in places:
            bits = self.facts.bits[place]
            value = next((x for x in bits if self._at(x, before) is not None), 0)
            levels = [(self._at(x, before), x) for x in ([value] if value else [-x for x in bits])]
            found += [(level, x < 0, x) for level, x in levels if level is not None]
        return oracle.because(fact, [x for *_, x in sorted(found)])

    def _at(self, fact: int, before: int | None) -> int | None:
        """The level of a fact, -1 for what was known before; None where it is not known."""
        if fact in self.below:
            return -1
        found = self.from_.get(fact)
        return None if found is None or (before is not None and found[0] >= before) else found[0]

    def link(self, shown: Sequence[int], rules: Iterable[int], because: Iterable[int]) -> Link:
        """A link; facts that are plain give way to what makes them so."""
        all_rules, facts = dict.fromkeys(rules), dict[int, None]()
        for fact in because:
            plain = self.plain.get(fact) or self._plain_below.get(fact)
            if plain is None:
                facts[fact] = None
            else:
                all_rules[plain[0]] = facts[plain[1]] = None
        return Link(tuple(shown), tuple(all_rules), tuple(facts))


class Trial(Known):
    """A supposition, and what follows from it so far."""

    def __init__(self, below: Known, fact: int) -> None:
        super().__init__(below.facts, below)
        self.fact = fact
        self.learn([fact], -1)

    def advance(self, clock: Clock) -> bool:
        """One level more; whether that contradicts a rule."""
        self.level += 1
        found: list[tuple[int, set[int]]] = []
        for rule in self.facts.in_order(self.dirty):
            clock.check()
            oracle = self.facts.rules[rule]
            following = oracle.quickly(self.near(oracle))
            if following is None:
                self.broken = rule
                return True
            found.append((rule, following))
        self.dirty = set()
        for rule, following in found:
            self.learn(following, rule)
            if self.broken >= 0:
                return True
        return False

    def chain(self) -> tuple[Link, ...]:
        """The links from the supposition to the contradiction, the last one."""
        last = self.link((), [self.broken], self.because(self.broken, 0))
        found: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        queue = list(last.because)
        for fact in queue:
            if fact in self.below or fact == self.fact:
                continue
            level, rule = self.from_[fact]
            because = self.because(rule, fact, level)
            found.setdefault((rule, tuple(because)), []).append(fact)
            queue += (x for x in self.link((), [rule], because).because if x not in queue)
        links = [self.link(shown, [rule], because) for (rule, because), shown in found.items()]
        return (*sorted(links, key=lambda link: self.from_[link.shown[0]][0]), last)


class Deduction(Deducing):
    """A deduction in progress. findings: its steps. wrong: whether it met a contradiction."""

    def __init__(self, puzzle: Declared, facts: Facts | None = None) -> None:
        self.puzzle = puzzle
        if facts is not None:
            self.facts = facts
        self.findings: list[Finding] = []
        self.wrong = False
        self._bound = ALL
        self._spared = set[int]()
        # By rule: what follows and is not known yet, and the step that was made of it.
        self._open: dict[int, set[int]] = {}
        self._ready: dict[int, Finding] = {}
        self._trials: dict[int, Trial] = {}

    @cached_property
    def facts(self) -> Facts:
        """The facts of the puzzle. Raises OutOfTimeError by the clock."""
        return Facts(encoded(self.puzzle, self.clock), self.clock)

    @cached_property
    def known(self) -> Known:
        """What is known so far; at first what clues state of their own places, without a step."""
        found = Known(self.facts)
        found.learn(self.facts.given, -1)
        for number, rule in enumerate(self.facts.encoded.model.rules):
            clue = rule.clue is not None and number in self.facts.kept
            if clue and len(self.facts.places[number]) == 1:
                given = self.facts.rules[number].following(())
                self.wrong |= given is None
                found.learn(sorted(given or (), reverse=True), number)
        found.dirty = set(self.facts.kept)
        return found

    # -- the contract of grading -----------------------------------------------------------------

    @property
    def hardest(self) -> str:
        """See the contract."""
        return RULES[max((finding.way for finding in self.findings), default=0)]

    @property
    def settled(self) -> bool:
        """Whether every place is decided; where there is none, once every rule was examined."""
        begun = "known" in self.__dict__ and not self.wrong
        examined = begun and bool(self.facts.bits or not self.known.dirty)
        return examined and all(map(self._is_settled, range(len(self.facts.bits))))

    def run_rules(self) -> bool:
        """See the contract: one rule, and two."""
        self._run([self._by_one, self._by_two])
        return self.wrong or self.settled

    def run(self) -> None:
        """See the contract."""
        self._run([self._by_one, self._by_two, self._by_supposing, self._by_all])

    def spare(self, solution: bytes) -> None:
        """See the contract."""
        self._spared |= self.facts.of_solution(solution)

    def result(self, stop: Stop = Stop.STUCK) -> Result:
        """See the contract. Counter: steps."""
        counters = {"steps": len(self.findings)}
        if self.wrong:
            return Result(exhausted=True, counters=counters)
        if self.settled:
            return Result((self.facts.solution(self.known),), exhausted=True, counters=counters)
        return Result(stop=stop, counters=counters)

    def settles(self, hardest: int) -> bool:
        """Whether ways up to this one do; the first harder step ends it."""
        self._bound = hardest
        first = self._by_one if hardest < CASES else self._by_each
        ways = [first, self._by_two, self._by_supposing, self._by_all]
        self._run(ways[: 1 if hardest < TWO else 2 if hardest < SHORT else 3 + (hardest == ALL)])
        return self.settled and not self.wrong

    def _run(self, ways: Sequence[Callable[[], Finding | None]]) -> None:
        number = 0
        self.wrong |= self.known.broken >= 0
        while number < len(ways) and not (self.wrong or self.settled):
            if self.most is not None and len(self.findings) >= self.most:
                break
            self.clock.check()
            found = ways[number]()
            number = 0 if found is not None else number + 1
            if found is not None and found.way > self._bound:
                break
            if found is not None:
                self.findings.append(found)
                self._touch(self.known.learn(found.link.shown, found.link.rules[0]))
                self.wrong = self.known.broken >= 0

    def _touch(self, places: Collection[int]) -> None:
        """What is about these places is to be examined again."""
        rules = self.facts.rules_at(places)
        for pair in self.__dict__.get("_pairs", ()):
            if not rules.isdisjoint(pair):
                self._dirty_pairs[pair] = None
        facts = [x for place in places for bit in self.facts.bits[place] for x in (bit, -bit)]
        contrary = {-x for x in facts if x in self.known}
        # A supposition that found the contrary begins again: its reasons are those of before.
        old = self._trials.items()
        self._trials = {f: trial for f, trial in old if contrary.isdisjoint(trial.from_)}
        for trial in self._trials.values():
            trial.dirty |= rules

    # -- one rule, two rules ---------------------------------------------------------------------

    def _following(self, oracle: Oracle) -> set[int]:
        """What follows and is not known."""
        self.clock.check()
        near = self.known.near(oracle)
        key = id(oracle), frozenset(near)
        if key not in self.facts.found:
            self.facts.found[key] = oracle.following(near)
        following = self.facts.found[key]
        self.wrong |= following is None
        return {x for x in following or () if x not in self.known}

    def _by_one(self) -> Finding | None:
        for rule in self.facts.in_order(self.known.dirty):
            self.known.dirty.discard(rule)
            self._open[rule] = self._following(self.facts.rules[rule])
            if self.wrong:
                return None
        ready = [found for found in map(self._of_rule, list(self._open)) if found]
        return min(ready, key=self._cost, default=None)

    def _by_each(self) -> Finding | None:
        """All that each rule shows, without reasons."""
        found = set[int]()
        for rule in self.facts.in_order(self.known.dirty):
            self.known.dirty.discard(rule)
            found |= self._following(self.facts.rules[rule])
        return Finding(CASES, Link((*found,), (-1,), ())) if found and not self.wrong else None

    def _cost(self, found: Finding) -> tuple[int, int, int, int]:
        """The way, then few rules, those of small weight, then few facts, then many findings."""
        rules, link = self.facts.encoded.model.rules, found.link
        weight = sum(rules[rule].weight if rule < len(rules) else 1 for rule in link.rules)
        return found.way, weight, len(link.because), -len(link.shown)

    def _of_rule(self, rule: int) -> Finding | None:
        """The next step by one rule that has been examined."""
        left = self._open[rule] = {x for x in self._open[rule] if x not in self.known}
        if not left:
            del self._open[rule]
            self._ready.pop(rule, None)
            return None
        found = self._ready.get(rule)
        shown = tuple(x for x in found.link.shown if x in left) if found else ()
        if found is None or not shown:
            found = self._step(self.facts.rules[rule], self.facts.places[rule], left, (rule,))
        elif len(shown) < len(found.link.shown):
            found = replace(found, link=replace(found.link, shown=shown))
        self._ready[rule] = found
        return found

    def _step(
        self, oracle: Oracle, places: Iterable[int], left: set[int], rules: Sequence[int]
    ) -> Finding:
        """What follows from the least facts that imply one of these."""
        fact = min(left, key=lambda x: (x < 0, abs(x)))
        because = self.known.reason(oracle, places, fact)
        following = oracle.following(because) or set()
        shown = sorted((x for x in left if x in following or x == fact), key=abs)
        settled = {self.facts.place(x) for x in shown if x > 0}
        shown = [x for x in shown if x > 0 or self.facts.place(x) not in settled]
        plain = ONE if oracle.is_plain(fact, because) else CASES
        return Finding(TWO if len(rules) > 1 else plain, self.known.link(shown, rules, because))

    @cached_property
    def _pairs(self) -> dict[tuple[int, int], set[int]]:
        """Pairs of rules by clauses that share two places or more, and these; few places first."""
        facts = self.facts
        places = {
            rule: set(facts.places[rule])
            for rule, clauses in enumerate(facts.encoded.rules)
            if rule in facts.kept and clauses and len(facts.rules[rule].scope) < _WIDE
        }
        pairs = [(a, b) for a, b in combinations(places, 2) if len(places[a] & places[b]) > 1]
        pairs.sort(key=lambda pair: (len(places[pair[0]] | places[pair[1]]), pair))
        return {(a, b): places[a] & places[b] for a, b in pairs[:_PAIRS]}

    @cached_property
    def _dirty_pairs(self) -> dict[tuple[int, int], None]:
        return dict.fromkeys(self._pairs)

    def _is_settled(self, place: int) -> bool:
        bits = self.facts.bits[place]
        return any(x in self.known for x in bits) or (len(bits) == 1 and -bits[0] in self.known)

    def _by_two(self) -> Finding | None:
        dirty = self._dirty_pairs
        for pair in [pair for pair in self._pairs if pair in dirty] if dirty else ():
            # With one open place in common each rule alone finds all that both do.
            if sum(not self._is_settled(place) for place in self._pairs[pair]) > 1:
                together = self.facts.together(pair)
                left = self._following(together)
                if self.wrong:
                    return None
                if left:
                    places = sorted({p for rule in pair for p in self.facts.places[rule]})
                    return self._step(together, places, left, pair)
            del dirty[pair]
        return None

    # -- suppositions, all cases -----------------------------------------------------------------

    def _suppositions(self) -> Iterator[int]:
        """Facts that may be refuted: of integers their values, of Booleans both."""
        for place, bits in enumerate(self.facts.bits):
            signs = (1,) if self.facts.is_integer(place) else (1, -1)
            open_ = [x for x in bits if x not in self.known and -x not in self.known]
            facts = (sign * x for x in open_ for sign in signs) if len(open_) <= _FEW else ()
            yield from (fact for fact in facts if fact not in self._spared)

    def _by_supposing(self) -> Finding | None:
        old = self._trials
        self._trials = {x: old.get(x) or Trial(self.known, x) for x in self._suppositions()}
        trials = list(self._trials.values())
        while trials := [trial for trial in trials if trial.dirty]:
            chains: list[tuple[int, int, tuple[Link, ...]]] = []
            left = len(trials)
            for trial in trials:
                if trial.advance(self.clock):
                    links = trial.chain()
                    chains.append((len(links), trial.fact, links))
                    left = min(left, _MORE)
                left -= 1
                if not left:
                    break
            if chains:
                return self._refuted(*min(chains)[1:])
        return None

    def _refuted(self, fact: int, links: tuple[Link, ...]) -> Finding:
        del self._trials[fact]
        rules = dict.fromkeys(rule for link in links for rule in link.rules)
        because = dict.fromkeys(x for link in links for x in link.because if x in self.known)
        way = SHORT if len(links) <= _LINKS else LONG
        return Finding(way, Link((-fact,), tuple(rules), tuple(because)), links)

    @cached_property
    def _whole(self) -> Whole:
        return Whole(self.facts.encoded)

    def _by_all(self) -> Finding | None:
        found = self._whole.forced(self.facts, self.known.from_, self._spared, self.clock)
        self.wrong |= found is not None and not found[0]
        if found is None or self.wrong:
            return None
        fact, rules, because = found
        return Finding(ALL, self.known.link((fact,), rules, because))
