"""Checks of the decoder's state: stepping equals forward, and rows may be moved about."""

import torch
from torch import Tensor

from seq2see.core.padding import pad_sources
from seq2see.core.special import BOS
from seq2see.doctor.patient import Patient
from seq2see.doctor.worst import Worst, largest_of

STEPS = 5
"""Steps after which rows are moved about."""


def stepping(patient: Patient) -> Worst:
    """The logits of each step are those of the whole pass, pair by pair, without padding."""
    worst = Worst("logits")
    for pair, right in enumerate(patient.alone):
        patient.compare(worst, patient.stepped_alone[pair], right, pair, "stepping beside forward")
    return worst


def selecting(patient: Patient) -> Worst:
    """Moving rows and then stepping is stepping and then moving rows.

    Words are drawn at random, so that rows differ from the first step on, whatever the targets.
    """
    worst = Worst("logits")
    model = patient.exact
    chosen = [place % len(patient) for place in range(max(3, len(patient)))]
    source, is_token = pad_sources([patient.sample.sources[pair] for pair in chosen])
    rows, words = _drawn(len(chosen), patient.forward_together.shape[-1])
    rows, words = rows.to(patient.device), words.to(patient.device)

    def compare(found: Tensor, right: Tensor, moved: Tensor, step: int, note: str) -> None:
        difference, (row, number) = largest_of(found, right)
        worst.see(
            difference,
            patient.tolerance,
            lambda: (
                f"the source of {patient.name(chosen[int(moved[row])])}, step {step + 1}, "
                f"logit of {patient.symbol(number)}: {note}"
            ),
        )

    memory = model.encode(source.to(patient.device), is_token.to(patient.device))
    state = model.start(memory)
    of_rows = model.start(memory.select(rows))
    right, _ = model.step(words[:, 0], state)
    found, _ = model.step(words[rows, 0], of_rows)
    compare(found, right[rows], rows, 0, "moving rows of the memory")
    for step in range(STEPS):
        token, following = words[:, step], words[:, step + 1]
        logits, after = model.step(token, state)
        moved, moved_after = model.step(token[rows], state.select(rows))
        compare(moved, logits[rows], rows, step, "rows were moved before the step")
        right = model.step(following, after)[0][rows]
        late, _ = model.step(following[rows], after.select(rows))
        compare(late, right, rows, step + 1, "rows were moved before the step")
        early, _ = model.step(following[rows], moved_after)
        compare(early, right, rows, step + 1, "rows were moved two steps before")
        again, _ = model.step(token, state)
        every = torch.arange(len(chosen))
        compare(again, logits, every, step, "the same state was stepped from twice")
        state = after
    return worst


def _drawn(sources: int, symbols: int) -> tuple[Tensor, Tensor]:
    """Rows to keep, some twice and some not at all, and words for every source, `<bos>` first."""
    generator = torch.Generator().manual_seed(2)
    drawn = torch.randint(0, sources, (sources,), generator=generator)
    rows = torch.cat([torch.tensor([sources - 1, 0, 0, sources // 2]), drawn])
    words = torch.randint(2, max(symbols, 3), (sources, STEPS + 1), generator=generator)
    words[:, 0] = BOS
    return rows, words
