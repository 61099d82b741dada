"""Backtracking for hardness studies: the readable reference and its compiled forms."""
