"""Estimate the number of solutions of a framed puzzle besides the board that it was made from.

A *planted* puzzle is a coloured board taken apart, so it always has a solution, and a border that
closes. This module derives the expected number of other solutions (the first moment). The hardest
puzzles lie where it is about one, at the transition from many solutions to few.

*Edges that match.* An arrangement places corners, border and inner pieces where they belong. Far
from the planted board, the sides that it joins are nearly random pairs of all sides. If colour c
has h(c) of e edges, all pairs match with probability

* ``Π h(c)! / e!`` along the frame, where right sides meet left sides and each colour has equally
  many of both;
* ``Π (2h(c) - 1)!! / (2e - 1)!!`` inside, where any two sides may meet.

h(c) is one, since every colour is used, plus a share of the other edges, each of a uniform colour
(``colours.py``); the mean over h is exact. Independent colours would give colours^-e, which ignores
that sides come in pairs: inside, that is too small by a factor of about 2^((colours - 1) / 2).

*Pieces that look the same.* Of all arrangements with the same picture, one counts. If k pieces are
drawn from T types, m(t) of each, the number of pictures is E[1 / Π m(t)!] times that of
arrangements; an inner piece with s equal rotations adds a divisor s. With one outer colour, all
corners are one piece and the borders have as many types as there are inner colours: a count of
arrangements is already too large by 10^6 at 5×5.

*Borders first.* With B other borders, up to rotation of the board, and I insides for each border,

    solutions besides the planted one = (1 + B) · I,

for the planted border and the others: max(1, B) · I up to a factor of two. With many outer colours
this is I alone. It is one at 2.98, 4.00 and 5.04 inner colours at 5×5, 6×6 and 7×7; without the two
corrections it would be one at 2.87, 3.75 and 4.68.

Cost: milliseconds for each pair of numbers, cached; a second at 16×16. Limits: solutions that share
most of the planted board, for example if two runs of border pieces are exchanged, are more likely
and are not counted. With many inner colours only these remain, so the estimate is far too small
there; where it is above one, it is within a factor of three of exact counts (3×3 to 6×6, by
exhausting the search). Sources: Ansotegui2008 and Willems2016 for the puzzles; the estimate is
ours.
"""

from collections.abc import Callable
from functools import cache
from math import lgamma, log

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import InputError
from cpstudy.puzzles.edge_matching.generating.expectation import (
    check_colours,
    inner_edges,
    outer_edges,
    total_edges,
)

Logs = npt.NDArray[np.float64]


def log_other_solutions(rows: int, columns: int, inner: int, outer: int) -> float:
    """Return the logarithm of the expected number of other solutions, up to rotation.

    These are all solutions except the planted one. outer = 0: one set of ``inner`` colours. Sides
    are at least 2 long. Raises InputError as :func:`check_colours` does.
    """
    check_colours(rows, columns, inner, outer)
    if rows < 2 or columns < 2:
        raise InputError(f"no estimate for a board one cell wide, {rows}x{columns}")
    rotations = 4 if rows == columns else 2
    borders = log_borders(rows, columns, inner, outer) - log(rotations)
    return float(np.logaddexp(0.0, borders)) + log_insides(rows, columns, inner, outer == 0)


@cache
def log_borders(rows: int, columns: int, inner: int, outer: int) -> float:
    """Return the logarithm of the expected number of borders that close, as pictures.

    Every rotation counts; the planted border does not. outer = 0: one set.
    """
    colours = outer or inner
    edges = outer_edges(rows, columns)
    pieces = edges - 4
    kinds = colours * colours
    return (
        lgamma(5)
        + lgamma(pieces + 1)
        + _log_matched(edges, colours, int(outer > 0), lambda h: lgamma(h + 1))
        + _log_pictures(4, ((kinds, 1 / kinds, 1),))
        + _log_pictures(pieces, ((kinds * max(inner, 1), 1 / (kinds * max(inner, 1)), 1),))
    )


@cache
def log_insides(rows: int, columns: int, inner: int, one_set: bool = False) -> float:
    """Return the logarithm of the expected number of insides that fit a border, as pictures.

    inner: 0 if the board has no inner edges.
    """
    pieces = (rows - 2) * (columns - 2)
    if inner == 0:
        return 0.0
    square, fourth = inner**2, inner**4
    # Piece types by number of different rotations: how many types, probability of one, 4 /
    # rotations.
    kinds = (
        (inner, 1 / fourth, 4),
        ((square - inner) // 2, 2 / fourth, 2),
        ((fourth - square) // 4, 4 / fourth, 1),
    )
    return (
        lgamma(pieces + 1)
        + pieces * log(4)
        + _log_matched(inner_edges(rows, columns), inner, int(not one_set), _log_odd_factorial)
        + _log_pictures(pieces, kinds)
    )


def crossing(size: int, outer: int) -> float | None:
    """Return the interpolated number of inner colours at which one further solution is expected.

    This is for n × n puzzles with ``outer`` outer colours (0: one set). None if there is no such
    number.
    """
    most = inner_edges(size, size) if outer else total_edges(size, size)
    if inner_edges(size, size) == 0:  # the insides of 2×2 do not depend on colours
        return None
    before = log_other_solutions(size, size, 1, outer)
    for inner in range(2, most + 1):
        here = log_other_solutions(size, size, inner, outer)
        if here <= 0 < before:
            return inner - 1 + before / (before - here)
        before = here
    return None


def _log_odd_factorial(h: int) -> float:
    """Return the logarithm of (2h - 1)!!, the number of ways to pair 2h things."""
    return lgamma(2 * h + 1) - h * log(2) - lgamma(h + 1)


def _log_matched(edges: int, colours: int, certain: int, ways: Callable[[int], float]) -> float:
    """Return the logarithm of the probability that all edges match (see the module docstring).

    certain: the minimum number of edges of each colour. ways: the logarithm of the number of ways
    to join the sides of h edges.
    """
    others = edges - certain * colours
    each = np.array([ways(certain + k) - lgamma(k + 1) for k in range(others + 1)])
    mean = lgamma(others + 1) - others * log(colours) + _log_power(each, colours)[others]
    return float(mean) - ways(edges)


def _log_pictures(pieces: int, kinds: tuple[tuple[int, float, int], ...]) -> float:
    """Return the logarithm of the ratio of pictures to arrangements.

    kinds: the number of types, the probability of each, and the number of its equal rotations.
    """
    counts = np.arange(pieces + 1)
    factorials = np.array([lgamma(k + 1) for k in counts])
    series = _log_power(np.zeros(pieces + 1), 0)
    for types, probability, alike in kinds:
        one = counts * log(probability / alike) - 2 * factorials
        series = _log_product(series, _log_power(one, types))
    return float(factorials[pieces] + series[pieces])


def _log_power(series: Logs, exponent: int) -> Logs:
    """Raise a power series to a power, to the given length; coefficients are logarithms."""
    result = np.full(len(series), -np.inf)
    result[0] = 0.0
    while exponent:
        if exponent & 1:
            result = _log_product(result, series)
        series = _log_product(series, series)
        exponent >>= 1
    return result


def _log_product(one: Logs, other: Logs) -> Logs:
    """Multiply two power series, to the given length; coefficients are logarithms."""
    size = len(one)
    padded = np.concatenate((np.full(size, -np.inf), other))
    places = np.arange(size)
    terms = one[None, :] + padded[size + places[:, None] - places[None, :]]
    return np.asarray(np.logaddexp.reduce(terms, axis=1))
