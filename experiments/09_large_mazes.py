"""Why are large mazes never unique?

The experiment measures the share P of unique mazes of the five algorithms on n × n boards, decided
exactly, and √(-ln P) against n; the number and size of the ambiguous regions (*defects*) of other
mazes up to 100×100; and whether the shares are those of independent defects, e^-m. The tests are
described in ``experiments/poisson.py``. There are no published values beyond 20×20.

Constants, then the grids, then tables and figures. Rows go to ``results/large_mazes-SCALE.sqlite``
(with ``--rows FILE``, to that file) and the same command resumes; tables and figures go to
``figures/``.

``python -m experiments.09_large_mazes --scale paper`` has 10,000 mazes a size from 5 to 30 and
takes half an hour on one core; ``small`` has 1,000 at four sizes.
"""

from collections import Counter, defaultdict

import click

from cpstudy.core.drawing import Curves, Series
from cpstudy.plot.curves import figure
from cpstudy.reproducing.defects import ALGORITHMS, defects_study, measure_defects
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.large_mazes import SCALES, Scale, measure_shares, shares_study
from experiments.outputs import write_figure, write_table
from experiments.poisson import (
    Defects,
    Line,
    Share,
    prediction_p,
    straight_line,
)

# Binary Tree does not have defects.
DRAWN = ALGORITHMS[1:]

Lines = list[dict[str, object]]


class Found:
    """The evaluated rows: shares and defects by algorithm, sizes of regions by both."""

    def __init__(self, store: Store, scale: Scale) -> None:
        unique: Counter[tuple[str, int]] = Counter()
        mazes: Counter[tuple[str, int]] = Counter()
        for row in store.rows(shares_study(scale)):
            key = row.cell.params["algorithm"], row.cell.params["size"]
            unique[key] += row.counters.get("unique", 0)
            mazes[key] += sum(row.counters.values())
        self.shares = {
            name: [Share(n, unique[name, n], mazes[name, n]) for n in scale.sizes]
            for name in ALGORITHMS
        }
        numbers: dict[tuple[str, int], list[int]] = defaultdict(list)
        self.regions: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
        self.undecided: Counter[tuple[str, int]] = Counter()
        for size in scale.mapped:
            for row in store.rows(defects_study(size, scale.mapped[size])):
                key = row.cell.params["algorithm"], size
                numbers[key].append(row.counters["regions"])
                self.undecided[key] += row.counters["undecided"] > 0
                self.regions[key].update(dict(row.extra.get("sizes", ())))
        self.defects = {
            name: [Defects(n, tuple(numbers[name, n])) for n in scale.mapped] for name in ALGORITHMS
        }
        self.lines: dict[str, Line | None] = {
            name: straight_line((s.size, s.root, s.error) for s in self.shares[name] if s.fits)
            for name in ALGORITHMS
        }


def shares_table(found: Found) -> Lines:
    """Return shares, their roots, and the predictions from counted defects."""
    lines: Lines = []
    for name in ALGORITHMS:
        by_size = {defects.size: defects for defects in found.defects[name]}
        for share in found.shares[name]:
            line: dict[str, object] = {
                "algorithm": name,
                "size": share.size,
                "mazes": share.mazes,
                "unique": f"{share.share:.4f}",
                "95 %": _interval(*share.interval),
                "√(-ln P)": f"{share.root:.3f}" if share.unique else "",
                "95 % of the root": _interval(*share.root_interval),
                "predicted e^-m": "",
                "95 % of the prediction": "",
                "p": "",
            }
            if defects := by_size.get(share.size):
                predicted, low, high = defects.predicted
                line["predicted e^-m"] = f"{predicted:.4f}"
                line["95 % of the prediction"] = _interval(low, high)
                line["p"] = _p(prediction_p(share, defects))
            lines.append(line)
    return lines


def defects_table(found: Found) -> Lines:
    """Return defects for each maze and each hundred tiles, their dispersion and size."""
    lines: Lines = []
    for name in ALGORITHMS:
        for defects in found.defects[name]:
            key = name, defects.size
            sizes = sorted(found.regions[key].elements())
            low, high = defects.interval
            tiles = defects.size**2 / 100
            lines.append(
                {
                    "algorithm": name,
                    "size": defects.size,
                    "mazes": len(defects.numbers),
                    "defects a maze": f"{defects.mean:.3f}",
                    "a hundred tiles": f"{defects.mean / tiles:.4f}",
                    "95 %": _interval(low / tiles, high / tiles),
                    "variance / mean": f"{defects.dispersion:.2f}",
                    "95 % of it": _interval(*defects.dispersion_interval),
                    "tiles, median": sizes[len(sizes) // 2] if sizes else "",
                    "tiles, 95 %": sizes[int(0.95 * len(sizes))] if sizes else "",
                    "tiles, largest": sizes[-1] if sizes else "",
                    "of four tiles": f"{sizes.count(4) / len(sizes):.3f}" if sizes else "",
                    "mazes not decided": found.undecided[key],
                }
            )
    return lines


def law_table(found: Found) -> Lines:
    """Return the fitted line of √(-ln P), and the slope predicted by the largest boards.

    The prediction is √m / (n - n₀), with m defects and the zero n₀ of the line; its interval is
    that of m.
    """
    lines: Lines = []
    for name, line in found.lines.items():
        if line is None:
            continue
        largest = found.defects[name][-1]
        zero = -line.intercept / line.slope
        result = [m**0.5 / (largest.size - zero) for m in (largest.mean, *largest.interval)]
        lines.append(
            {
                "algorithm": name,
                "sizes": line.degrees + 2,
                "slope": f"{line.slope:.4f}",
                "95 %": _interval(
                    line.slope - 1.96 * line.slope_error, line.slope + 1.96 * line.slope_error
                ),
                "zero at n": f"{zero:.2f}",
                "χ²": f"{line.square:.1f}",
                "degrees": line.degrees,
                "p": _p(line.p),
                "slope by density": f"{result[0]:.4f}",
                "95 % of it": _interval(*result[1:]),
                "density at n": largest.size,
            }
        )
    return lines


def _p(p: float) -> str:
    """Format a p-value; below 1e-12, the sum of many terms is not accurate."""
    return f"{p:.2f}" if p >= 0.01 else f"{p:.2g}" if p >= 1e-12 else "< 1e-12"


def _interval(low: float, high: float) -> str:
    return f"{low:.4f} – {high:.4f}"


def roots(found: Found) -> Curves:
    """Draw √(-ln P) with its interval and the fitted line; a lower bound if none was unique."""
    drawn_series: list[Series] = []
    for name in DRAWN:
        seen = [share for share in found.shares[name] if share.unique]
        none = [share for share in found.shares[name] if not share.unique][:1]
        drawn = [(float(share.size), share.root) for share in seen]
        spread = [share.root_interval for share in seen]
        for share in none:
            least = share.root_interval[0]
            drawn.append((float(share.size), least))
            spread.append((least, least))
        censored = frozenset(range(len(seen), len(drawn)))
        result = Series(name, tuple(drawn), spread=tuple(spread), censored=censored)
        line = found.lines[name]
        ends = (seen[0].size, seen[-1].size) if seen else ()
        at = tuple((float(n), line.at(n)) for n in ends) if line else ()
        drawn_series += [result, Series(f"{name}, straight line", at, fitted=True)]
    return Curves(
        "Unique mazes: √(−ln P) against the side (triangle: none of all was unique)",
        "size n of n × n mazes",
        "√(−ln P)",
        tuple(drawn_series),
    )


def densities(found: Found) -> Curves:
    """Draw the defects per hundred tiles."""
    series = []
    for name in DRAWN:
        scaled = [(d, d.size**2 / 100) for d in found.defects[name]]
        points = tuple((float(d.size), d.mean / tiles) for d, tiles in scaled)
        spread = tuple((d.interval[0] / tiles, d.interval[1] / tiles) for d, tiles in scaled)
        series.append(Series(name, points, spread=spread))
    return Curves(
        "Ambiguous regions of mazes",
        "size n of n × n mazes",
        "regions a hundred tiles",
        tuple(series),
        log_x=True,
    )


def predictions(found: Found) -> Curves:
    """Draw shares next to the prediction of independent defects."""
    drawn_series: list[Series] = []
    for name in DRAWN:
        seen = [share for share in found.shares[name] if share.unique]
        exact = Series(
            f"{name}, exact",
            tuple((float(share.size), share.share) for share in seen),
            spread=tuple(share.interval for share in seen),
        )
        last = seen[-1].size if seen else 0
        counted = [d for d in found.defects[name] if d.size <= last]
        result = tuple((float(d.size), d.predicted[0]) for d in counted)
        drawn_series += [exact, Series(f"{name}, e^-m of other mazes", result, fitted=True)]
    return Curves(
        "Shares of unique mazes, and what independent defects would give",
        "size n of n × n mazes",
        "share of unique mazes",
        tuple(drawn_series),
        log_y=True,
    )


@experiment("large_mazes", "large_mazes-paper")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Run what is missing, then draw and print."""
    chosen = SCALES[scale]
    run(shares_study(chosen), store, measure_shares, jobs=jobs)
    for size in chosen.mapped:
        run(defects_study(size, chosen.mapped[size]), store, measure_defects, jobs=jobs)
    found = Found(store, chosen)
    for name, lines in (
        ("shares", shares_table(found)),
        ("defects", defects_table(found)),
        ("law", law_table(found)),
    ):
        write_table(f"large_mazes_{name}-{scale}", lines)
    for name, curves in (
        ("roots", roots(found)),
        ("densities", densities(found)),
        ("predictions", predictions(found)),
    ):
        write_figure(f"large_mazes_{name}-{scale}", figure(curves))


if __name__ == "__main__":
    main()
