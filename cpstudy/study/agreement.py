"""Tests whether our measurements agree with published ones, by rules fixed before the comparison.

- *Shares*: two-sided. Fisher's exact test if a cell of the 2 × 2 table has an expected count below
  5, else the normal test of two shares.
- *Means*: two-sided normal test with our standard deviation for both sides, as sources rarely print
  theirs.
- *Peaks*: the share of resampled peaks that are at least as extreme as the published one, doubled;
  if the published one is the limit that stopped the search, one-sided: the share that stays below
  it.
- *Exact* values: equal or not.

A table is judged once, at the level of 5 %: cells with a normal test are combined to one χ²; sparse
cells and peaks are corrected for their number, and the two parts for being two. A single cell has a
p-value, and no verdict. A table that cannot be rejected is "not rejected", not "confirmed".

Sources: Fisher1922, Pearson1900; the distributions are SciPy's.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import erfc, sqrt

from cpstudy.core.wording import counted
from cpstudy.study.intervals import share_interval

LEVEL = 0.05
_EXPECTED = 5


@dataclass(frozen=True)
class Cell:
    """One published value and ours.

    interval: of ours, 95 %, "" if it is exact. published_n, n: sample sizes; 0: unknown, or not a
    sample. p: of this cell alone; None for exact values. z: of the normal test, if that was used.
    equal: of exact values.
    """

    what: str
    published: str
    ours: str
    interval: str = ""
    published_n: int = 0
    n: int = 0
    p: float | None = None
    z: float | None = None
    equal: bool | None = None


@dataclass(frozen=True)
class Comparison:
    """A judged table: ``verdict`` is one of "equal", "differs", "not rejected", "rejected".

    p: of the whole, None for exact values. rule: the tests used, in words.
    """

    cells: tuple[Cell, ...]
    rule: str
    p: float | None
    verdict: str


# The parts of a table or figure by name, each with its verdict.
Parts = Iterator[tuple[str, Comparison]]


def unjudged(cells: Iterable[Cell], why: str) -> Comparison:
    """A table without a verdict: nothing is published to compare, or it is not comparable."""
    return Comparison(tuple(cells), why, None, "")


def measured_share(
    what: str, published: str, hits: int, trials: int, digits: int = 2, published_n: int = 0
) -> Cell:
    """A share of ours with its interval, and a published statement; it has no p-value."""
    low, high = share_interval(hits, trials)
    interval = f"{low:.{digits}%} – {high:.{digits}%}"
    return Cell(what, published, f"{hits / trials:.{digits}%}", interval, published_n, trials)


def share_cell(what: str, hits: int, trials: int, published: int, published_trials: int) -> Cell:
    """Two shares. Raises RuntimeError unless 0 <= hits <= trials >= 1 on both sides."""
    low, high = share_interval(hits, trials)
    share_interval(published, published_trials)
    z: float | None = None
    pooled = (hits + published) / (trials + published_trials)
    least = min(pooled, 1 - pooled) * min(trials, published_trials)
    if least >= _EXPECTED:
        error = sqrt(pooled * (1 - pooled) * (1 / trials + 1 / published_trials))
        z = (hits / trials - published / published_trials) / error
        p = normal_p(z)
    else:
        p = fisher_p(hits, trials, published, published_trials)
    return Cell(
        what,
        f"{published / published_trials:.2%}",
        f"{hits / trials:.2%}",
        f"{low:.2%} – {high:.2%}",
        published_trials,
        trials,
        p,
        z,
    )


def mean_cell(
    what: str, mean: float, deviation: float, n: int, published: float, published_n: int
) -> Cell:
    """Two means. deviation: the standard deviation of one of our values. n is at least 1."""
    if n < 1 or published_n < 1:
        raise RuntimeError("a mean of nothing")
    error = deviation * sqrt(1 / n + 1 / published_n)
    own = 1.96 * deviation / sqrt(n)
    interval = f"{mean - own:.2f} – {mean + own:.2f}"
    texts = (f"{published:.2f}", f"{mean:.2f}", interval)
    if error == 0:
        # Both are constants; the published value is rounded.
        return Cell(what, *texts, published_n, n, equal=abs(mean - published) < 0.005 + 1e-9)
    z = (mean - published) / error
    return Cell(what, *texts, published_n, n, normal_p(z), z)


def rank_cell(
    what: str,
    published: float,
    resampled: Sequence[float],
    published_n: int,
    n: int,
    limit: float | None = None,
) -> Cell:
    """A published extreme, compared with the resampled extremes of ours.

    limit: that of both searches; a published value at the limit is a lower bound, and the test is
    one-sided. Raises RuntimeError without resamples.
    """
    ours, interval = extreme_text(resampled, limit)
    ordered = sorted(resampled)
    size = len(ordered)
    least = 1 / (size + 1)  # no resample was more extreme
    above = sum(value >= published for value in ordered) / size
    below = sum(value <= published for value in ordered) / size
    censored = limit is not None and published >= limit
    p = max(least, above) if censored else min(1.0, 2 * max(least, min(above, below)))
    return Cell(what, bound_text(published, limit), ours, interval, published_n, n, p)


def extreme_text(resampled: Sequence[float], limit: float | None) -> tuple[str, str]:
    """The median of resampled extremes and their middle 95 %, with bounds marked as such.

    Raises RuntimeError without resamples.
    """
    if not resampled:
        raise RuntimeError("no resamples")
    ordered = sorted(resampled)
    low, middle, high = (
        bound_text(ordered[int(share * len(ordered))], limit) for share in (0.025, 0.5, 0.975)
    )
    return middle, f"{low} – {high}"


def bound_text(value: float, limit: float | None) -> str:
    """A number of placements; one at the limit is marked as a lower bound."""
    stopped = limit is not None and value >= limit
    return f"{'≥ ' if stopped else ''}{value:,.0f}"


def exact_cell(what: str, ours: object, published: object) -> Cell:
    """Two values that are equal or not; NumPy's equal Python's."""
    return Cell(what, str(published), str(ours), equal=bool(ours == published))


def compared(cells: Iterable[Cell]) -> Comparison:
    """The verdict on a table. Raises RuntimeError if it has no cell."""
    listed = tuple(cells)
    if not listed:
        raise RuntimeError("nothing to compare")
    by_z = [cell.z for cell in listed if cell.z is not None]
    by_themselves = [cell.p for cell in listed if cell.z is None and cell.p is not None]
    unequal = sum(cell.equal is False for cell in listed)
    exact = sum(cell.equal is not None for cell in listed)
    rules, ps = [], []
    if exact:
        rules.append(f"{exact - unequal} of {exact} exact values equal")
    if by_z:
        square = sum(z * z for z in by_z)
        ps.append(chi_square_p(square, len(by_z)))
        rules.append(f"χ² = {square:.1f} on {counted(len(by_z), 'cell')}")
    if by_themselves:
        ps.append(min(by_themselves) * len(by_themselves))
        rules.append(f"{counted(len(by_themselves), 'cell')} alone (sparse, or peaks)")
    p = min(1.0, min(ps) * len(ps)) if ps else None
    if p is not None:
        verdict = "rejected" if p < LEVEL or unequal else "not rejected"
    else:
        verdict = "differs" if unequal else "equal"
    return Comparison(listed, "; ".join(rules), p, verdict)


def normal_p(z: float) -> float:
    """The two-sided probability of a standard normal value this far out."""
    return erfc(abs(z) / sqrt(2))


def chi_square_p(square: float, degrees: int) -> float:
    """The probability that χ² with this number of degrees of freedom is at least ``square``.

    Raises RuntimeError unless degrees >= 1 and square >= 0.
    """
    from scipy.special import chdtrc

    if degrees < 1 or square < 0:
        raise RuntimeError(f"no χ² of {square} on {degrees} degrees")
    return float(chdtrc(degrees, square))


def fisher_p(hits: int, trials: int, others: int, other_trials: int) -> float:
    """Fisher's exact test, two-sided: all tables with the same sums that are no more likely."""
    from scipy.stats import fisher_exact

    table = [[hits, trials - hits], [others, other_trials - others]]
    return float(fisher_exact(table).pvalue)
