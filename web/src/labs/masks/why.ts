/** Why a cell of a mask is blocked, and how many are: in words and in sums. */
import { counted } from "../../kit/format";
import { spoken, short, type Sign } from "../../kit/symbol";
import type { Mask, MasksTrace } from "../../traces";

/** One mask for one sentence, as cells. */
export interface Cells {
  mask: Mask;
  rows: Sign[];
  columns: Sign[];
  /** By row and column, from Python. */
  blocked: boolean[][];
  /** By column: whether it is padding. */
  padding: boolean[];
}

export function cellsOf(trace: MasksTrace, mask: Mask, sentence: number): Cells {
  const [rows, columns] = [trace.tokens[`${mask.queries}/${sentence}`]!, trace.tokens[`${mask.keys}/${sentence}`]!];
  const [r, c] = [rows.length, columns.length];
  const values = trace.arrays[mask.name]!.values.slice(sentence * r * c, (sentence + 1) * r * c);
  const padding = trace.arrays[`${mask.keys}-padding`]!.values.slice(sentence * c, (sentence + 1) * c);
  return {
    mask, rows, columns,
    blocked: rows.map((_, at) => values.slice(at * c, (at + 1) * c).map((one) => one === 1)),
    padding: padding.map((one) => one === 1),
  }; // prettier-ignore
}

export type Reason = "padding" | "later" | "both";

export function reason({ mask, blocked, padding }: Cells, row: number, column: number): Reason | null {
  if (!blocked[row]?.[column]) return null;
  const isLater = mask.causal && column > row;
  return padding[column] ? (isLater ? "both" : "padding") : "later";
}

export const WORDS: Record<Reason, string> = {
  padding: "PAD column",
  later: "later position",
  both: "PAD column and later position",
};

export const HATCH = { padding: "falling", later: "rising", both: "crossed" } as const;

export function inWords(cells: Cells, row: number, column: number): string {
  const name = (sign: Sign, place: number) => `${short(spoken(sign), 24)} (${place})`;
  const why = reason(cells, row, column);
  const pair = `Row ${name(cells.rows[row]!, row)}, column ${name(cells.columns[column]!, column)}`;
  return `${pair}: ${why ? `blocked, ${WORDS[why]}` : "allowed"}.`;
}

/** "10 later + 10 in PAD columns − 7 counted twice = 13 blocked of 25". */
export function sum({ mask }: Cells, sentence: number): string {
  const { cells, blocked, later, padding, both } = mask.counts[sentence]!;
  const all = `${blocked} blocked of ${cells}`;
  if (!mask.causal) return `${padding} in PAD columns = ${all}`;
  const twice = both ? ` − ${both} counted twice` : "";
  return `${later} causal + ${padding} in PAD columns${twice} = ${all}`;
}

/** The padding's own sum: "1 PAD column × 3 rows". */
export function columns({ rows, padding }: Cells): string {
  const pads = padding.filter(Boolean).length;
  return `${counted(pads, "PAD column")} × ${counted(rows.length, "row")}`;
}

export const TITLES: Record<Mask["name"], string> = {
  encoder: "Encoder self-attention",
  decoder: "Decoder self-attention",
  cross: "Cross-attention",
  whole: "Self-attention over the whole sequence",
};

export const LENGTHS: Record<string, string> = { source: "L_src", target: "L_tgt", sequence: "L" };

const ASKED: Record<string, { name: Mask["name"]; blocked: number; what: string }> = {
  transformer: { name: "decoder", blocked: 18, what: "a decoder mask" },
  lstm: { name: "cross", blocked: 8, what: "a mask" },
  "one-stack": { name: "whole", blocked: 36, what: "a mask" },
};

export function verdict(trace: MasksTrace, sentence: number): { asks: string; says: string; done: boolean } | null {
  const { name, blocked, what } = ASKED[trace.kind]!;
  const found = trace.masks.find((mask) => mask.name === name)?.counts[sentence]?.blocked;
  if (found === undefined) return null;
  const done = found === blocked;
  return { asks: `Change words or padding until you have ${what} with exactly ${blocked} blocked cells.`, done,
    says: done ? `It has ${blocked}.` : `Now it has ${found}.` }; // prettier-ignore
}
