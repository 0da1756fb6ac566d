"""What the lab counts in this game."""
