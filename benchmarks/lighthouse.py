"""Lighthouse's scores of the page, as a file and served, on a desktop and on a phone.

``python -m benchmarks.lighthouse`` prints accessibility and best practices, of 100, and the audits
that lose points. It needs Node.js and gets Lighthouse 12 (Google, Apache 2.0) from npm. The file is
served on this machine as a site would serve it, with all puzzles. The performance score is left
out: it models a phone's network, and this page comes from the machine itself.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cpstudy import puzzles
from cpstudy.web.questions import answer
from cpstudy.web.server import PageServer
from cpstudy.web.sets import bundled_page

WANTED = ("accessibility", "best-practices")
# Lighthouse asks the browser for all puzzles as one text, which takes a busy machine half a minute.
_WAIT = "--max-wait-for-load=90000"
LIGHTHOUSE = ("npx", "--yes", "lighthouse@12", "--quiet", "--output=json", _WAIT)


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Log nothing."""


def report(address: str, *more: str) -> dict[str, Any]:
    browsers = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next(filter(None, map(shutil.which, browsers)), "")
    flags = f"--headless{' --no-sandbox' if os.geteuid() == 0 else ''}"
    command = [*LIGHTHOUSE, f"--only-categories={','.join(WANTED)}", f"--chrome-flags={flags}"]
    environment = {**os.environ, "CHROME_PATH": chromium}
    done = subprocess.run(
        [*command, *more, address], capture_output=True, check=True, env=environment
    )
    return dict(json.loads(done.stdout))


def addresses(folder: str) -> Iterator[tuple[str, str]]:
    """The measured pages: all kinds, and one board, given by an address."""
    handler = functools.partial(Silent, directory=folder)
    file = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    app = PageServer(bundled_page(served=True), answer, 0)
    board = f"#slitherlink;{quote(puzzles.kind('slitherlink').example, safe='')}"
    for server in (file, app):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{file.server_port}/page.html"
    yield "the file, all kinds", address
    yield "the file, a board", address + board
    yield "the app, all kinds", app.address
    yield "the app, a board", app.address + board
    for server in (file, app):
        server.shutdown()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "page.html").write_text(bundled_page(), encoding="utf-8")
        print(f"{'':22}{'':8}" + "".join(f"{name:>16}" for name in WANTED))
        for what, address in addresses(folder):
            for device, more in (("desk", ("--preset=desktop",)), ("phone", ())):
                found = report(address, *more)
                scores = [100 * found["categories"][name]["score"] for name in WANTED]
                print(f"{what:22}{device:8}" + "".join(f"{score:16.0f}" for score in scores))
                audits = [one for name in WANTED for one in found["categories"][name]["auditRefs"]]
                for one in audits:
                    score = found["audits"][one["id"]]["score"]
                    if one["weight"] and score is not None and score < 1:
                        print(f"    {one['id']}: {found['audits'][one['id']]['title']}")


if __name__ == "__main__":
    main()
