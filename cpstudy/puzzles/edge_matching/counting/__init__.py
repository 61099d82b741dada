"""Counting the boards of edge matching without finding each of them."""
