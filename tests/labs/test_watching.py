"""Work tells how far it is, and ends where nobody wants it any more; looking changes nothing."""

import pytest

from seq2see.core.tap import watch
from seq2see.inspection.recorder import record
from seq2see.labs.alignment import Explain
from seq2see.labs.ask import answer
from seq2see.labs.watch import Cancelled, Watch


def test_each_step_is_told(models):
    told = []
    answer(Explain(model="reader", text="42"), models, Watch(told.append))
    steps = [one.done for one in told if one.what == "symbols written"]
    assert steps == list(range(1, len(steps) + 1)) and steps


@pytest.mark.parametrize("looks", [0, 3, 10])
@pytest.mark.parametrize("model", ["reader", "lstm", "plain"])
def test_it_stops_at_the_next_tap(models, model, looks):
    left = iter(range(looks))
    with pytest.raises(Cancelled):
        answer(
            Explain(model=model, text="42", beam=3),
            models,
            Watch(wanted=lambda: next(left, None) is not None),
        )


def test_whoever_watches_an_observer_sees_every_tap(trained):
    names = []
    with watch(names.append), record(trained.model, only=["logits"]) as recorder:
        trained.predict(["42"])
    assert names.count("logits") == len(recorder.tensors["logits"])
    assert len(names) > len(recorder.tensors["logits"])


def test_nobody_is_called_afterwards(trained):
    names = []
    with watch(names.append):
        trained.predict(["42"])
    count = len(names)
    trained.predict(["42"])
    with record(trained.model):
        trained.predict(["42"])
    assert len(names) == count > 0
