"""Certificates of uniqueness: writing them, and checking them with separate code."""
