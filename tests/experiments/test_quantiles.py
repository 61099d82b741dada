"""Figures of quantiles: the same bytes in every run, and no figure without points."""

import pytest

from cpstudy.plot.saving import FORMATS, rendered
from experiments.quantiles import Quantiles, figure

POINTS = ((1, (1.0, 2.0, 4.0, 8.0, 9.0)), (2, (1.0, 3.0, 5.0, 9.0, 20.0)))


def quantiles(points):
    return Quantiles("title", "cars", "states", (0.05, 0.25, 0.5, 0.75, 0.95), points)


@pytest.mark.parametrize("file_format", FORMATS)
def test_figures_are_the_same_bytes(file_format):
    first, second = (rendered(figure(quantiles(POINTS)), file_format) for _ in range(2))
    assert first == second
    other = rendered(figure(quantiles(POINTS[:1])), file_format)
    assert other != first


def test_the_median_is_the_line():
    (axes,) = figure(quantiles(POINTS)).axes
    (line,) = axes.lines
    assert list(line.get_xdata()) == [1, 2]
    assert list(line.get_ydata()) == [4.0, 5.0]
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["5% – 95%", "25% – 75%", "median"]


def test_no_points_are_refused():
    with pytest.raises(RuntimeError, match="no points"):
        figure(quantiles(()))
