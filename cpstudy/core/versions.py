"""Versions of what a solver rests on: of packages by their metadata, of programs as they say.

A row of another version of OR-Tools is another measurement, so versions stand in rows and enter the
keys of a study's cells. Nothing is imported for that, and each is looked up once.

Limits: a program that does not say a version is known by a digest of its file, which does not cover
the libraries that it loads.
"""

import functools
import hashlib
import re
import shutil
import subprocess
from pathlib import Path

NOT_INSTALLED = "not installed"

_SECONDS = 5.0


@functools.cache
def version_of(distribution: str) -> str:
    """The version of an installed distribution, or that it is not installed."""
    from importlib import metadata

    try:
        found = metadata.distribution(distribution)
    except metadata.PackageNotFoundError:
        return NOT_INSTALLED
    # Its own reader parses them as an e-mail, which takes longer than verifying a puzzle.
    said = re.search(r"^Version: *(\S+)", found.read_text("METADATA") or "", re.MULTILINE)
    return said[1] if said else found.version


@functools.cache
def version_of_program(name: str) -> str:
    """What ``NAME --version`` says first, else the digest of the file; or that there is none."""
    path = shutil.which(name)
    if path is None:
        return NOT_INSTALLED
    try:
        said = subprocess.run(
            [path, "--version"],
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            text=True,
            errors="replace",
        )
        found = re.search(r"\d+(\.\d+)+\S*", said.stdout) if said.returncode == 0 else None
        if found is not None:
            return found[0]
    except (OSError, subprocess.SubprocessError):
        pass
    return f"sha256:{hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]}"
