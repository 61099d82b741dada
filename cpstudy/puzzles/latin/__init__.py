"""What Sudoku, jigsaw and KenKen share: values in units, cages, and every method on them."""
