"""Deduction told in words: steps with reasons, hints, mistakes, grades, where solutions differ."""
