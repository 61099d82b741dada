"""The RUP checker is compared with an independent slow one on sound and mutated proofs."""

import itertools
import random
from collections import Counter
from itertools import product

import pytest

from cpstudy.encode.rup import Formula, Step, read_dimacs, read_proof, why_no_refutation

Clause = tuple[int, ...]


def naive(clauses: list[Clause], steps: list[Step]) -> bool:
    """Check each added clause by exhaustive unit propagation, without deleting clauses."""
    known = [set(clause) for clause in clauses]
    for step in steps:
        if step.deletes:
            continue
        true, false = {-literal for literal in step.clause}, set(step.clause)
        conflict = not true.isdisjoint(false)
        changed = True
        while changed and not conflict:
            changed = False
            for clause in known:
                if not clause.isdisjoint(true):
                    continue
                left = clause - false
                if not left:
                    conflict = True
                elif len(left) == 1:
                    true |= left
                    false |= {-literal for literal in left}
                    changed = True
        if not conflict:
            return False
        known.append(set(step.clause))
    return set() in known


def satisfiable(formula: Formula) -> bool:
    return any(
        all(any(values[abs(x) - 1] is (x > 0) for x in clause) for clause in formula.clauses)
        for values in product((False, True), repeat=formula.variables)
    )


def random_formula(
    rng: random.Random, variables: int, ratio: float, lengths: tuple[int, ...] = (2, 3, 3, 3, 3)
) -> Formula:
    clauses = []
    for _ in range(round(ratio * variables)):
        chosen = rng.sample(range(1, variables + 1), min(variables, rng.choice(lengths)))
        clauses.append(tuple(rng.choice((1, -1)) * v for v in chosen))
    return Formula(variables, clauses)


def proof_of(formula: Formula, name: str) -> list[Step] | None:
    solvers = pytest.importorskip("pysat.solvers")
    with solvers.Solver(name, bootstrap_with=formula.clauses, with_proof=True) as solver:
        if solver.solve():
            return None
        lines = solver.get_proof()
    lines = [*itertools.takewhile(lambda line: line != "0", lines), "0"]
    return read_proof("".join(f"{line}\n" for line in lines), formula.variables)


SOLVERS = ("cadical153", "cadical195", "glucose4", "lingeling", "maplechrono")


@pytest.mark.parametrize("name", SOLVERS)
def test_proofs_of_solvers_hold(name):
    rng = random.Random(1)
    sound = deletions = 0
    for _ in range(25):
        formula = random_formula(rng, 50, 4.6)
        steps = proof_of(formula, name)
        if steps is not None:
            assert why_no_refutation(formula, steps) == ""
            sound += 1
            deletions += sum(step.deletes for step in steps)
    assert sound > 10
    assert deletions > 0 or not name.startswith("cadical")


def mutated(rng: random.Random, steps: list[Step], variables: int) -> list[Step]:
    """Return the proof with one change.

    A literal is negated, dropped or replaced; or a step is dropped or duplicated, or an addition
    becomes a deletion or the reverse.
    """
    place = rng.randrange(len(steps))
    step = steps[place]
    kind = rng.randrange(6)
    if kind < 3 and step.clause:
        clause = list(step.clause)
        spot = rng.randrange(len(clause))
        if kind == 0:
            clause[spot] = -clause[spot]
        elif kind == 1:
            del clause[spot]
        else:
            clause[spot] = rng.choice((1, -1)) * rng.randint(1, variables)
        return [*steps[:place], Step(step.line, tuple(clause), step.deletes), *steps[place + 1 :]]
    if kind == 3:
        return [*steps[:place], Step(step.line, step.clause, not step.deletes), *steps[place + 1 :]]
    if kind == 4:
        return [*steps[:place], step, step, *steps[place + 1 :]]
    return steps[:place] + steps[place + 1 :]


def test_what_is_accepted_after_a_mutation_is_valid():
    rng = random.Random(2)
    met: Counter[bool] = Counter()
    for _ in range(400):
        formula = random_formula(rng, rng.randint(8, 20), 5)
        steps = proof_of(formula, rng.choice(SOLVERS))
        if steps is None:
            continue
        for _ in range(rng.randint(1, 3)):
            steps = mutated(rng, steps, formula.variables)
            if not any(not step.deletes and not step.clause for step in steps):
                steps.append(Step(0, ()))  # the reader requires an empty clause
        accepted = why_no_refutation(formula, steps) == ""
        met[accepted] += 1
        if accepted:
            assert naive(formula.clauses, steps), steps
    assert min(met[True], met[False]) > 100, met


def test_without_deletions_it_is_the_naive_checker():
    """Without deletions both checkers agree on random steps, on all sorts of random formulas.

    Steps may be sensible or not, formulas satisfiable or not.
    """
    rng = random.Random(3)
    met: Counter[tuple[bool, bool]] = Counter()
    for _ in range(1500):
        lengths = rng.choice(((1, 2, 3), (3,)))
        formula = random_formula(rng, rng.randint(1, 7), rng.choice((2, 4, 6)), lengths)
        steps = []
        for line in range(rng.randint(0, 5)):
            clause = [
                rng.choice((1, -1)) * rng.randint(1, formula.variables)
                for _ in range(rng.randint(1, 3))
            ]
            steps.append(Step(line + 1, tuple(clause)))
        steps.append(Step(9, ()))
        accepted = why_no_refutation(formula, steps) == ""
        # After a conflict at the root, every step follows.
        assert accepted == naive(formula.clauses, steps)
        unsatisfiable = not satisfiable(formula)
        assert unsatisfiable or not accepted
        met[accepted, unsatisfiable] += 1
    assert min(met[True, True], met[False, True], met[False, False]) > 50, met


def test_deletions():
    formula = Formula(2, [(1, 2), (-1, 2), (1, -2), (-1, -2)])
    assert why_no_refutation(formula, read_proof("2 0\n0\n", 2)) == ""
    # A deleted clause is not used.
    gone = read_proof("d 1 2 0\n2 0\n0\n", 2)
    assert why_no_refutation(formula, gone) == "line 2: does not follow by unit propagation"
    # Literals may have another order; the second deletion finds no clause.
    twice = read_proof("2 0\nd 2 1 0\nd 1 2 0\n0\n", 2)
    assert why_no_refutation(formula, twice) == "line 3: deletes a clause that is not there"
    # A clause that implies a literal at the root stays.
    units = Formula(2, [(1,), (-1, 2), (-2, -1)])
    assert why_no_refutation(units, read_proof("d 1 0\n0\n", 2)) == ""
    # Only one of two equal clauses is deleted.
    double = Formula(2, [*formula.clauses, (2, 1)])
    assert why_no_refutation(double, read_proof("d 1 2 0\n2 0\n0\n", 2)) == ""


def test_small_things():
    empty = read_proof("0\n", 3)
    assert why_no_refutation(Formula(0, [()]), empty) == ""
    assert why_no_refutation(Formula(1, [(1,), (-1,)]), empty) == ""
    assert why_no_refutation(Formula(0, []), empty) != ""
    assert why_no_refutation(Formula(2, [(1, -1), (2, 2), (-2,)]), empty) == ""
    assert why_no_refutation(Formula(1, [(1,), (-1,)]), []) == ""  # refuted, but not by the proof
    assert why_no_refutation(Formula(1, [(1,)]), []) == "the empty clause is not derived"
    # Definitions of new variables (RAT) are refused.
    formula = Formula(3, [(1, 2), (-1, 2), (1, -2), (-1, -2)])
    extended = read_proof("3 0\n0\n", 3)
    assert why_no_refutation(formula, extended).startswith("line 1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no empty clause within 0 steps"),
        ("1 0\n", "no empty clause within 1 steps"),
        ("1 0\n0", "line 2: not ended"),
        ("1 2\n0\n", "line 1: '1 2' is not a clause"),
        ("1 0 \n0\n", "line 1"),
        ("d 0\n", "no empty clause"),
        ("1 0\n0\n1 0\n", "line 3: a step after the empty clause"),
        ("0\n0\n", "line 2: a step after the empty clause"),
        ("1 0\nx 1 0\n0\n", "line 2"),
        ("9 0\n0\n", "line 1: variable 9, but there are 3"),
        ("01 0\n0\n", "line 1"),
        ("\ufffd\n0\n", "line 1"),
    ],
)
def test_unreadable_proofs(text, message):
    with pytest.raises(ValueError, match=r".*") as caught:
        read_proof(text, 3)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no line 'p cnf"),
        ("c only\n", "no line 'p cnf"),
        ("1 0\np cnf 1 1\n", "line 1: '1 0': expected"),
        ("p cnf 1 2\n1 0\n", "1 clauses, but 2 were announced"),
        ("p cnf 1 1\n1 0\n-1 0\n", "2 clauses, but 1"),
        ("p cnf 1 1\n2 0\n", "line 2: variable 2, but there are 1"),
        ("p cnf 1 1\n1", "line 2: not ended"),
        ("p cnf 1 1\n1 -\n", "line 2: '1 -' is not a clause"),
    ],
)
def test_unreadable_formulas(text, message):
    with pytest.raises(ValueError, match=r".*") as caught:
        read_dimacs(text)
    assert message in str(caught.value)


def test_comments_are_skipped_and_clauses_kept():
    formula = read_dimacs("c a\np cnf 3 2\nc b\n1 -2 0\n0\n")
    assert formula == Formula(3, [(1, -2), ()])


@pytest.mark.pure
def test_uncompiled():
    formula = Formula(3, [*product((1, -1), (2, -2), (3, -3))])
    proofs = "2 3 0\n3 0\nd 2 3 0\n2 0\n0\n", "3 0\n0\n"
    result = [why_no_refutation(formula, read_proof(proof, 3)) for proof in proofs]
    assert result == ["", "line 1: does not follow by unit propagation"]
