"""From data to figures. Knows no puzzle and solves nothing."""
