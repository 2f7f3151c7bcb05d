import re

import explanations as made
import msgspec
import pytest
from rich.cells import cell_len
from rich.console import Console

from seq2see.core.errors import Seq2seeError
from seq2see.predictor.explanation import Explanation
from seq2see.predictor.terminal import render_terminal


def plain(explanation: Explanation, width: int = 80, **options) -> str:
    """What a pipe gets: no colour, no escape sequence."""
    console = Console(width=width, color_system=None, force_terminal=False, record=True)
    with console.capture() as capture:
        console.print(render_terminal(explanation, width=width, **options))
    return capture.get()


def coloured(explanation: Explanation) -> str:
    console = Console(width=80, color_system="truecolor", force_terminal=True, no_color=False)
    with console.capture() as capture:
        console.print(render_terminal(explanation))
    return capture.get()


def row(text: str, label: str) -> str:
    return next(line for line in text.splitlines() if line.split()[:1] == [label])


def test_every_weight_stands_in_its_row_as_a_number():
    number = made.number()
    text = plain(number)
    for step, weights in zip(
        number.hypotheses[0].steps, number.hypotheses[0].alignment(), strict=True
    ):
        label = step.symbol.text + ("*" if step.symbol.special else "")
        shown = [float(found) for found in re.findall(r"(?<!\d)\.\d\d", row(text, label))]
        assert shown == [pytest.approx(weight, abs=0.0051) for weight in weights]


def test_the_strongest_cell_is_shaded_where_there_is_no_colour():
    line = row(plain(made.number()), "twenty")
    assert "█.92" in line
    assert line.count("█") == 1


def test_with_colour_a_cell_has_a_ground_and_no_shading():
    text = coloured(made.number())
    assert "\x1b[" in text
    assert re.search(r"48;2;\d+;\d+;\d+m", text)
    assert "█" not in text
    assert ".92" in text


def test_layer_head_and_the_range_of_colours_are_said_in_words():
    assert "last decoder layer (2 of 2), mean of 4 heads" in plain(made.number())
    assert "first decoder layer (1 of 2), head 3 of 4" in plain(made.number(), layer=0, head=2)
    assert "weight  0 " in plain(made.number())


@pytest.mark.parametrize("chosen", [{"layer": 2}, {"layer": -3}, {"head": 4}])
def test_a_layer_or_head_that_is_not_there_is_the_users_mistake(chosen):
    with pytest.raises(Seq2seeError, match="count from 0"):
        plain(made.number(), **chosen)


def test_answers_are_listed_with_scores_and_the_unfinished_one_is_marked():
    number = made.number()
    text = plain(number, width=120)
    for one in number.hypotheses:
        assert f"{one.log_probability:.4f}" in text
        assert f"{one.ranking_score:.4f}" in text
    assert "four hundred twenty twenty … cut off at the length limit" in text


def test_a_symbol_that_was_not_the_most_probable_shows_its_rank():
    number = made.number()
    forced = msgspec.structs.replace(number, hypotheses=[number.hypotheses[1]])
    line = row(plain(forced), "forty")
    assert "0.043" in line
    assert "#5" in line
    assert "twenty 0.574" in line


def test_alternatives_that_do_not_fit_are_counted():
    text = plain(made.number(), width=66, n_alternatives=4)
    assert re.search(r"\+\d more", text)
    assert "five" in plain(made.number(), width=120, n_alternatives=4)
    assert "forty" not in row(plain(made.number(), n_alternatives=0), "four")


def test_without_attention_the_steps_are_shown_and_the_lack_is_said():
    text = plain(made.without_attention())
    assert "no attention" in text
    assert "0.981" in row(text, "four")


def test_special_symbols_are_marked():
    assert "<eos>*" in plain(made.number())
    assert "special symbol" in plain(made.number())


def test_a_wide_source_is_drawn_in_blocks_and_every_column_appears():
    source = [chr(0x4E00 + place) for place in range(41)]
    text = plain(made.explanation_of(source, ["a", "b"]))
    spans = [tuple(map(int, found)) for found in re.findall(r"symbols (\d+) to (\d+) of 41", text)]
    assert [place for first, last in spans for place in range(first, last + 1)] == [*range(1, 42)]
    body = text.split("source symbols 1 ", 1)[1]
    assert all(symbol in body for symbol in source)


@pytest.mark.parametrize("width", [30, 50, 80, 200])
def test_no_line_is_wider_than_the_terminal(width):
    for explanation in (made.number(), made.explanation_of(made.AWKWARD, made.AWKWARD)):
        for line in plain(explanation, width=width).splitlines():
            assert cell_len(line) <= width


def test_awkward_symbols_can_all_be_seen_and_none_is_obeyed():
    text = plain(made.explanation_of(made.AWKWARD, ["a"], source_text="x"))
    for shown in ("␣", "␊", "␉", "␀", "␛", "[red]", "$x_1$", "日", "◌\u0301", r"\u202e", r"\u2028"):
        assert shown in text
    assert not {"\x00", "\x1b", "\u202e", "\t"} & set(text)
    assert "&lt;" in text


def test_right_to_left_symbols_cannot_swap_columns():
    text = plain(made.explanation_of(["ש", "ל"], ["a"]))
    assert "\u200eש\u200e" in text


def test_a_long_word_is_folded_not_cut():
    word = "Donaudampfschifffahrtsgesellschaft"
    body = plain(made.explanation_of([word, "x"], [word])).split("What each", 1)[1]
    assert "Donaudam" in body and "pfschiff" in body  # eight columns each, above the weights
    assert "Donaudampfschifffahr" in body and "tsgesellschaft" in body


def test_notes_are_printed():
    assert "longer than any in training" in plain(made.number(["longer than any in training"]))
