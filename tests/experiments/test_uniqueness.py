"""Shares of unique puzzles: verdicts of brute force, undecided puzzles counted, rows resumed."""

from cpstudy.core.result import Verdict
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.uniqueness import settle, tallied, uniqueness
from tests.puzzles.edge_matching import oracle

CELLS = [{"size": 3, "inner": inner, "outer": 2, "seed": 5} for inner in (1, 2, 3)]


def test_verdicts_are_those_of_brute_force(tmp_path):
    study = uniqueness(CELLS, 6, 10_000)
    with Store(tmp_path / "rows") as store:
        run(study, store, settle, jobs=1)
        before = len(store)
        run(study, store, settle, jobs=1)
        assert len(store) == before == 18
        rows = list(store.rows(study))
    met = set()
    for row in rows:
        ((puzzle, _),) = puzzles(3, 3, row.cell.params["inner"], 2, 1, 5, first=row.seed)
        classes = len(oracle.classes(3, 3, puzzle.pieces, True))
        assert row.verdict is (Verdict.UNIQUE if classes == 1 else Verdict.MANY)
        met.add(row.verdict)
    assert met == {Verdict.UNIQUE, Verdict.MANY}
    unique, many, undecided = tallied(rows)
    assert unique + many == 18 and undecided == 0


def test_a_limit_leaves_puzzles_undecided(tmp_path):
    study = uniqueness(CELLS[2:], 6, 12)
    with Store(tmp_path / "rows") as store:
        run(study, store, settle, jobs=1)
        unique, many, undecided = tallied(store.rows(study))
    assert undecided > 0 and unique + many + undecided == 6
