"""Multiple tests: p-values of a family, corrected for their number.

Of a hundred true hypotheses tested at 5 %, about five are rejected. *Holm's* procedure (Holm1979)
keeps the probability of rejecting any true one below the level, under any dependence; *Benjamini's
and Hochberg's* (Benjamini1995) keeps the expected share of true ones among the rejections below it,
for independent tests. Both give adjusted values: reject if the value is below the level.

A family is defined before its tests are run (docs/decisions/statistics). Cost: a sort.
"""

from collections.abc import Sequence


def holm(ps: Sequence[float]) -> list[float]:
    """Holm's adjusted values, in the order of ``ps``; each at least as large as its own p."""
    order = sorted(range(len(ps)), key=ps.__getitem__)
    adjusted = [0.0] * len(ps)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[place]))
        adjusted[place] = highest
    return adjusted


def benjamini_hochberg(ps: Sequence[float]) -> list[float]:
    """Benjamini's and Hochberg's adjusted values, in the order of ``ps``."""
    from scipy.stats import false_discovery_control

    return [float(p) for p in false_discovery_control(ps)] if ps else []
