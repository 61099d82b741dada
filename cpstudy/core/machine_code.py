"""Machine code of kernels, and its cache on disk. The only module that imports numba.

The cache is one folder, named by project version, Python, numba, CPU and one hash over *all* source
of the package. numba alone looks only at the file of the function itself, so that a caller would
keep a callee, or a constant, that has changed in another file; the common hash rules that out. A
kernel from outside the package is keyed by the source of its own top-level package as well.

One file an entry. Its name is a hash of what it is (function, signature, target), which is also
written into it and compared on loading; it is written beside its place and moved there. So
processes that fill the cache at once can neither mix up nor tear their entries, and of those that
lack the same kernel one compiles it and the others wait for it. An entry that is
damaged is compiled again; a folder that can be read only is read; where there is no folder, kernels
work without. None of this is ever an error, and numba's settings for other people's functions are
not touched.

Kernels release the GIL and divide as NumPy does. An entry is what Python calls, with all kernels
below it (:mod:`.machine_linking`); constants passed from kernel to kernel are numbers like all
others, which would else double what there is to compile. A kernel made by a function around it
(``def search_of(successors): @kernel def search…``) is keyed by the names of the kernels it was
given, so generic searches are compiled once for each model and stay on disk.

``CPSTUDY_CACHE_DIR`` names another folder; empty, it turns the cache off.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import os
import pickle
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite.binding
import numba
from numba.core import caching, compiler, serialize, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types.misc import unliteral
from numba.core.typing.typeof import typeof_impl

import cpstudy.core.machine_bits  # noqa: F401  (tells numba of the functions of core.bits)
from cpstudy.core import machine_linking
from cpstudy.core.files import locked
from cpstudy.core.folders import user_folder
from cpstudy.core.machine_typing import SetOptions
from cpstudy.core.version import PACKAGE, __version__, source_hash
from cpstudy.core.waiting import note_starting, tell

_DIGEST_BYTES = 32
_SUFFIX = ".kernel"


def clear_cache() -> int:
    """Delete the machine code of all versions; how many entries there were."""
    base = user_folder()
    entries = [] if base is None else [*base.glob(f"*/*{_SUFFIX}")]
    for entry in entries:
        with contextlib.suppress(OSError):
            entry.unlink()
    for folder in {entry.parent for entry in entries}:
        with contextlib.suppress(OSError):
            folder.rmdir()
    cache_folder.cache_clear()
    return len(entries)


@functools.cache
def cache_folder() -> Path | None:
    """This version's folder of machine code; None where there is none and none can be made."""
    base = user_folder()
    if base is None:
        return None
    try:
        python = "{}.{}.{}".format(*sys.version_info[:3])
        cpu = llvmlite.binding.get_host_cpu_name()
        source = source_hash()[:16]
        folder = base / f"{__version__}-py{python}-numba{numba.__version__}-{cpu}-{source}"
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


@functools.cache
def _identity(function: FunctionType) -> str:
    """What a kernel is, the same in every process: its name, and its source where it is foreign."""
    name = f"{function.__module__}:{function.__qualname__}"
    captured = function.__closure__ or ()
    if captured:
        name += f"({', '.join(_identity(cell.cell_contents) for cell in captured)})"
    elif "<locals>" in name:
        raise ValueError(f"{name} is no kernel of a module")
    path = Path(function.__code__.co_filename).resolve()
    if PACKAGE in path.parents:
        return name
    package = sys.modules.get(function.__module__.partition(".")[0])
    root = Path(getattr(package, "__file__", None) or path).resolve()
    if root.name == "__init__.py" and root.parent in path.parents:
        return f"{name} {source_hash(root.parent)}"
    return f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}"


class _KernelCache(caching._Cache):  # type: ignore[misc, unused-ignore]
    """What a dispatcher of numba asks for its machine code; see the module."""

    def __init__(self, function: FunctionType, folder: Path, inner: bool) -> None:
        self._function, self._folder, self._inner = function, folder, inner
        self._enabled = True

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        """Nothing is kept between calls."""

    def _entry(self, signature: Any, codegen: Any) -> tuple[Path, bytes]:
        called_from = "kernels" if self._inner else "Python"
        parts = (_identity(self._function), called_from, signature, codegen.magic_tuple())
        what = "\n".join(map(str, parts)).encode()
        return self._folder / (hashlib.sha256(what).hexdigest()[:40] + _SUFFIX), what

    @contextlib.contextmanager
    def alone(self, signature: Any, codegen: Any) -> Iterator[None]:
        """As the only process that makes this entry, where there is none yet.

        Nobody waits in a circle: whoever holds an entry waits for kernels that it calls only.
        """
        path, _ = self._entry(signature, codegen)
        with contextlib.ExitStack() as stack:
            if not path.exists():
                with contextlib.suppress(OSError):  # a folder that can be read only, or no locks
                    stack.enter_context(locked(path.with_suffix(".lock")))
            yield

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The machine code for a signature; None where it is to be compiled."""
        target_context.refresh()
        if not self._enabled:
            return None
        path, what = self._entry(signature, target_context.codegen())
        try:
            stored = path.read_bytes()
            digest, payload = stored[:_DIGEST_BYTES], stored[_DIGEST_BYTES:]
            if hashlib.sha256(payload).digest() != digest or not payload.startswith(what + b"\0"):
                raise ValueError("damaged cache entry")
            return compiler.CompileResult._rebuild(
                target_context, *pickle.loads(payload[len(what) + 1 :])
            )
        except FileNotFoundError:
            return None
        except Exception:  # whatever a damaged file makes unpickling raise
            with contextlib.suppress(OSError):
                path.unlink()
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the machine code. A full or read-only disk only costs a compilation next time."""
        if not self._enabled or result.library.has_dynamic_globals:
            return
        path, what = self._entry(signature, result.codegen)
        with contextlib.suppress(OSError, pickle.PickleError):
            payload = what + b"\0" + serialize.dumps(result._reduce())
            file, beside = tempfile.mkstemp(dir=self._folder)
            try:
                with os.fdopen(file, "wb") as stream:
                    stream.write(hashlib.sha256(payload).digest() + payload)
                Path(beside).replace(path)
            except OSError:
                Path(beside).unlink(missing_ok=True)
                raise


_compiling = threading.local()


# What kernels call when they call a kernel; see :func:`dispatcher`.
_inner: dict[FunctionType, Any] = {}


def dispatcher(function: FunctionType, *, inner: bool = False) -> Any:
    """numba's dispatcher of a kernel, with our cache.

    inner: for calls from other kernels only, without anything that Python could call. Numbers that
    are written out in a call (``keep(k, LOCAL, …)``) are arguments like any other: left to itself
    numba compiles a kernel again for each of them.
    """
    borrows = getattr(function, "__borrowing__", False)
    lean = machine_linking.SUPPORTED
    how: dict[str, Any] = {}
    if lean:
        linking = machine_linking
        how["pipeline_class"] = linking.InnerCompiler if inner else linking.EntryCompiler
    made = numba.njit(
        nogil=True,
        error_model="numpy",
        no_cpython_wrapper=inner or lean,
        no_cfunc_wrapper=True,
        forceinline=inner and getattr(function, "__inlined__", False),
        _nrt=lean or not borrows,  # where it isn't set here, the compiler finds out by itself
        **how,
    )(function)
    if lean:
        made._compiler._customize_flags = SetOptions
    folder = None if inner and lean else cache_folder()
    cache = None if folder is None else _KernelCache(function, folder, inner)
    if cache is not None:
        made._cache = cache
    get_ready, compile_kernel = made.compile, made._compiler.compile
    call_template = made.get_call_template

    def timed(signature: Any) -> Any:
        # Kernels that this one calls get ready meanwhile: only the outermost counts.
        _compiling.depth = getattr(_compiling, "depth", 0) + 1
        begun, begun_cpu = time.perf_counter(), time.process_time()
        collecting = gc.isenabled()
        gc.disable()  # a tenth of the time: numba makes many small objects, and keeps them
        try:
            if cache is None:
                return get_ready(signature)
            # The compiler's own lock first: threads of one process wait for each other there.
            with global_compiler_lock, cache.alone(signature, made.targetctx.codegen()):
                return get_ready(signature)
        finally:
            if collecting:
                gc.enable()
            _compiling.depth -= 1
            if _compiling.depth == 0:
                note_starting(time.perf_counter() - begun, time.process_time() - begun_cpu)

    def told(arguments: Any, return_type: Any) -> Any:
        if _compiling.depth == 1:
            tell(function)
        result = compile_kernel(arguments, return_type)
        if borrows and result.target_context.enable_nrt:
            raise TypeError(f"{function.__qualname__} borrows arrays only, but has one of its own")
        return result

    made.compile, made._compiler.compile = timed, told
    made.get_call_template = lambda args, kws: call_template(map(unliteral, args), kws)
    return made


@typeof_impl.register(FunctionType)  # type: ignore[untyped-decorator, unused-ignore]
def _typeof_kernel(value: FunctionType, context: Any) -> Any:
    """A kernel that another kernel calls by name is its machine code."""
    if getattr(value, "__kernel__", False):
        if value not in _inner:
            _inner[value] = dispatcher(value, inner=True)
        return types.Dispatcher(_inner[value])
    return getattr(value, "_numba_type_", None)
