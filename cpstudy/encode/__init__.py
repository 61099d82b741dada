"""Encodings of constraints that several kinds share, and sessions of the solvers that take them."""
