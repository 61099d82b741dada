"""From data to figures. Does not depend on puzzles, and solves nothing."""
