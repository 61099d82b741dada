"""Deduction without search: singles, locked candidates, subsets, x-wings, cages, one step ahead."""
