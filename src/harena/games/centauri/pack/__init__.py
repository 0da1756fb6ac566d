"""A pack: read from TOML, checked, and kept as the rules index it."""
