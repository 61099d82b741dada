"""Compiled backtracking searches for hardness studies."""
