"""`seq2see predict` with JSON lines, prefixes, samples, limits and several models."""

import json

import pytest

OBJECTS = (
    '{"id": 7, "source": "42", "note": {"b": [1,  2.50], "a": null}}\n'
    "\n"
    '{"source": " ", "id": 1e400}\n'
    '{"text": "é", "source": "7", "prefix": "six"}\n'
)


def rows(found):
    return [json.loads(row) for row in found.out.splitlines() if row]


def test_json_lines_come_back_with_all_their_fields(seq2see, trained_directory, trained, lines):
    found = seq2see("predict", trained_directory, lines(OBJECTS, "some.jsonl"))
    assert (found.status, found.err) == (0, "")
    first, blank, empty, prefixed = found.out.split("\n")[:4]
    # Untouched: as they were written, in order, before what the answer adds.
    assert first.startswith('{"id":7,"source":"42","note":{"b": [1,  2.50], "a": null},"answer":')
    assert blank == ""
    assert empty.startswith('{"source":" ","id":1e400,"answer":"","hypotheses":[]')
    assert json.loads(first)["answer"] == trained.predict(["42"])[0]
    assert json.loads(first)["hypotheses"][0]["finished"] is True
    assert json.loads(prefixed)["answer"].split()[0] == "six"
    assert list(json.loads(prefixed)) == [
        "text", "source", "prefix", "answer", "hypotheses", "longer_than_training",
        "unknown_symbols",
    ]  # fmt: skip


@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_json_that_is_read_as_text_is_told(seq2see, trained_directory, stream):
    line = b'{"source": "42"}\n'
    found = seq2see("predict", trained_directory, *stream, stdin=line)
    assert found.status == 2
    assert "standard input, line 1: a JSON object, read as text; --input jsonl reads" in found.said
    said = seq2see("predict", trained_directory, *stream, "--input", "text", stdin=line).said
    assert "--input jsonl" not in said
    assert "JSON" not in seq2see("predict", trained_directory, *stream, stdin=b"42\n").said
    assert seq2see("predict", trained_directory, "--input", "jsonl", stdin=line).err == ""


def test_another_field_may_hold_the_source(seq2see, trained_directory, trained, lines):
    file = lines('{"n": "42", "source": "a book"}\n')
    given = ["--input", "jsonl", "--source-key", "n"]
    found = seq2see("predict", trained_directory, file, *given)
    assert rows(found)[0]["source"] == "a book"
    assert rows(found)[0]["answer"] == trained.predict(["42"])[0]
    as_text = seq2see("predict", trained_directory, file, *given, "--format", "text")
    assert as_text.out == trained.predict(["42"])[0] + "\n"


def test_every_bad_json_line_is_listed(seq2see, trained_directory, lines):
    file = lines(
        '{"source": "42"\n["42"]\n{"text": "42"}\n{"source": 42}\n{"source": "7"}\n'
        '{"source": "7", "answer": "seven"}\n{"source": "x"}\n'
        '{"source": "7", "prefix": "hundert"}\n{"source": "7", "prefix": ["six"]}\n',
        "bad.jsonl",
    )
    found = seq2see("predict", trained_directory, file)
    assert (found.status, found.out) == (2, "")
    assert "8 lines cannot be read:" in found.said
    for number, what in [
        (1, ": no JSON: "),
        (2, ": expected a JSON object"),
        (3, ": no field 'source'; there are 'text'"),
        (4, ": field 'source': expected a text in quotes"),
        (6, ": has a field 'answer', the name of what the answer adds"),
        (7, ": symbol 1, 'x', is not in the vocabulary"),
        (8, ", prefix: symbol 1, 'hundert', is not in the vocabulary"),
        (9, ": field 'prefix': expected a text in quotes"),
    ]:
        assert f"{file}, line {number}{what}" in found.said
    assert "line 5" not in found.said


def test_a_stream_of_json_lines(seq2see, trained_directory, trained):
    given = b'{"source": "42", "id": 1}\nno\n\n{"source": "7", "id": 2}\n'
    found = seq2see("predict", trained_directory, "--stream", "--input", "jsonl", stdin=given)
    assert found.status == 2
    assert "line 2: no JSON" in found.said
    first, bad, blank, last = found.out.split("\n")[:4]
    assert (bad, blank) == ("", "")
    assert [json.loads(row)["answer"] for row in (first, last)] == trained.predict(["42", "7"])


def test_prefixes_from_a_file(seq2see, trained_directory, trained, lines):
    file, prefixes = lines("42\n7\n\n"), lines("six\n\n\n", "prefixes.txt")
    found = seq2see("predict", trained_directory, file, "--prefix", prefixes)
    wanted = trained.answer(["42", "7", ""], prefixes=["six", "", ""])
    assert found.out.split("\n") == [*(one.answer for one in wanted), ""]
    beam = seq2see("predict", trained_directory, file, "--prefix", prefixes, "--beam", "3")
    assert beam.out.split()[0] == "six"


def test_prefixes_that_cannot_be(seq2see, trained_directory, lines):
    file = lines("42\n7\n")
    few = lines("six\n", "few.txt")
    found = seq2see("predict", trained_directory, file, "--prefix", few)
    assert (found.status, found.out) == (2, "")
    assert f"{few}: 1 lines, but {file} has 2." in found.said
    bad = lines("hundert\nsix six\n", "bad.txt")
    found = seq2see("predict", trained_directory, file, "--prefix", bad, "--longest", "2")
    assert (found.status, found.out) == (2, "")
    assert f"{bad}, line 1: symbol 1, 'hundert', is not in" in found.said
    assert f"{bad}, line 2: 2 symbols, the limit is 1" in found.said
    found = seq2see("predict", trained_directory, file, "--input", "jsonl", "--prefix", bad)
    assert 'have their prefixes in a field "prefix"' in found.said
    assert "standard input holds the lines" in seq2see(
        "predict", trained_directory, "--prefix", "-"
    ).said  # fmt: skip


def test_out_never_is_the_file_of_prefixes(seq2see, trained_directory, lines):
    file, prefixes = lines("42\n"), lines("six\n", "prefixes.txt")
    found = seq2see("predict", trained_directory, file, "--prefix", prefixes, "--out", prefixes)
    assert found.status == 2
    assert "is the file of prefixes; nothing was touched" in found.said
    assert prefixes.read_text() == "six\n"


def test_samples(seq2see, trained_directory, lines):
    file = lines("42\n\n7\n42\n")
    given = ["predict", trained_directory, file, "--sample", "3", "--temperature", "2"]
    found = seq2see(*given, "--seed", "5")
    table = [row.split("\t") for row in found.out.splitlines()]
    assert [row[:2] for row in table] == [[n, r] for n in "134" for r in "123"]
    assert [row[2:] for row in table[:3]] == [row[2:] for row in table[6:]]
    assert seq2see(*given, "--seed", "5").out == found.out
    assert seq2see(*given, "--seed", "6").out != found.out
    one = seq2see("predict", trained_directory, file, "--sample", "1", "--top-k", "1")
    assert one.out == seq2see("predict", trained_directory, file, "--beam", "1").out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--sample", "2", "--beam", "2"], "--sample draws answers, --beam searches"),
        (["--sample", "2", "--n-best", "2"], "--sample draws answers, --n-best searches"),
        (["--top-k", "2", "--seed", "1"], "--top-k, --seed: nothing is drawn. Add --sample N."),
        (["--sample", "1", "--temperature", "0"], "--temperature 0.0: expected a number above 0."),
        (["--sample", "1", "--top-p", "1.5"], "--top-p 1.5: expected a number above 0, at most 1"),
    ],
)
def test_options_that_do_not_go_together(seq2see, trained_directory, lines, options, told):
    found = seq2see("predict", trained_directory, lines("42\n"), *options)
    assert (found.status, found.out) == (2, "")
    assert told in found.said


def test_a_limit_of_symbols_and_its_mark(seq2see, trained_directory, lines):
    found = seq2see("predict", trained_directory, lines("99\n"), "--longest", "1")
    assert (found.status, len(found.out.split())) == (0, 1)
    assert "line 1: the answer was cut at 1 symbols" in found.said
    drawn = seq2see(
        "predict", trained_directory, lines("99\n"), "--longest", "1", "--sample", "5"
    )  # fmt: skip
    assert "line 1: 5 of the samples cut at 1 symbols" in drawn.said


@pytest.mark.parametrize("tokens", ["1", "5", "100000"])
def test_batch_tokens_change_no_answer(seq2see, trained_directory, lines, tokens):
    file = lines("".join(f"{number}\n" for number in range(0, 100, 7)))
    wanted = seq2see("predict", trained_directory, file, "--beam", "3").out
    found = seq2see("predict", trained_directory, file, "--beam", "3", "--batch-tokens", tokens)
    assert found.out == wanted


def test_the_scores_that_are_printed_are_the_same_everywhere(seq2see, trained_directory, lines):
    """In text: by predict, whatever the batch, by score, and in the table of errors."""
    file = lines("".join(f"{number}\n" for number in range(0, 100, 7)))
    tables = []
    for tokens in (1, 5, 100000):
        found = seq2see("predict", trained_directory, file, "--beam", 2, "--n-best", 2,
                        "--batch-tokens", tokens)  # fmt: skip
        tables.append([row.split("\t") for row in found.out.splitlines()])
    assert all([row[:2] + row[3:] for row in t] == [row[:2] + row[3:] for row in tables[0]]
               for t in tables)  # fmt: skip
    shown = [row[2] for row in tables[0]]
    pairs = lines("".join(f"{7 * (int(line) - 1)}\t{answer}\n"
                          for line, _, _, answer in tables[0]), "pairs.tsv")  # fmt: skip
    forced = seq2see("score", trained_directory, pairs).out.splitlines()
    for others in (*[[row[2] for row in table] for table in tables], forced):
        assert all(len(one.partition(".")[2]) == 4 for one in others)
        # The last digit may turn where a score lies half-way between two.
        assert all(abs(float(one) - float(other)) < 1.5e-4
                   for one, other in zip(others, shown, strict=True))  # fmt: skip
        assert sum(one != other for one, other in zip(others, shown, strict=True)) <= 2


def test_several_models_answer_as_one(seq2see, trained_directory, lines):
    file, snapshot = lines("42\n99\n"), trained_directory / "snapshots" / "epoch-2"
    given = ["predict", trained_directory, file, "--format", "jsonl"]
    alone, same = seq2see(*given), seq2see(*given, "--ensemble", trained_directory)
    both = seq2see(*given, "--ensemble", snapshot, "--ensemble", trained_directory)
    assert [row["answer"] for row in rows(same)] == [row["answer"] for row in rows(alone)]
    scores = [[row["hypotheses"][0]["log_probability"] for row in rows(f)] for f in (alone, both)]
    assert scores[0] != pytest.approx(scores[1], abs=1e-3)


def test_a_length_formula(seq2see, trained_directory, lines):
    given = ["predict", trained_directory, lines("42\n"), "--format", "jsonl"]
    found = seq2see(*given, "--length-penalty", "1", "--length-formula", "power")
    best = rows(found)[0]["hypotheses"][0]
    length = len(best["text"].split()) + 1
    assert best["ranking_score"] == pytest.approx(best["log_probability"] / length)


def test_what_predict_wrote_can_be_answered_and_measured_again(
    seq2see, trained_directory, trained, lines
):
    given = [{"id": 1, "source": "7", "target": "seven"}, {"id": 2, "source": "42", "target": "x"}]
    pairs = lines("\n\n".join(map(json.dumps, given)) + "\n", "pairs.jsonl")
    once = seq2see("predict", trained_directory, pairs, "--format", "jsonl")
    again = seq2see("predict", trained_directory, "--input", "jsonl", stdin=once.out.encode())
    assert (again.status, again.out) == (0, once.out)
    wider = seq2see("predict", trained_directory, "--input", "jsonl", "--beam", 3, "--n-best", 3,
                    stdin=once.out.encode())  # fmt: skip
    assert [len(json.loads(line)["hypotheses"]) for line in wider.out.split("\n\n")] == [3, 3]
    saved = lines(once.out, "answers.txt")
    for name in (pairs, lines(once.out, "once.jsonl")):
        for arguments in ([], ["--predictions", saved]):
            found = seq2see("evaluate", trained_directory, name, "--json", *arguments)
            assert found.status == 0, found.err
            assert json.loads(found.out)["pairs"] == 2
    own = seq2see("predict", trained_directory, "--input", "jsonl",
                  stdin=b'{"source": "7", "answer": "mine"}\n')  # fmt: skip
    assert own.status == 2
    assert "has a field 'answer', the name of what the answer adds; rename it" in own.said
