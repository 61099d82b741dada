"""Build the kernels (kernel_builder.py); all else about the package stands in pyproject.toml.

``CPSTUDY_CHECKED=1`` builds kernels that look at every index. Where there is no C compiler the
package is installed without compiled kernels: it runs plainly, and says so.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

CHECKED = os.environ.get("CPSTUDY_CHECKED", "") not in ("", "0")
INTO = Path("build") / ("kernels-checked" if CHECKED else "kernels")
SHARED = "cpstudy._cython"
# x86 processors count the ones of a word in one instruction since 2008; without the flag it is
# a call, and a search that counts candidates takes twice as long.
POPCOUNT = ["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []
FLAGS = [
    "-O1" if CHECKED else "-O3",
    "-g0",
    "-fwrapv",
    "-Wno-unused",
    "-Wno-unreachable-code",
    *POPCOUNT,
]


def has_compiler() -> bool:
    """Whether the compiler that extensions are built with is there, and Python's headers."""
    named = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    include = Path(sysconfig.get_paths()["include"], "Python.h")
    return sys.platform == "win32" or bool(shutil.which(named) and include.exists())


class BuildKernels(build_ext):
    """On all cores; in a checkout, with a note of what was compiled (cpstudy/core/building.py)."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or cores()

    def run(self) -> None:
        super().run()
        if self.inplace and self.extensions:
            from kernel_builder import kernel_files

            package = ROOT / "cpstudy"
            built = {
                str(file.relative_to(package)): sha256(file.read_bytes()).hexdigest()
                for file in kernel_files(package)
            }
            (package / "kernels.built").write_text(json.dumps(built, indent=0))


def cores() -> int:
    """How many there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def extensions() -> list[Extension]:
    """One extension a kernel module, and one for what Cython needs in all of them."""
    if not has_compiler():
        print(
            "cpstudy: no C compiler or no Python headers: kernels are not compiled, and searches "
            "take about 50 times as long (Debian: apt install gcc python3-dev)",
            file=sys.stderr,
        )
        return []
    from Cython.Build import cythonize

    from kernel_builder import translate

    bodies = translate(Path("cpstudy"), INTO, checked=CHECKED)
    shared = INTO / "cpstudy" / "_cython.c"
    if not shared.exists():
        command = [sys.executable, "-m", "cython", f"--generate-shared={shared}", "-3"]
        subprocess.run(command, check=True)
    flags = {} if sys.platform == "win32" else {"extra_compile_args": FLAGS}
    found = cythonize(
        [Extension(name, [str(body)], **flags) for name, body in bodies.items()],
        include_path=[str(INTO)],
        nthreads=cores(),
        quiet=True,
        language_level=3,
        compiler_directives={
            "annotation_typing": False,
            "auto_pickle": False,
            "binding": True,
            "cdivision": False,
            "initializedcheck": CHECKED,
            "embedsignature": False,
        },
        shared_utility_qualified_name=SHARED,
    )
    return [*found, Extension(SHARED, [str(shared)], **flags)]


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildKernels})
