"""Running the plain Python source although compiled modules lie beside it: `HARENA_PURE=1`."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

PURE = "HARENA_PURE"


class SourceFinder:
    """Finds Harena's modules as source, before Python looks for compiled ones."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("harena.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def use_if_asked() -> None:
    """Pass compiled modules by, if the environment asks for it."""
    if os.environ.get(PURE, "") not in ("", "0"):
        sys.meta_path.insert(0, SourceFinder())


def compiled() -> bool:
    """Is the compiled core in use?"""
    source = importlib.import_module("harena.core.state").__file__ or ""
    return not source.endswith(".py")
