"""Puzzles for paper and for watching: booklets, sheets and films."""
