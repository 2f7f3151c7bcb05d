"""The alignment lab in a real browser: its numbers are Python's, its task can be done by keys."""

from itertools import pairwise

import msgspec
import pytest
from visiting import draw_twice, faults, numbers_of, overflow, tab_to

from seq2see.labs.alignment import AlignmentTrace, Explain
from seq2see.predictor.visible import visible

pytestmark = pytest.mark.browser
MAP, ARCS, ANSWER = "Where each word looks", "The same weights as arcs", "The answer"
TEXTS = {"reader": ("42", "86"), "lstm": ("1234", "30517"), "pairs": ("bad", "dada")}


def weights(trace: AlignmentTrace, place: int = 0) -> list[list[float]]:
    """The last layer's mean over heads."""
    one = trace.hypotheses[place]
    array = trace.arrays[one.weights]
    layers, heads, rows, columns = (trace.axes[axis] for axis in array.axes)
    start = (layers - 1) * heads * rows * columns
    return [
        [
            sum(
                array.values[start + (head * rows + row) * columns + column]
                for head in range(heads)
            )
            / heads
            for column in range(columns)
        ]
        for row in range(rows)
    ]


def written(value: float) -> str:
    return f"{value:.4f}"


@pytest.mark.parametrize("name", TEXTS)
def test_numbers_are_those_of_python(served, visitor, name):
    before, text = TEXTS[name]
    page = visitor.lab("alignment", model=served.ids[name], text=before)
    trace = served.ask(Explain(model=served.ids[name], text=text))
    page.get_by_label("Text").fill(text)
    page.get_by_role("figure", name=MAP).get_by_role("button", name="Show as table").click()
    expected = weights(trace)
    figure = page.get_by_role("figure", name=MAP)
    figure.locator("thead th").nth(len(trace.tokens["source"])).wait_for()
    figure.get_by_text(written(expected[0][0])).first.wait_for()
    shown = numbers_of(page, MAP)
    assert len(shown) == len(expected)
    for row, values in zip(shown, expected, strict=True):
        wanted = [float(value) for value in row[1:]]
        assert wanted == pytest.approx(values, abs=5.1e-5)
    answers = numbers_of(page, ANSWER)
    steps = trace.hypotheses[0].steps
    assert [float(row[3]) for row in answers] == pytest.approx(
        [step.probability for step in steps], abs=5.1e-5
    )
    assert "text" in page.url and text in page.url


def test_a_layer_a_head_and_the_special_symbols_are_chosen(served, visitor):
    page = visitor.lab("alignment", model=served.ids["reader"], text="42")
    rows = page.get_by_role("figure", name=MAP).locator("svg .label.special")
    assert rows.first.text_content().startswith("‹eos›")
    page.get_by_label("Special symbols").press("Space")
    rows.first.wait_for(state="detached")
    page.get_by_label("Layer").select_option(index=0)
    page.get_by_label("Head").select_option(index=2)
    page.get_by_text("First decoder layer (1 of 2), head 2 of 2").wait_for()
    trace = served.ask(Explain(model=served.ids["reader"], text="42"))
    array = trace.arrays["weights/0"]
    _, _, rows, columns = (trace.axes[axis] for axis in array.axes)
    start = rows * columns
    expected = array.values[start : start + columns]
    shown = numbers_of(page, MAP)
    assert [float(value) for value in shown[0][1:]] == pytest.approx(expected, abs=5.1e-5)


def solution(trace: AlignmentTrace) -> int | None:
    """The one row that jumps furthest ahead of the row before it, found as the lab says it."""
    most = [row.index(max(row)) for row in weights(trace)][:-1]
    jumps = [later - earlier for earlier, later in pairwise(most)]
    if not jumps or max(jumps) <= 0 or (len(jumps) > 1 and len(set(jumps)) == 1):
        return None
    return 1 + jumps.index(max(jumps))


def test_the_task_is_done_by_keys_alone(served, visitor):
    model = served.ids["reader"]
    text, row = next(
        (str(number), row)
        for number in range(21, 100)
        if (row := solution(served.ask(Explain(model=model, text=str(number))))) is not None
    )
    page = visitor.lab("alignment", model=model)
    tab_to(page, "Text")
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    task = page.locator(".task")
    page.get_by_role("figure", name=MAP).wait_for()
    tab_to(page, "Weights. Arrow keys")
    page.get_by_role("figure", name=ANSWER).locator(".pair").nth(row).wait_for()
    assert task.get_attribute("class").strip() == "task"
    page.keyboard.press("Home")
    for _ in range(row):
        page.keyboard.press("ArrowDown")
    assert "looks most at" in page.get_by_role("figure", name=MAP).locator(".readout").inner_text()
    page.keyboard.press("Enter")
    page.locator(".task.done").wait_for()
    assert "Found:" in task.inner_text() and f"row=%21{row}" in page.url
    page.reload()
    page.locator(".task.done").wait_for()  # a picture is a link


def test_the_right_answer_stands_under_the_models(served, visitor):
    model = served.ids["pairs"]
    page = visitor.lab("alignment", model=model, text="bad", reference="B A D D")
    trace = served.ask(Explain(model=model, text="bad", target="B A D D"))
    page.locator(".pair.different").first.wait_for()
    shown = [row for row in numbers_of(page, ANSWER) if row[0] == "the given"]
    steps = trace.hypotheses[0].steps
    assert [row[2] for row in shown] == ["B", "A", "D", "D", "‹eos›"]
    assert [float(row[3]) for row in shown] == pytest.approx(
        [step.probability for step in steps], abs=5.1e-5
    )
    page.get_by_label("the given").press("Space")
    first = weights(trace)[0]
    page.get_by_role("figure", name=MAP).get_by_role("button", name="Show as table").click()
    page.get_by_role("figure", name=MAP).get_by_text(written(first[0])).first.wait_for()


def test_another_of_the_best_answers_is_looked_at(served, visitor):
    model = served.ids["reader"]
    page = visitor.lab("alignment", model=model, text="42", beam=3)
    trace = served.ask(Explain(model=model, text="42", beam=3))
    page.locator(".best input").nth(1).press("Space")
    steps = trace.hypotheses[1].steps
    page.get_by_role("figure", name=ANSWER).locator(".pair").nth(len(steps) - 1).wait_for()
    shown = numbers_of(page, ANSWER)
    assert [float(row[3]) for row in shown] == pytest.approx(
        [step.probability for step in steps], abs=5.1e-5
    )


def test_a_model_without_attention_says_so(served, visitor):
    page = visitor.lab("alignment", model=served.ids["plain"], text="123")
    page.get_by_text("has no attention").wait_for()
    assert numbers_of(page, ANSWER) and not page.get_by_role("figure", name=MAP).count()


STRANGE = ["<b>", "</script><script>fail()</script>", "😀👩‍👩‍👧", "שלום", "\u200b\u202e a"]


def test_any_text_gets_a_picture_or_a_message(served, visitor):
    expect = pytest.importorskip("playwright.sync_api").expect
    page = visitor.lab("alignment", model=served.ids["pairs"], text="bad")
    figure = page.get_by_role("figure", name=MAP)
    field = page.get_by_label("Text")
    figure.get_by_role("button", name="Show as table").click()
    for text in STRANGE:
        field.fill(text)
        trace = served.ask(Explain(model=served.ids["pairs"], text=text))
        heads = figure.locator("thead th")
        heads.nth(len(trace.tokens["source"])).wait_for(state="attached")
        expect(heads.nth(1)).to_have_text(visible(trace.tokens["source"][0].text))
    for text in ("", "   "):
        field.fill(text)
        page.get_by_text("Type something to begin.").wait_for()
    field.fill("a" * 10_000)
    page.locator(".status.problem").get_by_text("the limit is").wait_for()
    field.fill("bad")
    page.locator(".status.problem").wait_for(state="detached")
    figure.wait_for()
    assert not page.locator(".lab b:not([role]), .lab script").count()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_narrow_dark_and_for_everybody(served, visitor, width, scheme):
    page = visitor.lab(
        "alignment", model=served.ids["reader"], text="42", beam=3, reference="forty one",
        window=width, options={"color_scheme": scheme},
    )  # fmt: skip
    page.locator(".pair.different").first.wait_for()
    page.get_by_role("figure", name=ARCS).locator(".arc").first.wait_for()
    assert overflow(page) <= 0
    assert faults(page) == []


def test_two_copies_in_one_page(served, visitor):
    page = visitor.open("")
    traces = {
        text: msgspec.to_builtins(served.ask(Explain(model=served.ids["reader"], text=text)))
        for text in ("42", "7")
    }
    models = msgspec.to_builtins(served.studio.home().models)
    states = [{"model": served.ids["reader"], "text": text} for text in traces]
    answers = [{"own": {"status": "done", "trace": trace}} for trace in traces.values()]
    draw_twice(page, "alignment", models, answers, states)
    copies = page.locator("section")
    assert copies.nth(0).get_by_label("Text").input_value() == "42"
    assert copies.nth(1).get_by_label("Text").input_value() == "7"
    copies.nth(0).get_by_role("application", name="Weights. Arrow").focus()
    page.keyboard.press("ArrowDown")
    assert copies.nth(0).locator(".here-row").count() == 1
    assert copies.nth(1).locator(".here-row").count() == 0
    left = page.evaluate("copies.map(({cleanup, heard, el}) => (cleanup(), el.innerHTML + Object.values(heard).map(set => set.size)))")  # noqa: E501  # fmt: skip
    assert left == ["0,0,0", "0,0,0"]
