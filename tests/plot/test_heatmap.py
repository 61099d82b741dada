"""Heatmaps: hatching, marks and legends, one scale, ticks from 1 on, the same bytes."""

import pytest
from matplotlib.patches import Circle, Rectangle

from cpstudy.core.drawing import Heatmap, HeatmapCell
from cpstudy.plot.heatmap import _ticks, figure
from cpstudy.plot.saving import rendered


def heatmap(**more):
    cells = (
        HeatmapCell(1, 1, 10.0),
        HeatmapCell(2, 1, 1000.0, censored=True, peak=0.81),
        HeatmapCell(1, 2, 100.0, peak=0.19),
        HeatmapCell(3, 2, 5.0, peak=0.001),
    )
    return Heatmap("title", "x", "y", "value", cells, **more)


def patches(axes, kind):
    return [patch for patch in axes.patches if type(patch) is kind]


def words(picture):
    (legend,) = picture.legends
    return [text.get_text() for text in legend.get_texts()]


def test_bounds_and_missing_cells_are_hatched_and_told():
    picture = figure(heatmap(extent=((1, 3), (1, 3))))
    rectangles = patches(picture.axes[0], Rectangle)
    places = {(patch.get_x() + 0.5, patch.get_y() + 0.5): patch.get_hatch() for patch in rectangles}
    missing = {(3, 1), (2, 2), (1, 3), (2, 3), (3, 3)}
    assert {place for place, hatch in places.items() if hatch == "...."} == missing
    assert {place for place, hatch in places.items() if hatch == "////"} == {(2, 1)}
    assert "missing (5 of 9)" in words(picture) and "at least" in words(picture)


def test_discs_are_as_large_as_the_peak_is_likely():
    picture = figure(heatmap())
    discs = {disc.center: disc.radius for disc in patches(picture.axes[0], Circle)}
    assert discs == {(2, 1): pytest.approx(0.45), (1, 2): pytest.approx(0.5 * 0.19**0.5)}


def test_what_is_not_there_is_not_told():
    cells = (HeatmapCell(1, 1, 3.0), HeatmapCell(2, 1, 4.0))
    assert not figure(Heatmap("", "", "", "", cells)).legends
    with pytest.raises(RuntimeError, match="no cells"):
        figure(Heatmap("", "", "", "", ()))


def test_a_published_peak_is_marked():
    picture = figure(
        heatmap(marks=((3, 2),), mark_label="published", line=((1.5, 1.0), (1.2, 2.0)))
    )
    stars = [line for line in picture.axes[0].lines if line.get_marker() == "*"]
    assert [(*line.get_xdata(), *line.get_ydata()) for line in stars] == [(3, 2)]
    assert "published" in words(picture)


def test_one_scale_for_several_maps():
    for scale in (None, (1.0, 1e6)):
        norm = figure(heatmap(scale=scale)).axes[0].images[0].norm
        assert (norm.vmin, norm.vmax) == (scale or (5.0, 1000.0))


@pytest.mark.parametrize("last", [1, 2, 5, 16, 24, 40, 60, 200])
def test_ticks_begin_with_one(last):
    ticks = _ticks(1, last)
    assert ticks[0] == 1 and len(ticks) <= 15 and len(set(ticks)) == len(ticks)
    assert last - ticks[-1] < max(1, ticks[-1] - ticks[-2] if len(ticks) > 1 else 1)


def test_the_same_bytes_each_time():
    drawn = heatmap(extent=((1, 4), (1, 2)), marks=((1, 1),), mark_label="published")
    assert rendered(figure(drawn), "svg") == rendered(figure(drawn), "svg")
