/** A run's curves, or those of two beside each other, as charts. */
import type { ChartProps, Point, Series } from "../../kit/chart";
import { fixed, percent, significant } from "../../kit/format";
import type { EpochEnd } from "../../traces";
import type { Story } from "./story";

export type Over = "epochs" | "minutes";

export interface Told {
  name: string;
  story: Story;
  floor: number | null;
}

type Pick = (end: EpochEnd) => number | null | undefined;

const across = (over: Over) => (end: EpochEnd): number => (over === "epochs" ? end.epoch : end.seconds / 60);

function points({ story }: Told, over: Over, pick: Pick): Point[] {
  const x = across(over);
  return story.epochs.flatMap((end) => {
    const y = pick(end);
    return y === null || y === undefined || !Number.isFinite(y) ? [] : [{ x: x(end), y }];
  });
}

/** One run's lines differ in colour; of two runs each has a colour, and its lines differ in form. */
function lines(told: readonly Told[], over: Over, picks: readonly [string, Pick][]): Series[] {
  return told.flatMap((one, r) =>
    picks.map(([name, pick], p): Series => ({
      name: told.length > 1 ? `${one.name}, ${name}` : name,
      points: points(one, over, pick),
      colour: ((told.length > 1 ? r : p) + 1) as 1 | 2,
      look: p ? "dashed" : "line",
    })),
  ).filter((series) => series.points.length);
}

const xAxis = (over: Over) =>
  over === "epochs"
    ? { label: "epoch", low: 0, written: (value: number) => significant(value, 4) }
    : { label: "minutes", low: 0, written: (value: number) => significant(value, 3) };

/** What happened, at its place; only for a single run, where it is plain whose it is. */
function marks(told: readonly Told[], over: Over): { x: number; title: string }[] {
  const [one] = told;
  if (told.length !== 1 || !one) return [];
  const place = (at: number) => (over === "epochs" ? at : minutesAt(one.story.epochs, at));
  return one.story.happenings.flatMap(({ at, mark }) => (mark ? [{ x: place(at), title: mark }] : []));
}

const minutesAt = (epochs: readonly EpochEnd[], at: number): number =>
  (epochs.findLast((end) => end.epoch <= at)?.seconds ?? 0) / 60;

const frame = (told: readonly Told[], over: Over, title: string) => ({ title, x: xAxis(over), marks: marks(told, over), height: 260 });

export function lossChart(told: readonly Told[], over: Over, log: boolean): ChartProps {
  const floors = [...new Set(told.map((one) => one.floor).filter((floor) => floor !== null))];
  const [floor] = floors;
  return {
    ...frame(told, over, "Loss"),
    series: lines(told, over, [["training", (end) => end.loss], ["held out", (end) => end.held_out_loss]]),
    y: { label: "nats a symbol", log, written: (value) => significant(value, 3), ...(log ? {} : { low: 0 }) },
    levels: floors.length === 1 && floor ? [{ y: floor, title: `no lower than ${fixed(floor, 3)}` }] : [],
  }; // prettier-ignore
}

/** Every measure that some epoch has, accuracy first. Loss has a chart of its own. */
export function measuresOf(told: readonly Told[]): string[] {
  const found = new Set(told.flatMap(({ story }) => story.epochs.flatMap((end) => Object.keys(end.measures ?? {}))));
  found.delete("loss");
  found.delete("accuracy");
  return ["accuracy", ...found];
}

export const measureName = (name: string): string =>
  ({ accuracy: "answers that are right", bleu: "BLEU", chrf: "chrF" })[name] ?? name.replaceAll("_", " ");

export function measureChart(told: readonly Told[], over: Over, measure: string): ChartProps {
  const pick: Pick = measure === "accuracy" ? (end) => end.held_out_accuracy : (end) => end.measures?.[measure];
  const series = lines(told, over, [[measureName(measure), pick]]);
  const largest = Math.max(0, ...series.flatMap((one) => one.points.map((point) => point.y ?? 0)));
  const isShare = !["bleu", "chrf"].includes(measure) && largest <= 1;
  return {
    ...frame(told, over, "On pairs held out"),
    series,
    y: isShare ? { label: "", low: 0, ...(measure === "accuracy" ? { high: 1 } : {}), written: (value) => percent(value, 1).replace(".0%", "%") }
      : { label: "", low: 0, written: (value) => significant(value, 3) },
  }; // prettier-ignore
}

export function rateChart(told: readonly Told[], over: Over): ChartProps {
  return {
    ...frame(told, over, "Learning rate"),
    series: lines(told, over, [["learning rate", (end) => end.learning_rate]]),
    y: { label: "", low: 0, written: (value) => significant(value, 3) },
    marks: [],
  };
}

/** More lines than this say nothing: then each layer is one, from its lowest head to its highest. */
const MOST_LINES = 4;

export function entropyChart(told: readonly Told[], over: Over): ChartProps | null {
  const series = told.length > 1 ? told.map((one, r) => spread(one, over, one.name, () => true, r)) : heads(told[0]!, over);
  const drawn = series.filter((one) => one.points.length);
  if (!drawn.length) return null;
  return { ...frame(told, over, "Entropy of attention"), series: drawn, y: { label: "nats", low: 0, written: (value) => significant(value, 3) } };
}

function heads(one: Told, over: Over): Series[] {
  const last = one.story.epochs.findLast((end) => end.attention_entropy?.length)?.attention_entropy ?? [];
  const many = last.reduce((sum, layer) => sum + layer.length, 0);
  const name = (layer: number, head?: number) =>
    [last.length > 1 ? `layer ${layer + 1}` : "", head === undefined ? "" : `head ${head + 1}`].filter(Boolean).join(", ") || "heads";
  if (many > MOST_LINES) return last.map((_, layer) => spread(one, over, name(layer), (at) => at === layer, layer));
  return last.flatMap((layer, l) =>
    layer.map((_, h): Series => ({
      name: many === 1 ? "attention" : name(l, layer.length > 1 ? h : undefined),
      points: points(one, over, (end) => end.attention_entropy?.[l]?.[h]),
    })),
  );
}

/** The mean of some heads, with a band from the lowest to the highest. */
function spread(one: Told, over: Over, name: string, wanted: (layer: number) => boolean, place: number): Series {
  const x = across(over);
  const found = one.story.epochs.flatMap((end): Point[] => {
    const values = (end.attention_entropy ?? []).flatMap((layer, l) => (wanted(l) ? layer : [])).filter(Number.isFinite);
    if (!values.length) return [];
    const y = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [{ x: x(end), y, ...(values.length > 1 ? { low: Math.min(...values), high: Math.max(...values) } : {}) }];
  });
  const colour = ((place % 4) + 1) as 1 | 2 | 3 | 4;
  return { name, points: found, colour, look: place >= 4 ? "dashed" : "line" };
}
