"""Properties of a state space, with a witness or a counterexample: AG, EF, AF and AG EF.

The names are those of branching-time logic (Clarke1981), for the initial states:

======================  =======  ==================================================================
``invariant(p)``        AG p     p holds in every reachable state; else a shortest path to a state
                                 where it fails. "The goal is never reached" is an invariant: its
                                 counterexample is a solution (Kamies2016)
``possible(p)``         EF p     some path leads to p; then a shortest one
``inevitable(p)``       AF p     every path leads to p; else a path that never does: it ends
                                 without a successor or returns to one of its own states (a lasso)
``always_possible(p)``  AG EF p  from every reachable state some path leads to p; else a shortest
                                 path to a state from which no path does
======================  =======  ==================================================================

With several initial states, AG, AF and AG EF require all of them, EF at least one. Predicates must
not distinguish states of equal canonical form. Cost: every state is expanded at most once;
``always_possible`` also keeps the transitions, some 40 bytes each. UNKNOWN if the budget ends.
"""

from array import array
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from cpstudy.core.result import Budget, PathResult, Reachability, Stop, Truth
from cpstudy.state_spaces.limits import Limits, plain_bytes, plain_pace
from cpstudy.state_spaces.paths import along, chain
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.space import State, StateSpace


@dataclass(frozen=True)
class Answer:
    """Whether a property holds, and the witness or counterexample.

    path: the moves of the witness (EF) or counterexample (the others); None if there is none.
    trace: the states along it. loop: for a lasso, the index in ``trace`` of the state to which the
    last state returns. states: states visited. stop: the limit that was reached, else DONE.
    """

    truth: Truth
    path: tuple[Hashable, ...] | None = None
    trace: tuple[Hashable, ...] = ()
    loop: int | None = None
    states: int = 0
    stop: Stop = Stop.DONE


def possible(
    space: StateSpace[State], wanted: Callable[[State], bool], budget: Budget | None = None
) -> Answer:
    """EF: can a state be reached where ``wanted`` holds?"""
    result = breadth_first(space, budget or Budget(), goal=wanted)
    return _answer(result, Truth.HOLDS, Truth.FAILS)


def invariant(
    space: StateSpace[State], holds: Callable[[State], bool], budget: Budget | None = None
) -> Answer:
    """AG: does ``holds`` hold in every reachable state?"""
    broken = breadth_first(space, budget or Budget(), goal=lambda state: not holds(state))
    return _answer(broken, Truth.FAILS, Truth.HOLDS)


def _answer(result: PathResult, reached: Truth, unreachable: Truth) -> Answer:
    if result.verdict is Reachability.FOUND:
        return Answer(reached, result.path, result.trace, states=result.states)
    if result.verdict is Reachability.UNREACHABLE:
        return Answer(unreachable, states=result.states)
    return Answer(Truth.UNKNOWN, states=result.states, stop=result.stop)


def inevitable(
    space: StateSpace[State], wanted: Callable[[State], bool], budget: Budget | None = None
) -> Answer:
    """AF: does every path, followed to its end, meet a state where ``wanted`` holds?

    Depth first through the states where ``wanted`` fails. A state without successors, or one that
    is already on the path, ends a path that never meets a wanted state.
    """
    limits = Limits(budget or Budget(), None)
    canonical = space.canonical
    # The index on the path, or -1 if the search has left the state.
    place: dict[Hashable, int] = {}
    path: list[tuple[str, State]] = []
    waiting = [[("", state, 0) for state in space.initial()]]
    each = look = 0
    pace = plain_pace()
    while waiting:
        if not waiting[-1]:
            waiting.pop()
            if path:
                place[canonical(path.pop()[1])] = -1
            continue
        label, state, _ = waiting[-1].pop()
        if wanted(state):
            continue
        key = canonical(state)
        known = place.get(key)
        if known == -1:
            continue
        if known is not None:
            return _never(len(place), [*path, (label, state)], known)
        stop: Stop | None = None
        if len(place) >= look:
            each = each or plain_bytes(state)
            stop = limits.strikes(len(place), len(path), len(path), each * (len(place) + 1))
            look += pace.next()
        if len(place) >= limits.states:
            stop = Stop.STATES
        if stop is None:
            following, stop = limits.listed(space.successors(state))
        if stop is not None:
            return Answer(Truth.UNKNOWN, states=len(place), stop=stop)
        place[key] = len(path)
        path.append((label, state))
        if not following:
            return _never(len(place), path, None)
        waiting.append(following)
    return Answer(Truth.HOLDS, states=len(place))


def _never(states: int, path: list[tuple[str, State]], loop: int | None) -> Answer:
    moves = tuple(label for label, _ in path[1:])
    return Answer(Truth.FAILS, moves, tuple(state for _, state in path), loop, states)


def always_possible(
    space: StateSpace[State], wanted: Callable[[State], bool], budget: Budget | None = None
) -> Answer:
    """AG EF: can ``wanted`` be reached from every reachable state?"""
    limits = Limits(budget or Budget(), None)
    canonical = space.canonical
    number: dict[Hashable, int] = {}
    states: list[State] = []
    parents, sources, targets = array("q"), array("q"), array("q")

    def numbered(state: State, parent: int | None) -> int:
        key = canonical(state)
        if key not in number:
            number[key] = len(states)
            parents.append(len(states) if parent is None else parent)
            states.append(state)
        return number[key]

    for state in space.initial():
        numbered(state, None)
    each = plain_bytes(states[0]) if states else 0
    head = look = 0
    pace = plain_pace()
    while head < len(states):
        stop: Stop | None = None
        if head == look:
            used = each * len(states) + 40 * len(sources)
            stop = limits.strikes(len(states), len(states) - head, 0, used)
            look += pace.next()
        if len(states) > limits.states:
            stop = Stop.STATES
        if stop is None:
            following, stop = limits.listed(space.successors(states[head]))
        if stop is not None:
            return Answer(Truth.UNKNOWN, states=min(len(states), limits.states), stop=stop)
        for _, state, _ in following:
            target = numbered(state, head)
            sources.append(head)
            targets.append(target)
        head += 1

    before: list[list[int]] = [[] for _ in states]
    for source, target in zip(sources, targets, strict=True):
        before[target].append(source)
    waiting = [i for i, state in enumerate(states) if wanted(state)]
    able = bytearray(len(states))
    for i in waiting:
        able[i] = 1
    while waiting:
        for i in before[waiting.pop()]:
            if not able[i]:
                able[i] = 1
                waiting.append(i)
    lost = able.find(0)
    if lost == -1:
        return Answer(Truth.HOLDS, states=len(states))
    path = along(space, [states[i] for i in chain(parents, lost)], limits)
    if path is None:
        return Answer(Truth.UNKNOWN, states=len(states), stop=Stop.TIME)
    return Answer(Truth.FAILS, path.labels, path.states, states=len(states))
