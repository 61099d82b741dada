"""Search over packed states: compiled kernels, states as words, a few bytes a state."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the explorer", seconds=2)
