"""Every view of every lab saves its picture, as SVG and PNG, and its numbers, as CSV and JSON."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.browser

LABS = {
    "attention": "The arithmetic",
    "bottleneck": "Strings reversed without a mistake, by length",
    "alignment": "The answer",
    "decoding": "Written so far",
    "masks": "Shapes of the scores",
}
"""A view of each."""


def saved(page, figure, kind):
    figure.get_by_role("button", name="Save").click()
    with page.expect_download() as download:
        figure.get_by_role("menuitem", name=kind).click()
    return Path(download.value.path()).read_bytes()


@pytest.mark.parametrize("lab", LABS)
def test_every_view_saves_picture_and_numbers(served, visitor, lab):
    state = {"alignment": {"model": served.ids["reader"]}, "bottleneck": {"guess": "skipped"},
             "decoding": {"model": served.ids["reader"]}}.get(lab, {})  # fmt: skip
    page = visitor.lab(lab, **state)
    page.get_by_role("figure", name=LABS[lab]).wait_for()
    for figure in (
        page.get_by_role("figure").filter(has=page.get_by_role("button", name="Save")).all()
    ):
        drawn = ElementTree.fromstring(saved(page, figure, "SVG"))
        assert drawn.tag.endswith("}svg") and float(drawn.get("width")) > 50
        assert "".join(drawn.itertext()).strip()
        # It stands alone: nothing of the page's style sheets, nothing from elsewhere.
        for one in drawn.iter():
            assert "class" not in one.attrib and "style" not in one.attrib
            assert not any("href" in key and not v.startswith(("#", "data:"))
                           for key, v in one.attrib.items())  # fmt: skip
        assert saved(page, figure, "PNG").startswith(b"\x89PNG")
        assert saved(page, figure, "CSV").count(b"\n") > 1
        assert json.loads(saved(page, figure, "JSON"))


def test_what_is_made_of_html_is_drawn_as_it_stands(visitor):
    page = visitor.lab("attention")
    figure = page.get_by_role("figure", name="The arithmetic")
    figure.wait_for()
    drawn = ElementTree.fromstring(saved(page, figure, "SVG"))
    words = [one.text for one in drawn.iter() if one.tag.endswith("}text")]
    assert [words.count(word) for word in ("7.389", "9.389", "0.107", "softmax")] == [3, 4, 8, 1]
    # Said to those who listen, where a line divides two numbers for those who see.
    text = figure.locator(".picture").inner_text().replace("divided by", "")
    shown = "".join(text.split())
    assert "".join(words) == shown
