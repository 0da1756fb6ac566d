"""What bots know of this game beyond its rules: what a position is worth, and what to do in a hurry."""
