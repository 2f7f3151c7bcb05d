"""A run's page shows what its log says, also while it is being written."""

import re
import shutil

import msgspec
import pytest
from visiting import faults, numbers_of, overflow

from seq2see.store.alone import alone_in
from seq2see.store.names import LOG

pytestmark = pytest.mark.browser


@pytest.fixture
def mine(served, directories, tmp_path, monkeypatch):
    """A copy of a run that a test may go on writing, and its id."""
    directory = shutil.copytree(directories["reader"], tmp_path / "mine")
    shelf = served.studio.shelf
    monkeypatch.setattr(shelf, "_given", [*shelf._given, directory])
    return directory, next(one.id for one in shelf.places() if one.directory == directory)


def log_of(directory) -> list[dict]:
    return [msgspec.json.decode(line) for line in (directory / LOG).read_bytes().splitlines()]


def fact(page, name: str):
    return page.locator(".facts-row > div").filter(has_text=name).locator("dd").first


def test_its_numbers_are_those_of_the_log(visitor, served, directories):
    page = visitor.open(f"run/{served.ids['reader']}")
    log = log_of(directories["reader"])
    epochs = [one for one in log if one["event"] == "epoch"]
    page.get_by_role("figure", name="Loss", exact=True).wait_for()
    assert fact(page, "Loss").inner_text() == f"{epochs[-1]['loss']:.3f}"
    right = log[-1]["held_out_accuracy"]
    assert fact(page, "Held-out pairs right").inner_text() == f"{right:.1%}"
    rows = numbers_of(page, "Loss")
    assert [row[0] for row in rows] == [str(one["epoch"]) for one in epochs]
    assert [row[1] for row in rows] == [f"{one['loss']:.4f}" for one in epochs]
    sample = next(one for one in reversed(epochs) if one["samples"])["samples"][0]
    shown = page.get_by_role("figure", name="What it says as it learns")
    assert sample["source"] in shown.inner_text() and sample["target"] in shown.inner_text()
    assert not faults(page)


def test_it_grows_while_it_is_written(visitor, mine):
    directory, model = mine
    lines = (directory / LOG).read_bytes().splitlines(keepends=True)
    (directory / LOG).write_bytes(b"".join(lines[:3]) + lines[3][:30])
    with alone_in(directory):
        page = visitor.open(f"run/{model}")
        page.get_by_text("Training, epoch 3 of 13").wait_for()
        assert fact(page, "Epochs").inner_text() == "2"
        chart = page.get_by_role("application", name=re.compile("^Loss"))
        chart.focus()
        page.keyboard.press("End")
        reading = page.get_by_text(re.compile("^epoch 2: training"))
        reading.wait_for()
        before = chart.bounding_box()
        (directory / LOG).write_bytes(b"".join(lines[:5]))
        page.get_by_text("Training, epoch 5 of 13").wait_for()
        assert reading.is_visible() and chart.bounding_box() == before
        # Taken up again: the log is cut back, and an epoch happens once more, otherwise.
        resumed = msgspec.json.decode(lines[0]) | {
            "update": msgspec.json.decode(lines[2])["update"]
        }
        other = msgspec.json.decode(lines[3]) | {"loss": 1.2345}
        new = b"".join(msgspec.json.encode(one) + b"\n" for one in (resumed, other, other))
        (directory / LOG).write_bytes(b"".join(lines[:3]) + new)
        page.get_by_text("Taken up again").wait_for()
        assert fact(page, "Loss").inner_text() == "1.234"
    page.get_by_text("Stopped before its end").wait_for()


def test_a_run_that_has_not_begun_and_one_that_never_was(visitor, mine):
    directory, model = mine
    (directory / LOG).unlink()
    page = visitor.open(f"run/{model}")
    page.get_by_text("there is no log of a training").wait_for()
    with alone_in(directory):
        page.get_by_text("No epoch is over yet").wait_for()
    page = visitor.open("run/nothing")
    page.get_by_text("the studio has no model of this name").wait_for()


def test_lines_that_nobody_can_read(visitor, mine):
    directory, model = mine
    lines = (directory / LOG).read_bytes().splitlines(keepends=True)
    (directory / LOG).write_bytes(b"".join([lines[0], b"<b>nonsense</b>\n", *lines[1:]]))
    page = visitor.open(f"run/{model}")
    page.get_by_text("1 of the log's lines cannot be read").wait_for()
    page.get_by_role("figure", name="Loss", exact=True).wait_for()


def test_two_runs_in_one_chart_small_and_dark(visitor, served):
    reader, other = served.ids["reader"], served.ids["pairs"]
    page = visitor.open(f"run/{reader}", window=360, color_scheme="dark")
    page.get_by_label("Beside").select_option("pairs")
    page.get_by_text("pairs, training").wait_for()
    assert f"beside={other}" in page.url and overflow(page) <= 0
    page.get_by_role("radio", name="Minutes").check()
    page.get_by_role("figure", name="Loss", exact=True).get_by_text("minutes").wait_for()
    assert not faults(page)
    page.reload()
    page.get_by_text("pairs, training").wait_for()
