"""Install the package, editable, with what some extras require: ``python .ci/install.py all dev``.

Kernels are compiled while pip unpacks the rest, which takes one core as long as they take two; pip
alone would do one after the other, and fill an environment of its own for the compiling.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Modules of packages are compiled when they are first imported: that halves the time of installing.
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
PIP += ("--no-compile",)
KERNELS = (sys.executable, "setup.py", "--quiet", "build_ext", "--inplace")


def required(requirements: list[str], extras: dict[str, list[str]]) -> Iterator[str]:
    """The requirements; an extra of the package among them stands for its own."""
    for one in requirements:
        if own := re.fullmatch(r"cpstudy\[(.*)\]", one):
            for extra in own[1].split(","):
                yield from required(extras[extra], extras)
        else:
            yield one


def main(names: list[str]) -> int:
    """Install; the exit code of what failed."""
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
