"""The report in a real browser, with every network cut and scripts forbidden."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "experiments"))
import test_report as made  # pyright: ignore[reportMissingImports]

from seq2see.experiments.report import write_report

Open = Callable[..., Any]

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(made.made_entries(), tmp_path_factory.mktemp("report"))


@pytest.fixture
def open_page(browser: Any, report: Path) -> Iterator[Open]:
    """Opens the report; any request that leaves the folder, error or complaint fails the test."""
    contexts, complaints = [], []

    def opened(width: int = 1280, file: Path = report, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)

        def gate(route: Any) -> None:
            if route.request.url == f"file://{file}":
                route.continue_()
            else:
                complaints.append(f"request to {route.request.url}")
                route.abort()

        context.route("**/*", gate)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"file://{file}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def test_it_reads_without_scripts_and_every_link_leads_somewhere(open_page):
    page = open_page(java_script_enabled=False)
    assert page.inner_text("h1") == "Published beside measured"
    assert page.locator("main > section").count() == 2 + 8
    for link in page.locator("a").all():
        assert page.locator(f"[id='{link.get_attribute('href')[1:]}']").count() == 1
    assert "9.5 points below" in page.inner_text("section.first")


@pytest.mark.parametrize("width", [360, 700, 1280])
def test_nothing_makes_the_page_scroll_sideways_even_with_all_numbers_open(open_page, width):
    page = open_page(width)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    # What is wider scrolls inside, where the keyboard reaches it too.
    wide = page.evaluate(
        """[...document.querySelectorAll("main *")].filter((one) =>
            !one.closest("svg") && one.getBoundingClientRect().right > innerWidth + 1
            && !one.closest(".scroll[tabindex='0'], thead")).length"""
    )
    assert wide == 0


@pytest.mark.parametrize("width", [360, 1280])
def test_every_text_in_a_picture_is_large_enough_and_inside_it(open_page, width):
    faults = open_page(width).evaluate(
        """[...document.querySelectorAll("svg.picture text")].flatMap((text) => {
            const svg = text.ownerSVGElement, box = text.getBoundingClientRect();
            const frame = svg.getBoundingClientRect();
            const size = parseFloat(getComputedStyle(text).fontSize) * frame.width
              / svg.viewBox.baseVal.width;
            const out = box.left < frame.left - 1 || box.right > frame.right + 1
              || box.top < frame.top - 2 || box.bottom > frame.bottom + 2;
            return out || size < 8.5 ? [`${svg.ariaLabel}: ${text.textContent}, ${size} px`] : [];
        })"""
    )
    assert faults == []


def test_names_of_lines_stand_apart_from_each_other(open_page):
    overlapping = open_page(360).evaluate(
        """[...document.querySelectorAll("svg.picture")].flatMap((svg) => {
            const names = [...svg.querySelectorAll("text.strong")];
            return names.flatMap((one, place) => names.slice(place + 1).filter((other) => {
              const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
              return Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
            }).map((other) => `${one.textContent} on ${other.textContent}`));
        })"""
    )
    assert overlapping == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_lines_stand_out_from_their_ground(open_page, scheme):
    page = open_page(color_scheme=scheme)
    weak = page.evaluate(
        """(() => {
          const css = getComputedStyle(document.documentElement);
          const light = (name) => {
            const hex = css.getPropertyValue(name).trim().slice(1);
            const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
              .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const contrast = (a, b) => {
            const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
            return (high + 0.05) / (low + 0.05);
          };
          const inks = ["ink", "muted", "accent", "good", "better", "off", "bad", "one", "two",
            "three", "four"];
          return inks.flatMap((ink) => ["paper", "surface"].map((ground) =>
            [ink, ground, contrast(`--${ink}`, `--${ground}`)])).filter(([, , one]) => one < 4.5);
        })()"""
    )
    assert weak == []
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(250, 249, 246)", "dark": "rgb(20, 22, 26)"}[scheme]


def test_on_a_phone_each_figure_keeps_its_names_beside_its_numbers(open_page):
    page = open_page(360)
    row = page.locator("#bottleneck .figures tbody tr").nth(8)
    assert "72.0 %" in row.inner_text()
    said = row.locator("td.number").first.evaluate("e => getComputedStyle(e, '::before').content")
    assert said == '"published" " "' or "published" in said


def test_a_picture_beside_the_markdown_stands_by_itself(open_page, report):
    page = open_page(file=report.parent / "images" / "bottleneck-by-length.svg")
    assert page.evaluate("document.documentElement.tagName") == "svg"
    colour = "getComputedStyle(document.querySelector('.curve')).stroke"
    assert page.evaluate(colour) == "rgb(194, 65, 12)"


def test_it_prints(open_page):
    page = open_page()
    page.emulate_media(media="print")
    assert page.pdf().startswith(b"%PDF")
