"""The one decorator of compiled functions, and their cache on disk.

``@kernel`` compiles a plain loop over integers and arrays with numba and keeps the machine code
in a user cache folder named by project version, Python, numba, CPU and one hash over the source
of *every* kernel module. numba alone looks only at the file of the function itself, so a caller
in one module keeps the old code of a callee changed in another; the common hash rules that out.

The folder of other people's kernels is left alone: numba's setting is changed only while our own
cache object is made. Where no folder can be written, kernels work without a cache; an entry that
is damaged (truncated, altered) is deleted and compiled again. None of this is ever an error.

Kernels release the GIL and divide as NumPy does. With ``NUMBA_DISABLE_JIT=1`` they stay plain
Python; they are written so that this gives the same numbers, without overflow warnings.

A kernel made by a function around it (``def search_of(successors): @kernel def search…``) may use
kernels of that function's arguments. numba would key it by their memory addresses and never find
it again; here it is keyed by their names, and the digest of their file where it is not of the
package. So generic searches are compiled once for each model and stay on disk.

``CPSTUDY_CACHE_DIR`` names another folder; empty, it turns the cache off.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding
import numba
from numba.core import caching

from cpstudy import __version__

F = TypeVar("F", bound=Callable[..., Any])

_DIGEST_BYTES = 32


def _user_cache() -> Path | None:
    named = os.environ.get("CPSTUDY_CACHE_DIR")
    if named is not None:
        return Path(named) if named else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base, "cpstudy") if base else None
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base, "cpstudy")
    try:
        return Path.home() / ".cache" / "cpstudy"
    except RuntimeError:  # no home directory
        return None


def _source_hash() -> str:
    """One hash over every module of the package that declares kernels."""
    package = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        source = path.read_bytes()
        if b"core.compiled import" in source or path == Path(__file__).resolve():
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + source + b"\0")
    return digest.hexdigest()[:16]


@functools.cache
def cache_folder() -> Path | None:
    """The folder of compiled kernels, proved writable by writing; None where there is none."""
    base = _user_cache()
    if base is None:
        return None
    try:
        python = "{}.{}.{}".format(*sys.version_info[:3])
        cpu = llvmlite.binding.get_host_cpu_name()
        name = f"{__version__}-py{python}-numba{numba.__version__}-{cpu}-{_source_hash()}"
        folder = base / name
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as proof:
            proof.write(b"writable")
    except OSError:
        return None
    return folder


class _CheckedFile(caching.IndexDataCacheFile):
    """numba's pair of index and data files, with a digest in front of the machine code."""

    def _save_data(self, name: str, data: object) -> None:
        payload = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(payload).digest() + payload)

    def _load_data(self, name: str) -> object:
        stored = Path(self._data_path(name)).read_bytes()
        digest, payload = stored[:_DIGEST_BYTES], stored[_DIGEST_BYTES:]
        if hashlib.sha256(payload).digest() != digest:
            raise ValueError("damaged cache entry")
        return pickle.loads(payload)

    def remove(self) -> None:
        base = self._index_name.removesuffix(".nbi")
        for path in Path(self._cache_path).glob(f"{base}.*"):
            with contextlib.suppress(OSError):
                path.unlink()


@functools.cache
def _kernel_name(value: Any) -> str:
    """A kernel's name in the index of a cache: the same in every process, different for each."""
    function = value.py_func
    name = f"{function.__module__}:{function.__qualname__}"
    if "<locals>" in name:
        raise ValueError(f"{name} is no kernel of a module")
    path = Path(function.__code__.co_filename)
    if Path(__file__).resolve().parents[1] in path.resolve().parents:
        return name
    return f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}"


class _KernelCache(caching.FunctionCache):
    """A cache in our folder that recompiles instead of failing."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            super().__init__(function)
        finally:
            numba.config.CACHE_DIR = before
        plain = self._cache_file
        self._cache_file = _CheckedFile(
            cache_path=plain._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=plain._source_stamp,
        )

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        captured = self._py_func.__closure__ or ()
        if not captured:
            return super()._index_key(sig, codegen)
        code = hashlib.sha256(self._py_func.__code__.co_code).hexdigest()
        names = tuple(_kernel_name(cell.cell_contents) for cell in captured)
        return sig, codegen.magic_tuple(), (code, names)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever a damaged file makes unpickling raise
            self._cache_file.remove()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        # A full disk or a folder that went away only costs a compilation next time.
        with contextlib.suppress(OSError, ValueError, EOFError, pickle.PickleError):
            super().save_overload(sig, data)


def kernel(function: F) -> F:
    """Compile ``function`` on first call, from the cache where it holds the same source."""
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    folder = cache_folder()
    if folder is not None and hasattr(compiled, "_cache"):
        # Without a cache the kernel works all the same, so any surprise inside numba's caching
        # (a locator that refuses the file, a changed internal name) is not worth an error.
        with contextlib.suppress(Exception):
            compiled._cache = _KernelCache(function, folder)
    return compiled
