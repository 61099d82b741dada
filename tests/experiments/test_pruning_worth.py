"""Ratios with bounds: the side of a bound; a pair with both runs open is in no ratio."""

from importlib import import_module

import pytest

worth = import_module("experiments.14_pruning_worth")


def summary(over, waiting):
    return [*worth.bounded("x", over, waiting).values()]


def test_known_ratios_have_a_mean_and_students_interval():
    value, interval, *counts = summary([0.5, 2.0, 1.0], [(False, False)] * 3)
    assert (value, counts) == ("1", [3, 0, 0])
    assert interval == "0.18 – 5.6"


@pytest.mark.parametrize(("waiting", "mark"), [((True, False), "≥ "), ((False, True), "≤ ")])
def test_a_bound_makes_the_mean_a_bound(waiting, mark):
    value, interval, *counts = summary([0.5, 2.0, 1.0], [waiting, (False, False), (False, False)])
    assert (value, interval, counts) == (f"{mark}1", "", [3, 1, 0])  # too few for an interval
    _, interval, *counts = summary([0.5, 2.0] * 6, [waiting] * 12)
    assert interval.startswith(mark) and counts == [12, 12, 0]


def test_bounds_on_both_sides_say_nothing_and_both_open_is_no_ratio():
    both = [(True, False), (False, True), (True, True)]
    assert summary([0.5, 2.0, 9.0], both) == ["", "", 2, 2, 1]
