/** An evaluation's figures as rows with intervals, and as numbers for a table or a file. */
import { count, counted, fixed, percent } from "../../kit/format";
import type { IntervalRow } from "../../kit/intervals";
import { visible } from "../../kit/symbol";
import type { Numbers } from "../../kit/numbers";
import type { CommonConfusion, EvaluationReport, LengthGroup, Measures, SeenGroup } from "../../traces";

type Name = "accuracy" | "top_k_accuracy" | "symbol_error_rate" | "word_error_rate" | "bleu" | "chrf";
const NAMES: readonly Name[] = ["accuracy", "top_k_accuracy", "symbol_error_rate", "word_error_rate", "bleu", "chrf"];

/** The schema's types cannot say that an interval is a pair. */
export const interval = (of: Pick<Measures, "intervals">, name: string): [number, number] | null =>
  (of.intervals[name] as unknown as [number, number] | null | undefined) ?? null;

const isScore = (name: Name): boolean => name === "bleu" || name === "chrf";

const write = (name: Name, value: number): string => (isScore(name) ? fixed(value, 1) : percent(value, 1));

function title(name: Name, k: number): string {
  return {
    accuracy: "right answers", top_k_accuracy: `right in the best ${k}`, symbol_error_rate: "symbol error rate",
    word_error_rate: "word error rate", bleu: "BLEU", chrf: "chrF",
  }[name]; // prettier-ignore
}

/** With one answer a source, the best of one is the answer itself. */
const told = (report: EvaluationReport): Name[] => NAMES.filter((name) => name !== "top_k_accuracy" || report.top_k > 1);

export function measureRows(report: EvaluationReport): IntervalRow[] {
  return told(report).map((name) => {
    const value = report[name];
    return row(title(name, report.top_k), value, interval(report, name), value === null ? "–" : write(name, value), isScore(name) ? 100 : 1);
  });
}

function row(name: string, value: number | null, ends: [number, number] | null, written: string, most = 1): IntervalRow {
  return { name, value, written, most, ...(ends ? { low: ends[0], high: ends[1] } : {}) };
}

export const inWords = (report: EvaluationReport, name: Name): string => {
  const ends = interval(report, name);
  return ends ? `${write(name, ends[0])} and ${write(name, ends[1])}` : "";
};

const group = (name: string, one: LengthGroup | SeenGroup): IntervalRow =>
  row(`${name} (${count(one.items)})`, one.accuracy, interval(one, "accuracy"), percent(one.accuracy, 1));

const lengths = ({ shortest, longest }: LengthGroup): string =>
  shortest === longest ? counted(shortest, "symbol") : `${shortest} to ${longest} symbols`;

export const lengthRows = (report: EvaluationReport): IntervalRow[] =>
  report.by_length.map((one) => group(lengths(one), one));

export const seenRows = (report: EvaluationReport): IntervalRow[] =>
  report.by_seen.map((one) => group(one.seen ? "all symbols seen in training" : "some symbol never seen", one));

const line = (name: string, value: number | null, ends: [number, number] | null): (string | number | null)[] => [
  name, value, ends?.[0] ?? null, ends?.[1] ?? null,
]; // prettier-ignore
const COLUMNS = ["figure", "value", "interval from", "to"];

export const measureNumbers = (report: EvaluationReport): Numbers => ({
  caption: `Measured on ${counted(report.items, "source")}; 95 % intervals`, digits: 4, columns: COLUMNS,
  rows: told(report).map((name) => line(title(name, report.top_k), report[name], interval(report, name))),
}); // prettier-ignore

export const groupNumbers = (report: EvaluationReport): Numbers => ({
  caption: "Right answers, by what the sources are like; 95 % intervals", digits: 4,
  columns: ["sources", "how many", "right", "interval from", "to"],
  rows: [
    ...report.by_length.map((one) => grouped(lengths(one), one)),
    ...report.by_seen.map((one) => grouped(one.seen ? "all symbols seen" : "some symbol never seen", one)),
  ],
}); // prettier-ignore

function grouped(name: string, one: LengthGroup | SeenGroup): (string | number | null)[] {
  const ends = interval(one, "accuracy");
  return [name, one.items, one.accuracy, ends?.[0] ?? null, ends?.[1] ?? null];
}

const MOST_CONFUSIONS = 10;

/** "j → c": how often of all the times that the reference had it; what was added has no such share. */
export const confusionRows = (confusions: readonly CommonConfusion[]): IntervalRow[] =>
  confusions.slice(0, MOST_CONFUSIONS).map(({ expected, written, times, of }) => ({
    name: `${sign(expected)} → ${sign(written)}`,
    value: of ? times / of : null,
    written: of ? `${count(times)} of ${count(of)}` : counted(times, "time"),
  }));

const sign = (text: string | null): string => (text === null ? "nothing" : visible(text));

export const confusionNumbers = (confusions: readonly CommonConfusion[]): Numbers => ({
  caption: "The commonest mistakes, symbol by symbol",
  columns: ["expected", "written", "times", "of"],
  rows: confusions.map((one) => [one.expected ?? "(nothing)", one.written ?? "(nothing)", one.times, one.of]),
});
