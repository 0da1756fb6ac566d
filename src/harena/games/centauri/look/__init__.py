"""How the game is drawn, in SVG and at the terminal."""
