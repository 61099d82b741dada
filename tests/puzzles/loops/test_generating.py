"""Generated boards: solutions are loops, no clue is superfluous, grades and seeds hold."""

import itertools

import pytest

from cpstudy import api
from cpstudy.core.generating import Wanted
from cpstudy.core.random import stream
from cpstudy.core.result import Verdict
from cpstudy.puzzles.loops import generating
from cpstudy.puzzles.loops.explaining import EXPLAINER
from cpstudy.puzzles.loops.generating import generate, identity, random_loop, unique
from cpstudy.puzzles.loops.lattice import lattice_of
from tests.puzzles.loops.instances import KINDS, truth

BY_KIND = pytest.mark.parametrize("name", KINDS)


def test_random_loops_are_loops():
    for index in range(60):
        lattice = lattice_of(2 + index % 5, 2 + index % 7)
        solution = random_loop(stream(5, index), lattice)
        (loop,) = lattice.walks({edge for edge, here in enumerate(solution) if here})
        ends = [v for edge in loop for v in lattice.ends[edge]]
        assert len(loop) >= 4 and all(ends.count(v) == 2 for v in ends)


@BY_KIND
def test_seeds_keep_their_meaning(name):
    """A seed's boards change only with ``generator_version`` (golden)."""
    drawn = [p.encode() for p, _ in generate(KINDS[name], Wanted("regions", 4, 5, 2, 1, False))]
    found = [p.encode() for p, _ in unique(KINDS[name], Wanted("regions", 4, 4, 2, 1))]
    assert (drawn, found) == {
        "slitherlink": (
            ["slither/5/4/22222223132222332313", "slither/5/4/32222221132323222123"],
            ["slither/4/4/g73dgdg2223", "slither/4/4/di2178813"],
        ),
        "masyu": (
            ["mashu/5/4/0g0c000", "mashu/5/4/1900019"],
            ["mashu/4/4/010930", "mashu/4/4/ii01i0"],
        ),
    }[name]


@BY_KIND
def test_no_clue_is_needless(name):
    made = list(unique(KINDS[name], Wanted("regions", 3, 3, 2, 2)))
    assert len(made) == 2
    for puzzle, solution in made:
        assert truth(puzzle) == {solution}
        for cell in puzzle.clue_cells:
            clues = list(puzzle.clues)
            clues[cell] = puzzle.no_clue
            assert len(truth(puzzle.with_clues(tuple(clues)))) > 1


@BY_KIND
def test_a_board_is_the_same_alone_and_in_a_batch(name):
    three = [p for p, _ in generate(KINDS[name], Wanted("regions", 3, 4, 3, 7, False))]
    assert [p for p, _ in generate(KINDS[name], Wanted("regions", 3, 4, 1, 7, False))] == three[:1]
    assert len({identity(p) for p, _ in unique(KINDS[name], Wanted("regions", 3, 3, 3, 7))}) == 3


@BY_KIND
@pytest.mark.parametrize("wanted", ["paths round a clue", "lookahead"])
def test_grades_are_those_asked_for(name, wanted):
    ((puzzle, solution),) = unique(KINDS[name], Wanted("regions", 4, 5, 1, 3, grade=wanted))
    assert EXPLAINER.grade(puzzle) == wanted
    found = api.solve(puzzle, "cdcl")
    assert found.verdict is Verdict.UNIQUE and found.solutions == (solution,)


@BY_KIND
def test_identity_knows_turns_and_mirrors(name):
    ((puzzle, _),) = unique(KINDS[name], Wanted("regions", 3, 4, 1, 4))
    rows = [puzzle.clues[i : i + 4] for i in range(0, 12, 4)]
    turned = tuple(row[c] for c in range(4) for row in reversed(rows))
    mirrored = tuple(itertools.chain.from_iterable(row[::-1] for row in rows))
    kind = KINDS[name]
    assert identity(kind(4, 3, turned)) == identity(kind(3, 4, mirrored)) == identity(puzzle)
    assert identity(kind(4, 3, puzzle.clues)) != identity(puzzle)


@BY_KIND
def test_what_there_is_not(name, monkeypatch):
    kind = KINDS[name]
    for arguments, message in (
        (("regions", 0, 4, 1, 1, False), "a loop needs at least"),
        (("regions", 4, 4, 1, -1, False), "seed must not be negative"),
    ):
        with pytest.raises(ValueError, match=message):
            next(generate(kind, Wanted(*arguments)))
    with pytest.raises(ValueError, match="choose from clue"):
        next(unique(kind, Wanted("regions", 4, 4, 1, 1, grade="nothing")))
    monkeypatch.setattr(generating, "BOARDS", 3)
    with pytest.raises(ValueError, match="0 puzzles, then 3 draws without a new unique one of gra"):
        next(unique(kind, Wanted("regions", 2, 2, 1, 1, grade=EXPLAINER.grades[0])))
