"""`Answer`: what a model said to one source, beside what it should have said."""

import msgspec


class Answer(msgspec.Struct, frozen=True):
    """What the model said to one source, beside what it should have said."""

    source: str
    target: str
    answer: str
    log_probability: float
