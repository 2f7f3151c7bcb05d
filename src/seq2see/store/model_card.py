"""The short README that lies in a model directory."""

from typing import Any

from seq2see.core.recipe import Recipe
from seq2see.models.named_weights import named_weights
from seq2see.models.transformer import TransformerModel


def model_card(recipe: Recipe, model: TransformerModel, metrics: dict[str, Any]) -> str:
    """What the model is, what was measured, and how to use it, as Markdown."""
    task, size = recipe.task, recipe.model
    parameters = sum(weight.numel() for weight in named_weights(model).values())
    measured = "\n".join(f"* {name.replace('_', ' ')}: {value}" for name, value in metrics.items())
    return f"""# {recipe.name}

A {size.norm}-norm encoder–decoder Transformer with {parameters:,} parameters, made by seq2see:
{size.encoder_layers} + {size.decoder_layers} layers, width {size.width}, {size.heads} heads,
inner {size.inner}.

It reads whole numbers from {task.lowest} to {task.highest} aloud in English. It learned from
{task.training_pairs} of them; {task.held_out_pairs} were held out. It knows nothing else: other
symbols are refused, longer numbers are answered but marked.

Measured when it was saved:

{measured}

```
seq2see predict DIR FILE
seq2see explain DIR TEXT
```
"""
