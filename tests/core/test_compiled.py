"""The kernel decorator: cached, never stale, never an error. Each case in a process of its own."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

TOTAL = """
from cpstudy.core.compiled import cache_folder, kernel
from cpstudy.core.random import below, stream
state = stream(1)
print(sum(below(state, 10) for _ in range(5)), len(below.stats.cache_hits), cache_folder())
"""


def run(code: str, cache: Path | str, **environment: str) -> list[str]:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        env={**os.environ, "CPSTUDY_CACHE_DIR": str(cache), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


def test_the_second_process_compiles_nothing(tmp_path):
    first = run(TOTAL, tmp_path)
    assert first[1] == "0"
    assert any(tmp_path.rglob("*.nbi"))
    second = run(TOTAL, tmp_path)
    assert second[0] == first[0]
    assert second[1] == "1"


@pytest.mark.parametrize("damage", ["truncated", "empty", "altered"])
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_damaged_entry_is_compiled_again(tmp_path, suffix, damage):
    first = run(TOTAL, tmp_path)
    files = list(tmp_path.rglob(f"*.{suffix}"))
    assert files
    for file in files:
        data = file.read_bytes()
        middle = len(data) // 2
        file.write_bytes(
            {
                "truncated": data[:middle],
                "empty": b"",
                "altered": data[:middle] + bytes([data[middle] ^ 255]) + data[middle + 1 :],
            }[damage]
        )
    assert run(TOTAL, tmp_path)[0] == first[0]
    healed = run(TOTAL, tmp_path)
    assert healed[:2] == [first[0], "1"]


def test_without_a_writable_folder_kernels_still_run(tmp_path):
    (tmp_path / "file").write_text("a file where the folder should be")
    assert run(TOTAL, tmp_path / "file" / "cache")[1:] == ["0", "None"]
    assert run(TOTAL, "")[1:] == ["0", "None"]


def test_other_peoples_kernels_stay_where_they_were(tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(
        "import numba\n"
        "from cpstudy.core.random import below, stream\n"
        "below(stream(1), 5)\n"
        "@numba.njit(cache=True)\n"
        "def mine(x):\n"
        "    return x + 1\n"
        "mine(1)\n"
        "print(mine._cache.cache_path, numba.config.CACHE_DIR)\n"
    )
    result = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "CPSTUDY_CACHE_DIR": str(tmp_path / "ours")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(tmp_path / "ours") not in result.stdout
    assert list((tmp_path / "__pycache__").glob("mine.mine*"))


def test_a_changed_callee_leaves_no_stale_caller(tmp_path):
    """Two kernel modules in a copy of the package: the callee's file changes, the caller's not."""
    import cpstudy

    source = Path(cpstudy.__file__).parent
    package = tmp_path / "lib" / "cpstudy"
    (package / "core").mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "0"\n')
    (package / "core" / "__init__.py").write_text("")
    (package / "core" / "compiled.py").write_text((source / "core" / "compiled.py").read_text())
    head = "from cpstudy.core.compiled import kernel\n"
    callee = package / "callee.py"
    (package / "caller.py").write_text(
        head + "from cpstudy.callee import callee\n@kernel\ndef caller(x):\n    return callee(x)\n"
    )
    code = "from cpstudy.caller import caller; print(caller(1))"
    answers = []
    for addend in (10, 20):
        callee.write_text(head + f"@kernel\ndef callee(x):\n    return x + {addend}\n")
        lib = str(tmp_path / "lib")
        answers.append(run(f"import sys; sys.path.insert(0, {lib!r}); {code}", tmp_path / "c")[0])
    assert answers == ["11", "21"]
