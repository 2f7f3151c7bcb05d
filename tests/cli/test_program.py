"""The program as a whole: help, exit statuses, streams."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMANDS = [
    "demo", "train", "predict", "score", "evaluate", "explain", "parameters", "doctor",
    "reproduce",
]  # fmt: skip
PROGRAM = [sys.executable, "-m", "seq2see"]


def test_help_lists_every_command(seq2see):
    found = seq2see("--help")
    assert found.status == 0
    assert all(command in found.told for command in COMMANDS)
    assert seq2see("-h") == found


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(seq2see, command):
    found = seq2see(command, "--help")
    assert found.status == 0
    assert f"seq2see {command}" in found.told


HELP = """
import sys
from seq2see.__main__ import main
for arguments in (["--help"], ["train", "--help"], ["--version"], ["predict"]):
    sys.argv = ["seq2see", *arguments]
    try:
        main()
    except SystemExit as end:
        assert end.code in ((2,) if arguments == ["predict"] else (0, None)), (arguments, end.code)
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"torch", "numpy", "safetensors", "matplotlib"}, loaded
"""


def test_help_does_not_wait_for_torch():
    done = subprocess.run(
        [sys.executable, "-c", HELP], capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "seq2see 0." in done.stdout


def test_no_command_shows_the_help_and_a_wrong_one_is_a_mistake(seq2see):
    assert "predict" in seq2see().out + seq2see().err
    assert seq2see("predikt").status == 2
    assert seq2see("predict", "m", "--no-such-option").status == 2


def test_a_recipe_s_name_is_no_model(seq2see, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command, more in [("predict", []), ("explain", ["42"]), ("evaluate", [])]:
        found = seq2see(command, "number-reader", *more)
        assert found.status == 2
        assert "is a recipe, expected a trained model" in found.said
        assert "Train it first: seq2see train number-reader --out number-reader" in found.said


def test_a_model_that_is_not_there_or_is_damaged(seq2see, tmp_path):
    found = seq2see("explain", tmp_path / "none", "42")
    assert found.status == 2
    assert "no such model directory" in found.said
    found = seq2see("explain", tmp_path, "42")
    assert found.said.count("is missing") == 5


@pytest.mark.parametrize("device", ["gpu", "cuda:9", "meta"])
def test_an_unknown_device_is_a_mistake(seq2see, trained_directory, device):
    found = seq2see("explain", trained_directory, "42", "--device", device)
    assert found.status == 2
    assert f"--device {device}: cannot be used here" in found.said


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_gives_no_traceback(trained_directory, tmp_path, unbuffered):
    """`seq2see predict … | head -1`, and the module is the program."""
    (tmp_path / "numbers").write_text("42\n" * 50_000)
    call = [*PROGRAM, "predict", str(trained_directory), str(tmp_path / "numbers")]
    env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(call, stdout=-1, stderr=-1, env=env) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert len(process.stdout.readline()) > 1
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_standard_output_on_a_full_disk_is_no_success(trained_directory, tmp_path):
    """Under PYTHONUNBUFFERED a write that takes a part is no error by itself."""
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    (tmp_path / "numbers").write_text("42\n")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "predict", str(trained_directory), str(tmp_path / "numbers")],
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert b"No space left on device\nFree some space there, then try again." in done.stderr
    assert b"Traceback" not in done.stderr


def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path):
    out = tmp_path / "my model"
    call = [
        *PROGRAM, "train", "microscope", "--out", str(out), "--device", "cpu",
        "--set", "training.epochs=100000",
    ]  # fmt: skip
    with subprocess.Popen(call, stderr=subprocess.PIPE, text=True, env=os.environ) as process:
        deadline = time.monotonic() + 60
        log = out / "log.jsonl"
        while time.monotonic() < deadline and not (
            log.exists() and log.read_bytes().count(b"\n") > 2
        ):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        said = process.stderr.read()
        assert process.wait() == 130
    assert "Traceback" not in said
    assert "stopping after this update, then saving" in said
    assert "Stopped after update" in said
    assert f"seq2see train '{out}' --out '{out}' --resume" in said
    assert (out / "weights.safetensors").is_file()
    assert (out / "resume" / "state.safetensors").is_file()


def test_ctrl_c_ends_any_command_with_a_line(seq2see, monkeypatch):
    """Typer would end it without a word."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("seq2see.predictor.predictor.load", interrupted)
    found = seq2see("predict", "m", stdin=b"1\n")
    assert (found.status, found.out, found.err) == (130, "", "seq2see: interrupted\n")


def test_a_training_on_a_full_disk_says_how_to_go_on(seq2see, monkeypatch, tmp_path):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device", str(tmp_path / "m"))

    monkeypatch.setattr("seq2see.training.train.train", full)
    found = seq2see("train", "microscope", "--out", tmp_path / "m")
    assert found.status == 2
    assert "No space left on device Free some space there, then go on with --resume." in found.said


def test_a_run_resumed_without_a_state_begins_at_its_start(seq2see, tmp_path):
    quick = ["microscope", "--out", tmp_path / "m", "--device", "cpu",
             "--set", "training.epochs=1", "--set", "training.snapshot_epochs=[]"]  # fmt: skip
    assert seq2see("train", *quick).status == 0
    (tmp_path / "m" / "resume" / "state.safetensors").unlink()
    (tmp_path / "m" / "weights.safetensors").unlink()
    found = seq2see("train", *quick, "--resume")
    assert found.status == 0
    assert "Nothing was saved there: the run begins at its start." in found.err


def test_the_public_names():
    import seq2see

    assert set(seq2see.__all__) == {"Recipe", "__version__", "load", "load_recipe", "train"}
    assert all(getattr(seq2see, name) for name in seq2see.__all__)
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = seq2see.lode
