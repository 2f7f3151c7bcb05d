"""The bottleneck lab: accuracy against length, measured over seeds, with the published points."""

from statistics import mean

import msgspec

from seq2see.core.errors import InputError
from seq2see.experiments.figure import Plan, load_plan
from seq2see.experiments.results import Results, find_results
from seq2see.labs.lab_request import LabRequest
from seq2see.labs.shelf import Shelf
from seq2see.labs.trace import LabTrace, array
from seq2see.labs.watch import Watch

EXPERIMENT = "bottleneck"


class Bottleneck(LabRequest, frozen=True, tag="bottleneck"):
    """The curves; strings to try are asked for as `explain`."""


class Published(msgspec.Struct, frozen=True):
    """A point that the chapter gives."""

    length: int
    accuracy: float
    """In percent."""
    where: str
    """Chapter and section."""


class BottleneckRun(msgspec.Struct, frozen=True, kw_only=True):
    """One curve: a kind of model at one width."""

    name: str
    title: str
    attention: bool
    width: int
    """Numbers in the decoder's state; H in the chapter."""
    model: str
    """Id of the chapter's model of this kind, to try strings on."""
    published: list[Published]


class BottleneckTrace(LabTrace, frozen=True, tag="seq2see/bottleneck/1"):
    """Arrays, in percent: `accuracy` (run, seed, length); `mean`, `lowest` and `highest` over the
    seeds (run, length)."""

    runs: list[BottleneckRun]
    lengths: list[int]
    """Digits in the strings, along the axis `length`."""
    seeds: list[int]


def answer(request: Bottleneck, shelf: Shelf, watch: Watch) -> BottleneckTrace:
    """The curves from the results that come with the package; nothing is trained or measured."""
    results = find_results(EXPERIMENT)
    if results is None:
        raise InputError(
            "the measured curves did not come with this installation.",
            hint="Install seq2see from a wheel or a checkout that has results/bottleneck.json.",
        )
    plan = load_plan(EXPERIMENT)
    curves = {
        run.name: results.series[f"{run.name}/by-length"]
        for run in plan.run
        if f"{run.name}/by-length" in results.series
    }
    lengths = [round(x) for x, _ in next(iter(curves.values()))[0]]
    accuracy = [[[y for _, y in seed] for seed in seeds] for seeds in curves.values()]
    over_seeds = [list(zip(*seeds, strict=True)) for seeds in accuracy]
    return BottleneckTrace(
        tokens={},
        axes={"run": len(curves), "seed": len(results.seeds), "length": len(lengths)},
        arrays={
            "accuracy": array(["run", "seed", "length"], accuracy),
            **{
                name: array(["run", "length"], [[of(one) for one in run] for run in over_seeds])
                for name, of in (("mean", mean), ("lowest", min), ("highest", max))
            },
        },
        notes=[
            "Each point is measured on up to 300 new strings of that length; the band goes from "
            f"the lowest to the highest of {len(results.seeds)} seeds."
        ],
        runs=[_run(name, plan, results) for name in curves],
        lengths=lengths,
        seeds=results.seeds,
    )


def _run(name: str, plan: Plan, results: Results) -> BottleneckRun:
    model = results.recipes[name]["model"]
    attention, width = model["attention"] != "none", model["width"]
    return BottleneckRun(
        name=name,
        title=f"{'with attention' if attention else 'plain'}, H = {width}",
        attention=attention,
        width=width,
        model=f"reverser-{name}",
        published=[
            Published(int(figure.id.rpartition("/")[2]), float(figure.published), figure.where)
            for figure in plan.figure
            if figure.id.rpartition("/")[0] == name and isinstance(figure.published, int | float)
        ],
    )
