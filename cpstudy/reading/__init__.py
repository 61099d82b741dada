"""User input: bytes to documents, documents to puzzles, and containers that kinds share."""
