"""Games at one terminal: playing at a table, stepping through a record. Knows no game."""
