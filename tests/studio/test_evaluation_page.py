"""The evaluation page shows Python's figures, and each error leads to its explanation."""

import time

import pytest
from visiting import faults, numbers_of, overflow

from seq2see.data.tasks import pairs_of
from seq2see.labs.watch import Watch
from seq2see.studio import evaluations

pytestmark = pytest.mark.browser


@pytest.fixture
def measured(served):
    """The reader, and what Python measures."""
    predictor = served.studio.shelf.predictor(served.ids["reader"], Watch())
    return predictor.measure(list(pairs_of(predictor.recipe).held_out))


@pytest.fixture
def pairs(served, tmp_path, monkeypatch):
    """A file of pairs that the studio was started with, to be written by the test."""
    path = tmp_path / "own.tsv"
    monkeypatch.setattr(served.studio, "_pairs", {"file-1": str(path)})
    return path


def test_figures_and_errors_are_those_of_python(visitor, served, measured):
    page = visitor.open(f"evaluation/{served.ids['reader']}")
    page.get_by_role("figure", name="Wrong answers").wait_for()
    right = measured.items - len(measured.wrong)
    page.get_by_text(f"{right} of {measured.items} right").wait_for()
    table = {row[0]: row[1:] for row in numbers_of(page, "Measures")}
    assert table["right answers"][0] == f"{measured.accuracy:.4f}"
    assert table["symbol error rate"][0] == f"{measured.symbol_error_rate:.4f}"
    assert float(table["chrF"][0]) == round(measured.chrf, 4)
    low, high = measured.intervals["accuracy"]
    assert table["right answers"][1:] == [f"{low:.4f}", f"{high:.4f}"]
    sources = {one.source for one in measured.wrong}
    links = page.locator(".errors .source .line").all_inner_texts()
    assert set(links) <= sources and len(links) == min(len(sources), 25)
    assert not faults(page)


def test_by_keys_from_an_error_to_its_explanation_and_back(visitor, served, measured):
    page = visitor.open(f"evaluation/{served.ids['reader']}")
    page.locator(".errors a").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    source = page.locator(".errors .source .line").first.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/lab/alignment?**")
    assert f"text={source}" in page.url and served.ids["reader"] in page.url
    page.go_back()
    page.locator(".errors a").first.wait_for()


def test_typing_filters_and_the_address_keeps_it(visitor, served, measured):
    page = visitor.open(f"evaluation/{served.ids['reader']}")
    word = measured.wrong[0].source
    page.get_by_label("Find").fill(word)
    page.get_by_text(f"with “{word}”").wait_for()
    page.get_by_label("Find").fill("<b>")
    page.get_by_text("No wrong answer holds that.").wait_for()
    assert "find=%3Cb%3E" in page.url
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Order").select_option("by source, A to Z")
    page.locator(".errors a").first.wait_for()
    assert "order=source" in page.url


def test_markup_is_text_and_thousands_are_paged_small_and_dark(visitor, served, pairs):
    lines = [f"<b>{n}</b>\t</script> {n}\n" for n in range(60)]
    pairs.write_text("".join(lines), "utf-8")
    page = visitor.open(
        f"evaluation/{served.ids['pairs']}?pairs=file-1&order=file", window=360, color_scheme="dark"
    )
    page.get_by_text("1 to 25 of 60").wait_for()
    assert page.locator(".errors .source .line").first.inner_text() == "<b>0</b>"
    page.get_by_role("button", name="Later").click()
    page.get_by_text("26 to 50 of 60").wait_for()
    assert overflow(page) <= 0 and not faults(page)


def test_no_errors_is_said_kindly(visitor, served, pairs):
    predictor = served.studio.shelf.predictor(served.ids["reader"], Watch())
    (answer,) = predictor.predict(["7"])
    pairs.write_text(f"7\t{answer}\n", "utf-8")
    page = visitor.open(f"evaluation/{served.ids['reader']}?pairs=file-1")
    page.get_by_role("heading", name="No wrong answers").wait_for()


def test_a_bad_file_and_a_model_that_is_not_made(visitor, served, pairs):
    pairs.write_text("no tab\n", "utf-8")
    page = visitor.open(f"evaluation/{served.ids['reader']}?pairs=file-1")
    page.get_by_text("line 1").wait_for()
    page = visitor.open("evaluation/microscope")
    page.get_by_text("cannot be measured now").wait_for()
    page = visitor.open("evaluation/nothing")
    page.get_by_text("no model of this name").wait_for()


def test_it_can_be_cancelled(visitor, served, monkeypatch):
    def endless(request, files, shelf, watch):
        while True:
            watch.tell("answering", 3, 10)
            time.sleep(0.02)

    monkeypatch.setattr(evaluations, "evaluate", endless)
    page = visitor.open(f"evaluation/{served.ids['reader']}?beam=!3")
    page.get_by_text("3 of 10").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled.").wait_for()
    deadline = time.monotonic() + 10
    while served.studio.jobs.at_work() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not served.studio.jobs.at_work()
