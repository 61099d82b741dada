"""Laws of Pipes mazes where the sources stop: what is measured, and what is stored of it."""
