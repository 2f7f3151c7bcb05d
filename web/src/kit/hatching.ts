/** Slanted lines over a cell. Plain paths: a pattern would need an id that is unique on the page. */

export function hatching(x: number, y: number, size: number): string {
  const gap = Math.max(4, size / 4);
  let path = "";
  // Lines x + y = k, cut at the cell's edges.
  for (let k = gap / 2; k < 2 * size; k += gap) {
    const [from, to] = [Math.max(0, k - size), Math.min(k, size)];
    path += `M${round(x + from)} ${round(y + k - from)}L${round(x + to)} ${round(y + k - to)}`;
  }
  return path;
}

const round = (value: number): number => Math.round(value * 10) / 10;
