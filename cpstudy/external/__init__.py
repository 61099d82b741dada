"""Solvers that people bring: how they are named, and what makes writing one short."""
