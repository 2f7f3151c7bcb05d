"""The path of data in nine steps, from a recipe to an explanation.

Run it with `python examples/nine_steps.py`; it trains for a few seconds. Each step is what the
commands of the program do, by hand.
"""

import sys
import tempfile
from pathlib import Path

import torch

from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.data.batch import collate
from seq2see.data.tasks import codec_of, pairs_of
from seq2see.decoding.decode import decode
from seq2see.models.registry import build_model
from seq2see.predictor.predictor import load
from seq2see.predictor.terminal import render_terminal
from seq2see.training.loss import smoothed_cross_entropy
from seq2see.training.train import train


def main(settings: list[str]) -> None:
    """Walk the path with the number reader's recipe, changed by `settings`."""
    # 1, 2. What was asked for becomes a recipe: everything that may vary.
    recipe = override(load_recipe("number-reader"), settings)
    print(f"recipe      {recipe.name}, width {recipe.model.width}")

    # 3. The recipe's task gives pairs of strings, some of them held out.
    pairs = pairs_of(recipe)
    pair = pairs.held_out[0]
    print(f"pair        {pair.source} → {pair.target}")

    # 4, 5. A string is cut into symbols, and each symbol has a number.
    codec = codec_of(recipe)
    source, target = codec.source_ids(pair.source), codec.target_ids(pair.target)
    print(f"numbers     {source} → {target}")

    # 6. Several pairs, padded, are a batch.
    some = pairs.training(epoch=1)[:4]
    batch = collate(
        [codec.source_ids(p.source) for p in some], [codec.target_ids(p.target) for p in some]
    )
    print(f"batch       source {tuple(batch.source.shape)}, target {tuple(batch.target_in.shape)}")

    # 7. A model turns a batch into logits: one row of scores for each word to be predicted.
    torch.manual_seed(recipe.training.seed)
    model = build_model(recipe, len(codec.source), len(codec.target))
    logits = model(batch.source, batch.source_is_token, batch.target_in)
    loss = smoothed_cross_entropy(logits, batch.target_out, recipe.training.label_smoothing)
    print(f"logits      {tuple(logits.shape)}, loss {loss.item():.3f} before training")

    with tempfile.TemporaryDirectory() as folder:
        # 8. Training lowers the loss and leaves a model directory; searching it gives hypotheses.
        trained = load(train(recipe, Path(folder) / "model").directory)
        ((best,),) = decode(trained.model, [source], beam=1, longest=recipe.text.longest_target)
        print(f"hypothesis  {best.ids}, log-probability {best.log_probability:.3f}")

        # 9. A hypothesis with all that was seen on the way is an explanation, which can be drawn.
        from rich import print as draw

        draw(render_terminal(trained.explain(pair.source)))


if __name__ == "__main__":
    main(sys.argv[1:])
