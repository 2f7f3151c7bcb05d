"""BLEU and chrF: whatever sacrebleu's own functions for whole corpora say, signature included."""

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from seq2see.metrics.bootstrap import intervals
from seq2see.metrics.overlap import _words, bleu_measure, chrf_measure

text = st.text("abc .é", max_size=20)
cases = st.lists(st.tuples(text, st.lists(text, min_size=1, max_size=3)), min_size=1, max_size=8)

ANSWERS = ["the cat sat on the mat .", "a dog barked", "nothing in common", "it's 3.5 o'clock"]
REFERENCES = [
    ["the cat is on the mat .", "there is a cat on the mat ."],
    ["the dog barked loudly"],
    ["wholly different words"],
    ["It's 3.5 o'clock!", "it is 3.5 o'clock", "half past three"],
]


def streams(references):
    most = max(map(len, references))
    return [[some[k] if k < len(some) else None for some in references] for k in range(most)]


def test_one_reference_each():
    first = [some[0] for some in REFERENCES]
    alone = [[reference] for reference in first]
    bleu, chrf = bleu_measure(ANSWERS, alone), chrf_measure(ANSWERS, alone)
    assert bleu.value() == pytest.approx(sacrebleu.corpus_bleu(ANSWERS, [first]).score)
    assert chrf.value() == pytest.approx(sacrebleu.corpus_chrf(ANSWERS, [first]).score)
    assert bleu_measure(ANSWERS, REFERENCES).value() > bleu.value() + 1


@given(cases)
def test_any_number_of_references_each(given_cases):
    answers = [answer for answer, _ in given_cases]
    references = [some for _, some in given_cases]
    bleu = bleu_measure(answers, references).value()
    if bleu is not None:
        assert bleu == pytest.approx(sacrebleu.corpus_bleu(answers, streams(references)).score)
    words = sacrebleu.BLEU(tokenize="13a").tokenizer
    longest = max(len(words(text).split()) for some in references for text in some)
    assert (bleu is None) is (longest < 4)
    assert chrf_measure(answers, references).value() == pytest.approx(
        sacrebleu.corpus_chrf(answers, streams(references)).score
    )


@pytest.mark.parametrize("tokenizer", ["13a", "intl", "zh", "char", "none"])
def test_every_tokenizer_and_its_signature(tokenizer):
    metric = sacrebleu.BLEU(tokenize=tokenizer)
    score = metric.corpus_score(ANSWERS, streams(REFERENCES)).score
    found = bleu_measure(ANSWERS, REFERENCES, tokenizer)
    assert found.value() == pytest.approx(score)
    assert found.signature == metric.get_signature().format()
    assert f"tok:{tokenizer}" in found.signature
    assert "nrefs:var" in found.signature


def test_a_part_is_scored_as_if_alone():
    part = bleu_measure(ANSWERS, REFERENCES).of([0, 3]).value()
    alone = bleu_measure([ANSWERS[0], ANSWERS[3]], [REFERENCES[0], REFERENCES[3]]).value()
    assert part == pytest.approx(alone)


def test_words_are_counted():
    assert bleu_measure(["a b c"], [["a b"]]).counts() == {"answer_words": 3, "reference_words": 2}


@pytest.mark.parametrize("tokenizer", ["13a", "char"])
def test_bleu_without_a_run_of_four_words_is_not_defined(tokenizer):
    """`walked` is one word, and six characters."""
    right = bleu_measure(["walked"], [["walked"]], tokenizer)
    assert right.value() == (None if tokenizer == "13a" else pytest.approx(100))
    mixed = bleu_measure(["walked", "a b c d"], [["walked"], ["a b c d"]])
    assert mixed.value() == pytest.approx(100)
    assert mixed.of([0]).value() is None
    assert intervals([mixed.of([0])])[0] is None
    assert intervals([mixed])[0] == pytest.approx((100, 100))


def test_the_words_that_decide_it_are_those_that_bleu_counts():
    for tokenizer in ("13a", "intl", "zh", "char", "none"):
        for text, *_ in REFERENCES:
            counted = bleu_measure([text], [[text]], tokenizer).counts()["reference_words"]
            metric = sacrebleu.BLEU(tokenize=tokenizer)
            assert len(_words(metric, text)) == counted
