"""Makes the pictures of the studio in the documents: each page wide and narrow, light and dark.

    python scripts/studio_pictures.py [--made DIR] [--cache DIR] [PAGE ...]

Runs the studio itself on the chapters' models and photographs it with Chromium. Models are taken
from `--made`, or made in `--cache`, as the studio does. The same models give the same pictures.
"""

import argparse
import io
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from seq2see.labs.watch import Watch
from seq2see.store.names import WEIGHTS
from seq2see.studio.app import app_of
from seq2see.studio.making import make
from seq2see.studio.serve import HOST, free_socket
from seq2see.studio.shelf import StudioShelf
from seq2see.studio.studio import Studio

OUT = Path(__file__).parent.parent / "docs" / "pictures" / "studio"
MODELS = ("number-reader", "six-digit-reader", "reverser-attention-32", "reverser-plain-32")
"""Those that the pictures show."""
WIDTHS = {"wide": (1280, 900), "narrow": (390, 844)}
"""Windows, in pixels; a picture is at most half as high again as its window."""
TOKEN = "only-for-pictures"
QUALITY = 55


class Shot(NamedTuple):
    """A page worth a picture."""

    address: str
    ready: str
    """There once the page shows what it is about."""


SHOTS = {
    "home": Shot("", ".lab-card"),
    "attention": Shot("lab/attention", "figure svg"),
    "bottleneck": Shot("lab/bottleneck", "figure svg"),
    "alignment": Shot("lab/alignment?model=six-digit-reader&text=427896", "figure svg"),
    "decoding": Shot("lab/decoding?model=number-reader&text=427", "figure svg"),
    "masks": Shot("lab/masks", "figure svg"),
    "run": Shot("run/number-reader", ".chart"),
    "evaluation": Shot("evaluation/number-reader", ".headline"),
}


@contextmanager
def served(shelf: StudioShelf) -> Iterator[str]:
    """The studio while the context is open; its address with the token."""
    studio = Studio(shelf)
    listening = free_socket(8800)
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        app_of(studio, TOKEN, port), log_level="error", lifespan="off", ws="none"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://{HOST}:{port}/?token={TOKEN}"
    finally:
        studio.jobs.cancel_all()
        server.should_exit = True
        thread.join()


def photograph(browser: Browser, address: str, shot: Shot, width: str, scheme: Any) -> bytes:
    """The page as PNG, once it has come to rest."""
    wide, high = WIDTHS[width]
    context = browser.new_context(
        viewport={"width": wide, "height": high}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{address}#/{shot.address}")
    page.locator(shot.ready).first.wait_for(timeout=120_000)
    at_rest(page)
    full = page.evaluate("document.documentElement.scrollHeight")
    # A window as high as the picture: what sticks to its edges stays where it belongs.
    page.set_viewport_size({"width": wide, "height": min(full, high * 3 // 2)})
    at_rest(page)
    picture = page.screenshot()
    context.close()
    return picture


def at_rest(page: Page) -> None:
    """Wait until nothing is under way any more and the page looks the same twice."""
    page.locator(".status.working").first.wait_for(state="detached", timeout=120_000)
    before = b""
    while (now := page.screenshot()) != before:
        before = now
        page.wait_for_timeout(150)


def save(picture: bytes, path: Path) -> int:
    """Write it small; its bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(picture)).convert("RGB").save(path, quality=QUALITY, method=6)
    return path.stat().st_size


def main() -> None:
    """Make what is missing of the models, then every picture."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--made", type=Path, action="append", default=[])
    given.add_argument("--cache", type=Path)
    given.add_argument("--out", type=Path, default=OUT)
    given.add_argument("pages", nargs="*", choices=[*SHOTS, []], metavar="PAGE")
    options = given.parse_args()
    shelf = StudioShelf(made=options.made, cache=options.cache, threads=1)
    for name in MODELS:
        place = shelf.place(name)
        if place.chapter and not (place.directory / WEIGHTS).is_file():
            print(f"making {place.title}", flush=True)
            make(place.chapter, place.directory, Watch())
    total = 0
    with served(shelf) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name in options.pages or SHOTS:
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    picture = photograph(browser, address, SHOTS[name], width, scheme)
                    path = options.out / f"{name}-{width}-{scheme}.webp"
                    size = save(picture, path)
                    total += size
                    print(f"{size:>9,}  {path.name}", flush=True)
        browser.close()
    print(f"{total:>9,}  together")


if __name__ == "__main__":
    main()
