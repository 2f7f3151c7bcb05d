"""`seq2see demo`."""

import shlex
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

RECIPE = "number-reader"


def demo(
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Folder for the trained model.")
    ] = Path("runs/demo"),
) -> None:
    """The main job: train the number reader, compare it with the chapter, look inside.

    Trains the 171,232 weights of chapter N7's Transformer on this machine (half a minute), prints
    the published figures beside those measured, and shows where each word looked for a number
    the model never saw. An earlier demo in DIR is replaced.
    """
    from seq2see.cli.console import console, messages
    from seq2see.core.recipe_file import load_recipe

    recipe = load_recipe(RECIPE)
    with messages.status("Starting torch …"):
        from seq2see.cli.progress import ProgressReport
        from seq2see.cli.tables import print_figures
        from seq2see.core.device import threads
        from seq2see.data.tasks import pairs_of
        from seq2see.experiments.figure import load_plan
        from seq2see.experiments.runner import find_experiment, measure
        from seq2see.predictor.predictor import load
        from seq2see.predictor.terminal import render_terminal
        from seq2see.training.train import train
    result = train(recipe, out, overwrite=True, device="cpu", report=ProgressReport(messages))
    if not result.finished:
        messages.print(f"Stopped; the model so far is in {out}.", markup=False)
        raise typer.Exit(130)
    with messages.status("Measuring every figure of the chapter …"):
        plan = load_plan(find_experiment(RECIPE).folder)
        (run,) = plan.run
        seeds = [recipe.training.seed]
        results = measure(RECIPE, {run.name: recipe}, seeds, {run.name: [out]})
    print_figures(plan, results)
    unseen = next(pair for pair in pairs_of(recipe).held_out if len(pair.target.split()) == 4)
    console.print(f"\nA number the model never saw: {unseen.source}\n", style="bold")
    with threads(1):
        explanation = load(out).explain(unseen.source)
    console.print(render_terminal(explanation, width=console.width))
    program = "seq2see" if shutil.which("seq2see") else shlex.quote(sys.argv[0])
    console.print(
        f"\nThe model is in {out}. Go on with:\n"
        f"  echo 427 | {program} predict {out}\n"
        f"  {program} explain {out} 896 --beam 4\n"
        f"  {program} explain {out} 896 --html 896.html\n"
        f"  {program} reproduce number-reader   (five seeds: a single run may miss a number)",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
