"""The program: its commands and what `seq2see --help` says of them."""

from typing import Annotated

import typer

from seq2see import __version__
from seq2see.cli.demo import demo
from seq2see.cli.doctor import doctor
from seq2see.cli.evaluate import evaluate
from seq2see.cli.explain import explain
from seq2see.cli.parameters import parameters
from seq2see.cli.predict import predict
from seq2see.cli.reproduce import reproduce
from seq2see.cli.score import score
from seq2see.cli.studio import studio
from seq2see.cli.train import train

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Train, run and open up sequence-to-sequence models.",
    epilog="Start with: seq2see demo",
)

for command in (
    demo, train, predict, score, evaluate, explain, parameters, doctor, reproduce, studio,
):  # fmt: skip
    app.command()(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"seq2see {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Train, run and open up sequence-to-sequence models."""
