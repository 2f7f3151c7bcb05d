"""Whatever is typed gives a trace or a message, with every sort of model."""

import msgspec
import pytest
from typed_texts import TEXTS

from seq2see.core.errors import InputError
from seq2see.labs.alignment import Explain
from seq2see.labs.ask import Trace, answer
from seq2see.labs.trace import MOST_NUMBERS, numbers_in


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("model", ["reader", "lstm", "plain", "pairs"])
def test_a_text_gives_a_trace_or_a_message(models, model, text):
    try:
        found = answer(Explain(model=model, text=text, beam=2), models)
    except InputError as error:
        assert error.what.endswith(".") and len(error.message()) < 2_000
        return
    again = msgspec.json.decode(msgspec.json.encode(found), type=Trace)
    assert again.source_text == text and again.hypotheses
    assert numbers_in(found) <= MOST_NUMBERS


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_so_does_an_answer_that_is_typed(models, text):
    try:
        found = answer(Explain(model="pairs", text="bad", target=text), models)
    except InputError as error:
        assert error.what.startswith("The model cannot read this answer") or "symbols" in error.what
    else:
        assert (found.hypotheses[0].origin == "given") == bool(text.strip())


def test_a_source_over_the_limit_names_both(models):
    with pytest.raises(InputError, match=r"10000 symbols, the limit is 64\."):
        answer(Explain(model="reader", text="7" * 10_000), models)


def test_no_text_says_what_to_type(models):
    with pytest.raises(InputError, match=r"There is no text yet\.\nType one\. .* 64 characters"):
        answer(Explain(model="reader", text=""), models)
