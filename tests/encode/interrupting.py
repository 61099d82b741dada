"""Code that is run in a process of its own and gets Ctrl-C in its middle."""

import subprocess
import sys
from pathlib import Path

# The default handler is asked for: a shell may have told its children to ignore Ctrl-C.
_CODE = """
import signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
main = threading.main_thread().ident
{before}
threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
try:
    {code}
except KeyboardInterrupt:
    sys.exit(130)
"""


def interrupted(before: str, code: str) -> tuple[int, str]:
    """Run ``before``, then a line that takes longer than anybody waits, with Ctrl-C in its middle.

    Exit code and standard error.
    """
    done = subprocess.run(
        [sys.executable, "-c", _CODE.format(before=before, code=code)],
        timeout=60,
        check=False,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    return done.returncode, done.stderr
