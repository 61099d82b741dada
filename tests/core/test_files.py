"""Files are written completely or not at all; one process at a time holds a lock."""

import errno
import os
import resource
import signal
import subprocess

import pytest

from cpstudy.core.files import locked, replacing, write_whole
from tests import forking


def test_a_file_is_replaced_when_all_is_written(tmp_path):
    path = tmp_path / "picture.svg"
    path.write_bytes(b"old")
    with replacing(path) as place:
        place.write_bytes(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [*tmp_path.iterdir()] == [path]


def test_an_exception_leaves_what_was_there(tmp_path):
    path = tmp_path / "picture.svg"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), replacing(path) as place:
        place.write_bytes(b"half")
        raise ZeroDivisionError
    with pytest.raises(OSError, match="No such file") as caught:
        write_whole(tmp_path / "none" / "x", b"data")
    assert caught.value.filename == str(tmp_path / "none" / "x")
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_a_full_disk_is_told_with_the_name(tmp_path):
    """A failed write reports the file's name and leaves the old file.

    A limit on the size of files stands for the full disk.
    """
    path = tmp_path / "picture.svg"
    path.write_bytes(b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError) as caught:
            write_whole(path, bytes(2000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert (caught.value.errno, caught.value.filename) == (errno.EFBIG, str(path))
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(os.name != "posix", reason="files of POSIX")
def test_links_modes_and_devices_stay_what_they_are(tmp_path):
    path, link = tmp_path / "x", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    write_whole(pipe, b"through the pipe")
    assert reader.communicate()[0] == b"through the pipe"
    assert pipe.is_fifo()


COUNTER = """
import pathlib, sys
from cpstudy.core.files import locked
lock, file = map(pathlib.Path, sys.argv[1:])
for _ in range(200):
    with locked(lock):
        file.write_text(str(int(file.read_text()) + 1))
"""


def test_one_holds_a_lock_at_a_time(tmp_path):
    counter = tmp_path / "counter"
    counter.write_text("0")
    paths = (str(tmp_path / "lock"), str(counter))
    processes = [forking.Process(COUNTER, paths, forking.LIGHT) for _ in range(4)]
    assert [process.wait() for process in processes] == [0] * 4
    assert counter.read_text() == "800"
    assert [*tmp_path.iterdir()] == [counter]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_what_a_killed_process_leaves_locks_nothing(tmp_path):
    lock = tmp_path / "lock"
    holding = (
        "import pathlib, sys, time\nfrom cpstudy.core.files import locked\n"
        "with locked(pathlib.Path(sys.argv[1])):\n    print(flush=True)\n    time.sleep(600)\n"
    )
    process = forking.Process(
        holding, (str(lock),), forking.LIGHT, stdout=subprocess.PIPE, text=True
    )
    process.stdout.readline()
    process.kill()
    process.communicate()
    assert lock.exists()
    with locked(lock):
        assert lock.exists()
    assert not lock.exists()
    lock.touch()
    with pytest.raises(OSError, match="lock"), locked(lock / "below"):
        raise AssertionError("it was taken")
