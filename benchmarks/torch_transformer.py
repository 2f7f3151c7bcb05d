"""The number reader built on `torch.nn.Transformer`, with its embeddings and output layer."""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from plain_script import PAD, Embedding


class TorchTransformer(nn.Module):
    """`torch.nn.Transformer` as it comes, apart from sizes, batch order and dropout.

    It has biases on Q, K and V and a last normalisation in each stack, which the chapter's model
    has not: about 1 % more parameters.
    """

    def __init__(
        self, sources: int, targets: int, width: int = 64, heads: int = 4, inner: int = 128,
        layers: int = 2,
    ) -> None:  # fmt: skip
        super().__init__()
        self.source, self.target = Embedding(sources, width), Embedding(targets, width)
        self.transformer = nn.Transformer(
            width, heads, layers, layers, inner, dropout=0.0, batch_first=True
        )
        self.output = nn.Linear(width, targets)

    def forward(self, source: Tensor, target_in: Tensor) -> Tensor:
        length = target_in.shape[1]
        causal = torch.triu(torch.ones(length, length, dtype=torch.bool), diagonal=1)
        rows = self.transformer(
            self.source(source),
            self.target(target_in),
            tgt_mask=causal,
            src_key_padding_mask=source == PAD,
            tgt_key_padding_mask=target_in == PAD,
            memory_key_padding_mask=source == PAD,
            tgt_is_causal=True,
        )
        return self.output(rows)

    @torch.no_grad()
    def copy_weights(self, named: Mapping[str, Tensor]) -> None:
        """Take over a seq2see model's weights; what that model lacks keeps its neutral start."""
        mine = self.state_dict()
        for name, weight in named.items():
            where, part = torch_name(name)
            target = mine[where]
            if part is not None:
                third = len(target) // 3
                target = target[part * third : (part + 1) * third]
            target.copy_(weight)


def torch_name(name: str) -> tuple[str, int | None]:
    """What `TorchTransformer` calls the weight that seq2see calls `name`.

    Q, K and V are thirds 0, 1 and 2 of one matrix there.
    """
    words = {
        "source_embedding": "source", "target_embedding": "target",
        "feed_forward.W_1": "linear1", "feed_forward.W_2": "linear2",
        "add_norm_1.norm": "norm1", "add_norm_2.norm": "norm2", "add_norm_3.norm": "norm3",
        "self_attention": "self_attn", "cross_attention": "multihead_attn", "W_O": "out_proj",
        "encoder.": "transformer.encoder.", "decoder.": "transformer.decoder.",
    }  # fmt: skip
    for ours, torchs in words.items():
        name = name.replace(ours, torchs)
    for part, letter in enumerate(("W_Q", "W_K", "W_V")):
        if f".{letter}.weight" in name:
            return name.replace(f".{letter}.weight", ".in_proj_weight"), part
    return name, None
