"""Kernels: plain or compiled by a rule, cached, never stale, never mixed up, never an error.

Each case in a process of its own.
"""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from cpstudy.core.kernels import views
from tests import forking

TOTAL = """
from cpstudy.core.kernels import compiled
from cpstudy.core.machine_code import cache_folder
from cpstudy.core.random import below, stream
state = stream(1)
machine_code = compiled(below)
total = sum(machine_code(state, 10) for _ in range(5))
print(total, len(machine_code.stats.cache_hits), cache_folder())
"""

# As another process would: what is in the cache by now.
AGAIN = """
from cpstudy.core.machine_code import dispatcher
again = dispatcher(below)
state = stream(1)
print(sum(again(state, 10) for _ in range(5)), len(again.stats.cache_hits))
"""


# Forked processes have numba, and nothing of ours.
NUMBA = ("numba", "numpy")

# Without bytecode: Python takes that of a file which changes twice in a second for the new one.
STRICT = """
import sys, warnings
sys.dont_write_bytecode = True
warnings.simplefilter("error")
"""


def run(
    code: str, cache: Path | str, imported: tuple[str, ...] = NUMBA, **environment: str
) -> list[str]:
    result = forking.run(
        STRICT + textwrap.dedent(code),
        imported=imported,
        env={**os.environ, "CPSTUDY_CACHE_DIR": str(cache), **environment},
        text=True,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


@pytest.fixture(scope="module")
def filled(tmp_path_factory) -> tuple[list[str], Path]:
    """What the first process said, and the cache that it left."""
    folder = tmp_path_factory.mktemp("filled")
    return run(TOTAL, folder), folder


@pytest.fixture
def first(filled, tmp_path) -> list[str]:
    """What the first process said; the test's own folder is the cache that it left."""
    shutil.copytree(filled[1], tmp_path, dirs_exist_ok=True)
    return filled[0]


def test_the_second_process_compiles_nothing(tmp_path, first):
    assert first[1] == "0"
    assert any(tmp_path.rglob("*.kernel"))
    second = run(TOTAL, tmp_path)
    assert second[0] == first[0]
    assert second[1] == "1"


@pytest.mark.parametrize("damage", ["truncated", "empty", "altered"])
def test_a_damaged_entry_is_compiled_again(tmp_path, first, damage):
    files = list(tmp_path.rglob("*.kernel"))
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
    compiled = run(TOTAL + AGAIN, tmp_path)
    assert compiled[:2] == [first[0], "0"]
    assert compiled[3:] == [first[0], "1"]


def test_without_a_writable_folder_kernels_still_run(tmp_path):
    (tmp_path / "file").write_text("a file where the folder should be")
    assert run(TOTAL, tmp_path / "file" / "cache")[1:] == ["0", "None"]
    assert run(TOTAL, "")[1:] == ["0", "None"]


def test_other_peoples_kernels_stay_where_they_were(tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(
        "import numba\n"
        "from cpstudy.core.kernels import compiled\n"
        "from cpstudy.core.random import below, stream\n"
        "compiled(below)(stream(1), 5)\n"
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


def little_package(folder: Path) -> Path:
    """A package of that name with the real kernels room, for modules of the test's own."""
    import cpstudy

    source = Path(cpstudy.__file__).parent
    package = folder / "lib" / "cpstudy"
    (package / "core").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    for name in (
        "__init__",
        "kernels",
        "machine_calls",
        "machine_code",
        "machine_bits",
        "machine_entries",
        "machine_linking",
        "machine_lowering",
        "machine_passes",
        "machine_typing",
        "bits",
        "files",
        "folders",
        "version",
        "waiting",
    ):
        path = f"core/{name}.py"
        (package / path).write_text((source / path).read_text())
    return package


KERNEL = "from cpstudy.core.kernels import kernel\n"


@pytest.mark.parametrize("how", ["inlined", "constant"])
def test_a_changed_file_leaves_no_stale_caller(tmp_path, how):
    """What a kernel takes from another file changes, its own file does not.

    The other file need not hold a kernel: a constant of it is baked into machine code too.
    """
    package = little_package(tmp_path)
    (package / "caller.py").write_text(
        KERNEL + "from cpstudy.callee import plus\n@kernel\ndef caller(x):\n    return "
        + ("plus(x)" if how == "inlined" else "x + plus") + "\n"
    )  # fmt: skip
    code = (
        "from cpstudy.core.kernels import compiled\n"
        "from cpstudy.caller import caller\nprint(compiled(caller)(1))"
    )
    answers = []
    for addend in (10, 20):
        (package / "callee.py").write_text(
            KERNEL + f"@kernel\ndef plus(x):\n    return x + {addend}\n"
            if how == "inlined"
            else f"plus = {addend}\n"
        )
        lib = str(tmp_path / "lib")
        answers.append(run(f"import sys; sys.path.insert(0, {lib!r})\n{code}", tmp_path / "c")[0])
    assert answers == ["11", "21"]


def test_two_processes_that_fill_one_cache_mix_nothing_up(tmp_path):
    """Entries saved under any interleaving: each is found under what it is, or not at all.

    Both processes look for their entries before either saves; then they save in turns.
    """
    code = """
    import sys
    from cpstudy.core import machine_code
    from cpstudy.core.kernels import compiled, kernel
    from cpstudy.core.random import below, next_word, stream
    save = machine_code._KernelCache.save_overload
    held = []
    machine_code._KernelCache.save_overload = lambda self, *rest: held.append((self, rest))
    wanted = [next_word, below] if sys.argv[1:] else [below, next_word]
    for function in wanted:
        state = stream(1)
        compiled(function)(*((state,) if function is next_word else (state, 10)))
    for self, rest in held:
        save(self, *rest)
    """
    for _ in range(2):
        for order in ("", "import sys; sys.argv.append('other')\n"):
            run(order + textwrap.dedent(code), tmp_path)
    assert run(TOTAL, tmp_path)[1] == "1"
    # An entry under the name of another is no entry: it says what it is.
    files = sorted(tmp_path.rglob("*.kernel"))
    assert len(files) == 2
    contents = [file.read_bytes() for file in files]
    for file, content in zip(files, contents[1:] + contents[:1], strict=True):
        file.write_bytes(content)
    after = run(TOTAL + AGAIN, tmp_path)
    assert after[1] == "0"
    assert after[3:] == [after[0], "1"]


def test_processes_that_lack_the_same_kernel_compile_it_once(tmp_path):
    """All begin together; each says what it compiled."""
    code = """
    import sys, time
    from cpstudy.core import machine_code
    from cpstudy.core.kernels import compiled
    from cpstudy.core.random import below, stream
    compiling = machine_code.compiler.compile_extra
    def counted(*arguments, **named):
        print("compiled", flush=True)
        time.sleep(1)
        return compiling(*arguments, **named)
    machine_code.compiler.compile_extra = counted
    print("ready", flush=True)
    sys.stdin.readline()
    print(compiled(below)(stream(1), 10), flush=True)
    """
    processes = [
        forking.Process(
            textwrap.dedent(code),
            imported=NUMBA,
            env={**os.environ, "CPSTUDY_CACHE_DIR": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate()[0].split() for process in processes]
    assert len({one[-1] for one in said}) == 1
    counts = sorted(one.count("compiled") for one in said)
    assert counts[:2] == [0, 0]
    assert counts[2] > 0
    assert not [*tmp_path.rglob("*.lock")]


def test_a_cache_that_can_only_be_read_is_read(tmp_path, first):
    (folder,) = tmp_path.iterdir()
    before = sorted(path.name for path in folder.iterdir())
    # Permissions do not stop the superuser: a file that cannot be made does everybody.
    deny = "import tempfile\ndef denied(*a, **k): raise PermissionError(13, 'denied')\n"
    deny += "tempfile.mkstemp = denied\n"
    assert run(deny + TOTAL, tmp_path)[:2] == [first[0], "1"]
    assert sorted(path.name for path in folder.iterdir()) == before


WAYS = """
import sys
from cpstudy.core import kernels
from cpstudy.core.kernels import compiled, kernel, prepared

@kernel
def double(x):
    return 2 * x

ways = []
for work in WORK:
    code = prepared(double, work)
    assert code(4) == 8
    ways.append("plain" if code is double else "compiled")
print(*ways, "numba" in sys.modules)
"""


@pytest.mark.parametrize(
    ("mode", "work", "ways"),
    [
        ("auto", "(10, 20, 30)", "plain plain plain False"),
        ("auto", "(kernels.ALLOWANCE - 1, 1, 1, 1)", "plain plain compiled compiled True"),
        ("auto", "(kernels.ALLOWANCE + 1, 0)", "compiled compiled True"),
        ("always", "(0,)", "compiled True"),
        ("never", "(kernels.ALLOWANCE * 100,)", "plain False"),
    ],
)
def test_which_way_is_taken(tmp_path, mode, work, ways):
    """The rule counts work: small work never imports numba."""
    script = tmp_path / "ways.py"
    script.write_text(WAYS.replace("WORK", work))
    code = f"import runpy; runpy.run_path({str(script)!r}, run_name='ways')"
    assert run(code, tmp_path / "c", ("numpy",), CPSTUDY_COMPILE=mode) == ways.split()


def test_what_compiles_is_told_once(tmp_path):
    def said() -> str:
        result = forking.run(
            TOTAL,
            imported=NUMBA,
            env={**os.environ, "CPSTUDY_CACHE_DIR": str(tmp_path), "CPSTUDY_QUIET": ""},
            text=True,
        )
        assert result.returncode == 0, result.stderr
        return result.stderr

    assert said().count("compiling") == 1
    assert said() == ""


class Pair(NamedTuple):
    numbers: Any
    table: Any


class Nested(NamedTuple):
    pair: Pair
    flags: Any


def test_views_are_the_same_memory():
    arrays = Nested(Pair(np.arange(3), np.zeros((2, 2), np.int32)), np.zeros(2, np.bool_))
    seen = views(arrays)
    seen.pair.numbers[1] = 7
    seen.pair.table[1, 0] = -1
    seen.flags[0] = True
    assert isinstance(seen, Nested)
    assert isinstance(seen.pair, Pair)
    assert arrays.pair.numbers.tolist() == [0, 7, 2]
    assert arrays.pair.table.tolist() == [[0, 0], [-1, 0]]
    assert arrays.flags.tolist() == [True, False]
    arrays.pair.numbers[2] = 5
    assert type(seen.pair.numbers[2]) is int
    assert seen.pair.numbers[2] == 5
