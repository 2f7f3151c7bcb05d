"""Models that learned nothing, opened as a lab opens them: for what does not depend on weights."""

import torch
from small_models import SEED

from seq2see.core.recipe import Recipe
from seq2see.data.tasks import codec_of
from seq2see.models.registry import build_model
from seq2see.predictor.predictor import Predictor
from seq2see.store.manifest import Facts
from seq2see.store.model_directory import StoredModel


def opened(recipe: Recipe) -> Predictor:
    """A predictor of this recipe with weights as they start."""
    codec = codec_of(recipe)
    torch.manual_seed(SEED)
    model = build_model(recipe, len(codec.source), len(codec.target)).eval()
    return Predictor(
        StoredModel(recipe, codec, model, {}, Facts(longest_source=3)), torch.device("cpu")
    )


class OneModel:
    """A shelf with one model, whatever it is asked for."""

    def __init__(self, predictor: Predictor) -> None:
        self._predictor = predictor

    def predictor(self, model, watch) -> Predictor:
        return self._predictor
