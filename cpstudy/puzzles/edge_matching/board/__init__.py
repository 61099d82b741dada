"""The symmetries of boards and pieces."""
