"""Three published figures from ``paper/data/`` by pandas, without the suite.

Everything needed to read the files is in ``paper/data/datapackage.json``: the columns, the meaning
of a missing value, and how to read a stopped run. No module of cpstudy is imported.
"""

import csv
import json
import math
from pathlib import Path

import pytest

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

ROOT = Path(__file__).parents[2]
DATA = ROOT / "paper" / "data"
SWEEP = ["inner", "outer", "seed", "iterations", "stop", "budget_iterations"]


def described(name):
    """Return the columns of a file as its dictionary describes them."""
    resources = json.loads((DATA / "datapackage.json").read_text(encoding="utf-8"))["resources"]
    (schema,) = (one["schema"] for one in resources if one["path"] == f"{name}.parquet")
    return {one["name"]: one for one in schema["fields"]}


def frame(name, columns, **where):
    """Return some columns of the rows with the given values."""
    fields = {column: result for column, result in described(name).items() if column in columns}
    filters = [(column, "==", value) for column, value in where.items()]
    read = pandas.read_parquet(DATA / f"{name}.parquet", columns=columns, filters=filters)
    for column, result in fields.items():  # a missing flag means "false"
        if result["type"] == "boolean" and result.get("missing") == "false":
            read[column] = read[column].eq(True).fillna(False).astype(bool)
    return read


def published(name, **where):
    with (ROOT / "figures" / f"{name}-paper.csv").open(encoding="utf-8") as file:
        (row,) = (r for r in csv.DictReader(file) if all(r[k] == v for k, v in where.items()))
    return row


def effort(runs):
    """Return the iterations; for a run stopped by them, the budget, which is a lower bound."""
    stopped = runs["stop"] == "iterations"
    return runs["iterations"].where(~stopped, runs["budget_iterations"]).astype(float)


def test_the_peak_of_willems():
    """The highest median of all cells at 5×5 and its place are as published."""
    runs = frame("willems", SWEEP, solver="dfs", size=5)
    medians = effort(runs).groupby([runs["inner"], runs["outer"]]).median()
    first = runs["seed"] < 20
    of_twenty = effort(runs[first]).groupby([runs["inner"], runs["outer"]]).median()
    result = published("willems_table1", solver="dfs", size="5x5")
    assert f"{medians.max():.0f}" == result["peak of all"] == "2204"
    assert f"({medians.idxmax()[0]}, {medians.idxmax()[1]})" == result["place"]
    assert f"{of_twenty.max():.0f}" == result["peak of the first 20"]


@pytest.mark.parametrize("algorithm", ["kruskal", "wilson"])
def test_the_slope_of_unique_shares(algorithm):
    """√(-ln P) by n is a straight line: weighted least squares, errors by the delta method."""
    numpy = pytest.importorskip("numpy")
    columns = ["size", "mazes", "unique", "many"]
    runs = frame("large_mazes-paper", columns, algorithm=algorithm, solver="search")
    batches = runs[runs["mazes"].notna()]  # missing: the row is a single maze
    assert not batches[["unique", "many"]].isna().any().any()
    assert (batches["unique"] + batches["many"] == batches["mazes"]).all()
    sums = batches.groupby("size")[["unique", "mazes"]].sum().astype(float)
    share = sums["unique"] / sums["mazes"]
    root = numpy.sqrt(-numpy.log(share))
    error = numpy.sqrt(share * (1 - share) / sums["mazes"]) / (2 * share * root)
    slope, intercept = numpy.polyfit(sums.index, root, 1, w=1 / error)
    result = published("large_mazes_law", algorithm=algorithm)
    assert f"{slope:.4f}" == result["slope"]
    assert f"{-intercept / slope:.2f}" == result["zero at n"]


def test_the_price_of_different_pieces():
    """The mean ratio of medians without identical pieces to those of any pieces is as published."""
    runs = frame("pieces-paper", [*SWEEP, "distinct", "asymmetric"], solver="dfs", size=5)
    runs = runs[runs["outer"] > 0]  # 0: one set of colours
    cell = [runs["inner"], runs["outer"], runs["distinct"], runs["asymmetric"]]
    medians = effort(runs).groupby(cell).median()
    ratio = medians.xs((True, False), level=(2, 3)) / medians.xs((False, False), level=(2, 3))
    result = published("pieces", solver="dfs", size="5x5", pieces="no identical pieces")
    assert len(ratio) == int(result["cells"])
    mean = math.exp(ratio.map(math.log).mean())
    assert f"{mean:.3g}" == result["median over that of any pieces"] == "1.65"
