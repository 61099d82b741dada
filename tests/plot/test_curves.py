"""Figures of curves: the same bytes in every run, marked published points, none without points."""

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
    with pytest.raises(RuntimeError, match="no points"):
        figure(curves(Series("empty", ())))


def test_intervals_bounds_and_fits_are_drawn():
    spread = Series("ours", ((5, 0.1), (10, 0.4)), spread=((0.05, 0.2), (0.3, 0.6)))
    censored = Series("ours", ((5, 0.1), (10, 0.4)), censored=frozenset({1}))
    fitted = Series("line", ((5, 0.1), (10, 0.4)), fitted=True)
    plain, *others = (
        rendered(figure(curves(*series)), "svg")
        for series in ((OURS,), (spread,), (censored,), (OURS, fitted))
    )
    assert len({plain, *others}) == 4
    axes = figure(curves(OURS, fitted)).axes[0]
    ours, line = axes.get_lines()
    assert ours.get_color() == line.get_color()
    assert (ours.get_marker(), line.get_marker()) == ("o", "")
    (_, bound) = figure(curves(censored)).axes[0].get_lines()
    assert (bound.get_marker(), bound.get_xdata()[0]) == ("^", 10)
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["5", "10"]


def test_colours_and_markers_tell_many_series_apart():
    many = [Series(str(n), ((5, n + 1.0), (10, n + 2.0))) for n in range(10)]
    lines = figure(curves(*many)).axes[0].get_lines()
    looks = {(line.get_color(), line.get_marker(), str(line.get_linestyle())) for line in lines}
    assert len(looks) == 10


def test_whole_places_have_whole_ticks():
    """An axis of whole numbers, such as colours, has whole ticks; an axis of fractions need not."""
    for step, whole in ((1, True), (0.9, False)):
        points = tuple((step * n, 1.0) for n in range(1, 21))
        drawn = figure(curves(Series("many", points), log=False))
        drawn.canvas.draw()
        ticks = drawn.axes[0].get_xticks()
        assert len(ticks) < 20
        assert all(tick == int(tick) for tick in ticks) is whole


@pytest.mark.parametrize(("most", "written"), [(60, "1 2 5 10 20 50"), (5000, None)])
def test_numbers_stand_along_a_logarithmic_axis(most, written):
    """If an axis has few powers of ten, the numbers between them are written out."""
    points = tuple((float(n), 1.0) for n in range(1, most + 1, max(1, most // 30)))
    drawn = figure(curves(Series("many", points), log=True))
    drawn.canvas.draw()
    axis = drawn.axes[0].xaxis
    low, high = axis.get_view_interval()
    result = [
        label.get_text()
        for tick, label in zip(axis.get_majorticklocs(), axis.get_ticklabels(), strict=True)
        if low <= tick <= high
    ]
    assert (" ".join(result) == written) is (written is not None), result
