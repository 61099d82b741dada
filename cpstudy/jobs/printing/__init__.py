"""Puzzles for paper and for the screen: booklets, sheets and films."""
