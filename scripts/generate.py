"""Writes the parts of the documents that the program can say better than a person.

    python scripts/generate.py           write them
    python scripts/generate.py --check   say which are out of date, exit status 1 if any

* `docs/explanation.schema.json`: the JSON schema of `seq2see explain --json`
* `web/schema.json`: the JSON schema of the studio's requests and answers, for its TypeScript
* README.md: the summary of all experiments and the number reader's table, from `results/`
* docs/figures.md: the tables of all experiments
* docs/own-pairs.md: what the recipes for pairs of one's own give, from `results/own-pairs/`
* ARCHITECTURE.md: the tree, a line for each file, from the files' own first lines
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from seq2see.experiments.figure import Plan, load_plan
from seq2see.experiments.registry import EXPERIMENTS
from seq2see.experiments.results import Results, read_results
from seq2see.experiments.table import markdown_table, table_rows
from seq2see.predictor.explanation import Explanation
from seq2see.studio.schema import schema as studio

ROOT = Path(__file__).parent.parent
TREES = ("src/seq2see", "benchmarks", "examples", "scripts")


def documents() -> dict[Path, str]:
    """Every generated document with the content it should have."""
    readme, architecture = ROOT / "README.md", ROOT / "ARCHITECTURE.md"
    guide = ROOT / "docs" / "own-pairs.md"
    return {
        ROOT / "docs" / "explanation.schema.json": schema(),
        ROOT / "web" / "schema.json": studio_schema(),
        readme: filled(
            filled(readme.read_text("utf-8"), "summary", summary()), "figures", reader()
        ),
        ROOT / "docs" / "figures.md": figures(),
        guide: filled(guide.read_text("utf-8"), "own pairs", own_pairs()),
        architecture: filled(architecture.read_text("utf-8"), "tree", tree()),
    }


def own_pairs() -> str:
    """The table of the recipes for pairs of one's own: a line for each run that was made."""
    head = ["data", "published", "seed", "accuracy", "top 3 or 5", "symbol error rate", "BLEU",
            "chrF", "minutes", "epochs", "on dev"]  # fmt: skip
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    signatures: dict[str, None] = {}
    commands: dict[str, str] = {}
    for path in sorted((ROOT / "results" / "own-pairs").glob("*.json")):
        found = msgspec.json.decode(path.read_bytes())
        for run in found["runs"]:
            low, high = run["intervals"]["accuracy"]
            bleu = run["intervals"]["bleu"]
            dev = run["dev_accuracy"]
            signatures |= dict.fromkeys(run["signatures"].values())
            cells = [
                f"{found['name']}: {found['test']}, {run['items']:,}",
                found["published"],
                str(run["seed"]),
                f"**{run['accuracy']:.1%}** ({low:.1%}–{high:.1%})",
                f"{run['top_k']}: {run['top_k_accuracy']:.1%}",
                f"{run['symbol_error_rate']:.2%}",
                "–" if bleu is None else f"{run['bleu']:.1f} ({bleu[0]:.1f}–{bleu[1]:.1f})",
                f"{run['chrf']:.1f}",
                f"{run['minutes']:.1f}",
                str(run["epochs"]),
                "–" if dev is None else f"{dev:.1%}",
            ]
            lines.append(f"| {' | '.join(cells)} |")
            commands |= {run["command"]: found["commit"]}
    return "\n".join(
        [
            "", *lines, "",
            "Accuracy and BLEU with 95 % intervals; – where no reference has the four words that",
            "BLEU looks for. sacrebleu's signatures:", "",
            *(f"* `{signature}`" for signature in signatures), "",
            "The commands, with the commit that ran them; files lie below the data's folder:", "",
            "```", *(f"{command}    # {commit}" for command, commit in commands.items()), "```",
            "", "",
        ]
    )  # fmt: skip


def schema() -> str:
    """The schema of an explanation."""
    content = msgspec.json.encode(msgspec.json.schema(Explanation))
    return msgspec.json.format(content).decode() + "\n"


def studio_schema() -> str:
    """The schema of everything between the studio's page and its server."""
    return msgspec.json.format(msgspec.json.encode(studio())).decode() + "\n"


def results() -> list[tuple[Plan, Results]]:
    """Every experiment that the repository holds results of, in the order of the chapters."""
    found = []
    for name, experiment in EXPERIMENTS.items():
        path = ROOT / "results" / f"{name}.json"
        if path.exists():
            found.append((load_plan(experiment.folder), read_results(path)))
    return found


def summary() -> str:
    """A line for each experiment: how its figures came out, and those not met."""
    lines = ["", "| experiment | shows | figures | not met |", "| --- | --- | --- | --- |"]
    for plan, one in results():
        rows = table_rows(plan, one)
        counts = Counter(row.verdict for row in rows)
        told = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
        missed = "; ".join(row.what for row in rows if row.verdict == "not met") or "–"
        lines.append(f"| {one.experiment} | {plan.title} | {told} | {missed} |")
    return "\n".join(lines) + "\n\n"


def reader() -> str:
    """The table of the number reader alone."""
    found = [pair for pair in results() if pair[1].experiment == "number-reader"]
    return "".join(f"\n{markdown_table(*pair)}\n" for pair in found)


def figures() -> str:
    """The tables of all experiments, as a document of their own."""
    parts = [
        "# Published beside measured",
        "Every figure of the two chapters beside ours, made from `results/` by "
        "`scripts/generate.py`. Kinds, tolerances and seeds were committed before the first "
        "result. *met*: within the tolerance; *better*: beyond it on the good side; *differs*: a "
        "model that the chapter shows failing fails more or less; *shown*: the chapter gives no "
        "number.",
    ]
    for plan, one in results():
        parts += [f"## {plan.title}", plan.about.strip(), markdown_table(plan, one).strip()]
        notes = [f"* {figure.what}: {figure.note}" for figure in plan.figure if figure.note]
        parts += ["How it is measured:", "\n".join(notes)] if notes else []
    return "\n\n".join(parts) + "\n"


def tree() -> str:
    """Folders and files, each file with the first line it says of itself."""
    lines = ["```"]
    for top in TREES:
        lines += _branch(ROOT / top, 0, top)
    return "\n" + "\n".join([*lines, "```"]) + "\n"


def filled(text: str, name: str, content: str) -> str:
    """`text` with what stands between the markers of `name` replaced."""
    pattern = rf"(<!-- {name} -->).*?(<!-- /{name} -->)"
    assert re.search(pattern, text, re.DOTALL), f"no markers <!-- {name} -->"
    return re.sub(pattern, lambda m: f"{m[1]}\n{content}{m[2]}", text, flags=re.DOTALL)


def _branch(folder: Path, depth: int, name: str) -> Iterator[str]:
    start = folder / "__init__.py"
    yield _line(depth, f"{name}/", _says(start) if start.exists() else "")
    entries = [e for e in sorted(folder.iterdir()) if e.name not in ("__init__.py", "__pycache__")]
    for entry in entries:
        if entry.is_file():
            yield _line(depth + 1, entry.name, _says(entry))
    for entry in entries:
        if entry.is_dir():
            yield from _branch(entry, depth + 1, entry.name)


def _line(depth: int, name: str, says: str) -> str:
    return f"{'  ' * depth + name:<34}{says}".rstrip()


def _says(path: Path) -> str:
    """The first line of a Python file's docstring, or the first sentence of a leading comment."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    leading = re.match(r"(?:<!--|/\*) *(.+?) *(?:-->|\*/)|((?:(?:#|//).*\n)+)", text, re.DOTALL)
    if leading is None:
        return ""
    words = leading[1] or re.sub(r"(?m)^(#|//) ?", "", leading[2])
    sentence = re.match(r"(.+?[.:)])(\s|$)", " ".join(words.split()))
    return sentence[1].rstrip(":") if sentence else " ".join(words.split())


def main() -> None:
    """Write or check every document."""
    stale = []
    for path, content in documents().items():
        before = path.read_text("utf-8") if path.exists() else ""
        if before != content:
            stale.append(path.relative_to(ROOT).as_posix())
            if "--check" not in sys.argv:
                path.parent.mkdir(exist_ok=True)
                path.write_text(content, "utf-8")
    if stale:
        print("out of date:" if "--check" in sys.argv else "written:", ", ".join(stale))
    if stale and "--check" in sys.argv:
        sys.exit("run: make generate")


if __name__ == "__main__":
    main()
