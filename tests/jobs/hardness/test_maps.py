"""Maps of sweeps: one scale for each size, regions of the peak, published peaks, open sweeps."""

from dataclasses import replace

import pytest

from cpstudy.jobs.hardness.maps import (
    CPU,
    FEW_INNER,
    ONE_OUTER,
    REGIONS,
    RIDGE,
    draw,
    file_name,
    heatmap,
    region,
)
from cpstudy.jobs.hardness.summaries import stored_sweeps, summarise
from cpstudy.jobs.hardness.sweep import compute, sweep
from cpstudy.puzzles.edge_matching.generating.planted import crossing
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study.store import Store


@pytest.fixture(scope="module")
def summaries(tmp_path_factory):
    """The summaries of dfs and pla on 3×3 and of dfs on a corner of 4×4, read from a file."""
    path = tmp_path_factory.mktemp("sweeps") / "rows.sqlite"
    with Store(path) as store:
        for name in ("dfs", "pla"):
            compute([sweep(3, SOLVERS[name], puzzles=3, limit=1_000)], store, jobs=1)
        some = sweep(4, SOLVERS["dfs"], inner=range(2, 4), outer=range(2, 4), puzzles=3, limit=40)
        compute([some], store, jobs=1)
        return [summarise(store, study, complete=False) for study in stored_sweeps(store)]


def test_maps_of_a_size_have_one_scale(summaries):
    maps = [heatmap(summary, summaries) for summary in summaries]
    assert maps[0].scale == maps[1].scale != maps[2].scale
    medians = [cell.median for summary in summaries[:2] for cell in summary.cells]
    assert maps[0].scale == (min(medians), max(medians))
    assert heatmap(summaries[1]).scale != maps[1].scale


def test_the_line_is_the_crossing(summaries):
    line = heatmap(summaries[0]).line
    assert line == tuple((crossing(3, outer), outer) for outer in range(1, 9))


def test_shares_of_the_peak_are_a_distribution(summaries):
    for summary in summaries:
        assert sum(cell.peak for cell in summary.cells) == pytest.approx(1)
        assert sum(summary.regions.values()) == pytest.approx(1)
        assert list(summary.regions) == list(REGIONS)
        shares = {(cell.inner, cell.outer): cell.peak for cell in summary.cells}
        for place, share in summary.peak_shares:
            assert shares[place] == share >= 0.01
        drawn = heatmap(summary)
        assert {(c.x, c.y): c.peak for c in drawn.cells} == shares
        assert "the peak in resamples: " in drawn.title


def test_regions():
    assert region(5, 4, 3) == RIDGE  # the line is at 4.46
    assert region(5, 2, 5) == FEW_INNER
    assert region(5, 23, 1) == ONE_OUTER
    assert region(5, 23, 2) == "elsewhere"
    assert region(2, 0, 1) == RIDGE  # no inner edges, no line


def test_a_sweep_under_way_is_drawn_with_what_is_missing(summaries):
    part = summaries[2]
    assert heatmap(part).extent == ((2, 3), (2, 3))
    whole = heatmap(part, whole=True)
    assert whole.extent == ((1, 12), (1, 12))
    assert len(whole.line) == 12 and len(whole.cells) == 4


def test_an_unfinished_sweep_says_what_it_lacks(tmp_path):
    study = sweep(
        3, SOLVERS["snopf"], inner=range(1, 3), outer=range(1, 4), puzzles=20, limit=1_000
    )

    def interrupt(state):
        if state.done > 25:
            raise KeyboardInterrupt

    with Store(tmp_path / "rows") as store:
        with pytest.raises(KeyboardInterrupt):
            compute([study], store, jobs=1, progress=interrupt)
        (begun,) = stored_sweeps(store)
        part = summarise(store, begun, complete=False)
        missing = 120 - len(store)
        assert 1 < part.missing.cells < 6
        assert part.missing == (part.missing.cells, 6, missing)
        said = f"unfinished: {part.missing.cells} of 6 cells lack runs, {missing} in all"
        assert part.unfinished == said
        assert f"\n{said}; so far, the peak in resamples" in heatmap(part).title
        compute([study], store, jobs=1)
        whole = summarise(store, *stored_sweeps(store), complete=False)
        assert (whole.missing, whole.unfinished) == ((0, 6, 0), "")
        assert "unfinished" not in heatmap(whole).title


def test_published_peaks_are_marked_where_they_are_asked_for(summaries, tmp_path):
    assert heatmap(summaries[0], published=True).marks == ()
    study = sweep(5, SOLVERS["snopf"], inner=range(24, 25), outer=range(16, 17), puzzles=1, limit=9)
    with Store(tmp_path / "rows") as store:
        compute([study], store, jobs=1)
        summary = summarise(store, study)
        assert heatmap(summary, published=True).marks == ((5, 1),)
        assert heatmap(summary).marks == ()


def test_maps_that_count_otherwise_share_no_colours(summaries):
    """Placements share a scale, conflicts only with the same solver, CPU time with any solver."""
    one = summaries[0]
    other = replace(one, cells=tuple(replace(c, median=1e9) for c in one.cells))
    assert heatmap(one, [other]).scale[1] == 1e9
    for unit in ("conflicts", CPU):
        assert heatmap(one, [replace(other, unit=unit)]).scale == heatmap(one).scale
    conflicts = replace(one, unit="conflicts")
    assert heatmap(conflicts, [replace(other, unit="conflicts", solver="x")]).scale[1] < 1e9
    times = replace(one, unit=CPU)
    assert heatmap(times, [replace(other, unit=CPU, solver="x")]).scale[1] == 1e9
    small = replace(times, cells=tuple(replace(c, median=0.25) for c in one.cells))
    assert heatmap(small).scale == (0.25, 0.25)


def test_files(summaries, tmp_path):
    written = list(draw(summaries[:1], tmp_path / "new", "rows"))
    name = f"rows-{file_name(summaries[0])}"
    assert [path.name for path in written] == [f"{name}.svg", f"{name}.png"]
    assert all(path.stat().st_size > 1000 for path in written)
