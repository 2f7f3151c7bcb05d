"""The page of an explanation in a real browser, with every network cut."""

import csv
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from seq2see.predictor.explanation import Explanation
from seq2see.predictor.page import render_page

sys.path.insert(0, str(Path(__file__).parents[1] / "predictor"))
import explanations as made  # pyright: ignore[reportMissingImports]

Open = Callable[..., Any]

pytestmark = pytest.mark.browser


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens an explanation; any request that leaves the file, error or complaint fails the test."""
    contexts, complaints = [], []

    def opened(explanation: Explanation, state: str = "", width: int = 1280, **options: Any) -> Any:
        file = tmp_path / "page.html"
        file.write_text(render_page(explanation), encoding="utf-8")
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)

        def gate(route: Any) -> None:
            if route.request.url.startswith("file://"):
                route.continue_()
            else:
                complaints.append(f"request to {route.request.url}")
                route.abort()

        context.route("**/*", gate)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.goto(f"file://{file}#{state}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def table_of(page: Any) -> list[list[float]]:
    rows = page.locator("#stage tbody tr").all()
    return [[float(cell) for cell in row.locator("td").all_inner_texts()] for row in rows]


def saved(page: Any, button: str) -> str:
    with page.expect_download() as download:
        page.click(button)
    return Path(download.value.path()).read_text("utf-8")


def test_source_answer_and_all_answers_with_scores_are_shown(open_page):
    number = made.number(["Longer than any source in training."])
    page = open_page(number)
    assert page.inner_text("h1") == "427 → four hundred twenty seven"
    lines = page.locator("#answers label").all_inner_texts()
    for line, one in zip(lines, number.hypotheses, strict=True):
        assert one.text in line
        assert f"{one.log_probability:.4f}".replace("-", "−") in line
    assert "cut off at the length limit" in lines[2]
    assert "Longer than any source in training." in page.inner_text("#notes")


def test_the_map_shows_every_weight_and_says_which_layer_and_head(open_page):
    page = open_page(made.number())
    shown = page.locator("#stage svg > text:not(:has(title))").all_text_contents()
    wanted = [f"{one:.2f}"[1:] for row in made.number().hypotheses[0].alignment() for one in row]
    assert shown == wanted
    assert "Last decoder layer (2 of 2), mean of 4 heads." in page.inner_text("#caption")
    assert page.locator("#stage rect:not(.band, .cursor)").count() == 5 * 3


def test_answer_layer_and_head_choose_the_weights_and_the_address_keeps_them(open_page):
    number = made.number()
    page = open_page(number)
    page.get_by_text("four hundred forty seven").click()
    page.select_option("#layer", "1")
    page.select_option("#head", "3")
    page.get_by_text("Table", exact=True).click()
    given = number.hypotheses[1].cross_attention[0][2]
    assert table_of(page) == [pytest.approx(row, abs=0.00005001) for row in given]
    page.reload()  # the same address is the same picture
    assert page.inner_text("h1").endswith("four hundred forty seven")
    assert table_of(page) == [pytest.approx(row, abs=0.00005001) for row in given]
    state = page.evaluate("location.hash")
    assert state == "#answer=2&layer=1&head=3&view=table"


def test_an_address_written_by_hand_is_followed_and_nonsense_in_it_ignored(open_page):
    page = open_page(made.number(), "answer=99&layer=x&head=77&view=nothing&row=2&column=3")
    assert page.locator("#answers input").first.is_checked()
    assert page.input_value("#head") == "mean"
    assert page.locator("[name=view][value=map]").is_checked()
    assert "“hundred” looked at “7”" in page.inner_text("#readout")


def test_the_keyboard_enters_moves_and_speaks_with_one_tab_stop(open_page):
    page = open_page(made.number())
    page.focus("#special")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "stage"
    assert "“four” looked at “4” with weight 0.9" in page.inner_text("#readout")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    weight = made.number().hypotheses[0].alignment()[1][1]
    assert f"“hundred” looked at “2” with weight {weight:.4f}" in page.inner_text("#readout")
    assert page.get_attribute("#readout", "aria-live") == "polite"
    assert page.evaluate("location.hash") == "#row=2&column=2"
    assert "hundred" in page.inner_text("#steps tr.here")
    page.keyboard.press("End")
    assert "“7”" in page.inner_text("#readout")
    page.keyboard.press("Escape")
    assert page.inner_text("#readout") == ""
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "stage"
    assert not page.evaluate("document.querySelector('#stage').contains(document.activeElement)")


def test_the_pointer_highlights_its_row(open_page):
    page = open_page(made.number())
    cell = page.locator("#stage rect").nth(4).bounding_box()
    page.mouse.move(cell["x"] + 9, cell["y"] + 9)
    assert "“hundred” looked at “2”" in page.inner_text("#readout")
    assert page.get_attribute("#stage .band", "visibility") == "visible"
    page.locator("h1").hover()
    assert page.inner_text("#readout") == ""


def test_arcs_are_thicker_for_more_weight(open_page):
    page = open_page(made.number(), "view=arcs")
    widths = page.locator(".arc").evaluate_all(
        "arcs => arcs.map(arc => Number(arc.getAttribute('stroke-width')))"
    )
    weights = [one for row in made.number().hypotheses[0].alignment() for one in row]
    drawn = [weight for weight in weights if weight >= 0.02]
    assert len(widths) == len(drawn)
    by_weight = [width for _, width in sorted(zip(drawn, widths, strict=True))]
    assert by_weight == sorted(widths)
    assert max(widths) > 5 * min(widths)
    assert "arcs under 0.02 are not drawn" in page.inner_text("#caption")


def test_all_heads_stand_side_by_side_and_one_can_be_chosen(open_page):
    page = open_page(made.number(), "head=all&row=1&column=1")
    assert page.locator("#stage figure").count() == 4
    assert "head 1 0." in page.inner_text("#readout")
    page.get_by_role("button", name="head 3 of 4").click()
    assert page.input_value("#head") == "3"
    assert page.locator("#stage figure").count() == 1


def test_special_symbols_are_shown_until_switched_off_and_that_is_said(open_page):
    page = open_page(made.number())
    assert "<eos>" in page.inner_text("#steps")
    page.uncheck("#special")
    assert "<eos>" not in page.inner_text("#steps")
    assert page.locator("#stage rect:not(.band, .cursor)").count() == 4 * 3
    assert "1 special symbol hidden" in page.inner_text("#caption")


def test_steps_show_probability_rank_and_alternatives(open_page):
    page = open_page(made.number(), "answer=2")
    forty = page.locator("#steps tbody tr").nth(2).inner_text().split()
    assert forty[:4] == ["3", "forty", "0.0430", "5"]
    assert forty[4:6] == ["twenty", "0.5742"]
    assert "forty" not in forty[4:]


def test_saved_numbers_equal_those_given(open_page):
    number = made.number()
    page = open_page(number, "layer=1&head=2", accept_downloads=True)
    assert msgspec.convert(json.loads(saved(page, "#save-json")), Explanation) == number
    rows = list(csv.DictReader(saved(page, "#save-csv").splitlines()))
    given = number.hypotheses[0].cross_attention[0][1]
    assert [float(row["weight"]) for row in rows] == [one for row in given for one in row]
    assert [row["source"] for row in rows[:3]] == ["4", "2", "7"]
    assert rows[-1]["target"] == "<eos>"
    picture = saved(page, "#save-svg")
    assert "First decoder layer (1 of 2), head 2 of 4" in picture
    assert "hundred" in picture
    assert 'class="cursor"' not in picture


def test_a_hostile_source_does_nothing(open_page):
    hostile = made.explanation_of([made.HOSTILE, "b"], [made.HOSTILE], notes=[made.HOSTILE])
    page = open_page(hostile, "row=1&column=1")
    assert page.locator("img").count() == 0
    assert page.title().startswith(made.HOSTILE)
    assert made.HOSTILE in page.inner_text("h1")


def test_awkward_symbols_can_be_seen(open_page):
    page = open_page(made.explanation_of(made.AWKWARD, ["__proto__"]), "view=table")
    headings = page.locator("#stage thead th").all_inner_texts()
    assert headings[:5] == ["␣", "␊", "␉", "␀", "␛"]
    assert headings[-5:] == [r"\u202e", r"\u2028", "&lt;", "<eos>", "∅"]
    assert page.locator("#stage tbody th").first.inner_text() == "__proto__"


def test_without_attention_the_page_says_so_and_shows_the_steps(open_page):
    page = open_page(made.without_attention())
    assert "no attention" in page.inner_text("#stage")
    assert not page.is_visible("#controls")
    assert page.locator("#steps tbody tr").count() == 5


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("view", ["map", "arcs", "table", "map&head=all"])
def test_a_narrow_page_never_scrolls_sideways(open_page, width, view):
    long = made.explanation_of([*"0123456789" * 3, "internationalisation"], ["word"] * 7)
    for explanation in (long, made.explanation_of(made.AWKWARD, [made.HOSTILE, "x" * 90])):
        page = open_page(explanation, f"view={view}", width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_source_above_fifty_is_one_image_and_above_two_hundred_a_stated_reduction(open_page):
    page = open_page(made.explanation_of(["a"] * 61, ["b"] * 3))
    assert page.locator("#stage image").count() == 1
    assert page.locator("#stage rect:not(.band, .cursor)").count() == 0
    assert "Reduced" not in page.inner_text("#caption")
    page = open_page(
        made.explanation_of(["a"] * 401, ["b"] * 3, layers=1, heads=1), "row=1&column=5"
    )
    assert "the strongest of each 1 × 3" in page.inner_text("#caption")
    assert "strongest of 3" in page.inner_text("#readout")
    page.get_by_text("Table", exact=True).click()
    assert page.locator("#stage thead th").count() == 401


def luminance(page: Any, element: str, of: str) -> float:
    colour = page.evaluate(f"getComputedStyle(document.querySelector('{element}')).{of}")
    return sum(map(float, colour.removeprefix("rgb(").removesuffix(")").split(",")[:3])) / 765


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_the_page_follows_light_and_dark(open_page, scheme, dark):
    page = open_page(made.number(), color_scheme=scheme)
    assert (luminance(page, "body", "backgroundColor") < 0.5) is dark
    assert (luminance(page, "h1", "color") > 0.5) is dark


def test_reduced_motion_moves_nothing(open_page):
    page = open_page(made.number(), "view=arcs", reduced_motion="reduce")
    duration = page.evaluate("getComputedStyle(document.querySelector('.arc')).transitionProperty")
    assert duration == "none"
