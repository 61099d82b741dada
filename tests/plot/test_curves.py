"""Figures of curves: the same bytes in every run, published points told apart, none of nothing."""

import pytest

from cpstudy.core.drawing import Curves, Series
from cpstudy.plot.curves import figure
from cpstudy.plot.saving import rendered


def curves(*series, log=True):
    return Curves("title", "size", "seconds", series, log_x=log, log_y=log)


OURS = Series("ours", ((5, 0.1), (10, 0.4)))
THEIRS = Series("theirs", ((5, 2.0),), published=True)


def test_curves_are_the_same_bytes_and_say_what_is_published():
    first, second = (rendered(figure(curves(OURS, THEIRS)), "svg") for _ in range(2))
    assert first == second
    other = rendered(figure(curves(OURS, Series("theirs", ((5, 2.0),)))), "svg")
    assert first != other
    labels = [text.get_text() for text in figure(curves(OURS, THEIRS)).axes[0].get_legend().texts]
    assert labels == ["ours", "theirs (published)"]
    assert figure(curves(OURS)).axes[0].get_xscale() == "log"
    assert figure(curves(OURS, log=False)).axes[0].get_yscale() == "linear"


def test_no_figure_of_nothing():
    with pytest.raises(ValueError, match="no points"):
        figure(curves(Series("empty", ())))
