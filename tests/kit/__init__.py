"""What the tests of all games share: packs to write, dice that are loaded, positions to play by notation."""
