"""`harena ...`: every command of the command line."""
