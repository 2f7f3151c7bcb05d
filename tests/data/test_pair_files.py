"""Pairs from files of every layout: nothing slips, and everything that is wrong is listed."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seq2see.core.errors import InputError, InputWarning
from seq2see.core.recipe_file import load_recipe
from seq2see.data.pair import Pair
from seq2see.data.pair_files import Layout, read_given_pairs, read_pair_file


@pytest.fixture
def file(tmp_path):
    """A function: a file that holds these bytes, as a name."""

    def written(content, name="pairs.tsv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return written


def read_pairs(name):
    """As a file to measure on or to score."""
    return read_pair_file(name, "", Layout(), blank_source=True).pairs


def problems_of(read, name):
    with pytest.raises(InputError) as caught:
        read()
    return [problem.removeprefix(name) for problem in caught.value.problems]


def test_without_a_layout_source_tab_target_and_the_rest_is_not_read(file):
    name = file(b"1\tone\n 2 \ttwo words\tmore\tcolumns\n \tthree\n\t\n")
    assert read_pairs(name) == [Pair("1", "one"), Pair(" 2 ", "two words"), Pair(" ", "three")]


def test_every_line_without_a_tab_is_listed(file):
    name = file(b"1\tone\n2 two\n\n3\tthree\nx\n")
    assert problems_of(lambda: read_pairs(name), name) == [  # a blank one is no pair
        ", line 2: no tab between source and target",
        ", line 5: no tab between source and target",
    ]


def test_a_file_without_a_pair_is_a_mistake(file):
    with pytest.raises(InputError, match="holds no pair"):
        read_pairs(file(b""))
    with pytest.raises(InputError, match="holds no pair"):
        read_pair_file(file(b"\n\n \n"), "", Layout())


def test_columns_by_number_with_features(file):
    name = file("take\ttook\tV;PST\nfeed\tfed\tV;PST\n")
    found = read_pair_file(name, "", Layout(features="3"))
    assert found.pairs == [Pair("take\tV;PST", "took"), Pair("feed\tV;PST", "fed")]
    assert found.lines == [1, 2]


def test_columns_by_name(file):
    name = file("id\tform\tlemma\n7\ttook\ttake\n\n8\tfed\tfeed\n")
    layout = Layout(header=True, source="lemma", target="form")
    found = read_pair_file(name, "", layout)
    assert found.pairs == [Pair("take", "took"), Pair("feed", "fed")]
    assert found.lines == [2, 4]
    with pytest.raises(
        InputError, match=r"no column 'lema' \(did you mean lemma\?\); there are id"
    ):
        read_pair_file(name, "", Layout(header=True, source="lema", target="form"))
    with pytest.raises(InputError, match=r"column 'lemma' is no number"):
        read_pair_file(name, "", Layout(source="lemma"))


def test_what_is_wrong_in_columns_is_listed_at_once(file):
    name = file("a\tb\tV\nc\td\n \te\tV\nf\t\tV\nfine\tg\tV\nno tab\n")
    assert problems_of(lambda: read_pair_file(name, "", Layout(features="3")), name) == [
        ", line 2: 2 columns, column 3 is missing",
        ", line 3: the source is blank",
        ", line 4: the target is blank",
        ", line 6: no tab between source and target",
    ]


def test_parallel_text_line_by_line(file):
    english, german = file("a b\n\nc\r\nd\u2028e", "x.en"), file("A B\n\nC\nD", "x.de")
    found = read_pair_file(english, german, Layout("parallel"))
    assert found.pairs == [Pair("a b", "A B"), Pair("c", "C"), Pair("d\u2028e", "D")]
    assert found.lines == [1, 3, 4]


def test_parallel_text_of_different_lengths_is_refused_with_both_counts(file):
    english, german = file("a\nb\nc\n", "x.en"), file("A\nB\n", "x.de")
    with pytest.raises(InputError, match=r"x\.en has 3 lines, .*x\.de has 2"):
        read_pair_file(english, german, Layout("parallel"))


def test_parallel_text_blank_on_one_side(file):
    english, german = file("a\n\nc\n", "x.en"), file("A\nB\n \n", "x.de")
    with pytest.raises(InputError) as caught:
        read_pair_file(english, german, Layout("parallel"))
    assert caught.value.problems == (
        f"{english}, line 2: the source is blank",
        f"{german}, line 3: the target is blank",
    )


def test_json_lines(file):
    name = file('{"source": "a\\tb", "target": "c", "more": [1]}\n\n{"target":"e","source":"d"}\n')
    assert read_pair_file(name, "", Layout("jsonl")).pairs == [Pair("a\tb", "c"), Pair("d", "e")]
    named = Layout("jsonl", source="en", target="de", features="tags")
    name = file('{"en": "go", "de": "geht", "tags": "V;3"}\n')
    assert read_pair_file(name, "", named).pairs == [Pair("go\tV;3", "geht")]


def test_what_is_wrong_in_json_lines_is_listed_at_once(file):
    name = file('{"source": "a"}\n{"source": 1, "target": "b"}\n[1]\n{"sorce":"a","target":"b"}\n{')
    found = problems_of(lambda: read_pair_file(name, "", Layout("jsonl")), name)
    assert found[0] == ", line 1: no key 'target'; there are source"
    assert found[1] == ", line 2: 'source' is not a text"
    assert found[2].startswith(", line 3: Expected `object`")
    assert found[3] == ", line 4: no key 'source' (did you mean sorce?); there are sorce, target"
    assert found[4].startswith(", line 5: Input data was truncated")


def test_a_packed_file_is_read_like_a_plain_one(file):
    assert read_pairs(file(gzip.compress(b"1\tone\n"), "x.gz")) == [Pair("1", "one")]


TEXT = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\n\t\r\ufeff"), min_size=1
).filter(str.strip)


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=9))
def test_pairs_never_slip_against_each_other(tmp_path_factory, pairs):
    folder = tmp_path_factory.mktemp("any")
    wanted = [Pair(*pair) for pair in pairs]
    (folder / "x.tsv").write_bytes("".join(f"{s}\t{t}\n" for s, t in pairs).encode())
    (folder / "x.s").write_bytes("\n".join(s for s, _ in pairs).encode())
    (folder / "x.t").write_bytes("\r\n".join(t for _, t in pairs).encode())
    assert read_pairs(str(folder / "x.tsv")) == wanted
    read = read_pair_file(str(folder / "x.s"), str(folder / "x.t"), Layout("parallel"))
    assert read.pairs == wanted


@given(st.binary(max_size=200), st.sampled_from(["columns", "jsonl"]), st.booleans())
def test_any_bytes_are_read_or_refused_in_words(tmp_path_factory, content, kind, header):
    path = tmp_path_factory.mktemp("any") / "pairs"
    path.write_bytes(content)
    try:
        found = read_pair_file(str(path), "", Layout(kind, header=header))
    except InputError as error:
        assert str(error)
    else:
        assert len(found.pairs) == len(found.lines) > 0


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_what_cannot_be_the_name_of_a_file_is_refused_in_words(name):
    with pytest.raises(InputError, match="cannot be the name of a file"):
        read_pairs(name)


def test_a_column_with_thousands_of_digits_and_objects_without_end(file):
    with pytest.raises(InputError, match="is no number"):
        read_pair_file(file("a\tb\n"), "", Layout(source="9" * 5000))
    name = file('{"source": ' + "[" * 5000 + "\n")
    assert len(problems_of(lambda: read_pair_file(name, "", Layout("jsonl")), name)) == 1


@pytest.mark.parametrize(
    "head",
    ["source\ttarget", "Word\tPron", "lemma\tform\tfeatures", "English\tGerman", "src_text\t# tgt"],
)
def test_a_first_line_of_names_is_told(file, head):
    name = file(f"{head}\na\tb\tV\n")
    with pytest.warns(InputWarning, match=r"line 1: .* look like names of columns.*task\.header"):
        found = read_pair_file(name, "", Layout())
    assert len(found.pairs) == 2
    names = head.split("\t")
    whole = read_pair_file(name, "", Layout(header=True, source=names[0], target=names[1]))
    assert whole.pairs == [Pair("a", "b")]


@pytest.mark.parametrize(
    "first", ["form\tform", "word\tWord", "walk\tform", "a\tA", "word\tw ɜː d"]
)
def test_a_first_line_that_is_a_pair_is_not(file, first):
    assert len(read_pair_file(file(f"{first}\nsource\ttarget\n"), "", Layout()).pairs) == 2


def test_names_above_parallel_text_are_told(file):
    sources, targets = file("en\na\n", "x.en"), file("de\nb\n", "x.de")
    with pytest.warns(InputWarning, match="take the line out of both"):
        read_pair_file(sources, targets, Layout("parallel"))


def test_blank_lines_are_passed_over_and_counted_in_every_layout(file):
    columns = read_pair_file(file("a\tb\n\n \t\nc\td\n\n"), "", Layout(), blank_source=True)
    parallel = read_pair_file(file("a\n\n\nc\n\n", "s"), file("b\n\n\nd\n \n", "t"),
                              Layout("parallel"), blank_source=True)  # fmt: skip
    objects = [f'{{"source": "{a}", "target": "{b}"}}' for a, b in ("ab", "cd")]
    json = read_pair_file(file(f"{objects[0]}\n\n\n{objects[1]}\n\n", "x.jsonl"), "",
                          Layout("jsonl"), blank_source=True)  # fmt: skip
    for found in (columns, parallel, json):
        assert found.pairs == [Pair("a", "b"), Pair("c", "d")]
        assert (found.lines, found.first, found.last) == ([1, 4], 1, 5)


def test_json_lines_to_measure_on_whatever_the_recipe_learned_from(file):
    name = file('{"source": "walk", "features": "V;PST", "target": "walked"}\n'
                '{"source": "go\\tV;PST", "answer": "goed", "target": "went"}\n',
                "x.jsonl")  # fmt: skip
    found = read_given_pairs(name, None, load_recipe("inflection"))
    assert found.pairs == [Pair("walk\tV;PST", "walked"), Pair("go\tV;PST", "went")]
