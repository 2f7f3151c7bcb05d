"""Bad lines: which, where, and what would be accepted."""

import msgspec
import pytest
from small_models import small_recipe

from seq2see.core.errors import InputError
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.data.tasks import codec_of
from seq2see.text.codec import SHOWN, Codec, describe, is_blank
from seq2see.text.vocabulary import Vocabulary


@pytest.fixture
def codec():
    return codec_of(small_recipe("text.longest_source=5", "text.longest_target=3"))


def test_every_bad_line_is_listed_with_its_number_and_symbol(codec):
    lines = ["42", "4a2", "", "-7", "\u3000", "４２", "1 2", "123456", "9"]
    with pytest.raises(InputError) as caught:
        codec.check_sources(lines, "numbers.txt")
    assert caught.value.what == "5 lines cannot be read:"
    assert list(caught.value.problems) == [
        "numbers.txt, line 2: symbol 2, 'a', is not in the vocabulary",
        "numbers.txt, line 4: symbol 1, '-', is not in the vocabulary",
        "numbers.txt, line 6: symbol 1, '４' (U+FF14), is not in the vocabulary",
        "numbers.txt, line 7: symbol 2, ' ', is not in the vocabulary",
        "numbers.txt, line 8: 6 symbols, the limit is 5",
    ]
    assert "up to 5 characters a line" in caught.value.hint
    assert "only these 10: 0 1 2 3 4 5 6 7 8 9" in caught.value.hint


def test_good_and_blank_lines_are_no_mistake(codec):
    codec.check_sources(["1", "", " ", "\t", "\u3000", "99999"], "f")


def test_one_bad_line_is_not_called_several(codec):
    with pytest.raises(InputError, match="1 line cannot be read:"):
        codec.check_sources(["x"], "f")


def test_many_bad_lines_are_counted(codec):
    with pytest.raises(InputError) as caught:
        codec.check_sources(["x"] * 1000, "f")
    assert caught.value.what == "1000 lines cannot be read:"
    assert len(caught.value.problems) == SHOWN + 1
    assert caught.value.problems[-1] == f"… and {1000 - SHOWN} more"


def test_both_sides_of_pairs_are_checked(codec):
    pairs = [
        ("1", "one"), ("x", "two"), ("2", "tow"), ("y", "z"), ("3", "one two three"), ("4", " "),
    ]  # fmt: skip
    with pytest.raises(InputError) as caught:
        codec.check_pairs(pairs, "f")
    told = [problem.split(":")[0] for problem in caught.value.problems]
    assert told == [
        "f, line 2, source", "f, line 3, target", "f, line 4, source", "f, line 4, target",
        "f, line 5, target", "f, line 6, target",
    ]  # fmt: skip
    assert "3 symbols, the limit is 2" in caught.value.problems[4]
    assert "symbol 1, an empty word" in caught.value.problems[5]


def test_a_pair_with_a_blank_source_or_an_empty_target_can_stand(codec):
    codec.check_pairs([("", "one"), ("  ", "nonsense"), ("1", "")], "f")


def test_an_open_vocabulary_refuses_nothing_but_length():
    section = msgspec.structs.replace(small_recipe().text, longest_source=3)
    codec = Codec(section, Vocabulary("ab", is_open=True), Vocabulary("ab"))
    codec.check_sources(["a", "xyz"], "f")
    with pytest.raises(InputError, match="4 symbols") as caught:
        codec.check_sources(["wxyz"], "f")
    assert (
        caught.value.hint == "For lines as long as these, train with --set text.longest_source=4."
    )
    with pytest.raises(InputError) as caught:
        codec.check_pairs([("abcab", "a"), ("a", "c"), ("a", " ".join("a" * 100))], "f")
    assert caught.value.hint.endswith(
        "train with --set text.longest_source=5 --set text.longest_target=101."
    )
    assert "This model's answers are made of up to" in caught.value.hint
    assert codec.accepts() == "This model takes up to 3 characters a line, whatever they are."


@pytest.mark.parametrize("line", ["take\ttook\tV", "take\tV\t", "\t\t"])
def test_a_line_has_a_source_and_features_and_no_more(line):
    section = msgspec.structs.replace(small_recipe().text, features=";")
    codec = Codec(section, Vocabulary("takeo", is_open=True, features=["V"]), Vocabulary("ab"))
    with pytest.raises(InputError, match="3 columns; expected the source, a tab, its features"):
        codec.source_ids(line)


@pytest.mark.parametrize(
    ("symbol", "shown"),
    [
        ("a", "'a'"),
        ("'", '"\'"'),
        ("", "an empty word (two spaces in a row, or one at an end)"),
        ("é", "'é' (U+00E9)"),
        ("\t", "'\\t' (U+0009)"),
        ("\u200b", "'\\u200b' (U+200B)"),
        ("\U0001f600", "'\U0001f600' (U+1F600)"),
    ],
)
def test_a_symbol_in_a_message_can_be_told_from_every_other(symbol, shown):
    assert describe(symbol) == shown


@pytest.mark.parametrize("line", ["", " ", "\t\t", "\u2003\u00a0", "\x0b", "\u2028"])
def test_white_space_of_any_kind_is_blank(line):
    assert is_blank(line)


@pytest.mark.parametrize("line", ["\u200b", "\x00", "\ufeff", " 1"])
def test_invisible_is_not_blank(line):
    assert not is_blank(line)


def test_half_a_character_is_refused():
    """Python has texts that cannot be written down; no file and no answer can hold one."""
    vocabulary = Vocabulary(["a"], is_open=True)
    codec = Codec(load_recipe("g2p").text, vocabulary, vocabulary)
    for ids in (codec.source_ids, codec.target_ids):
        with pytest.raises(InputError, match="not Unicode"):
            ids("a\ud800")


def test_a_source_without_a_symbol_is_refused():
    """Attention over it would have nothing to look at."""
    how = override(load_recipe("g2p"), ["text.features=;", "task.features_column=3",
                                        "text.source_eos=false"]).text  # fmt: skip
    vocabulary = Vocabulary(["a"], is_open=True)
    codec = Codec(how, vocabulary, vocabulary)
    with pytest.raises(InputError, match="no symbol is left"):
        codec.source_ids("\t;")
