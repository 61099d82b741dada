"""The symmetries of boards and pieces, and the rules compiled."""
