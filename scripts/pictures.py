"""Makes the pictures of the documents from a trained number reader.

    python scripts/pictures.py MODEL

The page is photographed with Chromium, so that one must be installed.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from seq2see.predictor.figure import save_figure
from seq2see.predictor.page import render_page
from seq2see.predictor.predictor import load

IMAGES = Path(__file__).parent.parent / "docs" / "images"
UNSEEN = "835"


def main(model: str) -> None:
    """Draw the alignment figure and photograph the page."""
    reader = load(model)
    save_figure(reader.explain(UNSEEN), IMAGES / "alignment.svg")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(render_page(reader.explain(UNSEEN, beam=4)), "utf-8")
        photograph(page, IMAGES / "page.png")


def photograph(page: Path, image: Path) -> None:
    """A picture of the top of a page, 1,100 pixels wide."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        tab = browser.new_page(viewport={"width": 1100, "height": 1000})
        tab.goto(page.as_uri())
        tab.screenshot(path=image)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
