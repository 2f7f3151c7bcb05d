/** The cells of a heat map: shapes while they are few, one picture when they are many. */
import { nothing, svg } from "lit-html";
import { css, hex, inkOn, weights } from "./colour";
import { weight as written } from "./format";
import { hatching } from "./hatching";
import type { HeatMapProps } from "./heat_map";
import { MANY, type Plan } from "./heat_plan";

/** What a cell shows when it stands for several: the value furthest from zero that is not blocked. */
export function strongest(props: HeatMapProps, rows: number[], columns: number[]): number | null | "blocked" {
  let most: number | null = null;
  let anyOpen = false;
  for (const r of rows)
    for (const c of columns) {
      if (props.blocked?.(r, c)) continue;
      anyOpen = true;
      const value = props.values[r]?.[c] ?? null;
      if (value !== null && !Number.isNaN(value) && (most === null || Math.abs(value) > Math.abs(most))) most = value;
    }
  return anyOpen ? most : "blocked";
}

export function cells(props: HeatMapProps, plan: Plan) {
  const few = plan.rows.groups.length <= MANY && plan.columns.groups.length <= MANY;
  return few ? shapes(props, plan) : picture(props, plan);
}

function shapes(props: HeatMapProps, { rows, columns, left, top, cell }: Plan) {
  const scale = props.scale ?? weights;
  const inset = cell > 8 ? 0.75 : 0;
  const size = cell - 2 * inset;
  const font = numberSize(props, cell);
  return rows.groups.map((row, r) =>
    columns.groups.map((column, c) => {
      const value = strongest(props, row, column);
      const [x, y] = [left + c * cell + inset, top + r * cell + inset];
      if (value === "blocked") {
        return svg`<rect class="blocked" x=${x} y=${y} width=${size} height=${size}/><path class="hatching" d=${hatching(x, y, size)}/>`;
      }
      if (value === null) {
        return svg`<rect class="missing" x=${x + 1} y=${y + 1} width=${size - 2} height=${size - 2}/>`;
      }
      const colour = scale.colour(value);
      const box = svg`<rect x=${x} y=${y} width=${size} height=${size} rx=${Math.min(cell / 10, 4)} fill=${hex(colour)}/>`;
      if (font < 8.5 || props.written === false) return box;
      return svg`${box}<text x=${x + size / 2} y=${y + size / 2} text-anchor="middle" dominant-baseline="central"
        font-size=${font} fill=${inkOn(colour)}>${written(value)}</text>`;
    }),
  );
}

/** One size for all, in which the longest fits its cell. */
function numberSize({ values }: HeatMapProps, cell: number): number {
  if (cell < 20) return 0;
  const longest = values.flat().reduce<number>((most, value) => Math.max(most, value === null ? 0 : written(value).length), 1);
  return Math.min(15, Math.round(cell * 0.36), Math.floor(((cell - 5) / (longest * 0.6)) * 2) / 2);
}

/** One pixel a cell, drawn large. Hatching goes over it as one path. */
function picture(props: HeatMapProps, { rows, columns, left, top, cell }: Plan) {
  const scale = props.scale ?? weights;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [columns.groups.length, rows.groups.length];
  const context = canvas.getContext("2d");
  if (!context) return nothing;
  let lines = "";
  rows.groups.forEach((row, r) =>
    columns.groups.forEach((column, c) => {
      const value = strongest(props, row, column);
      if (value === "blocked") lines += hatching(left + c * cell, top + r * cell, cell);
      if (value === "blocked" || value === null) return;
      context.fillStyle = css(scale.colour(value));
      context.fillRect(c, r, 1, 1);
    }),
  );
  const [width, height] = [columns.groups.length * cell, rows.groups.length * cell];
  return svg`<image x=${left} y=${top} width=${width} height=${height} href=${canvas.toDataURL()}
      preserveAspectRatio="none" image-rendering="pixelated"/>
    <path class="hatching" d=${lines}/><rect class="outline" x=${left} y=${top} width=${width} height=${height}/>`;
}
