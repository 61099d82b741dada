"""The figures of a competition, against sums written out by hand."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.result import Stop
from cpstudy.study import contest, intervals
from cpstudy.study.contest import CPU, VIRTUAL_BEST, Contest, Median, Time, median_of, time_of
from cpstudy.study.medians import median_interval


def times(*seconds, limit=5.0):
    """Return times; None is a run that no time limit would have helped."""
    return [Time(limit, False) if one is None else Time(one) for one in seconds]


THREE = Contest(
    {"a": times(1.0, None, 3.0, None), "b": times(2.0, 4.0, 1.0, None),
     "c": times(None, None, 0.5, None)},
    limit=5.0,
)  # fmt: skip
LAST = Time(2.0, False)  # stopped after two seconds


def test_unsettled_runs_count_twice_the_limit():
    assert THREE.par2("a") == (1 + 10 + 3 + 10) / 4  # PAR-1 is 3.5, PAR-10 is 26
    assert THREE.par2("b") == (2 + 4 + 1 + 10) / 4
    # Neither twice the time that the run took, nor that time itself.
    assert Contest({"a": [Time(1.0), LAST]}, 5.0).par2("a") == (1 + 10) / 2
    assert Contest({"a": times(1.0, 3.0)}).par2("a") == 2.0  # all settled, so no limit is needed
    assert Contest({"a": [Time(1.0), LAST]}).par2("a") is None
    assert Contest({"a": []}, 5.0).par2("a") is None


def test_a_median_takes_censored_runs_as_bounds():
    assert median_of(times(1.0, 3.0, 100.0)) == Median(3.0, False)
    assert median_of([Time(1.0), Time(3.0), LAST]) == Median(2.0, True)  # settled ones alone: 2
    assert median_of([Time(1.0), Time(1.5), LAST]) == Median(1.5, False)  # known in any case
    assert median_of([Time(1.0), Time(4.0), LAST, LAST]) == Median(2.0, True)
    assert median_of([Time(1.0), Time(2.0), Time(inf, False)]) == Median(2.0, False)
    assert median_of([Time(1.0), Time(inf, False)]) is None
    assert median_of([]) is None


@pytest.mark.parametrize(
    ("stop", "limit", "expected"),
    [
        (Stop.TIME, 5.0, Time(0.25, False)),  # the time that it took is a bound
        (Stop.ITERATIONS, None, Time(0.25, False)),
        (Stop.MEMORY, 5.0, Time(5.0, False)),  # the time that it took is no bound
        (Stop.NOT_APPLICABLE, 5.0, Time(5.0, False)),
        (Stop.MEMORY, None, Time(inf, False)),
        (Stop.STUCK, None, Time(inf, False)),
        (Stop.CRASHED, None, Time(inf, False)),
    ],
)
def test_the_time_of_a_refusal_is_not_what_it_took(stop, limit, expected):
    assert time_of(0.25, stop, False, limit) == expected
    assert time_of(0.25, stop, True, limit) == Time(0.25)


def test_the_virtual_best_is_the_fastest_of_each_instance():
    whole = THREE.with_virtual_best()
    assert whole.times[VIRTUAL_BEST] == times(1.0, 4.0, 0.5, None)
    assert whole.par2(VIRTUAL_BEST) == (1 + 4 + 0.5 + 10) / 4
    assert whole.median(VIRTUAL_BEST) == Median(2.5, False)
    # A solver that was stopped early does not beat one that settled the instance.
    early = Contest({"a": [Time(9.0)], "b": [LAST]}).with_virtual_best()
    assert early.times[VIRTUAL_BEST] == [Time(9.0)]
    nobody = Contest({"a": [Time(3.0, False)], "b": [LAST]}).with_virtual_best()
    assert nobody.times[VIRTUAL_BEST] == [LAST]


def test_equals_share_being_fastest():
    assert THREE.fastest() == {"a": 1, "b": 1, "c": 1}
    tied = Contest({"a": times(1.0, 2.0), "b": times(1.0, 1.0), "c": times(3.0, None)}, 5.0)
    assert tied.fastest() == {"a": 1, "b": 2, "c": 0}


def test_shares_are_of_all_instances():
    assert THREE.settled("a") == 2
    assert THREE.shares("b") == [(0.25, 1.0), (0.5, 2.0), (0.75, 4.0)]
    tied = Contest({"a": times(2.0, 2.0, None, 1.0)}, 5.0)
    assert tied.shares("a") == [(0.25, 1.0), (0.5, 2.0), (0.75, 2.0)]


def test_pairs():
    assert THREE.scatter("a", "c") == [(1.0, 5.0), (3.0, 0.5)]
    assert Contest(THREE.times).scatter("a", "c") == [(3.0, 0.5)]
    assert Contest({"a": [Time(1.0)], "b": [LAST]}, 5.0).scatter("a", "b") == [(1.0, 5.0)]


def test_a_pair_that_only_the_second_settles_lies_at_the_limit():
    assert THREE.scatter("c", "a") == [(5.0, 1.0), (0.5, 3.0)]


def test_an_interval_of_two_instances_is_exact():
    """The resamples have the means 1, 2 and 3, with probabilities 1/4, 1/2 and 1/4."""
    two = Contest({"a": times(1.0, 3.0)})
    assert two.par2_interval("a") == (1.0, 3.0)
    assert two.par2_interval("a", confidence=0.4) == (2.0, 2.0)
    assert two.par2_interval("a", confidence=0.6) == (1.0, 3.0)  # a fifth lies within a quarter
    assert Contest({"a": times(1.0)}).par2_interval("a") is None
    assert Contest({"a": [Time(1.0), LAST]}).par2_interval("a") is None
    # With a limit of 5 the means are 1, 5.5 and 10.
    assert Contest({"a": [Time(1.0), LAST]}, 5.0).par2_interval("a", 0.4) == (5.5, 5.5)


def test_instances_are_resampled_and_the_same_for_all():
    many = [float(at % 7) + 1 for at in range(60)]
    both = Contest({"a": times(*many), "b": times(*(2 * one for one in many))})
    low, high = both.par2_interval("a")
    # The standard error is 0.26: Student's interval is 3.47 to 4.50.
    assert low == pytest.approx(3.5, abs=0.1)
    assert high == pytest.approx(4.5, abs=0.1)
    assert both.par2_interval("b") == pytest.approx((2 * low, 2 * high))
    assert both.par2_interval("a", seed=1) != (low, high)


def test_resamples_are_drawn_in_parts(monkeypatch):
    two = Contest({"a": times(1.0, 3.0)})
    monkeypatch.setattr(intervals, "percentiles", lambda means, _: means.tolist())
    monkeypatch.setattr(contest, "_RESAMPLES", 10)
    at_once = two.par2_interval("a")
    monkeypatch.setattr(contest, "_TOGETHER", 14)  # seven and three
    assert two.par2_interval("a") == at_once and len(at_once) == 10
    monkeypatch.setattr(contest, "_TOGETHER", 1)
    assert two.par2_interval("a") == at_once


def test_the_interval_of_a_median_has_bounds():
    bounded = Contest({"a": [*times(1.0, 2.0, 3.0, 4.0), LAST], "b": times(*[None] * 5, limit=inf)})
    interval = bounded.median_interval("a")
    assert (interval.low, interval.censored) == (1.0, True)
    assert bounded.median_interval("b") is None
    seconds, censored = [1.0, 2.0, 3.0, 4.0, 2.0], [False] * 4 + [True]
    half = median_interval(seconds, censored, confidence=0.5)
    assert bounded.median_interval("a", confidence=0.5) == half != interval


def test_a_title_says_who_did_not_answer():
    assert Contest({"a": times(1.0), "b": times(2.0)}).agreement() == "all agree"
    assert THREE.agreement() == "6 of 12 runs without an answer, the others agree"
    assert THREE.agreement(wrong=2) == "2 wrong answers, 4 of 12 runs without an answer"
    assert THREE.agreement(wrong=1, disputed=5) == "1 wrong answer, 5 disputed"


def test_solvers_ran_on_the_same_instances():
    with pytest.raises(RuntimeError, match="different numbers"):
        Contest({"a": times(1.0), "b": []})


TIMES = st.builds(Time, st.floats(0.001, 9.0), st.booleans())


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(st.lists(TIMES, min_size=n, max_size=n), min_size=1, max_size=5)
    )
)
def test_nobody_beats_the_virtual_best(rows):
    whole = Contest({f"s{at}": row for at, row in enumerate(rows)}, 9.0).with_virtual_best()
    best = whole.par2(VIRTUAL_BEST)
    assert all(best <= whole.par2(solver) + 1e-9 for solver in whole.times)
    assert all(whole.settled(VIRTUAL_BEST) >= whole.settled(one) for one in whole.times)
    first = Contest({name: row for name, row in whole.times.items() if name != VIRTUAL_BEST})
    assert sum(first.fastest().values()) >= whole.settled(VIRTUAL_BEST)


def test_another_clock_stays():
    assert Contest({"a": times(1.0)}, 2.0, CPU).with_virtual_best() == Contest(
        {"a": times(1.0), VIRTUAL_BEST: times(1.0)}, 2.0, CPU
    )
