"""Prints what pyproject.toml says is needed: `needs.py build`, or by an extra, as `needs.py test`.

An extra is written out with all that it rests on, so that it can be installed before Harena is.
"""

import re
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text())
extras = project["project"]["optional-dependencies"]


def needed(extra: str) -> list[str]:
    found = []
    for need in extras[extra]:
        own = re.fullmatch(r"harena\[(.*)\]", need)
        found += [one for other in own[1].split(",") for one in needed(other)] if own else [need]
    return found


wanted = sys.argv[1]
rests_on = project["build-system"]["requires"] if wanted == "build" else needed(wanted)
print("\n".join(dict.fromkeys(project["project"]["dependencies"] + rests_on)))
