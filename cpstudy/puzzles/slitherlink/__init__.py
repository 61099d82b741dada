"""Slitherlink: one loop along the sides of cells, numbers that count them."""
