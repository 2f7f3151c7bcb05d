"""The three masks lab in a real browser: its masks are the product's own."""

import pytest
from visiting import draw_twice, faults, numbers_of, overflow, tab_to

from seq2see.labs.masks import Masks, Sentence

pytestmark = pytest.mark.browser

ENCODER, DECODER, CROSS = "Encoder self-attention", "Decoder self-attention", "Cross-attention"
TITLES = {"encoder": ENCODER, "decoder": DECODER, "cross": CROSS}
PAIRS = [Sentence("42", "forty two"), Sentence("427", "four hundred twenty seven")]


def caption(page, title):
    return page.get_by_role("figure", name=title, exact=True).locator("figcaption").inner_text()


def hold(served, page, request, titles=TITLES, sentence=0):
    """Hold every cell and count that the page shows against Python."""
    trace = served.ask(request)
    for mask in trace.masks:
        rows = numbers_of(page, titles[mask.name])
        words = [cell for row in rows for cell in row[1:]]
        size = len(words)
        blocked = trace.arrays[mask.name].values[sentence * size : (sentence + 1) * size]
        assert [word != "allowed" for word in words] == [one == 1 for one in blocked]
        count = mask.counts[sentence]
        assert f"= {count.blocked} blocked of {count.cells}" in caption(page, titles[mask.name])
    return trace


def test_it_starts_at_the_chapters_example(served, visitor):
    page = visitor.lab("masks")
    page.get_by_role("figure", name=DECODER).wait_for()
    assert "10 causal + 10 in PAD columns − 7 counted twice = 13 blocked of 25" in caption(
        page, DECODER
    )
    hold(served, page, Masks(sentences=PAIRS))
    assert (
        numbers_of(page, DECODER)[0][1:]
        == ["allowed", "later position", "later position"] + ["PAD column and later position"] * 2
    )


def test_other_words_padding_and_sentences(served, visitor):
    page = visitor.lab("masks")
    page.get_by_label("Source 1").fill("the cat sat")
    page.get_by_label("Decoder input padded to").fill("7")
    page.get_by_text("= 31 blocked of 49").wait_for()  # 21 causal, PAD columns 3 to 6
    pairs = [Sentence("the cat sat", "forty two"), PAIRS[1]]
    hold(served, page, Masks(sentences=pairs, target_places=7))
    page.get_by_label("Sentence of the batch").select_option(index=1)
    page.get_by_text("= 24 blocked of 49").wait_for()
    hold(served, page, Masks(sentences=pairs, target_places=7), sentence=1)


def test_shapes_with_b_and_h(visitor):
    page = visitor.lab("masks")
    page.get_by_label("B, sentences in a batch").fill("64")
    # N7 §3: 64 numbers, padded to 3 tokens, 5 words, 4 heads.
    assert "(64, 4, 5, 3)" in page.get_by_role("figure", name="Shapes").inner_text()
    page.get_by_label("h, heads").fill("8")
    assert "(64, 8, 5, 5)" in page.get_by_role("figure", name="Shapes").inner_text()


def test_a_cell_says_why_by_keys_and_the_task_is_done_by_keys_alone(visitor):
    page = visitor.lab("masks")
    page.get_by_role("figure", name=DECODER).wait_for()
    tab_to(page, f"{DECODER}. Arrow keys")
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    said = page.get_by_role("figure", name=DECODER).locator("output")
    assert (
        said.inner_text()
        == "Row forty (1), column padding (3): blocked, PAD column and later position."
    )
    page.reload()
    page.get_by_role("figure", name=DECODER).wait_for()
    tab_to(page, "Target words 1")
    page.keyboard.press("End")
    page.keyboard.type(" x")
    tab_to(page, "Decoder input padded to")
    page.keyboard.press("ArrowUp")
    page.locator(".task.done").wait_for()
    assert "18 blocked of 36" in caption(page, DECODER)


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("reader", [Sentence("42", "forty two"), Sentence("7", "seven")]),
        ("lstm", [Sentence("4271", "1724"), Sentence("35", "53")]),
        ("pairs", [Sentence("bΩd", "B A D"), Sentence("dada", "D A D A")]),
    ],
)
def test_a_models_masks_are_pythons(served, visitor, name, pairs):
    model = served.ids[name]
    shown = [[one.source, one.target] for one in pairs]
    page = visitor.lab("masks", model=model, pairs=shown, sentence=1)
    titles = TITLES if name == "reader" else {"cross": "Attention over the source"}
    page.get_by_role("figure", name=titles["cross"], exact=True).wait_for()
    trace = hold(served, page, Masks(model=model, sentences=pairs), titles, sentence=1)
    if trace.kind == "lstm":
        page.get_by_text("It needs no causal mask").wait_for()


def test_a_plain_lstm_says_that_it_has_no_mask(served, visitor):
    page = visitor.lab("masks", model=served.ids["plain"], pairs=[["42", "24"]])
    page.get_by_text("This model has no attention").wait_for()


@pytest.mark.parametrize("text", ["", "7" * 10_000, "שלום 🎉", "</script><b>x</b>"])
def test_any_text_gives_a_picture_or_a_message(visitor, text):
    page = visitor.lab("masks")
    page.get_by_role("figure", name=DECODER).wait_for()
    page.get_by_label("Source 1").fill(text)
    if text.isdigit() or not text:
        page.locator(".status.problem").wait_for()
        assert page.get_by_role("figure", name=DECODER).count() == 1  # the last picture stays
    else:
        first = "שלום" if text[0] == "ש" else "<"
        figure = page.get_by_role("figure", name=ENCODER)
        figure.locator("svg text").filter(has_text=first).first.wait_for()
        assert page.locator(".three b").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_in_light_and_dark(visitor, scheme):
    page = visitor.lab("masks", window=360, options={"color_scheme": scheme})
    page.get_by_role("figure", name=CROSS).wait_for()
    assert overflow(page) == 0 and faults(page) == []


def test_two_copies_in_a_page(served, visitor):
    page = visitor.open("design")
    trace = page.evaluate(
        "async body => (await (await fetch('api/ask', {method: 'POST', body,"
        " headers: {'Content-Type': 'application/json'}})).json()).answer",
        '{"ask": "masks", "sentences": [{"source": "42", "target": "forty two"}]}',
    )
    done = {"masks": {"status": "done", "trace": trace}}
    draw_twice(page, "masks", [], [done, done], [{"batch": 64}, {"batch": 2}])
    assert page.get_by_text("(64, 4, 3, 2)").count() == 1
    assert page.get_by_text("(2, 4, 3, 2)").count() == 1
