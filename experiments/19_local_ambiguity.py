"""Is ambiguity local, and does that explain the share of unique mazes?

Experiment 09 counts defects, the regions where another solution differs. This experiment asks over
which distance they influence each other, whether their number alone gives the share of unique
mazes, and whether their density depends on the size of a board without a border. Its hypotheses
were frozen before it was run (docs/decisions/statistics); ``experiments/locality.py`` describes the
counts and tests. There are no published values.

``python -m experiments.19_local_ambiguity --scale paper`` has 5,000 mazes a generator at 10, 15 and
20, 2,000 at 40 and on each torus, and 20,000 others for the shares: two minutes on one core.
``small`` has a tenth. On the smallest boards, the numbers of uniform trees are exact
(``experiments/exact_trees.py``) and compared with drawn trees and Wilson's mazes. Rows:
``results/local_ambiguity-SCALE.sqlite``; tables and figures: ``figures/local_ambiguity_*-SCALE.*``.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from math import hypot, log, sqrt

import click

from cpstudy.core.drawing import Curves, Series
from cpstudy.plot.curves import figure
from cpstudy.study.agreement import chi_square_p
from cpstudy.study.multiple import benjamini_hochberg, holm
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.exact_trees import LISTED, PAIRED, exact, mean_solutions
from experiments.large_mazes import Scale, measure_shares, shares_study
from experiments.locality import (
    ALGORITHMS,
    SEED,
    Placed,
    counted_study,
    measure_counted,
    measure_placed,
    placed_study,
    same,
)
from experiments.outputs import write_figure, write_table
from experiments.poisson import Share

Z = 1.96
LEVEL = 0.05
# The largest tested distance, and the sizes whose pairs are tested.
FARTHEST = 15
# Batches of 100 mazes by size, flat and on a torus; mazes of the shares come in batches of 500.
FLAT = {
    "small": {10: 10, 15: 10, 20: 5, 40: 3},
    "paper": {10: 50, 15: 50, 20: 50, 40: 20},
}
TORUS = {
    "small": dict.fromkeys((10, 20, 30), 3),
    "paper": dict.fromkeys((10, 15, 20, 30, 40), 20),
}
# Batches of the smallest trees: of 500 whose solutions are counted, of 100 whose defects are.
COUNTED = {"small": 4, "paper": 40}
SMALLEST = {"small": dict.fromkeys(LISTED, 10), "paper": dict.fromkeys(LISTED, 100)}
SMALL = ("uniform", "wilson")
SHARES = {"small": Scale((10, 15, 20), 4, 500, {}), "paper": Scale((10, 15, 20), 40, 500, {})}

Lines = list[dict[str, object]]


class Found:
    """The evaluated rows, by algorithm and size."""

    def __init__(self, store: Store, scale: str) -> None:
        unique: dict[tuple[str, int], list[int]] = defaultdict(list)
        for row in store.rows(shares_study(SHARES[scale], SEED)):
            key = row.cell.params["algorithm"], row.cell.params["size"]
            unique[key].append(row.counters.get("unique", 0))
        self.shares = {
            key: Share(key[1], sum(result), len(result) * SHARES[scale].batch)
            for key, result in unique.items()
        }
        self.flat = _placed(store, FLAT[scale], wrap=False)
        self.torus = _placed(store, TORUS[scale], wrap=True)
        rows = store.rows(counted_study(PAIRED, COUNTED[scale]))
        self.solutions = {
            (cell.params["algorithm"], cell.params["size"]): Placed.of(
                cell.params["size"], list(result)
            )
            for cell, result in groupby(rows, key=lambda row: row.cell)
        }
        self.smallest = _placed(store, SMALLEST[scale], wrap=False, algorithms=SMALL)


def _placed(
    store: Store, sizes: dict[int, int], *, wrap: bool, algorithms: Sequence[str] = ALGORITHMS
) -> dict[tuple[str, int], Placed]:
    found = {}
    for size, batches in sizes.items():
        rows = store.rows(placed_study(size, batches, wrap=wrap, algorithms=algorithms))
        for cell, result in groupby(rows, key=lambda row: row.cell):
            found[cell.params["algorithm"], size] = Placed.of(size, list(result))
    return found


def exact_table(found: Found) -> Lines:
    """Compare exact values for the smallest trees with drawn ones."""
    lines: Lines = []
    for (name, size), counted in found.solutions.items():
        crosses = name == "uniform"
        result = [("solutions a maze", mean_solutions(size, crosses), counted.average)]
        if size in LISTED:
            whole, drawn = exact(size, crosses), found.smallest[name, size]
            result += [
                ("unique", whole.unique, drawn.none),
                ("defects a maze", whole.defects, drawn.average),
            ]
        for quantity, value, (sampled, error) in result:
            lines.append(
                {
                    "drawn trees": name,
                    "size": size,
                    "quantity": quantity,
                    "exact": f"{float(value):.6f}",
                    "as a fraction": f"{value.numerator} / {value.denominator}",
                    "drawn": f"{sampled:.5f}",
                    "95 %": f"{sampled - Z * error:.5f} – {sampled + Z * error:.5f}",
                }
            )
    return lines


def pairs_table(found: Found) -> Lines:
    """Return g by distance, and the part of the variance that pairs up to it explain."""
    lines: Lines = []
    for (name, size), placed in found.flat.items():
        distances = range(1, min(FARTHEST, size - 1) + 1)
        result = [placed.correlation(distance) for distance in distances]
        corrected = holm([p for _, _, p in result])
        for distance, (value, error, p), family in zip(distances, result, corrected, strict=True):
            explained, spread = placed.explained(distance)
            lines.append(
                {
                    "algorithm": name,
                    "size": size,
                    "distance": distance,
                    "pairs over independent": f"{value:.3f}",
                    "95 %": _interval(value, error),
                    "p": _p(p),
                    "p by Holm": _p(family),
                    "variance / mean up to here": f"{explained:.3f}",
                    "95 % of it": _interval(explained, spread),
                }
            )
    return lines


def range_table(found: Found, pairs: Lines) -> Lines:
    """Return the distance over which defects influence each other, and their variance."""
    lines: Lines = []
    for (name, size), placed in found.flat.items():
        own = [line for line in pairs if (line["algorithm"], line["size"]) == (name, size)]
        apart = [int(str(line["distance"])) for line in own if _below(str(line["p by Holm"]))]
        value, error = placed.dispersion
        density, spread = placed.density
        near = max(apart, default=0)
        explained, wide = placed.explained(near)
        lines.append(
            {
                "algorithm": name,
                "size": size,
                "mazes": placed.mazes,
                "defects a maze": f"{placed.mean:.3f}",
                "a hundred tiles": f"{density:.3f}",
                "95 %": _interval(density, spread),
                "variance / mean": f"{value:.3f}",
                "95 % of it": _interval(value, error),
                "range in tiles": near,
                "from pairs in range": f"{explained:.3f}",
                "95 % of that": _interval(explained, wide),
                "mazes not decided": placed.undecided,
            }
        )
    return lines


def model_table(found: Found) -> Lines:
    """Compare −ln P with the predictions from defects of other mazes."""
    lines: Lines = []
    for name, share, placed in _compared(found):
        line: dict[str, object] = {
            "algorithm": name,
            "size": share.size,
            "mazes": share.mazes,
            "unique": f"{share.share:.4f}",
            "−ln P": f"{-log(share.share):.3f}",
            "95 %": _interval(-log(share.share), _error(share)),
        }
        for model, (value, error) in (("binomial", placed.exponent), ("e^-m", placed.average)):
            line[f"by {model}"] = f"{value:.3f}"
            line[f"95 % by {model}"] = _interval(value, error)
            line[f"{model} over measured"] = f"{value / -log(share.share):.3f}"
        lines.append(line)
    return lines


def _compared(found: Found) -> list[tuple[str, Share, Placed]]:
    return [
        (name, share, found.flat[name, size])
        for (name, size), share in sorted(found.shares.items())
        if name in ALGORITHMS and share.unique
    ]


def _error(share: Share) -> float:
    """Return the standard error of −ln P, by the delta method."""
    return sqrt((1 - share.share) / share.unique)


def tests_table(found: Found) -> Lines:
    """Test three families of four: the binomial model, e⁻ᵐ, a density independent of the size."""
    families: dict[str, list[tuple[str, float, int, float]]] = defaultdict(list)
    for name in ALGORITHMS:
        own = [(share, placed) for one, share, placed in _compared(found) if one == name]
        for model in ("binomial", "e^-m"):
            square = 0.0
            for share, placed in own:
                value, error = placed.exponent if model == "binomial" else placed.average
                apart = value + log(share.share)
                square += apart**2 / (error**2 + _error(share) ** 2)
            families[model].append((name, square, len(own), chi_square_p(square, len(own))))
        densities = [placed.density for (one, _), placed in found.torus.items() if one == name]
        families["density on a torus"].append((name, *same(densities)))
    lines: Lines = []
    for hypothesis, result in families.items():
        ps = [p for *_, p in result]
        for (name, square, degrees, p), family, rate in zip(
            result, holm(ps), benjamini_hochberg(ps), strict=True
        ):
            lines.append(
                {
                    "hypothesis": hypothesis,
                    "algorithm": name,
                    "χ²": f"{square:.1f}",
                    "degrees": degrees,
                    "p": _p(p),
                    "p by Holm": _p(family),
                    "p by Benjamini-Hochberg": _p(rate),
                    "verdict": "rejected" if family < LEVEL else "not rejected",
                }
            )
    return lines


def errors_table(found: Found) -> Lines:
    """Return the largest error of the predictions of −ln P, and the reach of their intervals."""
    lines: Lines = []
    for model in ("binomial", "e^-m"):
        off, reach = [], []
        for _, share, placed in _compared(found):
            value, error = placed.exponent if model == "binomial" else placed.average
            ratio = value / -log(share.share)
            off.append(abs(ratio - 1))
            reach.append(off[-1] - Z * hypot(error, ratio * _error(share)) / log(share.share))
        largest = {"largest error": max(off), "error within intervals": max(reach)}
        shown = {name: f"{value:.1%}".replace("%", " %") for name, value in largest.items()}
        lines.append({"hypothesis": model, "cells": len(off), **shown})
    return lines


def torus_table(found: Found) -> Lines:
    """Return densities on boards without a border."""
    lines: Lines = []
    for (name, size), placed in found.torus.items():
        value, error = placed.density
        lines.append(
            {
                "algorithm": name,
                "size": size,
                "mazes": placed.mazes,
                "a hundred tiles": f"{value:.3f}",
                "95 %": _interval(value, error),
                "mazes not decided": placed.undecided,
            }
        )
    return lines


def _interval(value: float, error: float) -> str:
    return f"{value - Z * error:.3f} – {value + Z * error:.3f}"


def _p(p: float) -> str:
    return f"{p:.3g}" if p >= 1e-12 else "< 1e-12"


def _below(text: str) -> bool:
    return text.startswith("<") or float(text) < LEVEL


def correlations(lines: Lines, size: int) -> Curves:
    """Draw g by distance at one size, a curve for each generator."""
    series = []
    for name in ALGORITHMS:
        own = [line for line in lines if (line["algorithm"], line["size"]) == (name, size)]
        points = tuple(
            (float(str(line["distance"])), float(str(line["pairs over independent"])))
            for line in own
        )
        ends = [str(line["95 %"]).split(" – ") for line in own]
        spread = tuple((float(low), float(high)) for low, high in ends)
        series.append(Series(name, points, spread=spread))
    return Curves(
        f"Pairs of defects over independent ones, {size}×{size}",
        "distance in tiles",
        "g",
        tuple(series),
    )


def densities(lines: Lines) -> Curves:
    """Draw densities on tori against the size."""
    series = []
    for name in ALGORITHMS:
        own = [line for line in lines if line["algorithm"] == name]
        points = tuple(
            (float(str(line["size"])), float(str(line["a hundred tiles"]))) for line in own
        )
        ends = [str(line["95 %"]).split(" – ") for line in own]
        spread = tuple((float(low), float(high)) for low, high in ends)
        series.append(Series(name, points, spread=spread))
    return Curves(
        "Defects of mazes without a border",
        "size n of n × n tori",
        "a hundred tiles",
        tuple(series),
    )


@experiment("local_ambiguity", "local_ambiguity-paper")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Run what is missing, then draw and print."""
    run(shares_study(SHARES[scale], SEED), store, measure_shares, jobs=jobs)
    for sizes, wrap in ((FLAT[scale], False), (TORUS[scale], True)):
        for size, batches in sizes.items():
            run(placed_study(size, batches, wrap=wrap), store, measure_placed, jobs=jobs)
    for size, batches in SMALLEST[scale].items():
        study = placed_study(size, batches, wrap=False, algorithms=SMALL)
        run(study, store, measure_placed, jobs=jobs)
    run(counted_study(PAIRED, COUNTED[scale]), store, measure_counted, jobs=jobs)
    found = Found(store, scale)
    pairs, model, torus = pairs_table(found), model_table(found), torus_table(found)
    for name, lines in (
        ("exact", exact_table(found)),
        ("pairs", pairs),
        ("range", range_table(found, pairs)),
        ("model", model),
        ("errors", errors_table(found)),
        ("torus", torus),
        ("tests", tests_table(found)),
    ):
        write_table(f"local_ambiguity_{name}-{scale}", lines)
    write_figure(f"local_ambiguity_pairs-{scale}", figure(correlations(pairs, max(FLAT[scale]))))
    write_figure(f"local_ambiguity_torus-{scale}", figure(densities(torus)))


if __name__ == "__main__":
    main()
