"""The compiled search on any tiling: state, rules, branching."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the search on tilings", seconds=5)
