"""Masyu: one loop from cell to cell, straight on at white pearls, turning at black ones."""
