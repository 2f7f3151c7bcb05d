"""Models that are deliberately broken, each by a function that breaks it with `monkeypatch`.

Faults are planted in the classes, so that the model that is loaded back is broken alike; what is
planted in one model alone says so. A fault changes one thing, and the program still runs.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
import torch
from small_models import BASE, lstm_recipe
from torch import Tensor, nn

from seq2see.core.recipe import Recipe
from seq2see.core.tap import observed
from seq2see.data.tasks import codec_of
from seq2see.decoding import beam, decode, greedy
from seq2see.models import masks, transformer
from seq2see.models.attention import CrossAttention
from seq2see.models.lstm import LstmModel, LstmState
from seq2see.models.registry import build_model
from seq2see.models.source_attention import SourceAttention
from seq2see.models.transformer import TransformerModel
from seq2see.models.transformer_state import TransformerState
from seq2see.predictor.predictor import Predictor
from seq2see.store.manifest import Facts
from seq2see.store.model_directory import StoredModel

Plant = pytest.MonkeyPatch
Kind = type[LstmModel] | type[TransformerModel]

RECIPES = {LstmModel: lstm_recipe(attention="dot"), TransformerModel: BASE}
"""What is broken: an LSTM with attention and a Transformer."""


def predictor_of(recipe: Recipe, seed: int = 31) -> Predictor:
    """Random weights, biases and gains away from 0 and 1, in the 32 bits that models have."""
    codec = codec_of(recipe)
    torch.manual_seed(seed)
    model = build_model(recipe, len(codec.source), len(codec.target)).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim == 1:
                parameter.add_(0.3 * torch.randn_like(parameter))
    return Predictor(
        StoredModel(recipe, codec, model, {}, Facts(longest_source=3)), torch.device("cpu")
    )


def change_logits(
    plant: Plant, kind: Kind, change: Callable[[nn.Module, Tensor], Tensor], *paths: str
) -> None:
    """Put every logit of `forward`, of `step`, or of both through `change`."""
    forward, step = kind.forward, kind.step

    def changed_step(self: nn.Module, token: Tensor, state: object) -> tuple:
        logits, after = step(self, token, state)
        return change(self, logits), after

    if "forward" in paths or not paths:
        plant.setattr(kind, "forward", lambda self, *given: change(self, forward(self, *given)))
    if "step" in paths or not paths:
        plant.setattr(kind, "step", changed_step)


def causal_leak(plant: Plant, kind: Kind) -> None:
    """Every step sees the one after it."""
    if kind is TransformerModel:

        def mask(ids: Tensor) -> Tensor:
            one_too_far = torch.ones(ids.shape[1], ids.shape[1]).tril(1).bool()
            return one_too_far & (masks.target_mask(ids) | (ids != 0)[:, None, None])

        plant.setattr(transformer, "target_mask", mask)
        return
    change_logits(
        plant, kind,
        lambda _, logits: logits + 0.01 * torch.cat([logits[:, 1:], logits[:, -1:]], dim=1),
        "forward",
    )  # fmt: skip


def padding_leak(plant: Plant, kind: Kind) -> None:
    """Attention over the source reads padded places too."""
    if kind is TransformerModel:
        sound = CrossAttention.forward
        plant.setattr(
            CrossAttention, "forward",
            lambda self, rows, kv, may_attend: sound(self, rows, kv, torch.ones_like(may_attend)),
        )  # fmt: skip
        plant.setattr(transformer, "blocking", lambda *_: None)
        return
    attend = SourceAttention.forward
    plant.setattr(
        SourceAttention, "forward",
        lambda self, queries, keys, values, may_attend: attend(
            self, queries, keys, values, torch.ones_like(may_attend)
        ),
    )  # fmt: skip


def cache_not_extended(plant: Plant, kind: Kind) -> None:
    """A step leaves what is kept of the words as it was."""
    step = kind.step

    def stale(self: nn.Module, token: Tensor, state: object) -> tuple:
        logits, after = step(self, token, state)
        if isinstance(state, LstmState):
            return logits, replace(after, recurrent=state.recurrent)
        return logits, replace(after, caches=state.caches, order=state.order)

    plant.setattr(kind, "step", stale)


def cache_not_moved(plant: Plant, kind: Kind) -> None:
    """`select` moves everything but what is kept of the words."""
    of_kind = LstmState if kind is LstmModel else TransformerState
    select = of_kind.select

    def stale(self: object, rows: Tensor) -> object:
        moved = select(self, rows)
        if isinstance(self, LstmState):
            same = torch.arange(len(rows)) % self.recurrent[0].shape[1]
            return replace(moved, recurrent=select(self, same).recurrent)
        same = torch.arange(len(rows)) % len(self.sentence)
        return replace(moved, order=same if self.order is None else self.order[same])

    plant.setattr(of_kind, "select", stale)


def score_shared_out(plant: Plant, kind: Kind) -> None:
    """What forbidden symbols had is given to the others, so that a score is no forced score."""
    for search in (greedy, beam):
        sound = search.writable
        plant.setattr(search, "writable", lambda s, sound=sound: sound(s).log_softmax(-1))


def score_of_sharper_steps(plant: Plant, kind: Kind) -> None:
    """A temperature in `step` alone: answers stay the same and get another score."""
    change_logits(plant, kind, lambda _, logits: logits * 1.01, "step")


def unsaved_buffer(plant: Plant, kind: Kind) -> None:
    """Logits are moved by a buffer, which is no weight and so in no file."""
    init = kind.__init__

    def with_buffer(self: nn.Module, *given: object) -> None:
        init(self, *given)
        self.register_buffer("correction", torch.zeros(self.output.out_features))

    plant.setattr(kind, "__init__", with_buffer)
    change_logits(plant, kind, lambda self, logits: logits + self.correction)


def fill_buffer(model: nn.Module) -> None:
    """What training would have put into the buffer, in this one model."""
    model.correction.copy_(torch.linspace(-1, 1, len(model.correction)))


def buffer_of_random_numbers(plant: Plant, kind: Kind) -> None:
    """The same, drawn anew for every model that is built: no two loads agree."""
    init = kind.__init__

    def with_buffer(self: nn.Module, *given: object) -> None:
        init(self, *given)
        self.register_buffer("correction", torch.rand(self.output.out_features))

    plant.setattr(kind, "__init__", with_buffer)
    change_logits(plant, kind, lambda self, logits: logits + self.correction)


def running_mean(plant: Plant, kind: Kind) -> None:
    """A buffer that every pass in training mode moves on, as batch normalisation has."""
    unsaved_buffer(plant, kind)

    def centred(self: nn.Module, logits: Tensor) -> Tensor:
        if self.training:
            self.correction += 0.1 * logits.detach().flatten(0, -2).mean(0)
        return logits

    change_logits(plant, kind, centred, "forward")


def state_written_into(plant: Plant, kind: Kind) -> None:
    """A step writes into the state that it was given."""
    step = kind.step

    def spoiling(self: nn.Module, token: Tensor, state: object) -> tuple:
        found = step(self, token, state)
        if isinstance(state, LstmState):
            state.recurrent[0].add_(0.01)
        else:  # what it shares with the state after it is left as it was
            spoilt = [c and c._replace(places=c.places + 0.01) for c in state.caches]
            object.__setattr__(state, "caches", tuple(spoilt))
        return found

    plant.setattr(kind, "step", spoiling)


def dropout_while_predicting(plant: Plant, kind: Kind) -> None:
    change_logits(plant, kind, lambda _, logits: logits * (1 + 0.01 * torch.rand(1).item()))


def few_digits(plant: Plant, kind: Kind) -> None:
    """Single precision is cut to 8 bits on the way."""
    change_logits(
        plant, kind,
        lambda _, x: x.bfloat16().float() if x.dtype == torch.float32 else x,
    )  # fmt: skip


def batch_cuts_answers(plant: Plant, kind: Kind) -> None:
    """In a batch the length limit is one lower."""
    sound = decode.greedy_search

    def search(model: object, source: Tensor, is_token: Tensor, *, longest: int, **given) -> list:
        less = 1 if len(source) > 1 else 0
        return sound(model, source, is_token, longest=longest - less, **given)

    plant.setattr(decode, "greedy_search", search)


def greedy_takes_the_second(plant: Plant, kind: Kind) -> None:
    sound = greedy.writable

    def writable(scores: Tensor) -> Tensor:
        allowed = sound(scores)
        return allowed.scatter(1, allowed.argmax(1, keepdim=True), -torch.inf)

    plant.setattr(greedy, "writable", writable)


def lists_the_worst_first(plant: Plant, kind: Kind) -> None:
    sound = beam.BeamBook.hypotheses
    plant.setattr(beam.BeamBook, "hypotheses", lambda self: [one[::-1] for one in sound(self)])


def weights_shown_smaller(plant: Plant, kind: Kind) -> None:
    """Whoever looks sees other weights than those used."""
    from seq2see.models import attention, source_attention

    def other(sound: Callable) -> Callable:
        return lambda module, name, tensor, axes: sound(
            module, name, tensor * 0.9 if name == "weights" else tensor, axes
        )

    for module in (attention, source_attention):
        shown = other(module.tap)
        # The value goes on unchanged: only what is shown is another one.
        plant.setattr(
            module, "tap", lambda m, name, t, axes, shown=shown: (shown(m, name, t, axes), t)[1]
        )  # fmt: skip


def looking_changes_logits(plant: Plant, kind: Kind) -> None:
    change_logits(plant, kind, lambda _, logits: logits + (1e-6 if observed() else 0.0))
