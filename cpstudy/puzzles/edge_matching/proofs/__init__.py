"""Certificates of uniqueness: writing them, checking them with code of its own."""
