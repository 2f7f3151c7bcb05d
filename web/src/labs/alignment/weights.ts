/** From a trace to the matrix that is drawn: one answer, one layer, one head or their mean. */
import { matrix } from "../../arrays";
import type { Sign } from "../../kit/symbol";
import type { AlignedHypothesis, AlignmentTrace } from "../../traces";

/** Layers and heads count from 0; a null layer is the last, a null head the mean of all. */
export interface Looked {
  layer: number | null;
  head: number | null;
  /** Whether ‹eos› and the like are drawn. */
  special: boolean;
}

export interface Picture {
  rows: Sign[];
  columns: Sign[];
  values: (number | null)[][];
  /** The place along the answer of each row: rows may be hidden. */
  places: number[];
  /** The place in the source of each column. */
  sources: number[];
}

/** Null where a model has no attention, or there was no room for these weights. */
export function picture(trace: AlignmentTrace, answer: AlignedHypothesis, { layer, head, special }: Looked): Picture | null {
  const array = answer.weights === null ? undefined : trace.arrays[answer.weights];
  if (!array) return null;
  const fixed = { layer: layerOf(trace, layer), head: head === null ? "mean" : Math.min(head, trace.heads - 1) } as const;
  const all = matrix(array, trace.axes, fixed);
  const rows = trace.tokens[answer.axis] ?? [];
  const columns = trace.tokens["source"] ?? [];
  const kept = (signs: Sign[]) => signs.map((_, at) => at).filter((at) => special || !signs[at]!.special);
  const [places, sources] = [kept(rows), kept(columns)];
  return {
    rows: places.map((at) => rows[at]!),
    columns: sources.map((at) => columns[at]!),
    values: places.map((r) => sources.map((c) => all[r]?.[c] ?? null)),
    places,
    sources,
  };
}

export const layerOf = (trace: AlignmentTrace, layer: number | null): number =>
  layer === null ? trace.layers - 1 : Math.min(layer, trace.layers - 1);

/** Whether the trace has the weights wanted, or the server has to be asked for just these. */
export function holds(trace: AlignmentTrace, place: number, layer: number | null): boolean {
  const answer = trace.hypotheses[place];
  if (!trace.attention || !answer) return true;
  const axes = answer.weights === null ? [] : (trace.arrays[answer.weights]?.axes ?? []);
  return axes.includes(answer.axis) && (axes.includes("layer") || layerOf(trace, layer) === trace.layers - 1);
}

/** Which weights are drawn, in words: "last decoder layer (2 of 2), mean of 4 heads". */
export function nameOfWeights(trace: AlignmentTrace, { layer, head }: Pick<Looked, "layer" | "head">): string {
  const at = layerOf(trace, layer);
  const ends = at === trace.layers - 1 ? "last decoder layer" : at === 0 ? "first decoder layer" : "decoder layer";
  const which = trace.layers === 1 ? "only decoder layer" : `${ends} (${at + 1} of ${trace.layers})`;
  if (trace.heads === 1) return `${which}, only head`;
  const one = head === null ? null : Math.min(head, trace.heads - 1);
  return `${which}, ${one === null ? `mean of ${trace.heads} heads` : `head ${one + 1} of ${trace.heads}`}`;
}
