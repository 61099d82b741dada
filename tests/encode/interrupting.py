"""Run code in a separate process and interrupt it with Ctrl-C."""

import subprocess
import sys
from pathlib import Path

# The default handler is set because a shell may have made its children ignore Ctrl-C.
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
    """Run ``before``, then a line that would run for very long, and send Ctrl-C after 0.3 s.

    Return the exit code and standard error.
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
