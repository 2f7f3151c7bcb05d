"""decode(encode(text)) == text for any Unicode."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_models import small_recipe

from seq2see.core.special import BOS, EOS, PAD
from seq2see.text.codec import Codec
from seq2see.text.symbols import join, split
from seq2see.text.vocabulary import Vocabulary

ANY = st.text() | st.text(alphabet=" \t\n\r\u2028é\u0301👩\u200d🔬<eos>\x00", max_size=12)


def codec_for(text, cut, **settings):
    """A codec whose two vocabularies hold just the symbols of `text`."""
    vocabulary = Vocabulary(dict.fromkeys(split(text, cut)))
    section = msgspec.structs.replace(small_recipe().text, source=cut, target=cut, **settings)
    return Codec(section, vocabulary, vocabulary)


@given(ANY, st.sampled_from(["characters", "words"]))
def test_joining_what_was_split_gives_the_text(text, cut):
    assert join(split(text, cut), cut) == text


@given(ANY, st.sampled_from(["characters", "words"]))
def test_a_target_comes_back_as_it_went_in(text, cut):
    codec = codec_for(text, cut, longest_target=1000)
    ids = codec.target_ids(text)
    assert codec.target_text(ids) == text
    assert ids[-1] == EOS
    assert not {PAD, BOS, EOS} & set(ids[:-1])


@given(ANY, st.sampled_from(["characters", "words"]))
def test_a_source_has_one_number_a_symbol(text, cut):
    plain = codec_for(text, cut, longest_source=1000)
    ended = codec_for(text, cut, longest_source=1000, source_eos=True)
    assert len(plain.source_ids(text)) == len(split(text, cut))
    assert ended.source_ids(text) == [*plain.source_ids(text), EOS]


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("", []),
        ("a", ["a"]),
        ("a b", ["a", "b"]),
        ("a  b", ["a", "", "b"]),
        (" a", ["", "a"]),
        ("a\tb", ["a\tb"]),
        ("a\u00a0b c", ["a\u00a0b", "c"]),
    ],
)
def test_words_stand_between_single_spaces(text, symbols):
    assert split(text, "words") == symbols


def test_characters_are_code_points():
    assert split("e\u0301é", "characters") == ["e", "\u0301", "é"]


@pytest.mark.parametrize("cut", ["characters", "words"])
@pytest.mark.parametrize("text", ["<eos>", "<pad> <bos>", "a<unk>b"])
def test_text_that_spells_a_special_symbol_is_text(text, cut):
    codec = codec_for(text, cut)
    assert codec.target_text(codec.target_ids(text)) == text


def test_special_symbols_are_left_out_of_a_text():
    codec = codec_for("four two", "words")
    assert codec.target_text([BOS, 3, PAD, 4, EOS]) == "four two"
