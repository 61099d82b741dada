"""The board as arrays: neighbours, edges, symmetries, the compiled rules."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the rules of Pipes", seconds=1)
