/** Reading a trace's arrays: flat numbers with named axes, as Python's `Array` sends them. */

export interface NamedArray {
  axes: string[];
  values: (number | null)[];
}

/** A place on an axis, or the mean over it. */
export type At = number | "mean";

/**
 * What is left of an array once some axes are fixed: a list of rows when two axes are left, in
 * their order. Axes that the array does not have are passed over: a server that had no room for
 * every head sends their mean.
 */
export function matrix(array: NamedArray, sizes: Record<string, number>, fixed: Record<string, At>): (number | null)[][] {
  const { axes, values } = array;
  const free = axes.filter((axis) => !(axis in fixed));
  if (free.length !== 2) throw new Error(`two axes expected, ${free.join(", ") || "none"} left`);
  const stride: Record<string, number> = {};
  let step = 1;
  for (const axis of [...axes].reverse()) {
    stride[axis] = step;
    step *= sizes[axis] ?? 0;
  }
  const offsets = axes.filter((axis) => axis in fixed).reduce<number[]>((from, axis) => {
    const at = fixed[axis]!;
    const places = at === "mean" ? Array.from({ length: sizes[axis]! }, (_, i) => i) : [at];
    return from.flatMap((offset) => places.map((place) => offset + place * stride[axis]!));
  }, [0]); // prettier-ignore
  const [rows, columns] = free as [string, string];
  return Array.from({ length: sizes[rows]! }, (_, r) =>
    Array.from({ length: sizes[columns]! }, (_, c) => {
      let sum = 0;
      for (const offset of offsets) {
        const value = values[offset + r * stride[rows]! + c * stride[columns]!];
        if (value === null || value === undefined) return null;
        sum += value;
      }
      return sum / offsets.length;
    }),
  );
}
