"""Builds the compiled modules with mypyc; where that cannot be done Harena installs as plain Python."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import editable_wheel

ROOT = Path(__file__).parent
# Without this no function of a shared library is ever inlined, lest another library replace it: 15 % slower.
INLINE = ["-fno-semantic-interposition"]
LISTS = [ROOT / "compiled.txt", *sorted((ROOT / "src" / "harena" / "games").glob("*/compiled.txt"))]


class BuildOrGoWithout(build_ext):
    """Compiles all modules or none: a half-built package would mix both kinds of classes."""

    def run(self) -> None:
        if self.inplace:
            remove_compiled()
        try:
            super().run()
        except Exception as error:
            say_plain(f"the C compiler did not do it ({str(error)[:100]} ...)")
            for module in self.get_outputs():
                Path(module).unlink(missing_ok=True)
            if self.inplace:
                remove_compiled()
            self.extensions = []


class BuildInPlace(editable_wheel):
    """An editable install, also one without anything to compile, leaves no module of an older build."""

    def run(self) -> None:
        remove_compiled()
        super().run()


def remove_compiled() -> None:
    """Delete what earlier builds for this Python left beside the source: it would run instead of it."""
    for module in (ROOT / "src").rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
        module.unlink()


def compiled() -> list[str]:
    """The modules to compile: those of the shared list below src/, a game's below its own folder."""
    found = []
    for listed in LISTS:
        home = ROOT / "src" if listed.parent == ROOT else listed.parent
        names = [line for line in listed.read_text().split("\n") if line and line[0] != "#"]
        found += [str((home / name).relative_to(ROOT)) for name in names]
    return found


def say_plain(reason: str) -> None:
    print(f"harena: installing as plain Python, about 20 times slower: {reason}", file=sys.stderr)


def extensions() -> list[Any]:
    """The compiled modules, unless HARENA_PURE=1 asks for none or mypyc is not there."""
    if os.environ.get("HARENA_PURE", "") not in ("", "0"):
        say_plain("HARENA_PURE is set")
        return []
    try:
        from mypyc.build import mypycify
    except ImportError as error:
        say_plain(f"mypyc is not installed ({error})")
        return []
    os.chdir(ROOT)
    os.environ["MYPYPATH"] = "src"
    # What is not compiled is not judged here: building needs none of its dependencies.
    lenient = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
    modules: list[Any] = mypycify([*lenient, *compiled()], opt_level="3", group_name="harena")
    if sys.platform.startswith("linux"):
        for module in modules:
            module.extra_compile_args += INLINE
    return modules


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrGoWithout, "editable_wheel": BuildInPlace})
