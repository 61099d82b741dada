"""Pieces files, addresses of the community's viewer, and how a frame is found in them."""
