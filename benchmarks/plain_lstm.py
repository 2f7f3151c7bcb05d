"""Two LSTMs with attention as most people would write them: the LSTM peers of `eng_us.py`.

`torch.nn.LSTM` runs over a whole side at once; the loop is that of `plain_script.py`. The encoder
reads padding too, or, `packed`, it does not; seq2see never reads padding.
"""

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from contestant import Job, pairs_to_learn
from plain_script import PAD, PlainScript


class PlainLstm(nn.Module):
    """A bidirectional encoder, a decoder that starts from its last states, dot attention."""

    def __init__(self, job: Job, packed: bool) -> None:
        super().__init__()
        symbols, embedding, width = job["symbols"], job["embedding_width"], job["width"]
        self.packed = packed
        self.source, self.target = (
            nn.Embedding(symbols, embedding),
            nn.Embedding(symbols, embedding),
        )
        self.encoder = nn.LSTM(embedding, width // 2, batch_first=True, bidirectional=True)
        self.decoder = nn.LSTM(embedding, width, batch_first=True)
        self.dropout = nn.Dropout(job["dropout"])
        self.output = nn.Linear(2 * width, symbols)

    def forward(self, source: Tensor, target_in: Tensor) -> Tensor:
        is_token = source != PAD
        rows = self.dropout(self.source(source))
        if self.packed:
            lengths = is_token.sum(1)
            rows = pack_padded_sequence(rows, lengths, batch_first=True, enforce_sorted=False)
        memory, last = self.encoder(rows)
        if self.packed:
            memory, _ = pad_packed_sequence(memory, batch_first=True)
        first = tuple(torch.cat([one[0], one[1]], dim=-1)[None] for one in last)
        states, _ = self.decoder(self.dropout(self.target(target_in)), first)
        scores = states @ memory.transpose(1, 2)
        scores = scores.masked_fill(~is_token[:, None], float("-inf"))
        context = torch.softmax(scores, dim=-1) @ memory
        return self.output(self.dropout(torch.cat([states, context], dim=-1)))


class Contestant:
    """What the benchmark asks for."""

    def __init__(self, job: Job) -> None:
        torch.manual_seed(1)
        models = {name: PlainLstm(job, name == "packed") for name in ("padded", "packed")}
        pairs = pairs_to_learn(job)
        self.scripts = {
            name: PlainScript(model, pairs, job["learning_rate"]) for name, model in models.items()
        }

    def threads(self, count: int) -> None:
        torch.set_num_threads(count)

    def train(self, batches: list[list[int]], way: str) -> float:
        return [self.scripts[way].update(chosen) for chosen in batches][-1]
