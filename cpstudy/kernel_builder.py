"""Compile the kernels of a package when it is installed.

``extensions(package)`` is for a ``setup.py``: of this package, or of another package with kinds,
whose kernels may import those of cpstudy. It needs Cython and a C compiler; without a compiler it
prints one line and returns nothing, so that the package is installed without compiled kernels.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from cpstudy.kernel_translation import translate

# x86 processors count the ones of a word in one instruction since 2008; without the flag this is a
# call, and a search that counts candidates takes twice as long.
_POPCOUNT = ["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []

# Nine tenths of a translation is Cython's code around kernels. GCC optimizes little of it:
# constructors and wrappers slightly, properties and imports not at all. That reduces the time of a
# build to two thirds.
_AROUND = re.compile(
    r"^static [^;{}()=]*(__pyx_p[fw]_|__[Pp]yx_(?:tp|[gs]etprop|modinit|pymod|Init|Create))\w*"
    r"\([^;{]*\) ?\{",
    re.MULTILINE,
)
_LEVELS = """#if defined(__GNUC__) && !defined(__clang__)
#define OPTIMIZED(level) __attribute__((optimize(level)))
#else
#define OPTIMIZED(level)
#endif
"""


def optimize_less(translated: Path) -> None:
    """Mark the code around the kernels of a C file, once."""

    def marked(function: re.Match[str]) -> str:
        level = 1 if function[1].startswith("__pyx_p") else 0
        return f"OPTIMIZED({level}) {function[0]}"

    first, rest = translated.read_text().split("\n", 1)  # Cython requires its own first line
    if not rest.startswith(_LEVELS):
        translated.write_text(f"{first}\n{_LEVELS}{_AROUND.sub(marked, rest)}")


def cores() -> int:
    """The number of cores for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def has_compiler() -> bool:
    """Whether the compiler for extensions and Python's headers are installed."""
    named = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_paths()["include"], "Python.h")
    return sys.platform == "win32" or bool(shutil.which(named) and headers.exists())


def extensions(package: str | Path, *, checked: bool = False) -> list[Any]:
    """The setuptools extensions of a package's kernels; empty if there is no compiler.

    package: its folder, relative to that of ``setup.py``. There is one extension for each kernel
    module, and one for the code that Cython shares between them. Translations are kept below
    ``build/``.
    """
    if not has_compiler():
        print(
            f"{package}: no C compiler or no Python headers: kernels are not compiled, and "
            "searches take about 50 times as long (Debian, Ubuntu: apt install gcc python3-dev)",
            file=sys.stderr,
        )
        return []
    from Cython.Build import cythonize
    from setuptools import Extension

    package = Path(package)
    folder = f"kernels-{sys.implementation.cache_tag}{'-checked' if checked else ''}"
    into = Path("build", folder)
    optimised = os.environ.get("CPSTUDY_CFLAGS", "-Og" if checked else "-O3").split() + _POPCOUNT
    flags = [*optimised, "-g0", "-fwrapv", "-Wno-unused", "-Wno-unreachable-code"]
    given: Any = {} if sys.platform == "win32" else {"extra_compile_args": flags}
    bodies = translate(package, into, checked=checked)
    shared = into / package.name / "_cython.c"
    if not shared.exists():
        command = [sys.executable, "-m", "cython", f"--generate-shared={shared}", "-3"]
        subprocess.run(command, check=True)
    found: list[Any] = cythonize(  # type: ignore[no-untyped-call]
        [Extension(name, [str(body)], **given) for name, body in bodies.items()],
        include_path=[str(into)],
        nthreads=cores(),
        quiet=True,
        language_level=3,
        compiler_directives={
            "annotation_typing": False,
            "auto_pickle": False,
            "binding": True,
            "cdivision": False,
            "embedsignature": False,
            "initializedcheck": checked,
            "show_performance_hints": False,  # checked kernels look for exceptions after each call
        },
        shared_utility_qualified_name=f"{package.name}._cython",
    )
    for extension in found:
        optimize_less(Path(extension.sources[0]))
    return [*found, Extension(f"{package.name}._cython", [str(shared)], **given)]
