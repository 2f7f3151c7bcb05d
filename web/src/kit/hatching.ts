/** Slanted lines over a cell. Plain paths: a pattern would need an id that is unique on the page. */

/** Which way the lines go; two reasons to be blocked can look different, and both at once, too. */
export type Hatch = "rising" | "falling" | "crossed";

export function hatching(x: number, y: number, size: number, hatch: Hatch = "rising"): string {
  if (hatch === "crossed") return hatching(x, y, size) + hatching(x, y, size, "falling");
  const across = (place: number) => round(hatch === "rising" ? x + place : x + size - place);
  const gap = Math.max(4, size / 4);
  let path = "";
  // Lines x + y = k, cut at the cell's edges.
  for (let k = gap / 2; k < 2 * size; k += gap) {
    const [from, to] = [Math.max(0, k - size), Math.min(k, size)];
    path += `M${across(from)} ${round(y + k - from)}L${across(to)} ${round(y + k - to)}`;
  }
  return path;
}

const round = (value: number): number => Math.round(value * 10) / 10;
