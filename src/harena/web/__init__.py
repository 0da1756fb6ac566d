"""The pages on the table server, and the small scripts that show them."""
