"""How a log-probability is written in text: by every command alike."""

DECIMALS = 4
"""Scores are sums of 32-bit numbers. How many sentences are computed together changes their sixth
or seventh digit: more decimals would show rounding, and nothing of the model."""


def score_text(log_probability: float) -> str:
    """A score with as many decimals as mean something."""
    return f"{log_probability:.{DECIMALS}f}"
