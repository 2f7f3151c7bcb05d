"""The short README that lies in a model directory."""

from typing import Any

from seq2see.core.recipe import FilePairs, Lstm, Model, OneStack, ReadNumbers, Recipe, Task
from seq2see.models.named_weights import named_weights
from seq2see.models.registry import AnyModel


def model_card(recipe: Recipe, model: AnyModel, metrics: dict[str, Any]) -> str:
    """What the model is, what was measured, and how to use it, as Markdown."""
    parameters = sum(weight.numel() for weight in named_weights(model).values())
    measured = "\n".join(f"* {name.replace('_', ' ')}: {value}" for name, value in metrics.items())
    return f"""# {recipe.name}

{kind_in_words(recipe.model)}
{parameters:,} parameters, made by seq2see.

{_task_in_words(recipe.task)}
{_limits_in_words(recipe.task)} Sources longer than any in training are answered but marked.

Measured when it was saved:

{measured}

```
seq2see predict DIR FILE
seq2see explain DIR TEXT
```
"""


def kind_in_words(model: Model) -> str:
    """The kind of a model and its sizes, in one sentence."""
    if isinstance(model, Lstm):
        attention = "no" if model.attention == "none" else model.attention
        ways = "both ways" if model.bidirectional else "one way"
        return (
            f"Two LSTMs with {attention} attention: width {model.width}, {model.layers} layer(s) a "
            f"side, the source read {ways}."
        )
    sizes = f"width {model.width}, {model.heads} heads, inner {model.inner}"
    if isinstance(model, OneStack):
        return f"A {model.norm}-norm Transformer of one stack: {model.layers} layers, {sizes}."
    layers = f"{model.encoder_layers} + {model.decoder_layers} layers"
    return f"A {model.norm}-norm encoder–decoder Transformer: {layers}, {sizes}."


def _task_in_words(task: Task) -> str:
    if isinstance(task, ReadNumbers):
        return (
            f"It reads whole numbers from {task.lowest} to {task.highest} aloud in English, and\n"
            f"learned from {task.training_pairs} of them; {task.held_out_pairs} were held out."
        )
    if isinstance(task, FilePairs):
        return f"It learned from the pairs of {task.train}."
    return (
        f"It writes strings of {task.shortest} to {task.longest} digits backwards, and learned\n"
        f"from {task.training_pairs} new ones an epoch; up to {task.held_out_pairs} of each\n"
        "length were held out."
    )


def _limits_in_words(task: Task) -> str:
    if isinstance(task, FilePairs):
        return "Symbols that it never saw are read as `<unk>`."
    return "It knows nothing else: other symbols are refused."
