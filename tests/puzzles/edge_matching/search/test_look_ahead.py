"""Test each filter of the look-ahead against the plain function that defines it."""

import random

import pytest

from cpstudy.core.native import array
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.search.colours_meet import colours_meet, sides_suffice
from cpstudy.puzzles.edge_matching.search.different_pieces import different_pieces
from cpstudy.puzzles.edge_matching.search.domain_tables import AVAILABLE, fill_tables
from cpstudy.puzzles.edge_matching.search.look_ahead import LookAhead
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from tests.puzzles.edge_matching.reference import looking_ahead
from tests.puzzles.edge_matching.reference.tables import EMPTY, Tables

WORD = (1 << 64) - 1
# Rows, columns, inner and outer colours; the last size has more than 64 pieces and colours.
SIZES = ((2, 2, 0, 2), (3, 4, 3, 2), (5, 5, 4, 3), (7, 7, 7, 3), (8, 9, 60, 24))


def positions(rows, columns, inner, outer, drawn, framed):
    """Yield (workspace, tables, board, domains as one integer per cell, available pieces).

    Random cells are filled as in the planted solution, sometimes with two pieces exchanged;
    domains lose candidates at random.
    """
    puzzle, planted = next(iter(puzzles(rows, columns, inner, outer, 1, drawn.randrange(1000))))
    solution = [4 * p + q for p, q in planted]
    n = rows * columns
    tables = Tables(puzzle if framed else unframed(puzzle))
    colours = 1 + max(map(max, puzzle.pieces))
    work = LookAhead(rows, columns, colours, framed, METHODS["matching"])
    array(work.pieces)[:] = puzzle.pieces
    for _ in range(12):
        fill_tables(work)
        laid = drawn.sample(range(n), drawn.randrange(n))
        board = [EMPTY] * n
        for cell in laid:
            board[cell] = solution[cell]
        if len(laid) > 1 and drawn.random() < 0.3:
            a, b = laid[:2]
            board[a], board[b] = board[b], board[a]
        available = tables.everything
        for oriented in board:
            if oriented != EMPTY:
                available &= ~(15 << oriented // 4 * 4)
        sound = drawn.choice((0.2, 0.95, 1))
        domains = []
        for cell in range(n):
            kept = sum(1 << o for o in range(4 * n) if drawn.random() < 0.6)
            own = 1 << solution[cell] if drawn.random() < sound else 0
            domains.append(tables.start[cell] & available & (kept | own))
        array(work.board)[:] = board
        for cell, domain in enumerate(domains):
            array(work.domains)[cell] = words(domain, work.domains.shape[1])
        array(work.left)[AVAILABLE] = words(available, work.left.shape[1])
        yield work, tables, board, domains, available


def unframed(puzzle):
    return type(puzzle)(puzzle.rows, puzzle.columns, puzzle.pieces, framed=False)


def words(number, count):
    return [number >> 64 * i & WORD for i in range(count)]


def number(words):
    return sum(int(word) << 64 * i for i, word in enumerate(words))


@pytest.mark.parametrize("size", SIZES)
def test_different_pieces(size):
    drawn, verdicts, narrowed = random.Random(7), set(), 0
    for _ in range(5):
        for work, _, board, domains, available in positions(*size, drawn, True):
            empty = [cell for cell, oriented in enumerate(board) if oriented == EMPTY]
            expected = list(domains)
            verdict = looking_ahead._different_pieces(expected, empty, available)
            assert different_pieces(work.matching, work, 0) == verdict
            verdicts.add(verdict)
            if verdict:
                found = array(work.domains)
                assert [number(found[cell]) for cell in empty] == [expected[c] for c in empty]
                narrowed += expected != domains
    assert verdicts == {True, False} and narrowed > 0


@pytest.mark.parametrize("framed", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_colours_meet(size, framed):
    drawn, verdicts = random.Random(8), set()
    for _ in range(5):
        for work, tables, board, domains, available in positions(*size, drawn, framed):
            empty = [cell for cell, oriented in enumerate(board) if oriented == EMPTY]
            expected = looking_ahead._colours_meet(tables, board, domains, empty, available)
            found = sides_suffice(work.flow, work, 0)
            if found and framed:
                found = colours_meet(work.flow, work, 0)
            assert bool(found) is expected
            verdicts.add(expected)
    assert verdicts == {True, False}
