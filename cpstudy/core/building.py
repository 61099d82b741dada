"""The version of the package, and how it was built: compiled kernels, or sources run as Python.

``CPSTUDY_PURE=1`` runs the kernels' sources although compiled ones lie next to them: for tests, and
for reading with a debugger. It is about fifty times as slow. Python silently prefers an extension
to its source. So when the package is imported, a checkout compares its kernels' sources with those
that were compiled: a source that was edited since then raises ImportError. Cost: a third of a
millisecond in a checkout, nothing in an installed package.
"""

import json
import marshal
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from pathlib import Path
from types import CodeType, ModuleType
from typing import Literal

__version__ = "0.1.0"

PACKAGE = Path(__file__).resolve().parents[1]
# The record of what was compiled in place: hashes by file, and the compiler's flags, as JSON.
BUILT = "kernels.built"


class _Sources:
    """A finder that finds this package's sources and ignores extensions."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module of this package."""
        if not name.startswith("cpstudy.") or path is None:
            return None
        found = (
            FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            for folder in path
        )
        return next((spec for spec in found if spec is not None), None)


def wants_sources() -> bool:
    """Whether the environment asks for uncompiled kernels."""
    return os.environ.get("CPSTUDY_PURE", "") not in ("", "0")


def run_ordinary(code: bytes, names: dict[str, object], **more: object) -> None:
    """Define the ordinary functions of a compiled module, from byte code that its builder wrote.

    names: the module's globals. more: workspaces of other modules that the code uses.
    """
    extension = Path(str(names["__file__"]))
    source = extension.with_name(extension.name.partition(".")[0] + ".py")
    names.update(more)
    exec(_placed(marshal.loads(code), str(source)), names)


def _placed(code: CodeType, file: str) -> CodeType:
    """The same code with its source's path on this machine, for tracebacks and debuggers."""
    inner = (_placed(one, file) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_filename=file, co_consts=tuple(inner))


def prepare_imports() -> None:
    """Import sources if the environment demands it; the package calls this once.

    Raises ImportError if a kernel was edited since it was compiled.
    """
    if wants_sources():
        sys.meta_path.insert(0, _Sources())
    elif edited := edited_kernels():
        raise ImportError(
            f"{edited[0]} was edited since it was compiled: 'make build', or CPSTUDY_PURE=1"
        )


def edited_kernels() -> list[str]:
    """The kernels' sources that differ from those compiled, as paths below the package.

    ``setup.py`` writes the record of what was compiled (one hash per file) into the checkout.
    """
    record = PACKAGE / BUILT
    try:
        built: dict[str, str] = json.loads(record.read_text()).get("files", {})
        since = record.stat().st_mtime_ns
    except FileNotFoundError:
        return []
    newer = [
        name
        for name in built
        if (file := PACKAGE / name).exists() and file.stat().st_mtime_ns > since
    ]
    return [name for name in newer if source_digest(PACKAGE / name) != built[name]]


def checks_indices() -> bool:
    """Whether the kernels of this checkout were compiled to check every index."""
    record = PACKAGE / BUILT
    return record.exists() and bool(json.loads(record.read_text()).get("checked"))


def source_digest(file: Path) -> str:
    """The hash of a source."""
    from hashlib import sha256

    return sha256(file.read_bytes()).hexdigest()


@cache
def build() -> Literal["compiled", "pure"]:
    """How kernels run in this process."""
    if wants_sources() or not any((PACKAGE / "core").glob(f"random_words*{EXTENSION_SUFFIXES[0]}")):
        return "pure"
    return "compiled"


@cache
def source_hash(folder: Path = PACKAGE) -> str:
    """One hash over every Python file below a folder, by default of this package."""
    import hashlib  # most answers need no hash, so it is imported late

    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
