"""What deduction says of a loop, told: steps, grade, hint, the first mistake."""
