"""The page served on this machine, with the engines behind it.

The server listens on 127.0.0.1 and nowhere else. Its address holds a random token; what does not
begin with it is not found, so no other page and no other user's program can ask it anything. A
request has to name this host, which keeps out addresses that were made to lead here, and a question
has to come from the page itself. Bodies are at most a megabyte. The policy allows the page's own
script and requests to this server.

The port is the same each time, where it is free: browsers keep games by host and port, so that a
game continues when the program is started again. Questions are answered one at a time.

Cost: none between questions. Limits: one user; no encryption, since nothing leaves the machine.
"""

import json
import secrets
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HOST = "127.0.0.1"
_PORT = 8765
_LARGEST_BODY = 1 << 20
_LARGEST_IGNORED = 1 << 25
_SECONDS = 10.0
# Seconds that the browser has for the first board, before the engines are loaded.
_UNTIL_DRAWN = 0.5

Ask = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class PageServer(ThreadingHTTPServer):
    """page: its HTML. ask: answers the page's questions. Serves until it is interrupted.

    ahead: questions that nobody asks, answered once the page is there, so that the engines are
    loaded before somebody asks one.
    """

    daemon_threads = True

    def __init__(
        self, page: str, ask: Ask, port: int = _PORT, ahead: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        self.page, self.ask = page.encode(), ask
        self.ahead = iter(ahead)
        self.token = secrets.token_urlsafe(16)
        self.answering = threading.Lock()
        try:
            super().__init__((HOST, port), _Handler)
        except OSError:  # somebody has it
            super().__init__((HOST, 0), _Handler)

    @property
    def address(self) -> str:
        """What a browser opens."""
        return f"http://{HOST}:{self.server_port}/{self.token}/"

    def get_ready(self) -> None:
        """Answer the questions that nobody asks, once; each waits for those of the page."""
        ahead, self.ahead = self.ahead, iter(())
        for question in ahead:
            with self.answering:
                self.ask(question)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report what is wrong, but not that a browser went away."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "cpstudy", ""
    timeout = _SECONDS

    def do_GET(self) -> None:
        """The page."""
        if self._admitted() and self._found(""):
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", self.server.page)
            ready = threading.Timer(_UNTIL_DRAWN, self.server.get_ready)
            ready.daemon = True
            ready.start()

    def do_POST(self) -> None:
        """A question, as JSON."""
        if not (self._admitted() and self._found("ask")):
            return
        if self.headers.get("Origin") != f"http://{self.headers.get('Host')}":
            self._refuse(HTTPStatus.FORBIDDEN, "a question from another page")
            return
        question = self._question()
        if question is None:
            return
        try:
            with self.server.answering:
                result = self.server.ask(question)
        except Exception:
            traceback.print_exc()
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, "a fault of cpstudy: see its terminal")
            return
        self._send(HTTPStatus.OK, "application/json", json.dumps(result).encode())

    def _admitted(self) -> bool:
        """Whether the request names this host. Others were led here."""
        names = {f"{name}:{self.server.server_port}" for name in (HOST, "localhost")}
        if self.headers.get("Host") in names:
            return True
        self._refuse(HTTPStatus.FORBIDDEN, "another host")
        return False

    def _found(self, name: str) -> bool:
        path = self.path.partition("?")[0]
        if secrets.compare_digest(path.encode(), f"/{self.server.token}/{name}".encode()):
            return True
        self._refuse(HTTPStatus.NOT_FOUND, "nothing is here")
        return False

    def _question(self) -> Mapping[str, Any] | None:
        """The body, or None where it was refused."""
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            self._refuse(HTTPStatus.LENGTH_REQUIRED, "a body without its length")
            return None
        if int(length) > _LARGEST_BODY:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"more than {_LARGEST_BODY} bytes")
            return None
        with suppress(ValueError, RecursionError):
            question = json.loads(self.rfile.read(int(length)))
            if isinstance(question, dict):
                return question
        self._refuse(HTTPStatus.BAD_REQUEST, "not a question in JSON")
        return None

    def _refuse(self, status: HTTPStatus, words: str) -> None:
        """A line, and an end: what the client still sends is thrown away.

        A connection that is closed before all of it has arrived is reset, and the client then sees
        no line.
        """
        self.close_connection = True
        self._send(status, "text/plain; charset=utf-8", f"{words}\n".encode())
        left, until = _LARGEST_IGNORED, time.monotonic() + _SECONDS
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            while left > 0 and time.monotonic() < until:
                received = len(self.connection.recv(1 << 16))
                left = left - received if received else 0

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are nobody's news."""
