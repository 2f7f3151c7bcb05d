"""Saved answers give the figures that answering gave; batches change none."""

from functools import partial

import msgspec
import pytest

from seq2see.core.errors import InputError
from seq2see.data.pair import Pair
from seq2see.data.pair_files import Layout, read_pair_file
from seq2see.decoding.decode import decode
from seq2see.evaluation import answering
from seq2see.evaluation.saved import SourceKeys, check_equal_sources, read_saved
from seq2see.text.numerals import read_aloud

NUMBERS = [*range(100), 7, 42]
PAIRS = [Pair(str(number), read_aloud(number)) for number in NUMBERS]


def without_scores(report):
    data = msgspec.to_builtins(report)
    for wrong in data["wrong"]:
        del wrong["log_probability"]
    return data


def test_batches_change_no_figure(trained, monkeypatch):
    """One by one, in sevens, all at once: each figure, interval and wrong answer is the same."""
    reports = []
    for size in (1, 7, 128):
        monkeypatch.setattr(answering, "decode", partial(decode, batch=size))
        reports.append(trained.measure(PAIRS, beam=3))
    first, *others = map(without_scores, reports)
    assert 0 < first["accuracy"] < 1
    assert all(other == first for other in others)


def test_saved_as_text(trained, tmp_path):
    found = trained.measure(PAIRS)
    answers = trained.predict([pair.source for pair in PAIRS])
    file = tmp_path / "answers.txt"
    file.write_text("".join(f"{answer}\n" for answer in answers))
    again = trained.measure(PAIRS, read_saved(str(file), PAIRS))
    assert without_scores(again) == without_scores(found)


def test_saved_as_json_lines(trained, tmp_path):
    """The n best and the log-probabilities are kept too."""
    found = trained.measure(PAIRS, beam=3)
    answers = trained.answer([pair.source for pair in PAIRS], beam=3, n_best=3)
    file = tmp_path / "answers.jsonl"
    file.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in answers))
    again = trained.measure(PAIRS, read_saved(str(file), PAIRS))
    assert found.top_k_accuracy > found.accuracy
    assert without_scores(again) == without_scores(found)
    assert [w.log_probability for w in again.wrong] == pytest.approx(
        [w.log_probability for w in found.wrong], abs=1e-4
    )


def test_equal_sources_are_asked_once(trained):
    told = []
    found = trained.candidates(["42", "7", "", "42"], beam=2, done=told.append)
    assert sum(told) == 2
    assert found[0] == found[3] and len(found[0].texts) == 2
    assert found[2].texts == ("",)


def test_quick_and_full_agree(trained):
    quick, full = trained.evaluate(PAIRS, beam=2), trained.measure(PAIRS, beam=2)
    assert quick.accuracy == full.accuracy
    assert [w.source for w in quick.wrong] == [w.source for w in full.wrong]


def test_bad_lines_are_all_listed(tmp_path):
    pairs = [Pair("1", "one"), Pair("2", "two"), Pair("3", "three")]
    text = tmp_path / "two.txt"
    text.write_text("one\ntwo\n")
    with pytest.raises(InputError, match="holds 2 answers, expected one for each of 3 pairs"):
        read_saved(str(text), pairs)
    file = tmp_path / "bad.jsonl"
    file.write_text('{"answer": "one"}\n{"answer": "two", "source": "7"}\n[]\n')
    with pytest.raises(InputError) as caught:
        read_saved(str(file), pairs)
    assert "line 2: answers '7', the pair asks '2'" in str(caught.value)
    assert "line 3: Expected `object`" in str(caught.value)


def test_one_source_with_two_answers_cannot_be_joined(tmp_path):
    pairs = [Pair("read", "a"), Pair("x", "y"), Pair("read", "b")]
    file = tmp_path / "answers.txt"
    file.write_text("a\ny\nb\n")
    found = read_saved(str(file), pairs)
    with pytest.raises(InputError, match="line 3: 'b' answers the same source as line 1"):
        check_equal_sources(found, pairs, str(file))


@pytest.mark.parametrize(
    "answers", ["A\nC\n", "A\n\nC\n\n", "NAME\nA\n\nC\n\n"], ids=["pairs", "lines", "header"]
)
def test_answers_to_blank_lines_and_to_a_header_are_passed_over(tmp_path, answers):
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("word\tpron\na\tA\n\nc\tC\n\n")
    file = read_pair_file(str(pairs), "", Layout(header=True), blank_source=True)
    saved = tmp_path / "answers.txt"
    saved.write_text(answers)
    assert [one.answer for one in read_saved(str(saved), file.pairs, file=file)] == ["A", "C"]
    saved.write_text("A\n\nC\n\n\n\n\n")
    with pytest.raises(InputError, match="holds 7 answers, expected one for each of 2 pairs"):
        read_saved(str(saved), file.pairs, file=file)


def test_json_lines_are_known_by_what_they_hold(tmp_path):
    """A file of another name, features in a field of their own, and the recipe's own keys."""
    pairs = [Pair("walk\tV;PST", "walked"), Pair("", ""), Pair("go\tV;PST", "went")]
    saved = tmp_path / "answers.txt"
    lines = ['{"lemma":"walk","source":"a book","tags":"V;PST","answer":"walked","hypotheses":[]}',
             "", '{"source":"go\\tV;PST","answer":"goed","hypotheses":[]}']  # fmt: skip
    saved.write_text("".join(f"{line}\n" for line in lines))
    keys = SourceKeys("lemma", "tags")
    found = read_saved(str(saved), pairs, keys=keys)
    assert [one.answer for one in found] == ["walked", "", "goed"]
    saved.write_text("".join(f"{line}\n" for line in reversed(lines)))
    with pytest.raises(InputError, match=r"answers 'walk.+PST', the pair asks 'go.+PST'"):
        read_saved(str(saved), pairs, keys=keys)
