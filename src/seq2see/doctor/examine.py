"""`examine`: all checks on one model and some pairs."""

from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path

import torch

from seq2see.data.pair import Pair
from seq2see.doctor.check import Check
from seq2see.doctor.checks import CHECKS
from seq2see.doctor.finding import Finding
from seq2see.doctor.patient import Patient
from seq2see.doctor.sample import Sample, choose
from seq2see.doctor.worst import Worst
from seq2see.predictor.predictor import Predictor

SEED = 1
"""Which pairs are taken does not change from one examination to the next."""


def examine(
    predictor: Predictor,
    pairs: Sequence[Pair],
    *,
    count: int | None = None,
    directory: Path | None = None,
    origin: str = "input",
    seed: int = SEED,
) -> list[Finding]:
    """Every check on a model, in the order of `CHECKS`; see `Finding`.

    `count` of `pairs` are used, spread over their lengths; without it up to 32, fewer for a large
    model. `directory`, where it is given, is held against the model in memory.

    Raises `InputError` listing every pair that the model cannot read. A check during which the
    model breaks off has failed: nothing is raised for it.
    """
    sample = sample_for(predictor, pairs, count=count, origin=origin, seed=seed)
    return examine_with(predictor, sample, directory=directory)


def sample_for(
    predictor: Predictor,
    pairs: Sequence[Pair],
    *,
    count: int | None = None,
    origin: str = "input",
    lines: Sequence[int] | None = None,
    seed: int = SEED,
) -> Sample:
    """The pairs that `examine` uses. Raises `InputError` as it does, by the numbers of `lines`."""
    weights = sum(parameter.numel() for parameter in predictor.model.parameters())
    return choose(
        pairs, predictor.codec, count=count, weights=weights, seed=seed, origin=origin, lines=lines
    )


@torch.no_grad()
def examine_with(
    predictor: Predictor,
    sample: Sample,
    *,
    directory: Path | None = None,
    begin: Callable[[str], None] = lambda _: None,
) -> list[Finding]:
    """Every check on a model with a sample of pairs; `begin` is told each check's name before.

    The model itself is left as it was.
    """
    patient = Patient(predictor, sample, directory)
    findings: list[Finding] = []
    for check in CHECKS:
        begin(check.name)
        failed = {finding.name for finding in findings if finding.failed}
        findings.append(_find(check, patient, failed))
    return findings


def _find(check: Check, patient: Patient, failed: set[str]) -> Finding:
    try:
        worst = check.run(patient)
    except OSError:  # a full disk says nothing about the model
        raise
    except Exception as error:  # whatever a model that cannot be stepped or copied raises
        worst = Worst("logits")
        said = str(error).partition("\n")[0]
        worst.see(float("inf"), 0.0, f"it broke off with {type(error).__name__}: {said}")
    if worst is None:
        return Finding(
            name=check.name, meaning=check.meaning, outcome="does not apply", unit="logits",
            largest=None, tolerance=None,
        )  # fmt: skip
    return Finding(
        name=check.name,
        meaning=check.meaning,
        outcome="passed" if worst.passed else "failed",
        unit=worst.unit,
        largest=worst.largest if isfinite(worst.largest) else None,
        tolerance=worst.tolerance,
        where=worst.where,
        cause="" if worst.passed else check.cause,
        follows=() if worst.passed else tuple(n for n in check.follows if n in failed),
    )
