/** Invented numbers that look like a model's, made by rule so that the page never changes. */
import type { Sign } from "../../kit/symbol";

export const signs = (...texts: string[]): Sign[] =>
  texts.map((text) => ({ text, special: /^<.*>$/.test(text), unknown: text === "☃" }));

/** Rows that add up to 1, each with a bright place. */
export function softRows(rows: number, columns: number, bright: (row: number) => number, sharp = 3): number[][] {
  return Array.from({ length: rows }, (_, r) => {
    const scores = Array.from({ length: columns }, (_, c) =>
      Math.exp(sharp * Math.exp(-((c - bright(r)) ** 2) / 1.3) + 0.4 * Math.sin(3 * r + 5 * c)),
    );
    const sum = scores.reduce((a, b) => a + b, 0);
    return scores.map((score) => score / sum);
  });
}

const falling = (x: number, middle: number, steep: number) => 1 / (1 + Math.exp((x - middle) / steep));

/** Accuracy by length, with a band. */
export function curve(middle: number, steep: number, spread: number) {
  return Array.from({ length: 12 }, (_, i) => {
    const x = 2 + 2 * i;
    return { x, y: falling(x, middle, steep), low: falling(x, middle - spread, steep), high: falling(x, middle + spread, steep) };
  });
}
