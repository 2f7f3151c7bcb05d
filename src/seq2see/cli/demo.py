"""`seq2see demo`."""


def demo() -> None:
    """demo."""
