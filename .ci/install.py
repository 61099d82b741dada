"""Install the package, editable, with some extras: ``python .ci/install.py all dev``.

Kernels are compiled while pip unpacks the other packages: that occupies one core as long as the
compiler occupies two. pip alone would do one after the other, in a separate build environment.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Byte code of packages is compiled at their first import: that halves the time to install.
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
PIP += ("--no-compile",)
KERNELS = (sys.executable, "setup.py", "--quiet", "build_ext", "--inplace")


def required(requirements: list[str], extras: dict[str, list[str]]) -> Iterator[str]:
    """The requirements, with extras of this package replaced by their requirements."""
    for one in requirements:
        if own := re.fullmatch(r"cpstudy\[(.*)\]", one):
            for extra in own[1].split(","):
                yield from required(extras[extra], extras)
        else:
            yield one


def main(names: list[str]) -> int:
    """Install; return the exit code of the step that failed."""
    result = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    building, project = result["build-system"]["requires"], result["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(f"cpstudy[{name}]" for name in names)]
    if failed := subprocess.call([*PIP, *building], cwd=ROOT):
        return failed
    with subprocess.Popen(KERNELS, cwd=ROOT) as kernels:
        failed = subprocess.call([*PIP, *dict.fromkeys(required(wanted, extras))], cwd=ROOT)
    alone = ("--no-build-isolation", "--no-deps", "--editable", ".")
    return failed or kernels.returncode or subprocess.call([*PIP, *alone], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
