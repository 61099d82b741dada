"""Pictures, and puzzles that have one solution made of them."""
