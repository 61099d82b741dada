"""Constraints that puzzles share, one function per encoding, each with its source and its size."""
