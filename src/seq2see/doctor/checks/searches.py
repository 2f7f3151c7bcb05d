"""Checks of searching: neighbours, greedy against beam 1, n-best lists, scores."""

from seq2see.decoding.beam import beam_search
from seq2see.decoding.decode import decode, force
from seq2see.decoding.greedy import greedy_search
from seq2see.doctor.patient import Patient
from seq2see.doctor.worst import Worst


def neighbours(patient: Patient) -> Worst:
    """The greedy answer to a source is the same alone and in a batch."""
    wrong = []
    for pair, source in enumerate(patient.sample.sources):
        ((alone,),) = decode(
            patient.exact, [source], beam=1, longest=patient.longest, device=patient.device
        )
        among = patient.greedy[pair]
        if alone.ids != among.ids:
            said = f"{patient.answer(alone)} alone, {patient.answer(among)} among the others"
            wrong.append(f"{patient.name(pair)}: {said}")
    worst = Worst("answers")
    worst.count(wrong)
    return worst


def greedy(patient: Patient) -> Worst:
    """Greedy search finds what a beam of one finds."""
    batch = patient.together
    # No length penalty: with one, a beam of one may go on past its first end symbol.
    found = greedy_search(
        patient.exact, batch.source, batch.source_is_token, longest=patient.longest
    )
    beams = beam_search(
        patient.exact, batch.source, batch.source_is_token, beam=1, longest=patient.longest
    )
    wrong = [
        f"{patient.name(pair)}: {patient.answer(one)} greedily, "
        f"{patient.answer(beam[0]) if beam else 'nothing'} with a beam of 1"
        for pair, (one, beam) in enumerate(zip(found, beams, strict=True))
        if [one.ids] != [hypothesis.ids for hypothesis in beam]
    ]
    worst = Worst("answers")
    worst.count(wrong)
    return worst


def n_best(patient: Patient) -> Worst:
    """A list of hypotheses is sorted, holds none twice, and no more than the beam.

    Those cut at the length limit stand after all that ended, since they fill empty places only.
    """
    wrong = []
    for pair, found in enumerate(patient.n_best):
        ranks = [(not hypothesis.finished, -hypothesis.ranking_score) for hypothesis in found]
        if ranks != sorted(ranks):
            wrong.append(f"{patient.name(pair)}: the hypotheses are not sorted")
        if len({hypothesis.ids for hypothesis in found}) < len(found):
            wrong.append(f"{patient.name(pair)}: a hypothesis stands twice")
        if not 1 <= len(found) <= patient.beam:
            wrong.append(f"{patient.name(pair)}: {len(found)} hypotheses")
    worst = Worst("answers")
    worst.count(wrong)
    return worst


def score(patient: Patient) -> Worst:
    """The score that a search gives an answer is the score of that answer when it is given."""
    worst = Worst("log-probabilities")
    searched = [
        (pair, hypothesis, how)
        for pair in range(len(patient))
        for how, found in (("greedy", [patient.greedy[pair]]), ("beam", patient.n_best[pair]))
        for hypothesis in found
    ]
    forced = force(
        patient.exact,
        [patient.sample.sources[pair] for pair, *_ in searched],
        [hypothesis.ids for _, hypothesis, _ in searched],
        device=patient.device,
    )
    for (pair, hypothesis, how), right in zip(searched, forced, strict=True):
        worst.see(
            abs(hypothesis.log_probability - right.log_probability),
            patient.tolerance * len(hypothesis.ids),
            lambda pair=pair, hypothesis=hypothesis, how=how, right=right: (
                f"{patient.name(pair)}, {how} answer {patient.answer(hypothesis)}: "
                f"{hypothesis.log_probability:.4f}, forced {right.log_probability:.4f}"
            ),
        )
    return worst
