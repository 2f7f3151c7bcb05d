"""A whole report on paper: pairs, answers, and every figure worked out by hand."""

import subprocess
import sys

import msgspec
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from small_models import small_recipe

from seq2see.data.pair import Pair
from seq2see.evaluation.candidates import Candidates
from seq2see.evaluation.cutting import Cutting, cutting_of
from seq2see.evaluation.errors_table import errors_table, worst_first
from seq2see.evaluation.items import Item, items_of
from seq2see.evaluation.measure import measure
from seq2see.evaluation.report import MEASURES
from seq2see.text.codec import Codec
from seq2see.text.vocabulary import Vocabulary

CUTTING = Cutting(source=list, target=str.split, is_known=lambda source: "ø" not in source)
"""Letters and phones."""

PAIRS = [
    Pair("read", "r iː d"),
    Pair("read", "r ɛ d"),
    Pair("rød", "r ø d"),
    Pair("a", "eɪ"),
    Pair("add", "æ d"),
]
ANSWERS = [
    Candidates(("r ɛ d", "r iː d"), -0.1),
    Candidates(("r ɛ d", "r iː d"), -0.1),
    Candidates(("r d", "r ø d"), -2.0),
    Candidates(("eɪ", "æ"), -0.2),
    Candidates(("d d d", "d"), -1.0),
]


def joined():
    items = items_of(PAIRS, several_references=True)
    return items, [ANSWERS[item.place] for item in items]


def test_lines_of_one_source_are_joined_when_asked_and_only_then():
    assert items_of(PAIRS)[0] == Item("read", ("r iː d",), 0)
    assert items_of(PAIRS)[1] == Item("read", ("r ɛ d",), 1)
    assert items_of(PAIRS, several_references=True) == [
        Item("read", ("r iː d", "r ɛ d"), 0, 2),
        Item("rød", ("r ø d",), 2),
        Item("a", ("eɪ",), 3),
        Item("add", ("æ d",), 4),
    ]
    twice = items_of([Pair("a", "b"), Pair("a", "b")], several_references=True)
    assert twice == [Item("a", ("b",), 0, 2)]


def test_every_line_an_item_of_its_own():
    """Edits 1, 0, 1, 0, 2 over 3, 3, 3, 1, 2 phones; the second lines of the first and third are
    right."""
    found = measure(items_of(PAIRS), ANSWERS, CUTTING)
    assert (found.pairs, found.items, found.top_k) == (5, 5, 2)
    assert found.accuracy == 2 / 5
    assert found.top_k_accuracy == 4 / 5
    assert found.symbol_error_rate == found.word_error_rate == 4 / 12
    assert found.counts["symbol_error_rate"] == {"edits": 4, "symbols": 12}
    assert found.counts["accuracy"] == {"right": 2, "answers": 5}


def test_lines_of_one_source_as_its_right_answers():
    items, answers = joined()
    found = measure(items, answers, CUTTING)
    assert (found.pairs, found.items) == (5, 4)
    assert found.accuracy == 2 / 4
    assert found.symbol_error_rate == 3 / 9
    streams = [["r iː d", "r ø d", "eɪ", "æ d"], ["r ɛ d", None, None, None]]
    texts = [one.answer for one in answers]
    assert found.bleu is None  # no reference has four phones
    assert found.chrf == pytest.approx(sacrebleu.corpus_chrf(texts, streams).score)
    assert "nrefs:var" in found.signatures["bleu"] and "nrefs:var" in found.signatures["chrf"]


def test_wrong_answers_say_all_about_themselves():
    items, answers = joined()
    wrong = measure(items, answers, CUTTING).wrong
    assert [(w.place, w.source, w.answer, w.edits, w.rank) for w in wrong] == [
        (2, "rød", "r d", 1, 2),
        (4, "add", "d d d", 2, None),
    ]
    assert wrong[0].references == ("r ø d",)
    assert wrong[0].log_probability == -2.0


def test_parts_by_length_and_by_what_was_seen():
    items, answers = joined()
    found = measure(items, answers, CUTTING)
    lengths = [(g.shortest, g.longest, g.items, g.accuracy) for g in found.by_length]
    assert lengths == [(1, 1, 1, 1.0), (3, 3, 2, 0.0), (4, 4, 1, 1.0)]
    assert found.by_length[1].symbol_error_rate == 3 / 5
    assert [(g.seen, g.items, g.accuracy) for g in found.by_seen] == [
        (True, 3, 2 / 3), (False, 1, 0.0),
    ]  # fmt: skip


def test_confusions_count_over_the_nearest_references():
    items, answers = joined()
    found = measure(items, answers, CUTTING).confusions
    told = {(one.kind, one.expected, one.written, one.times, one.of) for one in found}
    assert told == {
        ("deletion", "ø", None, 1, 1),
        ("substitution", "æ", "d", 1, 1),
        ("insertion", None, "d", 1, None),
    }


def test_one_right_answer_is_enough_for_top_1():
    items, answers = joined()
    found = measure(items, answers, CUTTING, top_k=1)
    assert found.top_k_accuracy == found.accuracy
    assert found.wrong[0].rank is None


def test_the_worst_first_and_the_surest_of_as_bad():
    items = items_of([Pair("a", "x"), Pair("b", "x x"), Pair("c", "x"), Pair("d", "x")])
    answers = [
        Candidates(("y",), -3.0), Candidates(("z z",), -9.0),
        Candidates(("a\tb",), -1.0), Candidates(("y",), None),
    ]  # fmt: skip
    wrong = measure(items, answers, CUTTING).wrong
    assert [one.source for one in worst_first(wrong)] == ["c", "b", "a", "d"]
    assert errors_table(wrong) == (
        "edits\tlog_probability\tsource\treference\tanswer\n"
        "2\t-1.0000\tc\tx\ta\\tb\n"
        "2\t-9.0000\tb\tx x\tz z\n"
        "1\t-3.0000\ta\tx\ty\n"
        "1\t-\td\tx\ty\n"
    )


def test_beside_another_model():
    items, answers = joined()
    better = [*answers[:3], Candidates(("æ d",))]
    found = measure(items, answers, CUTTING, against=better, other_name="better").against
    assert found.name == "better"
    assert found.measures.accuracy == 3 / 4
    assert found.differences["accuracy"].difference == 1 / 4
    assert found.differences["accuracy"].p_value == 1.0
    assert found.differences["symbol_error_rate"].difference == pytest.approx(-2 / 9)
    assert (found.only_this_right, found.only_other_right) == (0, 1)
    assert set(found.differences) == set(MEASURES)
    assert found.differences["bleu"] is None  # no reference has four phones
    assert {one.better for one in found.differences.values() if one} == {"other"}
    back = measure(items, better, CUTTING, against=answers).against.differences
    assert {one.better for one in back.values() if one} == {"this"}
    same = measure(items, answers, CUTTING, against=answers).against.differences
    assert {one.better for one in same.values() if one} == {"neither"}


def test_the_report_survives_json():
    items, answers = joined()
    data = msgspec.json.decode(msgspec.json.encode(measure(items, answers, CUTTING)))
    assert data["bleu"] is None and data["intervals"]["bleu"] is None
    for name in MEASURES:
        assert name in data["counts"]
        if data[name] is None:
            continue
        low, high = data["intervals"][name]
        assert low <= data[name] <= high


def test_nothing_and_uneven_lists_are_refused():
    for items, answers in (([], []), (items_of(PAIRS), ANSWERS[:4])):
        with pytest.raises(ValueError, match="cannot be measured"):
            measure(items, answers, CUTTING)


def test_what_is_seen_is_what_the_source_vocabulary_holds():
    """An open vocabulary reads `ø` as unknown; its `<unk>` does not make it seen."""
    text = msgspec.structs.replace(small_recipe().text, source="characters", target="words")
    codec = Codec(text, Vocabulary("abc", is_open=True), Vocabulary(["x", "y"], is_open=True))
    cutting = cutting_of(codec)
    assert [cutting.is_known(source) for source in ("abca", "aø", "")] == [True, False, True]
    assert list(cutting.source("aø")) == ["a", "ø"]
    assert list(cutting.target("x øx")) == ["x", "øx"]


def test_measuring_needs_no_network():
    """Saved answers can be measured where torch is not installed."""
    program = (
        "import sys; import seq2see.evaluation.measure, seq2see.evaluation.saved; "
        "sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


texts = st.text("ab ", max_size=5)


@given(st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=6), st.randoms())
def test_order_changes_no_figure(cases, random):
    """Bar intervals, whose draws are by place."""

    def figures(some):
        items = items_of([Pair(source, target) for source, target, _ in some])
        found = measure(items, [Candidates((answer,)) for *_, answer in some], CUTTING)
        return {name: getattr(found, name) for name in MEASURES}

    before = figures(cases)
    random.shuffle(cases)
    assert figures(cases) == pytest.approx(before)
    assert before["accuracy"] == sum(t == a for _, t, a in cases) / len(cases)
