"""Many games, and what they say: simulation, balance, comparison, ratings."""
