"""Deduction for Pipes: one rule a file, none of which guesses more than one step ahead."""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the deduction of Pipes", seconds=5)
