"""What the watcher of a beam search is told is enough to find its answers again, to the bit."""

import pytest
import torch
from small_models import MODELS, model_of
from table_model import random_table

from seq2see.core.padding import pad_sources
from seq2see.core.special import EOS
from seq2see.decoding.beam import beam_search
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import LengthPenalty

SOURCES = [[3, 5, 7], [4], [9, 3]]
LONGEST = 6


def replayed(told, beam, penalty):
    """The hypotheses of each source, from what was told alone."""
    begun = [((), ())] * len(SOURCES)  # of each row of the batch: symbols and trail
    ends = [[] for _ in SOURCES]
    for step in told:
        going = [[] for _ in SOURCES]
        for place, source in enumerate(step.sources.tolist()):
            for at in step.possible[place].nonzero()[:, 0].tolist():
                row = int(step.rows[place, at])
                ids = (*begun[row][0], int(step.symbols[place, at]))
                score = float(step.scores[place, at])
                rank = penalty.score(score, len(ids))
                one = Hypothesis(ids, score, rank, (*begun[row][1], row))
                assert (ids[-1] == EOS) >= bool(step.ended[place, at])
                if step.ended[place, at]:
                    ends[source].append(one)
                elif step.kept[place, at] and not step.settled[place]:
                    going[source].append(one)
            ends[source].sort(key=lambda h: -h.ranking_score)
        begun = [(h.ids, h.trail) for some in going for h in some]
    cut = going if len(told) == LONGEST else [[]] * len(SOURCES)
    return [(ends[s][:beam] + cut[s])[:beam] for s in range(len(SOURCES))]


def check(model, beam, alpha, prefixes):
    told = []
    padded, is_token = pad_sources(SOURCES)
    settings = {"longest": LONGEST, "length_penalty": alpha, "prefixes": prefixes}
    with torch.inference_mode():
        watched = beam_search(model, padded, is_token, beam=beam, watcher=told.append, **settings)
        alone = beam_search(model, padded, is_token, beam=beam, **settings)
    assert watched == alone, "watching changes nothing"
    assert replayed(told, beam, LengthPenalty(alpha)) == alone
    for step in told:
        for place in range(len(step.sources)):
            scores = step.scores[place][step.possible[place]].tolist()
            assert scores == sorted(scores, reverse=True), "candidates come best first"


@pytest.mark.parametrize("alpha", [0.0, 0.6, -1.0])
@pytest.mark.parametrize("beam", [1, 2, 3, 5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_on_tables(seed, beam, alpha):
    check(random_table(seed, 3.0), beam, alpha, [[], [3], [4, 3]])
    check(random_table(seed), beam, alpha, [[], [], []])


@pytest.mark.parametrize("beam", [1, 2, 5])
@pytest.mark.parametrize("name", MODELS)
def test_on_every_kind_of_model(name, beam):
    model = model_of(name, beam)
    check(model, beam, 0.6, [[], [4, 11], [3]])
    check(model, beam, 0.0, [[], [], []])
