"""Whatever stops a save, the model saved before still loads."""

import errno
import os
import random
import subprocess
import sys

import pytest
import torch

from seq2see.models.named_weights import named_weights
from seq2see.store.model_directory import load_model, save_model, save_weights

KILL_AGAIN_AND_AGAIN = """
import os, signal, sys, time
from pathlib import Path
from seq2see.models.named_weights import named_weights
from seq2see.store.model_directory import load_model, save_weights

directory, *moments = sys.argv[1:]
directory = Path(directory)
for kill, moment in enumerate(map(float, moments)):
    first = (directory / "weights.safetensors").stat().st_mtime_ns
    child = os.fork()
    if child == 0:
        stored, number = load_model(directory), 1000.0 * kill
        while True:
            number += 1.0
            for weight in named_weights(stored.model).values():
                weight.fill_(number)
            save_weights(directory, stored.model, stored.recipe, {"number": number})
    while (directory / "weights.safetensors").stat().st_mtime_ns == first:
        time.sleep(0.001)
    time.sleep(moment)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    weights = named_weights(load_model(directory).model).values()
    numbers = {number for weight in weights for number in weight.unique().tolist()}
    assert len(numbers) == 1, numbers
    print(*numbers)
"""


def numbers_in(directory):
    """The different numbers in all weights."""
    weights = named_weights(load_model(directory).model).values()
    return {number for weight in weights for number in weight.unique().tolist()}


def test_a_killed_save_leaves_a_whole_model(directory):
    """Killed 5 times at random moments: always one whole generation of weights."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    moments = random.Random(seed)
    times = [str(moments.uniform(0, 0.05)) for _ in range(5)]
    done = subprocess.run(
        [sys.executable, "-c", KILL_AGAIN_AND_AGAIN, str(directory), *times],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == 5


def changed(stored):
    """The same model with every weight 7."""
    for weight in named_weights(stored.model).values():
        weight.fill_(7.0)
    return stored


STEPS = ["write", "fsync", "chmod", "replace"]


@pytest.mark.parametrize("failing", STEPS)
def test_a_full_disk_leaves_the_model_that_was_there(directory, make, monkeypatch, failing):
    before = {path.name: path.read_bytes() for path in directory.iterdir()}

    def full(*_args, **_kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    if failing == "write":
        monkeypatch.setattr("pathlib.Path.write_bytes", full)
    else:
        monkeypatch.setattr(os, failing, full)
    with pytest.raises(OSError, match="No space left"):
        save_weights(directory, changed(make()).model, make().recipe, {})
    monkeypatch.undo()
    assert {path.name: path.read_bytes() for path in directory.iterdir()} == before
    assert numbers_in(directory) != {7.0}


@pytest.mark.parametrize("after", range(7))
def test_a_save_that_fails_at_any_file_leaves_a_model_that_loads(
    directory, make, monkeypatch, after
):
    """The disk fills up after so many files: those replaced and those not still fit together."""
    replace, done = os.replace, []

    def fails_later(source, target):
        if len(done) == after:
            raise OSError(errno.ENOSPC, "No space left on device")
        done.append(target)
        return replace(source, target)

    monkeypatch.setattr(os, "replace", fails_later)
    with pytest.raises(OSError, match="No space left"):
        save_model(directory, changed(make()))
    monkeypatch.undo()
    assert len(numbers_in(directory)) == 1 or numbers_in(directory) == original(make)
    assert not list(directory.glob(".*"))


def original(make):
    weights = named_weights(make().model).values()
    return {number for weight in weights for number in weight.unique().tolist()}


def test_a_really_full_disk_is_an_os_error(directory, make, tmp_path):
    """On a file system of a few kilobytes, where this machine lets us make one."""
    small = tmp_path / "small"
    small.mkdir()
    if not sys.platform.startswith("linux") or subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(small)],
        capture_output=True, check=False,
    ).returncode:  # fmt: skip
        pytest.skip("needs the right to mount a tmpfs")
    try:
        save_model(small / "m", make())
        (small / "filler").write_bytes(b"x" * 1000)
        big = make("model.width=64", "model.inner=128")
        with pytest.raises(OSError, match="No space left"):
            save_weights(small / "m", big.model, make().recipe, {})
        assert load_model(small / "m").recipe == make().recipe
        assert not list((small / "m").glob(".*"))
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_a_first_save_that_fails_leaves_no_half_model(make, tmp_path, monkeypatch):
    """Weights come last, so that what loads is whole."""
    monkeypatch.setattr(torch.Tensor, "cpu", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        save_model(tmp_path / "m", make())
    monkeypatch.undo()
    assert not (tmp_path / "m" / "weights.safetensors").exists()
    assert (tmp_path / "m" / "recipe.toml").exists()
