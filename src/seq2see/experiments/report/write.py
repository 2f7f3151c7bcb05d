"""Writing the report: one page, and the same as Markdown with images beside it."""

from collections.abc import Sequence
from pathlib import Path

from seq2see.core.files import write_text
from seq2see.experiments.report.entry import ReportEntry
from seq2see.experiments.report.markdown import render_markdown
from seq2see.experiments.report.page import render_page
from seq2see.experiments.report.section import section_of


def write_report(entries: Sequence[ReportEntry], directory: Path) -> Path:
    """Write `report.html`, `report.md` and its `images/` into `directory`; the page's path.

    Each file appears whole or not at all. An entry without results says why in its place.
    """
    sections = [section_of(entry) for entry in entries]
    text, images = render_markdown(sections)
    for name, image in images.items():
        write_text(directory / "images" / name, image)
    write_text(directory / "report.md", text)
    page = directory / "report.html"
    write_text(page, render_page(sections))
    return page
