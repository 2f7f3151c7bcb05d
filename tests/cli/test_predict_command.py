"""`seq2see predict`."""

import json

import pytest

BAD = "42\nfour\n\n４２\n-7\n4 2\n 7\n7 \n3.5\n0x1\n99\n" + "1" * 65 + "\n"


def test_one_line_for_each_line_in_order(seq2see, trained_directory, trained, lines):
    numbers = ["99", "1", "42", "42", "10"]
    found = seq2see("predict", trained_directory, lines("\n".join(numbers)))
    assert found.status == 0
    assert found.out.splitlines() == trained.predict(numbers)
    assert found.err == ""


def test_standard_input_is_the_default(seq2see, trained_directory, trained):
    wanted = "".join(f"{answer}\n" for answer in trained.predict(["7", "42"]))
    for name in ([], ["-"]):
        assert seq2see("predict", trained_directory, *name, stdin=b"7\r\n42").out == wanted


def test_blank_lines_give_empty_lines(seq2see, trained_directory, trained, lines):
    found = seq2see("predict", trained_directory, lines("\n7\n \n\u3000\n\t\n"))
    assert found.out == f"\n{trained.predict(['7'])[0]}\n\n\n\n"


def test_no_line_gives_no_line(seq2see, trained_directory):
    assert seq2see("predict", trained_directory) == (0, "", "")


@pytest.mark.parametrize("to_file", [False, True])
def test_all_bad_lines_are_listed_and_nothing_is_written(
    seq2see, trained_directory, lines, tmp_path, to_file
):
    out = tmp_path / "out.txt"
    out.write_text("as it was")
    file = lines(BAD)
    found = seq2see("predict", trained_directory, file, *(["--out", out] if to_file else []))
    assert found.status == 2
    assert found.out == ""
    assert out.read_text() == "as it was"
    assert "9 lines cannot be read:" in found.said
    for number, what in [
        (2, "symbol 1, 'f', is not in the vocabulary"),
        (4, "symbol 1, '４' (U+FF14), is not in the vocabulary"),
        (5, "symbol 1, '-', is not"),
        (6, "symbol 2, ' ', is not"),
        (7, "symbol 1, ' ', is not"),
        (8, "symbol 2, ' ', is not"),
        (9, "symbol 2, '.', is not"),
        (10, "symbol 2, 'x', is not"),
        (12, "65 symbols, the limit is 64"),
    ]:
        assert f"{file}, line {number}: {what}" in found.said
    assert "only these 10: 0 1 2 3 4 5 6 7 8 9" in found.said


def test_a_long_line_is_answered_and_marked(seq2see, trained_directory, lines):
    file = lines("42\n427\n")
    found = seq2see("predict", trained_directory, file)
    assert (found.status, len(found.out.splitlines())) == (0, 2)
    assert "line 2: longer than anything in training (2 symbols)" in found.said
    assert "line 1" not in found.said
    marks = seq2see("predict", trained_directory, file, "--format", "jsonl").out.splitlines()
    assert [json.loads(m)["longer_than_training"] for m in marks] == [False, True]


def test_json_lines_hold_every_hypothesis(seq2see, trained_directory, lines):
    found = seq2see(
        "predict", trained_directory, lines("42\n\n"), "--format", "jsonl", "--beam", "3",
        "--n-best", "3",
    )  # fmt: skip
    answer, blank = map(json.loads, found.out.splitlines())
    assert answer["source"] == "42"
    assert answer["answer"] == answer["hypotheses"][0]["text"]
    assert len(answer["hypotheses"]) == 3
    assert set(answer["hypotheses"][0]) == {
        "text", "log_probability", "ranking_score", "finished",
    }  # fmt: skip
    assert (blank["answer"], blank["hypotheses"]) == ("", [])


def test_n_best_as_text_has_line_rank_score_and_answer(seq2see, trained_directory, lines):
    found = seq2see(
        "predict", trained_directory, lines("42\n\n7\n"), "--beam", "2", "--n-best", "2"
    )
    rows = [row.split("\t") for row in found.out.splitlines()]
    assert [row[:2] for row in rows] == [["1", "1"], ["1", "2"], ["3", "1"], ["3", "2"]]
    assert float(rows[0][2]) >= float(rows[1][2])
    first = seq2see("predict", trained_directory, lines("42\n\n7\n"), "--beam", "2")
    assert first.out.splitlines() == [rows[0][3], "", rows[2][3]]


def test_n_best_above_the_beam_is_a_mistake(seq2see, trained_directory, lines):
    found = seq2see("predict", trained_directory, lines("42\n"), "--n-best", "3", "--beam", "2")
    assert found.status == 2
    assert "3 hypotheses a line cannot come from a beam of 2. Use a beam of 3" in found.said


def test_an_answer_cut_at_the_limit_is_marked(seq2see, trained_directory, tmp_path, lines):
    import shutil

    short = tmp_path / "short"
    shutil.copytree(trained_directory, short)
    recipe = (short / "recipe.toml").read_text()
    (short / "recipe.toml").write_text(recipe.replace("longest_target = 64", "longest_target = 1"))
    found = seq2see("predict", short, lines("42\n"))
    assert found.status == 0
    assert "line 1: the answer was cut at 1 symbols" in found.said
    data = json.loads(seq2see("predict", short, lines("42\n"), "--format", "jsonl").out)
    assert not data["hypotheses"][0]["finished"]


def test_out_holds_what_would_have_been_printed(seq2see, trained_directory, lines, tmp_path):
    file = lines("42\n7\n")
    found = seq2see("predict", trained_directory, file, "--out", tmp_path / "new" / "out.txt")
    assert found == (0, "", "")
    printed = seq2see("predict", trained_directory, file).out
    assert (tmp_path / "new" / "out.txt").read_text() == printed


@pytest.mark.parametrize("out", ["folder", "file/out.txt"])
def test_an_out_that_cannot_be_written_is_named(
    seq2see, trained_directory, lines, tmp_path, out
):  # fmt: skip
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    found = seq2see("predict", trained_directory, lines("42\n"), "--out", tmp_path / out)
    assert found.status == 2
    assert str(tmp_path / out.split("/")[0]) in found.said
    assert ".tmp" not in found.said


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"42\n\xff\n7\xfe\n", "line 3: not UTF-8 at byte 2"), (b"4\x002\n", "'\\x00' (U+0000)")],
)
def test_bytes_that_are_no_text(seq2see, trained_directory, lines, content, told):
    found = seq2see("predict", trained_directory, lines(content))
    assert (found.status, found.out) == (2, "")
    assert told in found.said


@pytest.mark.parametrize("name", ["none.txt", "."])
def test_a_file_that_cannot_be_read(seq2see, trained_directory, tmp_path, name):
    found = seq2see("predict", trained_directory, tmp_path / name)
    assert found.status == 2
    assert "cannot be read:" in found.said


def test_a_stream_answers_line_by_line_and_ends_with_2_after_a_bad_one(
    seq2see, trained_directory, trained
):
    given = "42\nx\n\n\u0664\n427\n".encode() + b"\xff\n7"
    found = seq2see("predict", trained_directory, "--stream", stdin=given)
    answers = trained.predict(["42", "427", "7"])
    assert found.out.split("\n") == [answers[0], "", "", "", answers[1], "", answers[2], ""]
    assert found.status == 2
    assert "line 2: symbol 1, 'x', is not in the vocabulary" in found.said
    assert "line 4: symbol 1, '\u0664' (U+0664)" in found.said
    assert "line 5: longer than anything in training" in found.said
    assert "line 6: not UTF-8 at byte 1" in found.said


def test_a_stream_without_a_bad_line_ends_well(seq2see, trained_directory, trained):
    found = seq2see("predict", trained_directory, "--stream", "--format", "jsonl", stdin=b"7\n\n")
    assert found.status == 0
    assert [json.loads(row)["answer"] for row in found.out.splitlines()] == [
        *trained.predict(["7"]), "",
    ]  # fmt: skip


def test_a_stream_takes_no_files(seq2see, trained_directory, lines, tmp_path):
    for more in ([lines("7\n")], ["--out", tmp_path / "out"]):
        found = seq2see("predict", trained_directory, *more, "--stream")
        assert found.status == 2
        assert "--stream reads standard input" in found.said
