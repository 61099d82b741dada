"""Deduction without trying: singles, locked candidates, subsets, x-wings, cages, one step ahead."""
