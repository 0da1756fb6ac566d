"""`python -m harena`, where the command `harena` is not on the path."""

from harena.commands.cli import main

main()
