"""All checks, in the order in which a reader should look at them: first what explains the rest."""

from seq2see.doctor.check import Check
from seq2see.doctor.checks.looking import attention, recording
from seq2see.doctor.checks.numbers import finite, precise, repeatable
from seq2see.doctor.checks.passes import causal, padding
from seq2see.doctor.checks.searches import greedy, n_best, neighbours, score
from seq2see.doctor.checks.states import selecting, stepping
from seq2see.doctor.checks.storage import saved

_BASE = ("finite", "repeatable")

CHECKS = (
    Check(
        "finite",
        "All weights and logits are numbers.",
        "Training went astray: a learning rate that is too high, or a row of attention with "
        "nothing to attend to.",
        finite,
    ),
    Check(
        "repeatable",
        "Two passes give the same logits.",
        "The model is in training mode, or drops out by itself while it predicts.",
        repeatable,
        ("finite",),
    ),
    Check(
        "precise",
        "Double precision says the same.",
        "Part of the model computes with few digits, or adds very large numbers to small ones.",
        precise,
        _BASE,
    ),
    Check(
        "causal",
        "No step sees what comes after it.",
        "The mask over the target is missing or one place off, or a layer mixes target places.",
        causal,
        _BASE,
    ),
    Check(
        "padding",
        "Padding is invisible.",
        "A mask over the source is missing in some attention, or a summary, mean or norm runs "
        "over padded places too.",
        padding,
        (*_BASE, "causal"),
    ),
    Check(
        "stepping",
        "Stepping equals forward.",
        "A cache is not extended, a position is counted wrongly, or `step` computes something "
        "that `forward` does not.",
        stepping,
        (*_BASE, "causal"),
    ),
    Check(
        "selecting",
        "Rows of the state may be moved.",
        "`select` leaves a part of the state as it was, or `step` changes the state it was given.",
        selecting,
        _BASE,
    ),
    Check(
        "neighbours",
        "An answer ignores its neighbours.",
        "Answers that end drop the wrong rows, or something is normalised over the batch.",
        neighbours,
        (*_BASE, "padding", "selecting"),
    ),
    Check(
        "greedy",
        "Greedy search equals a beam of 1.",
        "One of the searches chooses among other symbols, ends elsewhere or reorders its rows "
        "wrongly.",
        greedy,
        (*_BASE, "selecting"),
    ),
    Check(
        "n-best",
        "Lists are sorted and distinct.",
        "Hypotheses are sorted by another number than their ranking score, or not told apart.",
        n_best,
        _BASE,
    ),
    Check(
        "score",
        "A score is the forced score.",
        "A search adds up other numbers than the model's log-probabilities, such as ones made to "
        "sum to 1 again after symbols were forbidden.",
        score,
        (*_BASE, "causal", "padding", "stepping", "selecting"),
    ),
    Check(
        "attention",
        "Attention sums to 1, padding has 0.",
        "Scores are masked after the softmax, or not at all; or the weights shown are not those "
        "used.",
        attention,
        (*_BASE, "padding"),
    ),
    Check(
        "recording",
        "Looking inside changes nothing.",
        "The path that shows its steps and the fast one compute different things.",
        recording,
        _BASE,
    ),
    Check(
        "saved",
        "Saved equals loaded, bit for bit.",
        "A tensor that the model needs is no parameter, so that it is not saved; or the files "
        "were changed after the model was opened.",
        saved,
        _BASE,
    ),
)
