"""Certificates of uniqueness: writing them, and checking them with independent code."""
