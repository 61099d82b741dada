"""The symmetries of boards and pieces, and the rules compiled."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the rules of edge matching", seconds=1)
