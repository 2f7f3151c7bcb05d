/** Two answers, one above the other: which symbols are the same, and where they part. */
import type { Step } from "../../traces";

export interface Pair {
  /** Places along each answer; null where the other has a symbol more. */
  above: number | null;
  below: number | null;
  same: boolean;
}

/** Past this, edits are not counted: the two stand side by side from the start. */
const MOST = 400;

/** The fewest edits that make one of the other; symbols as they are written. */
export function paired(above: readonly Step[], below: readonly Step[]): Pair[] {
  const same = (a: number, b: number) =>
    above[a]!.symbol.text === below[b]!.symbol.text && above[a]!.symbol.special === below[b]!.symbol.special;
  const [rows, columns] = [above.length, below.length];
  if (Math.max(rows, columns) > MOST) return byPlace(rows, columns, same);
  const costs = Array.from({ length: rows + 1 }, (_, a) => Array.from({ length: columns + 1 }, (_, b) => (a && b ? 0 : a + b)));
  for (let a = 1; a <= rows; a++)
    for (let b = 1; b <= columns; b++)
      costs[a]![b] = Math.min(
        costs[a - 1]![b - 1]! + (same(a - 1, b - 1) ? 0 : 1),
        costs[a - 1]![b]! + 1,
        costs[a]![b - 1]! + 1,
      );
  const pairs: Pair[] = [];
  for (let [a, b] = [rows, columns]; a || b; ) {
    const equal = a > 0 && b > 0 && same(a - 1, b - 1);
    if (a && b && costs[a]![b] === costs[a - 1]![b - 1]! + (equal ? 0 : 1)) pairs.push({ above: --a, below: --b, same: equal });
    else if (a && costs[a]![b] === costs[a - 1]![b]! + 1) pairs.push({ above: --a, below: null, same: false });
    else pairs.push({ above: null, below: --b, same: false });
  }
  return pairs.reverse();
}

function byPlace(rows: number, columns: number, same: (a: number, b: number) => boolean): Pair[] {
  return Array.from({ length: Math.max(rows, columns) }, (_, at) => {
    const [above, below] = [at < rows ? at : null, at < columns ? at : null];
    return { above, below, same: above !== null && below !== null && same(at, at) };
  });
}
