"""The documents say what is true: generated parts are up to date, and what they name exists."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

import seq2see
from seq2see.cli.app import app

ROOT = Path(__file__).parent.parent.parent


def script(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_parts_are_up_to_date():
    stale = [
        path.name
        for path, content in script("generate").documents().items()
        if path.read_text("utf-8") != content
    ]
    assert stale == [], "run: make generate"


def test_every_file_of_the_tree_says_what_it_is():
    tree = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("<!-- tree -->")[2]
    lines = tree.partition("```\n")[2].partition("```")[0].splitlines()
    silent = [line.strip() for line in lines if not line.endswith("/") and len(line.split()) < 2]
    assert silent == []


def test_no_file_is_long():
    limit = 400
    long = {
        path.relative_to(ROOT).as_posix(): count
        for folder in ("src", "benchmarks", "examples", "scripts")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js", ".html", ".css")
        and (count := len(path.read_text("utf-8").splitlines())) > limit
    }
    assert long == {}


def test_the_readme_names_every_command_and_no_other():
    named = re.findall(r"^\| `seq2see (\w+)", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert sorted(named) == sorted(c.callback.__name__ for c in app.registered_commands)


def test_options_that_the_guide_shows_exist():
    known = {
        name
        for command in get_command(app).commands.values()
        for option in command.params
        for name in option.opts
    }
    text = (ROOT / "docs" / "own-pairs.md").read_text("utf-8")
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - known == set()


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_files_that_documents_name_exist(document):
    text = (ROOT / document).read_text("utf-8")
    linked = re.findall(r"\]\(([\w./-]+)\)", text)
    quoted = re.findall(r"`((?:docs|src|results|benchmarks|scripts|tests)/[a-z][\w./]+)`", text)
    for path in [*linked, *quoted]:
        assert (ROOT / path).exists(), path


def test_public_names_are_these_few():
    assert sorted(seq2see.__all__) == ["Recipe", "__version__", "load", "load_recipe", "train"]
    for name in seq2see.__all__:
        assert getattr(seq2see, name) is not None


def test_the_example_walks_the_path():
    settings = ["training.epochs=1", "training.snapshot_epochs=[1]", "model.width=8"]
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "nine_steps.py", *settings],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "hypothesis" in done.stdout and "weight" in done.stdout
