"""What the report says first: how many figures were met, and how to read the rest."""

from collections import Counter
from collections.abc import Sequence

from seq2see.experiments.report.section import Section

VERDICTS = {
    "met": ("✓", "good"),
    "better": ("▲", "better"),
    "differs": ("≠", "off"),
    "not met": ("✗", "bad"),
    "not measured": ("○", "none"),
    "shown": ("·", "none"),
}
"""By verdict, in the order they are listed: a sign and a colour, so that neither stands alone."""

READING = [
    ("exact", "equal to the published figure after rounding, in every run."),
    ("at least", "the mean over runs is not below the published figure less its tolerance."),
    (
        "band",
        "the mean over runs lies within the tolerance of the published figure. Where a weak model "
        "is shown failing, above the band is a difference, not a success.",
    ),
    ("statement", "a rule; ours is the share of cases in which it holds."),
    ("shown", "the chapter gives no number; ours stands by itself, without a verdict."),
    (
        "verdicts",
        "met, better, differs (a weak model that fails more or less than the chapter's), not met, "
        "not measured. Kinds, tolerances and seeds were written down before the first result.",
    ),
]


def headline(sections: Sequence[Section]) -> str:
    """The whole in one or two sentences."""
    counts = sum((section.counts for section in sections), Counter[str]())
    judged = sum(count for verdict, count in counts.items() if verdict != "shown")
    there = sum(bool(section.rows) for section in sections)
    if not judged:
        return "There are no figures to show: each section says why."
    good = counts["met"] + counts["better"]
    rest = [f"{counts[one]} {one}" for one in ("differs", "not met", "not measured") if counts[one]]
    text = f"{good} of {judged} published figures are met or bettered"
    text += f" ({', '.join(rest)})." if rest else "."
    if counts["shown"]:
        text += f" {counts['shown']} more have no published number and are shown beside them."
    if there < len(sections):
        missing = len(sections) - there
        text += f" {missing} of {len(sections)} experiments {'have' if missing > 1 else 'has'} "
        text += "no results that could be read."
    return text


def tally(section: Section) -> str:
    """Counts of verdicts in words."""
    counts = section.counts
    text = ", ".join(f"{counts[one]} {one}" for one in VERDICTS if counts[one])
    return text or "no results"


def made_with(section: Section) -> tuple[str, str, str]:
    """Seeds, minutes of training, commit."""
    results = section.results
    if results is None:
        return "–", "–", "–"
    seeds = ", ".join(map(str, results.seeds)) if results.seeds else "none"
    return seeds, f"{results.minutes:.1f}" if results.seeds else "–", results.commit or "not known"


def versions(sections: Sequence[Section]) -> str:
    """Every set of versions the results were made with, as a sentence; nothing without results."""
    found = {
        ", ".join(f"{name} {version}" for name, version in one.results.versions.items())
        for one in sections
        if one.results is not None
    }
    return f"Made with {'; '.join(sorted(found))}. " if found else ""
