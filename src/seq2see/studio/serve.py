"""Serving the studio on this machine until Ctrl-C."""

import contextlib
import secrets
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from seq2see.core.errors import RunError
from seq2see.studio.app import app_of
from seq2see.studio.assets import FOLDER
from seq2see.studio.making import PATIENCE
from seq2see.studio.studio import Studio

HOST = "127.0.0.1"
PORT = 8765
NEXT = 100
"""Ports that are tried one after the other before any free one is taken."""

PAINT = 0.7
"""Seconds that the page is given to be drawn, before torch takes the processor."""


def free_socket(port: int) -> socket.socket:
    """A socket that listens on `port`, or where that is taken on the next free one."""
    for wanted in [*range(port, min(port + NEXT, 65_536)), 0]:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        # So that a port is free again as soon as the studio that had it has gone.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, wanted))
            listening.listen(128)
        except (OSError, OverflowError):
            listening.close()
        else:
            return listening
    raise RunError("no port is free on this machine.")


class _Server(uvicorn.Server):
    """Ends every job when it ends, so that nobody waits for one."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self._studio = studio

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C, or a request to end."""
        self._studio.jobs.cancel_all()
        super().handle_exit(sig, frame)


def serve(
    studio: Studio,
    *,
    port: int = PORT,
    open_browser: bool = False,
    told: Callable[[str], None] = print,
    assets: Path = FOLDER,
) -> None:
    """Serve until Ctrl-C; `told` is given the address, with the token, once it answers."""
    listening = free_socket(port)
    token = secrets.token_urlsafe(32)
    port = listening.getsockname()[1]
    address = f"http://{HOST}:{port}/?token={token}"
    config = uvicorn.Config(
        app_of(studio, token, port, assets),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=2,
    )
    told(address)
    threading.Thread(target=_warm_up, args=[studio], daemon=True).start()
    if open_browser:
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
    with listening, contextlib.suppress(KeyboardInterrupt):
        _Server(config, studio).run(sockets=[listening])
    studio.jobs.cancel_all()
    studio.jobs.join(PATIENCE)


def _warm_up(studio: Studio) -> None:
    """Import torch once the page is there, so that the first picture need not wait for it."""
    studio.seen.wait()
    time.sleep(PAINT)
    import seq2see.predictor.predictor  # noqa: F401
