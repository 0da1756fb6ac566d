"""For researchers: games as numbers, many at once, and the interfaces of the field."""
