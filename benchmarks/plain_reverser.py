"""The reverser as a reader of chapter N5 would write it: the peer of `benchmarks/reverser.py`.

Two LSTMs, attention over all encoder states for every decoder step at once, torch's own loss and
optimiser, one tensor a string, batches in the order drawn, answers written string by string.
"""

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

PAD, BOS, EOS = 0, 1, 2


class PlainReverser(nn.Module):
    def __init__(self, symbols: int, embedding: int, width: int) -> None:
        super().__init__()
        self.source_embedding = nn.Embedding(symbols, embedding)
        self.target_embedding = nn.Embedding(symbols, embedding)
        self.encoder = nn.LSTM(embedding, width, batch_first=True)
        self.decoder = nn.LSTM(embedding, width, batch_first=True)
        self.output = nn.Linear(2 * width, symbols)

    def attend_all(self, states: Tensor, memory: Tensor, is_token: Tensor) -> Tensor:
        scores = states @ memory.transpose(1, 2)
        scores = scores.masked_fill(~is_token[:, None], float("-inf"))
        return torch.softmax(scores, dim=-1) @ memory

    def forward(self, source: Tensor, target_in: Tensor) -> Tensor:
        memory, (h, c) = self.encoder(self.source_embedding(source))
        last = (source != PAD).sum(1) - 1
        h = memory[torch.arange(len(source)), last][None]
        states, _ = self.decoder(self.target_embedding(target_in), (h, c))
        context = self.attend_all(states, memory, source != PAD)
        return self.output(torch.cat([states, context], dim=-1))

    @torch.no_grad()
    def answer(self, source: list[int], longest: int) -> list[int]:
        """One string, one symbol at a time."""
        ids = torch.tensor([source])
        memory, state = self.encoder(self.source_embedding(ids))
        written = [BOS]
        while len(written) <= longest:
            rows = self.target_embedding(torch.tensor([written[-1:]]))
            states, state = self.decoder(rows, state)
            context = self.attend_all(states, memory, ids != PAD)
            logits = self.output(torch.cat([states, context], dim=-1))
            written.append(int(logits[0, -1].argmax()))
            if written[-1] == EOS:
                break
        return written[1:]


class PlainTraining:
    """The loop around it: batches, loss, Adam."""

    def __init__(self, model: PlainReverser, learning_rate: float) -> None:
        self.model = model
        self.loss = nn.CrossEntropyLoss(ignore_index=PAD)
        self.adam = torch.optim.Adam(model.parameters(), lr=learning_rate)

    def update(self, sources: list[list[int]], targets: list[list[int]]) -> float:
        source = pad_sequence([torch.tensor(s) for s in sources], batch_first=True)
        target_in = pad_sequence([torch.tensor([BOS, *t[:-1]]) for t in targets], batch_first=True)
        target_out = pad_sequence([torch.tensor(t) for t in targets], batch_first=True)
        self.adam.zero_grad()
        logits = self.model(source, target_in)
        loss = self.loss(logits.flatten(0, 1), target_out.flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.adam.step()
        return loss.item()
