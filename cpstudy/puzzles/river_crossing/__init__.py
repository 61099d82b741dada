"""River crossing (fox, goose and beans): any items, any conflicts, any boat."""
