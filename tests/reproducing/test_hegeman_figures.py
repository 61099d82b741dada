"""Hegeman's figures: the same bytes when drawn twice, and checks that can fail."""

from collections import Counter

import numpy as np
import pytest

from cpstudy.puzzles.pipes.generating.mazes import boards
from cpstudy.reproducing import hegeman_figures as figures
from cpstudy.reproducing.hegeman_regions import SMALLEST, curves
from cpstudy.reproducing.items import ITEMS
from cpstudy.study.agreement import compared
from cpstudy.study.store import Store

DRAWN = [item for item in ITEMS.values() if item.name.startswith("hegeman/figure") and item.drawing]


def test_every_figure_is_listed():
    numbers = {int(name.removeprefix("hegeman/figure")) for name in ITEMS if "an/figure" in name}
    assert numbers == set(range(1, 14))
    assert [item.arguments["number"] for item in DRAWN] == [1, 2, 3, 4, 5, 7, 9, 12, 13]


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "rows.sqlite") as opened:
        yield opened


@pytest.mark.parametrize("number", [1, 2, 3, 12])
def test_drawn_twice(tmp_path, store, number):
    pictures = []
    for folder in ("one", "two"):
        paths = list(figures.draw("small", store, tmp_path / folder, number))
        assert [path.suffix for path in paths] == [".svg", ".png"]
        pictures.append([path.read_bytes() for path in paths])
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_exact_is_equal(store, number):
    for part, comparison in figures.figure("small", store, number):
        assert comparison.verdict == "equal", part
        assert len(comparison.cells) > 0


def test_binary_tree_claims_fail_for_another_generator(monkeypatch):
    wilson = boards("wilson", 10, 10, 20, 1)
    monkeypatch.setattr(figures, "boards", lambda *_: wilson)
    verdict = compared(figures._maze_claims("binary-tree", 20)).verdict
    assert verdict == "differs"


def test_a_bias_is_seen(monkeypatch):
    binary = boards("binary-tree", 10, 10, 50, 1)
    assert compared(figures._no_bias(binary)).verdict == "rejected"
    wilson = boards("wilson", 10, 10, 50, 1)
    turned = np.concatenate([wilson, wilson[:, ::-1, ::-1]])
    swapped = (turned[50:] << 2 | turned[50:] >> 2) & 15
    assert compared(figures._no_bias(np.concatenate([wilson, swapped]))).verdict == "not rejected"


def test_five_safe_states():
    puzzle, states = figures._with_five_states()
    assert len(set(states)) == 5
    assert not puzzle.violation(states[0])
    loose = figures.Pipes(5, 5, puzzle.tiles, free=True)
    assert not any(loose.violation(state) for state in states)


def test_the_curves_of_sizes_end_at_all():
    drawn = curves({"kruskal": Counter({SMALLEST: 3, 9: 1})})
    (series,) = drawn.series
    assert series.points == ((4.0, 75.0), (9.0, 100.0))
    assert all(
        low < y <= high for (_, y), (low, high) in zip(series.points, series.spread, strict=True)
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", [4, 5, 7, 9, 12, 13])
def test_claims_at_small_scale(tmp_path, store, number):
    for part, comparison in figures.figure("small", store, number):
        assert comparison.verdict in ("equal", "not rejected"), part
    assert all(path.stat().st_size for path in figures.draw("small", store, tmp_path, number))
