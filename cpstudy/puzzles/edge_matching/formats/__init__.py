"""Pieces files and addresses of the community's viewers, and how the frame is found in them."""
