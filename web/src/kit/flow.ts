/** Small things in a line, as one drawing that wraps: a legend is part of the picture it explains. */
import { html, svg, type TemplateResult } from "lit-html";
import { textWidth } from "./ruler";

export interface Item {
  width: number;
  /** Drawn around the middle line `y`, from `x` on. */
  at: (x: number, y: number) => unknown;
}

const LINE = 20;
const SIZE = 13;

/** A sample and its name. */
export function named(name: string, width: number, sample: (x: number, y: number) => unknown): Item {
  return {
    width: width + 7 + textWidth(name, SIZE, 400),
    at: (x, y) => svg`${sample(x, y)}${word(name, x + width + 7, y)}`,
  };
}

export const text = (content: string): Item => ({ width: textWidth(content, SIZE, 400), at: (x, y) => word(content, x, y) });

const word = (content: string, x: number, y: number) =>
  svg`<text x=${x} y=${y} font-size=${SIZE} dominant-baseline="central">${content}</text>`;

export function flow(items: readonly Item[], room: number, label: string, gap = 18): TemplateResult {
  let [x, y, widest] = [0, LINE / 2, 0];
  const placed = items.map((item) => {
    if (x > 0 && x + item.width > room) [x, y] = [0, y + LINE];
    const drawn = item.at(x, y);
    widest = Math.max(widest, x + item.width);
    x += item.width + gap;
    return drawn;
  });
  const [width, height] = [Math.ceil(widest) + 2, y + LINE / 2];
  return html`<svg data-drawing class="flow" role="img" aria-label=${label} width=${width} height=${height}
    viewBox="0 0 ${width} ${height}">${placed}</svg>`;
}
