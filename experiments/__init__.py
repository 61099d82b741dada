"""Published tables and figures, reproduced: constants, grid, steps. See README.md."""
