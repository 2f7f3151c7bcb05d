"""`seq2see evaluate` beyond accuracy: what it prints, writes and refuses."""

import json
import re

import pytest

from seq2see.text.numerals import read_aloud

NUMBERS = [*range(0, 100, 3), 8]


@pytest.fixture
def file(lines):
    return lines("".join(f"{number}\t{read_aloud(number)}\n" for number in NUMBERS), "pairs.tsv")


def test_json_holds_every_measure(seq2see, trained_directory, file):
    found = seq2see("evaluate", trained_directory, file, "--json", "--beam", 3)
    data = json.loads(found.out)
    for name in ("accuracy", "top_k_accuracy", "symbol_error_rate", "word_error_rate"):
        low, high = data["intervals"][name]
        assert 0 <= low <= data[name] <= high
    assert data["bleu"] is None and 0 <= data["chrf"] <= 100  # no number has four words
    assert data["accuracy"] <= data["top_k_accuracy"]
    assert data["top_k"] == 3
    assert data["signatures"]["bleu"].startswith("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|")
    assert sum(group["items"] for group in data["by_length"]) == len(NUMBERS)


def test_the_terminal_shows_them_too(seq2see, trained_directory, file):
    told = seq2see("evaluate", trained_directory, file, "--beam", 3).told
    for part in ("symbol error rate", "word error rate", "top-3 accuracy", "1 - accuracy", "chrF",
                 "chrF: nrefs:1|", "source symbols", "95 % interval"):  # fmt: skip
        assert part in told
    assert "symbol unseen" not in told


def test_errors_go_to_a_file(seq2see, trained_directory, file, tmp_path):
    found = seq2see("evaluate", trained_directory, file, "--json", "--errors", tmp_path / "e.tsv")
    head, *rows = (tmp_path / "e.tsv").read_text().splitlines()
    assert head.split("\t") == ["edits", "log_probability", "source", "reference", "answer"]
    wrong = json.loads(found.out)["wrong"]
    assert sorted(row.split("\t")[2] for row in rows) == sorted(one["source"] for one in wrong)
    edits = [int(row.split("\t")[0]) for row in rows]
    assert edits == sorted(edits, reverse=True)
    assert f"{len(wrong)} wrong answers are in" in found.said


def test_a_second_model_beside_it(seq2see, trained_directory, file):
    early = trained_directory / "snapshots" / "epoch-2"
    found = seq2see("evaluate", trained_directory, file, "--json", "--against", early)
    other = json.loads(found.out)["against"]
    alone = json.loads(seq2see("evaluate", early, file, "--json").out)
    assert other["name"] == str(early)
    assert other["measures"]["accuracy"] == alone["accuracy"]
    assert other["measures"]["intervals"] == alone["intervals"]
    assert other["differences"]["accuracy"]["difference"] < 0
    assert other["differences"]["accuracy"]["p_value"] < 0.05
    told = seq2see("evaluate", trained_directory, file, "--against", early).told
    assert "approximate randomisation" in told and "only this one is right" in told
    assert re.search(r"this other differs 95 % interval p better", told)
    assert re.search(r"accuracy \S+ \S+ -\S+ .* 0\.0\d+ this symbol error rate \S+ \S+ \+", told)
    assert f"other is {early}" in told


def test_bleu_of_single_words_is_not_defined(seq2see, trained_directory, lines):
    file = lines("1\tone\n2\ttwo\n")
    assert "BLEU - - no reference of 4 words" in seq2see(
        "evaluate", trained_directory, file).told  # fmt: skip
    assert json.loads(seq2see("evaluate", trained_directory, file, "--json").out)["bleu"] is None


def test_saved_answers_instead_of_a_model(seq2see, trained_directory, file, lines, tmp_path):
    sources = lines("".join(f"{number}\n" for number in NUMBERS), "sources.txt")
    for name, more in (("a.txt", []), ("a.jsonl", ["--format", "jsonl", "--n-best", 2])):
        out = tmp_path / name
        seq2see("predict", trained_directory, sources, "--out", out, "--beam", 2, *more)
        saved = seq2see("evaluate", trained_directory, file, "--predictions", out, "--json")
        asked = seq2see("evaluate", trained_directory, file, "--beam", 2, "--json")
        theirs, ours = json.loads(saved.out), json.loads(asked.out)
        for key in ("accuracy", "symbol_error_rate", "bleu", "chrf"):
            assert theirs[key] == ours[key]
            assert theirs["intervals"][key] == ours["intervals"][key]
    assert theirs["top_k_accuracy"] == ours["top_k_accuracy"]
    beside = seq2see("evaluate", trained_directory, file, "--beam", 2, "--against", out, "--json")
    differences = json.loads(beside.out)["against"]["differences"]
    assert differences["chrf"] == {
        "difference": 0.0,
        "interval": [0.0, 0.0],
        "p_value": 1.0,
        "better": "neither",
    }


def test_several_right_answers(seq2see, trained_directory, trained, lines):
    answer = trained.predict(["42"])[0]
    file = lines(f"42\tno such answer\n42\t{answer}\n7\twrong\n")
    found = seq2see("evaluate", trained_directory, file, "--several-references")
    assert "accuracy 50.00%: 1 of 2 sources of 3 pairs are right" in found.told
    assert "accuracy 33.33%: 1 of 3 pairs" in seq2see("evaluate", trained_directory, file).told


def test_what_looks_like_markup_is_text(seq2see, trained_directory, lines):
    told = seq2see("evaluate", trained_directory, lines("42\t[red]x[/]\n")).told
    assert "(expected: [red]x[/])" in told


def test_mistakes_end_with_status_2(seq2see, trained_directory, file, lines, tmp_path):
    short = lines("one\n", "short.txt")
    saved = lines("x\n" * len(NUMBERS), "saved.txt")
    for more, said in (
        (["--top-k", 3], "3 hypotheses a line cannot come from a beam of 1"),
        (["--predictions", short], "holds 1 answers, expected one for each of 35 pairs"),
        (["--predictions", saved, "--top-k", 2], "at most 1 answer a line, expected 2"),
        (["--predictions", saved, "--beam", 2], "--beam searches for answers"),
        (["--predictions", tmp_path / "none"], "cannot be read"),
        (["--against", tmp_path / "none"], "none"),
        (["--errors", file], "is a file to read; nothing was touched"),
        (["--bleu-tokenize", "x"], "'x'"),
    ):
        found = seq2see("evaluate", trained_directory, file, *more)
        assert (found.status, found.out) == (2, "")
        assert said in found.said
    assert file.read_text().startswith("0\tzero\n")
