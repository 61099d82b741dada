"""The deduction of any declared kind: steps by one rule, then refutations of suppositions.

- *one rule*: a fact follows from the rule and the facts near it by unit propagation. The step with
  the fewest facts comes first.
- *cases of a rule*: a fact follows from one rule otherwise (reasoning.py), as from combinations of
  a sum.
- Then a fact is supposed, and all rules together refute it. The reason is a core of rules and facts
  (whole.py). Cores are stored, since what refutes a supposition always refutes it. Some of the
  smallest cores are minimised, and the one with the fewest rules is the step. A core of *two rules*
  needs no more words. For more rules, the consequences of the supposition by one rule at a time are
  found level by level. The *supposition* is a chain of the links that the contradiction needs; it
  is *short* if it has at most three links. If one rule at a time does not suffice, *all cases* of
  these rules are the reason. A step shows everything that its rules and facts refute at once.

Some consequences of an integer's value by one rule are plain (its other values are false, the same
value in a row is false). They are learnt without a step; if a step needs one, the rule and the
value join its reasons.

If a budget ends first, the steps so far remain. Cost: a rule is examined again if a fact in its
scope is new; each supposition has one core of all rules, which takes some tenths of a millisecond
to some milliseconds; then a step takes some ten small searches. Explanations by small reasons are
those of Bogaerts2020.
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

# Links of a short supposition; levels of a chain. For each step: new suppositions until a core is
# small; the size of a small core; cores that are tried, and their members. Conflicts after which a
# supposition is hard; the size of a core that is minimised before a chain is sought.
_LINKS, _LEVELS, _ASKED, _PLAIN, _TRIED, _MEMBERS = 3, 20, 100, 6, 8, 400
_CONFLICTS, _FEW = 100, 40


@dataclass(frozen=True)
class Finding:
    """A consequence of rules and facts. shown: empty if they contradict each other.

    way: the number of a step in ``RULES``. links: the chain of a supposition.
    """

    shown: tuple[int, ...]
    rules: tuple[int, ...]
    because: tuple[int, ...]
    way: int = ONE
    links: tuple["Finding", ...] = ()


class Known:
    """The known facts with their reasons.

    from_: for each fact its level, its rule (-1: its integer has another value), and the fact or
    the value that makes it plain. broken: a rule that these facts violate, or -1. dirty: the rules
    to examine.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts, self.level, self.broken = facts, 0, -1
        self.from_: dict[int, tuple[int, int, int]] = {}
        self.dirty = set[int]()

    def near(self, oracle: Oracle) -> list[int]:
        """Return the known facts in the scope of a rule."""
        return [*(oracle.near & self.from_.keys())]

    def learn(self, found: Iterable[int], rule: int) -> None:
        """Add facts and their plain consequences."""
        places, known = set[int](), self.from_
        for fact in found:
            if fact in known:
                continue
            if -fact in known:
                self.broken = rule
                break
            known[fact] = self.level, rule, fact
            place = self.facts.place(fact)
            places.add(place)
            if fact > 0 and self.facts.is_integer(place):
                others = [-x for x in self.facts.bits[place] if x != fact]
                known |= {x: (self.level, -1, x) for x in others if x not in known}
                for near in self.facts.about[place]:
                    for x in self.facts.plain(near, fact):
                        if x not in known and -x not in known:
                            known[x] = self.level, near, fact
                            places.add(self.facts.place(x))
        self.dirty |= {rule for place in places for rule in self.facts.about[place]}

    def reason(self, rule: int, fact: int, before: int | None = None) -> list[int]:
        """Return minimal facts by which a rule implies ``fact`` (0: a contradiction).

        The facts learnt first come first. before: use only facts of lower levels.
        """
        oracle, of = self.facts.rules[rule], self.from_
        found = self.facts.bare(x for x in self.near(oracle) if before is None or of[x][0] < before)
        return oracle.because(fact, sorted(found, key=lambda x: (of[x][0], x < 0, x)))

    def found(
        self, shown: Iterable[int], rules: Iterable[int], because: Iterable[int], way: int = ONE
    ) -> Finding:
        """Return a finding in which plain facts are replaced by their rules and values."""
        of = {fact: self.from_[fact][1:] for fact in because}
        plain = (rule for fact, (rule, value) in of.items() if value != fact)
        facts = dict.fromkeys(value for _, value in of.values())
        return Finding(
            (*self.facts.bare(shown),), (*dict.fromkeys([*rules, *plain]),), (*facts,), way
        )


class Trial(Known):
    """The consequences of a supposition by one rule at a time. Facts have level 0, it has 1."""

    def __init__(self, known: Known, fact: int) -> None:
        super().__init__(known.facts)
        self.from_, self.level = {**known.from_}, 1
        self.learn([fact], -1)

    def chain(self, clock: Clock, levels: int = _LEVELS) -> tuple[Finding, ...]:
        """Return the links up to the contradiction, which is the last one; () if there is none."""
        while self.broken < 0 and self.level < levels and self.dirty:
            self.level += 1
            found = list[tuple[set[int], int]]()
            asked, self.dirty = self.facts.in_order(self.dirty), set()
            for rule in asked:
                clock.check()
                oracle = self.facts.rules[rule]
                following = oracle.quickly(self.near(oracle))
                if following is None:
                    self.broken = rule
                    return self._links()
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
        # By rule, the step of its consequences that are not known yet.
        self._ready: dict[int, Finding] = {}
        # Suppositions that took long; the cores of others; the steps of these cores.
        self._hard = set[int]()
        self._cores: dict[int, list[int]] = {}
        self._least_of: dict[int, Finding] = {}

    @cached_property
    def facts(self) -> Facts:
        """The facts of the puzzle. Raises OutOfTimeError by the clock."""
        return Facts(encoded(self.puzzle, self.clock), self.clock)

    @cached_property
    def known(self) -> Known:
        """The known facts; at first those that clues state of their own places, without a step."""
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
        return self._ended and not self.wrong and self._holds

    @cached_property
    def _holds(self) -> bool:
        """Whether the rules hold if every place is decided; otherwise there is no solution."""
        return not self.puzzle.violation(self.facts.solution(self.known.from_))

    @property
    def _ended(self) -> bool:
        """Whether there is a contradiction, or every place is decided."""
        return self.wrong or ("known" in self.__dict__ and not self.left())

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
        if not self._ended:
            return Result(stop=stop, counters=counters)
        found = (self.facts.solution(self.known.from_),) if self.settled else ()
        return Result(found, exhausted=True, counters=counters)

    def settles(self, hardest: int, before: "Deduction | None" = None) -> bool:
        """Return whether ways up to ``hardest`` settle the puzzle; the first harder step ends it.

        before: a deduction by the same facts and fewer rules that did not settle it.
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
        """Return the open places."""
        known, bits = self.known.from_.keys(), enumerate(self.facts.bits)
        return [n for n, of in bits if known.isdisjoint(of if of[1:] else (*of, -of[0]))]

    # -- one rule --------------------------------------------------------------------------------

    def _news(self) -> Iterator[tuple[int, set[int]]]:
        """Yield the dirty rules with their consequences that are not known yet."""
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
        """Return the cheapest step that a rule has ready."""
        for rule, left in self._news():
            before = self._ready.pop(rule, None)
            if before and (shown := tuple(x for x in before.shown if x in left)):
                self._ready[rule] = replace(before, shown=shown)
            elif left:
                self._ready[rule] = self._step(rule, left)
        return None if self.wrong else min(self._ready.values(), key=self._cost, default=None)

    def _by_each(self) -> Finding | None:
        """Return all consequences of each rule, without reasons."""
        found = {x for _, left in self._news() for x in left}
        return Finding((*found,), (-1,), (), CASES) if found and not self.wrong else None

    def _cost(self, found: Finding) -> tuple[int, int, int, int]:
        """Prefer the easier way, then rules of less weight, then fewer facts, then more shown."""
        rules = self.facts.stated
        weight = sum(rules[rule].weight if rule < len(rules) else 1 for rule in found.rules)
        return found.way, weight, len(found.because), -len(found.shown)

    def _step(self, rule: int, left: set[int]) -> Finding:
        """Return the consequences of minimal facts that imply one of ``left``."""
        oracle, fact = self.facts.rules[rule], min(left, key=lambda x: (x < 0, abs(x)))
        because = self.known.reason(rule, fact)
        following = oracle.following(because) or set()
        shown = sorted((x for x in left if x in following or x == fact), key=abs)
        way = ONE if oracle.is_plain(fact, because) else CASES
        return self.known.found(shown, [rule], because, way)

    # -- suppositions ----------------------------------------------------------------------------

    def _suppositions(self) -> list[int]:
        """Return the facts that may be refuted; places with few open values come first."""
        known = self.known.from_
        open_ = [[x for x in of if x not in known and -x not in known] for of in self.facts.bits]
        signed = [fact for of in sorted(open_, key=len) for x in of for fact in (x, -x)]
        return [fact for fact in signed if fact not in self._spared]

    def _refuted(self, given: Sequence[int]) -> list[int]:
        """Return suppositions with a core; hard ones are tried only if no other has one."""
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
        """Return the step with the fewest rules among the shortest refutations.

        With a bound, return the first one within the bound, as any settles as much.
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
        """Return a refutation that also shows what its rules and facts refute at once."""
        (fact,), whole = step.shown, self.facts.whole
        guards = (whole.all[rule] for rule in step.rules if rule < len(whole.all))
        members = [*guards, *step.because]
        others = [-x for x in self._suppositions() if x != -fact and whole.refutes(x, members)]
        return replace(step, shown=tuple(self.facts.bare([fact, *others])))

    def _ask(self, fact: int, given: Sequence[int], conflicts: int | None) -> None:
        """Store the core of a supposition if it is smaller than before; or spare a model."""
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
        """Return the step that refutes a supposition: two rules, a chain, or a minimal core.

        A large core is minimised only if there is no chain: that takes a search for each member.
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
        """Return the step of a chain; with one or two rules it needs no more words."""
        rules = dict.fromkeys(rule for link in links for rule in link.rules)
        because = dict.fromkeys(x for of in links for x in of.because if x in self.known.from_)
        way = (CASES, TWO, SHORT, LONG)[min(len(links), _LINKS + 1) - 1]
        return Finding((fact,), (*rules,), (*because,), way, links if way > TWO else ())

    def _of_core(self, fact: int) -> Finding:
        """Return the step of a minimal core. Rules of many places are removed first, facts last."""
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
