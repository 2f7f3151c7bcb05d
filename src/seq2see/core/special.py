"""Numbers of the special symbols, the same in every vocabulary and every model."""

PAD = 0
"""Fills a row up to the length of the longest; is never read and never written."""
BOS = 1
"""The decoder's first input, before any word."""
EOS = 2
"""The end of a target (and of a source, where the recipe says so)."""
UNK = 3
"""A symbol that was not in training; only in vocabularies learned from files."""
