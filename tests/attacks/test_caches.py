"""Damaged entries of the kernel cache: the same answers, compiled anew, and the cache heals.

Files are cut, altered at random, exchanged, emptied, made a folder, and left half written. One
process damages and loads again many times; were bad machine code ever run, it would crash.
"""

import os
import subprocess
import sys

import pytest

ATTACK = """
import pathlib, random, shutil, sys
from cpstudy.core import machine_code
from cpstudy.core.random import below, next_word, stream

def cut(path, rng):
    content = path.read_bytes()
    path.write_bytes(content[: rng.randrange(len(content))])

def altered(path, rng):
    content = bytearray(path.read_bytes())
    for _ in range(rng.choice((1, 1, 30))):
        content[rng.randrange(len(content))] ^= rng.randrange(1, 256)
    path.write_bytes(content)

def longer(path, rng):
    path.write_bytes(path.read_bytes() + rng.randbytes(rng.randrange(1, 100)))

def exchanged(path, rng):
    other = rng.choice([file for file in path.parent.glob("*.kernel") if file != path])
    first, second = path.read_bytes(), other.read_bytes()
    path.write_bytes(second), other.write_bytes(first)

def a_folder(path, rng):
    path.unlink()
    path.mkdir()

def half_written(path, rng):
    path.with_name(path.name + ".tmp").write_bytes(rng.randbytes(100))
    path.with_name(path.stem + ".lock").write_bytes(b"")

DAMAGES = cut, altered, longer, exchanged, a_folder, half_written

def answers():
    state = stream(1)
    draw, word = machine_code.dispatcher(below), machine_code.dispatcher(next_word)
    told = [int(draw(state, 10)) for _ in range(5)], [int(word(state)) for _ in range(5)]
    return told, len(draw.stats.cache_hits) + len(word.stats.cache_hits)

attempts, seed = map(int, sys.argv[1:])
rng = random.Random(seed)
right, hits = answers()
again, hits = answers()
assert (again, hits) == (right, 2), hits
folder = machine_code.cache_folder()
healed = 0
for attempt in range(attempts):
    files = sorted(path for path in folder.glob("*.kernel") if path.is_file())
    DAMAGES[attempt % len(DAMAGES)](rng.choice(files), rng)
    told, hits = answers()
    assert told == right
    for path in folder.glob("*.kernel"):
        if path.is_dir():
            path.rmdir()
            answers()
    told, hits = answers()
    assert told == right
    healed += hits == 2
assert healed == attempts, healed
print("sound")
"""


def attacked(folder, attempts, seed):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ATTACK, str(attempts), str(seed)],
        env={**os.environ, "CPSTUDY_CACHE_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "sound\n"), done.stderr


def test_damaged_entries_change_no_answer(tmp_path):
    attacked(tmp_path, 6, seed=1)


@pytest.mark.slow
def test_many_damaged_entries_change_no_answer(tmp_path):
    attacked(tmp_path, 300, seed=2)
