"""The attention lab in a real browser: what it shows is what the product's attention computes."""

import pytest
from visiting import draw_twice, faults, numbers_of, overflow, tab_to

from seq2see.labs.attention_states import AttentionStates
from seq2see.labs.attention_step import AttentionStep

pytestmark = pytest.mark.browser

STEP, ARITHMETIC = "One step of attention", "The arithmetic"
E, S = [[1, 0], [0, 1], [0, -1]], [2, 0]


def read(text):
    return float(text.replace("−", "-"))


def shown(page):
    """By the view's table: scores and weights of the states, and the context."""
    rows = numbers_of(page, STEP)
    states, context = rows[:-2], rows[-1]
    scores, weights = ([read(row[place]) for row in states] for place in (3, 5))
    return {"scores": scores, "weights": weights, "context": [read(one) for one in context[1:3]]}


def hold(served, page, states, s, **options):
    """Hold what the page shows against Python."""
    trace = served.ask(AttentionStep(encoder_states=states, decoder_state=s, **options))
    found = shown(page)
    for name, values in found.items():
        assert values == pytest.approx(trace.arrays[name].values, abs=0.00005001)
    return found


def test_it_starts_at_the_chapters_example(served, visitor):
    page = visitor.lab("attention")
    figure = page.get_by_role("figure", name=ARITHMETIC)
    figure.get_by_text("weight of").first.wait_for()
    assert "7.389 + 1 + 1" in figure.inner_text().replace("\n", " ")
    assert "h₀ · s = 1 × 2 + 0 × 0 = 2" in figure.inner_text()
    hold(served, page, E, S)


@pytest.mark.parametrize("score", ["h · s / √d", "v · tanh(W h + U s)"])
def test_typed_vectors_and_other_scores_are_pythons(served, visitor, score):
    page = visitor.lab("attention")
    page.get_by_role("radio", name=score, exact=True).check()
    page.get_by_label("s, number 2 of 2").fill("1.5")
    page.get_by_label("h₁, number 1 of 2").fill("-0.7")
    page.get_by_role("button", name="Add a state").click()
    options = {"score": "scaled"}
    if "tanh" in score:
        page.get_by_label("W, row 1, number 2 of 2").fill("0.5")
        page.get_by_label("v, number 1 of 2").fill("-2")
        options = {"score": "additive", "W": [[1, 0.5], [0, 1]], "v": [-2, 1]}
    hold(served, page, [[1, 0], [-0.7, 1], [0, -1], [-1, 0]], [2, 1.5], **options)
    assert "score" in page.url


def test_both_tasks_by_keys_alone(served, visitor):
    page = visitor.lab("attention")
    page.get_by_role("slider", name="s, decoder state").wait_for()
    tab_to(page, "s, decoder state")
    for key, times in (("Shift+ArrowLeft", 4), ("Shift+ArrowUp", 8)):
        for _ in range(times):
            page.keyboard.press(key)
    assert hold(served, page, E, [0, 4])["context"] == pytest.approx([0.018, 0.982], abs=0.001)
    first, second = page.locator(".task").all()
    assert "Done" in first.inner_text() and "Done" not in second.inner_text()
    page.get_by_role("button", name="Show as table").first.click()
    tab_to(page, "s, decoder state")
    for _ in range(16):
        page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("ArrowLeft")
    assert "Done" in second.inner_text()
    hold(served, page, E, [-0.1, -4])


def test_a_tip_is_dragged(served, visitor):
    page = visitor.lab("attention")
    grip = page.get_by_role("slider", name="s, decoder state").locator(".grip")
    grip.scroll_into_view_if_needed()
    box = grip.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 80, steps=4)
    page.mouse.up()
    s = [float(page.get_by_label(f"s, number {n} of 2").input_value()) for n in (1, 2)]
    assert s[0] < 2 and s[1] > 0.5
    hold(served, page, E, s)


@pytest.mark.parametrize(("name", "text"), [("lstm", "4271"), ("pairs", "dada")])
def test_a_models_states_are_pythons(served, visitor, name, text):
    page = visitor.lab("attention", view="model", model=served.ids[name], text=text, step=1)
    page.get_by_role("figure").first.wait_for()
    trace = served.ask(AttentionStates(model=served.ids[name], text=text))
    steps = page.get_by_role("group", name="Symbols of the answer").get_by_role("button")
    assert steps.count() == trace.axes["target"]
    at, places = min(1, trace.axes["target"] - 1), trace.axes["source"]
    row = slice(at * places, (at + 1) * places)
    table = page.locator(".side tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.children].map(cell => cell.innerText))"
    )
    for place, name in ((3, "scores"), (4, "weights")):
        found = [read(one[place]) for one in table]
        assert found == pytest.approx(trace.arrays[name].values[row], abs=0.00005001)
    assert [read(one) for one in table[0][1:3]] == pytest.approx(
        trace.arrays["states"].values[:2], abs=0.00005001
    )
    page.get_by_role("radio", name="two numbers").check()
    page.get_by_text("The plane: two of").wait_for()


@pytest.mark.parametrize(
    ("name", "why"), [("reader", "is a Transformer"), ("plain", "no attention")]
)
def test_models_without_such_states_say_why(served, visitor, name, why):
    page = visitor.lab("attention", view="model", model=served.ids[name], text="42")
    page.get_by_text(why).first.wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_in_light_and_dark(visitor, scheme):
    page = visitor.lab("attention", window=360, options={"color_scheme": scheme}, score="additive")
    page.get_by_role("figure", name=ARITHMETIC).wait_for()
    assert overflow(page) == 0 and faults(page) == []


def test_markup_in_a_text_is_text(served, visitor):
    page = visitor.lab("attention", view="model", model=served.ids["pairs"], text="b<b>d</script>")
    page.get_by_role("figure").first.wait_for()
    assert page.locator(".side tbody th").all_inner_texts()[:4] == ["b", "<", "b", ">"]


def test_two_copies_in_a_page(visitor):
    page = visitor.open("design")
    draw_twice(page, "attention", [], [{}, {}], [{}, {"s": [0, 4]}])
    before, after = page.get_by_role("figure", name=STEP).all()
    assert page.locator(".task.done").count() == 1
    before.get_by_label("s, number 1 of 2").fill("-3")
    assert after.get_by_label("s, number 1 of 2").input_value() == "0"
    page.evaluate("copies.forEach(copy => copy.cleanup())")
    assert page.get_by_role("figure").count() == 0
