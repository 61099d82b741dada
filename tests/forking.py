"""Start processes without the start of Python: each is a fork of a server with imported modules.

Python, NumPy and the command line take a third of a second to start, OR-Tools half a second; most
of what tests start takes a few milliseconds. A server imports once and forks for each requested
process. The fork has its own streams, folder, environment and number; it gets signals, is killed
and is waited for like any other process. Only two things differ: modules are already imported, and
at its end modules and objects are not cleaned up. Tests about these start Python itself.
"""

import atexit
import contextlib
import functools
import gc
import importlib.metadata
import json
import os
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

COMMAND = "import sys; from cpstudy.cli import main; main(sys.argv[1:])"

# The imports of servers: the command line alone, or also what its commands import when needed.
LIGHT = ("numpy", "cpstudy.api", "cpstudy.cli")
FULL = (
    *LIGHT,
    "cpstudy.cli.compare",
    "cpstudy.jobs.answering",
    "cpstudy.jobs.samples",
    "cpstudy.jobs.certificates",
    "cpstudy.jobs.difficulty",
    "cpstudy.jobs.hardness.sweep",
    "cpstudy.plot.heatmap",
    "cpstudy.puzzles.pipes.deduction.solver",
    "cpstudy.puzzles.pipes.drawing",
    "cpstudy.puzzles.pipes.explaining.explainer",
    "cpstudy.puzzles.pipes.formats",
    "cpstudy.puzzles.tilings.generating.algorithms",
    "cpstudy.puzzles.pipes.portfolio",
    "cpstudy.puzzles.pipes.search.batch",
    "ortools.sat.python.cp_model",
    "rich.progress",
    "rich.table",
)

_SERVER = "from tests.forking import serve; serve()"
_STATUS = struct.Struct("ii")  # the process's number and, at its end, its status from waitpid


class Process(subprocess.Popen):
    """``python -c CODE ARGUMENTS…`` as a fork; used like ``subprocess.Popen``.

    It supports streams, ``cwd``, ``env``, ``start_new_session`` and the options about text.
    """

    def __init__(
        self,
        code: str,
        arguments: Sequence[str] = (),
        imported: tuple[str, ...] = FULL,
        **how: Any,
    ) -> None:
        self._code, self._imported = code, imported
        super().__init__(["-c", *arguments], **how)

    def _execute_child(
        self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, startupinfo,
        creationflags, shell, p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite,
        restore_signals, gid, gids, uid, umask, start_new_session, process_group,
    ) -> None:  # fmt: skip
        streams = (p2cread, c2pwrite, errwrite)
        self._line, self.pid = _asked(
            server(self._imported),
            [given if given >= 0 else usual for usual, given in enumerate(streams)],
            code=self._code,
            arguments=args,
            folder=str(cwd or Path.cwd()),
            environment=dict(os.environ if env is None else env),
            session=start_new_session,
        )
        self._child_created = True
        self._close_pipe_fds(p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite)

    def _try_wait(self, wait_flags: int) -> tuple[int, int]:
        self._line.setblocking(not wait_flags & os.WNOHANG)
        try:
            result = self._line.recv(_STATUS.size)
        except BlockingIOError:
            return 0, 0
        self._line.close()
        return _STATUS.unpack(result)

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        if self.returncode is None and self._child_created:
            pid, status = self._try_wait(os.WNOHANG)
            if pid == self.pid:
                self._handle_exitstatus(status)
        return self.returncode


def run(
    code: str, arguments: Sequence[str] = (), stdin: Any = None, **how: Any
) -> subprocess.CompletedProcess[Any]:
    """Run the code to its end and return its output, like ``subprocess.run``."""
    pipe = subprocess.PIPE
    given = {"stdin": subprocess.DEVNULL if stdin is None else pipe, "stdout": pipe, "stderr": pipe}
    with Process(code, arguments, **{**given, **how}) as process:
        out, err = process.communicate(stdin)
    return subprocess.CompletedProcess([*arguments], process.returncode, out, err)


@functools.cache
def server(modules: tuple[str, ...]) -> str:
    """Return the socket of the server with these imports; the server ends with this process."""
    folder = tempfile.TemporaryDirectory(prefix="forks", ignore_cleanup_errors=True)
    path = f"{folder.name}/server"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(64)
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVER, str(listener.fileno()), *modules],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            pass_fds=[listener.fileno()],
            cwd=Path(__file__).parents[1],
            # More threads would not survive a fork.
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )

    def end() -> None:
        process.stdin.close()
        process.wait()
        folder.cleanup()

    atexit.register(end)
    return path


def stand_in(
    folder: Path, name: str, code: str = COMMAND, imported: tuple[str, ...] = FULL
) -> None:
    """Write a program for shells; while this process lives, it runs the code in a fork.

    It does not forward signals.
    """
    path = folder / name
    path.write_text(
        f"#!{sys.executable} -IS\n"
        f"import sys\nsys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
        f"from tests import forking\nsys.exit(forking.stood_for({server(imported)!r}, {code!r}))\n",
        encoding="utf-8",
    )
    path.chmod(0o755)


def stood_for(path: str, code: str) -> int:
    """Do the work of a stand-in; return the exit code."""
    line, _ = _asked(
        path,
        [0, 1, 2],
        code=code,
        arguments=sys.argv,
        folder=str(Path.cwd()),
        environment=dict(os.environ),
        session=False,
    )
    with line:
        return os.waitstatus_to_exitcode(_STATUS.unpack(_whole(line, _STATUS.size))[1])


def _asked(path: str, streams: list[int], **request: Any) -> tuple[socket.socket, int]:
    """Request a process; return the socket on which the server reports its end, and its number."""
    result = json.dumps(request).encode()
    line = socket.socket(socket.AF_UNIX)
    line.connect(path)
    socket.send_fds(line, [struct.pack("i", len(result))], streams)
    line.sendall(result)
    pid, _ = _STATUS.unpack(_whole(line, _STATUS.size))
    return line, pid


def _whole(line: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = line.recv(size - len(data))
        if not part:
            raise ChildProcessError("the server of forks has ended")
        data += part
    return data


def serve() -> None:
    """Run the server, and in each fork the requested code; neither returns."""
    listener = socket.socket(fileno=int(sys.argv[1]))
    for module in sys.argv[2:]:
        __import__(module)
    importlib.metadata.entry_points()  # this caches the contents of folders
    gc.freeze()  # memory that the collector does not touch is not copied
    awake, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    # Ctrl-C in a terminal is meant for the client.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running: dict[int, socket.socket] = {}
    with selectors.DefaultSelector() as selector:
        for source in (listener, awake, 0):
            selector.register(source, selectors.EVENT_READ)
        while True:
            ready = [key.fileobj for key, _ in selector.select()]
            if 0 in ready:
                os._exit(0)
            if awake in ready:
                awake.recv(4096)
                _tell_of_the_ended(running)
            if listener in ready:
                line, _ = listener.accept()
                try:
                    size, streams, *_ = socket.recv_fds(line, 4, 3)
                    request = json.loads(_whole(line, *struct.unpack("i", size)))
                except (OSError, struct.error):  # the client was killed meanwhile
                    line.close()
                    continue
                pid = os.fork()
                if pid == 0:
                    for other in (line, listener, awake, wake, *running.values()):
                        other.close()
                    break
                for stream in streams:
                    os.close(stream)
                running[pid] = line
                with contextlib.suppress(OSError):
                    line.sendall(_STATUS.pack(pid, 0))
    _become(request, streams)
    _end(_ran(request["code"]))


def _tell_of_the_ended(running: dict[int, socket.socket]) -> None:
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        with running.pop(pid) as line, contextlib.suppress(OSError):  # the client may be gone
            line.sendall(_STATUS.pack(pid, status))


def _become(request: dict[str, Any], streams: list[int]) -> None:
    """Set up this process as if it had been started."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if request["session"]:
        os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    encoding = os.environ.get("PYTHONIOENCODING") or "utf-8"
    sys.stdin = open(0, encoding=encoding, closefd=False)  # noqa: SIM115
    for number, name, errors in ((1, "stdout", "strict"), (2, "stderr", "backslashreplace")):
        lines = number == 2 or os.isatty(number)
        stream = open(  # noqa: SIM115
            number, "w", 1 if lines else -1, encoding=encoding, errors=errors, closefd=False
        )
        setattr(sys, name, stream)
    sys.argv = request["arguments"]


def _ran(code: str) -> int:
    """Run the code as the main module; return the exit code of Python."""
    try:
        exec(compile(code, "<string>", "exec"), vars(sys.modules["__main__"]))
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
        return -signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _end(code: int) -> None:
    """End as Python does: join threads, run exit functions, flush streams."""
    threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            code = 120
    if code == -signal.SIGINT:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)
    os._exit(code & 255)
