"""Certificates of counts, of every kind that has them: written ones hold, forged ones do not.

A number that is not the count must be refused whatever layers come with it. The count itself must
be refused if a layer lacks a state, because every state that is written is reached.
"""

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

import cpstudy
from cpstudy import puzzles
from cpstudy.core.errors import NotApplicable
from cpstudy.core.native import table
from cpstudy.puzzles.tilings.proofs.findings_checking import Known, first_wrong
from tests.golden import rows
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions
from tests.samples import sample

KINDS = ("pipes", "hexpipes", "slitherlink", "masyu", "edge_matching")

# The longest text forms of golden puzzles that plain Python counts quickly (130 for other kinds).
_LONGEST = {"edge_matching": 90, "hexpipes": 80}


@cache
def certified(kind: str, number: int) -> tuple[tuple[Any, int, tuple[bytes, ...]], ...]:
    """Golden puzzles with their counts and layers."""
    row, found = puzzles.kind(kind), []
    golden = [one.text for one in rows.read(kind) if len(one.text) < _LONGEST.get(kind, 130)]
    random.Random(5).shuffle(golden)
    for text in golden:
        puzzle, layers = row.puzzle.decode(text), []
        try:
            count = row.count_proofs.prove(puzzle, layers.append)
        except NotApplicable:
            continue
        found.append((puzzle, count, tuple(layers)))
        if len(found) == number:
            break
    return tuple(found)


@sample(12, 234)
@pytest.mark.parametrize("kind", KINDS)
def test_written_ones_hold_and_agree_with_listing(kind, number):
    check = puzzles.kind(kind).count_proofs.check
    met: Counter[str] = Counter()
    for puzzle, count, layers in certified(kind, number):
        assert check(puzzle, count, iter(layers)) == "", puzzle.encode()
        listed = cpstudy.solve(puzzle, limit=200)
        assert len(listed.solutions) == min(count, 200), puzzle.encode()
        met[("none", "unique", "many")[min(count, 2)]] += 1
    assert met.total() >= min(number, 60)
    assert min(met["unique"], met["many"]) > 0


def width(puzzle: Any) -> int:
    """Bytes of one state of edge matching, so that a state can be cut out of a layer."""
    looks = {puzzle.look(piece) for piece in puzzle.pieces}
    return len(looks) + min(puzzle.rows, puzzle.columns) + 1


def forged(
    kind: str, one: Any, other: Any, rng: random.Random
) -> tuple[str, Any, int, list[bytes]]:
    """How the certificate is forged, the puzzle, the claimed number, and the layers."""
    puzzle, count, honest = one
    layers = list(honest)
    how = rng.choice(("count", "flipped", "layer", "lost", "doubled", "another"))
    place = rng.randrange(len(layers))
    layer = layers[place]
    wrong = rng.choice(sorted({0, 1, count - 1, count + 1, 2 * count} - {-1, count}))
    match how:
        case "flipped" if layer:
            spot = rng.randrange(len(layer))
            changed = bytes((layer[spot] ^ 1 << rng.randrange(8),))
            layers[place] = layer[:spot] + changed + layer[spot + 1 :]
        case "layer":
            del layers[place]
        case "lost" if kind == "edge_matching" and layer:
            spot = width(puzzle) * rng.randrange(len(layer) // width(puzzle))
            layers[place], wrong = layer[:spot] + layer[spot + width(puzzle) :], count
        case "doubled":
            layers[place] = layer + layer
        case "another" if other[1] != count:
            layers, wrong = list(other[2]), other[1]
    return how, puzzle, wrong, layers


@sample(40, 1000)
@pytest.mark.parametrize("kind", KINDS)
def test_forged_ones_do_not_hold(kind, number):
    check = puzzles.kind(kind).count_proofs.check
    rng = random.Random(7)
    pool = certified(kind, 12)
    met: Counter[str] = Counter()
    for _ in range(number):
        how, puzzle, count, layers = forged(kind, rng.choice(pool), rng.choice(pool), rng)
        assert check(puzzle, count, iter(layers)), (how, puzzle.encode(), count)
        met[how] += 1
    assert len(met) == 6


@sample(60, 300)
def test_small_boards_of_every_variety_as_brute_force_has_them(number):
    """Counts equal brute force with free graphs, wrapping, barriers and tiles facing themselves."""
    rng = random.Random(4)
    counts = puzzles.kind("pipes").count_proofs
    met: Counter[int] = Counter()
    for _ in range(number):
        board, layers = random_board(rng), []
        count = counts.prove(board, layers.append)
        assert count == len(all_solutions(board)), board.encode()
        assert counts.check(board, count, iter(layers)) == "", board.encode()
        met[min(count, 2)] += 1
    assert min(met.values()) > 3


@sample(40, 1000)
def test_findings_that_are_accepted_hold_in_all_solutions(number):
    """Every random claim about an edge or tile that the checker accepts holds in all solutions."""
    rng = random.Random(9)
    met: Counter[str] = Counter()
    for _ in range(number):
        board = random_board(rng)
        solutions, checked = all_solutions(board), Known(board)
        for _ in range(200):
            tile, claim = rng.randrange(len(board.tiles)), rng.randrange(256)
            accepted = first_wrong(checked, table([tile << 8 | claim], "i64")) < 0
            if checked.dead:
                assert not solutions, board.encode()
                break
            met["accepted" if accepted else "refused"] += 1
            ways = board.orientations[board.tiles[tile]]
            kept = {way for place, way in enumerate(ways) if claim >> place & 1}
            for one in solutions if accepted else ():
                held = one[tile] >> (claim & 7) & 1 == claim >> 3 & 1
                assert held if claim & 128 else one[tile] in kept, (board.encode(), tile, claim)
        met["impossible" if checked.dead else "left"] += 1
    assert min(met.values()) > number // 20, met


@sample(60, 1000)
def test_findings_that_keep_a_contradiction_back_prove_no_solution(number):
    """Truncated findings never certify a solution of a board that has none.

    The checker can find the omitted contradiction itself, at the tiles whose edges are all known.
    """
    rng = random.Random(6)
    counts = puzzles.kind("pipes").count_proofs
    settled = 0
    for _ in range(number):
        board, layers = random_board(rng), []
        if counts.prove(board, layers.append):
            continue
        for end in range(0, len(layers[0]) + 1, 4):
            for claimed in (1, 2):
                forged = (layers[0][:end], b"", b"\0")
                assert counts.check(board, claimed, iter(forged)), (board.encode(), end)
            settled += "no solution" in counts.check(board, 1, iter((layers[0][:end], b"")))
    assert settled > number // 20


def test_what_has_no_certificate():
    counts = puzzles.kind("edge_matching").count_proofs
    pieces = puzzles.kind("edge_matching").puzzle.decode("2x2u:1,1,1,1;1,1,1,1;1,1,1,1;1,1,1,1")
    with pytest.raises(NotApplicable, match="identical pieces"):
        counts.prove(pieces, lambda layer: None)
    assert "identical pieces" in counts.check(pieces, 1, iter([]))
