"""The faults that are planted, each as a function that plants it with pytest's `monkeypatch`.

A fault is as small as a slip of the keyboard: it changes one thing, and the program still runs.
"""

import dataclasses
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import ModuleType, SimpleNamespace

import msgspec
import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional as F

from seq2see.decoding import beam, roll_out
from seq2see.inspection import entropy, recorder, steps
from seq2see.metrics import bootstrap, edits, error_rate, measure
from seq2see.models import attention, embedding, masks, quick_step, transformer, written
from seq2see.models.attention import CrossAttention
from seq2see.models.embedding import Embedding
from seq2see.models.ensemble import Ensemble
from seq2see.models.lstm import LstmState
from seq2see.models.lstm_encoder import LstmEncoder, LstmMemory
from seq2see.models.one_stack import OneStackState
from seq2see.models.source_attention import AdditiveAttention, SourceAttention
from seq2see.models.sublayer import AddNorm
from seq2see.models.transformer import TransformerModel
from seq2see.models.transformer_state import TransformerState
from seq2see.predictor import explain
from seq2see.training import loss

Plant = pytest.MonkeyPatch


def everywhere(plant: Plant, module: ModuleType, name: str, faulty: Callable) -> None:
    """Put `faulty` in place of a function wherever it has been imported to, tests included."""
    sound = getattr(module, name)
    for imported in list(sys.modules.values()):
        if getattr(imported, "__dict__", {}).get(name) is sound:
            plant.setattr(imported, name, faulty)


def inverted_padding_mask(plant: Plant) -> None:
    sound = masks.source_mask
    everywhere(plant, masks, "source_mask", lambda is_token: ~sound(is_token))


def padding_words_not_blocked(plant: Plant) -> None:
    everywhere(
        plant, masks, "target_mask",
        lambda ids: masks.causal_mask(ids.shape[1]).expand(len(ids), 1, -1, -1),
    )  # fmt: skip


def causal_mask_one_too_far(plant: Plant) -> None:
    everywhere(
        plant, masks, "causal_mask",
        lambda length, device=None: torch.ones(length, length, device=device).tril(1).bool(),
    )  # fmt: skip


def leak_through_padding_in_cross_attention(plant: Plant) -> None:
    sound = CrossAttention.forward
    plant.setattr(
        CrossAttention, "forward",
        lambda self, rows, kv, may_attend: sound(self, rows, kv, torch.ones_like(may_attend)),
    )  # fmt: skip
    plant.setattr(transformer, "blocking", lambda *_: None)


def fused_scores_not_divided(plant: Plant) -> None:
    """Only in our module: the references go on dividing."""
    faulty = partial(F.scaled_dot_product_attention, scale=1.0)
    plant.setattr(attention, "F", SimpleNamespace(scaled_dot_product_attention=faulty))


def quick_scores_not_divided(plant: Plant) -> None:
    plant.setattr(quick_step, "sqrt", lambda _: 1.0)


def another_word_overwrites_a_cache(plant: Plant) -> None:
    """A place in a cache's room is taken for free though another state holds it."""
    plant.setattr(written, "_is_free", lambda room, place: place < len(room.tensor))


def explicit_scores_not_divided(plant: Plant) -> None:
    plant.setattr(attention, "sqrt", lambda _: 1.0)


def cache_not_reordered(plant: Plant) -> None:
    sound = TransformerState.select

    def select(self: TransformerState, rows: torch.Tensor) -> TransformerState:
        same = torch.arange(len(rows)) % len(self.sentence)
        return replace(sound(self, rows), order=sound(self, same).order)

    plant.setattr(TransformerState, "select", select)


def memory_not_reordered(plant: Plant) -> None:
    sound = TransformerState.select

    def select(self: TransformerState, rows: torch.Tensor) -> TransformerState:
        same = torch.arange(len(rows)) % len(self.sentence)
        return replace(sound(self, same), order=sound(self, rows).order)

    plant.setattr(TransformerState, "select", select)


def memory_multiplied_at_every_step(plant: Plant) -> None:
    sound = TransformerModel.step
    kept: dict[int, object] = {}
    start = TransformerModel.start

    def start_and_keep(self: TransformerModel, memory: object) -> TransformerState:
        kept[id(self)] = memory
        return start(self, memory)

    def step(self: TransformerModel, token: torch.Tensor, state: TransformerState) -> tuple:
        start(self, kept[id(self)])
        return sound(self, token, state)

    plant.setattr(TransformerModel, "start", start_and_keep)
    plant.setattr(TransformerModel, "step", step)


def steps_one_position_late(plant: Plant) -> None:
    sound = Embedding.forward
    plant.setattr(
        Embedding, "forward",
        lambda self, ids, start=0: sound(self, ids, start + 1 if start else 0),
    )  # fmt: skip


def embedding_not_scaled(plant: Plant) -> None:
    plant.setattr(embedding, "sqrt", lambda _: 1.0)


def norms_on_the_other_side(plant: Plant) -> None:
    sound = AddNorm.__init__

    def init(self: AddNorm, recipe: object) -> None:
        sound(self, recipe)
        self.is_post = not self.is_post

    plant.setattr(AddNorm, "__init__", init)


def tied_weight_copied(plant: Plant) -> None:
    sound = TransformerModel.__init__

    def init(self: TransformerModel, *given: object) -> None:
        sound(self, *given)
        self.output.weight = nn.Parameter(self.output.weight.detach().clone())

    plant.setattr(TransformerModel, "__init__", init)


def smoothing_over_the_other_words(plant: Plant) -> None:
    """ε spread over V - 1 words: torch's own smoothing of ε·V/(V - 1)."""
    sound = loss.smoothed_cross_entropy

    def smoothed(logits: torch.Tensor, target: torch.Tensor, smoothing: float) -> torch.Tensor:
        words = logits.shape[-1]
        return sound(logits, target, smoothing * words / (words - 1))

    everywhere(plant, loss, "smoothed_cross_entropy", smoothed)


def loss_counts_padding(plant: Plant) -> None:
    plant.setattr(loss, "PAD", -100)


def ensemble_averages_logarithms(plant: Plant) -> None:
    """The geometric mean of probabilities in place of the arithmetic one."""
    plant.setattr(
        Ensemble, "_mean",
        lambda self, logits: torch.stack([one.log_softmax(-1) for one in logits]).mean(0),
    )  # fmt: skip


def ragged_hypotheses_read_the_first_memories(plant: Plant) -> None:
    """Where sentences have different numbers of hypotheses, whose memory is whose is lost."""
    plant.setattr(
        TransformerState, "one_row_each",
        lambda self: replace(
            self, sentence=torch.arange(len(self.sentence)) % len(self.may_attend), alike=True,
            memory=tuple(
                tuple(t[torch.arange(len(self.sentence)) % len(t)] for t in kv)
                for kv in self.memory
            ),
            may_attend=self.may_attend[
                torch.arange(len(self.sentence)) % len(self.may_attend)
            ],
            blocking=None if self.blocking is None else self.blocking[
                torch.arange(len(self.sentence)) % len(self.blocking)
            ],
        ),
    )  # fmt: skip


def greedy_writes_on_after_the_end(plant: Plant) -> None:
    plant.setattr(roll_out, "EOS", -1)


def beam_spreads_forbidden_probability(plant: Plant) -> None:
    """What `<pad>` and `<bos>` had is shared out again: a score is then no forced score."""
    sound = beam.writable
    plant.setattr(beam, "writable", lambda scores: sound(scores).log_softmax(-1))


def steps_seen_in_the_last_row(plant: Plant) -> None:
    """The recorder's rows are read where a hypothesis ended, not where each symbol was found."""

    def follow(recorded: list, hypothesis: object, dim: int) -> torch.Tensor:
        last = hypothesis.trail[-1]
        chosen = [t[min(last, len(t) - 1)] for t in recorded[: len(hypothesis.trail)]]
        return torch.cat(chosen, dim=dim)

    plant.setattr(steps, "_follow", follow)


def recorder_shows_the_step_before(plant: Plant) -> None:
    sound = recorder.Recorder.note

    def note(self: recorder.Recorder, module: nn.Module, name: str, *rest: object) -> None:
        sound(self, module, name, *rest)
        for kept in self.tensors.values():
            if len(kept) > 2 and kept[-1].shape == kept[-2].shape:
                kept[-1] = kept[-2]

    plant.setattr(recorder.Recorder, "note", note)


def ranks_counted_from_0(plant: Plant) -> None:
    sound = explain._step

    def step(*given: object) -> object:
        found = sound(*given)
        return msgspec.structs.replace(found, rank=found.rank - 1)

    plant.setattr(explain, "_step", step)


def summary_from_the_padded_end(plant: Plant) -> None:
    def forward(self: LstmEncoder, rows: torch.Tensor, is_token: torch.Tensor) -> LstmMemory:
        states, (h, c) = self.lstm(rows)
        return LstmMemory(states, is_token, (self._joined(h), self._joined(c)))

    plant.setattr(LstmEncoder, "forward", forward)


def summary_with_its_halves_swapped(plant: Plant) -> None:
    sound = LstmEncoder._joined

    def joined(self: LstmEncoder, state: torch.Tensor) -> torch.Tensor:
        return torch.cat(sound(self, state).chunk(self.directions, dim=-1)[::-1], dim=-1)

    plant.setattr(LstmEncoder, "_joined", joined)


def source_attention_without_mask(plant: Plant) -> None:
    sound = SourceAttention.forward
    plant.setattr(
        SourceAttention, "forward",
        lambda self, queries, keys, values, may_attend: sound(
            self, queries, keys, values, torch.ones_like(may_attend)
        ),
    )  # fmt: skip


def additive_keys_through_the_other_map(plant: Plant) -> None:
    plant.setattr(AdditiveAttention, "keys", lambda self, states: self.W_1(states))


def _first_rows(state: LstmState | OneStackState, rows: torch.Tensor) -> torch.Tensor:
    """As many rows, in the order in which they stand."""
    is_token = state.memory.source_is_token if isinstance(state, LstmState) else (
        state.source_is_token
    )  # fmt: skip
    return torch.arange(len(rows)) % len(is_token)


def recurrent_state_not_reordered(plant: Plant) -> None:
    sound = LstmState.select

    def select(self: LstmState, rows: torch.Tensor) -> LstmState:
        right, same = sound(self, rows), sound(self, _first_rows(self, rows))
        return LstmState(same.recurrent, right.memory, right.keys)

    plant.setattr(LstmState, "select", select)


def keys_of_attention_not_reordered(plant: Plant) -> None:
    sound = LstmState.select

    def select(self: LstmState, rows: torch.Tensor) -> LstmState:
        right, same = sound(self, rows), sound(self, _first_rows(self, rows))
        return LstmState(right.recurrent, right.memory, same.keys)

    plant.setattr(LstmState, "select", select)


def one_stack_cache_not_reordered(plant: Plant) -> None:
    sound = OneStackState.select

    def select(self: OneStackState, rows: torch.Tensor) -> OneStackState:
        right, same = sound(self, rows), sound(self, _first_rows(self, rows))
        return OneStackState(same.caches, right.source_is_token, right.written)

    plant.setattr(OneStackState, "select", select)


def one_stack_words_after_the_longest_source(plant: Plant) -> None:
    """Every row's words start where those of the longest source do."""
    sound = Embedding.forward

    def forward(self: Embedding, ids: torch.Tensor, start: int | torch.Tensor = 0) -> torch.Tensor:
        return sound(self, ids, start if isinstance(start, int) else start.max().expand_as(start))

    plant.setattr(Embedding, "forward", forward)


def entropy_of_padded_words(plant: Plant) -> None:
    sound = entropy._mean_entropy
    plant.setattr(
        entropy, "_mean_entropy", lambda weights, counts: sound(weights, torch.ones_like(counts))
    )


def entropy_over_words_too(plant: Plant) -> None:
    """The columns after the source stay in."""

    def head_entropies(model: object, sources: list, targets: list, **_: object) -> list:
        padded, is_token = entropy.pad_sources(sources)
        target_in = entropy.pad([[1, *ids[:-1]] for ids in targets])
        with recorder.record(model, only=model.source_attention) as seen, torch.no_grad():
            model(padded, is_token, target_in)
        lengths = torch.tensor([len(ids) for ids in targets])[:, None]
        counts = torch.arange(target_in.shape[1]) < lengths
        layers = [seen.tensors[layer][0] for layer in model.source_attention]
        return [entropy._mean_entropy(weights, counts) for weights in layers]

    everywhere(plant, entropy, "head_entropies", head_entropies)


def rates_averaged(plant: Plant) -> None:
    """The mean of the answers' rates, in which a short answer counts for as much as a long one."""
    sound = measure.rate_measure

    def rate_measure(name: str, counts: list, unit: str) -> measure.Measure:
        found = sound(name, counts, unit)
        ones = np.maximum(found.rows[:, 1:], 1)
        return dataclasses.replace(found, rows=np.hstack([found.rows[:, :1] / ones, ones / ones]))

    everywhere(plant, measure, "rate_measure", rate_measure)


def first_reference_alone(plant: Plant) -> None:
    sound = error_rate.count_errors
    everywhere(
        plant, error_rate, "count_errors",
        lambda answer, references: sound(answer, references[:1]),
    )  # fmt: skip


def insertions_for_deletions(plant: Plant) -> None:
    sound = edits.edits
    everywhere(plant, edits, "edits", lambda reference, answer: sound(answer, reference))


def draws_without_putting_back(plant: Plant) -> None:
    """Every draw is then the answers themselves, and no figure moves."""

    def resampled_sums(rows: object, resamples: int = 1000, seed: int = 0) -> object:
        return np.repeat(rows.sum(axis=0, keepdims=True), resamples, axis=0)

    everywhere(plant, bootstrap, "resampled_sums", resampled_sums)
