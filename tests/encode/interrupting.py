"""Code that is run in a process of its own and gets Ctrl-C in its middle."""

import subprocess
import sys
from pathlib import Path

# The default handler is asked for: a shell may have told its children to ignore Ctrl-C.
_CODE = """
import signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
main = threading.main_thread().ident
threading.Timer(1.5, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
try:
{code}
except KeyboardInterrupt:
    sys.exit(130)
"""


def interrupted(code: str) -> tuple[int, str]:
    """Run ``code``, which takes longer than anybody waits: exit code and standard error."""
    lines = "".join(f"    {line}\n" for line in code.splitlines())
    done = subprocess.run(
        [sys.executable, "-c", _CODE.format(code=lines)],
        timeout=60,
        check=False,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    return done.returncode, done.stderr
