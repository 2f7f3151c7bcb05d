"""Whether a text can be written down at all."""


def is_unicode(text: str) -> bool:
    """Whether `text` can be written as UTF-8.

    What came from a command line that was not UTF-8 holds lone surrogates, which cannot.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
