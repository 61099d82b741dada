"""Counting along a frontier: layers of states, each with its number of ways."""
