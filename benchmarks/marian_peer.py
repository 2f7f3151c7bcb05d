"""Marian of `transformers`, trained in a plain loop and decoding with `generate`.

A peer of `eng_us.py`. The loop is that of `plain_script.py`; the model takes over seq2see's weights
and then computes what seq2see's does.
"""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence
from transformers import MarianConfig, MarianMTModel

from contestant import Job, pairs_to_learn
from plain_script import BOS, EOS, PAD, PlainScript

NAMES = {
    "self_attention": "self_attn", "cross_attention": "encoder_attn", "W_Q": "q_proj",
    "W_K": "k_proj", "W_V": "v_proj", "W_O": "out_proj", "feed_forward.W_1": "fc1",
    "feed_forward.W_2": "fc2", "add_norm_1.norm": "self_attn_layer_norm",
    "add_norm_3.norm": "final_layer_norm",
}  # fmt: skip
"""What Marian calls the parts of a layer. The second normalisation is the encoder's last one."""


def config(job: Job) -> MarianConfig:
    return MarianConfig(
        vocab_size=job["symbols"], d_model=job["width"],
        encoder_layers=job["layers"], decoder_layers=job["layers"],
        encoder_attention_heads=job["heads"], decoder_attention_heads=job["heads"],
        encoder_ffn_dim=job["inner"], decoder_ffn_dim=job["inner"], activation_function="relu",
        scale_embedding=True, share_encoder_decoder_embeddings=True, max_position_embeddings=512,
        dropout=job["dropout"], attention_dropout=0.0, activation_dropout=0.0,
        pad_token_id=PAD, bos_token_id=BOS, eos_token_id=EOS, decoder_start_token_id=BOS,
        forced_eos_token_id=None,
    )  # fmt: skip


def marian_name(name: str) -> str:
    """What Marian calls the weight that seq2see calls `name`."""
    second = "final_layer_norm" if name.startswith("encoder") else "encoder_attn_layer_norm"
    for ours, theirs in (NAMES | {"add_norm_2.norm": second}).items():
        name = name.replace(ours, theirs)
    return f"model.{name}"


class InPlainLoop(nn.Module):
    """Marian, called as `PlainScript` calls a model."""

    def __init__(self, marian: MarianMTModel) -> None:
        super().__init__()
        self.marian = marian

    def forward(self, source: Tensor, target_in: Tensor) -> Tensor:
        mask = (source != PAD).long()
        return self.marian(
            input_ids=source, attention_mask=mask, decoder_input_ids=target_in, use_cache=False
        ).logits


def cut(row: list[int]) -> list[int]:
    """An answer up to its first <eos>; `generate` may fill up with more of them."""
    return row[: row.index(EOS) + 1] if EOS in row else row


class Contestant:
    """What the benchmark asks for."""

    def __init__(self, job: Job) -> None:
        torch.manual_seed(1)
        self.job = job
        self.model: MarianMTModel | None = None
        self.script: PlainScript | None = None

    def threads(self, count: int) -> None:
        torch.set_num_threads(count)

    def train(self, batches: list[list[int]]) -> float:
        if self.model is None or self.script is None:
            self.model = MarianMTModel(config(self.job))
            module = InPlainLoop(self.model)
            pairs = pairs_to_learn(self.job)
            self.script = PlainScript(module, pairs, self.job["learning_rate"])
        self.model.train()
        return [self.script.update(chosen) for chosen in batches][-1]

    @torch.no_grad()
    def load(self, file: str) -> None:
        self.model = MarianMTModel(config(self.job)).eval()
        mine = self.model.state_dict()
        with np.load(file) as weights:
            for name in weights:
                weight = torch.from_numpy(weights[name])
                if name == "output.bias":
                    self.model.final_logits_bias.copy_(weight[None])
                elif "embedding" in name or name == "output.weight":
                    self.model.model.shared.weight.copy_(weight)
                else:
                    mine[marian_name(name)].copy_(weight)
        self.model.tie_weights()

    def save(self, directory: str) -> None:
        assert self.model is not None
        self.model.save_pretrained(directory)

    @torch.inference_mode()
    def decode(
        self, sources: list[list[int]], beam: int, batch: int, longest: int, exactly: bool = False
    ) -> list[list[int]]:
        """Answers; with `exactly` they have `longest` symbols.

        `generate` ends a search when nothing under way can still rank among the best, as seq2see.
        """
        assert self.model is not None
        answers: list[list[int]] = []
        more = {"length_penalty": 0.0, "early_stopping": "never"} if beam > 1 else {}
        if exactly:
            more["min_new_tokens"] = longest
        for start in range(0, len(sources), batch):
            some = [torch.tensor(source) for source in sources[start : start + batch]]
            source = pad_sequence(some, batch_first=True)
            found = self.model.generate(
                input_ids=source, attention_mask=(source != PAD).long(), do_sample=False,
                num_beams=beam, max_new_tokens=longest, **more,
            )  # fmt: skip
            answers += [cut(row[1:]) for row in found.tolist()]
        return answers

    def first_update(self) -> None:
        self.train([self.job["first_batch"]])

    def first_answer(self) -> None:
        self.model = MarianMTModel.from_pretrained(Path(self.job["marian"])).eval()
        print(self.decode([self.job["first_source"]], 1, 1, self.job["longest"]))
