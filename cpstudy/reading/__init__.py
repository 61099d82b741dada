"""What people bring: bytes to documents, documents to puzzles, and the containers kinds share."""
