"""Vocabularies and subwords learned from pairs, and text that comes back as it went in."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_models import small_recipe

from seq2see.core.errors import InputError
from seq2see.core.special import EOS, UNK
from seq2see.text.learn import learn_codec
from seq2see.text.subwords import Subwords
from seq2see.text.symbols import join, split
from seq2see.text.vocabulary import Vocabulary

ANY = st.text() | st.text(alphabet=" \t\n\r\u2028é\u0301👩\u200d🔬\u2581\ue581<eos>", max_size=12)
LINES = [f"the {noun} {verb} the {other}" for noun in ("cat", "dog", "man", "woman")
         for verb in ("sees", "hears", "likes") for other in ("ball", "boat", "bird")]  # fmt: skip


def text_with(**changes):
    return msgspec.structs.replace(small_recipe().text, **changes)


@pytest.fixture(scope="module", params=["unigram", "bpe"])
def subwords(request):
    return Subwords.learn(LINES, 60, request.param)


@given(text=ANY)
def test_subwords_come_back_as_the_text(subwords, text):
    assert subwords.join(subwords.split(text)) == text


def test_subwords_are_longer_than_characters_and_saved_as_they_are(subwords):
    pieces = subwords.split("the cat hears the boat")
    assert len(pieces) < len("the cat hears the boat")
    assert set(pieces) <= set(subwords.pieces)
    again = Subwords(subwords.model)
    assert again.split("the cat hears the boat") == pieces


def test_too_few_pieces_and_a_damaged_model_are_told():
    with pytest.raises(InputError, match="cannot learn 3 pieces"):
        Subwords.learn(LINES, 3, "unigram")
    with pytest.raises(ValueError, match="not a SentencePiece model"):
        Subwords(b"nonsense")


@given(text=ANY)
def test_graphemes_come_back_as_the_text(text):
    assert join(split(text, "graphemes"), "graphemes") == text


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("e\u0301a", ["e\u0301", "a"]),
        ("👩\u200d🔬x", ["👩\u200d🔬", "x"]),
        ("\u1780\u17b6\u1793", ["\u1780\u17b6", "\u1793"]),
        ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]),
        ("\r\na", ["\r\n", "a"]),
    ],
)
def test_graphemes_are_what_a_reader_takes_for_one(text, symbols):
    assert split(text, "graphemes") == symbols


def test_words_at_another_mark():
    assert split("d͡ʒ|a|m", "words", "|") == ["d͡ʒ", "a", "m"]
    assert join(["d͡ʒ", "a", "m"], "words", "|") == "d͡ʒ|a|m"


def test_the_commonest_symbol_comes_first_and_phones_stay_one():
    codec = learn_codec(text_with(), [("jam", "d͡ʒ a m"), ("gem", "d͡ʒ ɛ m"), ("a", "a")])
    assert codec.target.symbols == ("a", "d͡ʒ", "m", "ɛ")
    assert codec.source.symbols == ("a", "m", "e", "g", "j")
    assert codec.source.is_open
    assert codec.source_ids("gex") == [7, 6, UNK]
    assert codec.source_symbols("gex") == ["g", "e", "x"]
    assert codec.target_text(codec.target_ids("d͡ʒ ɛ m")) == "d͡ʒ ɛ m"
    assert codec.target_text([4, UNK, EOS]) == "a <unk>"


def test_rare_symbols_are_unknown():
    pairs = [("aab", "x x"), ("ac", "x y")]
    codec = learn_codec(text_with(minimum_count=2), pairs)
    assert codec.source.symbols == ("a",)
    assert codec.target.symbols == ("x",)
    with pytest.raises(InputError, match="comes up 9 times or more"):
        learn_codec(text_with(minimum_count=9), pairs)


def test_features_are_symbols_of_their_own_before_the_source():
    codec = learn_codec(text_with(features=";"), [("Vase\tN;PL", "Vasen"), ("Vs\tV", "Vs")])
    assert codec.source.features == ("N", "PL", "V")
    assert codec.source.symbols == ("V", "s", "a", "e")
    first_feature = len(codec.source) - 3
    assert codec.source_ids("Vs\tV") == [first_feature + 2, 4, 5]
    assert codec.source_symbols("Vs\tV;XX") == ["V", "XX", "V", "s"]
    assert codec.source_ids("Vs\tV;XX") == [first_feature + 2, UNK, 4, 5]
    assert codec.source_ids("s\t") == [5]
    with pytest.raises(InputError, match="no features: expected the source, a tab"):
        codec.source_ids("Vs")
    assert Vocabulary.from_json(codec.source.to_json()) == codec.source


def test_one_vocabulary_for_both_sides():
    text = text_with(shared_vocabulary=True, source="subwords", target="subwords", subwords=40)
    codec = learn_codec(text, [(line, line.upper()) for line in LINES])
    assert codec.source is codec.target
    assert codec.source_subwords is codec.target_subwords
    assert codec.target_text(codec.target_ids("the CAT")) == "the CAT"


def test_text_is_normalised_only_where_asked_for():
    composed, apart = "\u00e9", "e\u0301"
    plain = learn_codec(text_with(), [(composed, "x")])
    assert plain.source_ids(apart) == [UNK, UNK]
    same = learn_codec(text_with(normalisation="NFC"), [(apart, "x")])
    assert same.source.symbols == (composed,)
    assert same.source_ids(apart) == same.source_ids(composed)
    lower = learn_codec(text_with(lower_case=True), [("AB", "X")])
    assert lower.source_ids("ab") == lower.source_ids("Ab") != [UNK, UNK]
    assert lower.target.symbols == ("x",)


def test_subwords_of_an_empty_file_are_damaged():
    with pytest.raises(ValueError, match="nothing is in it"):
        Subwords(b"")
