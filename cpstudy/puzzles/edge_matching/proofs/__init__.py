"""Certificates: writing them, and checking them with independent code."""
