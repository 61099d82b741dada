"""Deduction for Pipes: one rule a file, none of which guesses more than one step ahead."""
