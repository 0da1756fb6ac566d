"""Tables over the net: seats, clocks, storage, fairness. Knows no game."""
