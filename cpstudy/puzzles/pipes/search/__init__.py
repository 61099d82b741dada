"""The compiled search: state, rules, branching, batches, solutions near a given one."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the search of Pipes", seconds=6)
