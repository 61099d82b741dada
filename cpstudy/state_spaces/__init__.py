"""Explicit-state search: which states can be reached, and by which moves?"""
