"""The page served on this machine, with the engines behind it.

The server listens only on 127.0.0.1. Its address has a random token, and it refuses all other
paths, so other pages and other users' programs cannot send it questions. A request must name this
host (this prevents DNS rebinding), and a question must come from the page itself. Bodies have at
most one megabyte. The policy allows the page's own script and requests to this server.

The port is always the same if it is free: browsers store games by host and port, so games continue
when the program starts again. The server answers one question at a time.

Cost: none between questions. Limits: one user; no encryption, because nothing leaves the machine.
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
# The browser has these seconds for the first board before the engines are loaded.
_UNTIL_DRAWN = 0.5

Ask = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class PageServer(ThreadingHTTPServer):
    """A server of one page until it is interrupted.

    page: its HTML. ask: answers the page's questions. ahead: questions that the server answers
    itself after it has sent the page, so that the engines are loaded before the first request.
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
        except OSError:  # another program has the port
            super().__init__((HOST, 0), _Handler)

    @property
    def address(self) -> str:
        """The address that a browser opens."""
        return f"http://{HOST}:{self.server_port}/{self.token}/"

    def get_ready(self) -> None:
        """Answer the questions of ``ahead`` once; each waits for those of the page."""
        ahead, self.ahead = self.ahead, iter(())
        for question in ahead:
            with self.answering:
                self.ask(question)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report a fault, but not a closed connection."""
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
        """Whether the request names this host; otherwise it is refused."""
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
        """The question in the body, or None if it was refused."""
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
        """Answer with one line and close; the rest of the request is read and dropped.

        If a connection is closed before the whole request has arrived, it is reset, and the client
        does not get the line.
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
        """Log nothing."""
