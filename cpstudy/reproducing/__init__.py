"""Reproduce the tables and figures of the five sources, beside the published values."""
