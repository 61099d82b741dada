"""Missionaries and cannibals: any numbers of both, a boat of any size."""
