"""The bottleneck lab in a real browser: its numbers are Python's, its task can be done by keys."""

import msgspec
import pytest
from visiting import draw_twice, faults, numbers_of, overflow, tab_to

from seq2see.labs.alignment import Explain
from seq2see.labs.bottleneck import Bottleneck

pytestmark = pytest.mark.browser
CURVES, TRIES = "Strings reversed without a mistake, by length", "Both models try it"
MODELS = {"plain": "reverser-plain-32", "attention": "reverser-attention-32"}


def test_the_guess_by_keys_then_the_curves_as_python_has_them(served, visitor):
    page = visitor.lab("bottleneck")
    page.get_by_text("Guess before you look").wait_for()
    assert not page.get_by_role("figure", name=CURVES).count()
    tab_to(page, "about 50%")
    page.keyboard.press("Enter")
    trace = served.ask(Bottleneck())
    at = {run.name: place for place, run in enumerate(trace.runs)}
    lengths = len(trace.lengths)

    def value(array: str, run: str, length: int) -> float:
        return trace.arrays[array].values[at[run] * lengths + trace.lengths.index(length)]

    here = value("mean", "plain-32", 20)
    page.get_by_text(f"You guessed about 50%. No: it is {here:.1f}% here").wait_for()
    tab_to(page, "Accuracy by length, H = 32")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")  # 24, 23, 22, 21, 20
    said = page.get_by_role("figure", name=CURVES).locator(".readout").inner_text()
    assert said.startswith("20 digits.")
    for run, published in (("plain-32", "0%"), ("attention-32", "72.0%")):
        low, high = value("lowest", run, 20), value("highest", run, 20)
        mean = value("mean", run, 20)
        wanted = f"the chapter {published}; here {mean:.1f}%, 3 seeds, lowest {low:.1f}%, highest"
        assert f"{wanted} {high:.1f}%" in said
    page.keyboard.press("Enter")  # a string of that length
    assert len(page.get_by_label("A string of digits to reverse").input_value()) == 20
    page.get_by_role("radio", name="128").press("Space")
    row = next(row for row in numbers_of(page, CURVES) if row[0] == "16")
    mean, chapter = float(row[1]), float(row[4])
    assert (mean, chapter) == (pytest.approx(value("mean", "plain-128", 16), abs=0.051), 62)
    assert "guess=50" in page.url and "width=%21128" in page.url


def test_both_models_answers_are_those_of_python(served, visitor):
    page = visitor.lab("bottleneck", guess="skipped", text="12")
    page.get_by_label("A string of digits to reverse").fill("4079")
    traces = {name: served.ask(Explain(model=model, text="4079", beam=1))
              for name, model in MODELS.items()}  # fmt: skip
    figure = page.get_by_role("figure", name=TRIES)
    figure.locator(".digit.wanted").nth(4).wait_for()
    shown = numbers_of(page, TRIES)
    assert [row[1] for row in shown[:5]] == ["9", "7", "0", "4", "‹eos›"]
    for column, trace in zip((2, 5), traces.values(), strict=True):
        steps = trace.hypotheses[0].steps
        told = [row for row in shown if row[column] != "–"]
        assert [row[column].replace("‹eos›", "<eos>") for row in told] == [
            step.symbol.text for step in steps
        ]
        assert [float(row[column + 1]) for row in told] == pytest.approx(
            [step.probability for step in steps], abs=5.1e-5
        )


def test_the_task_is_done_by_keys_alone(served, visitor):
    page = visitor.lab("bottleneck", guess="skipped", text="20394857610293847561")
    page.get_by_role("figure", name=TRIES).wait_for()
    assert "12 digits or fewer" in page.locator(".task").inner_text()
    tab_to(page, "Its length")
    page.keyboard.press("Home")  # two digits
    tab_to(page, "Another 2 digits")
    for _ in range(20):
        text = page.get_by_label("A string of digits to reverse").input_value()
        page.get_by_role("figure", name=TRIES).locator(".digit.wanted").nth(3).wait_for(
            state="detached"
        )
        page.locator(".answered.earlier").wait_for(state="detached")
        plain, other = (
            served.ask(Explain(model=model, text=text, beam=1)).hypotheses[0].text
            for model in MODELS.values()
        )
        if plain != text[::-1] and other == text[::-1]:
            break
        page.keyboard.press("Enter")
    page.locator(".task.done").wait_for()
    assert f"Found: {text}, 2 digits." in page.locator(".task").inner_text()


def test_it_is_written_again_symbol_by_symbol(served, visitor):
    page = visitor.lab(
        "bottleneck", guess="skipped", text="42", options={"reduced_motion": "no-preference"}
    )
    figure = page.get_by_role("figure", name=TRIES)
    figure.locator(".digit.wanted").nth(2).wait_for()
    assert not figure.locator(".waiting").count()
    page.get_by_role("button", name="Play").press("Enter")
    figure.locator(".waiting").first.wait_for()
    page.get_by_role("button", name="Stop writing").press("Enter")
    figure.locator(".waiting").first.wait_for(state="detached")
    page.get_by_role("slider", name="Symbols written").press("Home")
    assert figure.locator(".waiting").count() >= 6


def test_with_less_motion_nothing_moves(served, visitor):
    page = visitor.lab("bottleneck", guess="skipped", text="42")
    figure = page.get_by_role("figure", name=TRIES)
    figure.locator(".digit.wanted").nth(2).wait_for()
    page.get_by_role("button", name="Play").press("Enter")
    assert page.get_by_role("button", name="Play").count()
    assert not figure.locator(".waiting").count()


def test_what_is_not_made_is_offered_and_what_cannot_be_read_is_said(served, visitor):
    page = visitor.lab("bottleneck", guess="skipped", width=128)
    page.get_by_role("button", name="Make it: The reverser, plain, H = 128").wait_for()
    assert page.get_by_role("button", name="Make it").count() == 2
    page.get_by_role("radio", name="32").press("Space")
    field = page.get_by_label("A string of digits to reverse")
    for text in ("<b>1</b>", "😀", "1" * 10_000):
        field.fill(text)
        page.locator(".status.problem").wait_for()
        field.fill("42")
        page.locator(".status.problem").wait_for(state="detached")
    field.fill("")
    page.get_by_text("Type some digits to begin.").wait_for()
    assert not page.locator(".lab b:not([role])").count()


def test_narrow_dark_and_for_everybody(served, visitor):
    page = visitor.lab("bottleneck", text="20394857610293847561", window=360,
                       options={"color_scheme": "dark"})  # fmt: skip
    page.get_by_role("figure", name=TRIES).wait_for()
    assert faults(page) == []
    page.get_by_role("button", name="Show the curves").press("Enter")
    page.get_by_role("figure", name=CURVES).locator(".curve").first.wait_for(state="attached")
    assert overflow(page) <= 0
    assert faults(page) == []


def test_two_copies_in_one_page(served, visitor):
    page = visitor.open("")
    curves = msgspec.to_builtins(served.ask(Bottleneck()))
    models = msgspec.to_builtins(served.studio.home().models)
    answers = [{"curves": {"status": "done", "trace": curves}}] * 2
    states = [{"guess": "0"}, {"guess": "skipped", "width": 128}]
    draw_twice(page, "bottleneck", models, answers, states)
    copies = page.locator("section")
    assert copies.nth(0).get_by_role("radio", name="32").is_checked()
    assert copies.nth(1).get_by_role("radio", name="128").is_checked()
    copies.nth(0).get_by_role("radio", name="128").press("Space")
    copies.nth(0).get_by_role("radio", name="32").press("Space")
    assert copies.nth(1).get_by_role("radio", name="128").is_checked()
    assert copies.nth(0).locator(".verdict").count() and not copies.nth(1).locator(".verdict").count()  # noqa: E501  # fmt: skip
