"""Build the kernels (cpstudy/kernel_builder.py); all else of the package is in pyproject.toml.

``CPSTUDY_CHECKED=1`` builds kernels that look at every index. Where there is no C compiler the
package is installed without compiled kernels: it runs as Python, and says so.
"""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

os.environ["CPSTUDY_PURE"] = "1"  # what is imported here are sources, whatever was built before
ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from cpstudy.core.building import BUILT
from cpstudy.kernel_builder import cores, extensions, kernel_files

CHECKED = os.environ.get("CPSTUDY_CHECKED", "") not in ("", "0")


class BuildKernels(build_ext):
    """On all cores; in a checkout, with a note of what was compiled (cpstudy/core/building.py)."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or cores()

    def run(self) -> None:
        super().run()
        if self.inplace and self.extensions:
            package = ROOT / "cpstudy"
            built = {
                str(file.relative_to(package)): sha256(file.read_bytes()).hexdigest()
                for file in kernel_files(package)
            }
            (package / BUILT).write_text(json.dumps(built, indent=0))


setup(ext_modules=extensions("cpstudy", checked=CHECKED), cmdclass={"build_ext": BuildKernels})
