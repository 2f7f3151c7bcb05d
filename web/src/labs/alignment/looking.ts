/** Where each symbol of an answer looks, in words, and which of them looks furthest ahead. */
import { counted, weight } from "../../kit/format";
import { short, spoken } from "../../kit/symbol";
import type { Picture } from "./weights";

/** Columns of a row from the largest weight down; the earlier one first where two are alike. */
export function ranked({ values, columns }: Picture, row: number): number[] {
  const of = (column: number) => values[row]?.[column] ?? -1;
  return columns.map((_, c) => c).filter((c) => of(c) >= 0).sort((a, b) => of(b) - of(a)); // prettier-ignore
}

/** How many symbols of the source further on a row looks than the row before it; null for the first. */
export function jump(picture: Picture, row: number): number | null {
  if (row === 0 || picture.rows[row]?.special) return null;
  const [here, before] = [ranked(picture, row)[0], ranked(picture, row - 1)[0]];
  return here === undefined || before === undefined ? null : picture.sources[here]! - picture.sources[before]!;
}

const name = (picture: Picture, row: number): string => short(spoken(picture.rows[row]!), 30);

/** "two symbols ahead of four" */
export function jumpInWords(picture: Picture, row: number): string {
  const by = jump(picture, row);
  if (by === null) return "";
  const before = name(picture, row - 1);
  if (by === 0) return `at the same symbol as ${before}`;
  return `${written(Math.abs(by))} ${by > 0 ? "ahead of" : "back from"} where ${before} looks`;
}

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const written = (by: number): string => (SMALL[by] ? `${SMALL[by]} symbol${by === 1 ? "" : "s"}` : counted(by, "symbol"));

/** "hundred looks most at 7 (symbol 3 of 6): .70, two symbols ahead of where four looks. Then 2 .20." */
export function lookInWords(picture: Picture, row: number): string {
  const [most, ...others] = ranked(picture, row).slice(0, 3);
  if (most === undefined) return `${name(picture, row)}: its weights were left out.`;
  const value = (c: number) => weight(picture.values[row]![c]!);
  const far = jumpInWords(picture, row);
  const then = others.filter((c) => picture.values[row]![c]! >= 0.01);
  const sign = (c: number) => short(spoken(picture.columns[c]!), 30);
  return (
    `${name(picture, row)} looks most at ${sign(most)} (symbol ${picture.sources[most]! + 1}): ${value(most)}` +
    `${far && `, ${far}`}.${then.length ? ` Then ${then.map((c) => `${sign(c)} ${value(c)}`).join(", ")}.` : ""}`
  );
}

export interface Task {
  /** Rows that solve it: several where they jump equally far. */
  rows: number[];
  by: number;
}

/**
 * The rows that jump furthest ahead; furthest back where none goes ahead. Null where there is nothing
 * to find: all stand still, or several move on by the same step each.
 */
export function furthest(picture: Picture): Task | null {
  const jumps = picture.rows.map((_, row) => jump(picture, row));
  const there = jumps.filter((one) => one !== null);
  const most = Math.max(0, ...there) || Math.min(0, ...there);
  const isEven = there.length > 1 && there.every((one) => one === most);
  return most === 0 || isEven ? null : { by: most, rows: jumps.flatMap((one, row) => (one === most ? [row] : [])) };
}
