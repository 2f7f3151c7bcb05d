"""What to change in a training whose numbers or whose loss came apart."""

from seq2see.core.recipe import Training


def calmer(training: Training) -> str:
    """The settings that keep a training together, each with what it is now."""
    clipping = f"{training.clip_norm:g} now" if training.clip_norm else "off now; try 1.0"
    return (
        f"a smaller training.learning_rate ({training.learning_rate:g} now), a longer "
        f"training.warmup_updates ({training.warmup_updates} now) or a smaller training.clip_norm "
        f"({clipping})"
    )
