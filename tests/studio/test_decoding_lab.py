"""The decoding lab in a real browser: its numbers are Python's, its task can be done by keys."""

import msgspec
import pytest
from visiting import draw_twice, faults, numbers_of, overflow, tab_to

from seq2see.labs.decoding import Decode, DecodingTrace

pytestmark = pytest.mark.browser
LINES, KEPT = "Written so far", "What is kept, what is new"
TEXTS = {"reader": ("42", "86"), "lstm": ("1234", "30517"), "pairs": ("bad", "dada")}
CLOSE = {"abs": 5.1e-5}


def asked(served, name, text, beam=1, **more) -> DecodingTrace:
    """What the page asks for, unless it was told otherwise."""
    return served.ask(
        Decode(model=served.ids[name], text=text, beam=beam, length_penalty=0.0, **more)
    )


def along(trace, path=None):
    """The candidates of the best answer, or of a path."""
    path = trace.answers[0].path if path is None else path
    return [step.candidates[place] for step, place in zip(trace.steps, path, strict=False)]


def lines_of(page):
    """The table of what is written; the picture is a table, too."""
    numbers_of(page, LINES)
    rows = page.get_by_role("figure", name=LINES).locator(".scroll tbody tr")
    return rows.evaluate_all("rows => rows.map(row => [...row.children].map(one => one.innerText))")


def floats(row):
    return [float(cell.replace("\N{MINUS SIGN}", "-").replace(",", "")) for cell in row]


def test_numbers_are_those_of_python(served, visitor):
    for name, (before, text) in TEXTS.items():
        page = visitor.lab("decoding", model=served.ids[name], other="", text=before)
        trace = asked(served, name, text)
        page.get_by_label("Text").fill(text)
        wanted = along(trace)
        page.get_by_text(f"of {len(wanted)} steps").wait_for()
        last = page.get_by_role("figure", name=LINES)
        last.get_by_role("button", name="Show as table").click()
        last.get_by_text(f"{wanted[0].probability:.4f}").first.wait_for()
        shown = [floats(row[3:]) for row in lines_of(page)]
        assert len(shown) == len(wanted)
        for row, one in zip(shown, wanted, strict=True):
            assert row == pytest.approx([one.probability, one.log_probability], **CLOSE)
        page.get_by_role("button", name="To the end").click()
        after = page.locator(".pane figure").first
        after.get_by_role("button", name="Show as table").click()
        chosen = after.locator("tbody tr", has_text="yes").locator("td").first.inner_text()
        assert float(chosen) == pytest.approx(wanted[-1].probability, **CLOSE)
        if trace.attention:
            looked = page.locator(".pane figure").nth(1)
            looked.get_by_role("button", name="Show as table").click()
            cells = looked.locator("tbody td").all_inner_texts()
            assert floats(cells) == pytest.approx(attention(trace, len(wanted)), **CLOSE)


def attention(trace, step):
    """What predicted the symbol of a greedy step: the last layer, its heads' mean."""
    array, sources = trace.arrays["attention"], trace.axes["source"]
    rows = trace.axes["row"]
    starts = [
        ((trace.layers - 1) * trace.heads + head) * rows * sources + (step - 1) * sources
        for head in range(trace.heads)
    ]
    return [sum(array.values[s + at] for s in starts) / trace.heads for at in range(sources)]


def test_the_tree_has_every_candidate_and_is_walked_by_keys(served, visitor):
    page = visitor.lab("decoding", model=served.ids["reader"], other="", text="57", beam=3)
    trace = asked(served, "reader", "57", beam=3)
    figure = page.get_by_role("figure", name="a beam of 3")
    figure.wait_for()
    assert figure.locator(".node text.label").count() == sum(len(s.candidates) for s in trace.steps)
    tab_to(page, "The search of")
    said = figure.locator(".readout")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    kept = trace.steps[1].parents.index(1)
    at, one = next((i, c) for i, c in enumerate(trace.steps[1].candidates) if c.row == kept)
    count = len(trace.steps[1].candidates)
    figure.get_by_text(f"Step 2, rank {at + 1} of {count}").wait_for()
    assert f"\N{MINUS SIGN}{-one.log_probability:.3f}" in said.inner_text()
    name = figure.get_attribute("aria-label")
    rows = numbers_of(page, name)
    wanted = [one for step in trace.steps for one in step.candidates]
    assert len(rows) == len(wanted)
    for row, one in zip(rows, wanted, strict=True):
        assert floats(row[3:5]) == pytest.approx([one.probability, one.log_probability], **CLOSE)
        assert row[6].startswith({"settled": "not gone on", "cut": "cut"}.get(one.fate, one.fate))
    answers = page.locator(".answers button")
    assert answers.count() == len(trace.answers)
    for at, found in enumerate(trace.answers):
        assert f"\N{MINUS SIGN}{-found.log_probability:.3f}" in answers.nth(at).inner_text()


def test_the_task_is_done_by_keys_alone(served, visitor):
    page = visitor.lab("decoding", model=served.ids["reader"], other="")
    tab_to(page, "Text")
    page.keyboard.press("Control+A")
    page.keyboard.type("57")
    trace = asked(served, "reader", "57", likely=8)
    wanted = along(trace)
    step = min(range(len(wanted)), key=lambda at: wanted[at].probability)
    symbols = trace.tokens["symbol"]
    likely = [int(one) for one in trace.arrays["likely"].values[8 * step : 8 * step + 8]]
    second = next(
        at for at, one in enumerate(likely) if one != wanted[step].symbol and symbols[one].id > 1
    )
    page.get_by_text(f"of {len(wanted)} steps").wait_for()
    page.get_by_role("figure", name=LINES).wait_for()
    tab_to(page, "Next step")
    page.keyboard.press("Home")
    for _ in range(step + 1):
        page.keyboard.press("ArrowRight")
    tab_to(page, "Candidates of")
    page.keyboard.press("Home")
    for _ in range(second):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator(".task.done").wait_for()
    prefix = [symbols[one.symbol].id for one in wanted[:step]] + [symbols[likely[second]].id]
    branch = asked(served, "reader", "57", prefix=tuple(prefix))
    page.get_by_role("heading", name="Another way on").wait_for()
    total = branch.answers[0].log_probability
    page.locator(".task", has_text=f"became \N{MINUS SIGN}{-total:.3f}").wait_for()
    page.reload()
    page.locator(".task.done").wait_for()  # a picture is a link
    page.get_by_role("button", name="Back to the original").press("Enter")
    page.get_by_role("heading", name="Another way on").wait_for(state="detached")
    assert "take" not in page.url


def test_two_snapshots_stand_under_each_other(served, visitor):
    page = visitor.lab("decoding", model=served.ids["reader"], text="86")
    early = served.ids["reader"] + "@2"
    page.get_by_role("heading", name="after 2 epochs").wait_for()
    before = served.ask(Decode(model=early, text="86", beam=1, length_penalty=0.0))
    after = asked(served, "reader", "86")
    wanted = [*along(after), *along(before)]
    page.get_by_text("of ").first.wait_for()
    rows = lines_of(page)
    assert [float(row[3]) for row in rows] == pytest.approx(
        [w.probability for w in wanted], **CLOSE
    )
    page.get_by_role("button", name="Next step").click()
    assert "step=%212" in page.url
    shown = numbers_of(page, KEPT)
    assert [int(row[2]) for row in shown] == [2, 2] and [int(row[3]) for row in shown] == [0, 1]


def test_models_of_other_kinds_say_what_they_have(served, visitor):
    page = visitor.lab("decoding", model=served.ids["plain"], other=served.ids["lstm"], text="123")
    page.get_by_text("has no attention").wait_for()
    page.get_by_text("made anew each step").first.wait_for()
    page.get_by_role("heading", name="encoder states").wait_for()  # of one of the two, not both


STRANGE = ["<b>", "</script><script>fail()</script>", "😀👩‍👩‍👧", "שלום", "\u200b\u202e a"]


def test_any_text_gets_a_picture_or_a_message(served, visitor):
    page = visitor.lab("decoding", model=served.ids["pairs"], other="", text="bad")
    field = page.get_by_label("Text")
    for text in STRANGE:
        field.fill(text)
        trace = asked(served, "pairs", text)
        unknown = len([one for one in trace.tokens["source"] if one.unknown])
        page.locator(".pane .label.unknown").nth(unknown - 1).wait_for(state="attached")
    field.fill("  ")
    page.get_by_text("Type something to begin.").wait_for()
    field.fill("a" * 10_000)
    page.locator(".status.problem").get_by_text("10000 symbols").wait_for()
    field.fill("bad")
    page.locator(".status.problem").wait_for(state="detached")
    assert not page.locator(".lab script").count()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_narrow_dark_and_for_everybody(served, visitor, width, scheme):
    page = visitor.lab(
        "decoding", model=served.ids["reader"], text="42", beam=5, step=2, take=[8],
        window=width, options={"color_scheme": scheme},
    )  # fmt: skip
    page.get_by_role("heading", name="Another way on", exact=True).wait_for()
    page.get_by_role("figure", name="a beam of 5").nth(2).wait_for()
    assert overflow(page) <= 0
    assert faults(page) == []


def test_two_copies_in_one_page(served, visitor):
    page = visitor.open("")
    traces = [msgspec.to_builtins(asked(served, "reader", text, beam=2)) for text in ("42", "7")]
    models = msgspec.to_builtins(served.studio.home().models)
    answers = [{"left": {"status": "done", "trace": trace}} for trace in traces]
    states = [
        {"model": served.ids["reader"], "other": "", "text": text, "beam": 2}
        for text in ("42", "7")
    ]
    draw_twice(page, "decoding", models, answers, states)
    copies = page.locator("section section[aria-label='What is asked']")
    assert copies.count() == 2
    page.get_by_role("button", name="Next step").first.click()
    assert page.locator(".stepper b").all_inner_texts() == ["2", "1"]
