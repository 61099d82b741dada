"""Versions of the packages and programs that a solver uses.

A row with another version of OR-Tools is another measurement, so versions are part of rows and of
the keys of a study's cells. Package versions come from metadata, without imports; program versions
come from the program. Each is looked up once.

Limits: a program that reports no version is identified by a digest of its file, which does not
cover the libraries that it loads.
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
    """The version of an installed distribution, or ``NOT_INSTALLED``."""
    from importlib import metadata

    try:
        found = metadata.distribution(distribution)
    except metadata.PackageNotFoundError:
        return NOT_INSTALLED
    # The metadata's own reader parses an e-mail, which takes longer than verifying a puzzle.
    match = re.search(r"^Version: *(\S+)", found.read_text("METADATA") or "", re.MULTILINE)
    return match[1] if match else found.version


@functools.cache
def version_of_program(name: str) -> str:
    """The version in the output of ``NAME --version``, else a digest of the file."""
    path = shutil.which(name)
    if path is None:
        return NOT_INSTALLED
    try:
        completed = subprocess.run(
            [path, "--version"],
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            text=True,
            errors="replace",
        )
        found = (
            re.search(r"\d+(\.\d+)+\S*", completed.stdout) if completed.returncode == 0 else None
        )
        if found is not None:
            return found[0]
    except (OSError, subprocess.SubprocessError):
        pass
    return f"sha256:{hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]}"
