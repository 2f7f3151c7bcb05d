"""The report: every experiment's figures, curves and alignments as one page and as Markdown."""

from seq2see.experiments.report.entry import ReportEntry
from seq2see.experiments.report.write import write_report

__all__ = ["ReportEntry", "write_report"]
