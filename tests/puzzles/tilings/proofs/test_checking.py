"""Test that the checker of certificates rejects altered, swapped and forged parts.

The oracles are a naive RUP checker, and all spanning trees of tiny boards for cuts.
"""

import itertools
import random
from collections import Counter
from dataclasses import replace

import pytest

from cpstudy.encode.rup import read_dimacs, read_proof
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.proofs.writing import prove
from tests.encode.test_rup import mutated, naive
from tests.puzzles.tilings.proofs.boards import (
    certificates,
    edited,
    is_cut,
    mazes,
    unique_boards,
    why_rejected,
)
from tests.samples import sample


def test_a_witness_that_is_none_is_rejected():
    rng = random.Random(6)
    for board, solution in unique_boards(7, 60):
        certificate = prove(board, solution)
        place = rng.randrange(len(solution))
        spoiled = bytearray(solution)
        spoiled[place] ^= 1 << rng.randrange(4)
        forged = replace(certificate, witness=board.encode_solution(bytes(spoiled)))
        assert why_rejected(forged).startswith("witness"), board.encode()
        with pytest.raises(RuntimeError, match="not a solution"):
            prove(board, bytes(spoiled))
    for text in ("", "nonsense", "9x9:" + 81 * "1"):
        assert why_rejected(replace(certificate, witness=text)).startswith("witness")


def test_swapped_parts_are_rejected():
    """Parts of another certificate are rejected, except a proof that also proves this formula."""
    rejected = 0
    for one, other in itertools.permutations(certificates()[::2], 2):
        assert why_rejected(replace(one, formula=other.formula)) != ""
        assert why_rejected(replace(other, puzzle=one.puzzle)) != ""
        assert why_rejected(replace(one, witness=other.witness)) != ""
        exchanged = replace(one, proof=other.proof)
        if why_rejected(exchanged):
            rejected += 1
        else:
            formula = read_dimacs(one.formula)
            assert naive(formula.clauses, read_proof(other.proof, formula.variables))
    assert rejected > 25


@sample(20, 40)
def test_altered_formulas_are_rejected(number):
    rng = random.Random(8)
    for board, solution in [*unique_boards(9, number), *mazes("prim", 6, number // 4)]:
        certificate = prove(board, solution)
        clauses = read_dimacs(certificate.formula).clauses
        cuts = {tuple(sorted(c)) for c in clauses if is_cut(c, board, solution)}
        for _ in range(25):
            altered = list(clauses)
            place = rng.randrange(len(clauses))
            clause = clauses[place]
            kind = rng.randrange(4)
            if kind == 0 and clause:
                spot = rng.randrange(len(clause))
                altered[place] = (*clause[:spot], -clause[spot], *clause[spot + 1 :])
            elif kind == 1:
                if tuple(sorted(clause)) in cuts:
                    continue  # a cut may be left out, the proof then decides
                del altered[place]
            elif kind == 2 and clause:
                spot = rng.randrange(len(clause))
                altered[place] = clause[:spot] + clause[spot + 1 :]
            else:
                if tuple(sorted(clause)) in cuts:
                    continue  # a cut may be repeated
                altered.append(clause)
            reason = why_rejected(edited(certificate, altered))
            # A repeated rule may also be a valid cut, if two tiles are a component.
            if kind == 3 and not reason:
                assert min(clause) > 0 or max(clause) < 0
                continue
            assert reason.startswith("formula"), (board.encode(), clauses[place], kind)


def test_headers_that_lie_are_rejected():
    certificate = certificates()[0]
    head = next(line for line in certificate.formula.splitlines() if line.startswith("p"))
    _, _, variables, count = head.split()
    for forged in (f"p cnf {int(variables) + 1} {count}", f"p cnf {variables} {int(count) - 1}"):
        text = certificate.formula.replace(head, forged)
        assert why_rejected(replace(certificate, formula=text)).startswith("formula")
    assert why_rejected(replace(certificate, formula="")).startswith("formula")


def test_every_cut_is_judged_as_the_rules_have_it():
    """Of all clauses of one sign on tiny boards, those accepted as cuts hold in every tree.

    The trees are all sets of edges that connect the non-empty tiles without a cycle, whatever the
    types of the tiles are.
    """
    from cpstudy.puzzles.tilings.proofs.checking import _why_no_cut, edges_of

    accepted: Counter[str] = Counter()
    refused = 0
    for text in ("2x2:3333", "3x2:333333", "3x2:303333", "3x1w:333", "2x1w:33", "2x2w:3333",
                 "1x1w:3", "3x2:3v33333"):  # fmt: skip
        board = Pipes.decode(text)
        edges = edges_of(board)
        numbers = range(1, len(edges) + 1)
        trees = [
            set(chosen)
            for size in range(len(edges) + 1)
            for chosen in itertools.combinations(numbers, size)
            if spans(board, [edges[n - 1] for n in chosen])
        ]
        for size in range(1, len(edges) + 1):
            for chosen in itertools.combinations(numbers, size):
                for sign in (1, -1):
                    fault = _why_no_cut(board, edges, tuple(sign * n for n in chosen))
                    if sign > 0:
                        implied = all(tree & set(chosen) for tree in trees)
                    else:
                        implied = all(not set(chosen) <= tree for tree in trees)
                    if fault:
                        refused += 1
                        # An implied clause is refused only if it is not minimal or not a border.
                        continue
                    assert implied, (text, sign, chosen)
                    accepted["component" if sign > 0 else "cycle"] += 1
        mixed = (1, -2) if len(edges) > 1 else (1, 1)
        assert _why_no_cut(board, edges, mixed)
    assert min(accepted["component"], accepted["cycle"], refused) > 30, (accepted, refused)
    assert _why_no_cut(Pipes.decode("2x2g:3333"), edges_of(Pipes.decode("2x2:3333")), (-1, -2))


def spans(board: Pipes, chosen: list) -> bool:
    import networkx as nx

    graph = nx.MultiGraph()
    graph.add_nodes_from(tile for tile, here in enumerate(board.tiles) if here)
    graph.add_edges_from((a, b) for (a, _), (b, _) in chosen)
    if any(not board.tiles[tile] for tile in graph):
        return False
    return nx.is_connected(graph) and graph.number_of_edges() == graph.number_of_nodes() - 1


def test_proofs_that_lack_something_are_rejected():
    for certificate in certificates():
        for end in [0, 1, 2, len(certificate.proof) // 2, *range(-9, 0)]:
            cut_off = replace(certificate, proof=certificate.proof[:end])
            assert why_rejected(cut_off).startswith("proof"), end
    assert why_rejected(replace(certificates()[0], proof="")).startswith("proof")


@sample(15, 25)
def test_mutated_proofs_are_accepted_only_where_they_are_valid(number):
    rng = random.Random(10)
    met: Counter[bool] = Counter()
    for certificate in certificates():
        formula = read_dimacs(certificate.formula)
        steps = read_proof(certificate.proof, formula.variables)
        for _ in range(number):
            changed = mutated(rng, steps, formula.variables)
            if rng.random() < 0.5:  # leave steps out, which may be needed
                middle = rng.randrange(len(changed))
                changed = [*changed[middle:], changed[-1]]
            text = "".join(
                f"{'d ' * step.deletes}{' '.join(map(str, (*step.clause, 0)))}\n"
                for step in changed
            )
            accepted = why_rejected(replace(certificate, proof=text)) == ""
            if accepted:
                assert naive(formula.clauses, read_proof(text, formula.variables))
            met[accepted] += 1
    assert min(met[True], met[False]) > 25, met
