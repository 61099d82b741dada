"""Backtracking for hardness studies: the readable reference and its compiled forms."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the searches of edge matching", seconds=3)
