"""Prints what pyproject.toml says is needed to build, or by an extra: `needs.py build`, `needs.py test`."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text())
wanted = sys.argv[1]
extras = project["project"]["optional-dependencies"]
print("\n".join(project["build-system"]["requires"] if wanted == "build" else extras[wanted]))
