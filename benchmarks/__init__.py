"""What is timed, against what, on streams of different puzzles. Results are kept in results/."""
