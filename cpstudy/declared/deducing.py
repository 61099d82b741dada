"""The deduction of any declared kind: steps by one rule first, then by refuting suppositions.

- *one rule* with the facts near it, from which it follows at once, by unit propagation. The step
  with the fewest facts comes first.
- *cases of a rule*: everything else that follows from one (reasoning.py), as sums by their
  combinations.
- Then a fact is supposed, and all rules together refute it. The reason is a core of them and of
  facts (whole.py); cores are kept, since what refutes a supposition does so for ever. Of those of
  the fewest members some are minimised, and the one of the fewest rules is the step. By *two rules*
  it needs no more words. Of more, what follows from the supposition by these rules, one at a time,
  is found level by level: the *supposition* is a chain of the links that the contradiction needs,
  and *short* with three links at most. Where one rule at a time does not show it, *all cases* of
  these rules are the reason. A step shows all that its rules and facts refute at once.

What is plain at once from an integer's value by one rule (its own other values, the same value in
a row) is learnt without a step; where a step needs it, the rule and the value join its reasons.

Where a budget ends first, the steps stand. Cost: each rule is examined again when a fact in its
scope is new; a core a supposition, of all rules, once, some tenths of a millisecond to some
milliseconds each; then some ten small searches a step. Explanations by small reasons are those of
Bogaerts2020.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from cpstudy.core.clock import Clock
from cpstudy.core.grading import Deducing
from cpstudy.core.result import Result, Stop
from cpstudy.declared.clauses import encoded
from cpstudy.declared.puzzle import Declared
from cpstudy.declared.reasoning import Facts, Oracle

RULES = (
    "one rule", "cases of a rule", "two rules", "short supposition", "supposition", "all cases",
)  # fmt: skip
ONE, CASES, TWO, SHORT, LONG, ALL = range(len(RULES))

# Links of a short supposition; levels of a chain. Of a step: suppositions that are new, until a
# core has few members; cores that are tried, and their members; conflicts of a search before a
# supposition is hard; members of a core that is minimised before a chain.
_LINKS, _LEVELS, _ASKED, _PLAIN, _TRIED, _MEMBERS = 3, 20, 100, 6, 8, 400
_CONFLICTS, _FEW = 100, 40


@dataclass(frozen=True)
class Finding:
    """What follows from rules and facts; shown: none where they contradict each other.

    way: of a step, its number in ``RULES``. links: its chain where there is a supposition.
    """

    shown: tuple[int, ...]
    rules: tuple[int, ...]
    because: tuple[int, ...]
    way: int = ONE
    links: tuple["Finding", ...] = ()


class Known:
    """Facts that are known, and why.

    from_: by fact, its level and rule (-1: as others are known of its integer), and the fact itself
    or the value that makes it plain. broken: a rule that these facts contradict, or -1. dirty:
    rules to be asked next.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts, self.level, self.broken = facts, 0, -1
        self.from_: dict[int, tuple[int, int, int]] = {}
        self.dirty = set[int]()

    def __contains__(self, fact: object) -> bool:
        return fact in self.from_

    def near(self, oracle: Oracle) -> list[int]:
        """What is known in the scope of a rule."""
        return [*(oracle.near & self.from_.keys())]

    def learn(self, found: Iterable[int], rule: int) -> None:
        """Add facts, and what is plain from them."""
        places = set[int]()
        for fact in found:
            if fact in self:
                continue
            if -fact in self:
                self.broken = rule
                break
            self.from_[fact] = self.level, rule, fact
            place = self.facts.place(fact)
            places.add(place)
            if fact > 0 and self.facts.is_integer(place):
                others = [-x for x in self.facts.bits[place] if x != fact]
                self.from_ |= {x: (self.level, -1, x) for x in others if x not in self}
                for near in self.facts.about[place]:
                    for x in self.facts.plain(near, fact):
                        if x not in self and -x not in self:
                            self.from_[x] = self.level, near, fact
                            places.add(self.facts.place(x))
        self.dirty |= self.facts.rules_at(places)

    def reason(self, rule: int, fact: int, before: int | None = None) -> list[int]:
        """The least facts by which a rule implies a fact (0: a contradiction), the surest first.

        before: only what was found at lower levels.
        """
        oracle, of = self.facts.rules[rule], self.from_
        found = self.facts.bare(x for x in self.near(oracle) if before is None or of[x][0] < before)
        return oracle.because(fact, sorted(found, key=lambda x: (of[x][0], x < 0, x)))

    def found(
        self, shown: Iterable[int], rules: Iterable[int], because: Iterable[int], way: int = ONE
    ) -> Finding:
        """What follows; facts that are plain give way to what makes them so."""
        of = {fact: self.from_[fact][1:] for fact in because}
        plain = (rule for fact, (rule, value) in of.items() if value != fact)
        facts = dict.fromkeys(value for _, value in of.values())
        return Finding(
            (*self.facts.bare(shown),), (*dict.fromkeys([*rules, *plain]),), (*facts,), way
        )


class Trial(Known):
    """What follows from a supposition by one rule at a time. Facts have level 0, it has 1."""

    def __init__(self, known: Known, fact: int) -> None:
        super().__init__(known.facts)
        self.from_, self.level = {**known.from_}, 1
        self.learn([fact], -1)

    def chain(self, clock: Clock, levels: int = _LEVELS) -> tuple[Finding, ...]:
        """The links from the supposition to the contradiction, the last one; none without it."""
        order = self.facts.in_order
        while self.broken < 0 and self.level < levels and (asked := order(self.dirty)):
            self.level += 1
            self.dirty, found = set(), list[tuple[set[int], int]]()
            for rule in asked:
                clock.check()
                oracle = self.facts.rules[rule]
                following = oracle.quickly(self.near(oracle))
                if following is None:
                    self.broken = rule
                    break
                found.append((following, rule))
            for of in found:
                if self.broken < 0:
                    self.learn(*of)
        return self._links() if self.broken >= 0 else ()

    def _links(self) -> tuple[Finding, ...]:
        last = self.found((), [self.broken], self.reason(self.broken, 0))
        found: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        queue = list(last.because)
        for fact in queue:
            level, rule, _ = self.from_[fact]
            if level > 1:
                because = self.reason(rule, fact, level)
                found.setdefault((rule, tuple(because)), []).append(fact)
                queue += (x for x in self.found((), [rule], because).because if x not in queue)
        links = [self.found(shown, [rule], because) for (rule, because), shown in found.items()]
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
        # By rule a step of what follows from it and is not known yet.
        self._ready: dict[int, Finding] = {}
        # Suppositions that took long; what refutes others, of all rules and facts; steps of these.
        self._hard = set[int]()
        self._cores: dict[int, list[int]] = {}
        self._least_of: dict[int, Finding] = {}

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
        """Whether every place is decided as in a solution."""
        return not self.wrong and self._decided and self._holds

    @property
    def _decided(self) -> bool:
        return "known" in self.__dict__ and all(map(self._is_settled, range(len(self.facts.bits))))

    @cached_property
    def _holds(self) -> bool:
        """Whether the rules hold, where every place is decided; else there is no solution."""
        return not self.puzzle.violation(self.facts.solution(self.known))

    @property
    def _ended(self) -> bool:
        """Whether there is nothing left to find."""
        return self.wrong or self._decided

    def run_rules(self) -> bool:
        """See the contract: one rule."""
        self._run(self._by_one)
        return self._ended

    def run(self) -> None:
        """See the contract."""
        self._run(self._by_one, self._by_refuting)

    def spare(self, solution: bytes) -> None:
        """See the contract."""
        self._spared |= self.facts.of_solution(solution)

    def result(self, stop: Stop = Stop.STUCK) -> Result:
        """See the contract. Counter: steps."""
        counters = {"steps": len(self.findings)}
        if self._ended:
            found = (self.facts.solution(self.known),) if self.settled else ()
            return Result(found, exhausted=True, counters=counters)
        return Result(stop=stop, counters=counters)

    def settles(self, hardest: int, before: "Deduction | None" = None) -> bool:
        """Whether ways up to this one do; the first harder step ends it.

        before: one that they did not settle, of the same facts and fewer rules.
        """
        self._bound = hardest
        if before is not None:
            self.known.learn(before.known.from_, -1)
            self._cores = before._cores
        first = self._by_one if hardest < CASES else self._by_each
        self._run(*(first, self._by_refuting)[: 1 if hardest < TWO else 2])
        return self.settled

    def _run(self, *ways: Callable[[], Finding | None]) -> None:
        self.wrong |= self.known.broken >= 0
        while not self._ended and (self.most is None or len(self.findings) < self.most):
            self.clock.check()
            tried = (way() for way in ways if not self.wrong)
            found = next(filter(None, tried), None)
            if found is None or found.way > self._bound:
                break
            self.findings.append(found)
            self.known.learn(found.shown, found.rules[0])
            self.wrong = self.known.broken >= 0

    def left(self) -> list[int]:
        """The places that are open."""
        return [n for n in range(len(self.facts.bits)) if not self._is_settled(n)]

    def _is_settled(self, place: int) -> bool:
        bits = self.facts.bits[place]
        return any(x in self.known for x in bits) or (len(bits) == 1 and -bits[0] in self.known)

    # -- one rule --------------------------------------------------------------------------------

    def _news(self) -> Iterator[tuple[int, set[int]]]:
        """What rules show that is not known yet, of those that are dirty."""
        found = self.facts.found
        for rule in self.facts.in_order(self.known.dirty):
            self.clock.check()
            self.known.dirty.discard(rule)
            oracle = self.facts.rules[rule]
            near = self.known.near(oracle)
            key = id(oracle), frozenset(near)
            if key not in found:
                found[key] = oracle.following(near)
            if (following := found[key]) is None:
                self.wrong = True
                return
            yield rule, following.difference(self.known.from_)

    def _by_one(self) -> Finding | None:
        """Of the steps that rules have ready the one of least cost."""
        for rule, left in self._news():
            before = self._ready.pop(rule, None)
            shown = tuple(x for x in before.shown if x in left) if before else ()
            if before and shown:
                self._ready[rule] = replace(before, shown=shown)
            elif left:
                self._ready[rule] = self._step(rule, left)
        return None if self.wrong else min(self._ready.values(), key=self._cost, default=None)

    def _by_each(self) -> Finding | None:
        """All that each rule shows, without reasons."""
        found = {x for _, left in self._news() for x in left}
        return Finding((*found,), (-1,), (), CASES) if found and not self.wrong else None

    def _cost(self, found: Finding) -> tuple[int, int, int, int]:
        """The way, then few rules, those of small weight, then few facts, then many findings."""
        rules = self.facts.stated
        weight = sum(rules[rule].weight if rule < len(rules) else 1 for rule in found.rules)
        return found.way, weight, len(found.because), -len(found.shown)

    def _step(self, rule: int, left: set[int]) -> Finding:
        """What follows from the least facts that imply one of these."""
        oracle, fact = self.facts.rules[rule], min(left, key=lambda x: (x < 0, abs(x)))
        because = self.known.reason(rule, fact)
        following = oracle.following(because) or set()
        shown = sorted((x for x in left if x in following or x == fact), key=abs)
        way = ONE if oracle.is_plain(fact, because) else CASES
        return self.known.found(shown, [rule], because, way)

    # -- suppositions ----------------------------------------------------------------------------

    def _suppositions(self) -> list[int]:
        """Facts that may be refuted, both signs of each value, where few values are open first."""
        known = self.known
        open_ = [[x for x in of if x not in known and -x not in known] for of in self.facts.bits]
        signed = [fact for of in sorted(open_, key=len) for x in of for fact in (x, -x)]
        return [fact for fact in signed if fact not in self._spared]

    def _refuted(self, given: Sequence[int]) -> list[int]:
        """Suppositions with what refutes them; hard ones are left until there are no others."""
        untried = [x for x in self._suppositions() if x not in self._cores]
        fresh = [x for x in untried if x not in self._hard][:_ASKED]
        hard = [x for x in untried if x in self._hard]
        for group, conflicts in ((fresh, _CONFLICTS), (hard, _CONFLICTS), (untried, None)):
            for fact in group:
                if fact not in self._spared:
                    self._ask(fact, given, conflicts)
                size = len(self._cores.get(fact, ()))
                if size and (conflicts is None or size <= _PLAIN):
                    break
            if open_ := [x for x in self._suppositions() if x in self._cores]:
                return open_
        return []

    def _by_refuting(self) -> Finding | None:
        """The step of the fewest rules among the shortest refutations.

        Below a bound the first that keeps it, as any settles as much.
        """
        given, found = self.facts.bare(self.known.from_), list[Finding]()
        open_ = sorted(self._refuted(given), key=lambda fact: len(self._cores[fact]))[:_TRIED]
        spent = accumulate(len(self._cores[fact]) for fact in open_)
        tried = [fact for fact, size in zip(open_, spent, strict=True) if size <= _MEMBERS]
        for fact in tried or open_[:1]:
            found.append(self._least(fact, given))
            if self.wrong:
                return None
            if found[-1].way <= self._bound < ALL:
                break
        step = min(found, key=lambda x: (x.way, len(x.links), len(x.because)), default=None)
        return self._with_others(step) if step and self._bound == ALL else step

    def _with_others(self, step: Finding) -> Finding:
        """A refutation with the other suppositions that the same rules and facts refute at once."""
        (fact,), whole = step.shown, self.facts.whole
        guards = (whole.all[rule] for rule in step.rules if rule < len(whole.all))
        members = [*guards, *step.because]
        others = [-x for x in self._suppositions() if x != -fact and whole.refutes(x, members)]
        return replace(step, shown=tuple(self.facts.bare([fact, *others])))

    def _ask(self, fact: int, given: Sequence[int], conflicts: int | None) -> None:
        """Keep what refutes a supposition where it is less than before; else spare a model."""
        found = self.facts.whole.refutation([fact, *given], self.facts.kept, self.clock, conflicts)
        if found is None:
            self._hard.add(fact)
        elif not isinstance(found, list):
            self._spared |= {x if found[x - 1] else -x for x in self.facts.value}
        elif fact not in found:
            self.wrong = True
        elif fact not in self._cores or len(found) < len(self._cores[fact]):
            self._cores[fact] = found
            self._least_of.pop(fact, None)

    def _least(self, fact: int, given: Sequence[int]) -> Finding:
        """The step that refutes a supposition: two rules, a chain, or else a minimal core.

        A large core is minimised where there is no chain: that takes a search a member.
        """
        self._ask(fact, given, _CONFLICTS)
        if fact not in self._least_of or self._bound < ALL:
            found = self._of_core(fact) if len(self._cores[fact]) <= _FEW else None
            if found is None or found.way > TWO:
                levels = _LEVELS if self._bound > SHORT else self._bound + 1
                links = Trial(self.known, fact).chain(self.clock, levels)
                found = self._of_links(-fact, links) if links else found or self._of_core(fact)
            self._least_of[fact] = found
        return self._least_of[fact]

    def _of_links(self, fact: int, links: tuple[Finding, ...]) -> Finding:
        """The step of a chain; by one rule or two it needs no more words."""
        rules = dict.fromkeys(rule for link in links for rule in link.rules)
        because = dict.fromkeys(x for link in links for x in link.because if x in self.known)
        way = (CASES, TWO, SHORT, LONG)[min(len(links), _LINKS + 1) - 1]
        return Finding((fact,), (*rules,), (*because,), way, links if way > TWO else ())

    def _of_core(self, fact: int) -> Finding:
        """The step of a core, minimised: rules of many places go first, facts last."""
        whole, scope = self.facts.whole, [len(oracle.scope) for oracle in self.facts.rules]
        core = [x for x in self._cores[fact] if x != fact]
        core.sort(key=lambda x: -scope[whole.rule[x]] if x in whole.rule else 1)
        if self._bound < ALL:
            facts, rules = ([x for x in core if (x in whole.rule) is of] for of in (False, True))
            few = len(whole.minimal([fact, *facts], rules, self.clock, enough=2)) <= 2
            return Finding((-fact,), (-1,), (), TWO if few else ALL)
        core = whole.minimal([fact], core, self.clock)
        self._cores[fact] = [fact, *core]
        rules, because = whole.parted(core)
        way = (CASES, TWO, ALL)[min(max(len(core) - len(because), 1), 3) - 1]
        return self.known.found((-fact,), rules, because, way)
