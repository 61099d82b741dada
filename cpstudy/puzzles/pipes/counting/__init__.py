"""Exact counting: contraction of what is known, dynamic programming over the frontier."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "exact counting of Pipes", seconds=8)
