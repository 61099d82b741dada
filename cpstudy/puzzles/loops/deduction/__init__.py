"""Loops without trying: what people find out, a rule a file, edges as the bits of a number."""
