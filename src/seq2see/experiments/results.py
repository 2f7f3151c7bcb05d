"""`Results`: what was measured, on disk as JSON; every table is made from it."""

from math import nan
from pathlib import Path
from typing import Any

import msgspec

from seq2see.core.errors import InputError
from seq2see.core.files import write_bytes
from seq2see.experiments.figure import Value


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """The measurements of one experiment and what they were made with."""

    experiment: str
    reduced: bool
    """True for a quick run with fewer seeds or epochs: no verdict on the real thing."""
    seeds: list[int]
    values: dict[str, list[Value]]
    """By figure: one value for each seed, or a single one where no training is involved."""
    minutes: float
    """Of training, over all seeds."""
    versions: dict[str, str]
    commit: str
    """Of the repository, where it was run in one; ends in "+" with changes not committed."""
    recipes: dict[str, dict[str, Any]]
    """By run: the complete recipe."""
    series: dict[str, list[list[list[float]]]] = {}
    """What charts are drawn from, by name: for each seed a list of points (x, y)."""


def write_results(results: Results, path: Path) -> None:
    """Write results, all or nothing; a chart's points are rounded to what can be seen of them."""
    series = {
        name: [[[round(x, 4), round(y, 4)] for x, y in points] for points in seeds]
        for name, seeds in results.series.items()
    }
    kept = msgspec.structs.replace(results, series=series)
    write_bytes(path, msgspec.json.format(msgspec.json.encode(kept), indent=0) + b"\n")


def read_results(path: Path) -> Results:
    """Read what `write_results` wrote. Raises `InputError` on a missing or damaged file."""
    try:
        return msgspec.convert(_with_nan(msgspec.json.decode(path.read_bytes())), type=Results)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}.") from None
    except msgspec.MsgspecError as error:
        raise InputError(
            f"{path}: damaged: {error}.", hint="Delete it and run seq2see reproduce again."
        ) from None


def find_results(name: str) -> Results | None:
    """The results of an experiment that came with the package, or lie in its checkout; or None.

    An installed package has them beside this file, a checkout in its folder `results`.
    """
    here = Path(__file__).parent
    for folder in (here / "published", here.parents[2] / "results"):
        if (folder / f"{name}.json").is_file():
            return read_results(folder / f"{name}.json")
    return None


def _with_nan(plain: Any) -> Any:
    """JSON knows no "not a number": where a measurement is null, that is what it was."""
    if isinstance(plain, dict) and isinstance(plain.get("values"), dict):
        return plain | {"values": {name: _filled(of) for name, of in plain["values"].items()}}
    return plain


def _filled(values: Any) -> Any:
    if isinstance(values, list):
        return [_filled(value) for value in values]
    return nan if values is None else values
