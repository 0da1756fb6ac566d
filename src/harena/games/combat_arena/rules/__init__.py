"""What may be done in the arena and what happens, one idea a file."""
