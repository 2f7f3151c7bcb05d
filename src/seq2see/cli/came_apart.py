"""What a training says at its end when its loss ended above where it should have begun."""

from collections.abc import Mapping

from seq2see.core.recipe import Recipe
from seq2see.training.advice import calmer


def came_apart(metrics: Mapping[str, float | int | None], recipe: Recipe) -> list[str]:
    """What happened and what to do about it, a line each; nothing for a run that learned."""
    first, last = metrics["first_epoch_loss"], metrics["training_loss"]
    if not metrics["came_apart"] or first is None or last is None:
        return []
    training = recipe.training
    what, more = (
        ("The training came apart", "")
        if last > first
        else ("Nothing was learned", ", or, where the loss was falling to the end, more epochs")
    )
    return [
        f"{what}: the loss was {first:.3f} in the first epoch and is {last:.3f} in the last; "
        f"guessing evenly costs {metrics['guessing_loss']:.3f}.",
        f"Train again (--overwrite) with {calmer(training)}{more}.",
    ]
