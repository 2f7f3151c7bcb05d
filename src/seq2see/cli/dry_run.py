"""What `seq2see train --dry-run` shows."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from seq2see.core.recipe import Recipe
from seq2see.training.dry_run import DryRun, SeenBatch

ROWS = 3
"""Of each batch, so many pairs are shown."""


def show_dry_run(found: DryRun, recipe: Recipe, console: Console) -> None:
    """Sizes, memory and time, then the first batches as the model sees them."""
    table = Table(title=f"A dry run of {recipe.name}: nothing was written", title_justify="left",
                  show_header=False)  # fmt: skip
    for name, value in _facts(found, recipe):
        table.add_row(name, value)
    console.print(table)
    for number, batch in enumerate(found.batches, start=1):
        _show_batch(number, batch, console)


def _facts(found: DryRun, recipe: Recipe) -> list[tuple[str, str]]:
    unknown = (
        f"; {found.held_out_unknown:,} with symbols never seen in training"
        if found.held_out_unknown
        else ""
    )
    lacking = (
        f"; {found.training_unknown:,} with targets that hold symbols outside the vocabulary"
        if found.training_unknown
        else ""
    )
    return [
        ("parameters", f"{found.parameters:,}"),
        ("source symbols", f"{found.source_symbols:,}"),
        ("target symbols", f"{found.target_symbols:,}"),
        ("pairs to learn from", f"{found.training_pairs:,}{lacking}"),
        ("pairs held out", f"{found.held_out_pairs:,}{unknown}"),
        ("longest source, target", f"{found.longest_source}, {found.longest_target} symbols"),
        ("updates", f"{found.updates_per_epoch:,} an epoch, {found.updates:,} in all at most"),
        ("padding", f"{found.padding:.0%} of all positions"),
        ("weights, gradients, moments", f"{found.state_megabytes:,.0f} MB"),
        ("peak memory so far", f"{found.peak_megabytes:,.0f} MB"),
        ("time", f"{duration(found.seconds_per_update)} an update with {found.threads} "
                 f"thread{'s' if found.threads > 1 else ''}, {duration(found.seconds)} for "
                 f"{recipe.training.epochs} epochs, measurements left out"),
    ]  # fmt: skip


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def _show_batch(number: int, batch: SeenBatch, console: Console) -> None:
    console.print(f"\nbatch {number}: {len(batch.sources)} pairs, padding {batch.padding:.0%}")
    for source, target in list(zip(batch.sources, batch.targets, strict=True))[:ROWS]:
        console.print(Text.assemble(("  source  ", "dim"), " ".join(source)), soft_wrap=True)
        console.print(Text.assemble(("  target  ", "dim"), " ".join(target)), soft_wrap=True)
