"""What deduction says of a board, told: steps, grade, hint, the first mistake."""
