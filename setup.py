"""Build the kernels (cpstudy/kernel_builder.py); pyproject.toml defines the rest of the package.

``CPSTUDY_CHECKED=1`` builds kernels that check every index. Without a C compiler the package is
installed without compiled kernels: they run as Python, and the output says so.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from hashlib import sha256
from pathlib import Path
from shutil import copy2

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

os.environ["CPSTUDY_PURE"] = "1"  # import sources, even if kernels were built before
# Garbage collection in Cython's trees took two fifths of a translation's time.
gc.disable()
ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from cpstudy.core.building import BUILT
from cpstudy.kernel_builder import cores, extensions
from cpstudy.kernel_translation import kernel_files

CHECKED = os.environ.get("CPSTUDY_CHECKED", "") not in ("", "0")


class BuildKernels(build_ext):
    """Build kernels on all cores; in a checkout only those that changed, and reuse the others.

    A record states what was compiled and how (cpstudy/core/building.py).
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or cores()

    def run(self) -> None:
        self.noted = noted_flags()
        super().run()
        if self.inplace and self.extensions:
            package = ROOT / "cpstudy"
            built = {
                str(file.relative_to(package)): sha256(file.read_bytes()).hexdigest()
                for file in kernel_files(package)
            }
            flags = self.extensions[0].extra_compile_args
            note = {"checked": CHECKED, "flags": flags, "files": built}
            (package / BUILT).write_text(json.dumps(note, indent=0))

    def build_extension(self, ext: Extension) -> None:
        place, here = Path(self.get_ext_fullpath(ext.name)), ROOT / self.get_ext_filename(ext.name)
        since = here.stat().st_mtime if here.exists() and not self.force else 0
        if self.noted != ext.extra_compile_args or since < newest(ext.sources):
            super().build_extension(ext)
        elif not place.exists() or not place.samefile(here):
            place.parent.mkdir(parents=True, exist_ok=True)
            copy2(here, place)


def noted_flags() -> object:
    """The flags with which this checkout's extensions were compiled; None if there are none."""
    note = ROOT / "cpstudy" / BUILT
    return json.loads(note.read_text()).get("flags") if note.exists() else None


def newest(files: list[str]) -> float:
    """The time at which the last of these files was written."""
    return max(Path(file).stat().st_mtime for file in files)


# Commands that only query names and versions compile nothing.
asked = {"egg_info", "dist_info", "sdist", "clean", "--version", "--help"} & {*sys.argv}
kernels = [] if asked else extensions("cpstudy", checked=CHECKED)
setup(ext_modules=kernels, cmdclass={"build_ext": BuildKernels})
