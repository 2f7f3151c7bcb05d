"""The report: from results, whole or damaged, to a page and Markdown that show them."""

import base64
import contextlib
import hashlib
import html
import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from math import exp, log, nan, sin

import msgspec
import pytest

from seq2see.__main__ import main
from seq2see.core.recipe_file import load_recipe, recipe_data
from seq2see.core.recipe_override import override
from seq2see.experiments.figure import Figure, load_plan
from seq2see.experiments.registry import EXPERIMENTS
from seq2see.experiments.report import ReportEntry, write_report
from seq2see.experiments.report.alignments import Alignment, Alignments, alignments, example
from seq2see.experiments.report.chart import Axis, Line, line_chart
from seq2see.experiments.report.curves import even_entropy
from seq2see.experiments.report.entry import entries_below
from seq2see.experiments.report.looking import arcs, heat_map
from seq2see.experiments.report.markdown import plain
from seq2see.experiments.report.page import render_page
from seq2see.experiments.report.section import Section, section_of
from seq2see.experiments.report.svg import Picture, label, together
from seq2see.experiments.results import Results, write_results
from seq2see.experiments.runner import recipes_of
from seq2see.experiments.table import table_rows
from seq2see.predictor.explanation import ExplainedHypothesis, Explanation, Step, Symbol
from seq2see.text.numerals import read_aloud

NASTY = "<script>alert(1)</script>\"'&{{style}}|`*"
SVG = "{http://www.w3.org/2000/svg}"


def made_results(name: str, *, reduced: bool = False, **changed: object) -> Results:
    """Results as a real run would leave them: every figure has values, every curve has points.

    Not one number is measured.
    """
    plan = load_plan(EXPERIMENTS[name].folder)
    seeds = plan.seeds[:1] if reduced else plan.seeds
    values = {one.id: _values(one, len(seeds)) for one in plan.figure}
    series: dict[str, list[list[list[float]]]] = {}
    for place, run in enumerate(recipes_of(plan)):
        heads = {"number-reader": (2, 4), "norm-depth": (2, 4)}.get(name, (1, 1))
        deep = name == "norm-depth" and "post-12" in run
        for seed in seeds:
            series.setdefault(f"{run}/loss", []).append(
                [[u, 0.652 + (1.9 if deep else 2.6 * exp(-u / 300)) + 0.05 * sin(seed + u)]
                 for u in range(15, 901, 15)]
            )  # fmt: skip
            series.setdefault(f"{run}/accuracy", []).append(
                [[u, 3.0 * seed if deep else rise((u - 150 - 20 * seed - 9 * place) / 40)]
                 for u in range(75, 901, 75)]
            )  # fmt: skip
            if "plain" in run:
                continue
            for layer in range(heads[0]):
                for head in range(heads[1]):
                    fall = 90 + 40 * head + 15 * seed + 50 * layer
                    even = 2.4 if "attention" in run else 1.05
                    series.setdefault(f"{run}/entropy/{layer + 1}.{head + 1}", []).append(
                        [[u, even * (0.12 * head + (1 - 0.12 * head) / (1 + exp((u - fall) / 60)))]
                         for u in range(15, 901, 15)]
                    )  # fmt: skip
    if name in ("bottleneck", "boss-reverser"):
        middle = {"plain-32": 10, "plain-128": 17, "attention-32": 21.5, "attention-128": 27,
                  "plain": 20, "attention": 34}  # fmt: skip
        for run in recipes_of(plan):
            series[f"{run}/by-length"] = [
                [[n, 100 / (1 + exp((n - middle[run] - 0.5 * seed) / 1.7))] for n in range(2, 25)]
                for seed in seeds
            ]
    if name == "cache-cost":
        for way, factor in {"both": (1, 0), "no-self": (1, 1), "no-cross": (2, 0),
                            "neither": (2, 1)}.items():  # fmt: skip
            series[f"{way}/multiplications"] = [
                [[n, 83_000 * n * factor[0] + 41_000 * n * n * factor[1]] for n in range(1, 33)]
            ]
    given = {
        "experiment": name, "reduced": reduced, "seeds": seeds, "values": values,
        "minutes": 4.2 * len(recipes_of(plan)) if seeds else 0.0,
        "versions": {"seq2see": "0.1.0", "torch": "2.13.0+cpu"}, "commit": "a8db87a01234",
        "recipes": {run: recipe_data(one) for run, one in recipes_of(plan).items()},
        "series": series,
    }  # fmt: skip
    return Results(**given | changed)  # type: ignore[arg-type]


def rise(x: float) -> float:
    """From 0 to 100, half-way at 0."""
    return 100 / (1 + exp(-x))


def _values(figure: Figure, seeds: int) -> list:
    if figure.kind == "exact" or not seeds:
        return [figure.published if figure.published is not None else 1_234_567]
    middle = figure.published if isinstance(figure.published, float | int) else 71.0
    spread = max(figure.tolerance, 1.0) / 4 * (0 if figure.kind == "statement" else 1)
    # One that is not met and one that differs, so that both can be seen.
    off = {"attention-32/20": -9.5, "plain/20": 21.0, "thousand-spreads": -12.0}.get(figure.id, 0)
    top = 100.0 if figure.unit == "%" else 1e9
    return [min(middle + off + spread * sin(2 * seed), top) for seed in range(seeds)]


def made_explanation(source: str, words: str, looks_at: list[int]) -> Explanation:
    """An explanation of two heads whose rows peak where `looks_at` says."""

    def symbol(text: str) -> Symbol:
        return Symbol(text=text, id=9, special=text == "<eos>")

    count = len(source)
    rows = []
    for step, wanted in enumerate(looks_at):
        scores = [4.5 * (place == wanted) + sin(place + step) for place in range(count)]
        rows.append([exp(one) / sum(map(exp, scores)) for one in scores])
    texts = [*(words.split() if " " in words else words), "<eos>"]
    steps = [Step(symbol=symbol(t), probability=1.0, rank=1, alternatives=[]) for t in texts]
    best = ExplainedHypothesis(
        text=words, origin="greedy", log_probability=-0.1, ranking_score=-0.1, finished=True,
        steps=steps, cross_attention=[[rows, rows]],
    )  # fmt: skip
    return Explanation(
        model="made", source_text=source, source=[*map(symbol, source)], hypotheses=[best],
        notes=[],
    )  # fmt: skip


def made_alignments(name: str) -> Alignments | None:
    found = {
        "number-reader": ("742", read_aloud(742), [0, 2, 1, 2, 2]),
        "six-digit-reader": ("427015", read_aloud(427015), [0, 2, 1, 2, 4, 5, 5]),
        "boss-reverser": ("91704283550617293846", "91704283550617293846"[::-1],
                          [*range(19, -1, -1), 0]),
    }.get(name)  # fmt: skip
    if found is None:
        return None
    explanation = made_explanation(*found)
    return Alignments([Alignment("reader", "seed-1", "trained", found[1], True, explanation)])


def made_entries() -> list[ReportEntry]:
    """Every experiment, complete."""
    return [
        ReportEntry(
            name, load_plan(one.folder), made_results(name), alignments=made_alignments(name)
        )
        for name, one in EXPERIMENTS.items()
    ]


@pytest.fixture(scope="module")
def sections() -> list[Section]:
    return [section_of(entry) for entry in made_entries()]


@pytest.fixture(scope="module")
def page(sections) -> str:
    return render_page(sections)


def test_every_experiment_stands_there_with_title_text_table_and_caption(page, sections):
    for name, section in zip(EXPERIMENTS, sections, strict=True):
        assert not section.problems
        start = page.index(f'id="{name}"')
        end = page.find("<section", start)
        its = html.unescape(page[start:end])
        assert section.title in its
        assert section.about in its
        assert section.caption in its
        for row in table_rows(load_plan(EXPERIMENTS[name].folder), made_results(name)):
            for cell in (row.what, row.where, row.kind, row.published, row.ours, row.verdict):
                assert cell in its


def test_the_charts_that_each_experiment_is_about_are_there(sections):
    plates = {one.name: {plate.name for plate in [*one.plates, *one.learning]} for one in sections}
    assert plates["hand-examples"] == set()
    assert plates["number-reader"] == {"looking-trained", "learning", "attention-born"}
    many = {"learning-accuracy", "learning-loss", "attention-born"}
    assert plates["bottleneck"] == many | {"by-length"}
    assert plates["boss-reverser"] == many | {"by-length", "looking-trained"}
    assert plates["six-digit-reader"] == {"looking-trained", "learning", "attention-born"}
    assert plates["embedding-scale"] == many
    assert plates["norm-depth"] == many | {"by-depth"}
    assert plates["cache-cost"] == {"cache-cost"}
    of_bottleneck = next(one for one in sections if one.name == "bottleneck").plates[0]
    assert [one.heading for one in of_bottleneck.pictures] == ["H = 32", "H = 128"]
    assert [one.body.count('class="published') for one in of_bottleneck.pictures] == [5, 5]


def test_the_page_needs_nothing_and_its_policy_allows_only_its_own_style(page):
    assert "<script" not in page
    assert "style=" not in page
    assert not re.search(r"(src|href)=\"(?!#)", page)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = re.search(r'Policy" content="(.*?)"', page)[1]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


def test_the_summary_counts_verdicts_and_says_what_was_not_met(page, sections):
    counts = sum((one.counts for one in sections), Counter())
    good = counts["met"] + counts["better"]
    judged = sum(counts.values()) - counts["shown"]
    assert f"{good} of {judged} published figures are met or bettered" in page
    missed = {one.name: one.not_met for one in sections if one.not_met}
    assert missed["bottleneck"] == [
        "Attention, H = 32: 20 digits (N5 §3): published 72.0 %, ours 62.5 % "
        "(62.3–62.7 over 3 seeds): 9.5 points below; none allowed."
    ]
    assert "it differs" in missed["boss-reverser"][0]
    assert "the rule holds 12.0 below what was set" in missed["six-digit-reader"][0].replace(
        "points ", ""
    )
    for sentences in missed.values():
        for sentence in sentences:
            assert html.escape(sentence) in page


def test_every_verdict_is_a_word_and_a_sign(page):
    for sign, verdict in [*re.findall(r'aria-hidden="true">(.)</span>([^<]*)</span>', page)]:
        assert sign in "✓▲≠✗○·"
        assert re.fullmatch(r"(\d+ )?(met|better|differs|not met|not measured|shown)", verdict)


def test_the_same_entries_give_the_same_bytes(page):
    assert render_page([section_of(entry) for entry in made_entries()]) == page


def test_whatever_a_results_file_says_stays_text(tmp_path):
    results = made_results("bottleneck")
    results = msgspec.structs.replace(
        results,
        commit=NASTY,
        versions={NASTY: NASTY},
        recipes={NASTY: {}, **results.recipes},
        series={f"{NASTY}/{key}": seeds for key, seeds in results.series.items()},
    )
    plan = load_plan("bottleneck")
    figure = msgspec.structs.replace(plan.figure[0], what=NASTY, note=NASTY, where=NASTY)
    nasty = msgspec.structs.replace(plan, title=NASTY, about=NASTY, figure=[figure])
    explanation = made_explanation("<b>", "<i> & </i>", [0, 1, 2, 0])
    looked = Alignments([Alignment(NASTY, NASTY, NASTY, NASTY, True, explanation)], [NASTY])
    entries = [
        ReportEntry("bottleneck", nasty, results, alignments=looked),
        ReportEntry("cache-cost", nasty, error=NASTY),
    ]
    text = write_report(entries, tmp_path).read_text("utf-8")
    assert "<script" not in text
    assert "{{style}}" in text
    for image in (tmp_path / "images").iterdir():
        assert "<script" not in image.read_text("utf-8")
        ET.parse(image)
    markdown = (tmp_path / "report.md").read_text("utf-8")
    assert "<script" not in markdown
    assert plain("a|b\n# <c> `d`") == r"a\|b \# &lt;c&gt; \`d\`"


def test_missing_damaged_and_foreign_files_say_so_in_their_place(tmp_path):
    write_results(made_results("cache-cost"), tmp_path / "cache-cost.json")
    write_results(made_results("cache-cost"), tmp_path / "bottleneck" / "results.json")
    (tmp_path / "number-reader.json").write_text("{")
    entries = {one.name: one for one in entries_below(tmp_path)}
    assert list(entries) == list(EXPERIMENTS)
    assert "cannot be read: No such file" in entries["hand-examples"].error
    assert "damaged" in entries["number-reader"].error
    assert "holds results of cache-cost" in entries["bottleneck"].error
    assert entries["cache-cost"].error == ""
    text = write_report([*entries.values()], tmp_path / "out").read_text("utf-8")
    assert "7 of 8 experiments have no results that could be read." in text
    for entry in entries.values():
        assert html.escape(entry.error) in text
    assert str(tmp_path) not in text
    assert "multiplications to write 742" in text


def test_results_that_do_not_fit_the_plan_cost_their_own_part_only():
    whole = made_results("bottleneck")
    wrong = {
        "values": whole.values | {"plain-32/16": [[1.0, 2.0]]},
        "recipes": {"plain-32": {"name": 7}},
        "series": {**whole.series, "plain-32/by-length": [[[1.0, 2.0, 3.0]], [[]], []]},
    }
    section = section_of(
        ReportEntry("bottleneck", load_plan("bottleneck"), made_results("bottleneck", **wrong))
    )
    assert [one.split(" cannot")[0] for one in section.problems] == [
        "The table", "The table of parameters", "What was not met",
    ]  # fmt: skip
    assert {one.name for one in section.learning} >= {"learning-loss", "attention-born"}
    assert render_page([section])


@pytest.mark.parametrize("series", [{}, {"reader/loss": []}, {"reader/accuracy": [[], []]}])
def test_no_curves_no_chart(series):
    results = made_results("number-reader", series=series)
    section = section_of(ReportEntry("number-reader", load_plan("number_reader"), results))
    assert section.learning == []


def test_a_reduced_run_says_so_and_one_without_training_is_none(tmp_path):
    entries = [
        ReportEntry(name, load_plan(one.folder), made_results(name, reduced=True))
        for name, one in EXPERIMENTS.items()
    ]
    page = write_report(entries, tmp_path).read_text("utf-8")
    trained = [one for one in entries if one.results.seeds]
    assert page.index("Reduced run") < page.index("published figures are met")
    assert page.count("Reduced run</strong>: no verdict") == len(trained) == 6
    assert "Reduced run" in (tmp_path / "report.md").read_text("utf-8")


def test_without_models_the_report_says_that_alignments_need_them():
    section = section_of(
        ReportEntry("number-reader", load_plan("number_reader"), made_results("number-reader"))
    )
    assert "drawn by the trained models" in section.problems[0]
    assert "seq2see reproduce number-reader --report DIR" in section.problems[0]


def test_markdown_has_every_picture_beside_it(tmp_path):
    write_report(made_entries(), tmp_path)
    text = (tmp_path / "report.md").read_text("utf-8")
    pictures = re.findall(r"!\[[^\]]*\]\((images/[^)]+)\)", text)
    assert sorted(pictures) == sorted(
        f"images/{one.name}" for one in (tmp_path / "images").iterdir()
    )
    for one in pictures:
        root = ET.parse(tmp_path / one).getroot()
        assert root.find(f"{SVG}title").text
        assert "prefers-color-scheme: dark" in root.find(f"{SVG}style").text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    for name, one in EXPERIMENTS.items():
        for row in table_rows(load_plan(one.folder), made_results(name)):
            assert any(plain(row.what) in line and row.verdict in line for line in rows)


def drawn(picture: Picture) -> ET.Element:
    return ET.fromstring(picture.inline())


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [one for one in root.iter() if name in one.get("class", "").split()]


def numbers(path: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?[\d.]+", path)]


def test_a_line_is_the_mean_and_its_band_goes_from_lowest_to_highest():
    line = Line("one", [[[0, 10], [1, 30]], [[0, 20], [1, 50]]], published=[(1, 100)])
    axis = Axis("y", 0, 100, [0, 100])
    root = drawn(line_chart("t", [line], Axis("x", 0, 1, [0, 1]), axis))
    top, bottom = 24, 236 - 36
    heights = lambda *values: [pytest.approx(bottom - v / 100 * (bottom - top), abs=0.06)  # noqa: E731
                               for v in values]  # fmt: skip
    assert numbers(of_class(root, "curve")[0].get("d"))[1::2] == heights(15, 40)
    assert numbers(of_class(root, "band")[0].get("d"))[1::2] == heights(20, 50, 30, 10)
    published = of_class(root, "published")[0]
    assert numbers(published.get("d"))[1] + 5.5 == heights(100)[0]
    assert [one.text for one in of_class(root, "c1") if one.tag == "text"] == ["one"]


def test_zero_is_a_point_and_what_is_no_number_is_a_gap_with_a_cross():
    points = [[0, 3], [1, 0], [2, nan], [3, 2], [4, 1]]
    root = drawn(
        line_chart("t", [Line("a", [points])], Axis("x", 0, 4), Axis("y", 0, 3, [0]), dots=True)
    )
    assert len(of_class(root, "curve")) == 2
    assert len(of_class(root, "dot")) == 4
    assert len(of_class(root, "absent")) == 1


def test_names_of_lines_that_end_together_do_not_lie_on_each_other():
    lines = [Line(f"line {n}", [[[0, 0], [1, n / 10]]]) for n in range(4)]
    root = drawn(line_chart("t", lines, Axis("x", 0, 1, [0]), Axis("y", 0, 100, [0])))
    ends = sorted(float(one.get("y")) for one in root.iter("text") if "line" in one.text)
    assert all(after - before >= 13.9 for before, after in pairwise(ends))
    assert ends[-1] <= 236 - 36 + 5


@pytest.mark.parametrize(
    ("values", "ticks"),
    [([0.3, 3.1], [0, 1, 2, 3, 4]), ([7], [0, 2, 4, 6, 8]), ([], [0, 0.25, 0.5, 0.75, 1.0])],
)
def test_axes_have_round_ticks_and_hold_all_values(values, ticks):
    assert Axis.around("y", values).ticks == pytest.approx(ticks)


def test_zero_masked_and_missing_look_different():
    symbols = [Symbol(text=one, id=1, special=False) for one in "abc"]
    _, _, body = heat_map([[0.0, None, nan]], symbols, symbols[:1])
    root = ET.fromstring(f"<g>{body}</g>")
    assert [one.text for one in root.iter("text")][-4:-2] == ["0", "?"]
    assert len(of_class(root, "hole")) == 2
    assert len(of_class(root, "hatch")) == 3
    assert next(one.get("fill") for one in root.iter("rect")) == "#00224e"
    assert "arc" not in arcs([[0.0, None, nan]], symbols, symbols[:1])[2]


def test_several_pictures_in_one_file_stand_side_by_side():
    pictures = [Picture("t", 100, 50, label("a", 0, 0), heading="h")] * 3
    root = ET.fromstring(together(pictures, "t", 2))
    inner = root.findall(f"{SVG}svg")
    places = [(float(one.get("x")), float(one.get("y"))) for one in inner]
    assert places == [(18, 40), (136, 40), (18, 130)]
    assert (root.get("width"), root.get("height")) == ("254", "198")


def test_alignments_come_from_the_saved_model_and_its_snapshots(trained_directory, tmp_path):
    found = alignments({"gone": [tmp_path / "gone"], "reader": [trained_directory]})
    assert [one.stage for one in found.shown] == ["epoch-2", "trained"]
    source, wanted, unseen = example(load_recipe(trained_directory / "recipe.toml"))
    assert unseen
    assert found.shown[1].explanation.source_text == source
    assert found.shown[1].wanted == wanted == read_aloud(int(source))
    assert alignments({"gone": [tmp_path / "gone"]}) is None
    (tmp_path / "empty").mkdir()
    broken = alignments({"reader": [tmp_path / "empty"]})
    assert broken.shown == []
    assert "reader/empty" in broken.problems[0]
    assert str(tmp_path) not in broken.problems[0]


@pytest.mark.parametrize(
    ("recipe", "source"), [("number-reader", "742"), ("six-digit-reader", "427015")]
)
def test_the_chapters_numbers_are_the_examples(recipe, source):
    assert example(load_recipe(recipe))[0] == source


def test_a_string_to_reverse_is_held_out_and_long():
    source, wanted, unseen = example(load_recipe("boss-reverser"))
    assert (len(source), wanted, unseen) == (20, source[::-1], True)


def test_even_attention_over_strings_of_one_length_is_the_logarithm_of_it():
    recipe = override(load_recipe("reverser"), ["task.shortest=5", "task.longest=5"])
    assert even_entropy(recipe) == pytest.approx(log(5))


def test_the_program_writes_the_report_of_saved_results(tmp_path, monkeypatch, capsys):
    write_results(made_results("cache-cost"), tmp_path / "results.json")
    for given in (tmp_path / "results.json", tmp_path):
        out = tmp_path / given.name
        out = out.with_suffix(".report")
        command = ["seq2see", "reproduce", "--results", str(given), "--report", str(out)]
        monkeypatch.setattr("sys.argv", command)
        with contextlib.suppress(SystemExit):
            main()
        assert "The report is in" in capsys.readouterr().err
        assert "What the caches save" in (out / "report.html").read_text("utf-8")
        assert (out / "report.md").is_file()
