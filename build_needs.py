"""Prints what pyproject.toml says the build needs, so that it stands in one place."""

import tomllib
from pathlib import Path

print("\n".join(tomllib.loads(Path("pyproject.toml").read_text())["build-system"]["requires"]))
