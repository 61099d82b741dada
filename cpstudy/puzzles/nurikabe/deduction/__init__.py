"""Nurikabe without trying: what people find out, a rule a file, cells as the bits of a number."""
