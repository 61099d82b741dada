"""Text forms, files of other programs, saved games."""
