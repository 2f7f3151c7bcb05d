"""The number reader as most people would write it: the peer that seq2see's speed is held against.

Nothing here is slow on purpose and nothing is tuned: separate Q, K and V layers, the softmax
written out, torch's own loss and optimiser with their defaults, one tensor a sentence. The model
computes exactly what seq2see's does; `copy_weights` starts both from the same numbers.
"""

from collections.abc import Mapping
from math import log, sqrt

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

PAD, BOS, EOS = 0, 1, 2


class Attention(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.head_width = heads, width // heads
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.out = nn.Linear(width, width)

    def split(self, x: Tensor) -> Tensor:
        batch, length, _ = x.shape
        return x.view(batch, length, self.heads, self.head_width).transpose(1, 2)

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        q = self.split(self.query(x))
        k = self.split(self.key(memory))
        v = self.split(self.value(memory))
        scores = q @ k.transpose(-2, -1) / sqrt(self.head_width)
        scores = scores.masked_fill(~mask, float("-inf"))
        context = torch.softmax(scores, dim=-1) @ v
        batch, _, length, _ = context.shape
        return self.out(context.transpose(1, 2).contiguous().view(batch, length, -1))


class FeedForward(nn.Module):
    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.linear1, self.linear2 = nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, x: Tensor) -> Tensor:
        return self.linear2(torch.relu(self.linear1(x)))


class EncoderLayer(nn.Module):
    def __init__(self, width: int, heads: int, inner: int) -> None:
        super().__init__()
        self.attention = Attention(width, heads)
        self.feed_forward = FeedForward(width, inner)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        x = self.norm1(x + self.attention(x, x, mask))
        return self.norm2(x + self.feed_forward(x))


class DecoderLayer(nn.Module):
    def __init__(self, width: int, heads: int, inner: int) -> None:
        super().__init__()
        self.self_attention = Attention(width, heads)
        self.cross_attention = Attention(width, heads)
        self.feed_forward = FeedForward(width, inner)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.norm3 = nn.LayerNorm(width)

    def forward(self, y: Tensor, memory: Tensor, mask: Tensor, memory_mask: Tensor) -> Tensor:
        y = self.norm1(y + self.self_attention(y, y, mask))
        y = self.norm2(y + self.cross_attention(y, memory, memory_mask))
        return self.norm3(y + self.feed_forward(y))


class Embedding(nn.Module):
    """Token rows times √width, plus sines and cosines."""

    table: Tensor

    def __init__(self, symbols: int, width: int, longest: int = 64) -> None:
        super().__init__()
        self.tokens = nn.Embedding(symbols, width)
        position = torch.arange(longest)[:, None]
        rate = torch.exp(torch.arange(0, width, 2) * (-log(10000.0) / width))
        table = torch.zeros(longest, width)
        table[:, 0::2] = torch.sin(position * rate)
        table[:, 1::2] = torch.cos(position * rate)
        self.register_buffer("table", table)

    def forward(self, ids: Tensor) -> Tensor:
        width = self.tokens.embedding_dim
        return self.tokens(ids) * sqrt(width) + self.table[: ids.shape[1]]


class PlainTransformer(nn.Module):
    def __init__(
        self, sources: int, targets: int, width: int = 64, heads: int = 4, inner: int = 128,
        layers: int = 2,
    ) -> None:  # fmt: skip
        super().__init__()
        self.source, self.target = Embedding(sources, width), Embedding(targets, width)
        self.encoder = nn.ModuleList(EncoderLayer(width, heads, inner) for _ in range(layers))
        self.decoder = nn.ModuleList(DecoderLayer(width, heads, inner) for _ in range(layers))
        self.output = nn.Linear(width, targets)

    def forward(self, source: Tensor, target_in: Tensor) -> Tensor:
        source_mask = (source != PAD)[:, None, None, :]
        causal = torch.tril(torch.ones(target_in.shape[1], target_in.shape[1])).bool()
        target_mask = causal & (target_in != PAD)[:, None, None, :]
        x = self.source(source)
        for layer in self.encoder:
            x = layer(x, source_mask)
        y = self.target(target_in)
        for layer in self.decoder:
            y = layer(y, x, target_mask, source_mask)
        return self.output(y)

    def copy_weights(self, named: Mapping[str, Tensor]) -> None:
        """Take over the weights of a seq2see model, given as its `named_weights`."""
        state = {plain_name(name): weight.clone() for name, weight in named.items()}
        buffers = dict(self.named_buffers())
        self.load_state_dict(state | buffers)


def plain_name(name: str) -> str:
    """What `PlainTransformer` calls the weight that seq2see calls `name`."""
    words = {
        "source_embedding": "source", "target_embedding": "target", ".layers": "",
        "W_Q": "query", "W_K": "key", "W_V": "value", "W_O": "out", "W_1": "linear1",
        "W_2": "linear2", "add_norm_1.norm": "norm1", "add_norm_2.norm": "norm2",
        "add_norm_3.norm": "norm3",
    }  # fmt: skip
    for ours, plain in words.items():
        name = name.replace(ours, plain)
    return name.replace("self_attention", "attention") if name.startswith("encoder") else name


class PlainScript:
    """Model, loss, optimiser and the body of the loop over batches.

    `model` is called as `model(source, target_in)`. Pairs are lists of numbers; a target ends
    in `<eos>`.
    """

    def __init__(
        self, model: nn.Module, pairs: list[tuple[list[int], list[int]]], learning_rate: float
    ) -> None:
        self.model = model
        self.pairs = [(torch.tensor(source), torch.tensor(target)) for source, target in pairs]
        self.criterion = nn.CrossEntropyLoss(label_smoothing=0.1, ignore_index=PAD)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate)

    def update(self, chosen: list[int]) -> float:
        """Learn from one batch; its mean loss."""
        source = pad_sequence([self.pairs[i][0] for i in chosen], batch_first=True)
        target = pad_sequence([self.pairs[i][1] for i in chosen], batch_first=True)
        bos = torch.full((len(chosen), 1), BOS)
        target_in = torch.cat([bos, target[:, :-1]], dim=1)
        self.optimizer.zero_grad()
        logits = self.model(source, target_in)
        loss = self.criterion(logits.reshape(-1, logits.shape[-1]), target.reshape(-1))
        loss.backward()
        self.optimizer.step()
        return loss.item()

    @torch.no_grad()
    def answer(self, source: list[int], longest: int = 16) -> list[int]:
        """Greedy, running the whole model again for every word."""
        sources, written = torch.tensor([source]), [BOS]
        while len(written) <= longest and written[-1] != EOS:
            logits = self.model(sources, torch.tensor([written]))
            written.append(int(logits[0, -1].argmax()))
        return written[1:]
