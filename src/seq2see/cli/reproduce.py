"""`seq2see reproduce`."""


def reproduce() -> None:
    """reproduce."""
