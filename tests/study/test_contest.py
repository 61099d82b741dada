"""What a competition reports, against sums written out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.study.contest import VIRTUAL_BEST, Contest

THREE = Contest(
    {"a": [1.0, None, 3.0, None], "b": [2.0, 4.0, 1.0, None], "c": [None, None, 0.5, None]},
    limit=5.0,
)


def test_unsettled_runs_count_twice_the_limit():
    assert THREE.par2("a") == (1 + 10 + 3 + 10) / 4
    assert THREE.par2("b") == (2 + 4 + 1 + 10) / 4
    assert Contest({"a": [1.0, 3.0]}).par2("a") == 2.0  # all settled: no limit is needed
    assert Contest({"a": [1.0, None]}).par2("a") is None
    assert Contest({"a": []}, 5.0).par2("a") is None


def test_the_virtual_best_is_the_fastest_of_each_instance():
    whole = THREE.with_virtual_best()
    assert whole.seconds[VIRTUAL_BEST] == [1.0, 4.0, 0.5, None]
    assert whole.par2(VIRTUAL_BEST) == (1 + 4 + 0.5 + 10) / 4
    assert THREE.wins() == {"a": 1, "b": 1, "c": 1}
    assert whole.median(VIRTUAL_BEST) == 1.0
    assert Contest({"a": [None]}).median("a") is None


def test_curves_and_pairs():
    assert THREE.cactus("b") == [(1, 1.0), (2, 2.0), (3, 4.0)]
    assert THREE.scatter("a", "c") == [(1.0, 5.0), (3.0, 0.5)]
    assert Contest(THREE.seconds).scatter("a", "c") == [(3.0, 0.5)]


def test_solvers_ran_on_the_same_instances():
    with pytest.raises(RuntimeError, match="different numbers"):
        Contest({"a": [1.0], "b": []})


TIMES = st.one_of(st.none(), st.floats(0.001, 9.0))


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(st.lists(TIMES, min_size=n, max_size=n), min_size=1, max_size=5)
    )
)
def test_nobody_beats_the_virtual_best(times):
    contest = Contest({f"s{at}": row for at, row in enumerate(times)}, 9.0).with_virtual_best()
    best = contest.par2(VIRTUAL_BEST)
    assert all(best <= contest.par2(solver) + 1e-9 for solver in contest.seconds)
    settled = len(contest.cactus(VIRTUAL_BEST))
    first = Contest({name: row for name, row in contest.seconds.items() if name != VIRTUAL_BEST})
    assert sum(first.wins().values()) == settled


def test_another_clock_stays():
    assert Contest({"a": [1.0]}, 2.0, "ticks").with_virtual_best() == Contest(
        {"a": [1.0], VIRTUAL_BEST: [1.0]}, 2.0, "ticks"
    )


def test_a_pair_that_only_the_second_settles_lies_at_the_limit():
    assert THREE.scatter("c", "a") == [(5.0, 1.0), (0.5, 3.0)]
