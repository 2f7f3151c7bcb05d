/** One step of attention over vectors in the plane, every number on the way kept. */

export type Vector = readonly [number, number];
export type Square = readonly [Vector, Vector];
export type Score = "dot" | "scaled" | "additive";

export interface Given {
  h: readonly Vector[];
  s: Vector;
  score: Score;
  W: Square;
  U: Square;
  v: Vector;
}

export interface Row {
  /** h · s before any division; for additive scores W h, then the tanh of its sum with U s. */
  product: number;
  read: Vector;
  hidden: Vector;
  score: number;
  power: number;
  weight: number;
  /** weight · h: its share of the context. */
  part: Vector;
}

export interface Step {
  rows: Row[];
  /** U s; additive scores only need it. */
  asked: Vector;
  sum: number;
  context: Vector;
}

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1];
export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1]];
export const times = (matrix: Square, x: Vector): Vector => [dot(matrix[0], x), dot(matrix[1], x)];

export function attend({ h, s, score, W, U, v }: Given): Step {
  const asked = times(U, s);
  const scored = h.map((state) => {
    const [product, read] = [dot(state, s), times(W, state)];
    const sum = add(read, asked);
    const hidden: Vector = [Math.tanh(sum[0]), Math.tanh(sum[1])];
    const value = score === "dot" ? product : score === "scaled" ? product / Math.SQRT2 : dot(v, hidden);
    return { product, read, hidden, score: value };
  });
  const powers = scored.map((row) => Math.exp(row.score));
  const sum = powers.reduce((total, power) => total + power, 0);
  // Divided by the largest first, so that no power can be too large to be a number.
  const most = Math.max(...scored.map((row) => row.score));
  const small = scored.map((row) => Math.exp(row.score - most));
  const whole = small.reduce((total, power) => total + power, 0);
  const rows = scored.map((row, i): Row => {
    const weight = small[i]! / whole;
    return { ...row, power: powers[i]!, weight, part: [weight * h[i]![0], weight * h[i]![1]] };
  });
  const context = rows.reduce<Vector>((total, row) => add(total, row.part), [0, 0]);
  return { rows, asked, sum, context };
}
