"""Test ambiguity maps against the set of all solutions; test their pictures and budgets."""

import json
import random
from collections import Counter
from collections.abc import Iterable

import pytest
from click.testing import CliRunner

from cpstudy import Budget, generate, puzzle
from cpstudy.cli import main
from cpstudy.core import clock
from cpstudy.core.drawing import Label
from cpstudy.core.wording import all_places
from cpstudy.plot.board_figures import figure
from cpstudy.puzzles.pipes.drawing import ambiguity_drawing, ambiguity_picture
from cpstudy.puzzles.pipes.explaining import ambiguity as module
from cpstudy.puzzles.pipes.explaining.ambiguity import ambiguity
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.instances import (
    random_board,
    random_free,
    random_tree,
    shuffled,
    with_barriers,
)
from tests.puzzles.pipes.oracle import all_solutions, edge_list


def ambiguous_board(rng: random.Random) -> Pipes:
    """A small board that likely has many solutions: wrapping, free, depth-first, or any."""
    variety = rng.randrange(5)
    rows, columns = rng.randint(2, 4), rng.randint(2, 4)
    if variety == 0:
        drawn = random_free(rng, min(rows, 3), min(columns, 3), rng.random() < 0.3)
    elif variety == 1:
        drawn = random_tree(rng, rows, columns, True, rng.choice((0.7, 1.0)))
    elif variety == 2:
        drawn = random_tree(rng, rows, columns, False, rng.choice((0.8, 1.0)))
    elif variety == 3:
        drawn = next(generate("pipes", "depth-first", 4, 1, rng.randrange(2**20)))[0]
    else:
        return random_board(rng, largest=4)
    if rng.random() < 0.2 and variety < 3:
        drawn = with_barriers(rng, drawn, 0.2)
    return shuffled(rng, drawn)


def cells_of(board: Pipes, tiles: Iterable[int]) -> tuple[tuple[int, int], ...]:
    return tuple((tile // board.columns, tile % board.columns) for tile in sorted(tiles))


def regions_of(board: Pipes, solutions: set[bytes]) -> list[tuple[tuple[int, int], ...]]:
    """The regions from all solutions: cells joined across the edges in which solutions differ."""
    parts: list[set[int]] = []
    for tile, bit, other, _ in edge_list(board):
        if len({solution[tile] & bit for solution in solutions}) == 2:
            touched = [part for part in parts if tile in part or other in part]
            parts = [part for part in parts if part not in touched]
            parts.append({tile, other}.union(*touched))
    return sorted(cells_of(board, part) for part in parts)


def test_the_map_is_what_all_solutions_say():
    rng = random.Random(4)
    met = Counter()
    while met["many"] < 420:
        board = ambiguous_board(rng)
        solutions = all_solutions(board)
        if not solutions:
            with pytest.raises(ValueError, match="no solution"):
                ambiguity(board)
            met["none"] += 1
            continue
        given = rng.choice([None, *sorted(solutions)])
        result = ambiguity(board, given)
        assert result.solution in ({given} if given else solutions)
        assert result.unknown == ()
        assert [region.cells for region in result.regions] == regions_of(board, solutions)
        differing = {t for s in solutions for t in range(len(s)) if s[t] != result.solution[t]}
        assert cells_of(board, differing) == tuple(
            sorted(cell for region in result.regions for cell in region.cells)
        )
        for region in result.regions:
            assert region.alternative in solutions
            pairs = zip(result.solution, region.alternative, strict=True)
            assert region.changed == cells_of(
                board, (t for t, (a, b) in enumerate(pairs) if a != b)
            )
            assert set(region.changed) & set(region.cells)
            met["alone"] += set(region.changed) <= set(region.cells)
            met["coupled"] += not set(region.changed) <= set(region.cells)
        met["many" if len(solutions) > 1 else "unique"] += 1
        met["free" if board.free else "tree"] += len(solutions) > 1
        met["wrap"] += board.wrap and len(solutions) > 1
        met["walls"] += bool(board.barriers) and len(solutions) > 1
        met["two regions"] += len(result.regions) > 1
        met["searched"] += result.counters["nodes"] > 0
    assert min(met[k] for k in ("unique", "none", "free", "tree", "wrap", "two regions")) > 15, met
    assert met["walls"] > 10
    assert met["alone"] > 150
    assert met["coupled"] > 0
    assert met["searched"] > 5


def test_a_large_board():
    """On a board too large for brute force, every alternative is a solution, and the map is the
    same from each of them."""
    board, solution = next(generate("pipes", "depth-first", 30, 1, seed=2))
    result = ambiguity(board, solution)
    assert len(result.regions) > 5
    assert result.unknown == ()
    for region in result.regions:
        assert board.violation(region.alternative) == ""
        again = ambiguity(board, region.alternative)
        assert [r.cells for r in again.regions] == [r.cells for r in result.regions]


def test_a_budget_leaves_unknown_tiles():
    board, solution = next(generate("pipes", "depth-first", 30, 1, seed=2))
    whole = ambiguity(board, solution)
    for budget in (Budget(iterations=0), Budget(iterations=3), Budget(seconds=0)):
        cut = ambiguity(board, solution, budget)
        assert cut.counters["nodes"] <= 3
        assert cut.unknown
        differing = {cell for region in cut.regions for cell in region.cells}
        assert differing.isdisjoint(cut.unknown)
        assert {c for r in whole.regions for c in r.cells} <= differing | set(cut.unknown)
    nothing = ambiguity(board, None, Budget(iterations=0))
    assert (nothing.solution, nothing.regions) == (None, ())
    assert nothing.unknown == ambiguity(board, solution, Budget(seconds=0)).unknown


def test_a_search_gets_no_more_nodes_than_the_time_allows(monkeypatch):
    board, solution = next(generate("pipes", "depth-first", 10, 1, seed=2))
    search = module._Search(board, solution, Budget(seconds=100))
    given = []

    def alternative(work, near, edge, nodes):
        given.append(nodes)
        near.spent += nodes
        now[0] += nodes / 10  # ten nodes a second
        return module.OUT_OF_NODES

    now = [search._clock._begun]
    monkeypatch.setattr(clock.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(module, "alternative", alternative)
    for _ in range(3):
        search._search_at(0, 500)
    # The pace is unknown at first. Then it is ten nodes a second, with 95 and 45 seconds left.
    assert given == [50, 500, 450]
    unlimited = module._Search(board, solution, Budget())
    unlimited._search_at(0, 100_000)
    assert given[-1] == 100_000


def test_wrong_solutions_are_refused():
    board = puzzle("pipes", "3x3:4a2d7b12c")
    with pytest.raises(ValueError, match="no solution: row"):
        ambiguity(board, board.tiles)
    with pytest.raises(ValueError, match="no solution: 1 tiles"):
        ambiguity(board, b"\1")


def test_pictures_name_the_regions():
    board, solution = next(generate("pipes", "depth-first", 15, 1, seed=3))
    result = ambiguity(board, solution)
    assert len(result.regions) == 2
    lines = ["".join(span.text for span in line) for line in ambiguity_picture(result)]
    assert len(lines) == board.rows
    drawn = ambiguity_drawing(result)
    labels = Counter(shape.text for shape in drawn.shapes if isinstance(shape, Label))
    for letter, region in zip("ab", result.regions, strict=True):
        assert sum(line.count(letter) for line in lines) == len(region.cells) == labels[letter]
        style = {span.style for line in ambiguity_picture(result) for span in line}
        assert len(style) == 3
    assert figure(drawn) is not None
    cut = ambiguity(board, solution, Budget(iterations=0))
    text = "".join(span.text for line in ambiguity_picture(cut) for span in line)
    assert text.count("?") == len(cut.unknown) > 0


@pytest.mark.parametrize(("text", "number"), [("1x1:0", 0), ("2x1:11", 0), ("2x1w:11", 1)])
def test_degenerate_sizes(text, number):
    board = puzzle("pipes", text)
    result = ambiguity(board)
    assert len(result.regions) == number
    assert len(ambiguity_picture(result)) == board.rows


def test_walls_stand_in_pictures():
    board = puzzle("pipes", "2x2w:94v34")
    result = ambiguity(board)
    assert len(ambiguity_picture(result)) == 4


@pytest.mark.pure
def test_the_map_runs_uncompiled():
    rng = random.Random(1)
    for _ in range(80):
        board = ambiguous_board(rng)
        found = all_solutions(board)
        if found:
            result = [region.cells for region in ambiguity(board).regions]
            assert result == regions_of(board, found), board.encode()


def test_the_command_tells_regions():
    runner = CliRunner()
    text = next(generate("pipes", "depth-first", 15, 1, seed=3))[0].encode()
    result = ambiguity(puzzle("pipes", text))
    plain = runner.invoke(main, ["explain", "--ambiguity", "--draw", text])
    assert plain.exit_code == 0
    lines = plain.output.splitlines()
    assert lines[0] == f"{text}\t2 ambiguous regions"
    assert lines[1].endswith(f"\t{all_places(result.regions[0].cells)}")
    assert len(lines) == 3 + 15
    row = json.loads(runner.invoke(main, ["explain", "--ambiguity", "--json", text]).output)
    assert row["unknown"] == []
    for shown, region in zip(row["regions"], result.regions, strict=True):
        assert shown["cells"] == list(map(list, region.cells))
        assert puzzle("pipes", text).violation(puzzle("pipes", shown["alternative"]).tiles) == ""
    assert runner.invoke(main, ["explain", "--ambiguity", "2x1:13"]).exit_code == 2
